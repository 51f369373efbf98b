//! Contradictions, calls and evidence on the pages of debates and personas.

use std::collections::BTreeMap;

use faultline::record::{AimRange, Contradiction, Thesis, Turn};
use faultline::vocabulary::{Side, TurnId, Verdict};
use faultline_report::site::Cost;

use crate::fixture::Whole;
use crate::{arguments, check_ids, check_links, ending, files, fixture, markup};

#[test]
fn contradictions_are_grouped_by_their_question() {
    let mut experiment = fixture::experiment();
    let outcome = &mut experiment.debates[0].result.as_mut().unwrap().outcome;
    let question = experiment.experiment.topics[0].axes[1].question.clone();
    let pair = |first, second, why: &str| Contradiction {
        first: arguments::n(first),
        second: arguments::n(second),
        why: why.into(),
    };
    let why = format!("They answer «{question}» in opposite ways");
    outcome.fake_consensus = vec![
        pair(2, 6, &why),
        pair(2, 10, &why),
        pair(3, 8, "They were judged to contradict each other"),
    ];
    let files = files(&experiment);
    let (_, page) = ending(&files, ".html").find(|(path, _)| path.contains("/graph-")).unwrap();
    let warning =
        page.split("<div class=\"warning\">").nth(1).unwrap().split("<h3>Agreed").next().unwrap();
    assert_eq!(warning.matches(&format!("<h4>{question}</h4>")).count(), 1, "{warning}");
    assert_eq!(warning.matches("<h4>").count(), 2, "{warning}");
    assert!(
        warning.contains("in opposite ways. Some such statements can be true together"),
        "{warning}"
    );
    for node in ["#n2\"", "#n6\"", "#n10\"", "#n3\"", "#n8\""] {
        assert_eq!(warning.matches(node).count(), 1, "{node}: {warning}");
    }
    let topic = &files["topics/ai-jobs.html"];
    assert_eq!(topic.matches(&format!("<li>{question}<br>")).count(), 1);
    assert!(topic.contains(">Argument graph</span></span></a>: 2 pairs"));
}

#[test]
fn a_position_whose_arguments_fell_is_answered_and_not_refuted() {
    let mut experiment = fixture::experiment();
    let outcome = &mut experiment.debates[0].result.as_mut().unwrap().outcome;
    outcome.cruxes[0].positions[0].refuted_by = Some(arguments::n(4));
    let files = files(&experiment);
    for end in [".html", ".md"] {
        let (_, page) = ending(&files, end).find(|(path, _)| path.contains("/graph-")).unwrap();
        let words = if end == ".html" { markup::words(page) } else { page.to_owned() };
        assert!(words.contains("Answered in this debate by"), "{words}");
        assert!(words.contains("no reply to it holds. The position was not given up."), "{words}");
        assert!(!words.contains("Refuted in this debate"), "{words}");
    }
}

#[test]
fn a_repeated_message_is_a_link_to_the_first_one() {
    let pages = files(&fixture::experiment());
    for end in [".html", ".md"] {
        let (page, text) = log(&pages, end, "/graph-");
        assert_eq!(text.matches("You are the persona described below.").count(), 1, "{page}");
        assert_eq!(text.matches("system: the same as in ").count(), 8, "{page}");
        for call in 1..=9 {
            assert!(text.contains(&format!("n1 … n{call}.")), "{page} lost a message of c{call}");
        }
    }
}

/// The log of a debate.
fn log<'f>(files: &'f BTreeMap<String, String>, end: &'f str, mode: &'f str) -> (&'f str, &'f str) {
    let is_log = |path: &str| path.starts_with("logs/") && path.contains(mode);
    ending(files, end).find(|(path, _)| is_log(path)).unwrap()
}

#[test]
fn prompts_that_no_model_read_are_not_shown() {
    let mut experiment = fixture::experiment();
    experiment.debates[0].result.as_mut().unwrap().cost = Cost::None;
    let pages = files(&experiment);
    for end in [".html", ".md"] {
        let (page, text) = log(&pages, end, "/graph-");
        assert!(!text.contains("You are the persona described below."), "{page}");
        assert_eq!(text.matches("No model read the prompts of these calls").count(), 1, "{page}");
    }
}

#[test]
fn a_debate_page_starts_with_the_theses_and_the_cruxes_and_ends_with_figures() {
    let mut experiment = fixture::experiment();
    let outcome = &mut experiment.debates[0].result.as_mut().unwrap().outcome;
    outcome.theses = vec![Thesis {
        persona: fixture::persona_id("displacement-bear"),
        side: Side::Yes,
        text: "Fewer people will work".into(),
        node: arguments::n(1),
        yes: None,
        flips: vec![],
    }];
    outcome.metrics[0].aim = Some("0.5 to 1: most arguments are accepted".into());
    outcome.metrics[0].range = Some(AimRange::Between(0.5, 1.0));
    let pages = files(&experiment);
    let (_, graph) = ending(&pages, ".html").find(|(path, _)| path.contains("/graph-")).unwrap();
    let (head, body) = graph.split_once("<section").unwrap();
    assert_eq!(head.matches("href=\"#crux-").count(), 2, "{head}");
    let words = markup::words(head);
    let fault = "By its own measures the debate fell short: accepted share is 0.43.";
    for expected in ["Fewer people will work.", "explain the dip?YesNo", fault] {
        assert!(words.contains(expected), "{expected}: {words}");
    }
    assert!(
        body.contains("<dt>arguments <span class=\"gloss\">in the final graph</span>"),
        "{body}"
    );
    assert!(body.contains("Ended 3 rounds after the opening:"), "{body}");
    assert!(body.contains("<b>Outside:</b> 0.5 to 1"), "{body}");
    let (_, single) = ending(&pages, ".html").find(|(path, _)| path.contains("/single-")).unwrap();
    assert!(single.contains("<span class=\"gloss\">2 questions, 4 answers</span>"));
    for (mode, most) in [("/graph-", 27), ("/single-", 1)] {
        let sentence =
            format!("Maximum number of calls in this mode, not counting repeated ones: {most}.");
        assert!(log(&pages, ".html", mode).1.contains(&sentence), "{mode}");
    }
}

