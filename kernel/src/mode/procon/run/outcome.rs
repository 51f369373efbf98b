//! The outcome: cruxes from positions and loads as in every mode, with the claims that hold; the
//! judgement beside it.

use std::collections::BTreeSet;

use super::final_claims::FinalClaims;
use super::judging::Judged;
use super::metrics;
use crate::graph::{Edge, Graph, Node, NodeKind};
use crate::mode::debate_context::DebateContext;
use crate::mode::issues::{DisputedIssue, Issues};
use crate::mode::procon::detail::{Decided, Finding, Teams, factuality, written_draft};
use crate::mode::shared::common_ground::could_be_attacked;
use crate::mode::shared::judged_pairs::JudgedPairs;
use crate::mode::shared::ledger::LedgerRules;
use crate::mode::shared::outcome::{IssueFindings, OutcomeBuilder};
use crate::record::{Concession, ModeDetail, Outcome, Settled, Stop, Turn};
use crate::vocabulary::{NodeId, Topic};

/// Reads the outcome off the claims.
pub(super) fn outcome(
    context: &DebateContext<'_>,
    topic: &Topic,
    stop: Stop,
    teams: Teams,
    judged: Judged,
    concessions: Vec<Concession>,
    compared: &JudgedPairs,
) -> Outcome {
    let (graph, personas) = (context.graph(), context.setting.personas);
    let final_claims = FinalClaims::of(graph, context.turns());
    let issues = Issues::of(graph, topic, personas);
    let holds = |node| final_claims.holds(node);
    // A question on which all claims of one side were found false, or were given up, is no longer
    // disputed.
    let (disputed, decided): (Vec<DisputedIssue<'_>>, Vec<DisputedIssue<'_>>) = issues
        .disputed(|case, issue| case.dependence.load(issue))
        .into_iter()
        .partition(|issue| issue.left(holds).is_none());
    let findings = |issue: &DisputedIssue<'_>| issues.findings(issue, None);
    let strength = |node| strength(context, node);
    let found = IssueFindings::of(&issues, &disputed, strength, findings);
    let found = IssueFindings { without_support: issues.without_support(holds), ..found };
    let settled = decided.iter().filter_map(|issue| {
        let side = issue.left(holds)?;
        let (axis, question) = (issue.axis.id.clone(), issue.axis.question.clone());
        Some(Settled { axis, question, side })
    });
    let accepted = accepted(graph, &final_claims);
    let checked = CheckedDebate { graph, final_claims: &final_claims };
    let exchanges = final_claims.exchanges(&teams);
    let Judged { judgements, winner, position_bias } = judged;
    let decided = Decided { teams, judgements, winner, position_bias, exchanges };
    let attackable = |node: &Node| {
        could_be_attacked(node, personas, context.snapshots())
            || was_heard_by_another(context, node)
    };
    let builder = OutcomeBuilder::where_attackable(
        attackable, context, topic, found, &accepted, compared, concessions,
    );
    Outcome {
        settled: settled.collect(),
        ledgers: checked.ledgers(personas),
        flips: checked.flips(personas),
        metrics: metrics::of_debate(context.snapshots(), &decided),
        detail: Some(ModeDetail::new(&decided)),
        ..builder.outcome(stop)
    }
}

/// Whether another persona gave a speech after a claim was made: within a round, the sides speak
/// one after the other.
fn was_heard_by_another(context: &DebateContext<'_>, node: &Node) -> bool {
    let made_in = node.provenance.turns.first();
    let mut speeches =
        context.turns().filter(|turn| turn.fate.is_kept() && written_draft(turn).is_some());
    speeches.any(|turn| {
        Some(&turn.id) > made_in && !turn.speaker.as_ref().is_some_and(|by| node.is_by(by))
    })
}

/// How well the facts bear a claim out: as far as it was found true or false, or else as far as its
/// reasons were.
fn strength(context: &DebateContext<'_>, node: NodeId) -> f64 {
    let borne_out = |turn: &Turn| {
        let draft = written_draft(turn)?;
        let claim = draft.claims.into_iter().find(|claim| claim.node == Some(node))?;
        match claim.finding()? {
            Finding::True => Some(1.0),
            Finding::Unverifiable => factuality(claim.findings()),
            Finding::False => Some(0.0),
        }
    };
    context.turns().filter(|turn| turn.fate.is_kept()).filter_map(borne_out).last().unwrap_or(0.5)
}

/// The claims and granted points that hold and that no claim of another persona that holds
/// contradicts, by an attack or by the other answer to the same question; and what several personas
/// endorse.
fn accepted(graph: &Graph, final_claims: &FinalClaims<'_>) -> BTreeSet<NodeId> {
    let held: Vec<&Node> = graph.nodes().filter(|node| final_claims.holds(node.id)).collect();
    let is_contradicted = |node: &Node| {
        let mut attacks = graph.into_node(node.id).filter(|edge| edge.relation.is_attack());
        let attacked = attacks.any(|edge| final_claims.holds(edge.from));
        attacked || held.iter().any(|other| other.author != node.author && other.opposes(node))
    };
    let is_accepted = |node: &&&Node| {
        let is_said = matches!(node.kind, NodeKind::Argument | NodeKind::Point);
        let is_uncontested = || is_said && !is_contradicted(node);
        node.kind != NodeKind::Thesis && (node.endorsers().len() >= 2 || is_uncontested())
    };
    held.iter().filter(is_accepted).map(|node| node.id).collect()
}

