//! Debates that their replies made fail, and `--retry-failed`.

use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::project::{Project, files};
use crate::server::{MANIFEST, answer, reply, text_reply};
use crate::stub::{Act, Answer, Stub};

const PRICED: &str =
    "[prices]\nlarge = { input = 10, output = 10 }\nsmall = \"free\"\n[budget]\nrun_usd = 9\n";

/// A project with one debate at a server with this script.
fn project(script: Vec<Act>) -> (Stub, Project) {
    let stub = Stub::start(script);
    let project =
        Project::with(&format!("kind = \"openai\"\nbase_url = \"{}/v1\"", stub.url()), PRICED);
    project.replace(MANIFEST, "replicates = 2", "replicates = 1");
    (stub, project)
}

fn finished_by(text: &str, reason: &str) -> Act {
    let usage = json!({"prompt_tokens": 1000, "completion_tokens": 100});
    let choice = json!({"message": {"content": text}, "finish_reason": reason});
    Act::Answer(Answer::json(200, &json!({"model": "m", "choices": [choice], "usage": usage})))
}

fn stored(project: &Project) -> usize {
    files(&project.path("data/store/cache")).len()
}

#[test]
fn an_unusable_cut_off_refused_or_empty_reply_is_paid_again_only_with_the_flag_and_then_replaced() {
    for (name, first) in [
        ("unusable", vec![text_reply("No."), text_reply("Still no.")]),
        ("cut off", vec![finished_by("{\"cruxes\": [", "length")]),
        ("refused", vec![finished_by("I will not.", "content_filter")]),
        ("empty", vec![finished_by(" \n", "stop")]),
        (
            "empty answer",
            vec![
                text_reply(r#"{"cruxes": [], "common_ground": [], "idle_disputes": []}"#),
                text_reply(r#"{"cruxes": [], "common_ground": [], "idle_disputes": []}"#),
            ],
        ),
        ("empty after a repair", vec![text_reply("No."), finished_by("", "stop")]),
    ] {
        let bad = first.len();
        let (stub, project) = project([first, vec![text_reply(&answer(""))]].concat());
        let (code, out, err) = project.report("run --jobs 1", &[]);
        assert_eq!((code, stub.asked().len()), (Some(1), bad), "{name}: {out}{err}");
        assert!(err.contains("add `--retry-failed` to the same command"), "{name}: {err}");
        let names_line = err.contains("write a larger `thinking_tokens`");
        assert_eq!(names_line, name == "cut off", "{name}: {err}");
        let (code, out, err) = project.report("run --jobs 1", &[]);
        assert_eq!((code, stub.asked().len()), (Some(1), bad), "{name}: paid again: {out}{err}");

        let (_, out, _) = project.report("status", &[]);
        let named = "`report run experiments/server.toml --retry-failed`";
        assert!(out.contains(named), "{name}: {out}");
        let (_, out, _) = project.report("plan", &[]);
        assert!(out.contains("1 debate: 0 done, 0 missing, 1 failed"), "{name}: {out}");
        assert!(
            out.contains("retrying 1 failed debate with `report run --retry-failed`: "),
            "{name}: {out}"
        );
        project.report("render", &[]);
        let about = std::fs::read_to_string(project.path("site/server/about.md")).unwrap();
        assert!(about.contains("repeats the questions without a usable answer"), "{about}");

        let (code, out, err) = project.report("run --jobs 1 --retry-failed", &[]);
        assert_eq!((code, stub.asked().len()), (Some(0), bad + 1), "{name}: {out}{err}");
        assert_eq!(stored(&project), bad + 1, "{name}: the bad reply stays on record");
        let asked = stub.asked();
        assert_eq!(asked[0].body["messages"], asked[bad].body["messages"], "{name}");
        let (code, out, err) = project.report("verify", &[]);
        assert_eq!(code, Some(0), "{name}: {out}{err}");
        assert!(out.contains("1 of 1 debates re-run, 1 match the stored result"), "{name}: {out}");
        let (code, out, _) = project.report("build", &[]);
        assert_eq!((code, stub.asked().len()), (Some(0), bad + 1), "{name}: {out}");
        assert!(out.contains("1 done before"), "{name}: {out}");
    }
}

#[test]
fn each_retry_asks_a_question_once_more_and_none_repeats_a_sample() {
    let bad = finished_by("I will not.", "content_filter");
    let (stub, project) = project(vec![bad.clone(), bad.clone(), bad, text_reply(&answer(""))]);
    project.replace(MANIFEST, "[provider]", "[provider]\nsampling = \"question\"");
    assert_eq!(project.report("run", &[]).0, Some(1));
    for asked in [2, 3] {
        let (code, out, err) = project.report("run --retry-failed", &[]);
        assert_eq!((code, stub.asked().len()), (Some(1), asked), "{out}{err}");
        let (code, out, err) = project.report("run", &[]);
        assert_eq!((code, stub.asked().len()), (Some(1), asked), "no flag: {out}{err}");
    }
    let (code, out, err) = project.report("run --retry-failed", &[]);
    assert_eq!((code, stub.asked().len()), (Some(0), 4), "{out}{err}");
    let mut seeds: Vec<_> =
        stub.asked().iter().map(|asked| asked.body["seed"].to_string()).collect();
    seeds.sort();
    seeds.dedup();
    assert_eq!(seeds.len(), 4, "each sample has a seed of its own");
    assert_eq!(project.report("verify", &[]).0, Some(0));
    let samples: Vec<Value> =
        project.attempts().iter().map(|attempt| attempt["resamples"].clone()).collect();
    assert_eq!(samples.iter().filter(|sample| **sample == json!(3)).count(), 1, "{samples:?}");
}

#[test]
fn a_retry_without_failed_debates_asks_nothing() {
    let (stub, project) = project(vec![text_reply(&answer(""))]);
    assert_eq!(project.report("run --retry-failed", &[]).0, Some(0));
    assert_eq!(project.report("run --retry-failed", &[]).0, Some(0));
    assert_eq!(stub.asked().len(), 1);
    let (code, _, err) = project.report("run --retry-failed --offline", &[]);
    assert_eq!(code, Some(2), "{err}");
}

#[test]
fn a_killed_retry_pays_again_only_for_the_calls_in_flight() {
    const DEBATES: usize = 30;
    let late = |answer: Answer| Act::Late(Duration::from_millis(20), answer);
    let refused = late(reply("{}"));
    let script = vec![refused; 2 * DEBATES].into_iter().chain([late(reply(&answer("")))]);
    let (stub, project) = project(script.collect());
    project.replace(MANIFEST, "replicates = 1", &format!("replicates = {DEBATES}"));
    project.replace(MANIFEST, "concurrency = 1", "concurrency = 2");
    assert_eq!(project.report("run --jobs 2", &[]).0, Some(1));
    let failed = stub.asked().len();
    assert_eq!((failed, stored(&project)), (2 * DEBATES, 2 * DEBATES));
    for _ in 0..3 {
        let before = (stub.asked().len(), stored(&project));
        let mut command = project.with_manifest("run --jobs 2 --retry-failed", &[]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let began = Instant::now();
        while stored(&project) < before.1 + 5 {
            assert!(began.elapsed() < Duration::from_mins(2), "too few replies were stored");
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        thread::sleep(Duration::from_millis(50));
        let (asked, stored) = (stub.asked().len() - before.0, stored(&project) - before.1);
        assert!((stored..=stored + 2).contains(&asked), "{asked} asked, {stored} stored");
    }
    let (asked, known) = (stub.asked().len(), stored(&project));
    let (code, out, err) = project.report("run --jobs 2 --retry-failed", &[]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert_eq!(stub.asked().len() - asked, failed + DEBATES - known, "no reply is paid again");
    let (code, out, err) = project.report("verify", &[]);
    assert_eq!(code, Some(0), "{out}{err}");
}
