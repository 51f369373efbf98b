//! Cruxes: the nodes of the community on which the personas disagree most.

use std::collections::BTreeMap;

use super::detail::{Class, Community, Counterfactual, CruxDetail, Shared};
use super::persona_views::Views;
use crate::graph::{Graph, Node};
use crate::mode::shared::common_ground;
use crate::record::{Crux, Found, Position, Score};
use crate::vocabulary::{CruxId, Disagreement, NodeId, Persona, PersonaId, Topic};

/// The maximum number of cruxes in an outcome.
const MOST: usize = 5;

/// A lower score is shown as zero and is not a crux.
const LEAST_SCORE: f64 = 0.005;

/// The nodes that the outcome names, the strongest first.
pub(super) fn top(community: &Community) -> Vec<&Shared> {
    let divides = |node: &&Shared| node.class == Class::Crux && node.score.value() >= LEAST_SCORE;
    let mut cruxes: Vec<&Shared> = community.nodes.iter().filter(divides).collect();
    cruxes.sort_by(|a, b| b.score.value().total_cmp(&a.score.value()).then(a.node.cmp(&b.node)));
    cruxes.truncate(MOST);
    cruxes
}

/// Everything from which cruxes are computed.
pub(super) struct CruxInputs<'a> {
    /// The personas' own graphs.
    pub(super) graph: &'a Graph,
    pub(super) views: &'a Views<'a>,
    pub(super) topic: &'a Topic,
    pub(super) personas: &'a [Persona],
    /// The settling question of each crux.
    pub(super) questions: &'a BTreeMap<NodeId, String>,
}

impl CruxInputs<'_> {
    pub(super) fn cruxes(&self, top: &[&Shared]) -> (Vec<Crux>, Vec<CruxDetail>) {
        top.iter().zip(1..).map(|(shared, rank)| self.crux(shared, CruxId::new(rank))).unzip()
    }

    fn crux(&self, shared: &Shared, id: CruxId) -> (Crux, CruxDetail) {
        let node = self.node(shared.node);
        let axis = node.axis.as_ref().and_then(|axis| self.topic.axis(axis));
        let counterfactuals = self.views.counterfactuals(shared);
        let rests = self.views.merged.graph.out_of_node(node.id).map(|edge| edge.to);
        let mut depends_on: Vec<NodeId> = shared.members.iter().copied().chain(rests).collect();
        depends_on.sort_unstable();
        depends_on.dedup();
        let crux = Crux {
            id,
            statement: node.text.clone(),
            found: Found::Counterfactual,
            kind: axis.map_or(Disagreement::Claim, |axis| axis.kind),
            axis: axis.map(|axis| axis.id.clone()),
            score: Score { value: shared.score, rule: self.rule(shared) },
            positions: self.personas.iter().map(|persona| self.position(persona, shared)).collect(),
            depends_on,
            settling_question: self.questions[&node.id].clone(),
            counterfactual: self.sentence(&counterfactuals),
            provenance: node.provenance.clone(),
        };
        let parting = self.views.parts(shared);
        (crux, CruxDetail { crux: id, node: node.id, parting, counterfactuals })
    }

    fn node(&self, id: NodeId) -> &Node {
        self.graph.node(id).expect("members are nodes of the graph")
    }

    fn name(&self, persona: &PersonaId) -> &str {
        let known = self.personas.iter().find(|known| known.id == *persona);
        &known.expect("every view is of a persona of the debate").contract.name
    }

    fn rule(&self, shared: &Shared) -> String {
        let shown = shared
            .views
            .iter()
            .map(|view| format!("{} {:+.2}", self.name(&view.persona), view.contribution));
        let shown: Vec<String> = shown.collect();
        format!(
            "half the largest difference between the personas in how much it supports a “yes”: {}",
            shown.join(", ")
        )
    }

    /// A persona's own member of the node; otherwise its strongest attack on a member.
    fn position(&self, persona: &Persona, shared: &Shared) -> Position {
        let own = |node: &&Node| node.author.as_ref() == Some(&persona.id);
        let members = shared.members.iter().map(|&member| self.node(member));
        let against = shared.members.iter().flat_map(|&member| self.graph.into_node(member));
        let against = against.filter(|edge| edge.relation.is_attack());
        let strength = |node: &&Node| node.strength.map_or(0.0, f64::from);
        let strongest = against
            .map(|edge| self.node(edge.from))
            .filter(own)
            .max_by(|a, b| strength(a).total_cmp(&strength(b)).then(b.id.cmp(&a.id)));
        let node = members.into_iter().find(own).or(strongest);
        common_ground::position(persona, node, self.node(shared.node).axis.as_ref())
    }

    fn sentence(&self, counterfactuals: &[Counterfactual]) -> Option<String> {
        let sentences = counterfactuals.iter().map(|Counterfactual { persona, accepted, before, after }| {
            format!(
                "If {} gave this a base score of {accepted}, the strength of its thesis would move from {before} to {after}.",
                self.name(persona)
            )
        });
        let sentences: Vec<String> = sentences.collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }
}
