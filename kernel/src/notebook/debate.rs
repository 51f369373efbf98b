//! One debate.

use serde::Deserialize;

use super::display::{is_named, name, shown};
use super::drawing::Drawing;
use super::error::NotebookError;
use super::grid::{Cell, Grid};
use super::json::Json;
use super::strengths::bipolar;
use super::transcript::Transcript;
use crate::argue::{Gradual, Sampling, Solver, attribute};
use crate::graph::{Graph, Node, NodeKind};
use crate::mode::Mode;
use crate::record::{FoundBy, Outcome, Snapshot};
use crate::store::Name;
use crate::view::{History, glossary, number};
use crate::vocabulary::Probability;

/// From how many orders Shapley values are estimated where too many statements matter to compute
/// them exactly.
const SAMPLING: Sampling = Sampling { permutations: 1000, seed: 1 };

/// What distinguishes a debate from the others of its run, as the manifest of the run says.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Planned {
    #[serde(rename = "id")]
    pub(super) cell: Name,
    pub(super) label: String,
    pub(super) personas: Vec<String>,
    pub(super) replicate: u32,
    pub(super) topic: String,
}

/// A finished debate.
#[derive(Debug, Clone)]
pub struct Debate {
    pub(super) planned: Planned,
    /// The mode with its parameters, where the run names it.
    pub(super) mode: Option<Mode>,
    pub(super) outcome: Outcome,
    pub(super) snapshots: Vec<Snapshot>,
}

impl Debate {
    /// The topic, the personas and the mode, in words.
    pub fn title(&self) -> String {
        let Planned { topic, label, replicate, personas, .. } = &self.planned;
        let personas: Vec<String> = personas.iter().map(|id| name(id)).collect();
        format!("{topic}, {}, {label}, replicate {replicate}", personas.join(" and "))
    }

    /// The id of its cell in the store. A debate by a protocol of the notebook is in no store, and
    /// has the name of the protocol and a number.
    pub fn cell(&self) -> &str {
        self.planned.cell.as_str()
    }

    /// Everything that the debate came to.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// What distinguishes the debate, and its outcome as the store keeps it, as JSON.
    pub fn json(&self) -> Json {
        let Planned { cell, label, personas, replicate, topic } = &self.planned;
        Json(serde_json::json!({
            "cell": cell.as_str(),
            "topic": topic,
            "mode": label,
            "personas": personas,
            "replicate": replicate,
            "outcome": self.outcome,
        }))
    }

    /// The state after each round, from the opening.
    pub fn snapshots(&self) -> &[Snapshot] {
        &self.snapshots
    }

    /// The graph at the end.
    pub fn final_graph(&self) -> &Graph {
        static EMPTY: Graph = Graph::EMPTY;
        self.snapshots.last().map_or(&EMPTY, |last| &last.graph)
    }

