//! What only this mode shows: how each thesis moved, each persona's graph, and the merged graph.

mod merged;
mod rounds;

pub(super) use rounds::numbers;

use std::collections::BTreeSet;

use self::merged::{crux_of, is_objection, members};
use super::detail::{Inference, LEAST_CHANGE, OutcomeDetail, Root, Shared, View, moves};
use crate::argue::Gradual;
use crate::record::DetailFault;
use crate::view::{Block, Chart, Column, Fact, History, Inline, Section, Series, Tab, Table, Text};
use crate::vocabulary::{NodeId, PersonaId};

/// The sections of a debate in this mode.
pub(in crate::mode) fn view(history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
    let Some(belief) = history.outcome().read_detail::<OutcomeDetail>()? else {
        return Ok(Vec::new());
    };
    let belief = &belief;
    let mut sections =
        vec![strengths(history, belief), graphs(history, belief), sentences(history, belief)];
    sections.extend(rounds::sections(history, belief)?);
    sections.extend(inferences(history, belief));
    Ok(sections)
}

fn strengths(history: &History<'_>, belief: &OutcomeDetail) -> Section {
    let lead = "Each persona defends a thesis, its answer to the question. The persona’s own graph determines how strong \
        that thesis is. All theses are drawn on one scale: the strength of a thesis that answers yes, and 1 minus the strength \
        of one that answers no. A level line means that the persona did not change its mind. The strength is not how sure the \
        persona is: it follows from the arguments, and several reasons together bring it close to 1. So it falls little when one of \
        them is lost. How much of a thesis depends on a question is the load of the question.";
    let stated = |root: &Root| {
        let confidence = history.node(root.node)?.detail.confidence?;
        Some(Fact {
            name: "Stated confidence".to_owned(),
            value: Text::of(
                "{}: {}",
                [(&root.persona).into(), Inline::Score(confidence.value()).into()],
            ),
            meaning: "how sure the persona says it is, in its own text".to_owned(),
        })
    };
    let stated: Vec<Fact> = belief.roots.iter().filter_map(stated).collect();
    let stated = (!stated.is_empty()).then_some(Block::Facts(stated));
    let series = |root: &Root| Series {
        persona: root.persona.clone(),
        note: root.side.word().to_owned(),
        name: Text::of("{} {}", [root.side.word().into(), root.node.into()]),
        values: root.strengths.iter().map(|strength| root.side.of_yes(strength.value())).collect(),
    };
    let snapshots = history.snapshots().iter();
    let chart = Block::Chart(Chart {
        title: "How strongly each thesis answers yes after each round".to_owned(),
        caption: "How strongly each thesis answers yes after each round in its author’s own graph: 0 is a certain no, 1 a \
            certain yes."
            .into(),
        subject: "Thesis".to_owned(),
        stages: snapshots.map(|snapshot| history.round_title(snapshot.round)).collect(),
        series: belief.roots.iter().map(series).collect(),
    });
    let is_moved = |root: &Root| {
        let opening = root.strengths.first();
        root.strengths.iter().any(|later| opening.is_some_and(|&opening| moves(opening, *later)))
    };
    let section = if belief.roots.iter().any(is_moved) {
        Section::new("strengths", "How far they moved", lead.into()).with(chart)
    } else {
        let unmoved = format!(
            "No thesis became stronger or weaker by {LEAST_CHANGE} or more. After a round a thesis moves only part of the way to the strength \
             that its author asks for. The rounds below give both numbers."
        );
        Section::new("strengths", "How far they moved", unmoved.into())
    };
    stated.into_iter().fold(section, Section::with)
}

