//! What each thesis rests on, question by question.

use std::collections::{BTreeMap, BTreeSet};

use super::debate::Debate;
use super::display::name;
use super::drawing::Drawing;
use super::grid::{Cell, Grid};
use crate::draw::{self, Direction, Edge, Node, Options, Relation, Style, View};
use crate::record::{FoundBy, Position};
use crate::view::{initials, number};
use crate::vocabulary::{AxisId, PersonaId, Probability, Side};

/// A question on which personas disagree.
#[derive(Debug, Clone, Copy)]
struct Disputed<'d> {
    question: &'d str,
    axis: Option<&'d AxisId>,
    positions: &'d [Position],
    /// How the crux was found; none for a question that is not a crux.
    found: Option<FoundBy>,
}

impl Debate {
    /// The questions on which the personas disagree and not only in words: cruxes first.
    fn disputed(&self) -> impl Iterator<Item = Disputed<'_>> {
        let outcome = self.outcome();
        let cruxes = outcome.cruxes.iter().map(|crux| Disputed {
            question: &crux.question,
            axis: crux.axis.as_ref(),
            positions: &crux.positions,
            found: Some(crux.found),
        });
        let idle = outcome.idle_disputes.iter().filter(|idle| !idle.is_verbal);
        let idle = idle.map(|idle| Disputed {
            question: &idle.question,
            axis: Some(&idle.axis),
            positions: &idle.positions,
            found: None,
        });
        cruxes.chain(idle)
    }

    /// What each thesis rests on: for every question on which the personas disagree each answer,
    /// its load (the share of the reasons of the thesis that would be lost with the answer), and
    /// the reason of the thesis that gives it. The axis names the question for
    /// [`WhatIf`](super::WhatIf).
    pub fn dependence(&self) -> Grid {
        let mut grid =
            Grid::new(["question", "axis", "by", "answer", "#load", "reason for the thesis"]);
        for Disputed { question, axis, positions, .. } in self.disputed() {
            for held in positions {
                let load = held.load.map(|load| Cell::number(load.value(), number::score));
                grid.push([
                    question.into(),
                    axis.map_or("–", AxisId::as_str).into(),
                    name(held.persona.as_str()).into(),
                    held.side.map_or("", Side::word).into(),
                    load.unwrap_or_else(|| "?".into()),
                    held.thesis_reason.as_deref().unwrap_or("–").into(),
                ]);
            }
        }
        grid.noted("?: it is not known whether the thesis rests on the question.")
    }

    /// What each thesis rests on, as a drawing: a line leads from each question to the thesis that
    /// rests on it, with the answer of the persona and its load, or to the question by way of which
    /// the thesis rests on it. The wider a line, the greater is the load. A question with lines for
    /// both answers is a crux; a grey line with `?` says that the load is not known.
    pub fn dependence_graph(&self) -> Drawing {
        let mut graph = Lines::of(self);
        for Disputed { question, found, .. } in self.disputed() {
            graph.question(question, found);
        }
        for Disputed { question, positions, .. } in self.disputed() {
            for held in positions {
                graph.rests(question, held);
            }
        }
        graph.join();
        graph.mark_unused();
        let title = format!("What each thesis rests on: {}", self.title());
        let drawn = draw::Diagram::new(title.as_str(), Direction::Fit, graph.nodes, graph.edges)
            .expect("each line ends at a thesis or at a question")
            .described("Lines lead from questions to the theses that rest on them.");
        let layout = draw::layout(&drawn);
        let prefix = format!("fl-{}-rests", self.cell());
        let options = Options { prefix, view: View::Whole, style: Style::Embedded };
        Drawing::new(&title, draw::svg(&drawn, &layout, &options), self.dependence())
    }
}

/// Boxes for theses and questions, and the lines between them.
#[derive(Debug)]
struct Lines {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The key of the box of each thesis.
    theses: BTreeMap<PersonaId, String>,
    /// The key of the box of each question.
    questions: BTreeMap<String, String>,
    initials: BTreeMap<String, String>,
    /// The questions from which a line of a persona leads on, each with the persona.
    answered: BTreeSet<(String, PersonaId)>,
    /// The questions to which a line of a persona leads.
    between: BTreeSet<(String, PersonaId)>,
}

