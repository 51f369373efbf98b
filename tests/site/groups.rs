//! What pages say where debates have different personas, or a persona argues against its own answer.

use faultline::record::{Crux, Position, Thesis};
use faultline::vocabulary::{NodeId, Side};

use crate::answers::{QUIET, card, front, section};
use crate::fixture::Whole;
use crate::{arguments, files, fixture, markup};

#[test]
fn what_only_one_side_shares_is_not_called_granted_by_both() {
    let mut experiment = fixture::experiment();
    let agreed = |experiment: &mut Whole, endorsed_by: &[&str]| {
        for debate in &mut experiment.debates[..2] {
            let agreed = &mut debate.result.as_mut().unwrap().outcome.common_ground.agreed;
            agreed.truncate(1);
            for point in agreed {
                point.endorsed_by = endorsed_by.iter().map(|id| fixture::persona_id(id)).collect();
            }
        }
    };
    let point = "Exposure shows which tasks may change";
    let both = "## What both sides grant\n";
    agreed(&mut experiment, &[arguments::BEAR, arguments::MACRO]);
    let page = front(&experiment);
    assert!(page.split_once(both).unwrap().1.contains(point), "{page}");
    agreed(&mut experiment, &[arguments::BEAR]);
    for page in [front(&experiment), files(&experiment)["topics/ai-jobs.md"].clone()] {
        assert!(!page.contains(both), "{page}");
        let (_, one) = page.split_once("## What one side agrees on\n").unwrap();
        assert!(one.contains(point) && one.contains("(Displacement bear)"), "{page}");
    }
}

#[test]
fn a_card_has_the_answers_of_personas_that_took_part_only_in_other_debates() {
    let mut experiment = fixture::experiment();
    let axis = fixture::axis_id("null-results");
    let held = |experiment: &Whole| {
        let words = markup::words(card(&files(experiment)["index.html"], QUIET));
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let [first, second] = &mut experiment.debates[..2] else { unreachable!() };
    let of_axis = |crux: &Crux| crux.axis.as_ref() == Some(&axis);
    let named = second.result.as_mut().unwrap();
    let crux = named.outcome.cruxes.iter_mut().find(|crux| of_axis(crux)).unwrap();
    let mut position = crux.positions.pop().unwrap();
    let name = if position.persona == fixture::persona_id(arguments::BEAR) {
        "Displacement bear"
    } else {
        "Institutional macro"
    };
    position.text = "It stands in another debate".into();
    position.node = None;
    let idle = &mut first.result.as_mut().unwrap().outcome.idle_disputes[0];
    (idle.axis, idle.positions) = (axis.clone(), vec![]);
    assert!(!held(&experiment).contains(name));
    let first = experiment.debates[0].result.as_mut().unwrap();
    first.outcome.idle_disputes[0].positions.push(position);
    assert!(held(&experiment).contains(name), "{}", held(&experiment));
    assert!(held(&experiment).contains("It stands in another debate."), "{}", held(&experiment));
}

#[test]
fn a_dispute_shows_the_largest_load_of_each_persona_in_any_debate() {
    let mut experiment = fixture::experiment();
    let listed = |experiment: &Whole| {
        let page = front(experiment);
        section(&page, "Other disagreements").unwrap().to_owned()
    };
    let mut idle = experiment.debates[0].result.as_ref().unwrap().outcome.idle_disputes[0].clone();
    let position =
        experiment.debates[0].result.as_ref().unwrap().outcome.cruxes[0].positions[0].clone();
    let with = |load: f64, side| Position {
        load: Some(fixture::sure(load)),
        side: Some(side),
        persona: fixture::persona_id(arguments::MACRO),
        ..position.clone()
    };
    idle.positions = vec![with(0.0, Side::No)];
    experiment.debates[0].result.as_mut().unwrap().outcome.idle_disputes = vec![idle.clone()];
    assert!(listed(&experiment).contains("No case is known to rest on:"));
    idle.positions = vec![with(0.5, Side::No)];
    experiment.debates[1].result.as_mut().unwrap().outcome.idle_disputes = vec![idle];
    let page = listed(&experiment);
    assert!(page.contains("What matters to Institutional macro only:"), "{page}");
    assert_eq!(page.matches("Institutional macro: No").count(), 1, "{page}");
}

#[test]
fn a_persona_that_argues_against_its_own_answer_is_said_to_play_a_part() {
    let mut experiment = fixture::experiment();
    let state = |experiment: &mut Whole, side| {
        let finished = experiment.debates[0].result.as_mut().unwrap();
        finished.outcome.theses = vec![Thesis {
            persona: fixture::persona_id(arguments::BEAR),
            side,
            text: "Fewer people will work".into(),
            node: NodeId::new(1),
            yes: None,
        }];
        let pages = files(experiment);
        let mut debates = pages.iter().filter(|(path, _)| path.starts_with("debates/"));
        debates.any(|(_, page)| page.contains("It plays a part here: its own answer is yes."))
    };
    assert!(!state(&mut experiment, Side::Yes));
    assert!(state(&mut experiment, Side::No));
}
