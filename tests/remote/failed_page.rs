//! The page of a debate that its replies made fail.

use std::path::PathBuf;

use serde_json::json;

use crate::project::{Project, files};
use crate::server::{MANIFEST, error, text_reply};
use crate::stub::{Act, Answer, Stub};

/// An opening with a thesis and two arguments.
fn opening(side: &str) -> Act {
    let argument = |who: &str| {
        json!({
            "claim": format!("{who} say {side}."), "premises": [format!("Half of what {who} say is {side}.")],
            "assumptions": [], "rests_on": [], "evidence": [], "excerpts": [], "axis": null, "side": null,
            "confidence": 0.7,
        })
    };
    let reason =
        |who: &str| json!({"text": format!("{who} say {side}."), "axis": null, "side": null});
    let witnesses = ["The figures", "The experts"];
    let thesis = json!({
        "claim": format!("The answer is {side}."), "side": side, "excerpts": [],
        "rests_on": witnesses.map(reason).to_vec(), "decisive": [], "idle": [], "flips": [],
    });
    let arguments = witnesses.map(argument).to_vec();
    text_reply(&json!({"thesis": thesis, "grants": [], "arguments": arguments}).to_string())
}

/// The pages of the only debate, as people read it and as its twin.
fn pages(project: &Project) -> [String; 2] {
    let paths: Vec<PathBuf> = files(&project.path("site/server/debates"));
    ["html", "md"].map(|ending| {
        let path = paths.iter().find(|path| path.extension().is_some_and(|found| found == ending));
        std::fs::read_to_string(path.unwrap()).unwrap()
    })
}

fn project(stub: &Stub, mode: &str) -> Project {
    let project = Project::new(&format!("kind = \"openai\"\nbase_url = \"{}/v1\"", stub.url()));
    project.replace(MANIFEST, "replicates = 2", "replicates = 1");
    project.replace(MANIFEST, "[modes.single]", &format!("[modes.{mode}]"));
    project
}

#[test]
fn the_page_of_a_failed_debate_shows_the_moves_before_the_failure_and_the_replies_that_caused_it() {
    let stub =
        Stub::start([opening("yes"), opening("no"), text_reply("I <b>would</b> rather not.")]);
    let project = project(&stub, "graph");
    let (code, _, err) = project.report("build --jobs 1", &[]);
    assert_eq!(code, Some(1), "{err}");
    let [html, md] = pages(&project);
    assert!(html.contains("I &#60;b&#62;would&#60;/b&#62; rather not."), "{html}");
    assert!(md.contains("I <b>would</b> rather not."), "a block of code: {md}");
    for page in [&html, &md] {
        for said in ["The answer is yes.", "The answer is no.", "The figures say no.", "attacks"] {
            assert!(page.contains(said), "{said}: {page}");
        }
        for title in ["What was said before", "Opening", "The round that failed"] {
            assert!(page.contains(title), "{title}: {page}");
        }
        assert!(page.contains("It could not be used: The answer fails its checks"), "{page}");
    }
    let asked = stub.asked().len();
    assert_eq!(project.report("render", &[]).0, Some(0));
    assert_eq!(stub.asked().len(), asked, "the pages come from the store");
}

#[test]
fn the_page_of_a_failed_debate_shows_what_was_said_before_a_request_that_was_refused() {
    let refused = error(413, "the prompt is too long");
    let stub = Stub::start([opening("yes"), opening("no"), refused.clone(), refused]);
    let project = project(&stub, "graph");
    let (code, _, err) = project.report("build --jobs 1", &[]);
    assert_eq!(code, Some(1), "{err}");
    for page in pages(&project) {
        for shown in ["The answer is yes.", "The figures say no.", "The round that failed"] {
            assert!(page.contains(shown), "{shown}: {page}");
        }
        assert!(page.contains("the prompt is too long"), "{page}");
    }
}

#[test]
fn the_page_of_a_failed_debate_shows_the_beginning_of_a_very_long_reply_and_says_what_is_left_out()
{
    let usage = json!({"prompt_tokens": 60_000, "completion_tokens": 10});
    let choice = json!({"message": {"content": "word ".repeat(10_000)}, "finish_reason": "stop"});
    let long = json!({"model": "m", "choices": [choice], "usage": usage});
    let no = json!({"message": {"content": "No."}, "finish_reason": "stop"});
    let short = json!({"model": "m", "choices": [no], "usage": usage});
    let stub = Stub::start([long, short].map(|body| Act::Answer(Answer::json(200, &body))));
    let project = project(&stub, "single");
    assert_eq!(project.report("build", &[]).0, Some(1));
    for page in pages(&project) {
        assert!(page.contains("… (30000 more characters are in the store)"), "{page}");
        assert!(page.contains("No.") && page.len() < 100_000, "{}", page.len());
    }
}

#[test]
fn the_page_of_a_failed_debate_whose_replies_are_gone_shows_the_reason_alone() {
    let stub = Stub::start([text_reply("No.")]);
    let project = project(&stub, "single");
    assert_eq!(project.report("build", &[]).0, Some(1));
    std::fs::remove_dir_all(project.path("data/store/cache")).unwrap();
    assert_eq!(project.report("render", &[]).0, Some(0));
    for page in pages(&project) {
        assert!(page.contains("there is no JSON object in the answer"), "{page}");
        assert!(!page.contains("What was said before"), "{page}");
    }
}

#[test]
fn a_debate_that_failed_in_an_earlier_run_is_failed_in_status_and_on_its_page() {
    let stub = Stub::start([text_reply("No.")]);
    let project = project(&stub, "single");
    assert_eq!(project.report("run", &[]).0, Some(1));
    project.replace(MANIFEST, "[modes.single]", "[modes.graph]\n[modes.single]");
    let (_, out, _) = project.report("status", &[]);
    assert!(out.contains(": 1 failed, 1 missing"), "{out}");
    assert_eq!(project.report("render", &[]).0, Some(0));
    let pages = files(&project.path("site/server/debates"));
    let says = |path: &&PathBuf| {
        let page = std::fs::read_to_string(path).unwrap();
        page.contains("there is no JSON object in the answer")
            && page.contains("The round that failed")
    };
    assert_eq!(pages.iter().filter(says).count(), 2, "its page and the twin: {pages:?}");
}