    pub(super) fn history(&self) -> History<'_> {
        History::new(&self.snapshots, &self.outcome)
    }

    /// How far the personas agree at the end.
    pub fn regime(&self) -> &'static str {
        glossary::regime(self.outcome.regime).word
    }

    /// The score of the crux with this question; in brackets where an answer only estimates it, and
    /// `?` where the load is not known.
    pub(super) fn score_of(&self, question: &str) -> Option<Cell> {
        let crux = self.outcome.cruxes.iter().find(|crux| crux.question == question)?;
        let score = crux.score.value.value();
        Some(match crux.found {
            FoundBy::Load => Cell::number(score, number::score),
            FoundBy::LoadUnknown => "?".into(),
            FoundBy::Proposed => format!("({})", number::score(score)).into(),
        })
    }

    /// What was said, in order.
    pub fn transcript(&self) -> Transcript {
        Transcript::of(&self.history())
    }

    /// The graph at the end, as a drawing.
    pub fn graph(&self) -> Drawing {
        self.drawn(self.snapshots.last().map_or(0, |last| last.round))
    }

    fn drawn(&self, round: u32) -> Drawing {
        let prefix = format!("fl-{}-{round}", self.cell());
        Drawing::of(&self.history(), &self.title(), &self.planned.personas, prefix, round)
    }

    /// The graph after a round, as a drawing; the opening is round 0.
    ///
    /// # Errors
    /// [`NotebookError::NoRound`] where the debate has no such round.
    pub fn graph_after(&self, round: u32) -> Result<Drawing, NotebookError> {
        self.after(round).map(|_| self.drawn(round))
    }

    /// The state after a round.
    pub(super) fn after(&self, round: u32) -> Result<&Snapshot, NotebookError> {
        let found = self.snapshots.iter().find(|snapshot| snapshot.round == round);
        found.ok_or_else(|| {
            let known = match (self.snapshots.first(), self.snapshots.last()) {
                (Some(first), Some(last)) => format!("rounds {} to {}", first.round, last.round),
                (None, _) | (_, None) => "none".to_owned(),
            };
            NotebookError::NoRound { wanted: round, known }
        })
    }

    /// Each persona's answer to the question of the topic. In modes that compute strengths: how
    /// strongly it answers yes.
    pub fn theses(&self) -> Grid {
        let theses = &self.outcome.theses;
        let has_strengths = theses.iter().any(|thesis| thesis.yes.is_some());
        let titles = ["persona", "answer", "thesis"].into_iter();
        let mut grid = Grid::new(titles.chain(has_strengths.then_some("#yes")));
        for thesis in theses {
            let words = [
                name(thesis.persona.as_str()).into(),
                thesis.side.word().into(),
                thesis.text.as_str().into(),
            ];
            let yes = thesis.yes.map(Probability::value);
            let yes = yes.map_or("–".into(), |yes| Cell::number(yes, number::score));
            grid.push(words.into_iter().chain(has_strengths.then_some(yes)));
        }
        grid
    }

    /// What at least two personas agree on.
    pub fn common_ground(&self) -> Grid {
        let mut grid = Grid::new(["agreed", "by"]);
        let ground = &self.outcome.common_ground;
        for agreement in &ground.agreed {
            let by: Vec<String> =
                agreement.endorsed_by.iter().map(|id| name(id.as_str())).collect();
            grid.push([agreement.text.clone(), by.join(", ")]);
        }
        for question in &ground.questions {
            let by: Vec<String> =
                question.answers.iter().map(|answer| name(answer.persona.as_str())).collect();
            grid.push([question.proposition.clone(), by.join(", ")]);
        }
        grid
    }

    /// How much each statement contributes to the strength of a persona's thesis, the most
    /// important first: the change of the strength if the statement is removed, and its Shapley
    /// value. Statements that cannot reach the thesis are left out.
    ///
    /// # Errors
    /// Where the debate has no such persona with a thesis, or the mode computes no strengths.
    pub fn attribution(&self, persona: &str, gradual: Gradual) -> Result<Grid, NotebookError> {
        let graph = self.final_graph();
        let bipolar = bipolar(graph)?;
        let nodes: Vec<&Node> = graph.nodes().collect();
        let is_thesis = |node: &&Node| {
            let is_by =
                node.author.as_ref().is_some_and(|author| is_named(author.as_str(), persona));
            node.kind == NodeKind::Thesis && is_by
        };
        let thesis = nodes.iter().position(is_thesis).ok_or_else(|| NotebookError::NoThesis {
            wanted: persona.to_owned(),
            known: self.planned.personas.clone(),
        })?;
        let found = attribute(&bipolar, gradual, thesis, SAMPLING, Solver::continuous());
        let found = found.map_err(|error| NotebookError::Attribution(error.to_string()))?;
        let (removal, shapley) = (&found.arguments.removal, &found.arguments.shapley);
        let moves = |at: usize| removal[at].value().filter(|change| *change != 0.0);
        let mut ranked: Vec<(usize, f64)> =
            (0..nodes.len()).filter_map(|at| Some((at, moves(at)?))).collect();
        ranked.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        let mut grid = Grid::new(["node", "by", "statement", "#contribution", "#Shapley value"]);
        for (at, change) in ranked {
            let node = nodes[at];
            let by = node.author.as_ref().map_or(String::new(), |author| name(author.as_str()));
            let signed = |value| Cell::number(value, number::signed);
            let value = shapley[at].value().map_or("–".into(), signed);
            let texts = [node.id.to_string(), by, node.text.clone()].map(Cell::from);
            grid.push(texts.into_iter().chain([signed(change), value]));
        }
        let strength = number::score(found.strength.value());
        Ok(grid.noted(format!(
            "Strength of the thesis of {} by {gradual}: {strength}.",
            name(persona)
        )))
    }

    pub(super) fn has_framework(&self) -> bool {
        self.snapshots.last().is_some_and(|last| last.semantics.is_some())
    }

    pub(super) fn html(&self) -> String {
        use super::display::escaped;
        let sentence = escaped(&self.outcome.regime_sentence);
        let title = escaped(&self.title());
        format!(
            "<p><b>{title}</b><br>{}: {sentence}</p>{}{}",
            self.regime(),
            self.theses().html(),
            self.cruxes().html()
        )
    }
}

impl std::fmt::Display for Debate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}\n{}: {}\n", self.title(), self.regime(), self.outcome.regime_sentence)?;
        write!(f, "{}\n{}", self.theses(), self.cruxes())
    }
}

shown!(Debate);
