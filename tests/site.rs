//! The pages of a hand-written experiment: links, ids, Markdown twins, size budgets, and hostile
//! text.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails the test")]

#[path = "site/answers.rs"]
mod answers;
#[path = "site/arguments.rs"]
mod arguments;
#[path = "site/belief_debate.rs"]
mod belief_debate;
#[path = "site/conditions.rs"]
mod conditions;
#[path = "site/decisive_questions.rs"]
mod decisive_questions;
#[path = "site/details.rs"]
mod details;
#[path = "site/fixture.rs"]
mod fixture;
#[path = "site/graph_debate.rs"]
mod graph_debate;
#[path = "site/groups.rs"]
mod groups;
#[path = "site/hostile_text.rs"]
mod hostile_text;
#[path = "site/many.rs"]
mod many;
#[path = "site/markup.rs"]
mod markup;
#[path = "site/notebooks.rs"]
mod notebooks;
#[path = "site/outcome.rs"]
mod outcome;
#[path = "site/positions.rs"]
mod positions;
#[path = "site/search.rs"]
mod search;
#[path = "site/shared_points.rs"]
mod shared_points;
#[path = "site/single_debate.rs"]
mod single_debate;
#[path = "site/twins.rs"]
mod twins;
#[path = "site/user_text.rs"]
mod user_text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use faultline_report::write::{Publication, Published, WriteError};

use fixture::Whole;

/// Texts that try to break out of their place on the page.
const HOSTILE: [&str; 8] =
    [LONG, "1. one", "- one", "+\tone", "===", "\n\n    one\n", "| one |\n| --- |", "0\u{1b}) one"];

const LONG: &str = "# 1. - \"><script>alert('x')</script> & [a](javascript:b) ![c](d) | `e` *f* _g_ ~~h~~ <!-- \\ {{ i }} \
    ]]> --> &lt; \u{202e}\u{1b}[31m\r```\n    - j\n===\n> k\n2) l\n| m |\n| --- |";

/// Text without any markup, with as many words.
const HARMLESS: &str = "nothing in these few words can break out of any page";

/// Every file of the site as text, by path.
fn files(experiment: &Whole) -> BTreeMap<String, String> {
    let pages = fixture::matched(experiment).pages().unwrap();
    pages.into_iter().map(|page| (page.path, String::from_utf8(page.bytes).unwrap())).collect()
}

fn publish(experiment: &Whole, dir: &Path) -> Result<Published, WriteError> {
    let mut publication = Publication::begin(dir, "small")?;
    for page in experiment.pages().unwrap() {
        publication.add(&page)?;
    }
    publication.finish()
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
            if link == "data:," || link.starts_with("data:image/png;base64,") {
                continue;
            }
            assert!(
                !link.contains(':') && !link.starts_with("//"),
                "{page}: {link} leaves the site"
            );
            let (path, fragment) = markup::resolve(page, &link);
            assert!(files.contains_key(&path), "{page}: {link} has no target");
            if let Some(fragment) = fragment {
                assert!(ids[path.as_str()].contains(&fragment), "{page}: {link} has no anchor");
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
                ["md", "csv"].iter().any(|end| markup::is(&path, end)) && files.contains_key(&path),
                "{page}: {link} has no target"
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
            assert!(seen.insert(id.clone()), "{page} has two elements with the id `{id}`");
        }
    }
}

#[test]
fn every_link_has_a_target_within_the_site() {
    let files = files(&fixture::experiment());
    check_links(&files);
    check_ids(&files);
}

#[test]
fn every_page_has_a_markdown_twin_and_names_the_provider() {
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
fn every_page_is_reachable_from_the_front_page() {
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
fn boxes_link_to_their_sentences_and_back() {
    let experiment = fixture::experiment();
    let files = files(&experiment);
    let (_, html) = ending(&files, ".html").find(|(path, _)| path.contains("/graph-")).unwrap();
    let leads = markup::attributes(html, "href");
    let nodes = experiment.debates[0].result.as_ref().unwrap().snapshots[3].graph.nodes();
    for id in nodes.map(|node| node.id) {
        let sentence = format!("#{id}");
        assert!(leads.contains(&sentence), "no link to {sentence}");
        let is_box = |link: &String| link.starts_with("#g") && link.ends_with(&format!("-{id}"));
        assert!(leads.iter().any(is_box), "no link to the box of {id}");
    }
}

#[test]
fn style_and_script_are_small_and_make_no_requests() {
    let files = files(&fixture::experiment());
    let style = &files["assets/style.css"];
    let script = &["assets/site.js", "assets/search.js"].map(|path| files[path].as_str()).concat();
    assert!(style.len() <= 11 * 1024, "{} bytes of style", style.len());
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
            assert!(
                rules.split('}').all(of_rounds),
                "{page}: a drawing has style rules of its own"
            );
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
    assert_eq!(fixture::experiment().pages().unwrap(), fixture::experiment().pages().unwrap());
}

#[test]
fn hostile_text_changes_only_the_words_of_a_page() {
    let harmless = files(&hostile_text::saying(HARMLESS));
    for text in HOSTILE {
        check_hostile(text, &files(&hostile_text::saying(text)), &harmless);
    }
}

fn check_hostile(
    text: &str,
    hostile: &BTreeMap<String, String>,
    harmless: &BTreeMap<String, String>,
) {
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
                "{page}: {mark}, with {text}"
            );
        }
        assert_eq!(hostile[page].matches("<script").count(), 1, "{page}");
    }
    for (page, markdown) in ending(hostile, ".md") {
        let (one, other) =
            (markup::markdown_structure(markdown), markup::markdown_structure(&harmless[page]));
        let different = one.iter().zip(&other).position(|(a, b)| a != b);
        assert_eq!(
            different.map(|at| &one[at.saturating_sub(3)..=at]),
            None,
            "{page}, with {text}"
        );
        assert_eq!(one.len(), other.len(), "{page}");
    }
}

#[test]
fn two_debates_cannot_have_the_same_page() {
    let mut experiment = fixture::experiment();
    experiment.debates[1].cell = experiment.debates[2].cell.clone();
    let dir = tempfile::tempdir().unwrap();
    assert!(
        matches!(publish(&experiment, dir.path()), Err(WriteError::SamePath(path)) if path.contains("single-"))
    );
}

#[test]
fn a_graph_debate_as_markdown() {
    let files = files(&fixture::experiment());
    let (_, markdown) = ending(&files, ".md").find(|(path, _)| path.contains("/graph-")).unwrap();
    insta::with_settings!({ snapshot_path => "golden/site", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("debate", markdown);
    });
}

#[test]
fn the_log_of_a_graph_debate_as_markdown() {
    let files = files(&fixture::experiment());
    let is_log = |path: &str| path.starts_with("logs/") && path.contains("/graph-");
    let (_, markdown) = ending(&files, ".md").find(|(path, _)| is_log(path)).unwrap();
    insta::with_settings!({ snapshot_path => "golden/site", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("log", markdown);
    });
}

#[test]
fn a_second_build_writes_no_unchanged_file() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    let experiment = fixture::experiment();
    publish(&experiment, &dir).unwrap();
    let unchanged = experiment.pages().unwrap().len();
    let again = publish(&experiment, &dir).unwrap();
    assert_eq!(again, Published { written: 0, unchanged, removed: 0 });
}
