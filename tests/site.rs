//! The pages of an experiment made by hand: links, ids, twins, budgets, and what foreign text may not do.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails the test")]

#[path = "site/duel.rs"]
mod duel;
#[path = "site/fixture.rs"]
mod fixture;
#[path = "site/foreign.rs"]
mod foreign;
#[path = "site/markup.rs"]
mod markup;
#[path = "site/said.rs"]
mod said;
#[path = "site/single.rs"]
mod single;
#[path = "site/verdict.rs"]
mod verdict;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use faultline::record::Contradiction;
use faultline::vocabulary::Verdict;
use faultline_report::site::{self, Experiment};
use faultline_report::write;

/// Texts that try to leave wherever they are put.
const HOSTILE: [&str; 8] =
    [LONG, "1. one", "- one", "+\tone", "===", "\n\n    one\n", "| one |\n| --- |", "0\u{1b}) one"];

const LONG: &str = "# 1. - \"><script>alert('x')</script> & [a](javascript:b) ![c](d) | `e` *f* _g_ ~~h~~ <!-- \\ {{ i }} \
    ]]> --> &lt; \u{202e}\u{1b}[31m\r```\n    - j\n===\n> k\n2) l\n| m |\n| --- |";

/// Text that tries nothing, with as many words and the same ends.
const HARMLESS: &str = "nothing is said here that any page could take amiss";

/// Every file of the site as text, by path.
fn files(experiment: &Experiment) -> BTreeMap<String, String> {
    let pages = site::pages(experiment).unwrap();
    pages.into_iter().map(|page| (page.path, String::from_utf8(page.bytes).unwrap())).collect()
}

fn ending<'a>(
    files: &'a BTreeMap<String, String>,
    ending: &'a str,
) -> impl Iterator<Item = (&'a str, &'a str)> {
    files
        .iter()
        .filter(move |(path, _)| path.ends_with(ending))
        .map(|(path, text)| (path.as_str(), text.as_str()))
}

fn check_links(files: &BTreeMap<String, String>) {
    let ids: BTreeMap<&str, BTreeSet<String>> = ending(files, ".html")
        .map(|(path, html)| (path, markup::ids(html).into_iter().collect()))
        .collect();
    let mut checked = 0;
    for (page, html) in ending(files, ".html") {
        for link in
            markup::attributes(html, "href").into_iter().chain(markup::attributes(html, "src"))
        {
            if link == "data:," {
                continue;
            }
            assert!(!link.contains(':') && !link.starts_with("//"), "{page} leads outside: {link}");
            let (path, fragment) = markup::resolve(page, &link);
            assert!(files.contains_key(&path), "{page}: {link} leads nowhere");
            if let Some(fragment) = fragment {
                assert!(ids[path.as_str()].contains(&fragment), "{page}: {link} has no such place");
            }
            checked += 1;
        }
        for name in ["for", "aria-labelledby"] {
            for named in markup::attributes(html, name).iter().flat_map(|value| value.split(' ')) {
                assert!(ids[page].contains(named), "{page}: {name} names `{named}`");
            }
        }
    }
    for (page, markdown) in ending(files, ".md") {
        for link in markup::markdown_links(markdown) {
            let (path, _) = markup::resolve(page, &link);
            assert!(
                markup::is(&path, "md") && files.contains_key(&path),
                "{page}: {link} leads nowhere"
            );
            checked += 1;
        }
    }
    assert!(checked > 300, "only {checked} links");
}

fn check_ids(files: &BTreeMap<String, String>) {
    for (page, html) in ending(files, ".html") {
        let mut seen = BTreeSet::new();
        for id in markup::ids(html) {
            assert!(seen.insert(id.clone()), "{page} has two places called `{id}`");
        }
    }
}

#[test]
fn every_link_leads_to_a_place_within_the_site() {
    let files = files(&fixture::experiment());
    check_links(&files);
    check_ids(&files);
}

