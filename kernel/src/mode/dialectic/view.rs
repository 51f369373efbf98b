//! What only this mode shows: the map of the readings, the narrative, the open questions, and on
//! each crux card where it was met.

mod narrative;

use std::collections::BTreeSet;

use super::detail::{self, Reading, Stub, StubState};
use super::order::linearized;
use crate::graph::{Graph, NodeKind, Relation};
use crate::record::{Crux, DetailFault, ReadingKind};
use crate::view::{
    Arrangement, Block, Column, Diagram, Fact, History, Inline, Panel, Section, Subject, Table,
    Text,
};
use crate::vocabulary::NodeId;

/// The sections of a debate in this mode.
pub(in crate::mode) fn view(history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
    let readings = detail::readings(history.snapshots())?;
    let ended = detail::of_outcome(history.outcome())?;
    let mut sections: Vec<Section> = Vec::new();
    if !readings.is_empty() {
        let mut ordered: Vec<&Reading> = Vec::new();
        let graph = history.snapshots().last().map(|last| &last.graph);
        for node in graph.map(linearized).unwrap_or_default() {
            ordered.extend(readings.iter().find(|reading| reading.node == node));
        }
        sections.push(Section::about(
            Subject::Summary,
            "readings",
            vec![Block::Facts(vec![summary(&readings)])],
        ));
        sections.push(map(history, &ordered));
        sections.push(narrative::narrative(history, &ordered)?);
    }
    sections.extend(questions(&ended.stubs));
    sections.extend(refusals(&ended.refused));
    sections.push(claims(history));
    sections.extend(on_cards(history, &readings));
    Ok(sections)
}

/// How many readings ended in each way.
fn summary(readings: &[Reading]) -> Fact {
    let of = |kind: ReadingKind| readings.iter().filter(|reading| reading.kind == kind).count();
    let kinds = ReadingKind::ALL.into_iter().filter(|kind| of(*kind) > 0);
    let counted: Vec<String> = kinds.map(|kind| format!("{} {}", of(kind), kind.word())).collect();
    Fact { name: "readings".to_owned(), value: readings.len().into(), meaning: counted.join(", ") }
}

/// The readings and their relations as a drawing.
fn map(history: &History<'_>, ordered: &[&Reading]) -> Section {
    let lead = "Every debate as a box, with how it ended, and the relations between them. A branch is below the debate in which its \
        question arose.";
    let nodes: BTreeSet<NodeId> = ordered.iter().map(|reading| reading.node).collect();
    let mut diagram: Diagram = history.diagram("The readings", |node| nodes.contains(&node));
    diagram.nodes.sort_by_key(|node| {
        ordered.iter().position(|reading| reading.node == node.id).unwrap_or(usize::MAX)
    });
    for node in &mut diagram.nodes {
        if let Some(reading) = ordered.iter().find(|reading| reading.node == node.id) {
            node.text = format!("{} ({})", reading.label, reading.kind.word());
        }
    }
    let panel = Panel {
        title: "The readings".into(),
        marks: Vec::new(),
        notes: Vec::new(),
        is_open: true,
        arrangement: Arrangement::Layers,
        diagram,
        links: Vec::new(),
        beyond: None,
    };
    Section::new("drawing", "The map of the readings", lead.into()).with(Block::Panels(vec![panel]))
}

/// The questions that observers raised, with what became of them.
fn questions(stubs: &[Stub]) -> Option<Section> {
    let lead = "Every question that an observer raised with an urgency of at least 0.4. An open one can be taken up at a later passage.";
    let columns = vec![
        Column::words("Question"),
        Column::words("Raised by"),
        Column::words("Passage"),
        Column::numbers("Urgency"),
        Column::words("Why"),
        Column::words("State"),
    ];
    let row = |stub: &Stub| {
        let state = match stub.state {
            StubState::Stub => "open".into(),
            StubState::Explored(node) => Text::of("debated in {}", [node.into()]),
            StubState::Superseded(node) => Text::of("the question of {}", [node.into()]),
            StubState::WithoutReading => "open, after a debate without a reading".into(),
        };
        let flag = &stub.flag;
        vec![
            flag.question.clone().into(),
            flag.observer_name.clone().into(),
            flag.passage.to_string().into(),
            Inline::Score(flag.urgency.value()).into(),
            flag.rationale.clone().into(),
            state,
        ]
    };
    let rows = stubs.iter().map(row).collect();
    let table = Table { caption: Text::default(), columns, rows };
    let section = Section::new("questions", "The questions of the observers", lead.into());
    section.with_rows(table)
}

fn refusals(refused: &[String]) -> Option<Section> {
    let lead = "A requirement that would create a cycle, and a second relation of one pair, are not added.";
    let section = Section::new("refused", "Refused relations", lead.into());
    let lines = refused.iter().map(|why| Block::Prose(why.as_str().into()));
    (!refused.is_empty()).then(|| lines.fold(section, Section::with))
}

/// What the personas claimed, in sentences.
fn claims(history: &History<'_>) -> Section {
    let lead = "The theses and every claim that was made in a debate. What challenges or supports a claim is below it.";
    let outline = history.outline_of(Text::default(), |node| node.kind != NodeKind::Reading);
    Section::new("outline", "The claims in sentences", lead.into()).with(Block::Outline(outline))
}

/// On the card of a crux: the debates that met it as an impasse, and the contradictions between
/// such debates.
fn on_cards(history: &History<'_>, readings: &[Reading]) -> Vec<Section> {
    let graph = history.snapshots().last().map(|last| &last.graph);
    let met = |crux: &Crux| {
        let axis = crux.axis.as_ref()?;
        let disputes = |reading: &&Reading| reading.disputed.contains(axis);
        let about: Vec<&Reading> = readings.iter().filter(disputes).collect();
        let of_kind = |impasse: bool| {
            let some = about.iter().filter(|known| (known.kind == ReadingKind::Impasse) == impasse);
            Text::joined(some.map(|known| known.node.into()), ", ")
        };
        let edges = graph.into_iter().flat_map(Graph::edges);
        let is_about = |node| about.iter().any(|reading| reading.node == node);
        let contradictions = edges.filter(|edge| {
            edge.relation == Relation::Contradicts && (is_about(edge.from) || is_about(edge.to))
        });
        let contradictions = contradictions
            .map(|edge| Text::of("{} contradicts {}", [edge.from.into(), edge.to.into()]));
        let sentences = [
            ("They got stuck on it in {}.", of_kind(true)),
            ("They argued about it in {}.", of_kind(false)),
            ("Left as a contradiction: {}.", Text::joined(contradictions, ", ")),
        ];
        let texts = sentences.into_iter().filter(|(_, nodes)| !nodes.is_empty());
        let blocks: Vec<Block> =
            texts.map(|(sentence, nodes)| Block::Prose(Text::of(sentence, [nodes]))).collect();
        (!blocks.is_empty()).then(|| Section::about(Subject::Crux(crux.id), "met", blocks))
    };
    history.outcome().cruxes.iter().filter_map(met).collect()
}
