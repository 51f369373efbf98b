//! Replies and headers that no server should send: each ends the debate with a message, and none
//! the program.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::project::{Project, golden};
use crate::server::{answer, error, reply, text_reply};
use crate::stub::{Act, Answer, Stub};

/// No line that is printed is longer. *Units*: characters.
const LONGEST_LINE: usize = 1000;

fn with_choices(choices: &Value) -> Act {
    let usage = json!({"prompt_tokens": 1000, "completion_tokens": 10});
    let body = json!({"model": "m", "choices": choices, "usage": usage});
    Act::Answer(Answer::json(200, &body))
}

fn message(message: &Value, reason: &str) -> Act {
    with_choices(&json!([{"message": message, "finish_reason": reason}]))
}

/// A text by a server that reads prompts of any length.
fn long_reply(text: &str) -> Act {
    let usage = json!({"prompt_tokens": 60_000, "completion_tokens": 10});
    let choice = json!({"message": {"content": text}, "finish_reason": "stop"});
    Act::Answer(Answer::json(200, &json!({"model": "m", "choices": [choice], "usage": usage})))
}

fn with_usage(usage: &Value) -> Act {
    let choice = json!({"message": {"content": answer("")}, "finish_reason": "stop"});
    Act::Answer(Answer::json(200, &json!({"model": "m", "choices": [choice], "usage": usage})))
}

fn limited(header: &'static str, value: &str) -> Act {
    let body = json!({"error": {"message": "Slow down.", "type": "t", "code": "c"}});
    Act::Answer(Answer::json(429, &body).with(header, value))
}

