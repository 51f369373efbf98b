//! Issues, positions, load and cruxes: computed from the final graph in the same way for every
//! mode. What makes an issue disputed, and a disputed issue a crux, is defined in [`IssueStatus`].
//!
//! A node *answers* an issue with a side, and *rests on* the sides of issues that its premises and
//! assumptions assert. A persona's *position* on an issue is the side that it takes there. An issue
//! is *disputed* where two personas take opposite positions. Its *load* for a persona is the share
//! of the support of the persona's thesis that is lost if the issue is answered against it. A
//! *crux* is a disputed issue that carries load for personas on both sides.

mod shared_points;

use std::collections::{BTreeMap, BTreeSet};

use crate::dependence::{Dependence, IssueStatus, mean_load};
use crate::graph::{Asserted, Declared, Detail, Graph, Node, NodeKind, Relation};
use crate::text::folded;
use crate::vocabulary::{
    Axis, AxisId, AxisSide, Component, Flip, NodeId, Persona, PersonaId, Probability, Side, Topic,
};

/// One persona's part in the graph.
pub(crate) struct Case<'a> {
    pub(crate) persona: &'a Persona,
    /// The root of its arguments, in modes that ask for one.
    pub(crate) thesis: Option<NodeId>,
    /// Its side of each issue on which it takes one.
    pub(crate) sides: BTreeMap<AxisId, Side>,
    /// The side of each issue on which it makes points that are common ground, or means the same as
    /// others by its answer. That is no position, but what it rests on may be disputed. Where it
    /// has a position too, the position counts.
    common: BTreeMap<AxisId, Side>,
    pub(crate) dependence: Dependence,
}

/// The position of a persona on a disputed issue.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct IssuePosition {
    pub(crate) persona: PersonaId,
    pub(crate) side: Side,
    /// Its arguments for this side, in the order of their ids.
    pub(crate) nodes: Vec<NodeId>,
    /// The load of the issue for the persona; `None` if its case does not say what the thesis
    /// rests on.
    pub(crate) load: Option<Probability>,
}

/// A disputed issue.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DisputedIssue<'a> {
    pub(crate) axis: &'a Axis,
    pub(crate) status: IssueStatus,
    /// The positions, in seat order.
    pub(crate) positions: Vec<IssuePosition>,
    /// The mean of the loads, where an unknown load counts as 0: what is known to depend on the
    /// issue.
    pub(crate) score: Probability,
}

impl DisputedIssue<'_> {
    /// Whether it may carry load on both sides, as far as is known.
    pub(crate) fn may_carry_load(&self) -> bool {
        status(&self.positions) != Some(IssueStatus::Idle)
    }

    /// The side that is left, where every argument for the other side is lost, and there were some.
    pub(crate) fn left(&self, is_left: impl Fn(NodeId) -> bool) -> Option<Side> {
        let fallen = |side: Side| {
            let on_side: Vec<&IssuePosition> =
                self.positions.iter().filter(|held| held.side == side).collect();
            let nodes = || on_side.iter().flat_map(|held| &held.nodes);
            on_side.iter().all(|held| !held.nodes.is_empty()) && nodes().all(|node| !is_left(*node))
        };
        match (fallen(Side::Yes), fallen(Side::No)) {
            (true, false) => Some(Side::No),
            (false, true) => Some(Side::Yes),
            (true, true) | (false, false) => None,
        }
    }
}

/// The issues of a graph.
pub(crate) struct Issues<'a> {
    pub(crate) graph: &'a Graph,
    /// The nodes that are common ground.
    shared: BTreeSet<NodeId>,
    pub(crate) topic: &'a Topic,
    pub(crate) cases: Vec<Case<'a>>,
}

impl<'a> Issues<'a> {
    /// Reads the cases of all personas from the graph.
    pub(crate) fn of(graph: &'a Graph, topic: &'a Topic, personas: &'a [Persona]) -> Self {
        let mut issues = Self { graph, shared: graph.shared(), topic, cases: Vec::new() };
        let mut cases: Vec<Case<'a>> =
            personas.iter().map(|persona| issues.read_case(persona)).collect();
        issues.drop_settled_by_shared_points(&mut cases);
        for case in &mut cases {
            case.dependence = issues.dependence(case);
        }
        issues.cases = cases;
        issues
    }

