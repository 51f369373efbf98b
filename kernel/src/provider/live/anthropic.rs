//! Messages, by Anthropic.
//!
//! # Source
//! The reference of the Messages API, version 2023-06-01, with structured outputs and prompt caching.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Strange, schema};
use crate::prompt::Role;
use crate::provider::{Finish, Remote, Reply, Request, Sampling, Spent};
use crate::vocabulary::Tokens;

pub(super) const PATH: &str = "v1/messages";
pub(super) const VERSION: &str = "2023-06-01";

/// What a persona is told first — contract, rules, topic — is the same over its rounds and replicates, so the end of the
/// system message is where the server's cache is marked to end. What follows changes from call to call.
pub(super) fn body(remote: &Remote, request: &Request) -> Map<String, Value> {
    let (system, messages): (Vec<_>, Vec<_>) =
        request.messages.iter().partition(|message| message.role == Role::System);
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
    set(remote.output_limit.word(), Value::from(request.parameters.max_output.0));
    if !system.is_empty() {
        set("system", Value::from(system));
    }
    set("messages", Value::from(messages));
    if remote.sampling == Sampling::Task {
        set("temperature", Value::from(request.parameters.temperature));
    }
    let schema = schema::strict(&request.schema);
    set("output_config", json!({"format": {"type": "json_schema", "schema": schema}}));
    body.extend(remote.body.clone());
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
    input_tokens: u64,
    output_tokens: u64,
    cache_creation_input_tokens: Option<u64>,
    cache_read_input_tokens: Option<u64>,
}

pub(super) fn read(value: Value) -> Result<Reply, Strange> {
    let message: Message =
        serde_json::from_value(value).map_err(|error| Strange(error.to_string()))?;
    let finish = match message.stop_reason.as_deref() {
        Some("end_turn" | "stop_sequence") => Finish::Stop,
        Some("max_tokens" | "model_context_window_exceeded") => Finish::Length,
        Some("refusal") => Finish::Refusal,
        Some(other) => return Err(Strange(format!("its `stop_reason` is `{other}`"))),
        None => return Err(Strange("it has no `stop_reason`".to_owned())),
    };
    // A model that thinks first says so in blocks of other types.
    let texts = message.content.into_iter().filter(|block| block.r#type == "text");
    let text = texts.filter_map(|block| block.text).collect();
    Ok(Reply { text, model: message.model, finish, spent: spent(&message.usage) })
}

/// Anthropic's count of what was read includes neither what its cache served nor what was written into it.
fn spent(usage: &Usage) -> Spent {
    let stored = usage.cache_creation_input_tokens.unwrap_or(0);
    Spent {
        input: Tokens(usage.input_tokens + stored),
        stored: Tokens(stored),
        cached: Tokens(usage.cache_read_input_tokens.unwrap_or(0)),
        output: Tokens(usage.output_tokens),
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
    fn every_documented_end_has_its_meaning() {
        for (reason, expected) in [
            ("end_turn", Ok(Finish::Stop)),
            ("max_tokens", Ok(Finish::Length)),
            ("model_context_window_exceeded", Ok(Finish::Length)),
            ("refusal", Ok(Finish::Refusal)),
            ("tool_use", Err("its `stop_reason` is `tool_use`".to_owned())),
        ] {
            let finish =
                read(message(reason)).map(|reply| reply.finish).map_err(|Strange(why)| why);
            assert_eq!(finish, expected);
        }
        assert!(read(json!({"type": "message"})).is_err());
    }

    #[test]
    fn texts_are_put_together_and_tokens_are_counted_as_everywhere_else() {
        let reply = read(message("end_turn")).unwrap();
        assert_eq!((reply.text.as_str(), reply.model.as_str()), (r#"{"a": 1}"#, "m-2026"));
        let Spent { input, stored, cached, output, estimated } = reply.spent;
        assert_eq!([input, stored, cached, output].map(|tokens| tokens.0), [210, 200, 3000, 5]);
        assert!(!estimated);
    }
}
