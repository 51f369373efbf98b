//! `--provider KIND[:…]` of the command line: another provider in place of the manifest's.

use std::path::{Path, PathBuf};

use super::Manifest;
use super::provider::{Kind, ProviderChoice};
use crate::format::suggestion;
use crate::provider::Remote;
use crate::task::Models;

/// Says why a provider named on the command line cannot take the place of the manifest's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderOverrideError {
    /// There is no such provider.
    #[error("no provider is named `{0}`")]
    UnknownKind(String),
    /// A model was named for a provider that asks none.
    #[error("the provider `corpus` asks no model, and `{0}` was named")]
    NoModel(String),
    /// The provider asks models, and none was named.
    #[error("the provider `{0}` asks models, and none was named")]
    NoModelNamed(String),
    /// The provider answers from a file, and none was named.
    #[error("the provider `script` answers from a file, and none was named")]
    NoScript,
    /// The file is not there.
    #[error("there is no file `{}`", .0.display())]
    Missing(PathBuf),
}

impl ProviderOverrideError {
    /// The remedy.
    pub fn help(&self) -> String {
        match self {
            Self::UnknownKind(kind) => {
                suggestion::remedy(kind, "providers", &Kind::ALL.map(Kind::word))
            }
            Self::NoModel(_) => "write `corpus`".to_owned(),
            Self::NoModelNamed(kind) => format!("write `{kind}:MODEL`; it takes both tiers"),
            Self::NoScript => "write `script:FILE`, its path from the project root".to_owned(),
            Self::Missing(_) => "give its path from the project root".to_owned(),
        }
    }
}

impl Manifest {
    /// Puts the provider named as `KIND[:…]` in the place of the manifest's, and its models with it.
    ///
    /// What the manifest says of a provider of the same kind stays.
    ///
    /// # Errors
    /// [`ProviderOverrideError`] where there is no such provider, or it lacks what it needs.
    pub fn with_provider(
        mut self,
        root: &Path,
        named: &str,
    ) -> Result<Self, ProviderOverrideError> {
        let (word, rest) = named.split_once(':').unwrap_or((named, ""));
        let rest = Some(rest).filter(|rest| !rest.is_empty());
        let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word);
        let same = self.provider.kind() == word;
        match (kind.ok_or_else(|| ProviderOverrideError::UnknownKind(word.to_owned()))?, rest) {
            (Kind::Corpus, Some(model)) => {
                return Err(ProviderOverrideError::NoModel(model.to_owned()));
            }
            (Kind::Corpus, None) if !same => {
                self.provider = ProviderChoice::Corpus { recall: ProviderChoice::usual_recall() };
                self.models = Models::default();
            }
            (Kind::Script, None) if !same => return Err(ProviderOverrideError::NoScript),
            (Kind::Remote(_), None) if !same => {
                return Err(ProviderOverrideError::NoModelNamed(word.to_owned()));
            }
            (Kind::Corpus | Kind::Script | Kind::Remote(_), None) => {}
            (Kind::Remote(dialect), Some(model)) => {
                if !same {
                    self.provider = ProviderChoice::Remote(Remote::new(dialect));
                }
                self.models = Models::new(model, model);
            }
            (Kind::Script, Some(path)) => {
                let path = PathBuf::from(path);
                if !root.join(&path).is_file() {
                    return Err(ProviderOverrideError::Missing(path));
                }
                self.provider = ProviderChoice::Script { path };
                if !same {
                    // No page may credit a model that never took part.
                    self.models = Models::default();
                }
            }
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{LEAST, open};
    use super::*;

    #[test]
    fn the_provider_takes_the_place_of_the_manifests() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("replies.json"), "[]").unwrap();
        let scripted =
            LEAST.replace("kind = \"corpus\"", "kind = \"script\"\nscript = \"personas\"");
        assert!(open(&scripted).is_err(), "a folder is no script");
        let manifest = open(&LEAST.replace("corpus\"", "corpus\"\nrecall = 0.5")).unwrap();
        let switched = |named: &str| manifest.clone().with_provider(root.path(), named);
        assert_eq!(switched("corpus"), Ok(manifest.clone()), "the same kind keeps its recall");
        let script = switched("script:replies.json").unwrap();
        assert_eq!(script.provider, ProviderChoice::Script { path: "replies.json".into() });
        let back = script.with_provider(root.path(), "corpus").unwrap();
        assert_eq!(
            back.provider,
            ProviderChoice::Corpus { recall: ProviderChoice::usual_recall() }
        );
        let remote = switched("anthropic:big").unwrap();
        assert_eq!(
            (remote.provider.kind(), &remote.models),
            ("anthropic", &Models::new("big", "big"))
        );
        assert_eq!(remote.clone().with_provider(root.path(), "anthropic"), Ok(remote.clone()));
        let scripted = remote.with_provider(root.path(), "script:replies.json").unwrap();
        assert_eq!(scripted.models, Models::default(), "no model is credited that took no part");
        for (named, error, help) in [
            ("anthropic:", "the provider `anthropic` asks models", "`anthropic:MODEL`"),
            ("corpse", "no provider is named `corpse`", "did you mean `corpus`?"),
            ("", "no provider is named ``", "providers: `corpus`, `script`"),
            ("corpus:big", "the provider `corpus` asks no model, and `big` was named", "`corpus`"),
            ("script", "the provider `script` answers from a file", "`script:FILE`"),
            ("script:none.json", "there is no file `none.json`", "project root"),
        ] {
            let found = switched(named).unwrap_err();
            assert!(found.to_string().starts_with(error), "{named}: {found}");
            assert!(found.help().contains(help), "{named}: {}", found.help());
        }
    }
}
