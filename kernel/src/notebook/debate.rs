//! One debate.

use super::cards::Cards;
use super::display::{name, shown, side};
use super::drawing::Drawing;
use super::error::NotebookError;
use super::grid::Grid;
use super::transcript::Transcript;
use super::what_if::WhatIf;
use crate::argue::{Semantics, accepted};
use crate::graph::Graph;
use crate::record::{Found, Outcome, Regime, Snapshot};
use crate::view::{History, number};
use crate::vocabulary::Probability;

/// A finished debate.
#[derive(Debug, Clone)]
pub struct Debate {
    pub(super) cell: String,
    pub(super) label: String,
    pub(super) personas: Vec<String>,
    pub(super) replicate: u32,
    pub(super) topic: String,
    pub(super) outcome: Outcome,
    pub(super) snapshots: Vec<Snapshot>,
}

impl Debate {
    /// The topic, the personas and the mode, in words.
    pub fn title(&self) -> String {
        let personas: Vec<String> = self.personas.iter().map(|id| name(id)).collect();
        let Self { topic, label, replicate, .. } = self;
        format!("{topic}, {}, {label}, replicate {replicate}", personas.join(" and "))
    }

    /// The id of its cell in the store.
    pub fn cell(&self) -> &str {
        &self.cell
    }

    /// Everything that the debate came to.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
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

    fn history(&self) -> History<'_> {
        History::new(&self.snapshots, &self.outcome)
    }

    /// How far the personas agree at the end.
    pub fn regime(&self) -> &'static str {
        match self.outcome.regime {
            Regime::Consensus => "consensus",
            Regime::OneSided => "one-sided",
            Regime::Partial => "partial agreement",
            Regime::Polarized => "polarized",
            Regime::Undetermined => "undetermined",
        }
    }

    /// The score of the crux with this question; in brackets where an answer only estimates it, and `?` where the load is not known.
    pub(super) fn score_of(&self, question: &str) -> Option<String> {
        let crux = self.outcome.cruxes.iter().find(|crux| crux.question == question)?;
        let score = number::score(crux.score.value.value());
        Some(match crux.found {
            Found::Load => score,
            Found::LoadUnknown => "?".to_owned(),
            Found::Proposed => format!("({score})"),
        })
    }

    /// The cruxes as cards.
    pub fn cruxes(&self) -> Cards {
        Cards::of(&self.outcome, self.final_graph())
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
        let prefix = format!("fl-{}-{round}", self.cell);
        Drawing::of(&self.history(), &self.title(), &self.personas, prefix, round)
    }

    /// The graph after a round, as a drawing; the opening is round 0.
    ///
    /// # Errors
    /// [`NotebookError::NoRound`] where the debate has no such round.
    pub fn graph_after(&self, round: u32) -> Result<Drawing, NotebookError> {
        if self.snapshots.iter().any(|snapshot| snapshot.round == round) {
            return Ok(self.drawn(round));
        }
        let known = match (self.snapshots.first(), self.snapshots.last()) {
            (Some(first), Some(last)) => format!("rounds {} to {}", first.round, last.round),
            (None, _) | (_, None) => "none".to_owned(),
        };
        Err(NotebookError::NoRound { wanted: round, known })
    }

    /// Each persona's answer to the question of the topic. In modes that compute strengths: how strongly it answers yes.
    pub fn theses(&self) -> Grid {
        let mut grid = Grid::new(["persona", "answer", "thesis", "#yes"]);
        for thesis in &self.outcome.theses {
            let yes = thesis.yes.map(Probability::value);
            grid.push([
                name(thesis.persona.as_str()),
                side(thesis.side).to_owned(),
                thesis.text.clone(),
                yes.map_or("–".to_owned(), number::score),
            ]);
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

    /// Which arguments of the final graph are accepted under a semantics of Dung: in all of its extensions, in some, or in none.
    ///
    /// # Errors
    /// [`NotebookError::NotComputed`] where the mode has no attacks between arguments to compute with.
    pub fn acceptance(&self, semantics: Semantics) -> Result<Grid, NotebookError> {
        if !self.has_framework() {
            return Err(NotebookError::NotComputed(
                "this mode has no framework of attacks; `what_if` recomputes strengths where it has them",
            ));
        }
        let projection = self.final_graph().to_framework();
        let found = accepted(&projection.framework, semantics);
        let mut grid = Grid::new(["node", "by", "statement", "extensions"]);
        for (argument, &id) in projection.nodes.iter().enumerate() {
            let Some(node) = self.final_graph().node(id) else { continue };
            let extensions = if found.skeptical.binary_search(&argument).is_ok() {
                "all"
            } else if found.credulous.binary_search(&argument).is_ok() {
                "some"
            } else {
                "none"
            };
            let by = node.author.as_ref().map_or(String::new(), |author| name(author.as_str()));
            grid.push([id.to_string(), by, node.text.clone(), extensions.to_owned()]);
        }
        Ok(grid.noted(format!("Semantics: {semantics}.")))
    }

    fn has_framework(&self) -> bool {
        self.snapshots.last().is_some_and(|last| last.semantics.is_some())
    }

    /// Starts a change of the final graph.
    pub fn what_if(&self) -> WhatIf<'_> {
        WhatIf::of(self.final_graph(), self.has_framework())
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