#[test]
fn every_page_has_a_twin_and_says_who_answered() {
    let experiment = fixture::experiment();
    let files = files(&experiment);
    assert_eq!(ending(&files, ".html").count(), ending(&files, ".md").count());
    for (page, html) in ending(&files, ".html") {
        let twin = page.replace(".html", ".md");
        let name = twin.rsplit('/').next().unwrap();
        assert!(
            html.contains(&format!("rel=\"alternate\" type=\"text/markdown\" href=\"{name}\"")),
            "{page}"
        );
        for text in [html, files[&twin].as_str()] {
            assert!(text.contains(&experiment.provider.caveat), "{page} hides the caveat");
        }
    }
}

#[test]
fn every_page_can_be_found_from_the_front_page() {
    let files = files(&fixture::experiment());
    let mut found = BTreeSet::from(["index.html".to_owned()]);
    let mut left = vec!["index.html".to_owned()];
    while let Some(page) = left.pop() {
        for link in markup::attributes(&files[&page], "href") {
            let (path, _) = markup::resolve(&page, &link);
            if markup::is(&path, "html") && found.insert(path.clone()) {
                left.push(path);
            }
        }
    }
    let all: BTreeSet<String> = ending(&files, ".html").map(|(path, _)| path.to_owned()).collect();
    assert_eq!(found, all);
}

#[test]
fn headings_descend_one_step_at_a_time() {
    for (page, html) in ending(&files(&fixture::experiment()), ".html") {
        let mut level = 0;
        for rest in html.split("<h").skip(1) {
            let Some(next) = rest.chars().next().and_then(|c| c.to_digit(10)) else { continue };
            assert!(next <= level + 1, "{page}: h{next} after h{level}");
            assert!(next > 1 || level == 0, "{page}: a second h1");
            level = next;
        }
        assert!(level > 0, "{page} has no heading");
    }
}

#[test]
fn nodes_lead_to_their_sentences_and_back() {
    let experiment = fixture::experiment();
    let files = files(&experiment);
    let (_, html) = ending(&files, ".html").find(|(path, _)| path.contains("/graph-")).unwrap();
    let leads = markup::attributes(html, "href");
    let nodes = experiment.debates[0].result.as_ref().unwrap().snapshots[3].graph.nodes();
    for id in nodes.map(|node| node.id) {
        for link in [format!("#{id}"), format!("#g-{id}")] {
            assert!(leads.contains(&link), "nothing leads to {link}");
        }
    }
}

#[test]
fn style_and_script_stay_small_and_ask_for_nothing() {
    let files = files(&fixture::experiment());
    let (style, script) = (&files["assets/style.css"], &files["assets/site.js"]);
    assert!(style.len() <= 10 * 1024, "{} bytes of style", style.len());
    assert!(script.len() <= 12 * 1024, "{} bytes of script", script.len());
    let defined = |name: &str, page: &str| {
        [style.as_str(), page].iter().any(|text| text.contains(&format!("{name}:")))
    };
    for (page, text) in ending(&files, ".html").chain([("the style", style.as_str())]) {
        for used in text.split("var(").skip(1) {
            let name = used.split([')', ',']).next().unwrap();
            // Each drawing sets its own width.
            let known = name == "--wide"
                || used.split(')').next().unwrap().contains(',')
                || defined(name, text);
            assert!(known, "{page}: nothing defines {name}");
        }
        for rules in text.split("<style>").skip(1) {
            let rules = rules.split("</style>").next().unwrap();
            let of_rounds = |rule: &str| rule.trim().is_empty() || rule.contains("#show-");
            assert!(rules.split('}').all(of_rounds), "{page}: drawings bring rules of their own");
        }
    }
    for word in ["url(", "@import", "http"] {
        assert!(!style.contains(word) && !script.contains(word), "{word}");
    }
    for word in ["fetch(", "XMLHttpRequest", "import(", "innerHTML", "eval("] {
        assert!(!script.contains(word), "{word}");
    }
}

#[test]
fn the_same_experiment_gives_the_same_bytes() {
    assert_eq!(
        site::pages(&fixture::experiment()).unwrap(),
        site::pages(&fixture::experiment()).unwrap()
    );
}

