//! What personas declare about their cases.

use super::*;

#[test]
fn what_its_author_says_about_the_whole_thesis_comes_before_shares_of_its_reasons() {
    let cases: &[Case<'_>] = &[
        (
            "a decisive answer carries all, the others their share",
            &["ada thesis+ : trade- air+ !trade", "ben thesis- : trade+ air-"],
            &["trade Crux ada- 100 [] ben+ 50 []", "air Crux ada+ 50 [] ben- 50 []"],
        ),
        (
            "with what a decisive answer rests on",
            &[
                "ada thesis+ : air+ point point !air",
                "ada air+ : trade-",
                "ada trade-",
                "ben thesis- : trade+",
            ],
            &["trade Crux ada- 100 [3] ben+ 100 []"],
        ),
        (
            "though no reason asserts it",
            &["ada thesis+ : point !trade", "ada trade-", "ben thesis- : trade+"],
            &["trade Crux ada- 100 [2] ben+ 100 []"],
        ),
        (
            "without an answer there is no position",
            &["ada thesis+ : air+ !trade", "ben thesis- : trade+"],
            &[],
        ),
        (
            "what nothing depends on is idle, not unknown",
            &["ada thesis+ : air+ point ~trade", "ada trade-", "ben thesis- : trade+"],
            &["trade Idle ada- 0 [2] ben+ 100 []"],
        ),
        (
            "also where little of the case is linked",
            &["ada thesis+ : point point ~trade", "ada trade-", "ben thesis- : trade+"],
            &["trade Idle ada- 0 [2] ben+ 100 []"],
        ),
    ];
    assert_disputed(cases);
}

#[test]
fn a_declared_double_crux_is_first_among_equals() {
    let nodes = ["ada thesis+ : trade- air+", "ben thesis- : trade+ air-"];
    let rests_on_trade = "ben air- : trade+";
    let unequal = [nodes[0], nodes[1], rests_on_trade];
    let order = |nodes: &[&str], declaring: &[&str]| -> Vec<String> {
        let (graph, topic) = (stated(nodes), topic());
        let mut personas = personas(&["ada", "ben"]);
        for persona in &mut personas {
            let axis = AxisId::new("air").ok();
            let flip = Flip { axis, ..persona.contract.flips.remove(0) };
            let declares = declaring.contains(&persona.id.as_str());
            persona.contract.flips.extend(declares.then_some(flip));
        }
        let issues = Issues::of(&graph, &topic, &personas);
        let found = issues.disputed(|case, issue| case.dependence.load(issue));
        found.iter().map(|issue| issue.axis.id.to_string()).collect()
    };
    assert_eq!(order(&nodes, &[]), ["trade", "air"]);
    assert_eq!(order(&nodes, &["ada"]), ["trade", "air"], "only one side declares a condition");
    assert_eq!(order(&nodes, &["ada", "ben"]), ["air", "trade"]);
    assert_eq!(order(&unequal, &["ada", "ben"]), ["trade", "air"], "more depends on trade");
}

#[test]
fn what_a_thesis_says_would_change_it_belongs_to_the_issue_that_it_names() {
    let mut graph = stated(&["ada thesis+ : trade- air+", "ben thesis- : trade+ air-"]);
    let mut personas = personas(&["ada", "ben"]);
    let flip = personas[0].contract.flips.remove(0);
    let mut thesis = graph.node(NodeId::new(1)).unwrap().clone();
    thesis.detail.declared.flips = vec![Flip { axis: AxisId::new("air").ok(), ..flip }];
    graph.apply(&Operation::UpdateNode(Box::new(thesis))).unwrap();
    let topic = topic();
    let issues = Issues::of(&graph, &topic, &personas);
    let flips = ["trade", "air"]
        .map(|issue| issues.flip_on(&issues.cases[0], &AxisId::new(issue).unwrap()).is_some());
    assert_eq!(flips, [false, true]);
}

#[test]
fn a_condition_that_would_change_the_main_answer_makes_its_issue_decisive() {
    let (graph, topic) =
        (stated(&["ada thesis+ : trade- air+", "ben thesis- : trade+ air-"]), topic());
    let loads = |changes: Reach, of_thesis: bool| -> Vec<String> {
        let (mut graph, mut personas) = (graph.clone(), personas(&["ada", "ben"]));
        let flip = personas[0].contract.flips.remove(0);
        let flip = Flip { axis: AxisId::new("air").ok(), changes, ..flip };
        if of_thesis {
            let mut thesis = graph.node(NodeId::new(1)).unwrap().clone();
            thesis.detail.declared.flips = vec![flip];
            graph.apply(&Operation::UpdateNode(Box::new(thesis))).unwrap();
        } else {
            personas[0].contract.flips.push(flip);
        }
        let issues = Issues::of(&graph, &topic, &personas);
        let found = issues.disputed(|case, issue| case.dependence.load(issue));
        found.iter().map(|issue| format!("{} {:.2}", issue.axis.id, issue.score.value())).collect()
    };
    assert_eq!(loads(Reach::View, false), ["trade 0.50", "air 0.50"]);
    assert_eq!(loads(Reach::Answer, false), ["air 0.75", "trade 0.50"], "her contract says so");
    assert_eq!(loads(Reach::Answer, true), ["air 0.75", "trade 0.50"], "her thesis says so");
}
