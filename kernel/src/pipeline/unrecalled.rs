//! What the personas do not recall in a debate.

use std::collections::BTreeMap;

use super::cell::Cell;
use super::plan::Plan;
use crate::corpus;
use crate::format::ProviderChoice;
use crate::vocabulary::{PersonaId, Statement};

/// The statements that each persona of a cell does not recall in its debate; nothing unless the
/// provider is `corpus`.
pub fn unrecalled(plan: &Plan, cell: &Cell) -> BTreeMap<PersonaId, Vec<Statement>> {
    let ProviderChoice::Corpus { recall } = plan.manifest.provider else { return BTreeMap::new() };
    let mut unrecalled = BTreeMap::new();
    for persona in plan.personas(cell) {
        let Some(corpus) = persona.corpora.get(&cell.topic) else { continue };
        let statements: Vec<Statement> =
            corpus::unrecalled(&persona.id, corpus, recall, cell.seed).cloned().collect();
        if !statements.is_empty() {
            unrecalled.insert(persona.id.clone(), statements);
        }
    }
    unrecalled
}
