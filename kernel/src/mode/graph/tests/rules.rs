//! The rules of mode `graph`, by number. Each rule that a whole debate does not show has a table of cases here.
//!
//! 0. A topic without axes is split into propositions.
//! 1. Every persona opens with a thesis, the points that it grants, and arguments of limited size.
//! 2. In every round each persona attacks arguments of others; what it cannot attack is dropped and counted.
//! 3. A judge validates all attacks of a round; a correction of type or component is applied.
//! 4. Of equal attacks the most confident is kept.
//! 5. Only valid, kept attacks enter the graph, with their counter-arguments. A rebuttal is symmetric. Opposite answers to one
//!    question exclude each other.
//! 6. The semantics are exact.
//! 7. The first stop rule that applies ends the debate.
//! 8. The outcome is computed from the final graph.

use serde_json::Value;

use super::{graph, stop};
use crate::graph::{Cause, Edge, Graph, Node, NodeKind, Operation, Relation, samples};
use crate::mode::graph::attacks::Attack;
use crate::mode::graph::cruxes::{CruxInputs, Found};
use crate::mode::graph::ledger::FinishedDebate;
use crate::mode::graph::questions::arguments::Argument;
use crate::mode::graph::questions::attacks::{ComponentKind, UncheckedAttack};
use crate::mode::graph::questions::validate::Verdict;
use crate::mode::graph::validated_attacks::{add, deduplicate};
use crate::mode::shared::dung::Evaluated;
use crate::mode::shared::ledger::Verdicts;
use crate::mode::tests::stage::{ADA, BEN, at_table, run_edited};
use crate::question::samples::{persona, topic};
use crate::record::{Fate, StopReason};
use crate::vocabulary::{
    AxisId, CallId, Citation, Component, EdgeId, NodeId, Persona, PersonaId, Probability, Side, Strength,
    TurnId,
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
        attack.take(Verdict { reason: "So.".into(), strength, valid: verdict }, CallId::new(9));
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
fn graph_rule_4_of_equal_attacks_the_most_confident_is_kept() {
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
        let kept = deduplicate(attacks);
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

/// The graph after `attacks` on Ben's argument 1 in which each edge is (from, to, component, mirrored edge).
fn edges_after(attacks: Vec<Attack>) -> Vec<(u32, u32, Component, Option<u32>)> {
    at_table(&[ADA, BEN], |table| {
        let mut ben = Node::new(node(1), NodeKind::Argument, "Ben's argument.");
        ben.author = PersonaId::new(BEN).ok();
        table.apply(Operation::AddNode(Box::new(ben)), Cause::Turn(TurnId::new(1)));
        let entered = add(table, attacks);
        let graph = table.graph();
        assert_eq!(graph.nodes().len(), 1 + entered, "each attack brings its counter-argument");
        let edges = graph.edges().map(|edge| {
            assert_eq!(edge.weight, Strength::new(0.6).ok(), "the strength is the weight");
            let component = edge.component.expect("an attack is on a component");
            let mirrors = edge.mirrors.map(|edge| edge.number());
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

/// Arguments of alternating personas, Ada first, and attacks with weights.
fn debate(size: u32, attacks: &[(u32, u32, f64)]) -> Graph {
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

fn personas() -> [Persona; 2] {
    [persona(ADA, Side::Yes, vec![]), persona(BEN, Side::No, vec![])]
}

fn finished<'a>(graph: &'a Graph, evaluated: &'a Evaluated) -> FinishedDebate<'a> {
    FinishedDebate { graph, evaluated, snapshots: &[], contraries: graph.contraries() }
}

#[test]
fn graph_rule_6_the_semantics_are_exact_and_have_no_cap() {
    let exchanges: Vec<(u32, u32, f64)> = (0..70)
        .map(|pair| 2 * pair)
        .flat_map(|pair| [(pair + 1, pair + 2, 1.0), (pair + 2, pair + 1, 1.0)])
        .collect();
    let all: Vec<u32> = (1..=140).collect();
    type Numbers<'a> = &'a [u32];
    type Case<'a> = (&'a str, Graph, [Numbers<'a>; 4], [&'a str; 2]);
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
        if line["task"] == "attacks" {
            asked += 1;
            if asked > 4 {
                line["answer"]["attacks"] = Value::Array(vec![]);
            }
        }
        judged += u32::from(line["task"] == "validate");
        line["task"] != "validate" || judged < 3
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
        assert_eq!(stop(&debate), expected, "{case}");
    }
}

#[test]
fn graph_rule_8_rejected_evidence_names_the_strongest_accepted_attacker() {
    type Attacks<'a> = &'a [(u32, u32, f64)];
    let cases: [(&str, Attacks<'_>, u32); 6] = [
        ("one attacker", &[(2, 1, 0.5)], 2),
        ("the stronger of two", &[(2, 1, 0.5), (4, 1, 0.9)], 4),
        ("the stronger of two, in the other order", &[(2, 1, 0.9), (4, 1, 0.5)], 2),
        ("of equally strong ones the first attack", &[(2, 1, 0.5), (4, 1, 0.5)], 2),
        ("the first attack, not the first argument", &[(4, 1, 0.5), (2, 1, 0.5)], 4),
        ("a stronger attacker is itself defeated", &[(2, 1, 0.9), (4, 1, 0.5), (3, 2, 1.0)], 4),
    ];
    for (case, attacks, attacker) in cases {
        let graph = debate(5, attacks);
        let evaluated = Evaluated::of(&graph);
        let finished = finished(&graph, &evaluated);
        let ledgers = finished.ledgers(&personas());
        let [entry] = ledgers[0].rejected.as_slice() else { panic!("{case}: one is rejected") };
        assert_eq!(entry.text, "Evidence of 1.", "{case}");
        assert_eq!((entry.node, entry.defeated_by), (node(1), Some(node(attacker))), "{case}");
        let accepted: Vec<NodeId> = ledgers[0].accepted.iter().map(|entry| entry.node).collect();
        assert_eq!(accepted, [node(3), node(5)], "{case}");
    }
}

#[test]
fn graph_rule_8_undecided_evidence_is_not_rejected() {
    let graph = debate(2, &[(1, 2, 1.0), (2, 1, 1.0)]);
    let evaluated = Evaluated::of(&graph);
    let finished = finished(&graph, &evaluated);
    for ledger in finished.ledgers(&personas()) {
        assert_eq!((ledger.accepted.len(), ledger.rejected.len()), (1, 0), "{}", ledger.persona);
    }
}

#[test]
fn graph_rule_8_the_argument_that_fell_is_the_defeated_one_that_is_attacked_most() {
    type Attacks<'a> = &'a [(u32, u32, f64)];
    let cases: [(&str, Attacks<'_>, Option<(u32, u32)>); 6] = [
        ("none is defeated", &[(1, 2, 1.0)], None),
        ("one is defeated", &[(2, 3, 0.5)], Some((3, 2))),
        ("the one attacked more often", &[(2, 1, 0.9), (2, 3, 0.5), (4, 3, 0.4)], Some((3, 2))),
        ("of those attacked as often the first", &[(4, 3, 0.9), (2, 1, 0.5)], Some((1, 2))),
        ("its strongest attack", &[(2, 3, 0.5), (4, 3, 0.9)], Some((3, 4))),
        ("of equally strong attacks the first", &[(4, 3, 0.5), (2, 3, 0.5)], Some((3, 4))),
    ];
    for (case, attacks, expected) in cases {
        let graph = debate(6, attacks);
        let evaluated = Evaluated::of(&graph);
        let finished = finished(&graph, &evaluated);
        let fallen = finished.flips(&personas()[..1]);
        let named = fallen.first().map(|flip| (flip.node.number(), flip.against.number()));
        assert_eq!(named, expected, "{case}");
        if let Some((_, against)) = expected {
            assert_eq!(fallen[0].counter, format!("Claim of {against}."), "{case}");
        }
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

fn find(graph: &Graph) -> Found {
    let evaluated = Evaluated::of(graph);
    CruxInputs { graph, evaluated: &evaluated, topic: &topic(), personas: &personas() }.find()
}

#[test]
fn graph_rule_5_opposite_sides_of_one_question_are_never_both_accepted() {
    type Attacks<'a> = &'a [(u32, u32)];
    let cases: [(&str, &[&str], Attacks<'_>, &[u32]); 6] = [
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
        let accepted: Vec<u32> = accepted.into_iter().map(|node| node.number()).collect();
        assert_eq!(accepted, expected, "{case}");
    }
}

#[test]
fn graph_rule_8_the_load_is_the_share_of_tenable_reasons_that_the_intervention_loses() {
    const ADA_AND_BEN: [&str; 4] =
        ["ada thesis+ : trade- air+", "ada trade-", "ben thesis- : trade+ point", "ben trade+"];
    type Attacks<'a> = &'a [(u32, u32)];
    let cases: [(&str, &[&str], Attacks<'_>, [f64; 2]); 5] = [
        ("one of two reasons each", &["ada air+"], &[], [0.5, 0.5]),
        ("a reason that fell is not counted", &["ada air+", "ben point"], &[(6, 5)], [1.0, 0.5]),
        ("a reason that rests on the question falls with it", &["ada air+ : trade-"], &[], [1.0, 0.5]),
        (
            "another argument backs that reason up",
            &["ada air+ : trade-", "ada air+"],
            &[],
            [0.5, 0.5],
        ),
        (
            "repetition changes nothing",
            &["ada air+", "ada trade-", "ada trade-", "ben trade+"],
            &[],
            [0.5, 0.5],
        ),
    ];
    for (case, more, attacks, expected) in cases {
        let nodes: Vec<&str> = ADA_AND_BEN.iter().chain(more).copied().collect();
        let found = find(&stated(&nodes, attacks));
        let [crux] = found.cruxes.as_slice() else { panic!("{case}: one crux") };
        let loads = crux.positions.iter().map(|position| position.load.unwrap().value());
        assert_eq!(loads.collect::<Vec<f64>>(), expected, "{case}");
        let mean = expected.iter().sum::<f64>() / 2.0;
        assert_eq!(crux.score.value.value(), mean, "{case}: the score is the mean load");
        let percent = expected.map(|load| 100.0 * load);
        let sentence = format!(
            "If the answer were «yes», Ada would lose {} % of the reasons for its thesis. \
             If the answer were «no», Ben would lose {} % of the reasons for its thesis.",
            percent[0], percent[1],
        );
        assert_eq!(crux.counterfactual.as_ref(), Some(&sentence), "{case}");
    }
}

#[test]
fn graph_rule_8_a_question_without_load_is_an_idle_dispute() {
    let found = find(&stated(
        &["ada thesis+ : air+", "ada air+", "ada trade-", "ben thesis- : air-", "ben air-", "ben trade+"],
        &[],
    ));
    let named = |axis: &str| found.cruxes.iter().any(|crux| crux.axis.as_ref().unwrap().as_str() == axis);
    assert!(named("air") && !named("trade"));
    let [idle] = found.idle.as_slice() else { panic!("one idle dispute") };
    assert_eq!((idle.axis.as_str(), idle.question.as_str()), ("trade", "Will the shops lose custom?"));
    assert_eq!(idle.positions.len(), 2);
}

#[test]
fn graph_rule_8_a_question_is_settled_where_every_argument_of_one_side_fell() {
    type Attacks<'a> = &'a [(u32, u32)];
    type Winner = Option<(Side, Option<u32>)>;
    let yes = |by: u32| Some((Side::Yes, Some(by)));
    let cases: [(&str, &[&str], Attacks<'_>, Winner); 6] = [
        ("neither side fell", &["ada trade+", "ben trade-"], &[], None),
        ("a refuted argument", &["ada trade+", "ben trade-", "ada point"], &[(3, 2)], yes(3)),
        (
            "one of two arguments fell",
            &["ada trade+", "ben trade-", "ben trade-", "ada point"],
            &[(4, 2)],
            None,
        ),
        (
            "the argument that attacks most of what fell",
            &["ada trade+", "ben trade-", "ben trade-", "ada point", "ada point"],
            &[(4, 2), (5, 2), (5, 3)],
            yes(5),
        ),
        (
            "an argument that denies what the answer rests on",
            &["ada trade+", "ben trade- : air-", "ada air+"],
            &[],
            yes(1),
        ),
        ("the other side only asserts", &["ada trade+", "ben thesis- : trade-"], &[], None),
    ];
    for (case, nodes, attacks, expected) in cases {
        let found = find(&stated(nodes, attacks));
        let settled = found.settled.first();
        let settled = settled.map(|settled| (settled.side, settled.by.map(|node| node.number())));
        assert_eq!(settled, expected, "{case}");
        let is_on_trade = |axis: Option<&AxisId>| axis.is_some_and(|axis| axis.as_str() == "trade");
        let is_crux = found.cruxes.iter().any(|crux| is_on_trade(crux.axis.as_ref()));
        assert_ne!(is_crux, settled.is_some(), "{case}: a crux is not settled");
    }
}

#[test]
fn graph_rule_8_a_thesis_without_a_tenable_reason_has_no_support() {
    let fallen = |nodes: &[&str], attacks: &[(u32, u32)]| find(&stated(nodes, attacks)).without_support;
    let both = ["ada thesis+ : trade- air+", "ada trade-", "ada air+", "ben point", "ben point"];
    assert_eq!(fallen(&both, &[]), [""; 0]);
    assert_eq!(fallen(&both, &[(4, 2)]), [""; 0], "one reason is left");
    assert_eq!(fallen(&both, &[(4, 2), (5, 3)]), ["Ada"]);
}

#[test]
fn graph_rule_8_a_crux_turns_on_the_component_that_is_attacked_most_and_else_on_an_assumption() {
    use Component::{Assumption, Premise};
    let cases: [(&str, usize, usize, &[Component], &str); 6] = [
        ("equal premises", 2, 0, &[], "premise 0"),
        ("equal assumptions", 0, 2, &[], "assumption 0"),
        ("an assumption among equals", 2, 1, &[], "assumption 0"),
        ("a premise that is attacked", 2, 1, &[Premise(1)], "premise 1"),
        ("one attack each", 1, 1, &[Premise(0), Assumption(0)], "assumption 0"),
        ("an assumption that is attacked", 1, 2, &[Assumption(1)], "assumption 1"),
    ];
    for (case, premises, assumptions, attacked, expected) in cases {
        let mut graph = samples::stated(&["ada trade-", "ben trade+"]);
        let mut argument = graph.node(node(1)).unwrap().clone();
        argument.detail.premises = (0..premises).map(|n| format!("premise {n}")).collect();
        argument.detail.assumptions = (0..assumptions).map(|n| format!("assumption {n}")).collect();
        graph.apply(&Operation::UpdateNode(Box::new(argument))).unwrap();
        for (component, number) in attacked.iter().zip(3..) {
            let mut attacker = graph.node(node(2)).unwrap().clone();
            attacker.id = node(number);
            attacker.axis = None;
            graph.apply(&Operation::AddNode(Box::new(attacker))).unwrap();
            let edge = Edge {
                component: Some(*component),
                ..Edge::new(EdgeId::new(number), node(number), node(1), Relation::Undermine)
            };
            // Argument 1 stays disputed: it answers every attack.
            let back = Edge::new(EdgeId::new(number + 10), node(1), node(number), Relation::Rebut);
            for edge in [edge, back] {
                graph.apply(&Operation::AddEdge(edge)).unwrap();
            }
        }
        let found = find(&graph);
        let hinge = found.cruxes[0].turns_on.as_ref().expect("the argument has components");
        assert_eq!((hinge.text.as_str(), hinge.node), (expected, node(1)), "{case}");
        assert_eq!(hinge.asserted_by, [PersonaId::new(ADA).unwrap()], "{case}");
        let denied_by: &[PersonaId] =
            if attacked.is_empty() { &[] } else { &[PersonaId::new(BEN).unwrap()] };
        assert_eq!(hinge.denied_by, denied_by, "{case}");
    }
}

#[test]
fn graph_calls_are_one_comparison_more_than_opening_and_rounds_and_one_decomposition() {
    for (max_rounds, personas, expected) in [(1, 2, 8), (6, 2, 23), (3, 4, 22), (10, 3, 46)] {
        let round = personas + 1;
        assert_eq!(1 + personas + 1 + max_rounds * round + 1, expected);
        assert_eq!(graph(max_rounds).calls(personas).total(), expected);
    }
}