impl Lines {
    fn of(debate: &Debate) -> Self {
        let personas = &debate.planned.personas;
        let short = initials(personas.iter().map(String::as_str));
        let mut lines = Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            theses: BTreeMap::new(),
            questions: BTreeMap::new(),
            initials: personas.iter().cloned().zip(short).collect(),
            answered: BTreeSet::new(),
            between: BTreeSet::new(),
        };
        for thesis in &debate.outcome().theses {
            let key = format!("thesis-{}", thesis.persona);
            let seat = personas.iter().position(|id| id == thesis.persona.as_str());
            lines.nodes.push(Node {
                title: format!(
                    "{} ({})",
                    name(thesis.persona.as_str()),
                    lines.short(&thesis.persona)
                ),
                caption: thesis.side.word().to_owned(),
                classes: seat.map(|seat| format!("p{}", seat % 8)).into_iter().collect(),
                ..Node::new(key.clone(), thesis.text.clone())
            });
            lines.theses.insert(thesis.persona.clone(), key);
        }
        lines
    }

    /// The box of a question, which is added where there is none.
    fn question(&mut self, question: &str, found: Option<FoundBy>) -> String {
        if let Some(known) = self.questions.get(question) {
            return known.clone();
        }
        let key = format!("question-{}", self.questions.len() + 1);
        let title = match found {
            Some(FoundBy::Load) => "crux",
            Some(FoundBy::LoadUnknown) => "crux of unknown importance",
            Some(FoundBy::Proposed) => "crux, named by an answer",
            None => "question",
        };
        let classes = found.map(|_| "crux".to_owned()).into_iter().collect();
        self.nodes.push(Node {
            title: title.to_owned(),
            classes,
            ..Node::new(key.clone(), question)
        });
        self.questions.insert(question.to_owned(), key.clone());
        key
    }

    /// The lines from a question to what rests on the answer of a persona; none where nothing does.
    fn rests(&mut self, question: &str, held: &Position) {
        let Some(thesis) = self.theses.get(&held.persona).cloned() else { return };
        let load = held.load.map(Probability::value);
        if load == Some(0.0) {
            return;
        }
        let from = self.question(question, None);
        let answer = held.side.map_or("", Side::word);
        let shown = load.map_or("?".to_owned(), number::score);
        let label = format!("{} {answer} {shown}", self.short(&held.persona));
        let relation = if load.is_some() { Relation::Support } else { Relation::Tie };
        let between: Vec<String> =
            held.by_way_of.iter().map(|between| self.question(between, None)).collect();
        self.answered.insert((from.clone(), held.persona.clone()));
        self.between.extend(between.iter().map(|key| (key.clone(), held.persona.clone())));
        let ends = if between.is_empty() { vec![thesis] } else { between };
        let lines = ends.into_iter().map(|to| Edge {
            label: label.clone(),
            weight: 1.0 + 4.0 * load.unwrap_or_default(),
            ..Edge::new(from.clone(), to, relation)
        });
        self.edges.extend(lines);
    }

    /// Adds the lines to theses from the questions between that are not disputed, whose load is not
    /// recorded.
    fn join(&mut self) {
        for (from, persona) in self.between.difference(&self.answered) {
            let Some(thesis) = self.theses.get(persona) else { continue };
            let label = self.short(persona).to_owned();
            let line = Edge { label, ..Edge::new(from.clone(), thesis.clone(), Relation::Support) };
            self.edges.push(line);
        }
    }

    /// The initials of a persona.
    fn short(&self, persona: &PersonaId) -> &str {
        self.initials.get(persona.as_str()).map_or("", String::as_str)
    }

    /// Says of the questions on which no thesis rests that this is so.
    fn mark_unused(&mut self) {
        for node in &mut self.nodes {
            let is_end = |edge: &Edge| edge.from == node.key || edge.to == node.key;
            if node.caption.is_empty() && !self.edges.iter().any(is_end) {
                "no thesis rests on it".clone_into(&mut node.caption);
            }
        }
    }
}