/// A debate whose claims were checked.
struct CheckedDebate<'c> {
    graph: &'c Graph,
    final_claims: &'c FinalClaims<'c>,
}

impl LedgerRules for CheckedDebate<'_> {
    fn graph(&self) -> &Graph {
        self.graph
    }

    fn rejects(&self, node: &Node) -> bool {
        !self.final_claims.holds(node.id)
    }

    /// An attack that the author of its target concedes.
    fn force(&self, attack: &Edge) -> Option<f64> {
        let conceded = self.final_claims.conceded_attack(attack.to)?;
        (conceded.id == attack.id).then_some(1.0)
    }

    fn loss(&self, node: &Node) -> f64 {
        self.graph.into_node(node.id).count() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Operation;
    use crate::graph::samples::{attack, stated};
    use crate::mode::procon::samples::{claim, record};
    use crate::mode::tests::scripted::{ADA, BEN, in_debate};
    use crate::record::{Act, Fate};
    use crate::vocabulary::{CallId, PersonaId, TurnId};

    #[test]
    fn procon_rule_12_a_claim_was_heard_where_another_persona_spoke_after_it() {
        in_debate(&[ADA, BEN], |context| {
            let by = |id: &str| PersonaId::new(id).unwrap();
            let node = Node::new(NodeId::new(1), NodeKind::Argument, "It is so.");
            let mut node = node.by(&by(ADA), None, None);
            node.provenance.turns.push(TurnId::new(2));
            record(context, BEN, vec![], Fate::Kept);
            record(context, ADA, vec![], Fate::Kept);
            assert!(!was_heard_by_another(context, &node), "the other only spoke before");
            record(context, ADA, vec![], Fate::Kept);
            assert!(!was_heard_by_another(context, &node), "its author goes on");
            record(context, BEN, vec![], Fate::Rejected("It is too short.".into()));
            assert!(!was_heard_by_another(context, &node), "the draft does not count");
            let silent = Turn::new(context.next_turn(), 0, Act::Judge, "", CallId::new(1));
            context.record_turn(Turn { speaker: Some(by(BEN)), ..silent });
            assert!(!was_heard_by_another(context, &node), "it is no speech");
            record(context, BEN, vec![], Fate::Kept);
            assert!(was_heard_by_another(context, &node));
        });
    }

    #[test]
    fn procon_rule_13_a_claim_is_as_strong_as_what_was_last_found_about_it_or_its_reasons() {
        use Finding::{False, True, Unverifiable};
        in_debate(&[ADA, BEN], |context| {
            let claim =
                |number, found, reasons: &[Finding]| claim(NodeId::new(number), found, reasons);
            let claims = vec![
                claim(1, Some(True), &[]),
                claim(2, Some(False), &[True]),
                claim(3, Some(Unverifiable), &[True]),
                claim(4, None, &[]),
            ];
            record(context, ADA, claims, Fate::Kept);
            let strengths = |context: &DebateContext<'_>| {
                [1, 2, 3, 4].map(|number| format!("{:.2}", strength(context, NodeId::new(number))))
            };
            assert_eq!(strengths(context), ["1.00", "0.00", "0.75", "0.50"]);
            record(
                context,
                ADA,
                vec![claim(2, Some(True), &[])],
                Fate::Rejected("It is long.".into()),
            );
            assert_eq!(strengths(context)[1], "0.00", "the draft does not count");
            record(context, ADA, vec![claim(2, Some(True), &[])], Fate::Kept);
            assert_eq!(strengths(context), ["1.00", "1.00", "0.75", "0.50"]);
        });
    }

    #[test]
    fn procon_rule_12_a_claim_is_rejected_with_an_attack_that_its_author_concedes_and_this_one_has_force()
     {
        let mut graph = stated(&["ada point", "ben point = ada", "ben point", "ada point"]);
        for edge in [attack(1, 2, 1), attack(2, 3, 1), attack(3, 3, 4)] {
            graph.apply(&Operation::AddEdge(edge)).unwrap();
        }
        let final_claims = FinalClaims::of(&graph, std::iter::empty());
        let checked = CheckedDebate { graph: &graph, final_claims: &final_claims };
        let rejected = graph.nodes().filter(|node| checked.rejects(node));
        assert_eq!(rejected.map(|node| node.id.number()).collect::<Vec<_>>(), [1]);
        let forces: Vec<Option<f64>> = graph.edges().map(|edge| checked.force(edge)).collect();
        assert_eq!(forces, [Some(1.0), None, None]);
    }
}
