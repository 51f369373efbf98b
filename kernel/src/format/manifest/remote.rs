//! Reads `[provider]` of a manifest whose provider is a server with language models.

use std::time::Duration;

use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::DeValue;

use crate::format::fault::{Fault, Faults};
use crate::format::source::Source;
use crate::format::toml_table::Table;
use crate::provider::{
    BaseUrlFault, Dialect, Efforts, Limits, OutputLimit, Remote, Sampling, Schemas, check_base_url,
};
use crate::vocabulary::Tokens;

/// All keys of a server except `kind`.
pub(super) const KEYS: [&str; 14] = [
    "base_url", "key_env", "structured", "output_limit", "sampling", "effort", "thinking_tokens",
    "schemas", "body", "requests_per_minute", "tokens_per_minute", "concurrency",
    "timeout_seconds", "retries",
];

/// Fields that every request has anyway, or that would make answers unreadable.
const RESERVED: [&str; 5] = ["model", "messages", "system", "stream", "n"];

pub(super) fn read(table: &mut Table<'_>, dialect: Dialect, faults: &mut Faults) -> Remote {
    let mut remote = match base_url(table, faults) {
        Some(url) => Remote::at(dialect, url),
        None => Remote::new(dialect),
    };
    remote.key_env = variable(table, faults);
    let sampling = [("question", Sampling::Question), ("server", Sampling::Server)];
    remote.sampling =
        table.optional_choice("sampling", &sampling, faults).unwrap_or(remote.sampling);
    let structured = dialect.structured();
    let structured: Vec<_> = structured.iter().map(|form| (form.word(), *form)).collect();
    remote.structured =
        table.optional_choice("structured", &structured, faults).unwrap_or(remote.structured);
    if dialect == Dialect::OpenAi {
        let default = remote.output_limit;
        let limits = [OutputLimit::MaxTokens, OutputLimit::MaxCompletionTokens];
        let limits = limits.map(|limit| (limit.word(), limit));
        remote.output_limit =
            table.optional_choice("output_limit", &limits, faults).unwrap_or(default);
    }
    remote.effort = effort(table, dialect, faults);
    let thinking = table.number("thinking_tokens", 0..=1_000_000, remote.thinking.0, faults);
    remote.thinking = Tokens(thinking);
    let schemas = [("question", Schemas::Question), ("call", Schemas::Call)];
    remote.schemas = table.optional_choice("schemas", &schemas, faults);
    if let Some(body) = table.optional_table("body", faults) {
        remote.body = fields(&body, dialect, faults);
    }
    remote.limits = limits(table, faults);
    remote
}

/// Reads the address of a server.
pub(super) fn base_url(table: &mut Table<'_>, faults: &mut Faults) -> Option<String> {
    let url = table.optional_text("base_url", faults)?;
    if let Err(fault) = check_base_url(url.get_ref()) {
        let message = format!("`base_url` cannot be used: {fault}");
        let fault_at = match fault {
            BaseUrlFault::NotAUrl => table.source().error(url.span(), message),
            BaseUrlFault::Credentials | BaseUrlFault::Query => without_source_line(table, message),
        };
        faults.push(fault_at.with_help(fault.help()));
    }
    Some(url.into_inner())
}

/// Reads `effort`: one word, or a table with a word for each tier.
fn effort(table: &mut Table<'_>, dialect: Dialect, faults: &mut Faults) -> Efforts {
    let known = dialect.efforts();
    let words = known.iter().map(|effort| (effort.word(), *effort)).collect::<Vec<_>>();
    if table.is_table("effort") {
        let Some(mut tiers) = table.optional_table("effort", faults) else {
            return Efforts::default();
        };
        let strong = tiers.optional_choice("strong", &words, faults);
        let fast = tiers.optional_choice("fast", &words, faults);
        tiers.finish("in `effort`", faults);
        return Efforts { strong, fast };
    }
    let both = table.optional_choice("effort", &words, faults);
    Efforts { strong: both, fast: both }
}

pub(super) fn limits(table: &mut Table<'_>, faults: &mut Faults) -> Limits {
    let default = Limits::default();
    let mut small = |key, range, default: u32| {
        let number = table.number(key, range, u64::from(default), faults);
        u32::try_from(number).expect("the range ends below 2^32")
    };
    let concurrency = small("concurrency", 1..=256, default.concurrency);
    let retries = small("retries", 0..=20, default.retries);
    let seconds = table.number("timeout_seconds", 1..=3600, default.timeout.as_secs(), faults);
    let mut a_minute = |key| {
        let number = table.optional_number(key, 1..=1_000_000_000, faults);
        number.map(Spanned::into_inner)
    };
    Limits {
        requests_per_minute: a_minute("requests_per_minute"),
        tokens_per_minute: a_minute("tokens_per_minute"),
        concurrency,
        timeout: Duration::from_secs(seconds),
        retries,
    }
}

