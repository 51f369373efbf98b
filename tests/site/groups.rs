//! What pages say where debates have different personas, or a persona argues against its own
//! answer.

use faultline::graph::{Asserted, Operation};
use faultline::record::{
    AgreedQuestion, AgreeingAnswer, Agreement, Concession, ConcessionSource, Crux, IdleDispute,
    Position, Thesis,
};
use faultline::vocabulary::{AxisSide, Component, Inferred, NodeId, Note, Side};
use faultline_report::site::Debate;

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
    let mut set = |debate: usize, idle: &IdleDispute| {
        let outcome = &mut experiment.debates[debate].result.as_mut().unwrap().outcome;
        outcome.idle_disputes = vec![idle.clone()];
        listed(&experiment)
    };
    idle.is_load_unknown = false;
    assert!(set(0, &idle).contains("No case is known to depend on:"));
    idle.is_load_unknown = true;
    assert!(set(0, &idle).contains("What may matter to both sides:"));
    idle.positions = vec![with(0.5, Side::No)];
    let page = set(1, &idle);
    assert!(
        page.contains("Among the reasons of Institutional macro and perhaps to the other side:"),
        "{page}"
    );
    idle.is_load_unknown = false;
    set(0, &idle);
    let page = set(1, &idle);
    assert!(page.contains("Among the reasons of Institutional macro only:"), "{page}");
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
            flips: vec![],
        }];
        let pages = files(experiment);
        let mut debates = pages.iter().filter(|(path, _)| path.starts_with("debates/"));
        debates.any(|(_, page)| page.contains("It plays a part here: its own answer is yes."))
    };
    assert!(!state(&mut experiment, Side::Yes));
    assert!(state(&mut experiment, Side::No));
}

/// A question that these personas answer alike, each in the words of its own.
fn alike(axis: &str, personas: &[&str]) -> AgreedQuestion {
    let answer = |persona: &&str| AgreeingAnswer {
        persona: fixture::persona_id(persona),
        text: format!("{persona} says so"),
        node: None,
        granted: false,
    };
    AgreedQuestion {
        axis: fixture::axis_id(axis),
        question: "Does it?".into(),
        side: Side::Yes,
        proposition: "Exposure predicts it.".into(),
        answers: personas.iter().map(answer).collect(),
    }
}

#[test]
fn a_question_that_only_one_side_answers_alike_is_not_called_granted_by_both() {
    let mut experiment = fixture::experiment();
    let mut listed = |personas: &[&str]| {
        for debate in &mut experiment.debates[..2] {
            let outcome = &mut debate.result.as_mut().unwrap().outcome;
            outcome.common_ground.agreed.clear();
            outcome.common_ground.questions = vec![alike("exposure", personas)];
            outcome.cruxes.retain(|crux| crux.axis != Some(fixture::axis_id("exposure")));
            outcome.idle_disputes.clear();
            outcome.settled.clear();
        }
        front(&experiment)
    };
    let proposition = "- Exposure predicts it.";
    let page = listed(&[arguments::BEAR, arguments::MACRO]);
    let (_, both) = page.split_once("## What both sides grant\n").unwrap();
    assert!(both.contains(proposition) && !page.contains("Shared only by"), "{page}");
    let page = listed(&[arguments::BEAR]);
    assert!(!page.contains("## What both sides grant"), "{page}");
    let (_, one) = page.split_once("Shared only by personas who give the same answer:").unwrap();
    assert!(one.contains(proposition), "{page}");
}

#[test]
fn a_question_that_all_answer_with_one_shared_point_is_listed_as_that_point_alone() {
    let mut experiment = fixture::experiment();
    let mut point =
        experiment.debates[0].result.as_ref().unwrap().outcome.common_ground.agreed[0].clone();
    let mut question = alike("exposure", &[arguments::BEAR, arguments::MACRO]);
    point.endorsed_by = [arguments::BEAR, arguments::MACRO].map(fixture::persona_id).into();
    for answer in &mut question.answers {
        answer.text.clone_from(&point.text);
    }
    let mut lists = |text: &str| {
        for debate in &mut experiment.debates[..2] {
            let outcome = &mut debate.result.as_mut().unwrap().outcome;
            outcome.common_ground.agreed = vec![point.clone()];
            question.answers[0].text = text.into();
            outcome.common_ground.questions = vec![question.clone()];
            outcome.cruxes.retain(|crux| crux.axis != Some(fixture::axis_id("exposure")));
            outcome.idle_disputes.clear();
        }
        front(&experiment).contains("Exposure predicts it.")
    };
    assert!(lists("something else"));
    assert!(!lists(&point.text.clone()));
}

