//! Citations with the items of the topic's evidence that they name.

use faultline::vocabulary::{Citation, Evidence, EvidenceItem, Verdict};

use super::sentence::{full_stop, sentence};

/// An item of an evidence store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) text: String,
    pub(super) source: String,
    /// Its limits, or the reason it is refuted; may be empty.
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
        Self { text: full_stop(text), fact: None }
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

/// Whether the store refutes an item that one of these citations names.
pub(super) fn is_refuted<'c>(
    store: Option<&Evidence>,
    citations: impl IntoIterator<Item = &'c Citation>,
) -> bool {
    citations.into_iter().filter_map(|citation| fact(store, citation)).any(|fact| fact.refutes)
}

fn described(item: &EvidenceItem) -> Fact {
    let caveats: Vec<String> = item.caveats.iter().map(|text| sentence(text)).collect();
    Fact {
        text: full_stop(&item.text),
        source: full_stop(&item.source),
        caveats: caveats.join(" "),
        refutes: item.verdict == Verdict::False,
    }
}
