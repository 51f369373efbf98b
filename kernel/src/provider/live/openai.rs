//! The Chat Completions interface of OpenAI and of all compatible servers.
//!
//! # Source
//! The reference of OpenAI's chat completions; differences of compatible servers (llama.cpp,
//! Ollama, vLLM) are noted where they matter.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::classify::UnexpectedAnswer;
use super::counted::counted;
use super::merge::merge;
use super::shown_schema::shown_schema;
use crate::prompt;
use crate::provider::{Finish, Remote, Reply, Request, Sampling, Spent, Structured};
use crate::store::Hash;
use crate::vocabulary::Tokens;

pub(super) const PATH: &str = "chat/completions";

pub(super) fn body(remote: &Remote, request: &Request<'_>, schema: &Value) -> Map<String, Value> {
    let messages = shown_schema(remote.structured, &request.messages, schema);
    let format = match remote.structured {
        Structured::JsonSchema => Some(json!({
            "type": "json_schema",
            "json_schema": {
                "name": request.name, "strict": true, "schema": schema,
            },
        })),
        Structured::JsonObject => Some(json!({"type": "json_object"})),
        Structured::None => None,
    };
    let head = prompt::head(&messages).len();
    let has_breakpoint = remote.is_at_makers() && needs_breakpoint(&request.model);
    let content = |place: usize, text: &str| {
        if has_breakpoint && place + 1 == head {
            json!([{"type": "text", "text": text, "prompt_cache_breakpoint": {"mode": "explicit"}}])
        } else {
            Value::from(text)
        }
    };
    let messages: Vec<Value> = (0..)
        .zip(&messages)
        .map(|(place, message)| {
            json!({"role": message.role.word(), "content": content(place, &message.text)})
        })
        .collect();
    let mut body = Map::new();
    let mut set = |name: &str, value: Value| drop(body.insert(name.to_owned(), value));
    set("model", Value::from(request.model.as_str()));
    set("messages", Value::from(messages));
    let room = request.parameters.max_output + remote.thinking;
    set(remote.output_limit.word(), Value::from(room.0));
    if let Some(effort) = remote.effort.of(request.parameters.tier) {
        set("reasoning_effort", Value::from(effort.word()));
    }
    if remote.sampling == Sampling::Question {
        set("temperature", Value::from(request.parameters.temperature));
        set("seed", Value::from(seed(request)));
    }
    if let Some(format) = format {
        set("response_format", format);
    }
    merge(&mut body, &remote.body);
    body
}

/// Whether OpenAI's prompt cache serves a model only up to a breakpoint: from gpt-5.6 on, the cache
/// no longer finds the longest known prefix. Older models refuse breakpoints.
fn needs_breakpoint(model: &str) -> bool {
    let version = model.strip_prefix("gpt-").map(|rest| rest.split('-').next().unwrap_or_default());
    let number = |text: &str| text.parse::<u32>().ok();
    let version = version.and_then(|version| match version.split_once('.') {
        Some((major, minor)) => Some((number(major)?, number(minor)?)),
        None => Some((number(version)?, 0)),
    });
    version.is_some_and(|version| version >= (5, 6))
}

/// A seed of 31 bits, which every server accepts; repeated questions have different seeds.
fn seed(request: &Request<'_>) -> u32 {
    let hash = Hash::of(format!("{}/{}", request.seed.0, request.sample).as_bytes());
    let (first, _) = hash.as_bytes().split_first_chunk::<4>().expect("a hash has 32 bytes");
    u32::from_le_bytes(*first) >> 1
}

