//! What the answer of a server means for its request and for later ones.

use std::time::Duration;

use serde_json::Value;

use super::refused_parameter;

/// An HTTP response before it is interpreted.
#[derive(Debug, Clone, Default)]
pub(super) struct Received {
    pub(super) status: u16,
    /// Headers.
    pub(super) retry_after: Option<String>,
    pub(super) retry_after_ms: Option<String>,
    pub(super) date: Option<String>,
    pub(super) content_type: Option<String>,
    pub(super) location: Option<String>,
    pub(super) body: String,
}

/// What a problem affects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// Only this request.
    Request,
    /// All requests to this server.
    Server,
}

/// What is wrong, and what the user can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) cause: String,
    pub(super) remedy: &'static str,
    pub(super) extent: Extent,
}

/// Why an attempt got no reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoReply {
    /// Another attempt may succeed.
    Retry {
        /// The problem to report if no attempts are left.
        problem: Problem,
        /// How long the server asks to wait.
        after: Option<Duration>,
        /// Whether the server is overloaded.
        overloaded: bool,
    },
    /// The prompt itself is refused, so the model will not answer it.
    NoAnswer(String),
    /// No further attempt can succeed.
    GiveUp(Problem),
}

impl NoReply {
    /// Whether it affects all requests to the server.
    pub(super) fn concerns_server(&self) -> bool {
        match self {
            Self::Retry { problem, .. } | Self::GiveUp(problem) => problem.extent == Extent::Server,
            Self::NoAnswer(_) => false,
        }
    }
}

/// A successful response without a valid answer; says what is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UnexpectedAnswer(pub(super) String);

impl UnexpectedAnswer {
    pub(super) fn problem(&self) -> Problem {
        Problem {
            cause: format!("the answer is not of this interface: {}", self.0),
            remedy: "check `kind` and `base_url`",
            extent: Extent::Request,
        }
    }
}

const WAIT: &str = "run the same command again later; stored replies are kept";
const ADDRESS: &str = "check `base_url`: it must be the address of an interface, such as \
                       http://127.0.0.1:8080/v1 for a local server";
const KEY: &str = "check the key and the variable that `key_env` names; if the manifest has a `base_url`, a key is sent \
                   only with `key_env`";
const ACCOUNT: &str = "check the plan, the credit and the spending limits of the account";
const SETTINGS: &str = "check the model's name and the settings in [provider]: `sampling`, `output_limit`, `structured`, `effort`";

/// Error codes that no wait resolves, with any status.
const NO_CREDIT: [&str; 5] = [
    "insufficient_quota", "enforced_spend_limit_reached", "billing_hard_limit_reached",
    "billing_not_active", "billing_error",
];

/// Phrases of refusals that the prompt itself caused: it is too long or violates a policy.
const PROMPT_REFUSED: [&str; 13] = [
    "context_length_exceeded", "exceed_context_size", "string_above_max_length",
    "request_too_large", "context length", "context size", "context window", "prompt is too long",
    "content_policy", "content_filter", "content filter", "content management policy",
    "input was flagged",
];

/// The JSON of a successful response, or what the response means otherwise.
pub(super) fn classify(received: &Received) -> Result<Value, NoReply> {
    let give_up =
        |cause: String, remedy, extent| NoReply::GiveUp(Problem { cause, remedy, extent });
    match received.status {
        200..=299 => success(received),
        300..=399 => {
            let to = received.location.as_deref().map_or_else(String::new, |to| {
                format!(" to {}", line(to.split(['?', '#']).next().unwrap_or_default()))
            });
            let cause = format!(
                "it redirects{to}; redirects are not followed, because they could leak the key"
            );
            Err(give_up(cause, ADDRESS, Extent::Server))
        }
        status => Err(refusal(received, status, &ErrorBody::of(&received.body))),
    }
}

fn success(received: &Received) -> Result<Value, NoReply> {
    let give_up = |cause, extent| NoReply::GiveUp(Problem { cause, remedy: ADDRESS, extent });
    let essence = received
        .content_type
        .as_deref()
        .map(|kind| kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase());
    match essence.as_deref() {
        None | Some("application/json") => {}
        Some(kind) if kind.ends_with("+json") => {}
        Some("text/html") => {
            return Err(give_up("the answer is a web page".to_owned(), Extent::Server));
        }
        Some(kind) => {
            let cause = format!("the answer is {} instead of JSON", line(kind));
            return Err(give_up(cause, Extent::Server));
        }
    }
    let value: Value = serde_json::from_str(&received.body).map_err(|error| {
        let cause = format!("the answer is not JSON: {error}");
        let problem = Problem { cause, remedy: WAIT, extent: Extent::Request };
        NoReply::Retry { problem, after: None, overloaded: false }
    })?;
    if value.get("error").is_none_or(Value::is_null) {
        return Ok(value);
    }
    // Some gateways pass on errors with the status of a success.
    let error = ErrorBody::of(&received.body);
    let status = error.status.unwrap_or(500);
    Err(refusal(received, status, &error))
}

