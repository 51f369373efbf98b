//! Reads `[provider]` of a manifest.

use std::path::{Path, PathBuf};

use serde::Serialize;
use toml::Spanned;

use super::remote;
use crate::format::fault::Faults;
use crate::format::toml_table::Table;
use crate::provider::{Dialect, Remote};
use crate::vocabulary::{Probability, Tokens};

/// The default share of its statements that a persona recalls.
const RECALL: f64 = 1.0;

/// The provider of a manifest, with its parameters.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ProviderChoice {
    /// The corpora of the personas, without a language model.
    Corpus {
        /// The share of its statements that a persona recalls in a replicate. *Range*: (0, 1], 1 by
        /// default.
        recall: Probability,
    },
    /// Replies from a file.
    Script {
        /// The path of the file, relative to the project root.
        path: PathBuf,
    },
    /// Language models on a server.
    #[serde(untagged)]
    Remote(Remote),
}

impl ProviderChoice {
    /// Returns the default share of its statements that a persona recalls.
    pub(super) fn default_recall() -> Probability {
        Probability::new(RECALL).expect("the default is between 0 and 1")
    }

    /// Returns the kind as written in manifests.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Corpus { .. } => Kind::Corpus.word(),
            Self::Script { .. } => Kind::Script.word(),
            Self::Remote(remote) => remote.dialect.word(),
        }
    }

    /// Returns the host and the port of a server that is not the one of the dialect's maker.
    pub fn other_host(&self) -> Option<&str> {
        match self {
            Self::Corpus { .. } | Self::Script { .. } => None,
            Self::Remote(remote) => (!remote.is_at_makers()).then(|| remote.host()),
        }
    }

    /// Returns the share of its statements that a persona recalls when it argues with its corpus,
    /// also in a rehearsal for another provider.
    pub fn recall_or_default(&self) -> Probability {
        match self {
            Self::Corpus { recall } => *recall,
            Self::Script { .. } | Self::Remote(_) => Self::default_recall(),
        }
    }

    /// Returns how much a model may think before each answer.
    pub fn thinking(&self) -> Tokens {
        match self {
            Self::Corpus { .. } | Self::Script { .. } => Tokens(0),
            Self::Remote(remote) => remote.thinking,
        }
    }

    /// Whether the provider asks language models, which may cost money.
    pub fn asks_models(&self) -> bool {
        match self {
            Self::Corpus { .. } | Self::Script { .. } => false,
            Self::Remote(_) => true,
        }
    }
}

#[derive(Clone, Copy)]
pub(super) enum Kind {
    Corpus,
    Script,
    Remote(Dialect),
}

impl Kind {
    pub(super) const ALL: [Self; 4] = [
        Self::Corpus,
        Self::Script,
        Self::Remote(Dialect::OpenAi),
        Self::Remote(Dialect::Anthropic),
    ];

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Corpus => "corpus",
            Self::Script => "script",
            Self::Remote(dialect) => dialect.word(),
        }
    }
}

pub(super) fn read(
    table: &mut Table<'_>,
    root: &Path,
    faults: &mut Faults,
) -> Option<ProviderChoice> {
    let mut table = table.table("provider", faults)?;
    let kind = table.choice("kind", &Kind::ALL.map(|kind| (kind.word(), kind)), faults);
    let Some(kind) = kind else {
        table.ignore(&["recall", "script"]);
        table.ignore(&remote::KEYS);
        table.finish("in [provider]", faults);
        return None;
    };
    let choice = match kind {
        Kind::Corpus => table
            .positive_share("recall", RECALL, faults)
            .map(|recall| ProviderChoice::Corpus { recall }),
        Kind::Script => {
            let path = table.text("script", faults);
            path.and_then(|path| script(&table, root, path, faults))
        }
        Kind::Remote(dialect) => {
            Some(ProviderChoice::Remote(remote::read(&mut table, dialect, faults)))
        }
    };
    table.finish(&format!("in [provider] of kind `{}`", kind.word()), faults);
    choice
}

fn script(
    table: &Table<'_>,
    root: &Path,
    path: Spanned<String>,
    faults: &mut Faults,
) -> Option<ProviderChoice> {
    let span = path.span();
    let path = PathBuf::from(path.into_inner());
    if root.join(&path).is_file() {
        return Some(ProviderChoice::Script { path });
    }
    let message = format!("the file `{}` does not exist", path.display());
    faults.push(
        table.source().error(span, message).with_help("write its path from the project root"),
    );
    None
}
