//! Common ground and signs of a fake consensus: the same for every mode.

use std::collections::BTreeSet;

use super::comparison::every_pair;
use super::judged_pairs::JudgedPairs;
use super::matching::linked;
use crate::graph::{Edge, Graph, Node};
use crate::record::{
    AgreedQuestion, Agreement, CommonGround, Contradiction, Crux, Fate, Resolution, Snapshot, Turn,
};
use crate::text::folded;
use crate::vocabulary::{AxisSide, NodeId, Persona, Topic};

/// Classifies the accepted nodes, beside the `questions` that all answer alike: a node that gives
/// such an answer is more than one side's statement. `attackable` says whether another persona
/// could have attacked a node.
pub(crate) fn common_ground(
    graph: &Graph,
    accepted: &BTreeSet<NodeId>,
    questions: Vec<AgreedQuestion>,
    attackable: impl Fn(&Node) -> bool,
) -> CommonGround {
    let mut ground = CommonGround::default();
    for node in graph.nodes().filter(|node| accepted.contains(&node.id)) {
        let endorsers = node.endorsers();
        // What an author raises against itself in order to answer it tests nothing.
        let by_other =
            |edge: &Edge| graph.node(edge.from).is_none_or(|by| by.author != node.author);
        let attacked =
            graph.into_node(node.id).any(|edge| edge.relation.is_attack() && by_other(edge));
        let is_shared = endorsers.len() >= 2;
        let is_alike = node.answers().is_some_and(|given| {
            questions.iter().any(|it| it.axis == given.axis && it.side == given.side)
        });
        if is_shared && !is_alike && is_denied_by_third(graph, node) {
            ground.disputed.push(node.id);
        } else if is_shared {
            let endorsed_by = endorsers.into_iter().collect();
            let (node, text) = (node.id, node.text.clone());
            ground.agreed.push(Agreement { node, text, endorsed_by, other_wordings: vec![] });
        } else if is_alike {
            // The question is listed with both answers.
        } else if attacked {
            ground.defended.push(node.id);
        } else if is_opposed(graph, node) {
            ground.disputed.push(node.id);
        } else if !attackable(node) {
            ground.untested.push(node.id);
        } else if denies_another(graph, node) {
            ground.disputed.push(node.id);
        } else {
            ground.unchallenged.push(node.id);
        }
    }
    CommonGround { questions, ..ground }
}

/// Whether a node is by another persona alone. What several personas say does not count as a
/// position of one of them.
fn is_of_other(other: &Node, node: &Node) -> bool {
    other.author != node.author && other.endorsers().len() == 1
}

/// Whether another persona gives the other answer to the question that a node answers, or rests
/// something on it.
fn is_opposed(graph: &Graph, node: &Node) -> bool {
    opposes_any(graph, node, |other| is_of_other(other, node))
}

/// Whether a persona that does not share a point of several gives the other answer to its question:
/// the others only take one side together.
fn is_denied_by_third(graph: &Graph, node: &Node) -> bool {
    let endorsers = node.endorsers();
    let is_third = |other: &Node| {
        let author = other.author.as_ref();
        author.is_some_and(|author| !endorsers.contains(author))
    };
    opposes_any(graph, node, is_third)
}

/// Whether one of the nodes that count gives the other answer to the question that a node answers,
/// or rests on it.
fn opposes_any(graph: &Graph, node: &Node, counts: impl Fn(&Node) -> bool) -> bool {
    let opposite = node.answers().map(AxisSide::opposite);
    let rests_on = |other: &Node| {
        let mut own = other.detail.asserts.iter().filter(|asserted| asserted.meant_by.is_empty());
        own.any(|asserted| Some(&asserted.asserts) == opposite.as_ref())
    };
    let opposes = |other: &Node| node.opposes(other) || rests_on(other);
    graph.nodes().any(|other| counts(other) && opposes(other))
}

/// Whether a node attacks what another persona asserts.
fn denies_another(graph: &Graph, node: &Node) -> bool {
    let mut attacks = graph.out_of_node(node.id).filter(|edge| edge.relation.is_attack());
    attacks.any(|edge| graph.node(edge.to).is_some_and(|other| is_of_other(other, node)))
}

