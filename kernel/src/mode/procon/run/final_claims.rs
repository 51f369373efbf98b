//! Which claims hold at the end, and the exchanges between claims that do.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Edge, Graph, Node, NodeKind};
use crate::mode::procon::detail::{CheckedClaim, Finding, Teams, written_draft};
use crate::mode::procon::exchanges::Exchange;
use crate::record::{Fate, Turn};
use crate::text::folded;
use crate::vocabulary::{AxisId, NodeId};

/// The last verdicts on a claim and on each of its reasons.
#[derive(Default)]
struct Verdicts {
    claim_is_false: bool,
    /// For each reason without regard to case, whether it was found false.
    reasons: BTreeMap<String, bool>,
}

impl Verdicts {
    fn add(&mut self, claim: &CheckedClaim) {
        self.claim_is_false = claim.is_false();
        for reason in &claim.reasons {
            let checked = reason.check.as_ref();
            let is_false = checked.is_some_and(|check| check.finding == Finding::False);
            self.reasons.insert(folded(&reason.text), is_false);
        }
    }

    /// Whether nothing is left of a claim: it is false, or every reason for it is.
    fn refute(&self, node: &Node) -> bool {
        let is_false = |reason: &String| self.reasons.get(&folded(reason)) == Some(&true);
        let premises = &node.detail.premises;
        self.claim_is_false || (!premises.is_empty() && premises.iter().all(is_false))
    }
}

/// The claims of a debate with what became of them.
pub(in crate::mode::procon) struct FinalClaims<'g> {
    graph: &'g Graph,
    /// The claims whose last verdict is false, and those of which every reason was found false.
    refuted: BTreeSet<NodeId>,
}

