//! The cruxes of a graph that was changed, beside those of the graph as it was.

use std::collections::{BTreeMap, BTreeSet};

use super::super::display::{is_named, name};
use super::super::grid::{Cell, Grid};
use super::super::strengths::has_scores;
use crate::argue::Preferred;
use crate::dependence::IssueStatus;
use crate::graph::{Graph, Node, NodeKind, Operation};
use crate::mode::issues::{Case, DisputedIssue, Issues};
use crate::mode::tenable::Tenable;
use crate::record::{Crux, FoundBy, Outcome};
use crate::view::number;
use crate::vocabulary::{
    Axis, AxisId, Contract, Disagreement, Leaning, NodeId, Persona, PersonaId, Probability, Side,
    Strength, Topic, TopicId,
};

/// Why nothing can be said about the cruxes of a changed graph.
pub(super) const NOT_REPRODUCED: &str = "which cruxes would move is not known: those of this debate do not follow from its final graph alone";
/// Why nothing can be said about the cruxes of a graph from which a thesis was removed.
const NO_THESIS: &str = "without a thesis nothing is known to depend on the answers of its persona, so no crux is computed; \
                         `answers` and `without_answer` change what a thesis rests on";
/// Loads and strengths that differ by less are the same.
const ROUNDING: f64 = 1e-9;

/// How a mode computes what an issue carries.
#[derive(Debug, Clone, Copy)]
enum Rule {
    /// By what can be defended in the framework of attacks.
    Tenable,
    /// By the reasons alone.
    Structure,
}

/// The issues of all graphs of a debate, as far as a store knows them.
#[derive(Debug, Clone)]
pub(super) struct Setting<'d> {
    outcome: &'d Outcome,
    topic: Topic,
    personas: Vec<Persona>,
}

impl<'d> Setting<'d> {
    pub(super) fn of(
        outcome: &'d Outcome,
        graph: &Graph,
        topic: &str,
        personas: &[String],
    ) -> Self {
        let personas = personas.iter().filter_map(|id| PersonaId::new(id).ok());
        Self {
            outcome,
            topic: known_topic(outcome, graph, topic),
            personas: personas.map(persona).collect(),
        }
    }

    /// The persona of this id, or of this name.
    pub(super) fn persona(&self, wanted: &str) -> Option<&PersonaId> {
        self.personas.iter().map(|persona| &persona.id).find(|id| is_named(id.as_str(), wanted))
    }

    pub(super) fn persona_names(&self) -> Vec<String> {
        self.personas.iter().map(|persona| persona.id.to_string()).collect()
    }

    /// The issue of this name.
    pub(super) fn axis(&self, wanted: &str) -> Option<&AxisId> {
        self.topic.axes.iter().map(|axis| &axis.id).find(|id| id.as_str() == wanted)
    }

    pub(super) fn axis_names(&self) -> Vec<String> {
        self.topic.axes.iter().map(|axis| axis.id.to_string()).collect()
    }

    /// The side that a persona takes on an issue.
    pub(super) fn side(&self, graph: &Graph, persona: &PersonaId, axis: &AxisId) -> Option<Side> {
        let issues = Issues::of(graph, &self.topic, &self.personas);
        issues.case(persona)?.sides.get(axis).copied()
    }

    /// The personas that take this side of an issue, each with the issue.
    pub(super) fn holders(
        &self,
        graph: &Graph,
        axis: &AxisId,
        side: Side,
    ) -> Vec<(PersonaId, AxisId)> {
        let issues = Issues::of(graph, &self.topic, &self.personas);
        let holds = |case: &&Case<'_>| case.sides.get(axis) == Some(&side);
        let holders = issues.cases.iter().filter(holds);
        holders.map(|case| (case.persona.id.clone(), axis.clone())).collect()
    }

    /// Lets a persona answer an issue otherwise, or not at all: its arguments for its answer are
    /// removed, with what rests on them, and it takes the new side, or none, without an argument.
    pub(super) fn answer(
        &self,
        graph: &mut Graph,
        persona: &PersonaId,
        axis: &AxisId,
        side: Option<Side>,
    ) {
        let issues = Issues::of(graph, &self.topic, &self.personas);
        let Some(case) = issues.case(persona) else { return };
        let given = case.sides.get(axis).copied();
        let gone = if given == side { BTreeSet::new() } else { issues.gone(case, axis) };
        let scored = has_scores(graph);
        for node in gone {
            graph.apply(&Operation::RemoveNode(node)).expect("the graph has the node");
        }
        if given == side {
            return;
        }
        let last = graph.nodes().map(|node| node.id.number()).max().unwrap_or(0);
        let node = Node::new(NodeId::new(last + 1), NodeKind::Position, self.question(axis));
        let node = node.by(persona, Some(axis.clone()), side);
        let base_score = scored.then(|| Strength::new(1.0).expect("1 is a strength"));
        let added = Operation::AddNode(Box::new(Node { base_score, ..node }));
        graph.apply(&added).expect("no node has this id");
    }

