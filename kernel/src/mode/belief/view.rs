//! What only this mode shows: how each thesis moved, each persona's graph, and the merged graph.

mod merged;
mod rounds;

use std::collections::BTreeSet;

use super::detail::{self, Class, CruxDetail, OutcomeDetail, Parting, Root, Shared, View};
use crate::argue::Gradual;
use crate::record::DetailFault;
use crate::view::{
    Block, Chart, Column, Fact, History, Inline, Section, Series, Subject, Tab, Table, Text,
};
use crate::vocabulary::{CruxId, NodeId, PersonaId, Side};

/// The sections of a debate in this mode.
pub(in crate::mode) fn view(history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
    let Some(belief) = detail::outcome_detail(history.outcome())? else { return Ok(Vec::new()) };
    let belief = &belief;
    let mut sections =
        vec![strengths(history, belief), graphs(history, belief), sentences(history, belief)];
    sections.extend(rounds::sections(history, belief)?);
    sections.extend(belief.cruxes.iter().map(|detail| crux(belief, detail)));
    Ok(sections)
}

fn strengths(history: &History<'_>, belief: &OutcomeDetail) -> Section {
    let lead = "Each persona defends a thesis, its answer to the question. The persona’s own graph determines how strong \
        that thesis is. A level line means that the persona did not change its mind.";
    let series = |root: &Root| Series {
        persona: root.persona.clone(),
        note: says(root.side).to_owned(),
        name: Text::of("{} {}", [says(root.side).into(), root.node.into()]),
        values: root.strengths.iter().map(|strength| strength.value()).collect(),
    };
    let snapshots = history.snapshots().iter();
    Section::new("strengths", "How far they moved", lead.into()).with(Block::Chart(Chart {
        title: "Strength of each thesis after each round".to_owned(),
        caption:
            "The strength σ of each thesis after each round in its author’s own graph, from 0 to 1."
                .into(),
        subject: "Thesis".to_owned(),
        stages: snapshots.map(|snapshot| history.round_title(snapshot.round)).collect(),
        series: belief.roots.iter().map(series).collect(),
    }))
}

fn graphs(history: &History<'_>, belief: &OutcomeDetail) -> Section {
    let lead = Text::of(
        "Each persona argues in a graph of its own, and the others add arguments to it. τ is how plausible the graph’s owner \
         finds a statement by itself. σ is how strong the statement is after all its supporters and attackers are counted, \
         by the semantics {}.",
        [semantics(belief).into()],
    );
    let mut tabs: Vec<Tab> = belief.roots.iter().map(|root| own(history, root)).collect();
    tabs.push(merged::tab(history, belief));
    tabs.push(differences(history, belief));
    Section::new("drawing", "What each persona believes", lead).with(Block::Tabs(tabs))
}

fn own(history: &History<'_>, root: &Root) -> Tab {
    let nodes = below(history, root.node);
    let diagram = history.diagram(&root.persona, |node| nodes.contains(&node));
    Tab { title: (&root.persona).into(), blocks: vec![Block::Diagram(diagram)] }
}

/// A thesis with everything that supports or attacks it, directly or not.
fn below(history: &History<'_>, root: NodeId) -> BTreeSet<NodeId> {
    let mut nodes = BTreeSet::new();
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        if nodes.insert(node) {
            let graphs = history.snapshots().iter().map(|snapshot| &snapshot.graph);
            waiting.extend(graphs.flat_map(|graph| graph.into_node(node)).map(|edge| edge.from));
        }
    }
    nodes
}

fn differences(history: &History<'_>, belief: &OutcomeDetail) -> Tab {
    let caption = "All statements of the merged graph, the largest disagreement first. τ → σ is each persona’s own base score \
        and strength. “For a yes” is how much the statement contributes to a yes by that persona’s scores, from −1 to +1. The crux \
        score is half the largest difference between these values.";
    let mut columns = vec![Column::words("Statement")];
    for root in &belief.roots {
        columns.push(Column::numbers("τ → σ").under(&root.persona));
        columns.push(Column::numbers("For a yes").under(&root.persona));
    }
    columns.extend([
        Column::numbers("Difference in τ"),
        Column::numbers("Crux score"),
        Column::words("Class"),
    ]);
    let mut nodes: Vec<&Shared> = belief.community.nodes.iter().collect();
    nodes.sort_by(|a, b| {
        let score = b.score.value().total_cmp(&a.score.value());
        score.then(b.spread.value().total_cmp(&a.spread.value())).then(a.node.cmp(&b.node))
    });
    let rows = nodes.into_iter().map(|shared| row(history, belief, shared)).collect();
    Tab {
        title: "Differences".into(),
        blocks: vec![Block::Table(Table { caption: caption.into(), columns, rows })],
    }
}

