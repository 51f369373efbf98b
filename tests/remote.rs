//! `report build` with a model server: the outcome of a debate, the errors that are printed, and
//! the places where a key must not appear.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

#[path = "remote/budget.rs"]
mod budget;
#[path = "remote/context.rs"]
mod context;
#[path = "remote/failed_page.rs"]
mod failed_page;
#[path = "remote/hostile.rs"]
mod hostile;
#[path = "remote/kills.rs"]
mod kills;
#[path = "remote/money.rs"]
mod money;
#[expect(dead_code, reason = "other tests need more of it")]
mod project;
#[path = "remote/requests.rs"]
mod requests;
#[path = "remote/retries.rs"]
mod retries;
#[path = "remote/retry_failed.rs"]
mod retry_failed;
#[path = "remote/schemas.rs"]
mod schemas;
#[path = "remote/search.rs"]
mod search;
#[path = "remote/server.rs"]
mod server;
#[path = "live/stub.rs"]
#[expect(dead_code, reason = "the kernel's tests need more of it")]
mod stub;

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use self::project::Project;
use self::server::{CANARY, MANIFEST, answer, error, keyed, text_reply};
use self::stub::{Act, Answer, Stub};

#[test]
fn a_debate_between_models_is_run_stored_and_rendered_without_them() {
    let violation = json!({"cruxes": []}).to_string();
    let stub =
        Stub::start([text_reply(&violation), text_reply(&answer("")), text_reply(&answer(""))]);
    let project = Project::new(&format!("kind = \"openai\"\nbase_url = \"{}/v1\"", stub.url()));
    let (code, out, err) = project.report("build --jobs 1", &[("OPENAI_API_KEY", CANARY)]);
    assert_eq!(code, Some(0), "{err}");
    assert!(
        out.contains("2 debates: 0 done before, 2 done now, 0 failed; 3 replies requested"),
        "{out}"
    );
    let asked = stub.asked();
    assert!(asked.iter().all(|asked| asked.line.starts_with("POST /v1/chat/completions")));
    assert!(
        asked.iter().all(|asked| !asked.headers.contains_key("authorization")),
        "no key is named"
    );
    assert_eq!(asked[1].body["messages"].as_array().unwrap().len(), 4, "sent back once");
    assert_ne!(asked[0].body["seed"], asked[2].body["seed"], "replicates draw by their own seeds");
    let system = asked[0].body["messages"][0]["content"].as_str().unwrap();
    assert!(!system.is_empty() && asked[0].body["model"] == "large");
    let home = fs::read_to_string(project.path("site/server/index.html")).unwrap();
    assert!(home.contains("Language models played the personas: large wrote"), "{home}");
    let (code, out, err) = project.report("verify", &[]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("2 of 2 debates re-run, 2 match the stored result"), "{out}");
    project.replace(MANIFEST, stub.url(), "https://elsewhere.example");
    let (code, out, err) = project.report("build", &[]);
    assert_eq!(code, Some(0), "{err}");
    assert!(
        out.contains("2 done before, 0 done now"),
        "another address is the same experiment: {out}"
    );
    assert_eq!(stub.asked().len(), 3);
}

#[test]
fn a_stored_debate_whose_replies_are_missing_prints_only_its_outcome() {
    let stub = Stub::start([text_reply(&answer(""))]);
    let project = Project::new("kind = \"corpus\"");
    let url = format!("{}/v1", stub.url());
    let environment = [("OPENAI_API_KEY", CANARY), ("OPENAI_BASE_URL", url.as_str())];
    let debate = || {
        let line = "debate jobs --personas bear,bull --mode single --provider openai:large --yes";
        let output = project.line(line, &environment).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, out, err) = debate();
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("── Answer ") && out.contains("── Cruxes "), "{out}");
    fs::remove_dir_all(project.path("data/store/cache")).unwrap();
    let (code, out, err) = debate();
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("warning: the rounds of the stored debate cannot be shown"), "{err}");
    assert!(!out.contains("── Answer ") && out.contains("── Cruxes "), "{out}");
    assert_eq!(stub.asked().len(), 1, "no provider is called again");
}