/// Unites the agreements whose nodes have the same text or were judged to say the same, so that a
/// point counts once however often it is said and however many personas word it. Every two wordings
/// of a point say the same. The first is kept as the text.
pub(crate) fn unite_wordings(agreed: &[Agreement], judged: &JudgedPairs) -> Vec<Agreement> {
    let texts: Vec<String> = agreed.iter().map(|agreement| folded(&agreement.text)).collect();
    let say_the_same = |one: usize, other: usize| {
        texts[one] == texts[other] || judged.are_same(agreed[one].node, agreed[other].node)
    };
    let same = every_pair(agreed.len(), say_the_same).into_iter().collect();
    let united = linked(agreed.len(), &same).into_iter().filter_map(|group| {
        let mut wordings: Vec<&Agreement> = group.iter().map(|&place| &agreed[place]).collect();
        wordings.sort_by_key(|agreement| agreement.node);
        wordings.into_iter().cloned().reduce(Agreement::unite)
    });
    let mut united: Vec<Agreement> = united.collect();
    united.sort_by_key(|agreement| agreement.node);
    united
}

/// Whether another persona was heard in a later round, and so could have attacked the node. A
/// persona is not heard in a round in which a turn of its own was lost: its call failed, or what it
/// said could not be judged.
pub(crate) fn could_be_attacked(node: &Node, personas: &[Persona], snapshots: &[Snapshot]) -> bool {
    let is_lost = |turn: &Turn, persona: &Persona| {
        turn.is_by(&persona.id) && matches!(turn.fate, Fate::Failed(_))
    };
    let was_heard = |round: &Snapshot, persona: &Persona| {
        !round.turns.iter().any(|turn| is_lost(turn, persona))
    };
    let mut later = snapshots.iter().filter(|snapshot| snapshot.round > node.round);
    let others = || personas.iter().filter(|persona| !node.is_by(&persona.id));
    later.any(|round| others().any(|persona| was_heard(round, persona)))
}

/// Finds accepted nodes of different personas that take opposite sides of an axis, or that were
/// judged opposed.
///
/// Two nodes that one persona endorses count only if they were judged opposed. An axis is coarser
/// than the statements about it, and that persona sees no contradiction between them.
pub(crate) fn fake_consensus(
    graph: &Graph,
    accepted: &BTreeSet<NodeId>,
    judged: &JudgedPairs,
    topic: &Topic,
) -> Vec<Contradiction> {
    let nodes: Vec<&Node> =
        graph.nodes().filter(|node| accepted.contains(&node.id) && node.author.is_some()).collect();
    let mut found = Vec::new();
    for (index, first) in nodes.iter().enumerate() {
        for second in nodes[index + 1..].iter().filter(|second| second.author != first.author) {
            if let Some(why) = contradiction(first, second, judged, topic) {
                found.push(Contradiction { first: first.id, second: second.id, why });
            }
        }
    }
    found
}

fn contradiction(
    first: &Node,
    second: &Node,
    judged: &JudgedPairs,
    topic: &Topic,
) -> Option<String> {
    let judged = judged.are_opposed(first.id, second.id);
    if !judged && !first.endorsers().is_disjoint(&second.endorsers()) {
        return None;
    }
    // Opposite answers to one question are known. Whether the sentences exclude each other is only
    // a judgement.
    let opposite_answer = first.answers().filter(|_| first.opposes(second));
    let answers = opposite_answer.map(|answer| {
        let axis = topic.axis(&answer.axis);
        let question = axis.map_or_else(|| answer.axis.to_string(), |axis| axis.question.clone());
        format!("They answer “{question}” in opposite ways.")
    });
    answers.or_else(|| judged.then(|| JUDGED.to_owned()))
}

/// Why two nodes are listed that were judged opposed and that do not answer one question in
/// opposite ways.
const JUDGED: &str = "They were judged to contradict each other.";

