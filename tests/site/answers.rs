//! What the debates of a topic found, on the front page and the topic page, and how often axes
//! recur among their cruxes.

use faultline::graph::Operation;
use faultline::record::{AgreedQuestion, AgreeingAnswer, Agreement, Crux, Outcome, Thesis};
use faultline::vocabulary::{AxisId, Disagreement, Flip, NodeId, Persona, Reach, Side};
use faultline_report::site::NoOutcome;

use crate::fixture::Whole;
use crate::{arguments, files, fixture, markup};

const ENTRY_LEVEL: &str =
    "Is AI, rather than interest rates and over-hiring, shrinking entry-level hiring?";
const DIFFUSION: &str =
    "Is AI spreading through work faster than earlier general-purpose technologies did?";
pub(crate) const QUIET: &str =
    "Do stable aggregate data since 2022 show that AI’s effect on jobs is small?";

/// The front page as Markdown without the targets of links, up to the modes.
pub(crate) fn front(experiment: &Whole) -> String {
    let page = files(experiment).remove("index.md").unwrap();
    let (findings, _) = page.split_once("## How the answers were found").unwrap();
    let without_target = |(index, piece): (usize, &str)| match piece.split_once(')') {
        Some((_, rest)) if index > 0 => rest.to_owned(),
        _ => piece.to_owned(),
    };
    findings.split("](").enumerate().map(without_target).collect::<String>().replace('[', "")
}

/// The cruxes on the front page in their order, each with the number of debates that found it.
fn cruxes(experiment: &Whole) -> Vec<String> {
    let front = front(experiment);
    let cards = front.split("\n### ").skip(1);
    let title = |card: &str| {
        let found = card.lines().find_map(|line| line.strip_prefix("- Found in "));
        format!("{} {}", card.lines().next().unwrap(), found.unwrap_or("every debate"))
    };
    cards.map(title).collect()
}

/// The card of a question on a page.
pub(crate) fn card<'p>(page: &'p str, question: &str) -> &'p str {
    let mut cards = page.split("<article class=\"crux\"").skip(1);
    let card = cards.find(|card| card.contains(question)).unwrap();
    card.split("</article>").next().unwrap()
}

#[test]
fn the_front_page_lists_each_crux_once_with_the_number_of_debates_that_found_it() {
    let mut experiment = fixture::experiment();
    let expected = [
        format!("{ENTRY_LEVEL} every debate"),
        format!("{DIFFUSION} 1 of 2 debates and baselines"),
        format!("{QUIET} 1 of 2 debates and baselines"),
    ];
    assert_eq!(cruxes(&experiment), expected);
    let page = front(&experiment);
    assert!(page.contains("Failed debates, not counted above: 1."), "{page}");
    assert!(!page.contains("statements of both sides"), "this is on the page of the topic: {page}");
    let topic = &files(&experiment)["topics/ai-jobs.md"];
    let sentence = "Debates that accept statements of both sides on one question: 1 of 2.";
    assert!(topic.contains(sentence), "{topic}");
    for debate in &mut experiment.debates[..2] {
        debate.result.as_mut().unwrap().outcome.cruxes.clear();
    }
    let page = front(&experiment);
    assert!(page.contains("The debates found no question that they answer differently"));
}

#[test]
fn cruxes_of_many_modes_come_before_cruxes_of_many_debates() {
    let mut experiment = replicated();
    experiment.debates[4].result.as_mut().unwrap().outcome.cruxes.clear();
    let expected = [
        format!("{ENTRY_LEVEL} 3 of 4 debates and baselines"),
        format!("{DIFFUSION} 2 of 4 debates and baselines"),
        format!("{QUIET} 1 of 4 debates and baselines"),
    ];
    assert_eq!(cruxes(&experiment), expected);
}

#[test]
fn a_declared_double_crux_comes_first_and_shows_what_would_change_both_minds() {
    let mut experiment = fixture::experiment();
    for persona in &mut experiment.personas {
        persona.contract.flips[0].axis = Some(fixture::axis_id("null-results"));
    }
    assert_eq!(cruxes(&experiment)[0], format!("{QUIET} 1 of 2 debates and baselines"));
    let files = files(&experiment);
    for page in ["index.html", "topics/ai-jobs.html"] {
        let card = card(&files[page], QUIET);
        assert!(card.contains("<b>double crux</b>"), "{card}");
        assert_eq!(card.matches("It would change its view of this if:").count(), 2, "{card}");
    }
}

