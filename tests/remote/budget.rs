//! Budgets under kills, late answers, several processes and wrong usage: what the server charged,
//! counted by the server.

use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::project::Project;
use crate::server::{MANIFEST, answer, reply};
use crate::stub::{Act, Answer, Stub};

/// A reply takes 1,000 tokens read and 100 written: 0.011 dollars at this price.
const PAID: f64 = 0.011;

/// A project with many debates of one call at a server with this script, and a budget of so many
/// dollars.
fn project(script: Vec<Act>, concurrency: usize, usd: &str) -> (Stub, Project) {
    let stub = Stub::start(script);
    let provider = format!("kind = \"openai\"\nbase_url = \"{}/v1\"", stub.url());
    let priced = format!(
        "[prices]\nlarge = {{ input = 10, output = 10, cached_read = 10 }}\nsmall = \"free\"\n[budget]\nrun_usd = {usd}\n"
    );
    let project = Project::with(&provider, &priced);
    project.replace(MANIFEST, "replicates = 2", "replicates = 60");
    project.replace(MANIFEST, "concurrency = 1", &format!("concurrency = {concurrency}"));
    (stub, project)
}

fn late() -> Act {
    Act::Late(Duration::from_millis(20), reply(&answer("")))
}

fn start(project: &Project, words: &str) -> Child {
    let mut command = project.with_manifest(words, &[]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// What the run has used according to `report run --json`.
fn used(project: &Project) -> f64 {
    let (_, out, err) = project.report("run --jobs 1 --json", &[]);
    let summary: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
    summary["used"].as_f64().unwrap()
}

/// The most that a call may cost, as the error says.
fn most(err: &str) -> f64 {
    let most = err.split("the next call may cost up to $").nth(1).expect(err);
    most.split(',').next().unwrap().parse().unwrap()
}

#[test]
fn ten_killed_processes_stay_within_the_budget_together() {
    let (stub, project) = project(vec![late()], 2, "0.3");
    for _ in 0..10 {
        let before = stub.asked().len();
        let mut child = start(&project, "run --jobs 2");
        let began = Instant::now();
        while stub.asked().len() < before + 3 && child.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < Duration::from_mins(1), "nothing was asked");
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let used = used(&project);
    let paid = stub.asked().len() as f64 * PAID;
    eprintln!("ten kills: limit $0.30, paid ${paid:.3}, the tool says ${used:.3}");
    assert!(paid <= 0.3 && paid <= used + 1e-9 && used <= 0.3, "paid {paid}, used {used}");
}

#[test]
fn four_processes_and_sixteen_calls_in_parallel_stay_within_the_budget() {
    for (name, processes, words, concurrency) in
        [("four processes", 4, "run --jobs 2", 2), ("16 in parallel", 1, "run --jobs 16", 16)]
    {
        let (stub, project) = project(vec![late()], concurrency, "0.3");
        let children: Vec<Child> = (0..processes).map(|_| start(&project, words)).collect();
        for mut child in children {
            child.wait().unwrap();
        }
        let used = used(&project);
        let paid = stub.asked().len() as f64 * PAID;
        eprintln!("{name}: limit $0.30, paid ${paid:.3}, the tool says ${used:.3}");
        assert!(paid <= 0.3 && (paid - used).abs() < 1e-6, "{name}: paid {paid}, used {used}");
        assert!(paid > 0.15, "{name}: most of the budget is used: {paid}");
    }
}

#[test]
fn calls_that_time_out_count_with_all_that_they_may_cost() {
    let slow = Act::Late(Duration::from_secs(5), reply(&answer("")));
    let (stub, project) = project(vec![slow], 1, "0.2");
    project.replace(MANIFEST, "retries = 1", "retries = 9\ntimeout_seconds = 1");
    let (code, out, err) = project.report("run", &[]);
    assert_eq!(code, Some(75), "{out}{err}");
    let (asked, most) = (stub.asked().len(), most(&err));
    let paid = asked as f64 * PAID;
    eprintln!("late answers: limit $0.20, {asked} sent, paid ${paid:.3}, the tool: {out}");
    assert!(asked as f64 * most <= 0.2 + most, "{asked} calls of up to ${most}");
    let counted = "counted against `run_usd`; calls without a reply count at their maximum cost";
    assert!(out.contains(counted), "{out}");
    let before = stub.asked().len();
    project.report("run", &[]);
    assert_eq!(stub.asked().len(), before, "nothing is left in a later process");
    let (_, out, _) = project.report("verify", &[]);
    assert!(
        out.contains("replies checked") && !out.contains("left by"),
        "no process was killed: {out}"
    );
}

#[test]
fn usage_above_the_reservation_stops_further_calls_and_does_not_wrap() {
    for (name, tokens) in [("ten times", json!(100_000)), ("2^63", json!(1_u64 << 63))] {
        let choice = json!({"message": {"content": answer("")}, "finish_reason": "stop"});
        let usage = json!({"prompt_tokens": tokens, "completion_tokens": tokens});
        let body = json!({"model": "m", "choices": [choice], "usage": usage});
        let (stub, project) = project(vec![Act::Answer(Answer::json(200, &body))], 1, "900000");
        let (code, out, err) = project.report("run", &[]);
        assert_eq!((code, stub.asked().len()), (Some(75), 1), "{name}: {out}{err}");
        assert!(
            err.contains("so no budget can be kept and no further call is made"),
            "{name}: {err}"
        );
        eprintln!("{name}: {out}");
        assert!(out.contains("1 done now"), "{name}: the paid reply is used: {out}");
        assert_eq!(project.report("verify", &[]).0, Some(0), "{name}");
        assert_eq!(project.report("plan", &[]).0, Some(0), "{name}");
    }
}

#[test]
fn with_a_budget_debates_are_finished_one_after_the_other() {
    let (stub, project) = project(vec![late()], 8, "0.3");
    let (code, out, err) = project.report("run", &[]);
    assert_eq!(code, Some(75), "{err}");
    assert_eq!(stub.most(), 1, "one call at a time");
    let done = stub.asked().len();
    assert!(out.contains(&format!("{done} done now")), "every call completed its debate: {out}");
}
