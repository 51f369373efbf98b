//! Servers that do not enforce the schema of an answer, or cannot.

use serde_json::Value;

use crate::project::Project;
use crate::server::{MANIFEST, answer, error, text_reply};
use crate::stub::{Act, Stub};

const ASKED: &str = "It must fit this JSON schema:";

/// A project with one debate at a server with this script.
fn project(script: Vec<Act>, settings: &str) -> (Stub, Project) {
    let stub = Stub::start(script);
    let provider = format!("kind = \"openai\"\nbase_url = \"{}/v1\"\n{settings}", stub.url());
    let project = Project::new(&provider);
    project.replace(MANIFEST, "replicates = 2", "replicates = 1");
    (stub, project)
}

/// Whether each message of a request shows the schema.
fn shows(body: &Value) -> Vec<bool> {
    let messages = body["messages"].as_array().unwrap();
    messages.iter().map(|message| message["content"].as_str().unwrap().contains(ASKED)).collect()
}

#[test]
fn a_server_that_ignores_the_schema_is_shown_it_when_the_answer_is_sent_back() {
    let fenced = format!("Gladly!\n```json\n{}\n```", answer(""));
    for (name, first, requests) in [
        ("prose", "The crux is whether it is quicker.".to_owned(), 2),
        ("fields of its own", r#"{"answer": "Whether it is quicker."}"#.to_owned(), 2),
        ("the right fields in a fence", fenced, 1),
    ] {
        let (stub, project) = project(vec![text_reply(&first), text_reply(&answer(""))], "");
        let (code, out, err) = project.report("build", &[]);
        assert_eq!((code, stub.asked().len()), (Some(0), requests), "{name}: {out}{err}");
        let asked = stub.asked();
        assert_eq!(shows(&asked[0].body), [false, false], "{name}: the server gets it apart");
        assert!(asked[0].body["response_format"]["json_schema"]["schema"].is_object(), "{name}");
        if let Some(again) = asked.get(1) {
            assert_eq!(shows(&again.body), [false, false, false, true], "{name}");
        }
        assert_eq!(project.report("verify", &[]).0, Some(0), "{name}");
    }
}

#[test]
fn a_debate_that_fails_because_the_server_ignores_the_schema_names_the_line_that_helps() {
    let prose = || text_reply("The crux is whether it is quicker.");
    let (stub, project) = project(vec![prose(), prose(), text_reply(&answer(""))], "");
    let line = "write `structured = \"none\"` in [provider]";
    let (code, _, err) = project.report("build", &[]);
    assert_eq!(code, Some(1), "{err}");
    let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(err.contains("the server seems not to enforce the schema of answers: "), "{err}");
    assert!(err.contains(line), "{err}");
    let about = project.text("site/server/about.md");
    assert!(about.contains("the server seems not to enforce the schema of answers"), "{about}");

    project.replace(MANIFEST, "[provider]", "[provider]\nstructured = \"none\"");
    let (code, out, err) = project.report("build", &[]);
    assert_eq!((code, stub.asked().len()), (Some(0), 3), "{out}{err}");
    let asked = stub.asked();
    assert_eq!(shows(&asked[2].body), [false, true], "the first question shows the schema");
    assert!(asked[2].body.get("response_format").is_none());
}

#[test]
fn an_answer_with_the_right_fields_and_wrong_values_is_not_blamed_on_the_server() {
    let empty = || text_reply(r#"{"cruxes": [], "idle_disputes": [], "common_ground": []}"#);
    let (stub, project) = project(vec![empty(), empty()], "");
    let (code, _, err) = project.report("run", &[]);
    assert_eq!((code, stub.asked().len()), (Some(1), 2), "{err}");
    assert!(!err.contains("not to enforce"), "{err}");
    assert!(stub.asked().iter().all(|asked| !shows(&asked.body).contains(&true)));
}

#[test]
fn a_schema_that_is_too_complex_for_the_server_interrupts_the_debate_and_names_the_line_that_helps()
{
    for (kind, path, message, line) in [
        (
            "openai",
            "/v1",
            "Failed to initialize samplers: failed to parse grammar",
            "write `schemas = \"question\"` in [provider] for a simpler schema",
        ),
        (
            "openai",
            "/v1",
            "Invalid schema for response_format 'cruxes': the schema has too many properties",
            "write `structured = \"json_object\"` in [provider]",
        ),
        (
            "anthropic",
            "",
            "output_config.format.schema: Schema is too complex for compilation",
            "write `structured = \"none\"` in [provider]",
        ),
    ] {
        let stub = Stub::start([error(400, message)]);
        let provider = format!("kind = \"{kind}\"\nbase_url = \"{}{path}\"", stub.url());
        let project = Project::new(&provider);
        project.replace(MANIFEST, "replicates = 2", "replicates = 1");
        let (code, _, err) = project.report("build", &[]);
        let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!((code, stub.asked().len()), (Some(75), 1), "{message}: {err}");
        assert!(err.contains(message) && err.contains(line), "{message}: {err}");
    }
}

#[test]
fn at_anthropic_the_prompt_shows_the_schema_if_the_server_is_not_to_enforce_it() {
    let content = serde_json::json!([{"type": "text", "text": answer("")}]);
    let usage = serde_json::json!({"input_tokens": 1000, "output_tokens": 10});
    let body = serde_json::json!({
        "model": "m", "content": content, "stop_reason": "end_turn", "usage": usage,
    });
    let stub = Stub::start([Act::Answer(crate::stub::Answer::json(200, &body))]);
    let provider = format!(
        "kind = \"anthropic\"\nbase_url = \"{}\"\nstructured = \"none\"\neffort = \"low\"",
        stub.url()
    );
    let project = Project::new(&provider);
    project.replace(MANIFEST, "replicates = 2", "replicates = 1");
    let (code, _, err) = project.report("build", &[]);
    assert_eq!(code, Some(0), "{err}");
    let asked = &stub.asked()[0].body;
    assert_eq!(shows(asked), [true]);
    assert_eq!(asked["output_config"], serde_json::json!({"effort": "low"}));
}
