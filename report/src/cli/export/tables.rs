//! The debates of an experiment as tables: one row for each debate, node, edge, position on a crux
//! or on another dispute, agreed point and condition that a persona named in a debate.

use faultline::graph::{Edge, Graph, Node};
use faultline::record::{CommonGround, IdleDispute, Outcome, Position};
use faultline::vocabulary::{PersonaId, Probability, Strength};
use serde::Serialize;

use crate::csv_table::CsvTable;
use crate::site::Debate;

/// The columns of a node, after its debate.
pub(super) const NODE: [&str; 11] = [
    "id", "kind", "text", "author", "round", "axis", "side", "base_score", "strength", "label",
    "endorsed_by",
];
/// The columns of an edge, after its debate.
pub(super) const EDGE: [&str; 7] =
    ["id", "from", "to", "relation", "component", "weight", "confidence"];
const DEBATE: [&str; 11] = [
    "debate", "topic", "mode", "label", "control", "personas", "replicate", "seed", "stop",
    "regime", "cruxes",
];
const CRUX: [&str; 7] = ["debate", "rank", "axis", "question", "found", "kind", "score"];
const DISPUTE: [&str; 5] = ["debate", "axis", "question", "in_words_only", "load_unknown"];
/// The columns of a position, after those of its question.
const POSITION: [&str; 8] =
    ["persona", "side", "load", "says", "text", "thesis_reason", "would_change_if", "then"];
const AGREED: [&str; 5] = ["debate", "how", "node", "text", "personas"];
const CONDITION: [&str; 6] = ["debate", "persona", "axis", "when", "then", "changes"];

/// The fields of a node in the order of [`NODE`]; empty where it has none.
pub(super) fn node_fields(node: &Node) -> [String; NODE.len()] {
    let endorsed_by: Vec<&str> = node.endorsed_by.iter().map(PersonaId::as_str).collect();
    [
        node.id.to_string(),
        word(&node.kind),
        node.text.clone(),
        shown(node.author.as_ref()),
        node.round.to_string(),
        shown(node.axis.as_ref()),
        optional_word(node.side.as_ref()),
        shown(node.base_score.map(Strength::value)),
        shown(node.strength.map(Strength::value)),
        optional_word(node.label.as_ref()),
        endorsed_by.join(" "),
    ]
}

/// The fields of an edge in the order of [`EDGE`]; empty where it has none.
pub(super) fn edge_fields(edge: &Edge) -> [String; EDGE.len()] {
    [
        edge.id.to_string(),
        edge.from.to_string(),
        edge.to.to_string(),
        word(&edge.relation),
        optional_word(edge.component.as_ref()),
        shown(edge.weight.map(Strength::value)),
        shown(edge.confidence.map(Probability::value)),
    ]
}

/// The fields of a position in the order of [`POSITION`]; empty where it has none.
fn position_fields(held: &Position) -> [String; POSITION.len()] {
    let says = match (held.is_decisive, held.is_declared_idle) {
        (true, _) => "decisive",
        (false, true) => "idle",
        (false, false) => "",
    };
    [
        held.persona.to_string(),
        optional_word(held.side.as_ref()),
        shown(held.load.map(Probability::value)),
        says.to_owned(),
        held.text.clone(),
        shown(held.thesis_reason.as_ref()),
        shown(held.flip.as_ref().map(|flip| &flip.when)),
        shown(held.flip.as_ref().map(|flip| &flip.then)),
    ]
}

/// The tables.
pub(super) struct Tables {
    debates: CsvTable,
    nodes: CsvTable,
    edges: CsvTable,
    cruxes: CsvTable,
    disputes: CsvTable,
    agreed: CsvTable,
    conditions: CsvTable,
}