#[test]
fn home_and_topic_show_a_crux_with_the_answer_and_the_own_reason_of_each_persona() {
    let mut experiment = fixture::experiment();
    let shown = |experiment: &Whole, page: &str| {
        let words = markup::words(card(&files(experiment)[page], ENTRY_LEVEL));
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let yes = "Displacement bear Yes, because The gap shows in nursing homes and call centres that over-hired nobody. \
               The fall is of the same size where no boom came before.";
    let no = "Institutional macro No, because Hiring falls when money gets dearer. Vacancies for graduates turned down in spring 2022";
    let in_case = "Two fifths of its case rests on this answer.";
    for page in ["index.html", "topics/ai-jobs.html"] {
        let words = shown(&experiment, page);
        for expected in [yes, no, in_case] {
            assert!(words.contains(expected), "{expected}: {words}");
        }
    }
    let graph_debate = experiment.debates[0].result.as_mut().unwrap();
    let graph = &mut graph_debate.snapshots.last_mut().unwrap().graph;
    let mut shared = graph.node(NodeId::new(9)).unwrap().clone();
    shared.endorsed_by.insert(fixture::persona_id("institutional-macro"));
    graph.apply(&Operation::UpdateNode(Box::new(shared))).unwrap();
    let words = shown(&experiment, "index.html");
    assert!(
        words.contains("Yes, because AI is doing it, since the gap"),
        "a shared point is not a reason: {words}"
    );
}

#[test]
fn the_front_page_says_which_calls_its_usage_counts() {
    let files = files(&fixture::experiment());
    for page in ["index.html", "index.md"] {
        let page = &files[page];
        let (_, usage) = page.split_once("The finished debates took ").unwrap();
        let (_, rest) = usage.split_once(" tokens; ").unwrap();
        assert!(rest.contains("; failed debates and the matching of cruxes are not counted."));
    }
}

#[test]
fn no_protocol_is_named_before_the_cruxes() {
    let experiment = fixture::experiment();
    let files = files(&experiment);
    for page in ["index.html", "topics/ai-jobs.html"] {
        let (before, _) = files[page].split_once("class=\"crux\"").unwrap();
        for name in ["Argument graph", "Single call"] {
            assert!(!markup::words(before).contains(name), "{name} is named before the cruxes");
        }
    }
    let before = front(&experiment);
    assert!(!before.contains("Argument graph") && !before.contains("Single call"), "{before}");
}

#[test]
fn a_persona_answers_with_its_thesis_and_a_reason_or_else_with_the_stance_of_its_corpus() {
    let mut experiment = fixture::experiment();
    assert!(
        front(&experiment)
            .contains("Institutional macro: **No.** By 2035 AI will have changed many jobs")
    );
    let finished = experiment.debates[0].result.as_mut().unwrap();
    finished.outcome.theses = vec![Thesis {
        persona: fixture::persona_id("displacement-bear"),
        side: Side::Yes,
        text: "Fewer people will work".into(),
        node: NodeId::new(1),
        yes: None,
        flips: vec![],
    }];
    let graph = &mut finished.snapshots[3].graph;
    let mut node = graph.node(NodeId::new(1)).unwrap().clone();
    node.detail.premises = vec!["The first rung is gone".into()];
    graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
    let page = front(&experiment);
    let thesis =
        "Displacement bear: **Yes.** Fewer people will work. Because: The first rung is gone.";
    assert!(page.contains(thesis), "{page}");
}

#[test]
fn a_point_in_several_wordings_is_granted_once() {
    let mut experiment = fixture::experiment();
    let agreed = |debate: usize, experiment: &mut Whole, node, other: Vec<NodeId>| {
        let finished = experiment.debates[debate].result.as_mut().unwrap();
        let text = finished.snapshots.last().unwrap().graph.node(node).unwrap().text.clone();
        let endorsed_by = [arguments::BEAR, arguments::MACRO].map(fixture::persona_id).to_vec();
        finished.outcome.common_ground.agreed =
            vec![Agreement { node, text, endorsed_by, other_wordings: other }];
    };
    agreed(0, &mut experiment, NodeId::new(6), vec![NodeId::new(10), NodeId::new(11)]);
    let page = front(&experiment);
    let (_, granted) = page.split_once("## What both sides grant").unwrap();
    let granted = granted.split("## ").next().unwrap();
    assert_eq!(granted.matches("\n- ").count(), 1, "{granted}");
    assert!(granted.contains("In the words of Displacement bear:"), "{granted}");
    assert!(!granted.contains("In the words of Institutional macro:"), "its words come first");
}

#[test]
fn a_question_that_is_answered_alike_is_listed_with_each_ones_words_unless_a_debate_disputes_it() {
    let mut experiment = fixture::experiment();
    let mut outcomes: Vec<&mut Outcome> = experiment
        .debates
        .iter_mut()
        .filter_map(|debate| Some(&mut debate.result.as_mut().ok()?.outcome))
        .collect();
    let is_crux = |axis: &AxisId| {
        outcomes.iter().any(|o| o.cruxes.iter().any(|crux| crux.axis.as_ref() == Some(axis)))
    };
    let axis = experiment.experiment.topics[0]
        .axes
        .iter()
        .find(|axis| !is_crux(&axis.id))
        .unwrap()
        .clone();
    for outcome in &mut outcomes {
        outcome.idle_disputes.retain(|idle| idle.axis != axis.id);
    }
    let answer = |persona: &str, text: &str, granted| AgreeingAnswer {
        persona: fixture::persona_id(persona),
        text: text.to_owned(),
        node: Some(NodeId::new(6)),
        granted,
    };
    let agreed = AgreedQuestion {
        axis: axis.id.clone(),
        question: axis.question.clone(),
        side: Side::Yes,
        proposition: axis.yes.clone(),
        answers: vec![
            answer(arguments::BEAR, "It shows in the payrolls", false),
            answer(arguments::MACRO, "I do not deny it", true),
        ],
    };
    let outcome = &mut experiment.debates[0].result.as_mut().unwrap().outcome;
    outcome.common_ground.agreed.clear();
    outcome.common_ground.questions = vec![agreed];
    let granted = |page: &str| {
        let (_, granted) = page.split_once("What both sides grant\n").unwrap();
        granted.split("\n#").next().unwrap().to_owned()
    };
    let topic = files(&experiment).remove("topics/ai-jobs.md").unwrap();
    for page in [front(&experiment), topic] {
        let listed = granted(&page);
        assert!(listed.contains(axis.yes.trim_end_matches('.')), "{listed}");
        assert!(listed.contains("It shows in the payrolls."), "{listed}");
        assert!(listed.contains("I do not deny it."), "{listed}");
    }
    let pages = files(&experiment);
    let debates = pages.iter().filter(|(path, _)| path.starts_with("debates/"));
    let mut debate =
        debates.map(|(_, page)| page).filter(|page| page.contains("### Answered alike"));
    assert!(debate.next().unwrap().contains("grants it: I do not deny it."));
    let crux = experiment.debates[0].result.as_ref().unwrap().outcome.cruxes[0].clone();
    let other = &mut experiment.debates[1].result.as_mut().unwrap().outcome;
    other.cruxes.push(Crux { axis: Some(axis.id), ..crux });
    assert!(!front(&experiment).contains("It shows in the payrolls"), "one debate disputes it");
}

/// A section of a Markdown page, from its heading to the next one.
pub(crate) fn section<'p>(page: &'p str, title: &str) -> Option<&'p str> {
    let (_, section) = page.split_once(&format!("## {title}\n"))?;
    section.split("\n#").next()
}