    /// Every disputed issue: cruxes first, then those of unknown load, then those without load;
    /// among these the highest score first, then declared double cruxes, otherwise in the order of
    /// the topic. `load` computes the load of an issue for a persona by the mode's semantics.
    pub(crate) fn disputed(
        &self,
        load: impl Fn(&Case<'a>, &AxisId) -> Option<Probability>,
    ) -> Vec<DisputedIssue<'a>> {
        let disputed = |axis: &'a Axis| {
            let held = |case: &Case<'a>| {
                let side = *case.sides.get(&axis.id)?;
                let nodes = self.own_nodes(case, &axis.id).collect();
                // The links alone decide whether a load is known, so that all modes agree.
                let is_known = case.dependence.knows_load(&axis.id);
                let load = if is_known { load(case, &axis.id) } else { None };
                Some(IssuePosition { persona: case.persona.id.clone(), side, nodes, load })
            };
            let mut positions: Vec<IssuePosition> = self.cases.iter().filter_map(held).collect();
            let status = status(&positions)?;
            let score = mean_load(positions.iter().map(|held| held.load));
            if status == IssueStatus::Idle {
                self.withhold_uncertain_loads(&axis.id, &mut positions);
            }
            Some(DisputedIssue { axis, status, positions, score })
        };
        let mut issues: Vec<DisputedIssue<'a>> =
            self.topic.axes.iter().filter_map(disputed).collect();
        issues.sort_by(|one, other| {
            let by_score = other.score.value().total_cmp(&one.score.value());
            let declared = |issue: &DisputedIssue<'_>| !self.is_declared(issue);
            let by_flips = || declared(one).cmp(&declared(other));
            one.status.cmp(&other.status).then(by_score).then_with(by_flips)
        });
        issues
    }

    /// Whether personas on both sides declare what would change their answers to it: a declared
    /// double crux.
    fn is_declared(&self, issue: &DisputedIssue<'_>) -> bool {
        [Side::Yes, Side::No].into_iter().all(|side| {
            let on_side = issue.positions.iter().filter(|held| held.side == side);
            let mut cases = on_side.filter_map(|held| self.case(&held.persona));
            cases.any(|case| self.flip_on(case, &issue.axis.id).is_some())
        })
    }

    /// The case of a persona.
    pub(crate) fn case(&self, persona: &PersonaId) -> Option<&Case<'a>> {
        self.cases.iter().find(|case| case.persona.id == *persona)
    }

    /// What would change the persona's mind on an issue: what its contract declares, or what its
    /// thesis says.
    pub(crate) fn flip_on(&self, case: &Case<'a>, issue: &AxisId) -> Option<&'a Flip> {
        let said = self.declared(case).into_iter().flat_map(|declared| &declared.flips);
        let mut said = said.filter(|flip| flip.axis.as_ref() == Some(issue));
        case.persona.contract.flip_on(issue).or_else(|| said.next())
    }

    /// What the author of a thesis says about what would change it.
    fn declared(&self, case: &Case<'a>) -> Option<&'a Declared> {
        Some(&self.graph.node(case.thesis?)?.detail.declared)
    }

    /// Removes every load of 0 where a reason of the persona's case could not be linked: that
    /// reason may rest on the issue, unless its author says that nothing does.
    fn withhold_uncertain_loads(&self, issue: &AxisId, positions: &mut [IssuePosition]) {
        for held in positions {
            let case = self.case(&held.persona);
            let is_uncertain = case.is_some_and(|case| case.dependence.may_rest_on(issue));
            held.load = held.load.filter(|load| load.value() > 0.0 || !is_uncertain);
        }
    }

    /// What the intervention «the issue is answered against the persona» removes: the persona's
    /// nodes on the issue and on every issue that is lost with it, and its nodes that rest on one
    /// of these. The thesis stays.
    pub(crate) fn gone(&self, case: &Case<'_>, issue: &AxisId) -> BTreeSet<NodeId> {
        let lost = case.dependence.lost_with(issue);
        let is_lost = |side: &AxisSide| lost.contains(&side.axis) && case.holds(side);
        let rests =
            |node: &Node| node.detail.asserts.iter().any(|asserted| is_lost(&asserted.asserts));
        let goes = |node: &&Node| node.answers().as_ref().is_some_and(is_lost) || rests(node);
        let own = self.own_arguments(&case.persona.id).filter(goes);
        let shared = self.common_ground(&case.persona.id);
        let shared = shared.filter(|node| node.answers().is_some_and(|answer| case.holds(&answer)));
        own.chain(shared.filter(|node| rests(node))).map(|node| node.id).collect()
    }

    /// The persona's arguments for its side of an issue.
    pub(crate) fn own_nodes(
        &self,
        case: &Case<'_>,
        issue: &AxisId,
    ) -> impl Iterator<Item = NodeId> {
        let side = case.sides.get(issue).map(|&side| AxisSide { axis: issue.clone(), side });
        let own = self.own_arguments(&case.persona.id);
        own.filter(move |node| side.is_some() && node.answers() == side).map(|node| node.id)
    }

    /// Whether the persona can hold its answer to an issue: one of its arguments for it is left, or
    /// it never had any.
    pub(crate) fn can_hold(
        &self,
        case: &Case<'_>,
        issue: &AxisId,
        is_left: impl Fn(NodeId) -> bool,
    ) -> bool {
        let mut nodes = self.own_nodes(case, issue).peekable();
        nodes.peek().is_none() || nodes.any(is_left)
    }

    /// The personas whose thesis rests on no answer that they can hold.
    pub(crate) fn without_support(&self, is_left: impl Fn(NodeId) -> bool) -> Vec<PersonaId> {
        let is_unsupported = |case: &&Case<'_>| {
            let holds = |issue: &AxisId| self.can_hold(case, issue, &is_left);
            case.thesis.is_some() && !case.dependence.has_reason(holds)
        };
        self.cases.iter().filter(is_unsupported).map(|case| case.persona.id.clone()).collect()
    }
}

