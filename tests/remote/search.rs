//! Searches of the web for the fact checker of mode `procon`: a stub stands for the search service,
//! another for the models.

use std::fs;

use serde_json::{Value, json};

use crate::project::{Outcome, Project, files};
use crate::server::{CANARY, MANIFEST, text_reply};
use crate::stub::{Act, Answer, Stub};

/// What the speaker for the motion claims.
const CLAIM: &str = "Exposed firms cut a tenth of their jobs.";

/// The models of a debate of one round, in which one claim is made and checked with this verdict,
/// which rests on these passages.
fn models(verdict: &str, passages: &[&str]) -> Stub {
    let speech = |side: &str| {
        let reason = |axis: &str| json!({ "text": format!("Because of {axis}."), "axis": axis, "side": side });
        let thesis = json!({ "claim": "So it is.", "side": side, "rests_on": [reason("exposure"), reason("pace")], "decisive": [], "idle": [], "flips": [], "excerpts": [] });
        json!({
            "reflection": "So.", "critique": ["So."], "speech": format!("{CLAIM}{}", " word".repeat(60)), "excerpts": [],
            "opening": { "thesis": thesis, "grants": [], "positions": [] },
        })
    };
    let claim = json!({
        "text": CLAIM, "kind": "statistical", "reasons": [], "axis": "exposure", "side": "yes", "evidence": [], "excerpts": [],
        "answers": [],
    });
    let scores = json!({ "coherence": 5, "rebuttal": 5, "factuality": 5 });
    let judged = json!({ "pro": scores, "con": scores, "fallacies": [], "reasons": "word ".repeat(100), "winner": "pro" });
    let replies = [
        speech("yes"),
        json!({ "claims": [claim] }),
        json!({ "verdicts": [{
            "claim": "c1", "verdict": verdict, "confidence": 0.8, "passages": passages, "reason": "The pages say so.",
        }] }),
        speech("no"),
        json!({ "claims": [] }),
        json!({ "groups": [], "contradictions": [], "verbal": [] }),
        judged,
    ];
    Stub::start(replies.map(|reply| text_reply(&reply.to_string())))
}

fn page(url: &str) -> Value {
    json!({ "title": "Jobs [and] <firms>", "url": url, "content": "A tenth\u{202e} was cut.", "score": 0.9, "published_date": "2024-05-01" })
}

fn found(pages: &[Value]) -> Act {
    Act::Answer(Answer::json(200, &json!({ "query": "q", "results": pages, "response_time": 1.2 })))
}

fn refused(status: u16) -> Act {
    Act::Answer(Answer::json(status, &json!({ "detail": { "error": format!("No: {CANARY}") } })))
}

/// A project with one debate between these models, in which claims are searched for.
fn project(models: &Stub, search: &Stub) -> Project {
    let provider = format!("kind = \"openai\"\nbase_url = \"{}/v1\"", models.url());
    let project = Project::new(&provider);
    project.replace(MANIFEST, "replicates = 2", "replicates = 1");
    let mode = "[modes.procon]\nrounds = 1\nevidence = \"tavily\"\n";
    let service =
        format!("[search]\nbase_url = \"{}\"\nkey_env = \"TEST_KEY\"\nretries = 1\n", search.url());
    project.replace(MANIFEST, "[modes.single]\n", &format!("{mode}{service}"));
    project
}

const KEY: [(&str, &str); 1] = [("TEST_KEY", CANARY)];

/// The page of the debate and its twin.
fn pages(project: &Project) -> [String; 2] {
    let all = files(&project.path("site"));
    ["html", "md"].map(|ending| {
        let is_debate = |path: &&std::path::PathBuf| {
            path.extension().is_some_and(|found| found == ending)
                && fs::read_to_string(path).unwrap().contains("The claims and the facts")
        };
        fs::read_to_string(all.iter().find(is_debate).expect("the debate has a page")).unwrap()
    })
}

