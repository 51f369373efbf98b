//! What a position is, and what backs it up.

use super::*;

/// The disputed issues of a graph that is changed before it is read, each with the loads of its
/// positions in percent.
fn loads(nodes: &[&str], change: impl FnOnce(&mut Graph)) -> Vec<String> {
    let (mut graph, topic) = (stated(nodes), topic());
    change(&mut graph);
    let personas = personas(&["ada", "ben"]);
    let issues = Issues::of(&graph, &topic, &personas);
    let load = |held: &IssuePosition| {
        held.load.map_or("?".to_owned(), |load| format!("{:.0}", 100.0 * load.value()))
    };
    let shown = |issue: DisputedIssue<'_>| {
        let loads: Vec<String> = issue.positions.iter().map(load).collect();
        format!("{} {}", issue.axis.id, loads.join(" "))
    };
    issues.disputed(|case, issue| case.dependence.load(issue)).into_iter().map(shown).collect()
}

#[test]
fn a_reply_to_an_attack_is_not_a_second_ground_of_an_answer() {
    let nodes = [
        "ada thesis+ : air+", "ada air+ : trade-", "ada trade- : point", "ben thesis- : trade+",
        "ben trade+ : point", "ada air+ : point",
    ];
    let reply = |round: u32| {
        move |graph: &mut Graph| {
            let mut node = graph.node(NodeId::new(6)).unwrap().clone();
            node.round = round;
            graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
            graph.apply(&Operation::AddEdge(attack(1, 6, 5))).unwrap();
        }
    };
    assert_eq!(loads(&nodes, reply(1)), ["trade 100 100"], "the answer falls with its ground");
    assert_eq!(loads(&nodes, reply(0)), ["trade 0 100"], "an argument of the opening backs it up");
}

#[test]
fn a_supporter_that_a_persona_adds_to_its_thesis_is_a_reason_for_it() {
    let nodes = ["ada thesis+ : air+", "ada trade- : point", "ben thesis- : trade+", "ben trade+"];
    assert_eq!(loads(&nodes, |_| ()), ["trade 0 100"]);
    let supported_in = |round: u32| {
        move |graph: &mut Graph| {
            let mut node = graph.node(NodeId::new(2)).unwrap().clone();
            node.round = round;
            graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
            let edge = Edge { relation: Relation::Support, ..attack(1, 2, 1) };
            graph.apply(&Operation::AddEdge(edge)).unwrap();
        }
    };
    assert_eq!(loads(&nodes, supported_in(1)), ["trade 50 100"]);
    assert_eq!(
        loads(&nodes, supported_in(0)),
        ["trade 0 100"],
        "the reasons of the opening name it"
    );
}

#[test]
fn a_stance_that_takes_no_side_is_not_a_position_whatever_the_thesis_asserts() {
    let nodes = ["ada thesis+ : trade-", "ada point", "ben trade+"];
    let without_side = |kind: NodeKind, axis: &'static str| {
        move |graph: &mut Graph| {
            let node = graph.node(NodeId::new(2)).unwrap().clone();
            let node = Node { kind, axis: AxisId::new(axis).ok(), ..node };
            graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
        }
    };
    let disputed = ["trade 100 ?"];
    assert_eq!(loads(&nodes, without_side(NodeKind::Position, "trade")), [""; 0]);
    let argument = without_side(NodeKind::Argument, "trade");
    assert_eq!(loads(&nodes, argument), disputed, "it is no stance");
    let elsewhere = without_side(NodeKind::Position, "air");
    assert_eq!(loads(&nodes, elsewhere), disputed, "it is about another issue");
}

#[test]
fn an_answer_that_its_author_supports_backs_up_what_rests_on_something_else() {
    let loads = |below: &str, relation: Relation| {
        let nodes = [
            "ada thesis+ : air+", "ada air+", "ada air+ : trade-", "ada trade-",
            "ben thesis- : trade+", "ben trade+", below,
        ];
        loads(&nodes, |graph| {
            let edge = Edge { relation, ..attack(1, 7, 2) };
            graph.apply(&Operation::AddEdge(edge)).unwrap();
        })
    };
    assert_eq!(loads("ada point", Relation::Support), ["trade 0 100"]);
    assert_eq!(loads("ben point", Relation::Support), ["trade 100 100"], "another persona does");
    assert_eq!(loads("ada point", Relation::Attack), ["trade 100 100"], "it is an objection");
}

#[test]
fn a_reason_by_which_another_persona_means_the_same_is_still_linked() {
    let nodes = ["ada thesis+ : air+", "ada trade- : point", "ben thesis- : trade+", "ben trade+"];
    let meant = |graph: &mut Graph| {
        let mut thesis = graph.node(NodeId::new(1)).unwrap().clone();
        thesis.detail.asserts[0].meant_by.insert(PersonaId::new("ben").unwrap());
        graph.apply(&Operation::UpdateNode(Box::new(thesis))).unwrap();
    };
    assert_eq!(loads(&nodes, meant), ["trade 0 100"], "an unlinked one may rest on trade");
}

#[test]
fn a_position_may_carry_its_issue_unless_its_load_is_known_to_be_zero() {
    let carries = |load| {
        let persona = PersonaId::new("ada").unwrap();
        may_carry(&IssuePosition { persona, side: Side::Yes, nodes: vec![], load })
    };
    let loads = [None, Some(Probability::share(0, 2)), Some(Probability::share(1, 2))];
    assert_eq!(loads.map(carries), [true, false, true]);
}
