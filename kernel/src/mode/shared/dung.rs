//! Dung's semantics of a debate graph: labels, camps, metrics.

pub(crate) mod cruxes;
pub(crate) mod ledger;
pub(crate) mod outcome;

use std::collections::BTreeSet;

use crate::argue::{self, Label, Labelling, Preferred, grounded};
use crate::graph::{Cause, Graph, Operation, Projection};
use crate::mode::framework_measures::{ACCEPTED, ARGUMENTS, DEFEATED, DISPUTED, UNDECIDED};
use crate::record::{Camp, Metric, Semantics};
use crate::vocabulary::{NodeId, Persona};

use crate::mode::debate_context::DebateContext;

/// A graph with its framework, and everything that is computed from it.
pub(crate) struct Evaluated {
    pub(crate) projection: Projection,
    pub(crate) grounded: Labelling,
    pub(crate) preferred: Preferred,
    pub(crate) semantics: Semantics,
}

impl Evaluated {
    /// The numbers of arguments by label.
    pub(crate) fn metrics(&self) -> [Metric; 5] {
        let measured = [
            (ARGUMENTS, self.projection.nodes.len()),
            (ACCEPTED, self.semantics.accepted.len()),
            (DEFEATED, self.semantics.defeated.len()),
            (UNDECIDED, self.semantics.undecided.len()),
            (DISPUTED, self.semantics.disputed.len()),
        ];
        measured.map(|(measure, count)| measure.of(Some(count as f64)))
    }

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

    /// One camp for each persona: the preferred extension with most of its arguments.
    pub(crate) fn camps(&self, graph: &Graph, personas: &[Persona]) -> Vec<Camp> {
        let camp = |persona: &Persona| {
            let own = |argument: usize| {
                let node = graph.node(self.projection.nodes[argument]);
                node.is_some_and(|node| node.is_by(&persona.id))
            };
            let extension = self.preferred.best(|argument| u64::from(own(argument)));
            let count = extension.iter().filter(|&&argument| own(argument)).count();
            let arguments = self.projection.named(extension).collect();
            Camp { persona: persona.id.clone(), arguments, own: count }
        };
        personas.iter().map(camp).collect()
    }
}

/// Computes the semantics of the graph and writes the labels into it.
pub(crate) fn evaluate(context: &mut DebateContext<'_>) -> Evaluated {
    let evaluated = Evaluated::of(context.graph());
    let label = |&node: &NodeId| {
        let argument = evaluated.projection.argument(node).expect("every node is projected");
        (node, evaluated.grounded.label(argument))
    };
    for (node, label) in evaluated.projection.nodes.iter().map(label) {
        if context.graph().node(node).is_some_and(|node| node.label != Some(label)) {
            context.apply(Operation::Label { node, label: Some(label) }, Cause::Semantics);
        }
    }
    evaluated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::samples::graph;
    use crate::question::samples::persona;
    use crate::vocabulary::{PersonaId, Side};

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
