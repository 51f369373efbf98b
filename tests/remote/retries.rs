//! Tries that are made again: counted, printed, and given up when the run is to end.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::project::{Project, files};
use crate::server::{MANIFEST, answer, error, text_reply};
use crate::stub::{Act, Answer, Stub};

fn project(stub: &Stub) -> Project {
    Project::new(&format!("kind = \"openai\"\nbase_url = \"{}/v1\"", stub.url()))
}

#[test]
fn retries_are_in_the_summary_and_on_record() {
    let stub = Stub::start([error(500, "Oops"), text_reply(&answer(""))]);
    let project = project(&stub);
    let (code, out, err) = project.report("run --jobs 1 --json", &[]);
    assert_eq!(code, Some(0), "{err}");
    let printed: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&printed["asked"], &printed["retries"]["tries"]), (&json!(2), &json!(1)));
    let waited = printed["retries"]["waited"].as_u64().unwrap();
    assert!((250..=500).contains(&waited), "{waited} ms");
    assert!(!err.contains("waiting"), "short waits are not printed: {err}");
    let recorded: Vec<_> = project.attempts().iter().map(|it| it["retries"].clone()).collect();
    let tried = recorded.iter().filter(|retries| **retries == printed["retries"]).count();
    assert_eq!((tried, recorded.len()), (1, 2), "{recorded:?}");

    let stub = Stub::start([error(500, "Oops"), text_reply(&answer(""))]);
    let (_, out, _) = self::project(&stub).report("run --jobs 1", &[]);
    assert!(out.contains("0 from the store; 1 request repeated, after waiting 1 s"), "{out}");
}

#[test]
fn a_signal_ends_a_long_wait_immediately() {
    let limited = json!({"error": {"message": "Slow down.", "type": "t", "code": "c"}});
    let limited = Answer::json(429, &limited).with("retry-after", "60");
    let stub = Stub::start([Act::Answer(limited), text_reply(&answer(""))]);
    let project = project(&stub);
    let mut command = project.with_manifest("run --jobs 2", &[]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Both debates have asked, or wait for the server's rest to be over.
    let begun = Instant::now();
    while stub.asked().is_empty() && begun.elapsed() < Duration::from_secs(30) {
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_millis(500));
    let asked = Instant::now();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    let took = asked.elapsed();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(75), "{err}");
    assert!(took < Duration::from_secs(10), "it ends {took:?} after it was asked to: {err}");
    let printed = "waiting 60 s: the server asks for it, because the rate limit was reached (429): Slow down.";
    assert!(err.contains(printed), "{err}");

    let (code, _, err) = project.report("run", &[]);
    assert_eq!(code, Some(0), "{err}");
}

#[test]
fn a_debate_whose_repair_got_no_reply_is_whole_and_loses_only_the_replies_that_it_had() {
    let mut partly = serde_json::from_str::<Value>(&answer("")).unwrap();
    let mut wrong = partly["cruxes"][0].clone();
    wrong["weight"] = json!(2);
    partly["cruxes"].as_array_mut().unwrap().push(wrong);
    let stub =
        Stub::start([text_reply(&partly.to_string()), error(400, "context_length_exceeded")]);
    let project = project(&stub);
    project.replace(MANIFEST, "replicates = 2", "replicates = 1");
    let (code, out, err) = project.report("build --jobs 1", &[]);
    assert_eq!((code, stub.asked().len()), (Some(0), 2), "{out}{err}");
    let (code, out, err) = project.report("verify", &[]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("1 of 1 debates re-run, 1 match the stored result"), "{out}");
    assert!(project.report("status", &[]).1.contains("1 done"), "no reply is missing");
    assert!(project.report("plan", &[]).1.contains("1 recorded debate"), "it counts");
    let log = files(&project.path("site")).into_iter();
    let log: String = log.filter_map(|path| fs::read_to_string(path).ok()).collect();
    let said = "No usable answer came back, so the first answer counts without its wrong parts: ";
    assert!(log.contains(said), "the log says so");

    // The reply that the debate was made from is lost, and only that one is missed.
    fs::remove_dir_all(project.path("data/store/cache")).unwrap();
    let (code, _, err) = project.report("verify", &[]);
    assert_eq!(code, Some(1), "{err}");
    assert_eq!(err.matches("there is no reply").count(), 1, "{err}");
}
