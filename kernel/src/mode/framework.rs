//! What Dung's semantics say of a debate graph: labels, camps, regime.

use std::collections::BTreeSet;

use crate::argue::{Count, Label, Labelling, Preferred, Stable, grounded};
use crate::graph::{Cause, Graph, Operation, Projection};
use crate::record::{Camp, Regime, Semantics};
use crate::vocabulary::{NodeId, Persona, PersonaId};

use super::debate::Debate;

/// A graph with its framework and everything that is computed from it.
pub(super) struct Evaluated {
    pub(super) projection: Projection,
    pub(super) grounded: Labelling,
    pub(super) preferred: Preferred,
    pub(super) semantics: Semantics,
}

/// A framework without some of its arguments.
pub(super) struct Remainder {
    /// How many preferred extensions it has.
    pub(super) preferred: Count,
    /// What they do not agree on.
    pub(super) disputed: BTreeSet<NodeId>,
}

impl Evaluated {
    pub(super) fn of(graph: &Graph) -> Self {
        let projection = graph.to_framework();
        let framework = &projection.framework;
        let (grounded, preferred) = (grounded(framework), Preferred::of(framework));
        let named = |arguments: Vec<usize>| projection.named(arguments).collect::<Vec<NodeId>>();
        let semantics = Semantics {
            accepted: named(grounded.labelled(Label::In)),
            defeated: named(grounded.labelled(Label::Out)),
            undecided: named(grounded.labelled(Label::Undec)),
            preferred: preferred.count().to_string(),
            stable: Stable::of(framework).count().to_string(),
            disputed: named(preferred.disputed()),
        };
        Self { projection, grounded, preferred, semantics }
    }

    pub(super) fn accepted(&self) -> BTreeSet<NodeId> {
        self.semantics.accepted.iter().copied().collect()
    }

    /// What the framework would be without some nodes.
    pub(super) fn without(&self, gone: &BTreeSet<NodeId>) -> Remainder {
        let stays = |argument: &usize| !gone.contains(&self.projection.nodes[*argument]);
        let members: Vec<usize> = (0..self.projection.nodes.len()).filter(stays).collect();
        let preferred = Preferred::of(&self.projection.framework.restricted(&members));
        let disputed = preferred
            .disputed()
            .into_iter()
            .map(|argument| self.projection.nodes[members[argument]]);
        Remainder { preferred: preferred.count(), disputed: disputed.collect() }
    }

    /// One camp a persona: the preferred extension that keeps most of its arguments.
    pub(super) fn camps(&self, graph: &Graph, personas: &[Persona]) -> Vec<Camp> {
        let camp = |persona: &Persona| {
            let own = |argument: usize| is_by(graph, self.projection.nodes[argument], &persona.id);
            let extension = self.preferred.best(|argument| u64::from(own(argument)));
            let count = extension.iter().filter(|&&argument| own(argument)).count();
            let arguments = self.projection.named(extension).collect();
            Camp { persona: persona.id.clone(), arguments, own: count }
        };
        personas.iter().map(camp).collect()
    }

    /// How the positions stand to each other.
    pub(super) fn regime(
        &self,
        graph: &Graph,
        personas: &[Persona],
        fake: usize,
    ) -> (Regime, String) {
        let all = graph.nodes().len();
        let accepted = self.semantics.accepted.len();
        let preferred = self.preferred.count();
        let beaten = personas.iter().find(|persona| self.is_beaten(graph, &persona.id));
        let worldviews = if preferred == 1 {
            "one coherent worldview".to_owned()
        } else {
            format!("{preferred} coherent worldviews")
        };
        let share = format!(
            "{accepted} of {all} arguments are accepted, and the graph allows {worldviews}"
        );
        if all == 0 {
            (Regime::Undetermined, "Nobody put forward an argument.".to_owned())
        } else if let Some(persona) = beaten {
            (
                Regime::OneSided,
                format!("No argument of {} is left standing: {share}.", persona.contract.name),
            )
        } else if preferred == 1 && fake > 0 {
            let pairs = if fake == 1 { "one pair".to_owned() } else { format!("{fake} pairs") };
            (Regime::Partial, format!("What is accepted contradicts itself in {pairs}: {share}."))
        } else if preferred == 1 && 10 * accepted > 3 * all {
            (Regime::Consensus, format!("The debate settles: {share}."))
        } else if preferred != 1 && 20 * accepted < 3 * all {
            (Regime::Polarized, format!("The positions exclude each other: {share}."))
        } else {
            (Regime::Partial, format!("Some of it settles, some does not: {share}."))
        }
    }

    /// Whether a persona has no argument but defeated ones. One that never spoke counts: its silence is no consent.
    fn is_beaten(&self, graph: &Graph, persona: &PersonaId) -> bool {
        let defeated = |node: &NodeId| self.semantics.defeated.contains(node);
        self.projection.nodes.iter().filter(|&&node| is_by(graph, node, persona)).all(defeated)
    }
}

fn is_by(graph: &Graph, node: NodeId, persona: &PersonaId) -> bool {
    graph.node(node).is_some_and(|node| node.author.as_ref() == Some(persona))
}

/// Computes the semantics anew and writes the labels into the graph.
pub(super) fn settle(debate: &mut Debate<'_>) -> Semantics {
    let evaluated = Evaluated::of(debate.graph());
    let label = |&node: &NodeId| {
        let argument = evaluated.projection.argument(node).expect("every node is projected");
        (node, evaluated.grounded.label(argument))
    };
    for (node, label) in evaluated.projection.nodes.iter().map(label) {
        if debate.graph().node(node).is_some_and(|node| node.label != Some(label)) {
            debate.apply(Operation::Label { node, label: Some(label) }, Cause::Semantics);
        }
    }
    evaluated.semantics
}
