//! What pages say that a persona answers in its own texts.

use faultline::graph::{Node, Operation};
use faultline::vocabulary::{
    AxisSide, Inferred, PointId, Reason, Sentence, Side, Statement, StatementId, TopicId,
};

use crate::answers::QUIET;
use crate::fixture::Whole;
use crate::{files, fixture};

/// The statements of the n-th persona of the fixture.
fn statements(experiment: &mut Whole, persona: usize) -> &mut Vec<Statement> {
    let topic: TopicId = fixture::topic_id();
    let corpus = experiment.experiment.personas[persona].corpora.get_mut(&topic).unwrap();
    &mut corpus.notes[0].statements
}

/// A statement on the question of quiet data; like the others, where it is copied from, it has
/// reasons and a confidence.
fn on_quiet_data(experiment: &mut Whole, id: &str, side: Side, text: &str) -> Statement {
    Statement {
        id: StatementId::new(id).unwrap(),
        axis: Some(fixture::axis_id("null-results")),
        side: Some(side),
        text: text.into(),
        ..statements(experiment, 0)[0].clone()
    }
}

fn inferred() -> Inferred {
    Inferred { score: fixture::sure(0.9), runner_up: None }
}

/// What the page of the topic says about a question.
fn answers(experiment: &Whole, question: &str) -> String {
    let page = files(experiment).remove("topics/ai-jobs.md").unwrap();
    let (_, questions) = page.split_once("## Questions of this topic\n").unwrap();
    let (_, answers) = questions.split_once(&format!("### {question}\n")).unwrap();
    answers.split("\n#").next().unwrap().to_owned()
}

/// The case in short of the first persona, with a reason that is tagged with the question of quiet
/// data.
fn with_case(experiment: &mut Whole) {
    let axis = fixture::axis_id("null-results");
    let asserts = Some(AxisSide { axis, side: Side::No });
    let case = Statement {
        axis: None,
        reasons: vec![Reason { asserts, ..Reason::new("those never hired are in no register") }],
        ..on_quiet_data(experiment, "in-short", Side::Yes, "Fewer people will work.")
    };
    statements(experiment, 0).push(case);
}

#[test]
fn a_reason_of_the_case_in_short_is_an_answer_and_comes_before_a_statement_without_a_tag() {
    let mut experiment = fixture::experiment();
    let unknown = "Displacement bear: No statement has a tag for this question or shares enough words with it.";
    assert!(answers(&experiment, QUIET).contains(unknown));
    with_case(&mut experiment);
    let quoted = "- Displacement bear says No: Those never hired are in no register. (";
    let said = answers(&experiment, QUIET);
    assert!(said.contains(&format!("{quoted}1 statement)")), "{said}");
    untagged(&mut experiment);
    let said = answers(&experiment, QUIET);
    assert!(said.contains(&format!("{quoted}2 statements)")), "{said}");
}

/// Gives the first persona a statement without a tag in words of the question of quiet data.
fn untagged(experiment: &mut Whole) {
    let text = "Stable aggregate data show nothing of AI’s effect on jobs";
    let untagged = on_quiet_data(experiment, "untagged", Side::No, text);
    statements(experiment, 0).push(Statement { inferred: Some(inferred()), ..untagged });
}

#[test]
fn a_side_that_the_quoted_text_does_not_say_is_not_given_as_its_answer() {
    let mut experiment = fixture::experiment();
    untagged(&mut experiment);
    let unclear = "(confidence 0.72; 1 statement) The program cannot tell which answer this text gives. The persona’s main answer suggests no.";
    let said = answers(&experiment, QUIET);
    assert!(said.contains(unclear), "{said}");
    assert!(said.contains("- Displacement bear writes about it: Stable"), "{said}");
    with_case(&mut experiment);
    let said = answers(&experiment, QUIET);
    assert!(!said.contains("cannot tell") && said.contains("bear says No"), "{said}");
}

/// Lets every node of a persona quote a statement without a tag that says no side.
fn quote_only_a_guess(experiment: &mut Whole, persona: usize) {
    let untagged = Statement {
        inferred: Some(inferred()),
        ..on_quiet_data(experiment, "guess", Side::No, "Nobody has counted.")
    };
    let excerpts = vec![untagged.id.clone()];
    statements(experiment, persona).push(untagged);
    let author = experiment.experiment.personas[persona].id.clone();
    let results = experiment.debates.iter_mut().filter_map(|debate| debate.result.as_mut().ok());
    for snapshot in results.flat_map(|result| &mut result.snapshots) {
        let own: Vec<Node> =
            snapshot.graph.nodes().filter(|node| node.is_by(&author)).cloned().collect();
        for mut node in own {
            node.detail.excerpts.clone_from(&excerpts);
            snapshot.graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
        }
    }
}

