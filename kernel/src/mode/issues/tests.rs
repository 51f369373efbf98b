mod backing;
mod by_words;
mod declared;
mod shared_points;

use super::*;
use crate::graph::samples::{attack, stated};
use crate::graph::{Edge, Operation};
use crate::vocabulary::samples::{persona, topic};
use crate::vocabulary::{Flip, Reach};

/// The nodes, and what is found.
type Case<'a> = (&'a str, &'a [&'a str], &'a [&'a str]);

fn personas(ids: &[&str]) -> Vec<Persona> {
    ids.iter().map(|id| persona(id, Side::Yes, vec![])).collect()
}

/// Every disputed issue with its status and, for each persona, its side, its load by structure and
/// its arguments.
fn disputed(nodes: &[&str]) -> Vec<String> {
    let (graph, topic) = (stated(nodes), topic());
    let personas = personas(&["ada", "ben", "cleo"]);
    let issues = Issues::of(&graph, &topic, &personas);
    let held = |held: &IssuePosition| {
        let side = if held.side == Side::Yes { '+' } else { '-' };
        let load = held.load.map_or("?".into(), |load| format!("{:.0}", 100.0 * load.value()));
        let nodes: Vec<String> = held.nodes.iter().map(|node| node.number().to_string()).collect();
        format!(" {}{side} {load} [{}]", held.persona, nodes.join(" "))
    };
    let all = issues.disputed(|case, issue| case.dependence.load(issue));
    let describe = |issue: &DisputedIssue<'_>| {
        let positions: String = issue.positions.iter().map(held).collect();
        format!("{} {:?}{positions}", issue.axis.id, issue.status)
    };
    all.iter().map(describe).collect()
}

