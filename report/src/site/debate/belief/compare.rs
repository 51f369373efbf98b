//! The graphs compared: every statement of the community with what each persona makes of it.

use faultline::record::{Belief, Shared, View};
use faultline::view::number;
use faultline::vocabulary::PersonaId;

use super::super::scene::{NodeRef, Ref, Scene};
use crate::site::prose;
use crate::site::words::{self, Term};

/// What one persona makes of a statement.
#[derive(Debug, Clone)]
pub(in crate::site) struct Cell {
    pub(in crate::site) scores: String,
    pub(in crate::site) contribution: String,
}

/// A statement of the community.
#[derive(Debug, Clone)]
pub(in crate::site) struct Row {
    pub(in crate::site) members: Vec<NodeRef>,
    pub(in crate::site) text: String,
    pub(in crate::site) class: Term,
    pub(in crate::site) crux: Option<Ref>,
    pub(in crate::site) score: String,
    pub(in crate::site) spread: String,
    /// One for each persona, in seat order; nothing where it has no view.
    pub(in crate::site) cells: Vec<Option<Cell>>,
}

/// All statements, those first over which they part most.
pub(super) fn rows(scene: &Scene<'_>, belief: &Belief) -> Vec<Row> {
    let mut nodes: Vec<&Shared> = belief.community.nodes.iter().collect();
    let order = |a: f64, b: f64| b.total_cmp(&a);
    nodes.sort_by(|a, b| {
        order(a.score.value(), b.score.value())
            .then(order(a.spread.value(), b.spread.value()))
            .then(a.node.cmp(&b.node))
    });
    nodes.into_iter().map(|shared| row(scene, belief, shared)).collect()
}

fn row(scene: &Scene<'_>, belief: &Belief, shared: &Shared) -> Row {
    let view = |persona: &PersonaId| shared.views.iter().find(|view| view.persona == *persona);
    let crux = belief.cruxes.iter().find(|detail| detail.node == shared.node);
    Row {
        members: scene.node_refs(&shared.members),
        text: prose::sentence(&scene.node(shared.node).text),
        class: words::class(shared.class),
        crux: crux.map(|detail| scene.crux(detail.crux)),
        score: number::score(shared.score.value()),
        spread: number::score(shared.spread.value()),
        cells: belief.roots.iter().map(|root| view(&root.persona).map(cell)).collect(),
    }
}

fn cell(view: &View) -> Cell {
    Cell { scores: scores(view), contribution: number::signed(view.contribution) }
}

/// A persona's base score of a statement and what is left of it.
pub(in crate::site) fn scores(view: &View) -> String {
    let [tau, sigma] =
        [view.base_score, view.strength].map(|strength| number::score(strength.value()));
    format!("{tau} → {sigma}")
}
