//! Shows a model the schema of its answer where no server enforces it.

use serde_json::{Map, Value};

use crate::prompt::{self, Message, Role};
use crate::provider::Structured;

/// The messages as they are sent. The first question shows the schema if the manifest says that the
/// server does not enforce it. If the answer to a request has another form than the enforced one,
/// the server ignores the schema: the model never saw it, so the request to correct the answer
/// shows it.
pub(super) fn shown_schema(
    structured: Structured,
    messages: &[Message],
    schema: &Value,
) -> Vec<Message> {
    let mut messages = messages.to_vec();
    let shows = match structured {
        Structured::JsonObject | Structured::None => {
            messages.iter_mut().find(|message| message.role == Role::User)
        }
        Structured::JsonSchema => match &mut messages[..] {
            [.., Message { role: Role::Assistant, text }, correction] if !fits(text, schema) => {
                Some(correction)
            }
            _ => None,
        },
    };
    if let Some(message) = shows {
        prompt::show_schema(message, schema);
    }
    messages
}

/// Whether an answer is an object with the fields of the schema, as every answer under an enforced
/// schema is.
fn fits(answer: &str, schema: &Value) -> bool {
    let Ok(object) = serde_json::from_str::<Map<String, Value>>(answer) else { return false };
    let wanted = schema.get("properties").and_then(Value::as_object);
    wanted.is_none_or(|fields| {
        fields.len() == object.len() && fields.keys().all(|field| object.contains_key(field))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The numbers of the messages that show the schema.
    fn shown(structured: Structured, answers: &[&str]) -> Vec<usize> {
        let schema = json!({"type": "object", "properties": {"claims": {"type": "array"}}});
        let message = |role, text: &str| Message { role, text: text.to_owned() };
        let mut messages = vec![message(Role::System, "Rules."), message(Role::User, "Well?")];
        for answer in answers {
            messages.extend([message(Role::Assistant, answer), message(Role::User, "Again.")]);
        }
        let sent = shown_schema(structured, &messages, &schema);
        let shows = |text: &str| text.ends_with(&format!("JSON schema:\n\n{schema}"));
        (0..)
            .zip(&sent)
            .filter(|(_, message)| shows(&message.text))
            .map(|(place, _)| place)
            .collect()
    }

    #[test]
    fn the_first_question_shows_the_schema_where_the_server_enforces_none() {
        for structured in [Structured::JsonObject, Structured::None] {
            assert_eq!(shown(structured, &[]), [1]);
            assert_eq!(shown(structured, &["No."]), [1]);
        }
    }

    #[test]
    fn a_correction_shows_the_schema_only_after_an_answer_that_ignores_it() {
        let shown = |answers: &[&str]| shown(Structured::JsonSchema, answers);
        assert!(shown(&[]).is_empty());
        assert!(shown(&[r#"{"claims": ["wrong"]}"#]).is_empty(), "the server enforced the schema");
        for ignored in [
            "No.",
            "```json\n{\"claims\": []}\n```",
            r#"{"answer": []}"#,
            r#"{"claims": [], "a": 1}"#,
        ] {
            assert_eq!(shown(&[ignored]), [3], "{ignored}");
        }
    }
}