#[test]
fn a_key_is_in_the_request_and_nowhere_else() {
    let echo = |status, message: &str| error(status, &format!("{message}: {CANARY}"));
    let moved = Answer::text(302, "text/plain", CANARY)
        .with("location", &format!("https://e.example/{CANARY}"));
    let scripts: [(&str, Vec<Act>, Option<i32>); 7] = [
        (
            "success",
            vec![text_reply(&format!("Your key is {CANARY}.")), text_reply(&answer(CANARY))],
            Some(0),
        ),
        ("401", vec![echo(401, "Incorrect API key provided")], Some(75)),
        ("500", vec![echo(500, "Failed with")], Some(75)),
        ("400", vec![echo(400, "context_length_exceeded by")], Some(1)),
        ("redirect", vec![Act::Answer(moved)], Some(75)),
        ("page", vec![Act::Answer(Answer::text(200, "text/html", CANARY))], Some(75)),
        ("type", vec![Act::Answer(Answer::text(200, &format!("text/{CANARY}"), ""))], Some(75)),
    ];
    for (name, script, expected) in scripts {
        let stub = Stub::start(script);
        let project = Project::new(&keyed(&stub));
        let (code, out, err) = project.report("build", &[("TEST_KEY", CANARY)]);
        assert_eq!(code, expected, "{name}: {err}");
        let bearer = format!("Bearer {CANARY}");
        assert_eq!(stub.asked()[0].headers["authorization"], bearer, "{name}");
        assert!(!out.contains(CANARY) && !err.contains(CANARY), "{name}: {out}{err}");
        assert_eq!(project.leaks(), Vec::<PathBuf>::new(), "{name}");
    }
}