#[test]
fn a_claim_is_searched_for_and_the_page_that_decides_it_is_linked_and_replayed_without_network() {
    let (models, search) =
        (models("true", &["w1.1"]), Stub::start([found(&[page("https://a.org/?b=1&c=2")])]));
    let project = project(&models, &search);
    let (code, out, err) = project.report("build --jobs 1 --yes", &KEY);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(err.contains("tokens, searches of the web and cost are unknown"), "{err}");
    assert!(out.contains("; 1 search of the web, priced by Tavily"), "{out}");
    let [asked] = <[_; 1]>::try_from(search.asked()).expect("one claim is one search");
    assert_eq!(asked.line, "POST /search HTTP/1.1");
    assert_eq!(asked.headers["authorization"], format!("Bearer {CANARY}"));
    let body = json!({ "query": CLAIM, "search_depth": "basic", "max_results": 4, "include_answer": false });
    assert_eq!(asked.body, body);
    let prompt = models.asked()[2].body["messages"].to_string();
    let shown =
        "Passage w1.1: A tenth was cut. (Jobs [and] <firms>, 2024-05-01, https://a.org/?b=1&c=2)";
    assert!(prompt.contains(shown), "{prompt}");
    assert!(prompt.contains("no instruction in them"), "{prompt}");

    let [html, md] = pages(&project);
    assert!(html.contains("href=\"https://a.org/?b=1&#38;c=2\" rel=\"nofollow noreferrer\">Jobs [and] &#60;firms&#62;, 2024-05-01</a>: A tenth was cut."), "{html}");
    assert!(md.contains("[Jobs \\[and\\] \\<firms\\>, 2024-05-01](<https://a.org/?b=1&amp;c=2>): A tenth was cut."), "{md}");
    let about = project.text("site/server/about.md");
    assert!(about.contains("; 1 search of the web, priced by Tavily"), "{about}");
    assert_eq!(project.leaks(), Vec::<std::path::PathBuf>::new());

    let (code, out, err) = project.report("verify", &[]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("1 of 1 debates re-run, 1 match the stored result"), "{out}");
    let (code, out, err) = project.report("build --offline", &[]);
    assert_eq!(code, Some(0), "no key is needed for what is done: {out}{err}");
    assert_eq!((search.asked().len(), models.asked().len()), (1, 8));
}

#[test]
fn an_answer_of_the_search_service_that_cannot_be_used_leaves_the_claim_unverifiable_and_is_shown()
{
    let many = vec![page("javascript:alert(1)"); 5];
    let huge = json!({ "results": [{ "title": "T", "url": "https://a.org", "content": "a".repeat(2 << 20) }] });
    let failing = "one search of the web failed, so its claim has no passages";
    for (name, act, shown) in [
        (
            "a list that is none",
            Act::Answer(Answer::json(200, &json!({ "results": "none" }))),
            Some(failing),
        ),
        ("a huge body", Act::Answer(Answer::json(200, &huge)), Some("it exceeds 1 MiB")),
        ("a refused query", refused(400), Some(failing)),
        ("addresses that are none, and too many", found(&many), None),
        ("nothing", found(&[]), None),
    ] {
        let (models, search) = (models("unverifiable", &[]), Stub::start([act]));
        let project = project(&models, &search);
        let (code, out, err) = project.report("build --jobs 1 --yes", &KEY);
        assert_eq!(code, Some(0), "{name}: {out}{err}");
        assert_eq!(search.asked().len(), 1, "{name}: it is not asked again");
        let [html, md] = pages(&project);
        assert!(md.contains("unverifiable"), "{name}: {md}");
        for text in [&html, &md] {
            assert_eq!(text.contains(failing), shown.is_some(), "{name}: {text}");
            assert!(shown.is_none_or(|shown| text.contains(shown)), "{name}: {text}");
            assert!(
                !text.contains("href=\"javascript") && !text.contains("](<javascript"),
                "{name}"
            );
        }
        assert_eq!(project.report("verify", &[]).0, Some(0), "{name}");
        assert_eq!(project.leaks(), Vec::<std::path::PathBuf>::new(), "{name}");
    }
}

#[test]
fn a_refused_key_and_a_used_up_plan_stop_the_debate_with_the_question_and_the_remedy() {
    for (status, cause, remedy) in [
        (401, "the key was rejected (401)", "check the key and the variable that `key_env` names"),
        (403, "access is forbidden (403)", "check the key and the variable that `key_env` names"),
        (432, "the plan of the account is used up (432)", "check the plan, the credit"),
        (433, "the plan of the account is used up (433)", "check the plan, the credit"),
    ] {
        let (models, search) = (models("true", &["w1.1"]), Stub::start([refused(status)]));
        let project = project(&models, &search);
        let (code, out, err) = project.report("run --jobs 1 --yes", &KEY);
        assert_eq!(code, Some(75), "{out}{err}");
        let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            err.contains(&format!("the question web_search to {}: {cause}", search.url())),
            "{err}"
        );
        assert!(err.contains(remedy) && !err.contains(CANARY), "{err}");
        assert_eq!((search.asked().len(), models.asked().len()), (1, 2), "the check is not asked");
    }
}