fn assert_disputed(cases: &[Case<'_>]) {
    for (case, nodes, expected) in cases {
        assert_eq!(disputed(nodes), *expected, "{case}");
    }
}

#[test]
fn a_crux_is_a_disputed_issue_that_carries_load_on_both_sides() {
    let cases: &[Case<'_>] = &[
        (
            "load on both sides",
            &[
                "ada thesis+ : trade- air+", "ada trade-", "ada air+", "ben thesis- : trade+",
                "ben trade+",
            ],
            &["trade Crux ada- 50 [2] ben+ 100 [5]"],
        ),
        (
            "one side only",
            &["ada thesis+ : trade-", "ada trade-", "ben thesis- : trade-", "ben trade-"],
            &[],
        ),
        (
            "positions that are only asserted",
            &["ada thesis+ : trade-", "ben thesis- : trade+"],
            &["trade Crux ada- 100 [] ben+ 100 []"],
        ),
        (
            "load through another issue",
            &[
                "ada thesis+ : air+", "ada air+ : trade-", "ada trade-", "ben thesis- : trade+",
                "ben trade+",
            ],
            &["trade Crux ada- 100 [3] ben+ 100 [5]"],
        ),
        (
            "load through a point that several personas grant",
            &[
                "ada thesis+ : air+",
                "ada grants air+ : trade- = cleo",
                "ada air+ : trade-",
                "ada trade-",
                "ben thesis- : trade+",
                "ben trade+",
                "cleo grants air+",
            ],
            &["trade Crux ada- 100 [4] ben+ 100 [6]"],
        ),
        (
            "load through common ground alone",
            &[
                "ada thesis+ : air+", "ada air+ : trade- = ben", "ada trade-",
                "ben thesis- : trade+", "ben trade+",
            ],
            &["trade Crux ada- 100 [3] ben+ 100 [5]"],
        ),
        (
            "what is only asserted backs up no argument",
            &[
                "ada thesis+ : air+", "ada air+ : itself", "ada air+ : trade-", "ada trade-",
                "ben thesis- : trade+", "ben trade+",
            ],
            &["trade Crux ada- 100 [4] ben+ 100 [6]"],
        ),
        (
            "common ground backs up no argument",
            &[
                "ada thesis+ : air+", "ada air+ : point = ben", "ada air+ : trade-", "ada trade-",
                "ben thesis- : trade+", "ben trade+",
            ],
            &["trade Crux ada- 100 [4] ben+ 100 [6]"],
        ),
        (
            "an answer without a reason backs up no argument",
            &[
                "ada thesis+ : air+", "ada air+", "ada air+ : trade-", "ada trade-",
                "ben thesis- : trade+", "ben trade+",
            ],
            &["trade Crux ada- 100 [4] ben+ 100 [6]"],
        ),
        (
            "a granted point that rests on nothing backs up no argument",
            &[
                "ada thesis+ : air+", "ada grants air+ = ben", "ada air+ : trade-", "ada trade-",
                "ben thesis- : trade+", "ben trade+", "ben grants air+ = ada",
            ],
            &["trade Crux ada- 100 [4] ben+ 100 [6]"],
        ),
    ];
    assert_disputed(cases);
}

#[test]
fn a_dispute_without_load_on_both_sides_is_idle_or_of_unknown_load() {
    let cases: &[Case<'_>] = &[
        (
            "no load on either side",
            &["ada thesis+ : air+", "ada trade-", "ben thesis- : air+", "ben trade+"],
            &["trade Idle ada- 0 [2] ben+ 0 [4]"],
        ),
        (
            "no load on one side",
            &["ada thesis+ : air+", "ada trade-", "ben thesis- : trade+", "ben trade+"],
            &["trade Idle ada- 0 [2] ben+ 100 [4]"],
        ),
        (
            "an argument that rests on something else backs the one that does up",
            &[
                "ada thesis+ : air+", "ada air+ : trade-", "ada air+ : point", "ada trade-",
                "ben thesis- : trade+", "ben trade+",
            ],
            &["trade Idle ada- 0 [4] ben+ 100 [6]"],
        ),
        (
            "no thesis says what it rests on",
            &["ada thesis+ : point", "ada trade-", "ben thesis- : point", "ben trade+"],
            &["trade LoadUnknown ada- ? [2] ben+ ? [4]"],
        ),
        ("no thesis", &["ada trade-", "ben trade+"], &["trade LoadUnknown ada- ? [1] ben+ ? [2]"]),
        (
            "known on one side, unknown on the other",
            &["ada thesis+ : point", "ada trade-", "ben thesis- : trade+", "ben trade+"],
            &["trade LoadUnknown ada- ? [2] ben+ 100 [4]"],
        ),
        (
            "half of the reasons are linked: idle, though the other half may rest on it",
            &["ada thesis+ : point air+", "ada trade-", "ben thesis- : trade+", "ben trade+"],
            &["trade Idle ada- ? [2] ben+ 100 [4]"],
        ),
        (
            "a third of the reasons is linked: too little is known",
            &["ada thesis+ : point point air+", "ada trade-", "ben thesis- : trade+", "ben trade+"],
            &["trade LoadUnknown ada- ? [2] ben+ 100 [4]"],
        ),
    ];
    assert_disputed(cases);
}

#[test]
fn among_three_personas_one_with_load_on_each_side_makes_a_crux() {
    let cases: &[Case<'_>] = &[
        (
            "one on each side is enough",
            &[
                "ada thesis+ : trade-", "ada trade-", "ben thesis- : trade+", "ben trade+",
                "cleo thesis+ : air+", "cleo trade-",
            ],
            &["trade Crux ada- 100 [2] ben+ 100 [4] cleo- 0 [6]"],
        ),
        (
            "none on one side",
            &[
                "ada thesis+ : trade-", "ada trade-", "ben thesis- : air+", "ben trade+",
                "cleo thesis+ : trade-", "cleo trade-",
            ],
            &["trade Idle ada- 100 [2] ben+ 0 [4] cleo- 100 [6]"],
        ),
    ];
    for (case, nodes, expected) in cases {
        assert_eq!(disputed(nodes), *expected, "{case}");
    }
}

#[test]
fn a_position_is_the_side_that_a_persona_answers_more_often_and_never_common_ground() {
    let cases: &[Case<'_>] = &[
        (
            "more arguments for one side",
            &["ada trade-", "ada trade+", "ada trade-", "ben trade+"],
            &["trade LoadUnknown ada- ? [1 3] ben+ ? [4]"],
        ),
        ("as many for both sides", &["ada trade-", "ada trade+", "ben trade+"], &[]),
        (
            "a tie is not broken by an assertion",
            &["ada trade-", "ada trade+", "ada air+ : trade-", "ben trade+"],
            &[],
        ),
        (
            "a tie is broken by the thesis",
            &["ada thesis+ : trade-", "ada trade-", "ada trade+", "ben trade+"],
            &["trade LoadUnknown ada- 100 [2] ben+ ? [4]"],
        ),
        (
            "an answer outweighs assertions",
            &["ada trade-", "ada air+ : trade+ trade+", "ben trade+"],
            &["trade LoadUnknown ada- ? [1] ben+ ? [3]"],
        ),
        (
            "an assertion without an answer",
            &["ada air+ : trade-", "ben trade+"],
            &["trade LoadUnknown ada- ? [] ben+ ? [2]"],
        ),
        ("both endorse it", &["ada trade- = ben", "ben trade+"], &[]),
        (
            "the opposition is only in the words",
            &["ada trade- = ben", "ben trade+ = ada", "cleo air+"],
            &[],
        ),
        (
            "allies keep what they share",
            &["ada trade- = cleo", "ben trade+", "cleo trade- = ada"],
            &["trade LoadUnknown ada- ? [1] ben+ ? [2] cleo- ? [3]"],
        ),
        ("what a persona grants", &["ada grants trade-", "ben trade+"], &[]),
        (
            "what a persona grants outweighs nothing",
            &["ada grants trade+", "ada trade-", "ben trade+"],
            &["trade LoadUnknown ada- ? [2] ben+ ? [3]"],
        ),
        (
            "an argument that another concedes is settled",
            &["ada thesis+ : trade-", "ada trade- = ben", "ben trade+"],
            &[],
        ),
        (
            "a point that two make for opposite answers settles nothing on which their theses rest",
            &[
                "ada thesis+ : trade-", "ben thesis- : trade+", "ada trade- = ben",
                "ben trade+ = ada",
            ],
            &["trade Crux ada- 100 [] ben+ 100 []"],
        ),
        (
            "an argument that another makes too leaves what the thesis asserts",
            &["ada thesis+ : trade-", "ada trade- = ben", "ben grants trade- = ada", "ben trade+"],
            &["trade LoadUnknown ada- 100 [] ben+ ? [4]"],
        ),
        (
            "an argument is settled although its endorser makes another one that its author endorses",
            &["ada thesis+ : trade-", "ada trade- = ben", "ben grants air- = ada", "ben trade+"],
            &[],
        ),
        (
            "common ground leaves what the thesis asserts",
            &["ada thesis+ : trade-", "ada grants trade-", "ben trade+"],
            &["trade LoadUnknown ada- 100 [] ben+ ? [3]"],
        ),
        (
            "two that make the same point differ in the words only",
            &["ada grants trade-", "ben grants trade+"],
            &[],
        ),
        (
            "two that make the same point differ in what else their theses rest on",
            &[
                "ada thesis+ : trade-", "ben thesis- : trade+", "ada grants trade-",
                "ben grants trade+",
            ],
            &["trade Crux ada- 100 [] ben+ 100 []"],
        ),
        ("a thesis is not an answer to an axis", &["ada thesis+", "ben trade+", "ada air+"], &[]),
    ];
    for (case, nodes, expected) in cases {
        assert_eq!(disputed(nodes), *expected, "{case}");
    }
}

#[test]
fn a_persona_that_grants_the_other_sentence_of_an_issue_has_given_the_issue_up() {
    let (topic, personas) = (topic(), personas(&["ada", "ben"]));
    let positions = |granted: &str, side: Side| -> usize {
        let mut graph = stated(&["ada grants trade+", "ada trade-", "ben trade+"]);
        let grant = graph.nodes().next().unwrap().clone();
        let grant = Node { text: granted.to_owned(), side: Some(side), ..grant };
        graph.apply(&Operation::UpdateNode(Box::new(grant))).unwrap();
        let issues = Issues::of(&graph, &topic, &personas);
        issues.disputed(|case, issue| case.dependence.load(issue)).len()
    };
    let [yes, no] = [Side::Yes, Side::No].map(|side| topic.axes[0].proposition(side).to_owned());
    assert_eq!(positions(&yes, Side::Yes), 0, "Ada grants what Ben says");
    assert_eq!(positions("Some shops lose.", Side::Yes), 1, "another sentence gives up nothing");
    assert_eq!(positions(&no, Side::No), 1, "her own sentence gives up nothing");
}

#[test]
fn cruxes_come_first_and_the_highest_score_before_the_order_of_the_topic() {
    let both = ["ada trade-", "ada air+", "ben trade+", "ben air-"];
    let with = |theses: [&'static str; 2]| {
        disputed(&[both.as_slice(), &theses].concat())
            .iter()
            .map(|issue| issue.split(" ada").next().unwrap().to_owned())
            .collect::<Vec<String>>()
    };
    let equal = with(["ada thesis+ : trade- air+", "ben thesis- : trade+ air-"]);
    assert_eq!(equal, ["trade Crux", "air Crux"]);
    let repeated = with(["ada thesis+ : air+ air+ trade-", "ben thesis- : trade+ air-"]);
    assert_eq!(repeated, ["trade Crux", "air Crux"], "saying it twice raises no load");
    let air = with(["ada thesis+ : trade- air+", "ben thesis- : air- point"]);
    assert_eq!(air, ["air Crux", "trade Idle"]);
    let idle = with(["ada thesis+ : air+", "ben thesis- : air-"]);
    assert_eq!(idle, ["air Crux", "trade Idle"]);
    let unknown = with(["ada thesis+ : air+ point point", "ben thesis- : air- point point"]);
    assert_eq!(unknown, ["air Crux", "trade LoadUnknown"]);
}

#[test]
fn an_intervention_removes_the_arguments_on_the_issue_and_what_rests_on_it() {
    let cases: &[(&str, &[&str], &[u32])] = &[
        ("its own arguments", &["ada thesis+ : trade-", "ada trade-", "ben trade+"], &[2]),
        (
            "what asserts the issue",
            &["ada thesis+ : air+", "ada air+ : trade-", "ada trade-", "ben trade+"],
            &[2, 3],
        ),
        (
            "another argument on the issue above stays",
            &["ada thesis+ : air+", "ada air+ : trade-", "ada trade-", "ada air+ : point"],
            &[2, 3],
        ),
        ("arguments for the other side stay", &["ada trade-", "ada trade-", "ada trade+"], &[1, 2]),
        ("common ground stays", &["ada trade- = ben", "ada trade-", "ben trade+"], &[2]),
        ("arguments of others stay", &["ada trade-", "ben trade-", "ben trade+"], &[1]),
    ];
    for (case, nodes, expected) in cases {
        let (graph, topic, personas) = (stated(nodes), topic(), personas(&["ada", "ben"]));
        let issues = Issues::of(&graph, &topic, &personas);
        let gone = issues.gone(&issues.cases[0], &topic.axes[0].id);
        let gone: Vec<u32> = gone.into_iter().map(NodeId::number).collect();
        assert_eq!(gone, *expected, "{case}");
    }
}

#[test]
fn a_flip_condition_belongs_to_the_issue_that_it_names() {
    let personas = personas(&["ada", "ben"]);
    let flips = |issue: &str| {
        let flip = personas[1].contract.flip_on(&AxisId::new(issue).unwrap());
        flip.map(|flip| flip.when.clone())
    };
    let declared = Some("Takings rise in the year of the trial.".to_owned());
    assert_eq!(flips("trade"), declared);
    assert_eq!(flips("air"), None);
}
