//! What an answer of a server means for the request, and for those that would follow.

use std::time::Duration;

use serde_json::Value;

/// What came over the network, before anybody looks for an answer in it.
#[derive(Debug, Clone, Default)]
pub(super) struct Received {
    pub(super) status: u16,
    /// By lower-case names; only those that are asked for below.
    pub(super) retry_after: Option<String>,
    pub(super) retry_after_ms: Option<String>,
    pub(super) date: Option<String>,
    pub(super) content_type: Option<String>,
    pub(super) location: Option<String>,
    pub(super) body: String,
}

/// How far a trouble reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// This request.
    Request,
    /// Every request to this server.
    Server,
}

/// What is wrong, and what may help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trouble {
    pub(super) cause: String,
    pub(super) remedy: &'static str,
    pub(super) extent: Extent,
}

/// Why a try brought no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Another try may bring one.
    Again {
        /// What it is put down to when tries run out.
        trouble: Trouble,
        /// How long the server wants to be left alone.
        after: Option<Duration>,
        /// Whether the server has too much to do.
        crowded: bool,
    },
    /// The words themselves are at fault: nobody will answer them.
    NoAnswer(String),
    /// No further try will bring one.
    Stop(Trouble),
}

/// Whose remedy it is.
const WAIT: &str = "run the same command again later; what is answered by then is kept";
const ADDRESS: &str = "check `base_url`: it has to be the address of an interface, such as \
                       http://127.0.0.1:8080/v1 of a local server";
const KEY: &str = "check the key, and the variable that `key_env` names; a server whose address is in the manifest gets \
                   a key only with `key_env`";
const ACCOUNT: &str = "look at the plan, the credit and the spending limits of the account";
const SETTINGS: &str = "check the model's name and the settings in [provider]: `sampling`, `output_limit`, `structured`";

/// Codes of a lasting refusal, whatever the status.
const SPENT: [&str; 5] = [
    "insufficient_quota",
    "enforced_spend_limit_reached",
    "billing_hard_limit_reached",
    "billing_not_active",
    "billing_error",
];

/// What is in the words of a refusal that the conversation itself has caused: it is too long, or unwelcome.
const BY_ITS_WORDS: [&str; 12] = [
    "context_length_exceeded",
    "exceed_context_size",
    "string_above_max_length",
    "request_too_large",
    "context length",
    "context size",
    "context window",
    "prompt is too long",
    "content_policy",
    "content_filter",
    "content filter",
    "content management policy",
];

/// The JSON of a success; else what the answer means.
pub(super) fn classify(received: &Received) -> Result<Value, Verdict> {
    let stop = |cause: String, remedy, extent| Verdict::Stop(Trouble { cause, remedy, extent });
    match received.status {
        200..=299 => success(received),
        300..=399 => {
            let to = received.location.as_deref().map_or_else(String::new, |to| {
                format!(" to {}", line(to.split(['?', '#']).next().unwrap_or_default()))
            });
            let cause = format!("it redirects{to}, where no key must follow");
            Err(stop(cause, ADDRESS, Extent::Server))
        }
        status => Err(refusal(received, status, &Told::of(&received.body))),
    }
}

fn success(received: &Received) -> Result<Value, Verdict> {
    let stop = |cause, extent| Verdict::Stop(Trouble { cause, remedy: ADDRESS, extent });
    let essence = received
        .content_type
        .as_deref()
        .map(|kind| kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase());
    match essence.as_deref() {
        None | Some("application/json") => {}
        Some(kind) if kind.ends_with("+json") => {}
        Some("text/html") => {
            return Err(stop("it answers with a web page".to_owned(), Extent::Server));
        }
        Some(kind) => {
            let cause = format!("it answers with {} and not with JSON", line(kind));
            return Err(stop(cause, Extent::Server));
        }
    }
    let value: Value = serde_json::from_str(&received.body).map_err(|error| {
        let cause = format!("its answer is no JSON: {error}");
        let trouble = Trouble { cause, remedy: WAIT, extent: Extent::Request };
        Verdict::Again { trouble, after: None, crowded: false }
    })?;
    if value.get("error").is_none_or(Value::is_null) {
        return Ok(value);
    }
    // Some gateways tell errors of those behind them under the status of a success.
    let told = Told::of(&received.body);
    let status = told.status.unwrap_or(500);
    Err(refusal(received, status, &told))
}