#[test]
fn every_declared_condition_is_on_the_topic_page_and_those_that_change_the_answer_are_on_the_front_page()
 {
    let mut experiment = fixture::experiment();
    let declare = |persona: &mut Persona, when: &str, axis: Option<&str>, changes| {
        let axis = axis.map(fixture::axis_id);
        let flip =
            Flip { id: when.into(), axis, when: when.into(), then: "So be it".into(), changes };
        persona.contract.flips.push(flip);
    };
    declare(&mut experiment.personas[0], "It rains", Some("no-axis-of-this-topic"), Reach::Answer);
    declare(&mut experiment.personas[0], "It snows", None, Reach::View);
    declare(&mut experiment.personas[1], "It hails", None, Reach::Answer);
    let title = "What would change their minds";
    let home = front(&experiment);
    assert!(home.contains("It hails") && !home.contains("It snows"), "{home}");
    assert_eq!(section(&home, title), None, "it is said above the cruxes");
    let topic = files(&experiment).remove("topics/ai-jobs.md").unwrap();
    let listed = section(&topic, title).unwrap();
    assert!(listed.find("It hails").unwrap() < listed.find("It snows").unwrap(), "{listed}");
    assert!(!topic.contains("It rains"), "another topic: {topic}");
    for persona in &experiment.personas {
        for flip in persona.contract.flips.iter().filter(|flip| flip.when != "It rains") {
            let declares = |other: &&Persona| {
                other.contract.flips.iter().any(|declared| declared.when == flip.when)
            };
            let declaring = experiment.personas.iter().filter(declares).count();
            let (_, below) = topic.split_once("## The cruxes").unwrap();
            let shown = below.matches(flip.when.trim_end_matches('.')).count();
            assert_eq!(shown, declaring, "{}", flip.when);
        }
    }
}

#[test]
fn a_dispute_about_a_definition_has_its_own_section() {
    let mut experiment = fixture::experiment();
    let idle = &experiment.debates[0].result.as_ref().unwrap().outcome.idle_disputes[0];
    let (id, question) = (idle.axis.clone(), idle.question.clone());
    let definitions = "They also disagree about definitions";
    assert!(section(&front(&experiment), definitions).is_none());
    let axis = experiment.topics[0].axes.iter_mut().find(|axis| axis.id == id).unwrap();
    axis.kind = Disagreement::Definition;
    let page = front(&experiment);
    let listed = section(&page, definitions).unwrap();
    assert!(listed.contains(question.trim()), "{listed}");
    assert!(!page.contains("## Other disagreements"), "{page}");
}

