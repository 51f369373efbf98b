//! The rules of mode `graph`, by number. Each rule that a whole debate does not show has a table of
//! cases here.
//!
//! 0. A topic without axes is split into propositions.
//! 1. Every persona opens with a thesis, the points that it grants, and arguments of limited size.
//! 2. In every round each persona attacks arguments of others; what it cannot attack is dropped and
//!    counted.
//! 3. A judge validates all attacks of a round; a correction of type or component is applied.
//! 4. Of attacks of one type on one component in a round, the most confident is kept.
//! 5. Only valid, kept attacks enter the graph, with their counter-arguments. A rebuttal is
//!    symmetric. Opposite answers to one question exclude each other.
//! 6. The semantics are exact.
//! 7. The first stop rule that applies ends the debate.
//! 8. The outcome is computed from the final graph.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod outcome;

use serde_json::Value;

use super::graph;
use crate::graph::{Cause, Edge, Graph, Node, NodeKind, Operation, Relation, samples};
use crate::mode::graph::questions::attacks::UncheckedAttack;
use crate::mode::graph::questions::validate::AttackVerdict;
use crate::mode::graph::run::attacks::Attack;
use crate::mode::graph::run::validated_attacks::{add, deduplicate};
use crate::mode::shared::dung::Evaluated;
use crate::mode::shared::questions::argument::{Argument, ComponentKind};
use crate::mode::tests::scripted::{ADA, BEN, assert_reports, in_debate, run_edited};
use crate::record::{Fate, StopReason};
use crate::vocabulary::{
    CallId, Citation, Component, EdgeId, NodeId, PersonaId, Probability, Strength, TurnId,
};

const PREMISE: Component = Component::Premise(0);

fn node(number: u32) -> NodeId {
    NodeId::new(number)
}

/// A validated attack by Ada.
fn attack(
    turn: u32,
    target: u32,
    relation: Relation,
    component: Component,
    confidence: f64,
) -> Attack {
    let confidence = Probability::new(confidence).unwrap();
    let argument = Argument {
        claim: format!("The counter-argument of turn {turn}."),
        premises: vec!["A premise.".into()],
        assumptions: vec![],
        asserts: vec![],
        evidence: vec![],
        excerpts: vec![],
        axis: None,
        side: None,
        confidence,
    };
    let (kind, number) = ComponentKind::of(component);
    Attack {
        turn: TurnId::new(turn),
        call: CallId::new(1),
        attacker: PersonaId::new(ADA).unwrap(),
        target: node(target),
        component,
        relation,
        submitted: UncheckedAttack {
            target: format!("n{target}"),
            component: kind,
            number,
            relation,
            counter_proposition: format!("The objection of turn {turn}."),
            rationale: "Therefore.".into(),
            evidence: vec![],
            confidence,
            argument,
        },
        strength: Strength::new(0.6).ok(),
        fate: Fate::Kept,
        judged_by: Some(CallId::new(2)),
    }
}

#[test]
fn graph_rule_3_a_correction_is_applied_and_an_invalid_attack_is_rejected() {
    let submitted = (Relation::Undermine, PREMISE);
    let rebuttal = (Relation::Rebut, Component::Claim);
    let other = (Relation::Undermine, Component::Assumption(1));
    for (verdict, expected, fate) in [
        (Some(submitted), submitted, "kept"),
        (Some(rebuttal), rebuttal, "corrected"),
        (Some(other), other, "corrected"),
        (None, submitted, "rejected"),
    ] {
        let mut attack = attack(3, 1, submitted.0, submitted.1, 0.5);
        (attack.strength, attack.judged_by) = (None, None);
        let strength = Strength::new(0.7).unwrap();
        attack
            .take(AttackVerdict { reason: "So.".into(), strength, valid: verdict }, CallId::new(9));
        assert_eq!((attack.relation, attack.component), expected, "{fate}");
        assert_eq!((attack.strength, attack.judged_by), (Some(strength), Some(CallId::new(9))));
        let named = match attack.fate {
            Fate::Kept => "kept",
            Fate::Corrected(_) => "corrected",
            Fate::Rejected(reason) => {
                assert_eq!(reason, "So.");
                "rejected"
            }
            Fate::Duplicate(_) | Fate::Dropped(_) | Fate::Failed(_) => "not judged",
        };
        assert_eq!(named, fate);
    }
}

