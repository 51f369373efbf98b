//! The evidence that each persona cites, and whether the arguments that cite it are defeated.

use faultline::record::LedgerEntry;

use crate::site::evidence::Cited;
use crate::site::persona_tag::Tag;
use crate::site::references::{NodeRef, References};
use crate::site::sentence::sentence;

/// A piece of evidence.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) cited: Cited,
    pub(super) node: NodeRef,
    pub(super) defeated_by: Option<NodeRef>,
}

/// The evidence of one persona.
#[derive(Debug, Clone)]
pub(super) struct Ledger {
    pub(super) persona: Tag,
    pub(super) accepted: Vec<Item>,
    pub(super) rejected: Vec<Item>,
}

/// The ledgers that are not empty.
pub(super) fn ledgers(references: &References<'_>) -> Vec<Ledger> {
    let ledgers = references.finished.outcome.ledgers.iter();
    ledgers
        .filter(|ledger| !ledger.accepted.is_empty() || !ledger.rejected.is_empty())
        .map(|ledger| Ledger {
            persona: references.tag(&ledger.persona),
            accepted: ledger.accepted.iter().map(|entry| item(references, entry)).collect(),
            rejected: ledger.rejected.iter().map(|entry| item(references, entry)).collect(),
        })
        .collect()
}

fn item(references: &References<'_>, entry: &LedgerEntry) -> Item {
    let citation = references
        .history
        .node(entry.node)
        .and_then(|node| node.detail.evidence.iter().find(|citation| citation.text == entry.text));
    let fact = citation.and_then(|citation| references.cited(citation).fact);
    Item {
        cited: Cited { text: sentence(&entry.text), fact },
        node: references.node(entry.node),
        defeated_by: entry.defeated_by.map(|id| references.node(id)),
    }
}