/// What a server with OpenAI's interface may send.
fn openai() -> Vec<(&'static str, Vec<Act>)> {
    let call =
        json!([{"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]);
    let good = || text_reply(&answer(""));
    vec![
        ("null as content", vec![message(&json!({"content": null}), "stop")]),
        ("no content", vec![message(&json!({}), "stop")]),
        ("no choice", vec![with_choices(&json!([]))]),
        ("null as choices", vec![with_choices(&Value::Null)]),
        (
            "tool calls in place of an answer",
            vec![message(&json!({"content": null, "tool_calls": call}), "tool_calls")],
        ),
        ("a refusal", vec![message(&json!({"content": null, "refusal": "No."}), "stop")]),
        ("a text of 17 MB", vec![long_reply(&"x".repeat(17 << 20))]),
        (
            "a text of 1 MB in a string",
            vec![long_reply(&format!("{{\"cruxes\": \"{}\"}}", "x".repeat(1 << 20)))],
        ),
        ("100,000 brackets as text", vec![long_reply(&"[".repeat(100_000))]),
        ("100,000 braces as text", vec![long_reply(&"{\"a\":".repeat(100_000))]),
        (
            "100,000 brackets as a body",
            vec![Act::Answer(Answer::text(200, "application/json", &"[".repeat(100_000)))],
        ),
        ("an error of 100,000 characters", vec![error(400, &"long ".repeat(20_000))]),
        (
            "usage of 2^63",
            vec![with_usage(
                &json!({"prompt_tokens": 1_u64 << 63, "completion_tokens": 1_u64 << 63}),
            )],
        ),
        ("negative usage", vec![with_usage(&json!({"prompt_tokens": -1, "completion_tokens": 1}))]),
        ("retry after NaN, then success", vec![limited("retry-after", "NaN"), good()]),
        ("retry after -5, then success", vec![limited("retry-after", "-5"), good()]),
        ("retry after -5 ms, then success", vec![limited("retry-after-ms", "-5"), good()]),
        ("retry after 10^300, then success", vec![limited("retry-after", "1e300"), good()]),
        ("a body that breaks off", vec![Act::Break(reply(&answer("")))]),
    ]
}

/// A body of Anthropic's interface with this content.
fn blocks(content: &Value, end: &str) -> Act {
    let usage = json!({"input_tokens": 60_000, "output_tokens": 10});
    Act::Answer(Answer::json(
        200,
        &json!({"type": "message", "model": "m", "content": content, "stop_reason": end, "usage": usage}),
    ))
}

/// What a server with Anthropic's interface may send.
fn anthropic() -> Vec<(&'static str, Vec<Act>)> {
    let text = |text: &str| json!([{"type": "text", "text": text}]);
    let good = || blocks(&text(&answer("")), "end_turn");
    let limited = |value: &str| {
        let body = json!({"type": "error", "error": {"type": "rate_limit_error", "message": "Slow down."}});
        Act::Answer(Answer::json(429, &body).with("retry-after", value))
    };
    let with_usage = |usage: &Value| {
        let content = text(&answer(""));
        let body =
            json!({"model": "m", "content": content, "stop_reason": "end_turn", "usage": usage});
        Act::Answer(Answer::json(200, &body))
    };
    let tool = json!([{"type": "tool_use", "id": "1", "name": "f", "input": {}}]);
    let thinking = json!([{"type": "thinking", "thinking": "Well …", "signature": "s"}]);
    vec![
        ("null as content", vec![blocks(&Value::Null, "end_turn")]),
        ("no content", vec![blocks(&json!([]), "end_turn")]),
        ("null as text", vec![blocks(&json!([{"type": "text", "text": null}]), "end_turn")]),
        ("thinking and no text", vec![blocks(&thinking, "end_turn")]),
        ("thinking up to the limit", vec![blocks(&thinking, "max_tokens")]),
        ("a block of an unknown type", vec![blocks(&json!([{"type": "hologram"}]), "end_turn")]),
        ("a tool call in place of an answer", vec![blocks(&tool, "tool_use")]),
        ("a refusal", vec![blocks(&text("No."), "refusal")]),
        ("a pause", vec![blocks(&text("{"), "pause_turn")]),
        ("an unknown end", vec![blocks(&text("{"), "tired")]),
        ("a text of 17 MB", vec![blocks(&text(&"x".repeat(17 << 20)), "end_turn")]),
        ("100,000 brackets as text", vec![blocks(&text(&"[".repeat(100_000)), "end_turn")]),
        ("no usage", vec![with_usage(&Value::Null)]),
        (
            "usage of 2^63",
            vec![with_usage(&json!({"input_tokens": 1_u64 << 63, "output_tokens": 1_u64 << 63}))],
        ),
        ("negative usage", vec![with_usage(&json!({"input_tokens": -1, "output_tokens": 1}))]),
        ("retry after NaN, then success", vec![limited("NaN"), good()]),
        ("retry after -5, then success", vec![limited("-5"), good()]),
        ("an error as a page", vec![Act::Answer(Answer::text(502, "text/html", "<h1>Bad</h1>"))]),
        (
            "a stream that was not asked for",
            vec![Act::Answer(Answer::text(
                200,
                "text/event-stream",
                "event: message_start\ndata: {}\n\n",
            ))],
        ),
    ]
}

#[test]
fn whatever_a_server_sends_ends_with_a_message_and_leaves_a_sound_store() {
    golden("cli/hostile", "servers", &played("openai", "/v1", openai()));
}

#[test]
fn whatever_a_server_with_messages_sends_ends_with_a_message_and_leaves_a_sound_store() {
    golden("cli/hostile", "servers-anthropic", &played("anthropic", "", anthropic()));
}

/// How a debate ends with each of these servers, which are of one kind.
fn played(kind: &str, path: &str, cases: Vec<(&'static str, Vec<Act>)>) -> String {
    let mut table = String::new();
    for (name, script) in cases {
        let stub = Stub::start(script);
        let provider = format!("kind = \"{kind}\"\nbase_url = \"{}{path}\"", stub.url());
        let project = Project::new(&provider);
        project.replace(crate::server::MANIFEST, "replicates = 2", "replicates = 1");
        let (code, out, err) = project.report("build", &[]);
        assert!(!err.contains("panicked"), "{name}: {err}");
        let longest = err.lines().chain(out.lines()).map(|line| line.chars().count()).max();
        assert!(longest.unwrap_or(0) < LONGEST_LINE, "{name}: a line of {longest:?} characters");
        let (verified, _, err_of_verify) = project.report("verify", &[]);
        let is_done = code == Some(0);
        // Where nothing is done there is nothing to verify, which is code 1.
        assert_eq!(verified == Some(0), is_done, "{name}: {err_of_verify}");
        assert_eq!(
            err_of_verify.contains("none of these debates is in the store"),
            !is_done,
            "{name}: {err_of_verify}"
        );
        let failed = err.replace(stub.url(), "http://stub");
        let failed =
            failed.lines().find(|line| line.contains(": failed: ")).unwrap_or(": failed: -");
        let failed = failed.split_once(": failed: ").unwrap().1;
        writeln!(table, "{name}\n    code {}: {failed}", code.unwrap()).unwrap();
    }
    table
}