/// The settling questions of the cruxes, each once.
pub(crate) fn resolution(cruxes: &[Crux], topic: &Topic) -> Vec<Resolution> {
    let mut paths: Vec<Resolution> = Vec::new();
    for crux in cruxes {
        if let Some(path) = paths.iter_mut().find(|path| path.question == crux.settling_question) {
            path.cruxes.push(crux.id);
            continue;
        }
        let axis = crux.axis.as_ref().and_then(|axis| topic.axis(axis));
        let settles = axis.map(|axis| axis.settles.clone()).filter(|text| !text.is_empty());
        paths.push(Resolution {
            question: crux.settling_question.clone(),
            settles,
            cruxes: vec![crux.id],
        });
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Operation;
    use crate::graph::samples::{graph, stated};
    use crate::mode::shared::judged_pairs::ordered;
    use crate::question::samples::topic;
    use crate::record::Act;
    use crate::vocabulary::{AxisId, CallId, PersonaId, Side, TurnId};

    /// Two arguments by two personas on two sides of one axis.
    fn opposite() -> Graph {
        let mut graph = graph(2, &[]);
        for (number, author, side) in [(1, "keeper", Side::Yes), (2, "walker", Side::No)] {
            let mut node = graph.node(NodeId::new(number)).unwrap().clone();
            node.author = PersonaId::new(author).ok();
            node.axis = AxisId::new("trade").ok();
            node.side = Some(side);
            graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
        }
        graph
    }

    fn both() -> BTreeSet<NodeId> {
        [1, 2].map(NodeId::new).into()
    }

    #[test]
    fn a_statement_that_another_persona_denies_or_whose_denial_its_thesis_rests_on_is_disputed() {
        let is_disputed = |nodes: &[&str]| {
            let graph = stated(nodes);
            let accepted = [NodeId::new(1)].into();
            !common_ground(&graph, &accepted, vec![], |_| true).disputed.is_empty()
        };
        assert!(is_disputed(&["ada trade+", "ben trade-"]));
        assert!(is_disputed(&["ada trade+", "ben thesis- : trade-"]));
        assert!(!is_disputed(&["ada trade+", "ben thesis- : trade+"]));
        assert!(!is_disputed(&["ada trade+", "ben thesis- : air-"]));
        assert!(!is_disputed(&["ada trade+", "ada thesis- : trade-"]), "its own thesis");
    }

    #[test]
    fn a_point_of_two_personas_that_a_third_denies_is_disputed() {
        let is_agreed = |nodes: &[&str]| {
            let mut graph = stated(nodes);
            let mut shared = graph.node(NodeId::new(1)).unwrap().clone();
            shared.endorsed_by.insert(PersonaId::new("ben").unwrap());
            graph.apply(&Operation::UpdateNode(Box::new(shared))).unwrap();
            let ground = common_ground(&graph, &[NodeId::new(1)].into(), vec![], |_| true);
            assert_eq!(ground.agreed.len() + ground.disputed.len(), 1);
            !ground.agreed.is_empty()
        };
        assert!(is_agreed(&["ada trade+"]));
        assert!(is_agreed(&["ada trade+", "cleo trade+"]));
        assert!(is_agreed(&["ada trade+", "cleo air-"]));
        assert!(!is_agreed(&["ada trade+", "cleo trade-"]));
        assert!(!is_agreed(&["ada trade+", "cleo thesis- : trade-"]));
        assert!(is_agreed(&["ada trade+", "ben trade-"]), "ben shares it");
    }

    #[test]
    fn an_answer_that_all_give_is_agreed_where_several_share_it_and_not_listed_otherwise() {
        let lists = |shared: bool| {
            let mut graph = stated(&["ada trade+", "cleo trade-"]);
            let mut node = graph.node(NodeId::new(1)).unwrap().clone();
            node.endorsed_by.extend(shared.then(|| PersonaId::new("ben").unwrap()));
            graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
            let alike = AgreedQuestion::new(&topic().axes[0], Side::Yes, vec![]);
            let ground = common_ground(&graph, &[NodeId::new(1)].into(), vec![alike], |_| true);
            (ground.agreed.len(), ground.disputed.is_empty() && ground.unchallenged.is_empty())
        };
        assert_eq!((lists(true), lists(false)), ((1, true), (0, true)));
    }

    #[test]
    fn opposite_sides_of_one_axis_are_a_fake_consensus_unless_one_persona_endorses_both() {
        let mut graph = opposite();
        let found = |graph: &Graph, accepted: &BTreeSet<NodeId>, judged: &JudgedPairs| {
            fake_consensus(graph, accepted, judged, &topic()).len()
        };
        let none = JudgedPairs::default();
        assert_eq!(found(&graph, &both(), &none), 1);
        assert_eq!(found(&graph, &[NodeId::new(1)].into(), &none), 0, "one is accepted");
        let mut shared = graph.node(NodeId::new(1)).unwrap().clone();
        shared.endorsed_by.insert(PersonaId::new("walker").unwrap());
        graph.apply(&Operation::UpdateNode(Box::new(shared))).unwrap();
        assert_eq!(found(&graph, &both(), &none), 0);
        let judged =
            JudgedPairs { opposed: [ordered(NodeId::new(2), NodeId::new(1))].into(), ..none };
        assert_eq!(found(&graph, &both(), &judged), 1, "a judgement weighs more than an axis");
    }

    #[test]
    fn accepted_nodes_are_classified_by_endorsement_attack_dispute_and_opportunity() {
        let mut graph = opposite();
        let disputed =
            |graph: &Graph| common_ground(graph, &both(), vec![], |_| true).disputed.len();
        assert_eq!(disputed(&graph), 2);
        let mut second = graph.node(NodeId::new(2)).unwrap().clone();
        second.side = Some(Side::Yes);
        graph.apply(&Operation::UpdateNode(Box::new(second))).unwrap();
        assert_eq!(disputed(&graph), 0);
        let kinds = |graph: &Graph, attackable: bool| {
            let ground = common_ground(graph, &both(), vec![], |_| attackable);
            [
                ground.agreed.len(),
                ground.defended.len(),
                ground.unchallenged.len(),
                ground.untested.len(),
            ]
        };
        assert_eq!(kinds(&graph, true), [0, 0, 2, 0]);
        assert_eq!(kinds(&graph, false), [0, 0, 0, 2]);
        let mut attack = crate::graph::samples::attack(1, 2, 1);
        graph.apply(&Operation::AddEdge(attack.clone())).unwrap();
        assert_eq!(kinds(&graph, true), [0, 1, 0, 0], "the attacker denies what another asserts");
        assert_eq!(disputed(&graph), 1);
        assert_eq!(kinds(&graph, false), [0, 1, 0, 1], "and could not be answered");
        let mut own = graph.clone();
        let mut objection = own.node(NodeId::new(2)).unwrap().clone();
        objection.author = own.node(NodeId::new(1)).unwrap().author.clone();
        own.apply(&Operation::UpdateNode(Box::new(objection))).unwrap();
        assert_eq!(kinds(&own, true), [0, 0, 2, 0], "what an author raises itself tests nothing");
        attack.relation = crate::graph::Relation::Support;
        graph.apply(&Operation::UpdateEdge(attack)).unwrap();
        assert_eq!(kinds(&graph, true), [0, 0, 2, 0], "support is not an attack");
    }

    #[test]
    fn a_node_could_be_attacked_in_a_later_round_in_which_another_persona_was_heard() {
        let persona = |id| crate::vocabulary::samples::persona(id, Side::Yes, vec![]);
        let (walker, rider) = (persona("walker"), persona("rider"));
        let node = opposite().node(NodeId::new(1)).unwrap().clone();
        let round = |number: u32, turns: &[(Act, Fate)]| {
            let turn = |(act, fate): &(Act, Fate)| Turn {
                speaker: Some(walker.id.clone()),
                fate: fate.clone(),
                ..Turn::new(TurnId::new(1), number, *act, "", CallId::new(1))
            };
            Snapshot {
                round: number,
                title: String::new(),
                graph: Graph::default(),
                semantics: None,
                changes: vec![],
                turns: turns.iter().map(turn).collect(),
                calls: vec![],
            }
        };
        let failed = || Fate::Failed("It could not be judged.".into());
        let attack = |fate| round(node.round + 1, &[(Act::Attack, fate)]);
        let cases = [
            ("an attack was judged", attack(Fate::Rejected("Weak.".into())), true),
            ("no persona attacked", round(node.round + 1, &[]), true),
            ("no attack was judged", attack(failed()), false),
            (
                "the only other persona was silent",
                round(node.round + 1, &[(Act::Silence, failed())]),
                false,
            ),
            ("the round is not later", round(node.round, &[]), false),
        ];
        for (case, snapshot, expected) in cases {
            let could = |personas: &[Persona]| {
                could_be_attacked(&node, personas, std::slice::from_ref(&snapshot))
            };
            assert_eq!(could(std::slice::from_ref(&walker)), expected, "{case}");
            let is_later = snapshot.round > node.round;
            assert_eq!(could(&[walker.clone(), rider.clone()]), is_later, "{case}, and a rider");
        }
    }

    #[test]
    fn agreements_with_one_text_or_that_were_judged_the_same_are_one_with_several_wordings() {
        let agreement = |number, by: &str| Agreement {
            node: NodeId::new(number),
            text: format!("Wording {number}."),
            endorsed_by: vec![PersonaId::new(by).unwrap()],
            other_wordings: vec![],
        };
        let agreed = [(1, "keeper"), (2, "walker"), (3, "keeper"), (4, "walker"), (5, "rider")];
        let mut agreed = agreed.map(|(number, by)| agreement(number, by)).to_vec();
        // What a persona says again on another question.
        agreed.push(Agreement { text: "wording 4".to_owned(), ..agreement(6, "ada") });
        // 2, 3 and 5 are a chain.
        let same = [(4, 1), (3, 5), (2, 3), (6, 1)]
            .map(|(one, other)| ordered(NodeId::new(one), NodeId::new(other)));
        let judged = JudgedPairs { same: same.into(), ..JudgedPairs::default() };
        let united = unite_wordings(&agreed, &judged);
        let shown: Vec<String> = united
            .iter()
            .map(|point| {
                let nodes: Vec<u32> = point.wordings().map(NodeId::number).collect();
                let by: Vec<&str> = point.endorsed_by.iter().map(PersonaId::as_str).collect();
                format!("{} {nodes:?} {}", point.text, by.join(" "))
            })
            .collect();
        assert_eq!(
            shown,
            [
                "Wording 1. [1, 4, 6] ada keeper walker",
                "Wording 2. [2, 3] keeper walker",
                "Wording 5. [5] rider"
            ]
        );
    }
}
