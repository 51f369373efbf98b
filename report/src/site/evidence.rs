//! Citations with what the evidence store of their topic says of them.

use faultline::vocabulary::{Citation, Evidence, EvidenceItem, Verdict};

use super::prose;

/// An item of an evidence store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) text: String,
    pub(super) source: String,
    /// What limits it, or what refutes it; may be empty.
    pub(super) caveats: String,
    /// Whether the item refutes what cites it.
    pub(super) refutes: bool,
}

/// Something cited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cited {
    pub(super) text: String,
    pub(super) fact: Option<Fact>,
}

impl Cited {
    /// Something that names no item.
    pub(super) fn plain(text: &str) -> Self {
        Self { text: prose::sentence(text), fact: None }
    }

    /// A citation with the item that it names, if the store has it.
    pub(super) fn new(store: Option<&Evidence>, citation: &Citation) -> Self {
        Self { fact: fact(store, citation), ..Self::plain(&citation.text) }
    }
}

/// The item that a citation names.
pub(super) fn fact(store: Option<&Evidence>, citation: &Citation) -> Option<Fact> {
    store?.item(citation.evidence.as_ref()?).map(described)
}

fn described(item: &EvidenceItem) -> Fact {
    let caveats: Vec<String> =
        item.caveats.iter().map(|text| prose::capital(&prose::sentence(text))).collect();
    Fact {
        text: prose::sentence(&item.text),
        source: prose::sentence(&item.source),
        caveats: caveats.join(" "),
        refutes: item.verdict == Verdict::False,
    }
}