#[test]
fn citations_show_the_items_of_the_evidence_store() {
    let mut experiment = fixture::experiment();
    let pages = files(&experiment);
    let (debate, _) = ending(&pages, ".html").find(|(path, _)| path.contains("/graph-")).unwrap();
    for page in ["personas/displacement-bear.html", debate] {
        assert!(
            pages[page].contains("<cite>Bureau of Labor Statistics, LNS12300060, 2025.</cite>"),
            "{page}"
        );
        assert!(pages[page].contains("It leaves out everybody younger than 25."), "{page}");
        assert!(!pages[page].contains("The evidence store refutes this"), "{page}");
    }
    let store = experiment.evidence.values_mut().next().unwrap();
    store.items[0].verdict = Verdict::False;
    let refuted = files(&experiment);
    let times = |page: &str, text: &str| refuted[page].matches(text).count();
    assert_eq!(
        times("personas/displacement-bear.html", "cites evidence that the evidence store refutes"),
        3
    );
    assert_eq!(
        times(debate, "The evidence store refutes this"),
        2,
        "in the outline and in the ledger"
    );
    assert_eq!(times(&debate.replace(".html", ".md"), "The evidence store refutes this"), 2);
}

#[test]
fn a_debate_page_lists_the_statements_that_were_not_recalled() {
    let mut experiment = fixture::experiment();
    let persona = experiment.debates[0].personas[0].clone();
    let all = files(&experiment);
    assert!(!all.values().any(|page| page.contains("Not recalled in this draw")));
    experiment.debates[0]
        .result
        .as_mut()
        .unwrap()
        .forgotten
        .insert(persona, vec!["Lost <b>thought</b>".to_owned()]);
    let all = files(&experiment);
    let shown: Vec<&String> =
        all.values().filter(|page| page.contains("Not recalled in this draw")).collect();
    assert_eq!(shown.len(), 2, "the page of the debate and its twin");
    assert!(
        shown.iter().any(|page| page.contains("<li>Lost &#60;b&#62;thought&#60;/b&#62;.</li>"))
    );
}

/// A debate with 4,000 moves, and with calls whose messages alone are longer than a page.
fn with_a_long_log() -> Whole {
    let mut experiment = fixture::experiment();
    let finished = experiment.debates[0].result.as_mut().unwrap();
    let turns = &mut finished.snapshots[1].turns;
    let first = turns[0].clone();
    for number in 1001..5001 {
        turns.push(Turn { id: TurnId::new(number), ..first.clone() });
    }
    for (call, exchanges) in finished.exchanges.iter_mut().take(3) {
        let long = format!("{{\"{call}\": \"quoted\"}}\n");
        exchanges[0].prompt[1].text = format!("first{}last", long.repeat(20_000));
        exchanges[0].reply = format!("begin{}end", long.repeat(60_000));
    }
    experiment
}

#[test]
fn a_long_log_has_several_pages_none_of_which_exceeds_two_megabytes_and_loses_nothing() {
    let whole = with_a_long_log();
    let files = files(&whole);
    check_links(&files);
    check_ids(&files);
    for (path, text) in &files {
        assert!(text.len() <= 2_000_000, "{path} has {} bytes", text.len());
    }
    for end in [".html", ".md"] {
        let is_log = |path: &str| path.starts_with("logs/") && path.contains("/graph-");
        let pages: Vec<_> = ending(&files, end).filter(|(path, _)| is_log(path)).collect();
        assert!(pages.len() > 8, "{} pages", pages.len());
        let count = |words: &str| -> usize {
            pages.iter().map(|(_, text)| markup::unescape(text).matches(words).count()).sum()
        };
        for call in 1..=3 {
            assert_eq!(count(&format!("{{\"c{call}\": \"quoted\"}}")), 80_000, "c{call}");
        }
        for (words, expected) in [("first{", 3), ("last\n", 3), ("begin{", 3), ("end\n", 3)] {
            let found =
                if end == ".html" { count(&words.replace('\n', "</pre>")) } else { count(words) };
            assert_eq!(found, expected, "{words:?} in {end}");
        }
        for move_ in ["t1001", "t3000", "t5000"] {
            assert_eq!(count(&format!("<li id=\"{move_}\"")) + count(&format!("**{move_}**")), 1);
        }
    }
}