impl<'a> Issues<'a> {
    /// The persona's arguments that are not common ground.
    fn own_arguments(&self, persona: &PersonaId) -> impl Iterator<Item = &'a Node> {
        self.arguments(persona).filter(|node| !self.shared.contains(&node.id))
    }

    /// The persona's arguments that are common ground.
    fn common_ground(&self, persona: &PersonaId) -> impl Iterator<Item = &'a Node> {
        self.arguments(persona).filter(|node| self.shared.contains(&node.id))
    }

    fn arguments(&self, persona: &PersonaId) -> impl Iterator<Item = &'a Node> + use<'a> {
        let persona = persona.clone();
        let is_argument = move |node: &&Node| node.is_by(&persona) && node.kind != NodeKind::Thesis;
        self.graph.nodes().filter(is_argument)
    }

    /// Whether a persona asserts both sides of an issue, in its answers, in its reasons or in what
    /// its thesis rests on. It answers the question in no clear way, so that it agrees with no
    /// other persona on it.
    pub(crate) fn asserts_both_sides(&self, case: &Case<'_>, axis: &Axis) -> bool {
        let own = self
            .graph
            .nodes()
            .filter(|node| node.is_by(&case.persona.id) && !self.shared.contains(&node.id));
        let asserts = own.flat_map(|node| node.answers().into_iter().chain(asserted_by(node)));
        let on_axis = asserts.filter(|asserts| asserts.axis == axis.id);
        on_axis.map(|asserts| asserts.side).collect::<BTreeSet<Side>>().len() > 1
    }

    /// The case of a persona, without what it depends on.
    fn read_case(&self, persona: &'a Persona) -> Case<'a> {
        let thesis = self.graph.thesis(&persona.id);
        let sides = self.sides(persona, thesis);
        let own = self.graph.nodes().filter(|node| node.is_by(&persona.id));
        let asserted = own.flat_map(|node| &node.detail.asserts);
        let meant = asserted.filter(|asserted| !asserted.meant_by.is_empty());
        let answered = self.common_ground(&persona.id).filter_map(Node::answers);
        let common = majority(answered.chain(meant.map(|asserted| asserted.asserts.clone())));
        let common = common.into_iter().filter_map(|(axis, side)| Some((axis, side?))).collect();
        let dependence = Dependence::default();
        Case { persona, thesis: thesis.map(|node| node.id), sides, common, dependence }
    }

    /// The persona's side of each issue. The first row that applies decides, because what a persona
    /// argues counts before what it only asserts, and what it gave up is no position:
    ///
    /// | the persona | its side |
    /// | --- | --- |
    /// | grants the other sentence of the side that a later row gives | none: it has given the issue up |
    /// | argues for one side more often, with arguments that are not common ground | that side |
    /// | argues for both equally often | the one that its thesis asserts more often, if any |
    /// | has only arguments that another persona conceded | none: they are settled, and the issue with them |
    /// | has a stance that takes no side | none |
    /// | has no argument of its own | the one that its arguments on other issues and its thesis assert more often, if any |
    ///
    /// Where only words say that a reason asserts an answer, the reason counts in the thesis and in
    /// arguments on which the thesis rests: beside these it says too little to be a position.
    ///
    /// An argument that every other endorser makes too is not conceded: it leaves what the thesis
    /// asserts.
    fn sides(&self, persona: &Persona, thesis: Option<&Node>) -> BTreeMap<AxisId, Side> {
        let own: Vec<&Node> = self.own_arguments(&persona.id).collect();
        let granted: Vec<&Node> = self.common_ground(&persona.id).collect();
        let argued = majority(own.iter().filter_map(|node| node.answers()));
        let of_thesis = majority(thesis.into_iter().flat_map(asserted_by));
        let asserted =
            thesis.into_iter().flat_map(asserted_by).chain(asserted_beside(&own, thesis));
        let asserted = majority(asserted);
        let is_conceded = |axis: &AxisId| {
            let mut conceded = granted.iter().filter(|node| node.kind != NodeKind::Point);
            conceded.any(|node| {
                node.answers().is_some_and(|answer| answer.axis == *axis)
                    && !self.is_made_by_others(node)
            })
        };
        let is_undecided = |axis: &AxisId| {
            let mut stances = own.iter().filter(|node| node.kind == NodeKind::Position);
            stances.any(|node| node.side.is_none() && node.axis.as_ref() == Some(axis))
        };
        let side = |axis: &AxisId| match argued.get(axis) {
            Some(Some(side)) => Some(*side),
            Some(None) => *of_thesis.get(axis)?,
            None if is_conceded(axis) || is_undecided(axis) => None,
            None => *asserted.get(axis)?,
        };
        let axes: BTreeSet<&AxisId> = argued.keys().chain(asserted.keys()).collect();
        let sides = axes.into_iter().filter_map(|axis| Some((axis.clone(), side(axis)?)));
        sides.filter(|(axis, side)| !self.gives_up(&granted, axis, *side)).collect()
    }

    /// Whether one of the points that a persona grants is, word for word, the sentence of the other
    /// side of an issue.
    fn gives_up(&self, granted: &[&Node], axis: &AxisId, side: Side) -> bool {
        let other = AxisSide { axis: axis.clone(), side: side.opposite() };
        self.topic.axis(axis).is_some_and(|axis| {
            let sentence = folded(axis.proposition(other.side));
            let mut claims = granted.iter().filter(|node| node.kind == NodeKind::Point);
            claims.any(|node| {
                node.answers().as_ref() == Some(&other) && folded(&node.text) == sentence
            })
        })
    }

    /// Whether each persona that endorses a node makes the same point with a node of its own,
    /// whichever answer it takes the point for.
    fn is_made_by_others(&self, node: &Node) -> bool {
        let makes_it = |other: &PersonaId| {
            self.graph.nodes().any(|own| {
                own.is_by(other)
                    && own.axis == node.axis
                    && node.author.as_ref().is_some_and(|author| own.endorsed_by.contains(author))
            })
        };
        node.endorsed_by.iter().all(makes_it)
    }

    /// What the thesis of a case rests on, and what the persona's arguments rest on.
    fn dependence(&self, case: &Case<'_>) -> Dependence {
        let own = |asserted: &Asserted| {
            let certainty = asserted.certainty.unwrap_or(Probability::share(1, 1));
            let asserts = &asserted.asserts;
            case.holds(asserts).then(|| (asserts.axis.clone(), certainty))
        };
        let mut dependence = Dependence::default();
        if let Some(thesis) = case.thesis.and_then(|thesis| self.graph.node(thesis)) {
            for premise in 0..thesis.detail.premises.len() {
                let of_premise = thesis.detail.asserts.iter();
                let of_premise =
                    of_premise.filter(|asserted| asserted.component == Component::Premise(premise));
                dependence.add_reason(of_premise.filter_map(own));
            }
            let Declared { decisive, flips, .. } = &thesis.detail.declared;
            let said = decisive.iter().chain(flips.iter().filter_map(Flip::decisive_axis));
            let declared = said.chain(case.persona.contract.decisive_axes());
            for issue in declared.filter(|issue| case.sides.contains_key(*issue)) {
                dependence.declare_decisive(issue.clone());
            }
            for issue in &thesis.detail.declared.idle {
                dependence.declare_idle(issue.clone());
            }
            for issue in self.supporting(case, thesis) {
                if !dependence.issues().contains(&&issue) {
                    dependence.add_reason([(issue, Probability::share(1, 1))]);
                }
            }
        }
        let answering = self.arguments(&case.persona.id).filter_map(|node| {
            let answer = node.answers().filter(|answer| case.holds(answer))?;
            Some((answer.axis, self.backing(node), node))
        });
        let answering: Vec<(AxisId, Backing, &Node)> = answering.collect();
        for (issue, backing, node) in &answering {
            if answering.iter().all(|(other, theirs, _)| other != issue || theirs <= backing) {
                let below = node.detail.asserts.iter().filter_map(own);
                dependence.add_argument(issue.clone(), below.map(|(issue, _)| issue));
            }
        }
        dependence
    }

    /// The issues that the persona answers in support of its thesis after the openings. Those of
    /// the opening are what its reasons became.
    fn supporting(&self, case: &Case<'_>, thesis: &Node) -> Vec<AxisId> {
        let supports =
            self.graph.into_node(thesis.id).filter(|edge| edge.relation == Relation::Support);
        let supporters = supports.filter_map(|edge| self.graph.node(edge.from));
        let added = supporters.filter(|node| node.is_by(&case.persona.id) && node.round > 0);
        added
            .filter_map(Node::answers)
            .filter(|answer| case.holds(answer))
            .map(|it| it.axis)
            .collect()
    }

    fn backing(&self, node: &Node) -> Backing {
        if node.kind == NodeKind::Point || self.shared.contains(&node.id) {
            Backing::Granted
        } else if node.only_asserts() || self.has_no_reason(node) {
            Backing::Asserted
        } else if self.is_reply(node) {
            Backing::Replied
        } else {
            Backing::Argued
        }
    }

    /// Whether it was made after the openings, to attack something.
    fn is_reply(&self, node: &Node) -> bool {
        node.round > 0 && self.graph.out_of_node(node.id).any(|edge| edge.relation.is_attack())
    }

    /// Whether its author gives no reason for it, neither in it nor below it.
    fn has_no_reason(&self, node: &Node) -> bool {
        let is_own =
            |from: NodeId| self.graph.node(from).is_some_and(|by| by.author == node.author);
        let mut below = self.graph.into_node(node.id);
        node.detail.premises.is_empty()
            && !below.any(|edge| edge.relation == Relation::Support && is_own(edge.from))
    }
}