#[test]
fn texts_whose_words_show_no_answer_are_quoted_without_one_and_two_of_them_show_no_crux() {
    let mut experiment = fixture::experiment();
    let page = |experiment: &Whole| files(experiment).remove("index.md").unwrap();
    let unclear = "The program cannot tell which answer this text gives.";
    let apart = "## They write about the same questions, and which answers they give is not clear";
    let first = page(&experiment);
    assert!(!first.contains(unclear) && !first.contains(apart));
    quote_only_a_guess(&mut experiment, 0);
    let one = page(&experiment);
    let card = one.split("### ").nth(1).unwrap();
    assert_eq!(card.matches(unclear).count(), 1, "{card}");
    assert!(card.contains("- Displacement bear writes about it: "), "{card}");
    assert!(card.contains("- Institutional macro: **No**, because: "), "{card}");
    quote_only_a_guess(&mut experiment, 1);
    let both = page(&experiment);
    let (cruxes, below) = both.split_once(apart).unwrap();
    assert!(!cruxes.contains("### "), "{cruxes}");
    assert!(below.contains("No word of these texts shows which answer they give"), "{below}");
    let card = below.split("### ").nth(1).unwrap();
    assert_eq!(card.matches(" writes about it: ").count(), 2, "{card}");
    assert!(!card.contains("**Yes**") && !card.contains(unclear), "{card}");
}

#[test]
fn sentences_on_a_question_that_show_no_answer_to_it_are_quoted() {
    let mut experiment = fixture::experiment();
    let topic: TopicId = fixture::topic_id();
    let corpus = experiment.experiment.personas[0].corpora.get_mut(&topic).unwrap();
    corpus.notes[0].sentences.push(Sentence {
        id: StatementId::new("quiet").unwrap(),
        text: "Quiet data are what we look at first.".into(),
        about: Some(fixture::axis_id("null-results")),
    });
    let said = answers(&experiment, QUIET);
    let quoted = "- Displacement bear: Its text is about this question; which answer it gives is not clear: “Quiet data are what we look at first.”";
    assert!(said.contains(quoted), "{said}");
    experiment.experiment.provider.infers_sides = false;
    assert!(!answers(&experiment, QUIET).contains("Quiet data are what"));
}

#[test]
fn the_page_of_a_persona_shows_its_text_as_written_besides_what_was_inferred_from_it() {
    let mut experiment = fixture::experiment();
    untagged(&mut experiment);
    let topic: TopicId = fixture::topic_id();
    let corpus = experiment.experiment.personas[0].corpora.get_mut(&topic).unwrap();
    let text =
        "[untagged] Stable aggregate data show nothing of AI’s effect on jobs. [so] So what?";
    corpus.notes[0].paragraphs = vec![text.into()];
    corpus.notes[0].sentences.push(Sentence {
        id: StatementId::new("so").unwrap(),
        text: "So what?".into(),
        about: None,
    });
    let pages = files(&experiment);
    let page = &pages["personas/displacement-bear.md"];
    let (_, written) = page.split_once("As written, without tags.").unwrap();
    for sentence in ["- Stable aggregate data show nothing", "- So what?"] {
        assert!(written.contains(sentence), "{written}");
    }
    let html = &pages["personas/displacement-bear.html"];
    assert_eq!(html.matches("id=\"ai-jobs--untagged\"").count(), 1, "an id occurs once");
}

#[test]
fn what_an_answer_seems_to_depend_on_is_said_where_the_provider_reads_it_by_rule() {
    let mut experiment = fixture::experiment();
    let seems = |experiment: &Whole| {
        let pages = files(experiment);
        let note = "Its text seems to say that its answer depends on this.";
        let of_debates = pages.iter().filter(|(path, _)| path.starts_with("debates/"));
        let in_debates = of_debates.map(|(_, page)| page.matches(note).count()).sum::<usize>();
        [pages["index.md"].matches(note).count() > 0, in_debates > 0]
    };
    with_case(&mut experiment);
    let axis = fixture::axis_id("entry-level");
    let case = statements(&mut experiment, 0).last_mut().unwrap();
    case.reasons[0].asserts = Some(AxisSide { axis, side: Side::Yes });
    assert_eq!(seems(&experiment), [false, false], "its author tagged the case");
    statements(&mut experiment, 0).last_mut().unwrap().inferred = Some(inferred());
    assert_eq!(seems(&experiment), [true, true]);
    experiment.experiment.provider.infers_sides = false;
    assert_eq!(seems(&experiment), [false, false], "a model says itself what its answer rests on");
}

#[test]
fn where_a_model_reads_the_texts_the_topic_quotes_debates_and_nothing_that_rules_inferred() {
    let mut experiment = fixture::experiment();
    let condition = "he same bytes come twice";
    with_case(&mut experiment);
    for persona in [0, 1] {
        for statement in statements(&mut experiment, persona) {
            statement.inferred = Some(inferred());
            statement.unless = vec!["the same bytes come twice".into()];
        }
    }
    let pages = |experiment: &Whole| {
        let mut files = files(experiment);
        ["index.md", "topics/ai-jobs.md"].map(|path| files.remove(path).unwrap()).concat()
    };
    let axis = fixture::axis_id("entry-level");
    let crux = experiment.experiment.topics[0].axis(&axis).unwrap().question.clone();
    assert!(answers(&experiment, &crux).contains("Displacement bear writes about it: "));
    assert!(!answers(&experiment, &crux).contains("debate"));
    assert!(pages(&experiment).contains(condition));
    experiment.experiment.provider.infers_sides = false;
    let said = answers(&experiment, &crux);
    assert!(said.contains("Displacement bear says Yes: ") && said.contains(" debates)"), "{said}");
    assert!(!pages(&experiment).contains(condition));
}