fn graphs(history: &History<'_>, belief: &OutcomeDetail) -> Section {
    let lead = Text::of(
        "Each persona argues in a graph of its own, and the others add arguments to it. τ, the base score, is how plausible a \
         statement is by itself. Its author scores it at first, and the judge scores what others add. A revision computes new scores \
         from the strength that the author asks for. σ, the strength, follows from τ and from all supporters and attackers, by the \
         semantics {}. The weight of a relation, from 0 to 1, says how much of the supporter’s or attacker’s strength counts. A considered objection is one that the persona raises against its own \
         thesis in order to answer it. The persona does not claim it here, even if its texts grant it.",
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
    Tab { title: (&root.persona).into(), blocks: vec![Block::Panels(history.branches(&diagram))] }
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
    let caption = "All statements of the merged graph: first those about cruxes, then the others, each group sorted by the difference. Each number \
        is τ: how plausible the persona finds the statement by itself. ≈ marks an estimate for a statement that the persona did not make: it \
        was made at the end, and it replaces the judge’s score only in this table. An estimate is rough; what the persona grants in its \
        own words counts for more. A difference alone does not make a crux: a crux is a disputed question on which theses depend.";
    let mut columns = vec![Column::words("Statement")];
    for root in &belief.roots {
        columns.push(Column::numbers("τ").under(&root.persona));
    }
    columns.extend([Column::numbers("Difference in τ"), Column::words("Crux")]);
    let mut nodes: Vec<&Shared> = belief.community.nodes.iter().collect();
    nodes.sort_by(|a, b| {
        let of_crux = |shared| crux_of(history, shared).is_none();
        let by_spread = b.spread.value().total_cmp(&a.spread.value());
        of_crux(a).cmp(&of_crux(b)).then(by_spread).then(a.node.cmp(&b.node))
    });
    let rows = nodes.into_iter().map(|shared| row(history, belief, shared)).collect();
    Tab {
        title: "Differences".into(),
        blocks: vec![Block::Table(Table { caption: caption.into(), columns, rows })],
    }
}

fn row(history: &History<'_>, belief: &OutcomeDetail, shared: &Shared) -> Vec<Text> {
    let text = history.node(shared.node).map_or("", |node| node.text.as_str());
    let said =
        if is_objection(history, shared) { "{}, considered as an objection: {}" } else { "{} {}" };
    let mut row = vec![Text::of(said, [members(shared), text.into()])];
    for root in &belief.roots {
        row.push(match of_persona(shared, &root.persona) {
            Some(view) if is_own(history, shared, &root.persona) => view.base_score.into(),
            Some(view) => Text::of("≈ {}", [view.base_score.into()]),
            None => "–".into(),
        });
    }
    let crux = crux_of(history, shared);
    row.extend([
        Inline::Score(shared.spread.value()).into(),
        crux.map_or_else(|| "–".into(), Text::from),
    ]);
    row
}

fn sentences(history: &History<'_>, belief: &OutcomeDetail) -> Section {
    let lead = "Each statement appears once, below the statement that it supports or attacks. τ and σ are those at the end.";
    Section::new("outline", "The same graphs in sentences", lead.into())
        .with(Block::Outline(history.outline(Text::default())))
        .with(Block::Outline(merged::outline(history, belief)))
}

/// The facts from which personas draw opposite conclusions; nothing where there are none.
fn inferences(history: &History<'_>, belief: &OutcomeDetail) -> Option<Section> {
    let lead = "These personas accept the same statement and draw opposite conclusions from it. They do not dispute the \
        statement. They dispute what follows from it.";
    let personas = |personas: &[PersonaId]| Text::joined(personas.iter().map(Text::from), ", ");
    let row = |inference: &Inference| {
        let text = history.node(inference.node).map_or("", |node| node.text.as_str());
        let statement = Text::of("{} {}", [inference.node.into(), text.into()]);
        vec![statement, personas(&inference.yes), personas(&inference.no)]
    };
    let columns = vec![
        Column::words("Statement that they accept"),
        Column::words("A reason for yes, to"),
        Column::words("A reason for no, to"),
    ];
    let rows = belief.inferences.iter().map(row).collect();
    let table = Table { caption: Text::default(), columns, rows };
    let section = Section::new("inferences", "Same statement, opposite conclusions", lead.into());
    section.with_rows(table)
}

/// Whether a persona made a statement itself, so that its score of it is not an estimate.
fn is_own(history: &History<'_>, shared: &Shared, persona: &PersonaId) -> bool {
    let mut members = shared.members.iter().filter_map(|&member| history.node(member));
    members.any(|node| node.is_by(persona))
}

fn of_persona<'s>(shared: &'s Shared, persona: &PersonaId) -> Option<&'s View> {
    shared.views.iter().find(|view| view.persona == *persona)
}

fn semantics(belief: &OutcomeDetail) -> String {
    Gradual::from_name(&belief.semantics)
        .map_or_else(|| belief.semantics.clone(), |gradual| gradual.title().to_owned())
}
