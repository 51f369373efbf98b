//! The Messages interface of Anthropic.
//!
//! # Source
//! The reference of the Messages API, version 2023-06-01, with structured outputs and prompt
//! caching.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::classify::UnexpectedAnswer;
use super::counted::counted;
use super::merge::merge;
use super::shown_schema::shown_schema;
use crate::prompt::Role;
use crate::provider::{Finish, Remote, Reply, Request, Sampling, Spent, Structured};

pub(super) const PATH: &str = "v1/messages";
pub(super) const VERSION: &str = "2023-06-01";

/// The system message of a persona (contract, rules, topic) is the same in all rounds and
/// replicates, so the server is asked to cache up to its end. The following messages change from
/// call to call.
pub(super) fn body(remote: &Remote, request: &Request<'_>, schema: &Value) -> Map<String, Value> {
    let messages = shown_schema(remote.structured, &request.messages, schema);
    let (system, messages): (Vec<_>, Vec<_>) =
        messages.iter().partition(|message| message.role == Role::System);
    let mut system: Vec<Value> =
        system.into_iter().map(|message| json!({"type": "text", "text": message.text})).collect();
    if let Some(Value::Object(last)) = system.last_mut() {
        last.insert("cache_control".to_owned(), json!({"type": "ephemeral"}));
    }
    let messages: Vec<Value> = messages
        .into_iter()
        .map(|message| json!({"role": message.role.word(), "content": message.text}))
        .collect();
    let mut body = Map::new();
    let mut set = |name: &str, value: Value| drop(body.insert(name.to_owned(), value));
    set("model", Value::from(request.model.as_str()));
    let room = request.parameters.max_output + remote.thinking;
    set(remote.output_limit.word(), Value::from(room.0));
    if !system.is_empty() {
        set("system", Value::from(system));
    }
    set("messages", Value::from(messages));
    if remote.sampling == Sampling::Question {
        set("temperature", Value::from(request.parameters.temperature));
    }
    let mut output = Map::new();
    if remote.structured == Structured::JsonSchema {
        output.insert("format".to_owned(), json!({"type": "json_schema", "schema": schema}));
    }
    if let Some(effort) = remote.effort.of(request.parameters.tier) {
        output.insert("effort".to_owned(), Value::from(effort.word()));
    }
    if !output.is_empty() {
        set("output_config", Value::from(output));
    }
    merge(&mut body, &remote.body);
    body
}

#[derive(Deserialize)]
struct Message {
    model: String,
    content: Vec<Block>,
    stop_reason: Option<String>,
    usage: Usage,
}

#[derive(Deserialize)]
struct Block {
    r#type: String,
    text: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    #[serde(rename = "input_tokens")]
    input: u64,
    #[serde(rename = "output_tokens")]
    output: u64,
    #[serde(rename = "cache_creation_input_tokens")]
    stored: Option<u64>,
    #[serde(rename = "cache_read_input_tokens")]
    cached: Option<u64>,
}

pub(super) fn read(value: Value) -> Result<Reply, UnexpectedAnswer> {
    let message: Message =
        serde_json::from_value(value).map_err(|error| UnexpectedAnswer(error.to_string()))?;
    let finish = match message.stop_reason.as_deref() {
        Some("end_turn" | "stop_sequence") => Finish::Stop,
        Some("max_tokens" | "model_context_window_exceeded") => Finish::Length,
        Some("refusal") => Finish::Refusal,
        Some(other) => return Err(UnexpectedAnswer(format!("its `stop_reason` is `{other}`"))),
        None => return Err(UnexpectedAnswer("it has no `stop_reason`".to_owned())),
    };
    // Thinking is in blocks of other types.
    let texts = message.content.into_iter().filter(|block| block.r#type == "text");
    let text = texts.filter_map(|block| block.text).collect();
    Ok(Reply { text, model: message.model, finish, spent: spent(&message.usage) })
}

/// Anthropic counts as input neither the tokens that its cache served nor those that were written
/// to it.
fn spent(usage: &Usage) -> Spent {
    let stored = counted(usage.stored.unwrap_or(0));
    Spent {
        input: counted(usage.input) + stored,
        stored,
        cached: counted(usage.cached.unwrap_or(0)),
        output: counted(usage.output),
        estimated: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(reason: &str) -> Value {
        json!({
            "type": "message", "role": "assistant", "model": "m-2026",
            "content": [
                {"type": "thinking", "thinking": "Hm.", "signature": "s"},
                {"type": "text", "text": "{\"a\": "},
                {"type": "text", "text": "1}"},
            ],
            "stop_reason": reason,
            "usage": {
                "input_tokens": 10, "output_tokens": 5, "cache_creation_input_tokens": 200, "cache_read_input_tokens": 3000,
            },
        })
    }

    #[test]
    fn every_documented_stop_reason_is_understood() {
        for (reason, expected) in [
            ("end_turn", Ok(Finish::Stop)),
            ("max_tokens", Ok(Finish::Length)),
            ("model_context_window_exceeded", Ok(Finish::Length)),
            ("refusal", Ok(Finish::Refusal)),
            ("tool_use", Err("its `stop_reason` is `tool_use`".to_owned())),
        ] {
            let finish = read(message(reason))
                .map(|reply| reply.finish)
                .map_err(|UnexpectedAnswer(why)| why);
            assert_eq!(finish, expected);
        }
        assert!(read(json!({"type": "message"})).is_err());
    }

    #[test]
    fn text_blocks_are_joined_and_token_counts_are_normalised() {
        let reply = read(message("end_turn")).unwrap();
        assert_eq!((reply.text.as_str(), reply.model.as_str()), (r#"{"a": 1}"#, "m-2026"));
        let Spent { input, stored, cached, output, estimated } = reply.spent;
        assert_eq!([input, stored, cached, output].map(|tokens| tokens.0), [210, 200, 3000, 5]);
        assert!(!estimated);
    }
}