fn refusal(received: &Received, status: u16, told: &Told) -> Verdict {
    let cause = |what: &str| {
        let colon = if told.message.is_empty() { "" } else { ": " };
        format!("{what} ({status}){colon}{}", told.message)
    };
    let stop =
        |what: &str, remedy, extent| Verdict::Stop(Trouble { cause: cause(what), remedy, extent });
    let again = |what: &str, crowded| {
        let trouble = Trouble { cause: cause(what), remedy: WAIT, extent: Extent::Request };
        Verdict::Again { trouble, after: wait(received), crowded }
    };
    if told.is_one_of(&SPENT) || told.message.contains("credit balance is too low") {
        return stop("the account has nothing left to spend", ACCOUNT, Extent::Server);
    }
    match status {
        401 => stop("it does not accept the key", KEY, Extent::Server),
        402 => stop("it wants to be paid", ACCOUNT, Extent::Server),
        403 => stop("it forbids this", KEY, Extent::Server),
        404 | 405 => stop("it knows no such model or address", ADDRESS_OR_MODEL, Extent::Server),
        400 | 413 | 422 if status == 413 || told.mentions(&BY_ITS_WORDS) => {
            Verdict::NoAnswer(cause("the request was refused"))
        }
        408 | 409 => again("it could not take the request", false),
        429 => again("it limits how much it is asked", true),
        503 | 529 => again("it has too much to do", true),
        500.. => again("it failed", false),
        _ => stop("it refuses the form of the request", SETTINGS, Extent::Request),
    }
}

const ADDRESS_OR_MODEL: &str = "check `base_url` and the names in [models]";

/// What an error says of itself, in the forms that servers have for it.
#[derive(Debug, Default)]
struct Told {
    message: String,
    /// Codes and types.
    words: Vec<String>,
    /// A status in the body.
    status: Option<u16>,
}

impl Told {
    /// OpenAI and Anthropic: `{"error": {"message", "type", "code"}}`, with a whole number as `code` at llama.cpp and
    /// OpenRouter; Ollama: `{"error": "…"}`; vLLM: `{"message", "type", "code"}`; others: `{"detail": "…"}`.
    fn of(body: &str) -> Self {
        let Ok(value) = serde_json::from_str::<Value>(body) else { return Self::default() };
        let error = value.get("error").filter(|error| !error.is_null()).unwrap_or(&value);
        let text = |name: &str| error.get(name).and_then(Value::as_str);
        let message = error.as_str().or_else(|| text("message")).or_else(|| text("detail"));
        let status = error.get("code").and_then(Value::as_u64).and_then(|c| u16::try_from(c).ok());
        Self {
            message: line(message.unwrap_or_default()),
            words: ["type", "code"]
                .iter()
                .filter_map(|name| text(name))
                .map(String::from)
                .collect(),
            status: status.filter(|status| (300..600).contains(status)),
        }
    }

    fn is_one_of(&self, words: &[&str]) -> bool {
        self.words.iter().any(|word| words.contains(&word.as_str()))
    }

    fn mentions(&self, words: &[&str]) -> bool {
        let message = self.message.to_lowercase();
        let mut said = self.words.iter().map(String::as_str).chain([message.as_str()]);
        said.any(|said| words.iter().any(|word| said.contains(word)))
    }
}

