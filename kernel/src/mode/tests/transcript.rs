//! Writes a debate as the text of its transcript, one value a line where it fits.
//!
//! The transcript does not depend on the wording of prompts: it replaces the key of a request by
//! the order in which keys first occur, and the number of tokens read by `some`. It gives only the
//! size of a snapshot's graph, because the graph follows from the changes, which it gives in full;
//! [`super::scripted::golden`] checks that it does. It leaves out events that carry a turn or a
//! change, because the same check finds them in the snapshots.

use crate::record::Event;
use serde_json::{Value, json};

use super::finished::Debate;

const WIDTH: usize = 120;

/// The whole debate.
pub(crate) fn transcript(debate: &Debate) -> String {
    let mut keys = Vec::new();
    let mut text = String::new();
    let json = |value: Result<Value, _>| {
        let mut value = value.expect("a debate has text keys only");
        value.sort_all_objects();
        value
    };
    let in_snapshots =
        |event: &&Event| matches!(event, Event::TurnTaken { .. } | Event::GraphChanged { .. });
    let events = debate.events.iter().filter(|event| !in_snapshots(event));
    let events = events.map(|event| named(json(serde_json::to_value(event))));
    let events = Value::Array(events.collect());
    let snapshots = json(serde_json::to_value(&debate.finished.snapshots));
    let outcome = json(serde_json::to_value(&debate.finished.outcome));
    for (name, mut value) in [("events", events), ("snapshots", snapshots), ("outcome", outcome)] {
        steady(&mut value, &mut keys);
        text.push_str(name);
        text.push(':');
        put(&value, 1, &mut text);
        text.push('\n');
    }
    text
}

/// Puts an event under its name.
fn named(mut event: Value) -> Value {
    let fields = event.as_object_mut().expect("an event is an object");
    let name = fields.remove("event").expect("an event has a name");
    json!({name.as_str().expect("a name is text"): event})
}

/// Replaces everything that depends on the wording of prompts, and the graphs.
fn steady(value: &mut Value, keys: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(graph) = fields.get_mut("graph") {
                let size = |what: &str| graph[what].as_array().map_or(0, Vec::len);
                *graph = json!({"edges": size("edges"), "nodes": size("nodes")});
            }
            for (name, field) in fields {
                match (name.as_str(), &field) {
                    ("input", Value::Number(number)) if number.as_u64() > Some(0) => {
                        *field = "some".into();
                    }
                    _ => steady(field, keys),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| steady(item, keys)),
        Value::String(text) if text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit()) => {
            let known = keys.iter().position(|key| key == text).unwrap_or_else(|| {
                keys.push(text.clone());
                keys.len() - 1
            });
            *text = format!("request-{}", known + 1);
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Writes a value behind its name: on the same line where it fits, else indented below.
fn put(value: &Value, depth: usize, text: &mut String) {
    let line = one_line(value);
    let column = text.len() - text.rfind('\n').map_or(0, |end| end + 1);
    if column + 1 + line.chars().count() <= WIDTH || !(value.is_array() || value.is_object()) {
        text.push(' ');
        text.push_str(&line);
        return;
    }
    let margin = "  ".repeat(depth);
    match value {
        Value::Array(items) => {
            for item in items {
                text.extend(["\n", &margin, "-"]);
                put(item, depth + 1, text);
            }
        }
        Value::Object(fields) => {
            // The first field of an item follows its dash.
            let is_item = text.ends_with('-');
            for (number, (name, field)) in fields.iter().enumerate() {
                let space = if is_item && number == 0 { [" ", ""] } else { ["\n", &margin] };
                text.extend(space);
                text.extend([name, ":"]);
                put(field, depth + 1, text);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn one_line(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(one_line).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, field)| format!("{name}: {}", one_line(field))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        Value::String(text) if is_word(text) => text.clone(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
}