#[test]
fn foreign_text_changes_the_words_of_a_page_and_nothing_else() {
    let harmless = files(&foreign::saying(HARMLESS));
    for text in HOSTILE {
        check_foreign(text, &harmless);
    }
}

fn check_foreign(text: &str, harmless: &BTreeMap<String, String>) {
    let hostile = &files(&foreign::saying(text));
    assert_eq!(hostile.keys().collect::<Vec<_>>(), harmless.keys().collect::<Vec<_>>());
    check_links(hostile);
    check_ids(hostile);
    for (page, html) in ending(hostile, ".html") {
        let (html, other) =
            (markup::without_drawing(html), markup::without_drawing(&harmless[page]));
        for mark in ["<", "\""] {
            assert_eq!(
                html.matches(mark).count(),
                other.matches(mark).count(),
                "{page}: {mark}, saying {text}"
            );
        }
        assert_eq!(hostile[page].matches("<script").count(), 1, "{page}");
    }
    for (page, markdown) in ending(hostile, ".md") {
        let (one, other) =
            (markup::markdown_structure(markdown), markup::markdown_structure(&harmless[page]));
        let parted = one.iter().zip(&other).position(|(a, b)| a != b);
        assert_eq!(parted.map(|at| &one[at.saturating_sub(3)..=at]), None, "{page}, saying {text}");
        assert_eq!(one.len(), other.len(), "{page}");
    }
}

/// The paragraph beneath the heading of the front page.
fn answer(experiment: &Experiment) -> String {
    let front = files(experiment).remove("index.md").unwrap();
    let starts = |line: &&str| {
        line.starts_with("Both")
            || line.contains(" traces ")
            || line.starts_with("The two")
            || line.starts_with("All ")
            || line.starts_with("No ")
    };
    front
        .lines()
        .find(starts)
        .unwrap()
        .replace("](", "|")
        .split('[')
        .map(|part| {
            part.split_once('|').map_or(part.to_owned(), |(text, rest)| {
                format!("{text}{}", rest.split_once(')').unwrap().1.replace("\\.", "."))
            })
        })
        .collect()
}

#[test]
fn the_answer_says_what_the_modes_found_and_no_more() {
    let mut experiment = fixture::experiment();
    assert_eq!(
        answer(&experiment),
        "Both modes come down to the same question: Is AI, rather than interest rates and over-hiring, shrinking entry-level \
         hiring? Beyond that, Graph argumentation adds Diffusion, and Single call adds Quiet data. Graph argumentation ends \
         in part agreement; Single call ends polarized, with hardly anything agreed. Over all debates they share one \
         accepted statement. In one of two debates, accepted statements contradict each other, so what looks like agreement \
         there is none. One debate failed and counts for nothing here."
    );
    experiment.debates.truncate(1);
    assert_eq!(
        answer(&experiment),
        "Graph argumentation traces the disagreement to two questions: Is AI, rather than interest rates and over-hiring, \
         shrinking entry-level hiring? Is AI spreading through work faster than earlier general-purpose technologies did? \
         The debate ends in part agreement. They share one accepted statement. One pair of accepted statements is contradictory, \
         so what looks like agreement there is none."
    );
    let finished = experiment.debates[0].result.as_mut().unwrap();
    finished.outcome.cruxes.clear();
    assert!(
        answer(&experiment)
            .starts_with("No question came out as the one that divides them. The debate ends")
    );
}

#[test]
fn the_answer_admits_that_modes_disagree() {
    let mut experiment = fixture::experiment();
    for (debate, kept) in experiment.debates.iter_mut().zip([0, 1]) {
        let cruxes = &mut debate.result.as_mut().unwrap().outcome.cruxes;
        *cruxes = vec![cruxes[kept].clone()];
    }
    let answer = answer(&experiment);
    let expected = "The two modes do not place the split in one spot. Graph argumentation puts first the question: Is AI, rather \
        than interest rates and over-hiring, shrinking entry-level hiring? Single call puts first the question: Do the quiet \
        aggregate data";
    assert!(answer.starts_with(expected), "{answer}");
}