fn row(history: &History<'_>, belief: &OutcomeDetail, shared: &Shared) -> Vec<Text> {
    let text = history.node(shared.node).map_or("", |node| node.text.as_str());
    let mut row = vec![Text::of("{} {}", [members(shared), text.into()])];
    for root in &belief.roots {
        match of_persona(shared, &root.persona) {
            Some(view) => row.extend([
                Text::of("{} → {}", [view.base_score.into(), view.strength.into()]),
                Inline::Signed(view.contribution).into(),
            ]),
            None => row.extend(["–".into(), "–".into()]),
        }
    }
    let crux = belief.cruxes.iter().find(|detail| detail.node == shared.node);
    row.extend([
        Inline::Score(shared.spread.value()).into(),
        Inline::Score(shared.score.value()).into(),
        crux.map_or_else(|| class(shared.class).into(), |detail| detail.crux.into()),
    ]);
    row
}

fn sentences(history: &History<'_>, belief: &OutcomeDetail) -> Section {
    let lead = "Each statement appears once, below a statement that it supports or attacks. The scores are those after the \
        last round.";
    Section::new("outline", "The same graphs in sentences", lead.into())
        .with(Block::Outline(history.outline(Text::default())))
        .with(Block::Outline(merged::outline(history, belief)))
}

fn crux(belief: &OutcomeDetail, detail: &CruxDetail) -> Section {
    let shared = belief.community.nodes.iter().find(|shared| shared.node == detail.node);
    let scores = shared.into_iter().flat_map(|shared| &shared.views).map(|view| {
        let scores = Text::scores(Some(view.base_score), Some(view.strength));
        Text::of("{} {}", [(&view.persona).into(), scores])
    });
    let fact = |name: &str, value: Text, meaning: &str| Fact {
        name: name.to_owned(),
        value,
        meaning: meaning.to_owned(),
    };
    let (difference, meaning) = difference(detail.parting);
    let facts = vec![
        fact("They differ on", difference.into(), meaning),
        fact("Scores", Text::joined(scores, "; "), ""),
    ];
    Section::about(Subject::Crux(detail.crux), "scores", vec![Block::Facts(facts)])
}

fn difference(parting: Parting) -> (&'static str, &'static str) {
    match parting {
        Parting::BaseScore => ("how plausible it is", "their base scores differ"),
        Parting::EdgeStructure => ("what follows from it", "their graphs differ around it"),
        Parting::Both => (
            "how plausible it is and what follows from it",
            "both their base scores and their graphs differ",
        ),
    }
}

fn of_persona<'s>(shared: &'s Shared, persona: &PersonaId) -> Option<&'s View> {
    shared.views.iter().find(|view| view.persona == *persona)
}

/// The nodes of the personas' graphs that say the same: «n2 = n6».
fn members(shared: &Shared) -> Text {
    Text::joined(shared.members.iter().map(|&member| member.into()), " = ")
}

fn class(class: Class) -> &'static str {
    match class {
        Class::Thesis => "thesis",
        Class::Crux => "disputed",
        Class::Consensus => "similar scores",
        Class::Neutral => "neither",
    }
}

fn says(side: Side) -> &'static str {
    match side {
        Side::Yes => "yes",
        Side::No => "no",
    }
}

fn semantics(belief: &OutcomeDetail) -> String {
    Gradual::from_name(&belief.semantics)
        .map_or_else(|| belief.semantics.clone(), |gradual| gradual.title().to_owned())
}

/// The crux that is this node of the merged graph.
fn crux_of(belief: &OutcomeDetail, node: NodeId) -> Option<CruxId> {
    belief.cruxes.iter().find(|detail| detail.node == node).map(|detail| detail.crux)
}
