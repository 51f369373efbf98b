//! What a server says, and what the live providers make of it: a stub on loopback plays every kind
//! of answer that is documented for the two interfaces, and some that are not.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

#[path = "live/stub.rs"]
mod stub;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use faultline::mode;
use faultline::prompt::{Message, Role};
use faultline::provider::{
    Backoff, Dialect, Efforts, Limits, Live, Provider, ProviderFault, ReasoningEffort, Remote,
    Reply, Request, Retries, Schemas,
};
use faultline::question::{Parameters, Tier};
use faultline::vocabulary::{PersonaId, Seed, Tokens};
use serde_json::{Value, json};

use self::stub::{Act, Answer, Stub};

fn remote(dialect: Dialect, url: &str) -> Remote {
    let mut remote = Remote::new(dialect);
    remote.base_url = Some(url.to_owned());
    // As at the servers of the makers, which the stub stands for.
    remote.schemas = Some(Schemas::Question);
    remote.limits = Limits { retries: 2, timeout: Duration::from_secs(2), ..Limits::default() };
    remote
}

fn request() -> Request<'static> {
    let message = |role, text: &str| Message { role, text: text.to_owned() };
    Request {
        question: None,
        name: "decompose",
        persona: PersonaId::new("keeper").ok(),
        messages: vec![
            message(Role::System, "Who you are, the rules, the topic."),
            message(Role::User, "What is asked in this round."),
            message(Role::Assistant, r#"{"claims": []}"#),
            message(Role::User, "Once more, please."),
        ],
        schema: std::borrow::Cow::Borrowed(mode::question("decompose").unwrap().schema()),
        parameters: Parameters { tier: Tier::Fast, temperature: 0.3, max_output: Tokens(500) },
        model: "some-model".to_owned(),
        seed: Seed(1),
        replicate: 1,
        sample: 0,
        ordinal: 0,
    }
}

fn ask(live: &Live) -> Result<Reply, ProviderFault> {
    let request = request();
    pollster::block_on(live.complete(&request, &request.key(&live.identity(&request))))
}

/// A success of an interface that ends for a reason.
fn text_reply(dialect: Dialect, text: &str, end: &str) -> Answer {
    Answer::json(
        200,
        &match dialect {
            Dialect::OpenAi => json!({
                "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "some-model-2026-01-01",
                "choices": [{
                    "index": 0, "logprobs": null, "finish_reason": end,
                    "message": {"role": "assistant", "content": text, "refusal": null},
                }],
                "usage": {
                    "prompt_tokens": 1200, "completion_tokens": 80, "total_tokens": 1280,
                    "prompt_tokens_details": {"cached_tokens": 1024, "audio_tokens": 0},
                },
            }),
            Dialect::Anthropic => json!({
                "id": "msg_1", "type": "message", "role": "assistant", "model": "some-model-2026-01-01",
                "content": [{"type": "text", "text": text}], "stop_reason": end, "stop_sequence": null,
                "usage": {
                    "input_tokens": 76, "cache_creation_input_tokens": 100, "cache_read_input_tokens": 1024, "output_tokens": 80,
                },
            }),
            Dialect::Tavily => unreachable!("no model has it"),
        },
    )
}

fn good(dialect: Dialect) -> Answer {
    text_reply(
        dialect,
        r#"{"claims": []}"#,
        match dialect {
            Dialect::OpenAi => "stop",
            Dialect::Anthropic => "end_turn",
            Dialect::Tavily => unreachable!("no model has it"),
        },
    )
}

/// An error as an interface words it.
fn error(dialect: Dialect, status: u16, kind: &str, code: &Value, message: &str) -> Answer {
    Answer::json(
        status,
        &match dialect {
            Dialect::OpenAi => {
                json!({"error": {"message": message, "type": kind, "param": null, "code": code}})
            }
            Dialect::Anthropic => {
                json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"})
            }
            Dialect::Tavily => json!({"detail": {"error": message}}),
        },
    )
}