/// The fixture with a second and a third replicate of the graph, of which only the second keeps the second crux.
fn replicated() -> Experiment {
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
fn the_answer_counts_debates_where_modes_have_several() {
    let mut experiment = replicated();
    let all = answer(&experiment);
    let expected = "All four debates come down to the same question: Is AI, rather than interest rates and over-hiring, shrinking \
        entry-level hiring? Only Graph argumentation names Diffusion, and only Single call names Quiet data. Graph \
        argumentation ends in part agreement; Single call ends polarized, with hardly anything agreed. Over all debates \
        they share one accepted statement. In three of four debates, accepted";
    assert!(all.starts_with(expected), "{all}");
    experiment.debates[4].result.as_mut().unwrap().outcome.cruxes.clear();
    let most = answer(&experiment);
    let expected = "No question is a crux in all four debates. Both modes name one question at least once: Is AI, rather than \
        interest rates and over-hiring, shrinking entry-level hiring? (three of four debates). Only Graph";
    assert!(most.starts_with(expected), "{most}");
    experiment.debates.retain(|debate| debate.label == "graph");
    let one = answer(&experiment);
    let expected = "No question is a crux in all three debates. The one named most often: Is AI, rather than interest rates and \
        over-hiring, shrinking entry-level hiring? (two of three debates). All three debates end";
    assert!(one.starts_with(expected), "{one}");
}

#[test]
fn the_topic_says_how_often_each_axis_recurs() {
    let topic = |experiment: &Experiment| files(experiment).remove("topics/ai-jobs.html").unwrap();
    let single = topic(&fixture::experiment());
    assert!(!single.contains("n ="), "one debate has no mean");
    let mut experiment = replicated();
    let page = topic(&experiment);
    let row = page.split("<tr>").skip(1).find(|row| row.contains("Diffusion</a>")).unwrap();
    assert!(
        row.contains("<b>2 of 3</b><br><span class=\"gloss\">mean 0.33, 0.33 to 0.33, n = 2"),
        "{row}"
    );
    assert!(
        row.contains(">no. 2 in replicate 1</a>") && row.contains(">no. 2 in replicate 2</a>"),
        "{row}"
    );
    let row = page.split("<tr>").skip(1).find(|row| row.contains("Entry level</a>")).unwrap();
    assert!(
        row.contains("<b>3 of 3</b><br><span class=\"gloss\">mean 0.56, 0.50 to 0.67, n = 3"),
        "{row}"
    );
    assert!(row.contains("<b>1 of 1</b>"), "the replicate that failed counts for nothing: {row}");
    assert!(page.contains("The modes had up to three debates each, with different seeds."));
    experiment.debates.truncate(2);
    assert!(topic(&experiment).contains("Each mode had one debate, so"));
}

#[test]
fn contradictions_stand_under_their_question() {
    let mut experiment = fixture::experiment();
    let outcome = &mut experiment.debates[0].result.as_mut().unwrap().outcome;
    let question = experiment.topics[0].axes[1].question.clone();
    let pair = |first, second, why: &str| Contradiction {
        first: said::n(first),
        second: said::n(second),
        why: why.into(),
    };
    let why = format!("They answer «{question}» in opposite ways");
    outcome.fake_consensus = vec![
        pair(2, 6, &why),
        pair(2, 10, &why),
        pair(3, 8, "They were judged opposed in meaning"),
    ];
    let files = files(&experiment);
    let (_, page) = ending(&files, ".html").find(|(path, _)| path.contains("/graph-")).unwrap();
    let warning =
        page.split("<div class=\"warning\">").nth(1).unwrap().split("<h3>Agreed").next().unwrap();
    assert_eq!(warning.matches(&format!("<h4>{question}</h4>")).count(), 1, "{warning}");
    assert_eq!(warning.matches("<h4>").count(), 2, "{warning}");
    assert!(warning.contains("Two pairs by different authors."), "{warning}");
    for node in ["#n2\"", "#n6\"", "#n10\"", "#n3\"", "#n8\""] {
        assert_eq!(warning.matches(node).count(), 1, "{node}: {warning}");
    }
    let topic = &files["topics/ai-jobs.html"];
    assert_eq!(topic.matches(&format!("<li>{question}<br>")).count(), 1);
    assert!(topic.contains(">Graph argumentation</a>: two pairs"));
}

#[test]
fn a_message_that_was_sent_before_stands_once() {
    let pages = files(&fixture::experiment());
    for end in [".html", ".md"] {
        let (page, text) = ending(&pages, end).find(|(path, _)| path.contains("/graph-")).unwrap();
        assert_eq!(text.matches("You are the persona described below.").count(), 1, "{page}");
        assert_eq!(text.matches("system: the same as in ").count(), 8, "{page}");
        for call in 1..=9 {
            assert!(text.contains(&format!("n1 … n{call}.")), "{page} lost a message of c{call}");
        }
    }
}

#[test]
fn a_debate_opens_with_what_it_came_to() {
    let pages = files(&fixture::experiment());
    let (_, graph) = ending(&pages, ".html").find(|(path, _)| path.contains("/graph-")).unwrap();
    let head = graph.split("<section").next().unwrap();
    assert_eq!(head.matches("href=\"#crux-").count(), 2, "{head}");
    assert!(
        head.contains("<dt>arguments <span class=\"gloss\">in the final graph</span>"),
        "{head}"
    );
    assert!(
        head.contains("at most 13 without repairs") && head.contains("Ended after three rounds:")
    );
    assert!(graph.contains("where the mode takes at most 13 without repairs;"));
    let (_, single) = ending(&pages, ".html").find(|(path, _)| path.contains("/single-")).unwrap();
    assert!(single.contains("<dt>statements <span"), "a single call makes no arguments");
    assert!(!single.contains("at most"), "nothing is known of the most calls of this mode");
}

#[test]
fn citations_show_what_the_evidence_store_says_of_them() {
    let mut experiment = fixture::experiment();
    let pages = files(&experiment);
    let (debate, _) = ending(&pages, ".html").find(|(path, _)| path.contains("/graph-")).unwrap();
    for page in ["personas/displacement-bear.html", debate] {
        assert!(
            pages[page].contains("<cite>Bureau of Labor Statistics, LNS12300060, 2025.</cite>"),
            "{page}"
        );
        assert!(pages[page].contains("It leaves out everybody younger than 25."), "{page}");
        assert!(!pages[page].contains("The store refutes this"), "{page}");
    }
    let store = experiment.evidence.values_mut().next().unwrap();
    store.items[0].verdict = Verdict::False;
    let refuted = files(&experiment);
    let times = |page: &str, text: &str| refuted[page].matches(text).count();
    assert_eq!(
        times("personas/displacement-bear.html", "cites what the evidence store refutes"),
        3
    );
    assert_eq!(times(debate, "The store refutes this"), 2, "in the outline and in the ledger");
    assert_eq!(times(&debate.replace(".html", ".md"), "The store refutes this"), 2);
}

#[test]
fn two_debates_cannot_share_a_page() {
    let mut experiment = fixture::experiment();
    experiment.debates[1].cell = experiment.debates[2].cell.clone();
    assert!(
        matches!(site::pages(&experiment), Err(site::Fault::SamePath(path)) if path.contains("single-"))
    );
}

#[test]
fn a_debate_reads_well_as_markdown() {
    let files = files(&fixture::experiment());
    let (_, markdown) = ending(&files, ".md").find(|(path, _)| path.contains("/graph-")).unwrap();
    insta::with_settings!({ snapshot_path => "golden/site", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("debate", markdown);
    });
}

#[test]
fn a_published_site_is_left_alone_by_a_second_build() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    let pages = site::pages(&fixture::experiment()).unwrap();
    write::publish(&dir, &pages).unwrap();
    let again = write::publish(&dir, &pages).unwrap();
    assert_eq!(again, write::Report { written: 0, unchanged: pages.len(), swept: 0 });
}