#[test]
fn the_front_page_shows_no_figure_that_is_0() {
    let page = files(&fixture::experiment()).remove("index.md").unwrap();
    assert!(!page.contains(": 0\n"), "{page}");
}

#[test]
fn cruxes_that_every_debate_names_are_not_called_confirmed() {
    let mut experiment = fixture::experiment();
    let confirms = "The debate and 1 baseline name the same questions. They start from the same texts, so this confirms nothing.";
    let home = |experiment: &Whole| files(experiment).remove("index.md").unwrap();
    assert!(!home(&experiment).contains(confirms));
    let named = experiment.debates[0].result.as_ref().unwrap().outcome.cruxes.clone();
    experiment.debates[1].result.as_mut().unwrap().outcome.cruxes = named;
    let page = home(&experiment);
    assert!(page.contains(confirms) && !page.contains("Found in"), "{page}");
}

#[test]
fn a_dispute_without_load_is_listed_unless_another_debate_names_it_as_a_crux() {
    let mut experiment = fixture::experiment();
    let title = "## Other disagreements";
    assert!(front(&experiment).contains(title));
    let outcome = &mut experiment.debates[0].result.as_mut().unwrap().outcome;
    outcome.idle_disputes[0].axis = fixture::axis_id("null-results");
    assert!(!front(&experiment).contains(title));
    let topic = files(&experiment).remove("topics/ai-jobs.md").unwrap();
    let found = "Found by: Argument graph: disputed, but not both theses rest on it; Single call: named as a crux";
    assert!(topic.contains(found), "{topic}");
}

#[test]
fn a_label_that_is_not_the_name_of_its_mode_follows_the_title() {
    let mut experiment = fixture::experiment();
    experiment.debates[0].label = "third".to_owned();
    let topic = files(&experiment).remove("topics/ai-jobs.md").unwrap();
    assert!(
        topic.contains("Found by: Argument graph (third): named as a crux; Single call: not named")
    );
}

#[test]
fn the_front_page_counts_debates_that_have_not_been_run() {
    let mut experiment = fixture::experiment();
    for debate in &mut experiment.debates {
        debate.result = Err(NoOutcome::NotRun);
    }
    let page = front(&experiment);
    for sentence in ["No debate on this question has finished yet.", "Debates not run yet: 3."] {
        assert!(page.contains(sentence), "{page}");
    }
}

/// The fixture with a second and a third replicate of the graph; only the second one keeps the
/// second crux.
fn replicated() -> Whole {
    let mut experiment = fixture::experiment();
    for replicate in [2, 3] {
        let mut debate = experiment.debates[0].clone();
        debate.replicate = replicate;
        debate.cell = format!("d{replicate}{}", &debate.cell[2..]);
        let cruxes = &mut debate.result.as_mut().unwrap().outcome.cruxes;
        cruxes.truncate(if replicate == 2 { 2 } else { 1 });
        cruxes[0].score.value = fixture::sure(0.5);
        experiment.debates.push(debate);
    }
    experiment
}

#[test]
fn the_topic_says_how_often_each_axis_recurs() {
    let topic = |experiment: &Whole| files(experiment).remove("topics/ai-jobs.html").unwrap();
    let single = topic(&fixture::experiment());
    assert!(!single.contains("n ="), "one debate has no mean");
    let mut experiment = replicated();
    let page = topic(&experiment);
    let row = page.split("<tr>").skip(1).find(|row| row.contains("Diffusion</a>")).unwrap();
    assert!(row.contains("<b>2 of 3 draws (95% interval 21 to 94%, Wilson)</b><br><span class=\"gloss\">always 0.33, n = 2"), "{row}");
    assert!(row.contains(">replicate 1</a>") && row.contains(">replicate 2</a>"), "{row}");
    let row = page.split("<tr>").skip(1).find(|row| row.contains("Entry level</a>")).unwrap();
    assert!(
        row.contains("<b>3 of 3 draws (95% interval 44 to 100%, Wilson)</b><br><span class=\"gloss\">mean 0.56, 0.50 to 0.67, n = 3"),
        "{row}"
    );
    assert!(row.contains("<b>1 of 1 draw (95% "), "a failed replicate is not counted: {row}");
    assert!(page.contains("Each mode has run up to 3 debates with different seeds."));
    experiment.debates.truncate(2);
    assert!(topic(&experiment).contains("Each mode has run one debate, so"));
}