#[test]
fn a_thesis_that_a_persona_only_plays_is_not_its_own() {
    let mut experiment = fixture::experiment();
    let thesis = |side, text: &str| Thesis {
        persona: fixture::persona_id(arguments::BEAR),
        side,
        text: text.into(),
        node: NodeId::new(1),
        yes: None,
        flips: vec![],
    };
    for (debate, side) in experiment.debates[..2].iter_mut().zip([Side::No, Side::Yes]) {
        let text = if side == Side::Yes { "Fewer people will work" } else { "It plays a part" };
        debate.result.as_mut().unwrap().outcome.theses = vec![thesis(side, text)];
    }
    let page = front(&experiment);
    assert!(page.contains("Fewer people will work."), "{page}");
    assert!(!page.contains("It plays a part") && !page.contains("answers the opposite"), "{page}");
}

#[test]
fn a_crux_is_counted_among_the_debates_of_those_who_answer_it_differently() {
    let mut experiment = fixture::experiment();
    let found = |experiment: &Whole| {
        let page = front(experiment);
        page.lines().filter(|line| line.starts_with("- Found in")).collect::<Vec<_>>().join("|")
    };
    let of_two = "- Found in 1 of 2 debates and baselines";
    assert_eq!(found(&experiment), [of_two; 2].join("|"));
    let alone = Debate {
        cell: "f".repeat(24),
        personas: vec![fixture::persona_id(arguments::BEAR)],
        ..experiment.debates[0].clone()
    };
    experiment.debates.push(alone);
    let outcome = &mut experiment.debates.last_mut().unwrap().result.as_mut().unwrap().outcome;
    outcome.cruxes.clear();
    let page = found(&experiment);
    let divided = format!("{of_two} between personas who answer it differently");
    assert!(page.contains(&divided), "{page}");
}

#[test]
fn what_both_sides_grant_is_not_a_reason_on_a_card() {
    let mut experiment = fixture::experiment();
    let quoted = |experiment: &Whole, text: &str| {
        let words = markup::words(card(&files(experiment)["index.html"], QUIET));
        words.contains(text)
    };
    let axis = fixture::axis_id("null-results");
    let text = "The registers are quiet";
    for debate in &mut experiment.debates[..2] {
        let outcome = &mut debate.result.as_mut().unwrap().outcome;
        let crux = outcome.cruxes.iter_mut().find(|crux| crux.axis.as_ref() == Some(&axis));
        for position in crux.into_iter().flat_map(|crux| &mut crux.positions) {
            if position.persona == fixture::persona_id(arguments::MACRO) {
                (position.text, position.node) = (text.into(), None);
            }
        }
    }
    assert!(quoted(&experiment, text));
    let agreed = &mut experiment.debates[1].result.as_mut().unwrap().outcome.common_ground.agreed;
    let point = Agreement {
        node: NodeId::new(1),
        text: text.into(),
        endorsed_by: [arguments::BEAR, arguments::MACRO].map(fixture::persona_id).into(),
        other_wordings: vec![],
    };
    agreed.push(point);
    assert!(!quoted(&experiment, text));
}

#[test]
fn a_statement_that_is_granted_itself_is_not_repeated_as_what_it_is_granted_beside() {
    let mut experiment = fixture::experiment();
    let corpus = experiment.personas[0].corpora.values().next().unwrap().clone();
    let own = corpus.statements().next().unwrap().clone();
    let persona = experiment.personas[0].id.clone();
    let mut listed = |text: &str| {
        let outcome = &mut experiment.debates[0].result.as_mut().unwrap().outcome;
        outcome.concessions = vec![Concession {
            source: ConcessionSource::Statement(own.id.clone()),
            persona: persona.clone(),
            text: text.into(),
            effect: None,
        }];
        let pages = files(&experiment);
        let debates = pages.iter().filter(|(path, _)| path.starts_with("debates/"));
        let lines = debates.flat_map(|(_, page)| page.lines());
        lines.filter(|line| line.contains("In its statement: “")).count()
    };
    assert_eq!(listed("the totals are calm"), 1);
    assert_eq!(listed(&own.text), 0);
}

/// Lets the thesis of the first persona rest on an answer to a question.
fn resting_on(experiment: &mut Whole, axis: &str) {
    let finished = experiment.debates[0].result.as_mut().unwrap();
    finished.outcome.theses = vec![Thesis {
        persona: fixture::persona_id(arguments::BEAR),
        side: Side::Yes,
        text: "Fewer people will work".into(),
        node: NodeId::new(1),
        yes: None,
        flips: vec![],
    }];
    let graph = &mut finished.snapshots.last_mut().unwrap().graph;
    let mut node = graph.node(NodeId::new(1)).unwrap().clone();
    let asserts = AxisSide { axis: fixture::axis_id(axis), side: Side::Yes };
    node.detail.premises = vec!["machines reach most desks".into()];
    node.detail.asserts = vec![Asserted::new(Component::Premise(0), asserts, None)];
    graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
}

