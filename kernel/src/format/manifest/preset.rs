//! Well-known servers that `--provider NAME:MODEL` names, with the settings that they need.

use std::time::Duration;

use serde_json::{Map, json};

use crate::provider::{Dialect, Limits, Remote, THINKING};

/// A well-known server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Preset {
    OpenRouter,
    Ollama,
    LlamaCpp,
    Vllm,
    LmStudio,
}

impl Preset {
    pub(super) const ALL: [Self; 5] =
        [Self::OpenRouter, Self::Ollama, Self::LlamaCpp, Self::Vllm, Self::LmStudio];

    /// The server of this name.
    pub(super) fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.word() == word)
    }

    /// Its name on the command line.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::OpenRouter => "openrouter",
            Self::Ollama => "ollama",
            Self::LlamaCpp => "llamacpp",
            Self::Vllm => "vllm",
            Self::LmStudio => "lmstudio",
        }
    }

    /// Whether it runs on the user's own machine and charges nothing.
    pub(super) fn is_free(self) -> bool {
        match self {
            Self::OpenRouter => false,
            Self::Ollama | Self::LlamaCpp | Self::Vllm | Self::LmStudio => true,
        }
    }

    /// The name of the model if none is given: a llama.cpp server has one model and ignores the
    /// name.
    pub(super) fn default_model(self) -> Option<&'static str> {
        (self == Self::LlamaCpp).then_some("llamacpp")
    }

    /// Its settings.
    pub(super) fn remote(self) -> Remote {
        let url = match self {
            Self::OpenRouter => "https://openrouter.ai/api/v1",
            Self::Ollama => "http://127.0.0.1:11434/v1",
            Self::LlamaCpp => "http://127.0.0.1:8080/v1",
            Self::Vllm => "http://127.0.0.1:8000/v1",
            Self::LmStudio => "http://127.0.0.1:1234/v1",
        };
        let remote = Remote::at(Dialect::OpenAi, url);
        match self {
            // Only servers that enforce a schema, and room for thinking, since many of its models
            // think.
            Self::OpenRouter => Remote {
                key_env: Some("OPENROUTER_API_KEY".to_owned()),
                thinking: THINKING,
                body: Map::from_iter([(
                    "provider".to_owned(),
                    json!({"require_parameters": true}),
                )]),
                ..remote
            },
            // They answer one request after the other, and slowly.
            Self::Ollama | Self::LlamaCpp | Self::LmStudio => {
                Remote { limits: limits_of_local_server(1), ..remote }
            }
            Self::Vllm => Remote { limits: limits_of_local_server(8), ..remote },
        }
    }
}

/// Limits for a server of one's own, which may be slow.
fn limits_of_local_server(concurrency: u32) -> Limits {
    Limits { concurrency, timeout: Duration::from_mins(15), ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::manifest::tests::{MINIMAL, open};
    use crate::format::{Manifest, ProviderChoice};
    use crate::vocabulary::Price;

    fn switched(named: &str) -> Manifest {
        let root = tempfile::tempdir().unwrap();
        open(MINIMAL).unwrap().with_provider(root.path(), named).unwrap()
    }

    #[test]
    fn a_server_on_this_machine_is_free_and_needs_no_key() {
        for named in ["ollama:qwen3:8b", "llamacpp", "vllm:org/model", "lmstudio:a-model"] {
            let manifest = switched(named);
            let ProviderChoice::Remote(remote) = &manifest.provider else { panic!("{named}") };
            assert!(remote.base_url.as_ref().unwrap().starts_with("http://127.0.0.1:"), "{named}");
            assert_eq!(remote.key_env, None, "{named}");
            let prices: Vec<&Price> = manifest.prices.values().collect();
            assert_eq!(prices, [&Price::FREE], "{named}");
        }
        assert_eq!(switched("ollama:qwen3:8b").models.strong, "qwen3:8b");
        assert_eq!(switched("llamacpp").models.fast, "llamacpp");
    }

    #[test]
    fn openrouter_has_its_own_key_and_a_price() {
        let manifest = switched("openrouter:vendor/model");
        let ProviderChoice::Remote(remote) = &manifest.provider else { panic!() };
        assert_eq!(remote.key_env.as_deref(), Some("OPENROUTER_API_KEY"));
        assert_eq!(remote.thinking, THINKING);
        assert!(manifest.prices.is_empty());
    }

    #[test]
    fn a_server_with_several_models_needs_the_name_of_one() {
        let root = tempfile::tempdir().unwrap();
        let error = open(MINIMAL).unwrap().with_provider(root.path(), "ollama").unwrap_err();
        assert_eq!(error.to_string(), "the provider `ollama` asks models, but none is given");
        assert_eq!(error.help(), "write `ollama:MODEL`; the model is used for both tiers");
    }
}