fn refusal(received: &Received, status: u16, error: &ErrorBody) -> NoReply {
    let cause = |what: &str| {
        let colon = if error.message.is_empty() { "" } else { ": " };
        format!("{what} ({status}){colon}{}", error.message)
    };
    let give_up = |what: &str, remedy, extent| {
        NoReply::GiveUp(Problem { cause: cause(what), remedy, extent })
    };
    let retry = |what: &str, overloaded| {
        let problem = Problem { cause: cause(what), remedy: WAIT, extent: Extent::Request };
        NoReply::Retry { problem, after: wait(received), overloaded }
    };
    if error.has_code(&NO_CREDIT) || error.message.contains("credit balance is too low") {
        return give_up("the account has no credit left", ACCOUNT, Extent::Server);
    }
    match status {
        401 => give_up("the key was rejected", KEY, Extent::Server),
        402 => give_up("payment is required", ACCOUNT, Extent::Server),
        // Tavily: the limit of the plan, and that of paying as one goes.
        432 | 433 => give_up("the plan of the account is used up", ACCOUNT, Extent::Server),
        404 | 405 => {
            give_up("the model or the address does not exist", ADDRESS_OR_MODEL, Extent::Server)
        }
        413 => NoReply::NoAnswer(cause("the request was refused")),
        400 | 403 | 422 if error.mentions(&PROMPT_REFUSED) => {
            NoReply::NoAnswer(cause("the request was refused"))
        }
        403 => give_up("access is forbidden", KEY, Extent::Server),
        408 | 409 => retry("the request could not be processed", false),
        429 => retry("the rate limit was reached", true),
        503 | 529 => retry("the server is overloaded", true),
        500.. => retry("the server failed", false),
        _ => {
            let remedy = refused_parameter::remedy(error.parameter.as_deref(), &error.message);
            let remedy = remedy.unwrap_or(SETTINGS);
            give_up("the request has an unsupported form", remedy, Extent::Request)
        }
    }
}

const ADDRESS_OR_MODEL: &str = "check `base_url` and the names in [models]";

/// The content of an error, in the forms that servers use.
#[derive(Debug, Default)]
struct ErrorBody {
    message: String,
    /// Codes and types.
    codes: Vec<String>,
    /// The parameter that is wrong.
    parameter: Option<String>,
    /// A status in the body.
    status: Option<u16>,
}

impl ErrorBody {
    /// OpenAI and Anthropic: `{"error": {"message", "type", "code"}}`, with a whole number as
    /// `code` at llama.cpp and OpenRouter; Ollama: `{"error": "…"}`; vLLM: `{"message", "type",
    /// "code"}`; Tavily: `{"detail": {"error": "…"}}`; others: `{"detail": "…"}`.
    fn of(body: &str) -> Self {
        let Ok(value) = serde_json::from_str::<Value>(body) else { return Self::default() };
        let error = value.get("error").filter(|error| !error.is_null()).unwrap_or(&value);
        let text = |name: &str| error.get(name).and_then(Value::as_str);
        let nested = || error.pointer("/detail/error").and_then(Value::as_str);
        let message = error.as_str().or_else(|| text("message")).or_else(|| text("detail"));
        let message = message.or_else(nested);
        let status = error.get("code").and_then(Value::as_u64).and_then(|c| u16::try_from(c).ok());
        Self {
            message: line(message.unwrap_or_default()),
            codes: ["type", "code"]
                .iter()
                .filter_map(|name| text(name))
                .map(String::from)
                .collect(),
            parameter: text("param").map(String::from),
            status: status.filter(|status| (300..600).contains(status)),
        }
    }

    fn has_code(&self, codes: &[&str]) -> bool {
        self.codes.iter().any(|code| codes.contains(&code.as_str()))
    }

    fn mentions(&self, phrases: &[&str]) -> bool {
        let message = self.message.to_lowercase();
        let mut texts = self.codes.iter().map(String::as_str).chain([message.as_str()]);
        texts.any(|text| phrases.iter().any(|phrase| text.contains(phrase)))
    }
}