/// Makes a fault whose line is not shown, because it may contain a secret.
fn without_source_line(table: &Table<'_>, message: impl Into<String>) -> Fault {
    let mut fault = table.source().whole(message);
    fault.span = table.header();
    fault
}

/// Reads the name of an environment variable.
pub(super) fn variable(table: &mut Table<'_>, faults: &mut Faults) -> Option<String> {
    let name = table.optional_text("key_env", faults)?;
    let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    if !name.get_ref().chars().all(is_name) {
        let message = "`key_env` is not the name of an environment variable";
        let help =
            "write its name in capitals, such as OPENAI_API_KEY; never write a key into a manifest";
        faults.push(without_source_line(table, message).with_help(help));
        return None;
    }
    Some(name.into_inner())
}

fn fields(table: &Table<'_>, dialect: Dialect, faults: &mut Faults) -> Map<String, Value> {
    let mut fields = Map::new();
    for (key, value) in table.entries() {
        if RESERVED.contains(&key.get_ref().as_str()) {
            let message = format!("`{}` cannot be set in [provider.body]", key.get_ref());
            let help = "remove it: the program sets the messages, the model and the streaming of every request";
            faults.push(table.source().error(key.span(), message).with_help(help));
        }
        check_nested(table, &key, value, dialect, faults);
        if let Some(value) = json(&key, value, table.source(), faults) {
            fields.insert(key.into_inner(), value);
        }
    }
    fields
}

/// Finds fields within fields that would make answers unreadable or that no server reads.
fn check_nested(
    table: &Table<'_>,
    key: &Spanned<String>,
    value: &DeValue<'_>,
    dialect: Dialect,
    faults: &mut Faults,
) {
    let has = |name: &str| value.as_table().is_some_and(|table| table.get(name).is_some());
    let error = |message: &str| table.source().error(key.span(), message);
    match key.get_ref().as_str() {
        "output_config" if has("format") => {
            let help = "remove `format`: the program sets the schema of every answer; other fields of `output_config` are kept";
            let message = "`output_config.format` cannot be set in [provider.body]";
            faults.push(error(message).with_help(help));
        }
        name if dialect == Dialect::OpenAi
            && (name == "num_ctx" || name == "options" && has("num_ctx")) =>
        {
            let help = "set the context of the server: start Ollama with OLLAMA_CONTEXT_LENGTH=16384, or write `PARAMETER num_ctx \
                        16384` into the Modelfile of the model";
            let message = "`num_ctx` has no effect: Ollama's /v1 ignores it, and cuts longer prompts without an error";
            faults.push(error(message).as_warning().with_help(help));
        }
        _ => {}
    }
}

/// The largest integer that JSON readers agree on.
const MAX_INTEGER: u64 = (1 << 53) - 1;

/// Converts a value to JSON. Dates, and numbers that JSON cannot express, are faults.
fn json(
    key: &Spanned<String>,
    value: &DeValue<'_>,
    source: &Source,
    faults: &mut Faults,
) -> Option<Value> {
    let plain = match value {
        DeValue::String(text) => Some(Value::from(text.as_ref())),
        DeValue::Boolean(truth) => Some(Value::from(*truth)),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .ok()
            .filter(|number| number.unsigned_abs() <= MAX_INTEGER)
            .map(Value::from),
        DeValue::Float(number) => {
            number.as_str().parse().ok().and_then(serde_json::Number::from_f64).map(Value::from)
        }
        DeValue::Array(items) => {
            let items = items.iter().map(|item| json(key, item.get_ref(), source, faults));
            return items.collect::<Option<Vec<_>>>().map(Value::from);
        }
        DeValue::Table(entries) => {
            let field = |(name, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
                let name: &std::borrow::Cow<'_, str> = name.get_ref();
                Some((name.to_string(), json(key, value.get_ref(), source, faults)?))
            };
            return entries.iter().map(field).collect::<Option<Map<_, _>>>().map(Value::from);
        }
        DeValue::Datetime(_) => None,
    };
    if plain.is_none() {
        let message = format!("`{}` has a value that JSON cannot express", key.get_ref());
        let help = "write strings, booleans, numbers (integers up to 2^53 - 1), and lists and tables of these";
        faults.push(source.error(key.span(), message).with_help(help));
    }
    plain
}
