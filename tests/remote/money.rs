//! What a server charges: agreed to, printed, kept within a budget.

use std::fs;

use crate::project::{Project, files, golden};
use crate::server::{MANIFEST, answer, text_reply};
use crate::stub::Stub;

/// A reply takes 900 cached tokens, 100 others and 100 written: 0.011 dollars.
const PRICED: &str = "[prices]\nlarge = { input = 10, output = 10 }\nsmall = \"free\"\n";

fn server() -> (Stub, String) {
    let stub = Stub::start([text_reply(&answer(""))]);
    let provider = format!("kind = \"openai\"\nbase_url = \"{}/v1\"", stub.url());
    (stub, provider)
}

#[test]
fn no_request_is_sent_before_the_user_accepts_an_unknown_cost() {
    let (stub, provider) = server();
    let project = Project::with(&provider, "");
    let (code, out, err) = project.report("build", &[]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    assert!(err.starts_with("error: nothing was run: 2 missing debates"), "{err}");
    assert!(err.contains("add `--yes` to pay whatever it costs"), "{err}");
    assert!(err.contains("write `\"large\" = \"free\"` into [prices] of the manifest"), "{err}");
    assert!(stub.asked().is_empty() && !project.path("data/store/runs").exists());

    let (code, out, err) = project.report("build --yes", &[]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("cost unknown, because a model has no price"), "{out}");
    assert_eq!(stub.asked().len(), 2);
    let about = fs::read_to_string(project.path("site/server/about.md")).unwrap();
    assert!(about.contains("the cost is unknown because a model has no price"), "{about}");
    let (code, _, err) = project.report("build", &[]);
    assert_eq!((code, stub.asked().len()), (Some(0), 2), "what is done costs nothing: {err}");
}

#[test]
fn no_request_is_sent_before_the_user_accepts_the_price() {
    let (stub, provider) = server();
    let project = Project::with(&provider, PRICED);
    let (code, out, err) = project.report("run", &[]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    assert!(
        err.contains("add `--yes` to pay, or limit the cost with `run_usd` in [budget]"),
        "{err}"
    );
    assert!(stub.asked().is_empty());
    let (code, out, err) = project.report("run --yes", &[]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("2 replies requested, 0 from the store; $0.0220 spent"), "{out}");

    // The cost of matching is unknown: the personas have no corpora.
    let matches = files(&project.path("data/store/runs")).into_iter();
    for path in matches.filter(|path| path.to_string_lossy().contains("/matches/")) {
        fs::remove_file(path).unwrap();
    }
    let (code, _, err) = project.report("run", &[]);
    assert_eq!(code, Some(2), "{err}");
    let missing = "the matching of the cruxes of 1 topic; tokens and cost are unknown";
    assert!(err.contains(missing), "{err}");
    let (code, _, err) = project.report("run --yes", &[]);
    assert_eq!(code, Some(0), "{err}");
}

#[test]
fn missing_settings_are_reported_before_the_cost() {
    let project = Project::with("kind = \"openai\"", PRICED);
    for words in ["build", "run --yes"] {
        let (code, _, err) = project.report(words, &[]);
        assert_eq!(code, Some(2), "{err}");
        assert!(
            err.starts_with("error: the environment variable OPENAI_API_KEY is not set"),
            "{err}"
        );
        assert!(!err.contains("missing debate"), "{err}");
    }
}

#[test]
fn a_debate_without_a_manifest_is_also_paid_only_with_permission() {
    let (stub, _) = server();
    let project = Project::new("kind = \"openai\"");
    let words = "debate jobs --personas bear,bull --mode single --provider openai:large";
    let address = format!("{}/v1", stub.url());
    let environment = [("OPENAI_BASE_URL", address.as_str()), ("OPENAI_API_KEY", "any")];
    let refused = project.line(words, &environment).output().unwrap();
    assert_eq!((refused.status.code(), stub.asked().len()), (Some(2), 0));
    let output = project.line(&format!("{words} --yes"), &environment).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stub.asked().len()), (Some(0), 1), "{err}");
    assert!(err.contains("tokens and cost are unknown"), "{err}");
}