#[test]
fn graph_rule_4_of_attacks_of_one_type_on_one_component_the_most_confident_is_kept() {
    use Relation::{Rebut, Undermine};
    let of = |confidences: &[f64]| -> Vec<Attack> {
        let attacks = confidences.iter().zip(1..);
        attacks.map(|(&sure, turn)| attack(turn, 1, Undermine, PREMISE, sure)).collect()
    };
    let rejected = |mut attacks: Vec<Attack>| {
        attacks[0].fate = Fate::Rejected("No.".into());
        attacks
    };
    let differing = |other: Attack| vec![attack(1, 1, Undermine, PREMISE, 0.5), other];
    let cases: [(&str, Vec<Attack>, &[u32]); 10] = [
        ("one", of(&[0.5]), &[1]),
        ("the first is surer", of(&[0.9, 0.5]), &[1]),
        ("the second is surer", of(&[0.5, 0.9]), &[2]),
        ("the surest is in the middle", of(&[0.5, 0.9, 0.7]), &[2]),
        ("of equally sure ones the first", of(&[0.5, 0.5]), &[1]),
        ("of equally sure ones the first of the surest", of(&[0.5, 0.9, 0.9]), &[2]),
        ("a rejected attack is surest, but does not count", rejected(of(&[0.9, 0.2, 0.5])), &[3]),
        ("another argument", differing(attack(2, 2, Undermine, PREMISE, 0.9)), &[1, 2]),
        (
            "another component",
            differing(attack(2, 1, Undermine, Component::Premise(1), 0.9)),
            &[1, 2],
        ),
        ("another type", differing(attack(2, 1, Rebut, PREMISE, 0.9)), &[1, 2]),
    ];
    for (case, attacks, expected) in cases {
        let kept = deduplicate(&Graph::default(), attacks);
        let turns = kept.iter().filter(|attack| attack.fate.is_kept());
        let turns: Vec<u32> = turns.map(|attack| attack.turn.number()).collect();
        assert_eq!(turns, expected, "{case}");
        for duplicate in kept.iter().filter_map(|attack| match attack.fate {
            Fate::Duplicate(of) => Some(of.number()),
            Fate::Kept
            | Fate::Corrected(_)
            | Fate::Rejected(_)
            | Fate::Dropped(_)
            | Fate::Failed(_) => None,
        }) {
            assert_eq!([duplicate], expected, "{case}: a duplicate names the attack that is kept");
        }
    }
}

/// The graph after `attacks` on Ben's argument 1 in which each edge is (from, to, component,
/// mirrored edge).
fn edges_after(attacks: Vec<Attack>) -> Vec<(u32, u32, Component, Option<u32>)> {
    in_debate(&[ADA, BEN], |context| {
        let mut ben = Node::new(node(1), NodeKind::Argument, "Ben's argument.");
        ben.author = PersonaId::new(BEN).ok();
        context.apply(Operation::AddNode(Box::new(ben)), Cause::Turn(TurnId::new(1)));
        let entered = add(context, attacks);
        let graph = context.graph();
        assert_eq!(
            graph.nodes().len(),
            1 + entered.len(),
            "each attack brings its counter-argument"
        );
        let edges = graph.edges().map(|edge| {
            assert_eq!(edge.weight, Strength::new(0.6).ok(), "the strength is the weight");
            let component = edge.component.expect("an attack is on a component");
            let mirrors = edge.mirrors.map(EdgeId::number);
            (edge.from.number(), edge.to.number(), component, mirrors)
        });
        edges.collect()
    })
}

#[test]
fn graph_rule_5_a_rebuttal_is_symmetric_and_other_attacks_are_directed() {
    let assumption = Component::Assumption(1);
    for (relation, component, expected) in [
        (
            Relation::Rebut,
            Component::Claim,
            vec![(2, 1, Component::Claim, None), (1, 2, Component::Claim, Some(1))],
        ),
        (Relation::Undermine, PREMISE, vec![(2, 1, PREMISE, None)]),
        (Relation::Undermine, assumption, vec![(2, 1, assumption, None)]),
        (Relation::Undercut, Component::Inference, vec![(2, 1, Component::Inference, None)]),
    ] {
        let edges = edges_after(vec![attack(2, 1, relation, component, 0.5)]);
        assert_eq!(edges, expected, "{relation:?}");
    }
}