#[test]
fn a_key_is_published_neither_in_escapes_nor_as_part_of_an_address() {
    let json =
        CANARY.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect::<Vec<_>>().concat();
    let nested = json.replace('\\', "\\\\");
    let url = CANARY.chars().map(|c| format!("%{:02X}", u32::from(c))).collect::<Vec<_>>().concat();
    let body = |status, text: &str| Act::Answer(Answer::text(status, "application/json", text));
    let failing =
        |text: &str| body(401, &format!(r#"{{"error": {{"message": "Wrong key {text}"}}}}"#));
    let model = serde_json::to_string(&answer("SECRET")).unwrap().replace("SECRET", &nested);
    let usage = r#"{"prompt_tokens": 1000, "completion_tokens": 9}"#;
    let answered = format!(
        r#"{{"model": "{json}", "choices": [{{"message": {{"content": {model}}}, "finish_reason": "stop"}}], "usage": {usage}}}"#
    );
    for (name, act, path, expected) in [
        ("JSON in an error", failing(&json), "v1", 75),
        ("JSON in an answer", body(200, &answered), "v1", 0),
        ("a URL in an error", failing(&format!("https://e.example/{url}")), "v1", 75),
        ("the path of the address", failing("in POST /PATH/v1/chat/completions"), "PATH/v1", 75),
        ("an address that refuses connections", Act::Drop, "PATH/v1", 75),
    ] {
        let stub = Stub::start([act]);
        let path = path.replace("PATH", CANARY);
        let provider = format!(
            "kind = \"openai\"\nbase_url = \"{}/{path}\"\nkey_env = \"TEST_KEY\"",
            stub.url()
        );
        let project = Project::new(&provider);
        let (code, out, err) = project.report("build", &[("TEST_KEY", CANARY)]);
        assert_eq!(code, Some(expected), "{name}: {err}");
        assert!(!out.contains(CANARY) && !err.contains(CANARY), "{name}: {out}{err}");
        fs::remove_file(project.path(MANIFEST)).unwrap();
        assert_eq!(project.leaks(), Vec::<PathBuf>::new(), "{name}");
    }
    // The address alone holds the key, so the program does not know that it is one.
    let stub = Stub::start([Act::Drop]);
    let address = format!("{}/{CANARY}/v1", stub.url());
    let project = Project::new("kind = \"openai\"");
    let (_, out, err) = project.report("build", &[("OPENAI_BASE_URL", &address)]);
    assert!(err.contains("/[key]/v1: "), "{err}");
    assert!(!out.contains(CANARY) && !err.contains(CANARY), "{out}{err}");
    assert_eq!(project.leaks(), Vec::<PathBuf>::new());
}

#[test]
fn a_key_in_the_address_of_a_manifest_is_hidden_where_its_lines_are_printed() {
    for address in [
        format!("http://127.0.0.1:1/{CANARY}/v1"),
        format!("https://me:{CANARY}@example.org/v1"),
        format!("https://example.org/v1?key={CANARY}"),
    ] {
        let provider = format!("kind = \"openai\"\nbase_url = \"{address}\"\ntimeout_seconds = 0");
        let project = Project::new(&provider);
        for command in ["check", "build"] {
            let (code, out, err) = project.report(command, &[]);
            assert_eq!(code, Some(2), "{err}");
            assert!(!out.contains(CANARY) && !err.contains(CANARY), "{err}");
            assert!(err.contains("*****"), "the line is printed without the key: {err}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_that_holds_a_key_leaves_no_core_dump() {
    let stub = Stub::start([Act::Late(Duration::from_mins(1), Answer::json(200, &Value::Null))]);
    let project = Project::new(&keyed(&stub));
    let mut command = project.with_manifest("build", &[("TEST_KEY", CANARY)]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let is_asked = || !stub.asked().is_empty();
    let waited = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        is_asked()
    });
    let limits = fs::read_to_string(format!("/proc/{}/limits", child.id()));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(waited, "it asks within half a minute");
    let limits = limits.unwrap();
    let core = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
    assert_eq!(core.split_whitespace().skip(4).take(2).collect::<Vec<_>>(), ["0", "0"], "{core}");
}

#[test]
fn missing_settings_are_reported_before_any_request() {
    let printed = |provider: &str, environment: &[(&str, &str)]| {
        let (code, _, err) = Project::new(provider).report("build", environment);
        assert_eq!(code, Some(2), "{err}");
        err
    };
    let err = printed("kind = \"anthropic\"", &[]);
    assert!(err.contains("error: the environment variable ANTHROPIC_API_KEY is not set"), "{err}");
    assert!(err.contains("help: set ANTHROPIC_API_KEY, or name another variable"), "{err}");
    let err = printed("kind = \"openai\"\nkey_env = \"TEST_KEY\"", &[("OPENAI_API_KEY", CANARY)]);
    assert!(err.contains("the environment variable TEST_KEY is not set"), "{err}");
    let broken = format!("{CANARY}\n{CANARY}");
    let err = printed("kind = \"openai\"\nkey_env = \"TEST_KEY\"", &[("TEST_KEY", &broken)]);
    assert!(
        err.contains("the environment variable TEST_KEY does not contain a valid key"),
        "{err}"
    );
    assert!(!err.contains(CANARY), "{err}");
    let err = printed(
        "kind = \"openai\"",
        &[("OPENAI_BASE_URL", "localhost:1"), ("OPENAI_API_KEY", CANARY)],
    );
    assert!(err.contains("the base URL from OPENAI_BASE_URL cannot be used"), "{err}");
    let plain = "kind = \"openai\"\nbase_url = \"http://example.org\"\nkey_env = \"TEST_KEY\"";
    let err = printed(plain, &[("TEST_KEY", CANARY)]);
    let sent = "the key in TEST_KEY would be sent to http://example.org unencrypted";
    assert!(err.contains(sent) && err.contains("unset TEST_KEY"), "{err}");
}

#[test]
fn a_web_page_in_place_of_a_model_server_interrupts_every_debate_and_is_requested_once() {
    let stub = Stub::start([Act::Answer(Answer::text(200, "text/html", "<html>Hello</html>"))]);
    let project = Project::new(&format!("kind = \"anthropic\"\nbase_url = \"{}\"", stub.url()));
    let (code, out, err) = project.report("build", &[]);
    assert_eq!(code, Some(75), "{err}");
    assert!(out.contains("2 debates: 0 done before, 0 done now, 2 failed"), "{out}");
    assert!(err.contains("the answer is a web page; check `base_url`"), "{err}");
    assert_eq!(stub.asked().len(), 1);
    let page = project.path("site/server/about.md");
    assert!(fs::read_to_string(page).unwrap().contains("the answer is a web page"));
}

#[test]
fn a_page_warns_of_a_damaged_reply_and_leaves_it_out_like_a_missing_one() {
    let stub = Stub::start([text_reply(&answer(""))]);
    let project = Project::new(&format!("kind = \"openai\"\nbase_url = \"{}/v1\"", stub.url()));
    assert_eq!(project.report("build", &[]).0, Some(0));
    let whole = project.pages();
    let reply = project::files(&project.path("data/store/cache")).into_iter().max().unwrap();
    let text = fs::read_to_string(&reply).unwrap();
    fs::write(&reply, &text[..text.len() / 2]).unwrap();
    let (code, _, err) = project.report("render", &[]);
    assert_eq!(code, Some(0), "{err}");
    let name = reply.file_name().unwrap().to_str().unwrap();
    assert!(err.starts_with("warning: ") && err.contains(name), "{err}");
    assert!(err.contains("`report verify experiments/server.toml`"), "{err}");
    let damaged = project.pages();
    assert_ne!(damaged, whole);
    fs::remove_file(&reply).unwrap();
    let (_, _, err) = project.report("render", &[]);
    assert!(err.starts_with("warning: there is no reply ") && err.contains(name), "{err}");
    assert_eq!(project.pages(), damaged);
}