#[test]
fn a_budget_stops_before_the_call_that_would_exceed_it_and_nothing_is_paid_twice() {
    let (stub, provider) = server();
    let project = Project::with(&provider, &format!("{PRICED}[budget]\nrun_usd = 0.001\n"));
    let (code, _, err) = project.report("run --jobs 1", &[]);
    assert_eq!((code, stub.asked().len()), (Some(75), 0), "{err}");
    let most =
        err.split("the next call may cost up to $").nth(1).unwrap().split(',').next().unwrap();
    // Room for one call as it may be, and for one and a bit as it is.
    let room = most.parse::<f64>().unwrap() + 0.005;
    project.replace(MANIFEST, "run_usd = 0.001", &format!("run_usd = {room:.4}"));
    for run in ["first", "again"] {
        let (code, out, err) = project.report("run --jobs 1", &[]);
        assert_eq!((code, stub.asked().len()), (Some(75), 1), "{run}: {out}{err}");
        assert_eq!(err.matches("the next call may cost up to").count(), 1, "printed once: {err}");
        assert!(err.contains("this experiment has spent $0.0110 of the "), "{err}");
        assert!(!err.contains("did not reply"), "the server is not to blame: {err}");
    }
    project.replace(MANIFEST, &format!("run_usd = {room:.4}"), "run_usd = 1");
    let (code, out, err) = project.report("run --jobs 1", &[]);
    assert_eq!((code, stub.asked().len()), (Some(0), 2), "{err}");
    assert!(out.contains("1 done before, 1 done now"), "{out}");
    let paid = project.attempts().iter().filter(|attempt| attempt["misses"] == 1).count();
    assert_eq!(paid, 2);
}

#[test]
fn dollars_cannot_be_limited_without_a_known_price() {
    let (stub, provider) = server();
    let project = Project::with(&provider, "[budget]\nrun_usd = 1\n");
    let (code, out, err) = project.report("run --yes", &[]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    assert!(err.contains("the budget limits dollars, but the price of the model"), "{err}");
    assert!(stub.asked().is_empty());
}

#[test]
fn a_plan_shows_calls_tokens_and_costs_without_a_request() {
    let (stub, provider) = server();
    let project = Project::with(&provider, PRICED);
    project.write_corpora();
    project.replace(MANIFEST, "[modes.single]", "[modes.graph]\n[modes.single]");
    let (code, out, err) = project.report("plan", &[]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(stub.asked().is_empty() && !project.path("data/store/runs").exists());
    let (plan, last) = out.trim_end().rsplit_once('\n').unwrap();
    let (kind, rest) = last.split_once(" at ").unwrap();
    let (host, _) = rest.split_once(", run ").unwrap();
    assert!(provider.contains(&format!("//{host}/")), "{host}: {provider}");
    golden("cli/money", "plan-live", &format!("{plan}\n{kind} at […], run […]\n"));
}

#[test]
fn judgements_are_paid_once_and_only_if_their_results_can_be_written() {
    let judgements = r#"{"judgements": [{"first": "i1", "second": "i2", "likeness": "same"}]}"#;
    let stub = Stub::start([text_reply(judgements)]);
    let project = Project::new("kind = \"openai\"");
    let pair = r#"{"first": "It is loud.", "second": "There is noise.", "label": "same"}"#;
    project.write("pairs.jsonl", &format!("{pair}\n"));
    let url = format!("{}/v1", stub.url());
    let environment = [("OPENAI_API_KEY", "any"), ("OPENAI_BASE_URL", url.as_str())];
    for (out, expected, asked) in
        [("pairs.jsonl/x", Some(2), 0), ("results", Some(0), 1), ("again", Some(0), 1)]
    {
        let words = format!("bench compare pairs.jsonl --provider openai:large --yes --out {out}");
        let output = project.line(&words, &environment).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), stub.asked().len()), (expected, asked), "{out}: {err}");
    }
    let pairs = |out| fs::read_to_string(project.path(&format!("{out}/pairs.csv"))).unwrap();
    assert!(pairs("results").contains(",same"), "{}", pairs("results"));
    assert_eq!(pairs("results"), pairs("again"));
}