/// The result of a request on one line, with the number of requests that were sent.
fn line(name: &str, stub: &Stub, result: &Result<Reply, ProviderFault>) -> String {
    let came = match result {
        Ok(Reply { text, model, finish, spent }) => format!(
            "{finish:?} «{text}» by {model}, {} read ({} stored), {} cached, {} written",
            spent.input, spent.stored, spent.cached, spent.output
        ),
        Err(fault) if fault.interrupts() => format!("interrupted: {fault}"),
        Err(fault) => format!("no answer: {fault}"),
    };
    let sent = stub.asked().len();
    format!("{name}\n    {}\n    requests sent: {sent}\n", came.replace(stub.url(), "http://stub"))
}

/// Every case of an interface, in threads of their own.
fn played(dialect: Dialect, cases: Vec<(&'static str, Vec<Act>)>) -> String {
    let threads = cases.into_iter().map(|(name, acts)| {
        std::thread::spawn(move || {
            let stub = Stub::start(acts);
            let live = Live::new(remote(dialect, stub.url())).unwrap();
            let result = ask(&live);
            line(name, &stub, &result)
        })
    });
    let threads: Vec<_> = threads.collect();
    threads.into_iter().map(|thread| thread.join().unwrap()).collect()
}

fn golden(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden/live"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// What both interfaces are known to do.
fn common(dialect: Dialect) -> Vec<(&'static str, Vec<Act>)> {
    use Act::{Answer as Now, Break, Drop, Late, Slow};
    let good = || good(dialect);
    let error = |status, kind: &str, code: Value, message: &str| {
        error(dialect, status, kind, &code, message)
    };
    let invalid = |code: Value, message: &str| error(400, "invalid_request_error", code, message);
    let limited = || error(429, "rate_limit_error", json!("rate_limit_exceeded"), "Slow down.");
    let failed = || error(500, "api_error", Value::Null, "Internal server error");
    let crowded = || error(529, "overloaded_error", Value::Null, "Overloaded");
    let soon = Duration::from_millis(50);
    vec![
        ("success", vec![Now(good())]),
        (
            "400, by the settings",
            vec![Now(invalid(json!("unsupported_value"), "no `temperature`"))],
        ),
        (
            "400, too long",
            vec![Now(invalid(
                json!("context_length_exceeded"),
                "prompt is too long: 9 tokens > 8 maximum",
            ))],
        ),
        (
            "401",
            vec![Now(error(
                401,
                "authentication_error",
                json!("invalid_api_key"),
                "invalid x-api-key",
            ))],
        ),
        ("403", vec![Now(error(403, "permission_error", Value::Null, "not for this key"))]),
        (
            "404",
            vec![Now(error(404, "not_found_error", json!("model_not_found"), "model: some-model"))],
        ),
        (
            "413",
            vec![Now(error(
                413,
                "request_too_large",
                Value::Null,
                "Request exceeds the maximum size",
            ))],
        ),
        ("429, then success", vec![Now(limited()), Now(good())]),
        ("429 to the end", vec![Now(limited())]),
        ("429, retry after an hour", vec![Now(limited().with("retry-after", "3600"))]),
        ("500, then success", vec![Now(failed()), Now(good())]),
        ("500 to the end", vec![Now(failed())]),
        ("529, then success", vec![Now(crowded()), Now(good())]),
        ("slow body", vec![Slow(soon, good())]),
        ("body too slow", vec![Slow(Duration::from_secs(1), good())]),
        (
            "no answer in time, then success",
            vec![Late(Duration::from_secs(5), good()), Now(good())],
        ),
        ("dropped, then success", vec![Drop, Now(good())]),
        ("broken off, then success", vec![Break(good()), Now(good())]),
        ("broken off to the end", vec![Break(good())]),
        (
            "invalid JSON, then success",
            vec![Now(Answer::text(200, "application/json", "{\"cho")), Now(good())],
        ),
        ("invalid JSON to the end", vec![Now(Answer::text(200, "application/json", "{\"cho"))]),
        ("a web page", vec![Now(Answer::text(200, "text/html", "<html>Welcome</html>"))]),
        ("another content type", vec![Now(Answer::text(200, "text/event-stream", "data: {}"))]),
        (
            "a web page with an error",
            vec![Now(Answer::text(404, "text/html", "<html>Nothing here</html>"))],
        ),
        (
            "redirect",
            vec![Now(Answer::text(307, "text/plain", "")
                .with("location", "https://elsewhere.example/v1?q=1"))],
        ),
        ("another interface", vec![Now(Answer::json(200, &json!({"hello": "world"})))]),
    ]
}

#[test]
fn every_response_of_chat_completions_is_classified() {
    let dialect = Dialect::OpenAi;
    let now = |answer| vec![Act::Answer(answer)];
    let mut refused = json!({"role": "assistant", "content": null, "refusal": "I will not."});
    refused = json!({"model": "m", "choices": [{"message": refused, "finish_reason": "stop"}]});
    let code = |code: u16, message: &str, kind: &str| {
        Answer::json(code, &json!({"error": {"code": code, "message": message, "type": kind}}))
    };
    let mut cases = common(dialect);
    let quota = error(
        dialect,
        429,
        "insufficient_quota",
        &json!("insufficient_quota"),
        "You exceeded your quota.",
    );
    let limit =
        error(dialect, 429, "requests", &json!("enforced_spend_limit_reached"), "Spend limit.");
    let path = json!({
        "model": "/srv/models/tiny.gguf", "choices": [{"message": {"content": "{}"}, "finish_reason": "stop"}],
    });
    cases.extend([
        ("cut off", now(text_reply(dialect, "{\"claims\": [", "length"))),
        ("filtered", now(text_reply(dialect, "", "content_filter"))),
        ("refusal", now(Answer::json(200, &refused))),
        ("an unknown end", now(text_reply(dialect, "", "tool_calls"))),
        ("429, quota used up", now(quota)),
        ("429, spending limit", now(limit)),
        ("llama.cpp loads its model", vec![
            Act::Answer(code(503, "Loading model", "unavailable_error")),
            Act::Answer(good(dialect)),
        ]),
        ("llama.cpp has too small a context", now(code(
            400,
            "request (6031 tokens) exceeds the available context size (4096 tokens), try increasing it",
            "exceed_context_size_error",
        ))),
        ("llama.cpp reports the path of its model and counts no tokens", now(Answer::json(200, &path))),
        ("a gateway's error under 200", now(Answer::json(
            200,
            &json!({"error": {"code": 402, "message": "Insufficient credits"}}),
        ))),
    ]);
    golden("openai", &played(dialect, cases));
}

#[test]
fn every_response_of_messages_is_classified() {
    let dialect = Dialect::Anthropic;
    let now = |answer| vec![Act::Answer(answer)];
    let credit = "Your credit balance is too low to access the Anthropic API.";
    let mut cases = common(dialect);
    cases.extend([
        ("cut off", now(text_reply(dialect, "{\"claims\": [", "max_tokens"))),
        ("context used up", now(text_reply(dialect, "{", "model_context_window_exceeded"))),
        ("refusal", now(text_reply(dialect, "", "refusal"))),
        ("an unknown end", now(text_reply(dialect, "", "pause_turn"))),
        ("credit used up", now(error(dialect, 400, "invalid_request_error", &Value::Null, credit))),
        ("402", now(error(dialect, 402, "billing_error", &Value::Null, "Check your billing."))),
    ]);
    golden("anthropic", &played(dialect, cases));
}

/// The settings of the server at an address.
type Settings<'a> = &'a dyn Fn(Dialect, &str) -> Remote;

#[test]
fn requests_are_what_the_interfaces_document() {
    let own = |dialect, url: &str| {
        let limits = remote(dialect, url).limits;
        Remote { limits, ..Remote::at(dialect, url) }
    };
    let thinking = |dialect, url: &str| {
        let effort =
            Efforts { strong: Some(ReasoningEffort::High), fast: Some(ReasoningEffort::Low) };
        Remote { effort, ..remote(dialect, url) }
    };
    let cases: [(_, _, Settings<'_>); 4] = [
        (Dialect::OpenAi, "openai.body", &thinking),
        (Dialect::Anthropic, "anthropic.body", &thinking),
        (Dialect::OpenAi, "own-server.body", &own),
        (Dialect::OpenAi, "default.body", &remote),
    ];
    for (dialect, name, settings) in cases {
        let stub = Stub::start([Act::Answer(good(dialect))]);
        ask(&Live::new(settings(dialect, stub.url())).unwrap()).unwrap();
        let asked = &stub.asked()[0];
        let mut printed = format!("{}\n", asked.line);
        for (header, value) in asked.headers.iter().filter(|(name, _)| *name != "host") {
            writeln!(printed, "{header}: {value}").unwrap();
        }
        writeln!(printed, "\n{}", serde_json::to_string_pretty(&asked.body).unwrap()).unwrap();
        golden(name, &printed);
    }
}

#[test]
fn a_request_is_not_retried_before_the_time_that_the_server_asks_for() {
    let dialect = Dialect::OpenAi;
    let limited =
        error(dialect, 429, "requests", &Value::Null, "Slow down.").with("retry-after-ms", "1200");
    let stub = Stub::start([Act::Answer(limited), Act::Answer(good(dialect))]);
    let backoff = Backoff::default();
    let live = Live::new(remote(dialect, stub.url())).unwrap().with(backoff.clone());
    ask(&live).unwrap();
    let asked = stub.asked();
    let Retries { tries, waited } = backoff.retries();
    assert!(asked.len() == 2 && tries == 1 && waited >= 1200, "{tries} after {waited} ms");
    let waited = asked[1].at - asked[0].at;
    assert!(waited >= Duration::from_millis(1200), "{waited:?}");
}

#[test]
fn an_error_that_no_retry_can_fix_is_requested_once_for_all_debates() {
    let dialect = Dialect::Anthropic;
    let refused = error(dialect, 401, "authentication_error", &Value::Null, "invalid x-api-key");
    let stub = Stub::start([Act::Answer(refused)]);
    let live = Live::new(remote(dialect, stub.url())).unwrap();
    let faults = [ask(&live).unwrap_err(), ask(&live).unwrap_err()];
    assert_eq!(faults[0], faults[1]);
    assert_eq!(stub.asked().len(), 1, "the second debate sends no request");
}

#[test]
fn requests_in_flight_never_exceed_the_concurrency_of_the_manifest() {
    let dialect = Dialect::OpenAi;
    let stub = Stub::start([Act::Late(Duration::from_millis(150), good(dialect))]);
    let mut remote = remote(dialect, stub.url());
    remote.limits.concurrency = 2;
    remote.limits.timeout = Duration::from_secs(20);
    let live = Live::new(remote).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..7 {
            scope.spawn(|| ask(&live).unwrap());
        }
    });
    assert_eq!((stub.asked().len(), stub.most()), (7, 2));
}

#[test]
fn a_refused_connection_is_reported_soon_where_the_server_is_ones_own() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut remote = remote(Dialect::OpenAi, &format!("http://{free}/v1"));
    remote.limits.retries = 9;
    let live = Live::new(remote).unwrap();
    let start = Instant::now();
    let printed = ask(&live).unwrap_err().to_string();
    let first = start.elapsed();
    assert!(printed.starts_with(&format!("http://{free}/v1: no connection: ")), "{printed}");
    assert!(printed.contains("(3 tries); check that the server runs"), "{printed}");
    let start = Instant::now();
    assert_eq!(ask(&live).unwrap_err().to_string(), printed);
    assert!(start.elapsed() < first, "later requests do not wait again");
}
