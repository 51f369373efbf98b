//! `[provider]` of a manifest: who answers.

use std::path::{Path, PathBuf};

use serde::Serialize;
use toml::Spanned;

use super::remote;
use crate::format::fault::Faults;
use crate::format::toml_table::Table;
use crate::provider::{Dialect, Remote};
use crate::vocabulary::Probability;

/// The share of statements that come to mind unless a manifest says otherwise.
const RECALL: f64 = 0.8;

/// The provider that a manifest asks for, with its parameters.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ProviderChoice {
    /// The corpora themselves, without a model.
    Corpus {
        /// The share of statements that come to mind in a replicate. *Range*: [0, 1], 0.8 by default.
        recall: Probability,
    },
    /// Replies that a file lists.
    Script {
        /// The file, from the project root.
        path: PathBuf,
    },
    /// Language models behind a server.
    #[serde(untagged)]
    Remote(Remote),
}

impl ProviderChoice {
    /// The share of statements that come to mind where nothing else is said.
    pub(super) fn usual_recall() -> Probability {
        Probability::new(RECALL).expect("it lies between 0 and 1")
    }

    /// The kind as manifests write it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Corpus { .. } => Kind::Corpus.word(),
            Self::Script { .. } => Kind::Script.word(),
            Self::Remote(remote) => remote.dialect.word(),
        }
    }

    /// The share of statements that come to mind where personas argue by their corpora, be it for a rehearsal.
    pub fn recall_or_default(&self) -> Probability {
        match self {
            Self::Corpus { recall } => *recall,
            Self::Script { .. } | Self::Remote(_) => Self::usual_recall(),
        }
    }

    /// Whether it asks models, which may charge for it.
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
        table.let_be(&["recall", "script"]);
        table.let_be(&remote::KEYS);
        table.finish("in [provider]", faults);
        return None;
    };
    let choice = match kind {
        Kind::Corpus => table
            .share("recall", Some(RECALL), faults)
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
    let message = format!("there is no file `{}`", path.display());
    faults
        .push(table.source().error(span, message).with_help("give its path from the project root"));
    None
}
