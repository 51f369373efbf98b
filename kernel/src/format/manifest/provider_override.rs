//! `--provider KIND[:…]` on the command line replaces the provider of the manifest.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::experiment::Manifest;
use super::preset::Preset;
use super::provider::{Kind, ProviderChoice};
use crate::format::suggestion;
use crate::provider::Remote;
use crate::question::Models;
use crate::vocabulary::Price;

/// A provider on the command line cannot replace the provider of the manifest.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderOverrideError {
    /// The provider does not exist.
    #[error("no provider is named `{0}`")]
    UnknownKind(String),
    /// A model is given for a provider that asks none.
    #[error("the provider `corpus` asks no model, but `{0}` is given")]
    NoModel(String),
    /// The provider asks models, but none is given.
    #[error("the provider `{0}` asks models, but none is given")]
    NoModelNamed(String),
    /// The provider answers from a file, but none is given.
    #[error("the provider `script` answers from a file, but none is given")]
    NoScript,
    /// The file does not exist.
    #[error("the file `{}` does not exist", .0.display())]
    Missing(PathBuf),
}

impl ProviderOverrideError {
    /// Returns how to fix the option.
    pub fn help(&self) -> String {
        match self {
            Self::UnknownKind(kind) => {
                let presets = Preset::ALL.map(Preset::word);
                let kinds = Kind::ALL.map(Kind::word).into_iter().chain(presets);
                suggestion::remedy(kind, "providers", &kinds.collect::<Vec<_>>())
            }
            Self::NoModel(_) => "write `corpus`".to_owned(),
            Self::NoModelNamed(kind) => {
                format!("write `{kind}:MODEL`; the model is used for both tiers")
            }
            Self::NoScript => "write `script:FILE`, with the path from the project root".to_owned(),
            Self::Missing(_) => "write its path from the project root".to_owned(),
        }
    }
}

impl Manifest {
    /// Replaces the provider and its models by those of the option `KIND[:…]`.
    ///
    /// The settings of the manifest for a provider of the same kind are kept. The number of
    /// replicates may not fit the new provider: see [`Manifest::check_replicates`].
    ///
    /// # Errors
    /// [`ProviderOverrideError`] if the provider does not exist or lacks a model or file.
    pub fn with_provider(
        mut self,
        root: &Path,
        named: &str,
    ) -> Result<Self, ProviderOverrideError> {
        let (word, rest) = named.split_once(':').unwrap_or((named, ""));
        let is_same = self.provider.kind() == word;
        if is_same && rest.is_empty() {
            return Ok(self);
        }
        let NamedProvider { provider, models, prices } = NamedProvider::parse(root, named)?;
        self.prices.extend(prices);
        let same_server = is_same && provider.asks_models();
        if !same_server {
            self.provider = provider;
        }
        // A provider that asks no model keeps the names of its own kind. No page may name a model
        // that was not used.
        if same_server || !is_same {
            self.models = models;
        }
        Ok(self)
    }
}

/// The provider that the option `KIND[:…]` names, with default settings.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedProvider {
    /// The provider.
    pub provider: ProviderChoice,
    /// Its models.
    pub models: Models,
    /// The prices of its models, where the name says that they charge nothing.
    pub prices: BTreeMap<String, Price>,
}

impl NamedProvider {
    fn new(provider: ProviderChoice, models: Models) -> Self {
        Self { provider, models, prices: BTreeMap::new() }
    }

    /// Reads the option. `root` is the folder in which scripts are found.
    ///
    /// # Errors
    /// [`ProviderOverrideError`] if the provider does not exist or lacks a model or file.
    pub fn parse(root: &Path, named: &str) -> Result<Self, ProviderOverrideError> {
        let (word, rest) = named.split_once(':').unwrap_or((named, ""));
        let rest = Some(rest).filter(|rest| !rest.is_empty());
        if let Some(preset) = Preset::of(word) {
            let model = rest.or(preset.default_model());
            let model =
                model.ok_or_else(|| ProviderOverrideError::NoModelNamed(word.to_owned()))?;
            let named =
                Self::new(ProviderChoice::Remote(preset.remote()), Models::new(model, model));
            let free = preset.is_free().then(|| (model.to_owned(), Price::FREE));
            return Ok(Self { prices: free.into_iter().collect(), ..named });
        }
        let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word);
        match (kind.ok_or_else(|| ProviderOverrideError::UnknownKind(word.to_owned()))?, rest) {
            (Kind::Corpus, Some(model)) => Err(ProviderOverrideError::NoModel(model.to_owned())),
            (Kind::Corpus, None) => {
                let recall = ProviderChoice::default_recall();
                Ok(Self::new(ProviderChoice::Corpus { recall }, Models::default()))
            }
            (Kind::Script, None) => Err(ProviderOverrideError::NoScript),
            (Kind::Script, Some(path)) => {
                let path = PathBuf::from(path);
                if !root.join(&path).is_file() {
                    return Err(ProviderOverrideError::Missing(path));
                }
                Ok(Self::new(ProviderChoice::Script { path }, Models::default()))
            }
            (Kind::Remote(_), None) => Err(ProviderOverrideError::NoModelNamed(word.to_owned())),
            (Kind::Remote(dialect), Some(model)) => {
                let remote = ProviderChoice::Remote(Remote::new(dialect));
                Ok(Self::new(remote, Models::new(model, model)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{MINIMAL, open};
    use super::*;

    #[test]
    fn the_option_replaces_the_provider_and_models_of_the_manifest() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("replies.json"), "[]").unwrap();
        let scripted =
            MINIMAL.replace("kind = \"corpus\"", "kind = \"script\"\nscript = \"personas\"");
        assert!(open(&scripted).is_err(), "a folder is not a script");
        let text = MINIMAL.replace("corpus\"", "corpus\"\nrecall = 0.5");
        let manifest = open(&("replicates = 2\n".to_owned() + &text)).unwrap();
        let switched = |named: &str| manifest.clone().with_provider(root.path(), named);
        assert_eq!(switched("corpus"), Ok(manifest.clone()), "the same kind keeps its recall");
        let script = switched("script:replies.json").unwrap();
        assert_eq!(script.provider, ProviderChoice::Script { path: "replies.json".into() });
        let back = script.with_provider(root.path(), "corpus").unwrap();
        assert_eq!(
            back.provider,
            ProviderChoice::Corpus { recall: ProviderChoice::default_recall() }
        );
        let remote = switched("anthropic:big").unwrap();
        assert_eq!(
            (remote.provider.kind(), &remote.models),
            ("anthropic", &Models::new("big", "big"))
        );
        assert_eq!(remote.clone().with_provider(root.path(), "anthropic"), Ok(remote.clone()));
        let scripted = remote.with_provider(root.path(), "script:replies.json").unwrap();
        assert_eq!(scripted.models, Models::default(), "a model that was not used is not named");
        for (named, error, help) in [
            ("anthropic:", "the provider `anthropic` asks models", "`anthropic:MODEL`"),
            ("corpse", "no provider is named `corpse`", "did you mean `corpus`?"),
            ("", "no provider is named ``", "providers: `corpus`, `script`"),
            ("corpus:big", "the provider `corpus` asks no model, but `big` is given", "`corpus`"),
            ("script", "the provider `script` answers from a file", "`script:FILE`"),
            ("script:none.json", "the file `none.json` does not exist", "project root"),
        ] {
            let found = switched(named).unwrap_err();
            assert!(found.to_string().starts_with(error), "{named}: {found}");
            assert!(found.help().contains(help), "{named}: {}", found.help());
        }
    }
}
