//! What pages say would change a persona's mind.

use faultline::graph::Operation;
use faultline::record::{Position, Thesis};
use faultline::vocabulary::{Flip, NodeId, Reach, Side, StatementId};

use crate::answers::section;
use crate::fixture::Whole;
use crate::{arguments, files, fixture};

/// What the card of the first crux says about the first persona, on the page of the topic.
fn stance(experiment: &Whole) -> String {
    let page = files(experiment).remove("topics/ai-jobs.md").unwrap();
    let line = page.lines().find(|line| line.starts_with("- Displacement bear: **Yes**, because:"));
    line.unwrap().to_owned()
}

/// The fixture, where the first persona's argument on the first crux rests on a statement with
/// these conditions.
fn quoting(unless: &[&str]) -> Whole {
    let mut experiment = fixture::experiment();
    let corpora = &mut experiment.personas[0].corpora;
    let own = &mut corpora.get_mut(&fixture::topic_id()).unwrap().notes[0].statements[0];
    own.unless = unless.iter().map(|&text| text.into()).collect();
    let id: StatementId = own.id.clone();
    let graph = &mut experiment.debates[0].result.as_mut().unwrap().snapshots[3].graph;
    let mut node = graph.node(arguments::n(9)).unwrap().clone();
    node.detail.excerpts = vec![id];
    graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
    experiment
}

fn declare(experiment: &mut Whole, when: &str, changes: Reach) {
    let axis = Some(fixture::axis_id("entry-level"));
    let flip = Flip { id: "new".into(), axis, when: when.into(), then: "So be it".into(), changes };
    experiment.personas[0].contract.flips.push(flip);
}

#[test]
fn a_card_shows_the_conditions_of_the_statements_that_it_quotes_and_joins_them_with_or() {
    let stated = stance(&quoting(&["it rains", "it snows"]));
    assert!(stated.contains(" It would think again if: It rains, or it snows."), "{stated}");
    let other = stance(&fixture::experiment());
    assert!(!other.contains("would think again"), "the card does not quote it: {other}");
}

#[test]
fn a_condition_that_says_nearly_the_same_as_the_declared_one_is_dropped() {
    let stated = stance(&quoting(&["the gap closes within about two years", "it snows"]));
    assert!(stated.contains("The gap closes within two years."), "{stated}");
    assert!(stated.contains(" It would think again if: It snows."), "{stated}");
}

#[test]
fn a_declared_condition_that_a_card_shows_in_other_words_is_on_the_cards_above() {
    let listed = |experiment: &Whole| {
        let page = files(experiment).remove("topics/ai-jobs.md").unwrap();
        section(&page, "What would change their minds").unwrap_or_default().to_owned()
    };
    let mut experiment = quoting(&["a recession of two quarters falls into the decade"]);
    let when = "A recession falls into the decade.";
    declare(&mut experiment, when, Reach::View);
    assert!(!listed(&experiment).contains(when), "{}", listed(&experiment));
    let mut experiment = quoting(&["a recession of two quarters falls into the decade"]);
    declare(&mut experiment, when, Reach::Answer);
    assert!(!stance(&experiment).contains("think again"), "its consequence is below the cards");
    assert!(listed(&experiment).contains(when), "{}", listed(&experiment));
    for other in ["it snows", "a recession falls"] {
        let mut experiment = quoting(&[other]);
        declare(&mut experiment, when, Reach::View);
        assert!(listed(&experiment).contains(when), "{other} says less: {}", listed(&experiment));
    }
}

#[test]
fn that_a_condition_changes_the_main_answer_is_said() {
    let mut experiment = fixture::experiment();
    let debates = experiment.debates.iter_mut().filter_map(|debate| debate.result.as_mut().ok());
    let cruxes = debates.flat_map(|result| &mut result.outcome.cruxes);
    for flip in cruxes.flat_map(|crux| &mut crux.positions).filter_map(|held| held.flip.as_mut()) {
        flip.changes = Reach::Answer;
    }
    let stated = stance(&experiment);
    let declares = "It would change its main answer if: The gap closes within two years.";
    assert!(stated.contains(declares), "{stated}");
}

#[test]
fn what_a_persona_says_in_a_debate_about_its_case_is_shown_beside_what_its_contract_declares() {
    let mut experiment = fixture::experiment();
    let outcome = &mut experiment.debates[0].result.as_mut().unwrap().outcome;
    let flip = |id: &str, when: &str| Flip {
        id: id.into(),
        axis: None,
        when: when.into(),
        then: "I would answer no".into(),
        changes: Reach::Answer,
    };
    outcome.theses = vec![Thesis {
        persona: fixture::persona_id(arguments::BEAR),
        side: Side::Yes,
        text: "Fewer people will work".into(),
        node: NodeId::new(1),
        yes: None,
        flips: vec![
            flip("said-1", "Payrolls of small firms grow for three years"),
            flip("said-2", "Payrolls of small firms grow for three years."),
        ],
    }];
    for held in outcome.cruxes.iter_mut().flat_map(|crux| &mut crux.positions) {
        held.is_decisive = held.load.is_some();
    }
    let of_bear = |held: &&mut Position| held.persona == fixture::persona_id(arguments::BEAR);
    let either_way = outcome.cruxes[0].positions[0].clone();
    let either_way =
        Position { is_decisive: false, is_declared_idle: true, load: None, ..either_way };
    outcome.idle_disputes[0].positions.push(either_way);
    let held = outcome.cruxes[0].positions.iter_mut().find(of_bear).unwrap();
    held.flip = Some(flip("said-1", "Payrolls of small firms grow for three years"));
    let pages = files(&experiment);
    let condition = "Payrolls of small firms grow for three years";
    let decisive = "By its own account, its main answer falls with this one.";
    let is_debate = |path: &String| path.contains("/graph-") && path.contains("debates/");
    for path in pages.keys().filter(|path| is_debate(path)) {
        let debate = &pages[path];
        assert_eq!(debate.matches(condition).count(), 1, "{path}");
        assert!(debate.contains(decisive), "{path}");
        assert!(debate.contains("I would answer no"), "{path}");
        assert!(debate.contains("it says that it would keep its thesis either way"), "{path}");
    }
    let home = &pages["index.md"];
    let far = format!("It would change its main answer if: {condition}");
    let text = home.replace("**", "");
    assert!(text.contains(&far) && text.contains(decisive), "{home}");
}

#[test]
fn two_declared_conditions_in_nearly_the_same_words_are_both_shown() {
    let mut experiment = fixture::experiment();
    let flips = &mut experiment.personas[0].contract.flips;
    let [early, late] =
        ["2028", "2031"].map(|year| format!("Payrolls of small firms grow in {year}"));
    for when in [&early, &late] {
        flips.push(Flip { id: when.clone(), axis: None, when: when.clone(), ..flips[0].clone() });
    }
    let page = files(&experiment).remove("topics/ai-jobs.md").unwrap();
    assert!(page.contains(&early) && page.contains(&late), "{page}");
}