/// Whether every reason of a thesis asserts an answer that its author gave up. `side` is the side
/// that the author takes in the end.
pub(crate) fn gave_up_every_reason(thesis: &Node, side: impl Fn(&AxisId) -> Option<Side>) -> bool {
    let Detail { premises, asserts, .. } = &thesis.detail;
    let gave_up = |premise: usize| {
        let mut asserted =
            asserts.iter().filter(|known| known.component == Component::Premise(premise));
        asserted.any(|known| side(&known.asserts.axis) == Some(known.asserts.side.opposite()))
    };
    !premises.is_empty() && (0..premises.len()).all(gave_up)
}

/// How a persona backs its answer to an issue up, weakest first. The strongest decides what the
/// issue rests on: what a persona only asserts beside its arguments, or grants, carries the issue
/// only alone. So does a reply: answering an attack adds no second ground for its case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Backing {
    Granted,
    Asserted,
    Replied,
    Argued,
}

/// Whether part of the persona's case rests on its answer, as far as is known.
pub(crate) fn may_carry(held: &IssuePosition) -> bool {
    held.load.is_none_or(|load| load.value() > 0.0)
}

fn status(positions: &[IssuePosition]) -> Option<IssueStatus> {
    IssueStatus::of(positions.iter().map(|held| (held.side, held.load)))
}