#[test]
fn a_question_on_which_a_thesis_rests_and_that_no_other_persona_answers_is_listed_apart() {
    let mut experiment = fixture::experiment();
    for debate in &mut experiment.debates[..2] {
        debate.result.as_mut().unwrap().outcome.idle_disputes.clear();
    }
    let listed = |experiment: &Whole| {
        section(&front(experiment), "Answered by one persona only").map(str::to_owned)
    };
    assert_eq!(listed(&experiment), None);
    resting_on(&mut experiment, "exposure");
    let page = listed(&experiment).unwrap();
    let question = "- Do today’s exposure figures predict large job losses?\n  \
                    - Displacement bear: Yes. Machines reach most desks.\n";
    assert!(page.contains(question), "{page}");
    resting_on(&mut experiment, "entry-level");
    assert_eq!(listed(&experiment), None, "it is a crux");
    resting_on(&mut experiment, "exposure");
    let outcome = &mut experiment.debates[1].result.as_mut().unwrap().outcome;
    outcome.common_ground.questions = vec![alike("exposure", &[arguments::BEAR, arguments::MACRO])];
    assert_eq!(listed(&experiment), None, "they agree on it");
    let outcome = &mut experiment.debates[1].result.as_mut().unwrap().outcome;
    outcome.common_ground.questions.clear();
    let finished = experiment.debates[0].result.as_mut().unwrap();
    let point = finished.outcome.common_ground.agreed[0].node;
    let graph = &mut finished.snapshots.last_mut().unwrap().graph;
    let mut node = graph.node(point).unwrap().clone();
    (node.axis, node.side) = (Some(fixture::axis_id("exposure")), Some(Side::Yes));
    graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
    assert_eq!(listed(&experiment), None, "a point that they share is the same answer");
}

#[test]
fn an_answer_beside_a_text_without_tags_is_not_called_undisputed() {
    let mut experiment = fixture::experiment();
    for debate in &mut experiment.debates[..2] {
        debate.result.as_mut().unwrap().outcome.idle_disputes.clear();
    }
    resting_on(&mut experiment, "exposure");
    let undisputed = "Answered by one persona only";
    let alone = "Only one text was found to answer";
    assert!(section(&front(&experiment), undisputed).is_some());
    assert!(section(&front(&experiment), alone).is_none());
    let other =
        experiment.experiment.personas.iter_mut().find(|one| one.id.as_str() == arguments::MACRO);
    let notes = &mut other.unwrap().corpora.get_mut(&fixture::topic_id()).unwrap().notes;
    let text = "[desks] Desks are quiet.".to_owned();
    notes.push(Note { paragraphs: vec![text], statements: Vec::new(), ..notes[0].clone() });
    let front = front(&experiment);
    assert!(section(&front, undisputed).is_none());
    let listed = section(&front, alone).unwrap();
    assert!(listed.contains("In texts without tags the program can miss an answer"), "{listed}");
    assert!(listed.contains("- Displacement bear: Yes. Machines reach most desks."), "{listed}");
}

#[test]
fn a_guess_in_a_list_is_explained_once_on_a_page() {
    let mut experiment = fixture::experiment();
    let explained = |experiment: &Whole| {
        let pages = files(experiment);
        let is_debate = |path: &&String| path.starts_with("debates/") && path.contains("graph");
        let debate = pages.keys().find(is_debate).unwrap().as_str();
        ["index.md", "topics/ai-jobs.html", debate].map(|page| {
            let page = &pages[page];
            (page.matches("(a guess)").count(), page.matches("“A guess” means").count())
        })
    };
    assert_eq!(explained(&experiment), [(0, 0); 3]);
    let corpora = &mut experiment.personas[0].corpora;
    let own = &mut corpora.get_mut(&fixture::topic_id()).unwrap().notes[0].statements[1];
    own.inferred = Some(Inferred { score: fixture::sure(0.9), runner_up: None });
    own.text = "Most desks are within reach.".into();
    let id = own.id.clone();
    let finished = experiment.debates[0].result.as_mut().unwrap();
    let mut held = finished.outcome.cruxes[0].positions[0].clone();
    held.node = Some(NodeId::new(2));
    finished.outcome.idle_disputes[0].positions = vec![held];
    let graph = &mut finished.snapshots.last_mut().unwrap().graph;
    let mut node = graph.node(NodeId::new(2)).unwrap().clone();
    node.detail.excerpts = vec![id];
    graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
    assert_eq!(explained(&experiment), [(1, 1); 3]);
}