    /// The cruxes before and after a change: a row for each that there is before or after.
    ///
    /// # Errors
    /// Where a thesis was removed, or no rule of the modes reproduces, from the graph before, the
    /// cruxes that the debate came to.
    pub(super) fn compared(
        &self,
        [before, after]: [&Graph; 2],
        has_framework: bool,
    ) -> Result<Grid, &'static str> {
        let theses =
            |graph: &Graph| graph.nodes().filter(|node| node.kind == NodeKind::Thesis).count();
        if theses(after) < theses(before) {
            return Err(NO_THESIS);
        }
        let reproduced = |rule| {
            let found = self.found(before, rule);
            self.is_recorded(&found).then_some((rule, found))
        };
        let mut rules = has_framework.then_some(Rule::Tenable).into_iter().chain([Rule::Structure]);
        let (rule, found) = rules.find_map(reproduced).ok_or(NOT_REPRODUCED)?;
        let changed = self.found(after, rule);
        Ok(self.table(&Issues::of(after, &self.topic, &self.personas), &found, &changed))
    }

    /// The cruxes of a graph.
    fn found<'g>(&'g self, graph: &'g Graph, rule: Rule) -> Vec<DisputedIssue<'g>> {
        let issues = Issues::of(graph, &self.topic, &self.personas);
        let mut disputed = match rule {
            Rule::Tenable => {
                let projection = graph.to_framework();
                let preferred = Preferred::of(&projection.framework);
                let tenable = Tenable::of(graph, &projection, &preferred);
                issues.disputed(|case, issue| tenable.load(&issues, case, issue))
            }
            Rule::Structure => issues.disputed(|case, issue| case.dependence.load(issue)),
        };
        disputed.retain(|issue| issue.status != IssueStatus::Idle);
        disputed
    }

    /// Whether these are the cruxes that the debate came to.
    fn is_recorded(&self, found: &[DisputedIssue<'_>]) -> bool {
        let same = |one: Option<Probability>, other: Option<Probability>| match (one, other) {
            (Some(one), Some(other)) => (one.value() - other.value()).abs() < ROUNDING,
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        let is_found = |crux: &Crux| {
            let status = match crux.found {
                FoundBy::Load => IssueStatus::Crux,
                FoundBy::LoadUnknown => IssueStatus::LoadUnknown,
                FoundBy::Proposed => return false,
            };
            let Some(found) = crux.axis.as_ref().and_then(|axis| on(found, axis)) else {
                return false;
            };
            found.status == status
                && found.positions.len() == crux.positions.len()
                && found.positions.iter().zip(&crux.positions).all(|(found, held)| {
                    found.persona == held.persona
                        && held.side == Some(found.side)
                        && same(found.load, held.load)
                })
        };
        let cruxes = &self.outcome.cruxes;
        cruxes.len() == found.len() && cruxes.iter().all(is_found)
    }

    fn question(&self, axis: &AxisId) -> String {
        let known = self.topic.axes.iter().find(|known| known.id == *axis);
        known.map_or_else(|| axis.to_string(), |axis| axis.question.clone())
    }

    fn table(
        &self,
        changed: &Issues<'_>,
        before: &[DisputedIssue<'_>],
        after: &[DisputedIssue<'_>],
    ) -> Grid {
        let names: Vec<String> =
            self.personas.iter().map(|persona| name(persona.id.as_str())).collect();
        let titles = ["crux", "change", "#score before", "#after"].into_iter();
        let mut grid = Grid::new(titles.chain(names.iter().map(String::as_str)));
        let score = |found: Option<&DisputedIssue<'_>>| match found {
            Some(found) if found.status == IssueStatus::LoadUnknown => "?".into(),
            Some(found) => Cell::number(found.score.value(), number::score),
            None => "–".into(),
        };
        let (mut remain, mut appear, mut vanish) = (0, 0, 0);
        for axis in &self.topic.axes {
            let (old, new) = (on(before, &axis.id), on(after, &axis.id));
            let change = match (old, new) {
                (None, None) => continue,
                (Some(_), Some(_)) => {
                    remain += 1;
                    "remains".to_owned()
                }
                (None, Some(_)) => {
                    appear += 1;
                    "appears".to_owned()
                }
                (Some(_), None) => {
                    vanish += 1;
                    format!("vanishes: {}", why_no_crux(changed, &axis.id))
                }
            };
            let row = [axis.question.as_str().into(), change.into(), score(old), score(new)];
            let answers = self.personas.iter().map(|it| answer_with_load(&it.id, [old, new]));
            grid.push(row.into_iter().chain(answers.map(Cell::from)));
        }
        grid.noted(format!(
            "Beside each answer is its load: the share of the reasons of the thesis that depends on it. {remain} {}, {appear} {}, {vanish} {}.",
            if remain == 1 { "crux remains" } else { "cruxes remain" },
            if appear == 1 { "appears" } else { "appear" },
            if vanish == 1 { "vanishes" } else { "vanish" },
        ))
    }
}

/// The crux on an issue.
fn on<'i, 't>(found: &'i [DisputedIssue<'t>], axis: &AxisId) -> Option<&'i DisputedIssue<'t>> {
    found.iter().find(|issue| issue.axis.id == *axis)
}

/// Why an issue is not a crux of a graph.
fn why_no_crux(issues: &Issues<'_>, axis: &AxisId) -> &'static str {
    let sides = issues.cases.iter().filter_map(|case| case.sides.get(axis));
    let sides: BTreeSet<&Side> = sides.collect();
    match sides.len() {
        0 => "no persona answers it",
        1 => "no persona answers it differently",
        _ => "on one side nothing depends on it",
    }
}

/// The answer of a persona with its load, before and after.
fn answer_with_load(persona: &PersonaId, found: [Option<&DisputedIssue<'_>>; 2]) -> String {
    let held = |found: Option<&DisputedIssue<'_>>| {
        let mut positions = found?.positions.iter();
        let held = positions.find(|held| held.persona == *persona)?;
        let load = held.load.map_or_else(|| "?".to_owned(), |load| number::score(load.value()));
        Some(format!("{} {load}", held.side.word()))
    };
    let [before, after] = found.map(|found| held(found).unwrap_or_else(|| "–".to_owned()));
    if before == after { before } else { format!("{before} → {after}") }
}

/// The topic with the issues that an outcome names and that a graph is about: cruxes first.
fn known_topic(outcome: &Outcome, graph: &Graph, topic: &str) -> Topic {
    let mut axes: Vec<Axis> = Vec::new();
    let mut add = |id: &AxisId, question: &str| {
        if axes.iter().all(|known| known.id != *id) {
            axes.push(axis(id, question));
        }
    };
    for crux in &outcome.cruxes {
        if let Some(id) = &crux.axis {
            add(id, &crux.question);
        }
    }
    for idle in &outcome.idle_disputes {
        add(&idle.axis, &idle.question);
    }
    for agreed in &outcome.common_ground.questions {
        add(&agreed.axis, &agreed.question);
    }
    for node in graph.nodes() {
        let asserted = node.detail.asserts.iter().map(|asserted| &asserted.asserts.axis);
        for id in node.axis.iter().chain(asserted) {
            add(id, id.as_str());
        }
    }
    for agreed in &outcome.common_ground.questions {
        let known = axes.iter_mut().find(|axis| axis.id == agreed.axis);
        if let Some(axis) = known {
            let sentence = match agreed.side {
                Side::Yes => &mut axis.yes,
                Side::No => &mut axis.no,
            };
            sentence.clone_from(&agreed.proposition);
        }
    }
    Topic {
        id: TopicId::new(topic).unwrap_or_else(|_| TopicId::new("topic").expect("it is an id")),
        title: String::new(),
        question: String::new(),
        yes: String::new(),
        no: String::new(),
        background: String::new(),
        axes,
        passages: Vec::new(),
        observers: Vec::new(),
    }
}

/// An issue of which only the question is known.
fn axis(id: &AxisId, question: &str) -> Axis {
    Axis {
        id: id.clone(),
        title: String::new(),
        question: question.to_owned(),
        yes: String::new(),
        no: String::new(),
        kind: Disagreement::Claim,
        keywords: Vec::new(),
        settles: String::new(),
        favours: None,
    }
}

/// A persona of which only the name is known: its part in the graph says the rest.
fn persona(id: PersonaId) -> Persona {
    let leaning = || Leaning {
        text: String::new(),
        level: Probability::new(0.5).expect("it is a probability"),
    };
    let contract = Contract {
        name: name(id.as_str()),
        summary: String::new(),
        identity: String::new(),
        thinking: String::new(),
        epistemology: String::new(),
        horizon: String::new(),
        evidence_policy: String::new(),
        voice: String::new(),
        stakes: leaning(),
        openness: leaning(),
        flips: Vec::new(),
    };
    Persona { id, contract, corpora: BTreeMap::new() }
}
