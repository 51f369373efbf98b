//! Evidence, what would turn whom round, and how to settle the cruxes.

use faultline::record::LedgerEntry;

use super::scene::{NodeRef, Ref, Scene};
use crate::site::cast::Tag;
use crate::site::evidence::Cited;
use crate::site::prose;

/// A piece of evidence and what became of it.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) cited: Cited,
    pub(super) node: NodeRef,
    pub(super) defeated_by: Option<NodeRef>,
}

/// A persona's evidence.
#[derive(Debug, Clone)]
pub(super) struct Book {
    pub(super) who: Tag,
    pub(super) standing: Vec<Item>,
    pub(super) fallen: Vec<Item>,
}

/// What would turn a persona round.
#[derive(Debug, Clone)]
pub(super) struct Flip {
    pub(super) who: Tag,
    pub(super) node: NodeRef,
    pub(super) counter: String,
    pub(super) against: NodeRef,
}

/// A way to settle cruxes.
#[derive(Debug, Clone)]
pub(super) struct Resolution {
    pub(super) question: String,
    pub(super) settles: Option<String>,
    pub(super) cruxes: Vec<Ref>,
}

/// The ledgers that hold anything.
pub(super) fn books(scene: &Scene<'_>) -> Vec<Book> {
    let ledgers = scene.finished.outcome.ledgers.iter();
    ledgers
        .filter(|ledger| !ledger.accepted.is_empty() || !ledger.rejected.is_empty())
        .map(|ledger| Book {
            who: scene.tag(&ledger.persona),
            standing: ledger.accepted.iter().map(|entry| item(scene, entry)).collect(),
            fallen: ledger.rejected.iter().map(|entry| item(scene, entry)).collect(),
        })
        .collect()
}

fn item(scene: &Scene<'_>, entry: &LedgerEntry) -> Item {
    let node = scene.nodes().find(|node| node.id == entry.node);
    let citation = node
        .and_then(|node| node.detail.evidence.iter().find(|citation| citation.text == entry.text));
    let fact = citation.and_then(|citation| scene.cited(citation).fact);
    Item {
        cited: Cited { text: prose::capital(&prose::sentence(&entry.text)), fact },
        node: scene.node(entry.node),
        defeated_by: entry.defeated_by.map(|id| scene.node(id)),
    }
}

pub(super) fn flips(scene: &Scene<'_>) -> Vec<Flip> {
    let flips = scene.finished.outcome.flips.iter();
    flips
        .map(|flip| Flip {
            who: scene.tag(&flip.persona),
            node: scene.node(flip.node),
            counter: prose::sentence(&flip.counter),
            against: scene.node(flip.against),
        })
        .collect()
}

pub(super) fn resolution(scene: &Scene<'_>) -> Vec<Resolution> {
    let paths = scene.finished.outcome.resolution.iter();
    paths
        .map(|path| Resolution {
            question: path.question.clone(),
            settles: path.settles.clone(),
            cruxes: path.cruxes.iter().map(|&id| scene.crux(id)).collect(),
        })
        .collect()
}