impl Case<'_> {
    /// Whether the side is the persona's, as a position or as common ground.
    fn holds(&self, asserts: &AxisSide) -> bool {
        let side = self.sides.get(&asserts.axis).or_else(|| self.common.get(&asserts.axis));
        side == Some(&asserts.side)
    }
}

/// The answers that a node rests on, without those by which other personas mean the same.
fn asserted_by(node: &Node) -> impl Iterator<Item = AxisSide> {
    let own = node.detail.asserts.iter().filter(|asserted| asserted.meant_by.is_empty());
    own.map(|asserted| asserted.asserts.clone())
}

/// What the reasons of some arguments of a persona assert, besides what the arguments answer. What
/// only their words say counts where the thesis rests on the argument.
fn asserted_beside(own: &[&Node], thesis: Option<&Node>) -> impl Iterator<Item = AxisSide> {
    let mut below: BTreeSet<AxisId> =
        thesis.into_iter().flat_map(asserted_by).map(|asserted| asserted.axis).collect();
    let is_below = |node: &Node, below: &BTreeSet<AxisId>| {
        node.axis.as_ref().is_some_and(|axis| below.contains(axis))
    };
    loop {
        let before = below.len();
        let found = own.iter().filter(|node| is_below(node, &below));
        let found: Vec<AxisId> =
            found.flat_map(|node| asserted_by(node)).map(|it| it.axis).collect();
        below.extend(found);
        if below.len() == before {
            break;
        }
    }
    let mut sides = Vec::new();
    for node in own {
        let counts = |asserted: &&Asserted| {
            asserted.meant_by.is_empty() && (asserted.certainty.is_none() || is_below(node, &below))
        };
        let counting = node.detail.asserts.iter().filter(counts);
        sides.extend(counting.map(|asserted| asserted.asserts.clone()));
    }
    sides.into_iter()
}

/// For each issue the side that more of the answers take; `None` if as many take one side as the
/// other.
fn majority(answers: impl Iterator<Item = AxisSide>) -> BTreeMap<AxisId, Option<Side>> {
    let mut counts: BTreeMap<AxisId, i32> = BTreeMap::new();
    for AxisSide { axis, side } in answers {
        *counts.entry(axis).or_default() += if side == Side::Yes { 1 } else { -1 };
    }
    let side = |count: i32| match count {
        0 => None,
        1.. => Some(Side::Yes),
        _ => Some(Side::No),
    };
    counts.into_iter().map(|(axis, count)| (axis, side(count))).collect()
}

#[cfg(test)]
mod tests;