/// A text of a server as one line of at most 300 characters.
fn line(text: &str) -> String {
    const MOST: usize = 300;
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// How long the server asks to wait: in milliseconds, in seconds, or until a date, which is
/// compared with the server's own clock.
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

    /// A short form of the verdict: what happens, what is affected, the message.
    fn short(received: &Received) -> String {
        match classify(received) {
            Ok(_) => "success".to_owned(),
            Err(NoReply::Retry { problem, overloaded, .. }) => {
                format!("retry{}: {}", if overloaded { " (overloaded)" } else { "" }, problem.cause)
            }
            Err(NoReply::NoAnswer(why)) => format!("no answer: {why}"),
            Err(NoReply::GiveUp(problem)) => {
                format!("give up ({:?}): {}", problem.extent, problem.cause)
            }
        }
    }

    fn error(status: u16, kind: &str, code: &str, message: &str) -> String {
        let body = serde_json::json!({"error": {"type": kind, "code": code, "message": message}});
        short(&received(status, &body.to_string()))
    }

    #[test]
    fn every_documented_status_is_understood() {
        for (status, expected) in [
            (401, "give up (Server): the key was rejected (401): m"),
            (402, "give up (Server): payment is required (402): m"),
            (403, "give up (Server): access is forbidden (403): m"),
            (432, "give up (Server): the plan of the account is used up (432): m"),
            (433, "give up (Server): the plan of the account is used up (433): m"),
            (404, "give up (Server): the model or the address does not exist (404): m"),
            (400, "give up (Request): the request has an unsupported form (400): m"),
            (422, "give up (Request): the request has an unsupported form (422): m"),
            (413, "no answer: the request was refused (413): m"),
            (408, "retry: the request could not be processed (408): m"),
            (409, "retry: the request could not be processed (409): m"),
            (429, "retry (overloaded): the rate limit was reached (429): m"),
            (500, "retry: the server failed (500): m"),
            (502, "retry: the server failed (502): m"),
            (503, "retry (overloaded): the server is overloaded (503): m"),
            (529, "retry (overloaded): the server is overloaded (529): m"),
        ] {
            assert_eq!(error(status, "t", "c", "m"), expected);
        }
    }

    #[test]
    fn refusals_that_the_prompt_caused_belong_to_the_debate() {
        for (kind, code, message) in [
            ("invalid_request_error", "context_length_exceeded", "Too long."),
            ("exceed_context_size_error", "400", "the request exceeds the available context size"),
            ("invalid_request_error", "", "prompt is too long: 210000 tokens > 200000 maximum"),
            ("invalid_request_error", "content_policy_violation", "No."),
            ("invalid_request_error", "", "Output blocked by content filtering policy"),
        ] {
            assert!(error(400, kind, code, message).starts_with("no answer"), "{message}");
        }
        let moderated = "Your chosen model requires moderation and your input was flagged";
        assert!(error(403, "", "403", moderated).starts_with("no answer"));
        let settings = error(400, "invalid_request_error", "unsupported_value", "'temperature' …");
        assert!(settings.starts_with("give up (Request)"), "{settings}");
    }

    #[test]
    fn errors_that_no_wait_resolves_are_not_retried() {
        for code in NO_CREDIT {
            assert!(error(429, "x", code, "m").starts_with("give up (Server)"), "{code}");
            assert!(error(429, code, "x", "m").starts_with("give up (Server)"), "{code}");
        }
        let credit = "Your credit balance is too low to access the Anthropic API.";
        assert!(error(400, "invalid_request_error", "", credit).starts_with("give up (Server)"));
        assert!(error(429, "requests", "rate_limit_exceeded", "m").starts_with("retry"));
    }

    #[test]
    fn errors_are_read_in_all_known_forms() {
        for (body, shown) in [
            (
                r#"{"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}"#,
                "Loading model",
            ),
            (r#"{"error": "model 'x' not found"}"#, "model 'x' not found"),
            (r#"{"object": "error", "message": "bad", "code": 400}"#, "bad"),
            (r#"{"detail": "Not Found"}"#, "Not Found"),
            (r#"{"detail": {"error": "Unauthorized"}}"#, "Unauthorized"),
            (
                r#"{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}"#,
                "Overloaded",
            ),
        ] {
            assert!(short(&received(503, body)).ends_with(&format!(": {shown}")), "{body}");
        }
        assert_eq!(
            short(&received(502, "<html>Bad gateway</html>")),
            "retry: the server failed (502)"
        );
        let under_success = r#"{"error": {"code": 429, "message": "Slow down"}}"#;
        let expected = "retry (overloaded): the rate limit was reached (429): Slow down";
        assert_eq!(short(&received(200, under_success)), expected);
    }

    #[test]
    fn responses_that_are_not_of_an_interface_are_reported() {
        let typed = |kind: &str| {
            short(&Received { content_type: Some(kind.to_owned()), ..received(200, "{}") })
        };
        assert_eq!(typed("application/json; charset=utf-8"), "success");
        assert_eq!(typed("text/html; charset=utf-8"), "give up (Server): the answer is a web page");
        let stream = "give up (Server): the answer is text/event-stream instead of JSON";
        assert_eq!(typed("text/event-stream"), stream);
        assert!(short(&received(200, "{\"a\": ")).starts_with("retry: the answer is not JSON"));
        let location = Some("https://elsewhere.example/v1?key=secret".to_owned());
        let moved = Received { location, ..received(302, "") };
        let expected = "give up (Server): it redirects to https://elsewhere.example/v1; redirects are not followed, because they could leak the key";
        assert_eq!(short(&moved), expected);
    }

    #[test]
    fn waits_are_read_in_all_forms() {
        let wait = |ms: Option<&str>, after: Option<&str>, date: Option<&str>| {
            let [retry_after, retry_after_ms, date] =
                [after, ms, date].map(|t| t.map(String::from));
            super::wait(&Received { retry_after, retry_after_ms, date, ..Received::default() })
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
    fn the_text_of_a_server_becomes_one_line_of_bounded_length() {
        let shown = error(500, "t", "c", &format!("a\nb\u{1b}[2J\t{}", "c".repeat(1000)));
        assert!(shown.contains("a b [2J ccc") && shown.ends_with("c…"), "{shown}");
        assert!(shown.chars().count() < 350);
    }
}