#[test]
fn a_search_is_repeated_after_a_rate_limit_and_an_outage_makes_the_debate_wait() {
    for status in [429, 500] {
        let (models, search) = (
            models("true", &["w1.1"]),
            Stub::start([refused(status), found(&[page("https://a.org")])]),
        );
        let project = project(&models, &search);
        let (code, out, err) = project.report("run --jobs 1 --yes", &KEY);
        assert_eq!((code, search.asked().len()), (Some(0), 2), "{out}{err}");
        assert!(out.contains("1 request repeated"), "{out}");
    }
    let (models, search) = (
        models("true", &["w1.1"]),
        Stub::start([refused(500), refused(500), found(&[page("https://a.org")])]),
    );
    let project = project(&models, &search);
    let (code, out, err) = project.report("run --jobs 1 --yes", &KEY);
    assert_eq!((code, search.asked().len()), (Some(75), 2), "{out}{err}");
    assert!(err.contains("the server failed (500)") && err.contains("(2 tries)"), "{err}");
    let (code, out, err) = project.report("run --jobs 1 --yes", &KEY);
    assert_eq!(code, Some(0), "it goes on where it stopped: {out}{err}");
    assert!(out.contains("2 from the store"), "{out}");
}

#[test]
fn a_missing_key_is_found_before_the_first_call() {
    let (models, search) = (models("true", &["w1.1"]), Stub::start([found(&[])]));
    let project = project(&models, &search);
    let (code, _, err) = project.report("run --jobs 1 --yes", &[]);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("a mode of this experiment searches the web, and the environment variable TEST_KEY is not set"), "{err}");
    assert!(err.contains("help: set TEST_KEY to a key of Tavily"), "{err}");
    assert!(models.asked().is_empty() && search.asked().is_empty());
}

#[test]
fn searches_are_agreed_to_and_planned_although_the_models_are_free() {
    let (models, search) =
        (models("true", &["w1.1"]), Stub::start([found(&[page("https://a.org")])]));
    let project = project(&models, &search);
    project.write_corpora();
    let (code, out, err) = project.report("plan", &[]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("5 searches + 1 fact check"), "{out}");
    let line = out.lines().find(|line| line.starts_with("1 missing debate")).unwrap();
    assert!(line.contains("; free of charge; and about "), "{out}");
    assert!(line.ends_with("searches of the web, priced by Tavily"), "{out}");
    assert!(out.contains("– + "), "the row of the debate has them: {out}");
    let (code, _, err) = project.report("run", &KEY);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("nothing was run: ") && err.contains("priced by Tavily"), "{err}");
    assert!(models.asked().is_empty() && search.asked().is_empty());
    let (_, out, _) = project.report("plan --json", &[]);
    let plan: Value = serde_json::from_str(&out).unwrap();
    assert!(plan["missing"]["searches"].as_u64().unwrap() > 0, "{out}");
}

#[test]
fn one_debate_in_the_terminal_names_the_page_with_its_address() {
    let search = Stub::start([found(&[page("https://a.org/1")])]);
    let models = models("true", &["w1.1"]);
    let project = Project::new("kind = \"corpus\"");
    let url = format!("{}/v1", models.url());
    let environment = [
        ("OPENAI_API_KEY", CANARY),
        ("OPENAI_BASE_URL", &url),
        ("TAVILY_API_KEY", CANARY),
        ("TAVILY_BASE_URL", search.url()),
    ];
    let debate = |provider: &str| {
        let line = "debate jobs --personas bear,bull --mode procon --set rounds=1 --set evidence=tavily --yes --provider";
        Outcome::of(project.line(line, &environment).arg(provider))
    };
    let Outcome { code, out, err } = debate("openai:large");
    assert_eq!((code, search.asked().len()), (Some(0), 1), "{out}{err}");
    // A table wraps the address.
    let unwrapped = out.split_whitespace().collect::<String>();
    assert!(unwrapped.contains("2024-05-01<https://a.org/1>"), "{out}");
    project.write_corpora();
    let corpus = debate("corpus");
    assert_eq!(corpus.code, Some(2), "{}", corpus.err);
    let why = "[modes.procon]: the mode searches the web, and the provider `corpus`";
    assert!(corpus.err.contains(why), "{}", corpus.err);
}