impl Tables {
    pub(super) fn new() -> Self {
        let of_debate = |columns: &[&'static str]| CsvTable::new(&[&["debate"], columns].concat());
        Self {
            debates: CsvTable::new(&DEBATE),
            nodes: of_debate(&NODE),
            edges: of_debate(&EDGE),
            cruxes: CsvTable::new(&[&CRUX[..], &POSITION].concat()),
            disputes: CsvTable::new(&[&DISPUTE[..], &POSITION].concat()),
            agreed: CsvTable::new(&AGREED),
            conditions: CsvTable::new(&CONDITION),
        }
    }

    /// Adds a debate with its final graph.
    pub(super) fn add(&mut self, debate: &Debate, graph: &Graph, outcome: &Outcome) {
        let cell = || std::iter::once(debate.cell.clone());
        let personas: Vec<&str> = debate.personas.iter().map(PersonaId::as_str).collect();
        self.debates.push([
            debate.cell.clone(),
            debate.topic.to_string(),
            debate.mode.name().to_string(),
            debate.label.clone(),
            optional_word(debate.mode.control().as_ref()),
            personas.join(" "),
            debate.replicate.to_string(),
            debate.seed.0.to_string(),
            word(&outcome.stop.reason),
            word(&outcome.regime),
            outcome.cruxes.len().to_string(),
        ]);
        for node in graph.nodes() {
            self.nodes.push(cell().chain(node_fields(node)));
        }
        for edge in graph.edges() {
            self.edges.push(cell().chain(edge_fields(edge)));
        }
        for (crux, rank) in outcome.cruxes.iter().zip(1..) {
            let crux_fields = [
                debate.cell.clone(),
                i32::to_string(&rank),
                shown(crux.axis.as_ref()),
                crux.question.clone(),
                word(&crux.found),
                word(&crux.kind),
                crux.score.value.value().to_string(),
            ];
            for held in &crux.positions {
                self.cruxes.push(crux_fields.iter().cloned().chain(position_fields(held)));
            }
        }
        for idle in &outcome.idle_disputes {
            let IdleDispute { axis, question, is_verbal, is_load_unknown, positions } = idle;
            for held in positions {
                let fields = [axis.to_string(), question.clone(), is_verbal.to_string()];
                let fields = cell().chain(fields).chain([is_load_unknown.to_string()]);
                self.disputes.push(fields.chain(position_fields(held)));
            }
        }
        self.add_agreed(debate, &outcome.common_ground);
        for thesis in &outcome.theses {
            for flip in &thesis.flips {
                let (persona, axis) = (thesis.persona.to_string(), shown(flip.axis.as_ref()));
                let (when, then) = (flip.when.clone(), flip.then.clone());
                self.conditions.push(cell().chain([
                    persona,
                    axis,
                    when,
                    then,
                    word(&flip.changes),
                ]));
            }
        }
    }

    /// Adds what several personas say, and the questions that they answer alike.
    fn add_agreed(&mut self, debate: &Debate, ground: &CommonGround) {
        let joined = |ids: Vec<&PersonaId>| {
            ids.into_iter().map(PersonaId::as_str).collect::<Vec<_>>().join(" ")
        };
        for agreed in &ground.agreed {
            let (node, text) = (agreed.node.to_string(), agreed.text.clone());
            let by = joined(agreed.endorsed_by.iter().collect());
            self.agreed.push([debate.cell.clone(), "point".to_owned(), node, text, by]);
        }
        for agreed in &ground.questions {
            let by = joined(agreed.answers.iter().map(|answer| &answer.persona).collect());
            let (how, node, text) =
                ("answer".to_owned(), String::new(), agreed.proposition.clone());
            self.agreed.push([debate.cell.clone(), how, node, text, by]);
        }
    }

    /// The files by name.
    pub(super) fn finish(self) -> [(&'static str, String); 7] {
        [
            ("debates.csv", self.debates.finish()),
            ("nodes.csv", self.nodes.finish()),
            ("edges.csv", self.edges.finish()),
            ("cruxes.csv", self.cruxes.finish()),
            ("disputes.csv", self.disputes.finish()),
            ("agreed.csv", self.agreed.finish()),
            ("conditions.csv", self.conditions.finish()),
        ]
    }
}

/// The word that stands for a value in the formats of the store.
fn word(value: &impl Serialize) -> String {
    let written = serde_json::to_value(value).expect("a word can be written as JSON");
    written.as_str().map_or_else(|| written.to_string(), str::to_owned)
}

fn optional_word(value: Option<&impl Serialize>) -> String {
    value.map_or_else(String::new, word)
}

fn shown(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