/// What a server says, as one line of at most 300 characters.
fn line(text: &str) -> String {
    const MOST: usize = 300;
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// How long the server wants to be left alone: in milliseconds, in seconds, or until a date, which counts from the
/// server's own.
fn wait(received: &Received) -> Option<Duration> {
    let number = |text: &str, unit: f64| {
        let number: f64 = text.trim().parse().ok()?;
        Duration::try_from_secs_f64(number * unit).ok()
    };
    if let Some(wait) = received.retry_after_ms.as_deref().and_then(|text| number(text, 1e-3)) {
        return Some(wait);
    }
    let text = received.retry_after.as_deref()?;
    number(text, 1.0).or_else(|| {
        let until = httpdate::parse_http_date(text).ok()?;
        let now = httpdate::parse_http_date(received.date.as_deref()?).ok()?;
        Some(until.duration_since(now).unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(status: u16, body: &str) -> Received {
        let content_type = Some("application/json".to_owned());
        Received { status, content_type, body: body.to_owned(), ..Received::default() }
    }

    /// The verdict in short: how it goes on, how far it reaches, what is said.
    fn short(received: &Received) -> String {
        match classify(received) {
            Ok(_) => "success".to_owned(),
            Err(Verdict::Again { trouble, crowded, .. }) => {
                format!("again{}: {}", if crowded { " (crowded)" } else { "" }, trouble.cause)
            }
            Err(Verdict::NoAnswer(why)) => format!("no answer: {why}"),
            Err(Verdict::Stop(trouble)) => {
                format!("stop ({:?}): {}", trouble.extent, trouble.cause)
            }
        }
    }

    fn error(status: u16, kind: &str, code: &str, message: &str) -> String {
        let body = serde_json::json!({"error": {"type": kind, "code": code, "message": message}});
        short(&received(status, &body.to_string()))
    }

    #[test]
    fn every_documented_status_has_its_meaning() {
        for (status, expected) in [
            (401, "stop (Server): it does not accept the key (401): m"),
            (402, "stop (Server): it wants to be paid (402): m"),
            (403, "stop (Server): it forbids this (403): m"),
            (404, "stop (Server): it knows no such model or address (404): m"),
            (400, "stop (Request): it refuses the form of the request (400): m"),
            (422, "stop (Request): it refuses the form of the request (422): m"),
            (413, "no answer: the request was refused (413): m"),
            (408, "again: it could not take the request (408): m"),
            (409, "again: it could not take the request (409): m"),
            (429, "again (crowded): it limits how much it is asked (429): m"),
            (500, "again: it failed (500): m"),
            (502, "again: it failed (502): m"),
            (503, "again (crowded): it has too much to do (503): m"),
            (529, "again (crowded): it has too much to do (529): m"),
        ] {
            assert_eq!(error(status, "t", "c", "m"), expected);
        }
    }

    #[test]
    fn what_the_words_of_a_debate_have_caused_belongs_to_the_debate() {
        for (kind, code, message) in [
            ("invalid_request_error", "context_length_exceeded", "Too long."),
            ("exceed_context_size_error", "400", "the request exceeds the available context size"),
            ("invalid_request_error", "", "prompt is too long: 210000 tokens > 200000 maximum"),
            ("invalid_request_error", "content_policy_violation", "No."),
            ("invalid_request_error", "", "Output blocked by content filtering policy"),
        ] {
            assert!(error(400, kind, code, message).starts_with("no answer"), "{message}");
        }
        let settings = error(400, "invalid_request_error", "unsupported_value", "'temperature' …");
        assert!(settings.starts_with("stop (Request)"), "{settings}");
    }

    #[test]
    fn what_waiting_does_not_mend_is_told_from_what_it_mends() {
        for code in SPENT {
            assert!(error(429, "x", code, "m").starts_with("stop (Server)"), "{code}");
            assert!(error(429, code, "x", "m").starts_with("stop (Server)"), "{code}");
        }
        let credit = "Your credit balance is too low to access the Anthropic API.";
        assert!(error(400, "invalid_request_error", "", credit).starts_with("stop (Server)"));
        assert!(error(429, "requests", "rate_limit_exceeded", "m").starts_with("again"));
    }

    #[test]
    fn errors_are_found_in_every_form_they_are_known_in() {
        for (body, said) in [
            (
                r#"{"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}"#,
                "Loading model",
            ),
            (r#"{"error": "model 'x' not found"}"#, "model 'x' not found"),
            (r#"{"object": "error", "message": "bad", "code": 400}"#, "bad"),
            (r#"{"detail": "Not Found"}"#, "Not Found"),
            (
                r#"{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}"#,
                "Overloaded",
            ),
        ] {
            assert!(short(&received(503, body)).ends_with(&format!(": {said}")), "{body}");
        }
        assert_eq!(short(&received(502, "<html>Bad gateway</html>")), "again: it failed (502)");
        let under_success = r#"{"error": {"code": 429, "message": "Slow down"}}"#;
        let expected = "again (crowded): it limits how much it is asked (429): Slow down";
        assert_eq!(short(&received(200, under_success)), expected);
    }

    #[test]
    fn what_is_no_interface_is_told() {
        let typed = |kind: &str| {
            short(&Received { content_type: Some(kind.to_owned()), ..received(200, "{}") })
        };
        assert_eq!(typed("application/json; charset=utf-8"), "success");
        assert_eq!(typed("text/html; charset=utf-8"), "stop (Server): it answers with a web page");
        let stream = "stop (Server): it answers with text/event-stream and not with JSON";
        assert_eq!(typed("text/event-stream"), stream);
        assert!(short(&received(200, "{\"a\": ")).starts_with("again: its answer is no JSON"));
        let location = Some("https://elsewhere.example/v1?key=secret".to_owned());
        let moved = Received { location, ..received(302, "") };
        let expected =
            "stop (Server): it redirects to https://elsewhere.example/v1, where no key must follow";
        assert_eq!(short(&moved), expected);
    }

    #[test]
    fn waits_are_read_in_all_their_forms() {
        let wait = |ms: Option<&str>, after: Option<&str>, date: Option<&str>| {
            let [retry_after_ms, retry_after, date] =
                [ms, after, date].map(|t| t.map(String::from));
            super::wait(&Received { retry_after_ms, retry_after, date, ..Received::default() })
        };
        let date = Some("Sun, 06 Nov 1994 08:49:37 GMT");
        let later = Some("Sun, 06 Nov 1994 08:50:07 GMT");
        assert_eq!(wait(Some("1500"), Some("9"), None), Some(Duration::from_millis(1500)));
        assert_eq!(wait(None, Some("2"), None), Some(Duration::from_secs(2)));
        assert_eq!(wait(None, Some("0.5"), None), Some(Duration::from_millis(500)));
        assert_eq!(wait(None, later, date), Some(Duration::from_secs(30)));
        assert_eq!(wait(None, date, later), Some(Duration::ZERO));
        for nonsense in ["-1", "soon", "inf", "NaN", "1e300"] {
            assert_eq!(wait(None, Some(nonsense), None), None, "{nonsense}");
        }
    }

    #[test]
    fn what_a_server_says_is_one_line_of_bounded_length() {
        let said = error(500, "t", "c", &format!("a\nb\u{1b}[2J\t{}", "c".repeat(1000)));
        assert!(said.contains("a b [2J ccc") && said.ends_with("c…"), "{said}");
        assert!(said.chars().count() < 350);
    }
}