#[derive(Deserialize)]
struct Completion {
    model: Option<String>,
    choices: Vec<Choice>,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    message: ChatMessage,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct ChatMessage {
    content: Option<String>,
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: u64,
    completion_tokens: u64,
    prompt_tokens_details: Option<Details>,
}

#[derive(Deserialize)]
struct Details {
    cached_tokens: Option<u64>,
    cache_write_tokens: Option<u64>,
}

pub(super) fn read(request: &Request<'_>, value: Value) -> Result<Reply, UnexpectedAnswer> {
    let completion: Completion =
        serde_json::from_value(value).map_err(|error| UnexpectedAnswer(error.to_string()))?;
    let choice = completion.choices.into_iter().next();
    let Choice { message, finish_reason } =
        choice.ok_or_else(|| UnexpectedAnswer("it has no choices".to_owned()))?;
    // Some servers send an empty refusal with every answer.
    let refusal = message.refusal.filter(|refusal| !refusal.is_empty());
    let finish = match finish_reason.as_deref() {
        _ if refusal.is_some() => Finish::Refusal,
        Some("stop") => Finish::Stop,
        Some("length") => Finish::Length,
        Some("content_filter") => Finish::Refusal,
        Some(other) => return Err(UnexpectedAnswer(format!("its `finish_reason` is `{other}`"))),
        None => return Err(UnexpectedAnswer("it has no `finish_reason`".to_owned())),
    };
    let text = refusal.or(message.content).unwrap_or_default();
    let spent =
        completion.usage.map_or_else(|| Spent::estimated(request, &text), |usage| spent(&usage));
    let model = completion.model.map_or_else(|| request.model.clone(), |model| named(&model));
    Ok(Reply { text, model, finish, spent })
}

/// The name of the model; llama.cpp sends the path of its file instead, which differs between
/// machines.
fn named(model: &str) -> String {
    let is_path = model.starts_with(['/', '.', '~']) || model.contains('\\');
    let name = model.rsplit(['/', '\\']).next().filter(|_| is_path);
    name.unwrap_or(model).to_owned()
}

/// OpenAI counts as input the tokens that its cache served and those that were written to it.
fn spent(usage: &Usage) -> Spent {
    let details = usage.prompt_tokens_details.as_ref();
    let cached = details.and_then(|details| details.cached_tokens);
    let Tokens(prompt) = counted(usage.prompt_tokens);
    let cached = cached.unwrap_or(0).min(prompt);
    let input = prompt - cached;
    let stored = details.and_then(|details| details.cache_write_tokens).unwrap_or(0);
    Spent {
        input: Tokens(input),
        stored: Tokens(stored.min(input)),
        cached: Tokens(cached),
        output: counted(usage.completion_tokens),
        estimated: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::{Message, Role};
    use crate::provider::Dialect;
    use crate::provider::samples::request;
    use crate::vocabulary::Seed;

    fn finish(value: Value) -> Result<Finish, String> {
        read(&request("Well?"), value)
            .map(|reply| reply.finish)
            .map_err(|UnexpectedAnswer(why)| why)
    }

    fn choice(message: &Value, reason: &Value) -> Value {
        json!({"choices": [{"message": message, "finish_reason": reason}]})
    }

    #[test]
    fn every_documented_finish_reason_is_understood() {
        let spoken = json!({"role": "assistant", "content": "{}"});
        for (reason, expected) in [
            ("stop", Finish::Stop),
            ("length", Finish::Length),
            ("content_filter", Finish::Refusal),
        ] {
            assert_eq!(finish(choice(&spoken, &json!(reason))), Ok(expected));
        }
        let refused = json!({"role": "assistant", "content": null, "refusal": "I will not."});
        assert_eq!(finish(choice(&refused, &json!("stop"))), Ok(Finish::Refusal));
        let error = finish(choice(&spoken, &json!("tool_calls"))).unwrap_err();
        assert_eq!(error, "its `finish_reason` is `tool_calls`");
        assert!(finish(choice(&spoken, &Value::Null)).is_err());
        assert!(finish(json!({"choices": []})).is_err());
        assert!(finish(json!({"hello": 1})).is_err());
    }

    #[test]
    fn cached_tokens_are_subtracted_from_the_input() {
        let mut value = choice(&json!({"content": "{}"}), &json!("stop"));
        value["usage"] = json!({
            "prompt_tokens": 100, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 64, "cache_write_tokens": 20},
        });
        let spent = read(&request("Well?"), value.clone()).unwrap().spent;
        assert_eq!((spent.input, spent.cached, spent.output), (Tokens(36), Tokens(64), Tokens(7)));
        assert_eq!(spent.stored, Tokens(20), "cache writes are part of the input");
        assert!(!spent.estimated);
        value["usage"] = Value::Null;
        assert!(read(&request("Well?"), value).unwrap().spent.estimated);
    }

    #[test]
    fn only_models_that_need_cache_breakpoints_get_them() {
        for (model, needs) in [
            ("gpt-5.6", true),
            ("gpt-5.6-sol-2026-07-09", true),
            ("gpt-6", true),
            ("gpt-5.10-mini", true),
            ("gpt-5.5", false),
            ("gpt-5-mini", false),
            ("gpt-4o", false),
            ("o4-mini", false),
        ] {
            assert_eq!(needs_breakpoint(model), needs, "{model}");
        }
    }

    #[test]
    fn the_system_message_ends_with_a_breakpoint_only_at_openai() {
        let mut request = request("Well?");
        request.model = "gpt-5.6".to_owned();
        let system = Message { role: Role::System, text: "Rules.".to_owned() };
        request.messages.insert(0, system);
        let content =
            |remote: &Remote| body(remote, &request, &json!({}))["messages"][0]["content"].clone();
        let marked = json!([{
            "type": "text", "text": "Rules.", "prompt_cache_breakpoint": {"mode": "explicit"},
        }]);
        assert_eq!(content(&Remote::new(Dialect::OpenAi)), marked);
        let compatible = Remote::at(Dialect::OpenAi, "https://example.org/v1");
        assert_eq!(content(&compatible), "Rules.");
    }

    #[test]
    fn repeated_questions_have_different_seeds_that_every_server_accepts() {
        let seed =
            |seed, sample| self::seed(&Request { seed: Seed(seed), sample, ..request("Well?") });
        assert_ne!(seed(1, 0), seed(1, 1));
        assert_ne!(seed(1, 0), seed(2, 0));
        assert_eq!(seed(1, 0), seed(1, 0));
        assert!((0..64).all(|cell| i32::try_from(seed(cell, 0)).is_ok()));
    }

    #[test]
    fn a_manifest_can_add_fields_and_leave_sampling_to_the_server() {
        let mut remote = Remote::new(Dialect::OpenAi);
        remote.sampling = Sampling::Server;
        remote.structured = Structured::None;
        remote.body = Map::from_iter([("options".to_owned(), json!({"num_ctx": 8192}))]);
        let schema = json!({"type": "object"});
        let body = body(&remote, &request("Well?"), &schema);
        let names: Vec<&str> = body.keys().map(String::as_str).collect();
        assert_eq!(names, ["model", "messages", "max_completion_tokens", "options"]);
        let asked = body["messages"][0]["content"].as_str().unwrap();
        assert!(asked.starts_with("Well?") && asked.contains(r#"{"type":"object"}"#), "{asked}");
    }
}