#[test]
fn where_a_model_reads_the_texts_an_answer_beside_all_findings_is_quoted() {
    let mut experiment = fixture::experiment();
    experiment.experiment.provider.infers_sides = false;
    for persona in [0, 1] {
        for statement in statements(&mut experiment, persona) {
            statement.inferred = Some(inferred());
        }
    }
    let axis = fixture::axis_id("exposure");
    let question = experiment.experiment.topics[0].axis(&axis).unwrap().question.clone();
    let mut beside = None;
    for debate in &mut experiment.debates {
        let Ok(finished) = &mut debate.result else { continue };
        let graph = &mut finished.snapshots.last_mut().unwrap().graph;
        let on_axis = graph.nodes().filter(|node| node.axis.as_ref() == Some(&axis));
        for node in on_axis.cloned().collect::<Vec<Node>>() {
            let without = Node { axis: None, ..node.clone() };
            graph.apply(&Operation::UpdateNode(Box::new(without))).unwrap();
            beside.get_or_insert(node);
        }
    }
    assert!(answers(&experiment, &question).contains("no debate records an answer"));
    let node =
        Node { text: "Exposure says little".into(), side: Some(Side::No), ..beside.unwrap() };
    let author = node.author.clone().unwrap();
    let finished = experiment.debates[0].result.as_mut().unwrap();
    let graph = &mut finished.snapshots.last_mut().unwrap().graph;
    graph.apply(&Operation::UpdateNode(Box::new(node))).unwrap();
    let said = answers(&experiment, &question);
    let name = experiment.experiment.personas.iter().find(|own| own.id == author).unwrap();
    let sentence = format!("{} says No: Exposure says little.", name.contract.name);
    assert!(said.contains(&sentence), "{said}");
}

#[test]
fn the_topic_says_how_a_text_is_chosen() {
    let page = files(&fixture::experiment()).remove("topics/ai-jobs.md").unwrap();
    let rule = "with a reason of its case in short, or else with the statement that fits the question best.";
    assert!(page.contains(rule), "{page}");
}

/// Gives both personas the same point on the question of quiet data.
fn with_common_point(experiment: &mut Whole, inferred: Option<&Inferred>) {
    for persona in [0, 1] {
        let said = on_quiet_data(experiment, "calm", Side::Yes, "The totals are calm.");
        let point = Some(PointId::new("calm").unwrap());
        let said = Statement { point, inferred: inferred.cloned(), ..said };
        statements(experiment, persona).push(said);
    }
}

#[test]
fn a_point_that_others_share_is_not_an_answer_and_is_quoted_as_granted() {
    let mut experiment = fixture::experiment();
    with_common_point(&mut experiment, None);
    let said = answers(&experiment, QUIET);
    let granted = "Displacement bear takes no position of its own and only grants what others also say: The totals are calm.";
    assert!(said.contains(granted), "{said}");
    assert!(said.contains("Institutional macro says Yes: Danish registers"), "{said}");
    let html = files(&experiment).remove("topics/ai-jobs.html").unwrap();
    assert!(html.contains(
        "<b>No position of its own; it only grants what others also say:</b> The totals are calm."
    ));
    with_case(&mut experiment);
    let said = answers(&experiment, QUIET);
    assert!(!said.contains(granted), "{said}");
}

#[test]
fn a_point_without_a_tag_that_others_make_too_is_listed_apart_from_the_answers() {
    let listed = |inferred: Option<&Inferred>| {
        let mut experiment = fixture::experiment();
        with_common_point(&mut experiment, inferred);
        let page = files(&experiment).remove("personas/displacement-bear.md").unwrap();
        let (_, common) = page.split_once("### Points that others make too\n")?;
        Some(common.split("\n#").next().unwrap().to_owned())
    };
    assert_eq!(listed(None), None, "its author wrote it about the question");
    let common = listed(Some(&inferred())).unwrap();
    assert!(common.contains("The totals are calm. (calm; confidence 0.72; 2025-11"), "{common}");
}

#[test]
fn statements_of_texts_without_tags_are_counted_apart_from_those_whose_axis_alone_is_inferred() {
    let mut experiment = fixture::experiment();
    untagged(&mut experiment);
    let axis = experiment.topics[0].axes[0].clone();
    let no_axis = Statement {
        axis: None,
        side: None,
        ..on_quiet_data(&mut experiment, "no-axis", Side::Yes, &axis.yes)
    };
    statements(&mut experiment, 0).push(no_axis);
    let page = files(&experiment).remove("personas/displacement-bear.md").unwrap();
    let size = "5 statements in 1 note, 1 of them inferred from texts without tags, and the question of 1 other.";
    assert!(page.contains(size), "{page}");
}
