//! Dung's semantics of a debate graph: labels, camps, regime.

use std::collections::BTreeSet;

use crate::argue::{self, Count, Label, Labelling, Preferred, grounded};
use crate::graph::{Cause, Graph, Operation, Projection};
use crate::record::{Camp, Regime, Semantics};
use crate::vocabulary::{NodeId, Persona, PersonaId};

use crate::mode::table::Table;

/// A graph with its framework, and everything that is computed from it.
pub(crate) struct Evaluated {
    pub(crate) projection: Projection,
    pub(crate) grounded: Labelling,
    pub(crate) preferred: Preferred,
    pub(crate) semantics: Semantics,
}

/// A framework without some of its arguments.
pub(crate) struct Remainder {
    /// How many preferred extensions it has.
    pub(crate) preferred: Count,
    /// The arguments on which they differ.
    pub(crate) disputed: BTreeSet<NodeId>,
}

impl Evaluated {
    pub(crate) fn of(graph: &Graph) -> Self {
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

    pub(crate) fn accepted(&self) -> BTreeSet<NodeId> {
        self.semantics.accepted.iter().copied().collect()
    }

    /// The framework without some of its nodes.
    pub(crate) fn without(&self, gone: &BTreeSet<NodeId>) -> Remainder {
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

    /// One camp for each persona: the preferred extension with most of its arguments.
    pub(crate) fn camps(&self, graph: &Graph, personas: &[Persona]) -> Vec<Camp> {
        let camp = |persona: &Persona| {
            let own = |argument: usize| is_by(graph, self.projection.nodes[argument], &persona.id);
            let extension = self.preferred.best(|argument| u64::from(own(argument)));
            let count = extension.iter().filter(|&&argument| own(argument)).count();
            let arguments = self.projection.named(extension).collect();
            Camp { persona: persona.id.clone(), arguments, own: count }
        };
        personas.iter().map(camp).collect()
    }

    /// The regime, and why.
    pub(crate) fn regime(
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
        let defeated = speakers.iter().find(|persona| self.is_defeated(graph, &persona.id));
        let worldviews = if preferred == 1 {
            "one worldview".to_owned()
        } else {
            format!("{preferred} worldviews")
        };
        let share =
            format!("{accepted} of {all} arguments are accepted, and the graph has {worldviews}");
        if all == 0 {
            (Regime::Undetermined, "No persona put forward an argument.".to_owned())
        } else if let [persona] = speakers.as_slice() {
            let name = &persona.contract.name;
            (
                Regime::Undetermined,
                format!(
                    "Only {name} put forward arguments, so no persona can agree or disagree with it: {share}."
                ),
            )
        } else if let Some(persona) = defeated {
            (
                Regime::OneSided,
                format!("Every argument of {} is defeated: {share}.", persona.contract.name),
            )
        } else if preferred == 1 && fake > 0 {
            let pairs = if fake == 1 { "one pair".to_owned() } else { format!("{fake} pairs") };
            (
                Regime::Partial,
                format!("Accepted arguments contradict each other in {pairs}: {share}."),
            )
        } else if preferred == 1 && 10 * accepted > 3 * all && !silent.is_empty() {
            let names: Vec<&str> =
                silent.iter().map(|persona| persona.contract.name.as_str()).collect();
            let names = names.join(" and ");
            (
                Regime::Partial,
                format!("No argument came from {names}, and silence is not agreement: {share}."),
            )
        } else if preferred == 1 && 10 * accepted > 3 * all {
            (Regime::Consensus, format!("The debate reaches an agreement: {share}."))
        } else if preferred != 1 && 20 * accepted < 3 * all {
            (Regime::Polarized, format!("The positions exclude each other: {share}."))
        } else {
            (
                Regime::Partial,
                format!("Some arguments are accepted and others are disputed: {share}."),
            )
        }
    }

    /// Whether all arguments of a persona are defeated. A persona without arguments is silent, not defeated.
    fn is_defeated(&self, graph: &Graph, persona: &PersonaId) -> bool {
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

/// Computes the semantics of the graph and writes the labels into it.
pub(crate) fn evaluate(table: &mut Table<'_>) -> Evaluated {
    let evaluated = Evaluated::of(table.graph());
    let label = |&node: &NodeId| {
        let argument = evaluated.projection.argument(node).expect("every node is projected");
        (node, evaluated.grounded.label(argument))
    };
    for (node, label) in evaluated.projection.nodes.iter().map(label) {
        if table.graph().node(node).is_some_and(|node| node.label != Some(label)) {
            table.apply(Operation::Label { node, label: Some(label) }, Cause::Semantics);
        }
    }
    evaluated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::samples::graph;
    use crate::question::samples::persona;
    use crate::vocabulary::Side;

    /// The regime of a debate between the personas `company` with arguments by these authors.
    fn regime(authors: &[&str], attacks: &[(u32, u32)], company: &[&str]) -> (Regime, String) {
        let graph = authored(authors, attacks);
        let personas: Vec<Persona> =
            company.iter().map(|id| persona(id, Side::Yes, vec![])).collect();
        Evaluated::of(&graph).regime(&graph, &personas, 0)
    }

    /// Arguments by these authors, and attacks among them.
    fn authored(authors: &[&str], attacks: &[(u32, u32)]) -> Graph {
        let mut graph = graph(u32::try_from(authors.len()).unwrap(), attacks);
        for (author, number) in authors.iter().zip(1..) {
            let mut node = graph.node(NodeId::new(number)).unwrap().clone();
            node.author = PersonaId::new(*author).ok();
            graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
        }
        graph
    }

    #[test]
    fn a_silent_persona_is_neither_defeated_nor_in_agreement() {
        let two = ["keeper", "walker"];
        let three = ["keeper", "walker", "driver"];
        assert_eq!(regime(&two, &[], &two).0, Regime::Consensus);
        let (alone, sentence) = regime(&["keeper", "keeper"], &[], &two);
        assert_eq!(alone, Regime::Undetermined);
        assert!(sentence.starts_with("Only Keeper put forward"), "{sentence}");
        let (partial, sentence) = regime(&two, &[], &three);
        assert_eq!(partial, Regime::Partial);
        assert!(sentence.starts_with("No argument came from Driver"), "{sentence}");
        assert_eq!(regime(&two, &[(1, 2)], &three).0, Regime::OneSided, "one of them is defeated");
    }

    /// The attacks by which the arguments `attackers` defeat all arguments from `first` to `last`, each of them once.
    fn defeat(attackers: &[u32], first: u32, last: u32) -> Vec<(u32, u32)> {
        (first..=last)
            .map(|target| (attackers[target as usize % attackers.len()], target))
            .collect()
    }

    #[test]
    fn regime_consensus_needs_more_than_thirty_percent_of_the_arguments() {
        let two = ["keeper", "walker"];
        for (accepted, all, expected) in [
            (2, 10, Regime::Partial),
            (3, 10, Regime::Partial),
            (4, 10, Regime::Consensus),
            (3, 9, Regime::Consensus),
            (6, 20, Regime::Partial),
            (7, 20, Regime::Consensus),
            (10, 10, Regime::Consensus),
        ] {
            let authors: Vec<&str> = two.into_iter().cycle().take(all as usize).collect();
            let attackers: Vec<u32> = (1..=accepted).collect();
            let (regime, sentence) = regime(&authors, &defeat(&attackers, accepted + 1, all), &two);
            assert!(sentence.contains(&format!("{accepted} of {all}")), "{sentence}");
            assert_eq!(regime, expected, "{accepted} of {all} arguments are accepted");
        }
    }

    #[test]
    fn regime_polarized_needs_less_than_fifteen_percent_of_the_arguments() {
        let two = ["keeper", "walker"];
        for (accepted, all, expected) in [
            (0, 2, Regime::Polarized),
            (2, 20, Regime::Polarized),
            (3, 20, Regime::Partial),
            (4, 20, Regime::Partial),
            (3, 21, Regime::Polarized),
        ] {
            let authors: Vec<&str> = two.into_iter().cycle().take(all as usize).collect();
            // Arguments 1 and 2 exclude each other, so there are two preferred extensions.
            let mut attacks = vec![(1, 2), (2, 1)];
            if accepted > 0 {
                let attackers: Vec<u32> = (3..3 + accepted).collect();
                attacks.extend(defeat(&attackers, 3 + accepted, all));
            }
            let (regime, sentence) = regime(&authors, &attacks, &two);
            assert!(sentence.contains(&format!("{accepted} of {all}")), "{sentence}");
            assert_eq!(regime, expected, "{accepted} of {all} arguments are accepted");
        }
    }

    #[test]
    fn a_camp_keeps_most_arguments_of_its_persona_and_among_equals_the_smallest_ids() {
        /// The authors of the arguments, the attacks, the members of the two camps.
        type Case<'a> = (&'a str, &'a [&'a str], &'a [(u32, u32)], [&'a [u32]; 2]);
        let cases: [Case<'_>; 3] = [
            (
                "each keeps its own side of an exchange",
                &["keeper", "walker"],
                &[(1, 2), (2, 1)],
                [&[1], &[2]],
            ),
            (
                "an exchange of the other persona is a tie",
                &["keeper", "keeper", "walker"],
                &[(1, 2), (2, 1)],
                [&[1, 3], &[1, 3]],
            ),
            (
                "more of its own arguments outweigh smaller ids",
                &["keeper", "walker", "walker", "keeper"],
                &[(1, 2), (2, 1), (1, 3), (3, 1), (2, 4), (4, 2)],
                [&[1, 4], &[2, 3]],
            ),
        ];
        for (case, authors, attacks, expected) in cases {
            let graph = authored(authors, attacks);
            let personas = ["keeper", "walker"].map(|id| persona(id, Side::Yes, vec![]));
            let camps = Evaluated::of(&graph).camps(&graph, &personas);
            for ((camp, expected), by) in camps.iter().zip(expected).zip(["keeper", "walker"]) {
                let members: Vec<u32> = camp.arguments.iter().map(|node| node.number()).collect();
                assert_eq!(members, expected, "{case}: {by}");
                let own = expected.iter().filter(|&&n| authors[n as usize - 1] == by).count();
                assert_eq!(camp.own, own, "{case}: {by}");
            }
        }
    }
}