#[test]
fn graph_rule_5_only_valid_kept_attacks_enter_the_graph() {
    for (fate, enters) in [
        (Fate::Kept, true),
        (Fate::Corrected("Was another type.".into()), true),
        (Fate::Rejected("It misses the point.".into()), false),
        (Fate::Duplicate(TurnId::new(1)), false),
        (Fate::Failed("The judge did not answer.".into()), false),
    ] {
        let attack = Attack { fate, ..attack(2, 1, Relation::Undermine, PREMISE, 0.5) };
        let fate = attack.fate.clone();
        assert_eq!(edges_after(vec![attack]).len(), usize::from(enters), "{fate:?}");
    }
}

#[test]
fn graph_rule_4_an_attack_that_is_in_the_graph_displaces_no_new_one() {
    let fates = in_debate(&[ADA, BEN], |context| {
        let mut ben = Node::new(node(1), NodeKind::Argument, "Ben's argument.");
        ben.author = PersonaId::new(BEN).ok();
        context.apply(Operation::AddNode(Box::new(ben)), Cause::Turn(TurnId::new(1)));
        let first = |sure| attack(2, 1, Relation::Undermine, PREMISE, sure);
        assert_eq!(add(context, vec![first(0.5)]).len(), 1);
        let repeated = Attack { turn: TurnId::new(3), ..first(0.9) };
        let new = attack(4, 1, Relation::Undermine, PREMISE, 0.7);
        let attacks = deduplicate(context.graph(), vec![repeated, new]);
        attacks.into_iter().map(|attack| attack.fate).collect::<Vec<_>>()
    });
    assert_eq!(fates, [Fate::Duplicate(TurnId::new(2)), Fate::Kept]);
}

/// Attacks: from, to, weight.
type Attacks<'a> = &'a [(u32, u32, f64)];

/// Arguments of alternating personas, Ada first, and attacks among them.
fn debate(size: u32, attacks: Attacks<'_>) -> Graph {
    let mut graph = Graph::default();
    for number in 1..=size {
        let mut argument =
            Node::new(node(number), NodeKind::Argument, format!("Claim of {number}."));
        argument.author = PersonaId::new(if number % 2 == 1 { ADA } else { BEN }).ok();
        argument.detail.premises = vec![format!("Premise of {number}.")];
        argument.detail.evidence =
            vec![Citation { text: format!("Evidence of {number}."), evidence: None }];
        graph.apply(&Operation::AddNode(Box::new(argument))).unwrap();
    }
    for (&(from, to, weight), number) in attacks.iter().zip(1..) {
        let edge = Edge::new(EdgeId::new(number), node(from), node(to), Relation::Undermine);
        let edge = edge.with_weight(Strength::new(weight).unwrap());
        graph.apply(&Operation::AddEdge(edge)).unwrap();
    }
    graph
}

#[test]
fn graph_rule_6_the_semantics_are_exact_and_have_no_cap() {
    type Numbers<'a> = &'a [u32];
    type Case<'a> = (&'a str, Graph, [Numbers<'a>; 4], [&'a str; 2]);
    let exchanges: Vec<(u32, u32, f64)> = (0..70)
        .map(|pair| 2 * pair)
        .flat_map(|pair| [(pair + 1, pair + 2, 1.0), (pair + 2, pair + 1, 1.0)])
        .collect();
    let all: Vec<u32> = (1..=140).collect();
    let cases: [Case<'_>; 6] = [
        ("no attack", debate(2, &[]), [&[1, 2], &[], &[], &[]], ["1", "1"]),
        (
            "an attacked attacker reinstates its target",
            debate(3, &[(1, 2, 1.0), (2, 3, 1.0)]),
            [&[1, 3], &[2], &[], &[]],
            ["1", "1"],
        ),
        (
            "two arguments exclude each other",
            debate(2, &[(1, 2, 0.1), (2, 1, 0.9)]),
            [&[], &[], &[1, 2], &[1, 2]],
            ["2", "2"],
        ),
        (
            "an odd cycle has no stable extension",
            debate(3, &[(1, 2, 1.0), (2, 3, 1.0), (3, 1, 1.0)]),
            [&[], &[], &[1, 2, 3], &[]],
            ["1", "0"],
        ),
        (
            "an argument that both ends of an exchange attack is in no extension",
            debate(3, &[(1, 2, 1.0), (2, 1, 1.0), (1, 3, 1.0), (2, 3, 1.0)]),
            [&[], &[], &[1, 2, 3], &[1, 2]],
            ["2", "2"],
        ),
        (
            "seventy exchanges have 2^70 extensions",
            debate(140, &exchanges),
            [&[], &[], &all, &all],
            ["1180591620717411303424", "1180591620717411303424"],
        ),
    ];
    for (case, graph, [accepted, defeated, undecided, disputed], [preferred, stable]) in cases {
        let semantics = Evaluated::of(&graph).semantics;
        let numbers = |nodes: &[NodeId]| -> Vec<u32> { nodes.iter().map(|n| n.number()).collect() };
        assert_eq!(numbers(&semantics.accepted), accepted, "{case}: accepted");
        assert_eq!(numbers(&semantics.defeated), defeated, "{case}: defeated");
        assert_eq!(numbers(&semantics.undecided), undecided, "{case}: undecided");
        assert_eq!(numbers(&semantics.disputed), disputed, "{case}: disputed");
        assert_eq!((&*semantics.preferred, &*semantics.stable), (preferred, stable), "{case}");
    }
}

