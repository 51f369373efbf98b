//! What Dung's semantics say of a debate graph: labels, camps, regime.

use std::collections::BTreeSet;

use crate::argue::{self, Count, Label, Labelling, Preferred, grounded};
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
            stable: argue::count(framework, argue::Semantics::Stable).to_string(),
            disputed: named(preferred.accepted().disputed()),
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
            .accepted()
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
        let speaks = |persona: &&Persona| self.own(graph, &persona.id).next().is_some();
        let (speakers, silent): (Vec<&Persona>, Vec<&Persona>) = personas.iter().partition(speaks);
        let beaten = speakers.iter().find(|persona| self.is_beaten(graph, &persona.id));
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
        } else if let [persona] = speakers.as_slice() {
            let name = &persona.contract.name;
            (
                Regime::Undetermined,
                format!(
                    "Only {name} is heard, so there is nobody to agree or to part with: {share}."
                ),
            )
        } else if let Some(persona) = beaten {
            (
                Regime::OneSided,
                format!("No argument of {} is left standing: {share}.", persona.contract.name),
            )
        } else if preferred == 1 && fake > 0 {
            let pairs = if fake == 1 { "one pair".to_owned() } else { format!("{fake} pairs") };
            (Regime::Partial, format!("What is accepted contradicts itself in {pairs}: {share}."))
        } else if preferred == 1 && 10 * accepted > 3 * all && !silent.is_empty() {
            let names: Vec<&str> =
                silent.iter().map(|persona| persona.contract.name.as_str()).collect();
            let names = names.join(" and of ");
            (
                Regime::Partial,
                format!("No argument of {names} is heard, and silence is no consent: {share}."),
            )
        } else if preferred == 1 && 10 * accepted > 3 * all {
            (Regime::Consensus, format!("The debate settles: {share}."))
        } else if preferred != 1 && 20 * accepted < 3 * all {
            (Regime::Polarized, format!("The positions exclude each other: {share}."))
        } else {
            (Regime::Partial, format!("Some of it settles, some does not: {share}."))
        }
    }

    /// Whether a persona's arguments are all defeated. Who has none is silent, not beaten.
    fn is_beaten(&self, graph: &Graph, persona: &PersonaId) -> bool {
        let defeated = |node: NodeId| self.semantics.defeated.contains(&node);
        let mut own = self.own(graph, persona).peekable();
        own.peek().is_some() && own.all(defeated)
    }

    fn own<'a>(
        &'a self,
        graph: &'a Graph,
        persona: &'a PersonaId,
    ) -> impl Iterator<Item = NodeId> + 'a {
        self.projection.nodes.iter().copied().filter(|&node| is_by(graph, node, persona))
    }
}

fn is_by(graph: &Graph, node: NodeId, persona: &PersonaId) -> bool {
    graph.node(node).is_some_and(|node| node.author.as_ref() == Some(persona))
}

/// Computes the semantics anew and writes the labels into the graph.
pub(super) fn settle(debate: &mut Debate<'_>) -> Evaluated {
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
    evaluated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::samples::graph;
    use crate::task::samples::persona;
    use crate::vocabulary::Side;

    /// The regime between two, and in the company of a third, where the arguments have these authors.
    fn regime(authors: &[&str], attacks: &[(u32, u32)], company: &[&str]) -> (Regime, String) {
        let mut graph = graph(u32::try_from(authors.len()).unwrap(), attacks);
        for (author, number) in authors.iter().zip(1..) {
            let mut node = graph.node(NodeId::new(number)).unwrap().clone();
            node.author = PersonaId::new(*author).ok();
            graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
        }
        let personas: Vec<Persona> =
            company.iter().map(|id| persona(id, Side::Yes, vec![])).collect();
        Evaluated::of(&graph).regime(&graph, &personas, 0)
    }

    #[test]
    fn who_is_silent_is_neither_beaten_nor_agrees() {
        let two = ["keeper", "walker"];
        let three = ["keeper", "walker", "driver"];
        assert_eq!(regime(&two, &[], &two).0, Regime::Consensus);
        let (alone, sentence) = regime(&["keeper", "keeper"], &[], &two);
        assert_eq!(alone, Regime::Undetermined);
        assert!(sentence.starts_with("Only Keeper is heard"), "{sentence}");
        let (partial, sentence) = regime(&two, &[], &three);
        assert_eq!(partial, Regime::Partial);
        assert!(sentence.starts_with("No argument of Driver is heard"), "{sentence}");
        assert_eq!(regime(&two, &[(1, 2)], &three).0, Regime::OneSided, "one of them is beaten");
    }
}