impl<'g> FinalClaims<'g> {
    pub(in crate::mode::procon) fn of<'t>(
        graph: &'g Graph,
        turns: impl Iterator<Item = &'t Turn>,
    ) -> Self {
        let mut verdicts: BTreeMap<NodeId, Verdicts> = BTreeMap::new();
        let is_kept = |turn: &&Turn| matches!(turn.fate, Fate::Kept | Fate::Corrected(_));
        for turn in turns.filter(is_kept) {
            let draft = written_draft(turn);
            for claim in draft.into_iter().flat_map(|draft| draft.claims) {
                if let (Some(node), Some(_)) = (claim.node, &claim.check) {
                    verdicts.entry(node).or_default().add(&claim);
                }
            }
        }
        let is_refuted =
            |id: &NodeId, found: &Verdicts| graph.node(*id).is_some_and(|node| found.refute(node));
        let refuted = verdicts.into_iter().filter(|(id, found)| is_refuted(id, found));
        Self { graph, refuted: refuted.map(|(node, _)| node).collect() }
    }

    /// Whether the fact checker found a claim false, or every reason for it.
    pub(super) fn is_refuted(&self, node: NodeId) -> bool {
        self.refuted.contains(&node)
    }

    /// The attack that a claim's own author concedes.
    pub(super) fn conceded_attack(&self, node: NodeId) -> Option<&'g Edge> {
        let author = self.graph.node(node)?.author.as_ref()?;
        let concedes = |edge: &&Edge| {
            let from = self.graph.node(edge.from);
            edge.relation.is_attack() && from.is_some_and(|from| from.endorsed_by.contains(author))
        };
        self.graph.into_node(node).find(concedes)
    }

    /// Whether a claim holds: neither it nor every reason for it was found false, and its author
    /// concedes no attack on it. The answer that a first speech gives beside its thesis holds with
    /// the claims that its author makes for it, if there are any.
    pub(in crate::mode::procon) fn holds(&self, node: NodeId) -> bool {
        let is_left =
            |claim: NodeId| !self.is_refuted(claim) && self.conceded_attack(claim).is_none();
        let claims = self.claims_for(node);
        if claims.is_empty() { is_left(node) } else { claims.into_iter().any(is_left) }
    }

    /// The claims that its author makes for a position; none for any other node.
    fn claims_for(&self, node: NodeId) -> Vec<NodeId> {
        let Some(held) = self.graph.node(node).filter(|node| node.kind == NodeKind::Position)
        else {
            return Vec::new();
        };
        let argues = |claim: &&Node| {
            let is_claim = claim.kind == NodeKind::Argument && claim.author == held.author;
            is_claim && claim.answers() == held.answers()
        };
        self.graph.nodes().filter(argues).map(|claim| claim.id).collect()
    }

    /// The exchanges of at least two answers, from one side and the other in turn, whose first and
    /// last claims hold: for each last claim the longest one, and of equally long ones that with
    /// the smallest ids. The longest come first, then those whose claims are stated most often. A
    /// claim that is repeated to answer a later one is in the exchange again.
    pub(super) fn exchanges(&self, teams: &Teams) -> Vec<Exchange> {
        let side = |id: NodeId| {
            let claim = self.graph.node(id).filter(|node| node.kind == NodeKind::Argument)?;
            Some(teams.side(claim.author.as_ref()?))
        };
        let is_answer = |edge: &&Edge| {
            let sides = side(edge.from).zip(side(edge.to));
            edge.relation.is_attack() && sides.is_some_and(|(from, to)| from != to)
        };
        let mut longest: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        // Edges are numbered as the answers were given, so a chain goes on in time.
        for edge in self.graph.edges().filter(is_answer) {
            let answered = longest.get(&edge.to).cloned();
            let mut chain = answered.unwrap_or_else(|| vec![edge.to]);
            chain.push(edge.from);
            let known = longest.entry(edge.from).or_default();
            let order = |chain: &Vec<NodeId>| (Reverse(chain.len()), chain.clone());
            if order(&chain) < order(known) {
                *known = chain;
            }
        }
        let is_continued = |chain: &[NodeId]| {
            longest.values().any(|other| other.len() > chain.len() && other.starts_with(chain))
        };
        let ends_stand = |chain: &[NodeId]| {
            let ends = [chain.first(), chain.last()];
            ends.into_iter().flatten().all(|&end| self.holds(end))
        };
        let chains = longest
            .values()
            .filter(|chain| chain.len() > 2 && !is_continued(chain) && ends_stand(chain));
        let mut exchanges: Vec<Exchange> =
            chains.map(|chain| self.exchange(chain.clone())).collect();
        exchanges.sort_by_key(|exchange| {
            (Reverse((exchange.answers(), exchange.mentions)), exchange.claims.clone())
        });
        exchanges
    }

    fn exchange(&self, claims: Vec<NodeId>) -> Exchange {
        let distinct: BTreeSet<NodeId> = claims.iter().copied().collect();
        let nodes = || distinct.iter().filter_map(|id| self.graph.node(*id));
        let mut axes: BTreeMap<&AxisId, usize> = BTreeMap::new();
        for axis in nodes().filter_map(|node| node.axis.as_ref()) {
            *axes.entry(axis).or_default() += 1;
        }
        let most = axes.into_iter().rev().max_by_key(|(_, count)| *count);
        let axis = most.map(|(axis, _)| axis.clone());
        let mentions = nodes().map(|node| node.provenance.turns.len()).sum();
        Exchange { claims, axis, mentions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::samples::{attack, stated};
    use crate::graph::{Operation, Relation};
    use crate::vocabulary::PersonaId;

    #[test]
    fn procon_rule_14_an_exchange_goes_to_and_fro_between_claims_of_the_two_sides() {
        let found = |nodes: &[&str], answer: Relation| -> Vec<Vec<u32>> {
            let mut graph = stated(nodes);
            let second = Edge { relation: answer, ..attack(2, 3, 2) };
            for edge in [attack(1, 2, 1), second] {
                graph.apply(&Operation::AddEdge(edge)).unwrap();
            }
            let [pro, con] = ["ada", "ben"].map(|id| vec![PersonaId::new(id).unwrap()]);
            let teams = Teams { pro, con, assigned: vec![], drawn: false };
            let exchanges = FinalClaims::of(&graph, std::iter::empty()).exchanges(&teams);
            let ids = exchanges.into_iter().map(|exchange| exchange.claims);
            ids.map(|claims| claims.into_iter().map(NodeId::number).collect()).collect()
        };
        let claims = ["ada point", "ben point", "ada point"];
        assert_eq!(found(&claims, Relation::Rebut), [[1, 2, 3]]);
        let none: [[u32; 3]; 0] = [];
        assert_eq!(found(&claims, Relation::Support), none, "it does not answer");
        let one_side = ["ada point", "ben point", "ben point"];
        assert_eq!(found(&one_side, Relation::Rebut), none, "no side answers itself");
        let granted = ["ada point", "ben point", "ada grants point"];
        assert_eq!(found(&granted, Relation::Rebut), none, "a granted point is no claim");
    }
}