/// The script `labels-stay` without the attack of its third round.
fn silent_third_round(lines: &mut Vec<Value>) {
    let (mut asked, mut judged) = (0, 0);
    lines.retain_mut(|line| {
        if line["question"] == "attacks" {
            asked += 1;
            if asked > 4 {
                line["answer"]["attacks"] = Value::Array(vec![]);
            }
        }
        judged += u32::from(line["question"] == "validate");
        line["question"] != "validate" || judged < 3
    });
}

#[test]
fn graph_rule_7_the_lack_of_moves_is_the_first_stop_rule_and_the_limit_the_last() {
    type Edit = fn(&mut Vec<Value>);
    let cases: [(&str, u32, Edit, (StopReason, u32)); 4] = [
        ("attacks, labels unchanged in rounds 2 and 3", 5, |_| (), (StopReason::Converged, 3)),
        ("converged in the last round", 3, |_| (), (StopReason::Converged, 3)),
        ("no attack in round 3", 5, silent_third_round, (StopReason::NoMoves, 3)),
        ("no attack in the last round", 3, silent_third_round, (StopReason::NoMoves, 3)),
    ];
    for (case, max_rounds, edit, expected) in cases {
        let debate = run_edited("labels-stay", &graph(max_rounds), &[ADA, BEN], edit);
        assert_eq!(debate.stop(), expected, "{case}");
    }
}

/// The nodes, as [`samples::stated`] reads them, with attacks that undermine.
fn stated(nodes: &[&str], attacks: &[(u32, u32)]) -> Graph {
    let mut graph = samples::stated(nodes);
    for (&(from, to), number) in attacks.iter().zip(1..) {
        let edge = Edge::new(EdgeId::new(number), node(from), node(to), Relation::Undermine);
        graph.apply(&Operation::AddEdge(edge)).unwrap();
    }
    graph
}

#[test]
fn graph_rule_5_opposite_sides_of_one_question_are_never_both_accepted() {
    type Case<'a> = (&'a str, &'a [&'a str], &'a [(u32, u32)], &'a [u32]);
    let cases: [Case<'_>; 6] = [
        ("one against one", &["ada trade+", "ben trade-"], &[], &[]),
        ("numbers do not count", &["ada trade+", "ada trade+", "ben trade-"], &[], &[]),
        ("one side is refuted", &["ada trade+", "ben trade-", "ada point"], &[(3, 2)], &[1, 3]),
        (
            "an accepted answer defeats what assumes the opposite",
            &["ada trade+", "ben air- : trade-", "ada air+"],
            &[],
            &[1, 3],
        ),
        ("opposite theses", &["ada thesis+", "ben thesis-", "ada point"], &[], &[3]),
        (
            "a thesis falls with its reason",
            &["ada thesis+ : trade-", "ben thesis- : trade+", "ben trade+"],
            &[],
            &[2, 3],
        ),
    ];
    for (case, nodes, attacks, expected) in cases {
        let accepted = Evaluated::of(&stated(nodes, attacks)).accepted();
        let accepted: Vec<u32> = accepted.into_iter().map(NodeId::number).collect();
        assert_eq!(accepted, expected, "{case}");
    }
}

#[test]
fn graph_rule_7_every_event_of_the_course_is_reported_under_its_name() {
    let mode = crate::mode::Mode::Graph(crate::mode::Graph { max_rounds: 3, ..Default::default() });
    let debate = run_edited("debate", &mode, &[ADA, BEN], |_| ());
    let expected = [
        "initial_stance", "arguments_submitted", "attacks_generated", "validation_complete",
        "agent_turn", "graph_update", "convergence_update", "blackboard_update",
        "graph_convergence", "debate_complete",
    ];
    assert_reports(&debate, &expected);
}
