//! Says what a test tells it to say.

use std::collections::BTreeMap;
use std::sync::Mutex;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Finish, Provider, ProviderFault, Reply, Request, Spent};
use crate::task::Kind;
use crate::text::estimated_tokens;
use crate::vocabulary::{PersonaId, Tokens};

/// One line of a script.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedReply {
    /// The task it answers.
    pub task: Kind,
    /// The persona it speaks for; for nobody in particular if absent.
    #[serde(default)]
    pub persona: Option<PersonaId>,
    /// The answer: a JSON value, or a string to be sent as it is.
    #[serde(default)]
    pub answer: Value,
    /// A fault instead of an answer.
    #[serde(default)]
    pub fault: Option<String>,
}

/// Says why a script cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the script is not a JSON list of {{task, persona?, answer | fault?}}: {0}")]
pub struct ScriptError(#[from] serde_json::Error);

/// The lines that are still to be said, by task and persona.
type Lines = BTreeMap<(Kind, Option<PersonaId>), std::vec::IntoIter<ScriptedReply>>;

/// Answers each task with the next line written for it and its persona.
#[derive(Debug)]
pub struct Script {
    source: String,
    lines: Mutex<Lines>,
}

impl Script {
    /// Reads a script: a JSON list of [`ScriptedReply`].
    ///
    /// # Errors
    /// [`ScriptError`] where the text is none.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let replies: Vec<ScriptedReply> = serde_json::from_str(text)?;
        let mut lines: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for reply in replies {
            lines.entry((reply.task, reply.persona.clone())).or_default().push(reply);
        }
        let lines = lines.into_iter().map(|(key, replies)| (key, replies.into_iter())).collect();
        Ok(Self { source: text.to_owned(), lines: Mutex::new(lines) })
    }

    fn next(&self, request: &Request) -> Result<Reply, ProviderFault> {
        let mut lines = self.lines.lock().expect("no thread panics while it holds the script");
        let line = lines.get_mut(&(request.task, request.persona.clone())).and_then(Iterator::next);
        let for_whom =
            request.persona.as_ref().map_or_else(String::new, |persona| format!(" for {persona}"));
        let line = line.ok_or_else(|| {
            ProviderFault::NoAnswer(format!(
                "the script has no more lines for task {}{for_whom}",
                request.task
            ))
        })?;
        if let Some(fault) = line.fault {
            return Err(ProviderFault::NoAnswer(fault));
        }
        let text = match line.answer {
            Value::String(text) => text,
            answer @ (Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Array(_)
            | Value::Object(_)) => answer.to_string(),
        };
        let output = Tokens(estimated_tokens(&text));
        let input =
            Tokens(request.messages.iter().map(|message| estimated_tokens(&message.text)).sum());
        let spent = Spent { input, cached: Tokens(0), output, estimated: true };
        Ok(Reply { text, model: request.model.clone(), finish: Finish::Stop, spent })
    }
}

impl Provider for Script {
    fn identity(&self, _: &Request) -> String {
        format!("script:{}", crate::store::Hash::of(self.source.as_bytes()))
    }

    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        std::future::ready(self.next(request)).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::request;
    use super::*;

    fn say(script: &Script, task: Kind, persona: Option<&str>) -> Result<String, String> {
        let request = Request {
            task,
            persona: persona.map(|id| PersonaId::new(id).unwrap()),
            ..request("Well?")
        };
        let reply = pollster::block_on(script.complete(&request));
        reply.map(|reply| reply.text).map_err(|fault| fault.to_string())
    }

    #[test]
    fn lines_are_said_in_order_by_task_and_persona() {
        let script = Script::parse(
            r#"[{"task": "attacks", "persona": "ann", "answer": {"attacks": []}},
                {"task": "attacks", "persona": "bob", "answer": "no JSON at all"},
                {"task": "attacks", "persona": "ann", "fault": "no connection"}]"#,
        );
        let script = script.unwrap();
        assert_eq!(say(&script, Kind::Attacks, Some("bob")).unwrap(), "no JSON at all");
        assert_eq!(say(&script, Kind::Attacks, Some("ann")).unwrap(), r#"{"attacks":[]}"#);
        assert_eq!(say(&script, Kind::Attacks, Some("ann")).unwrap_err(), "no connection");
        assert_eq!(
            say(&script, Kind::Attacks, Some("ann")).unwrap_err(),
            "the script has no more lines for task attacks for ann"
        );
        assert!(say(&script, Kind::Validate, None).is_err());
    }

    #[test]
    fn another_script_is_another_provider_and_nonsense_is_none() {
        let identity = |text: &str| Script::parse(text).unwrap().identity(&request("Well?"));
        assert_eq!(identity("[]"), identity("[]"));
        assert_ne!(identity("[]"), identity(r#"[{"task": "validate"}]"#));
        assert!(Script::parse(r#"[{"task": "validate", "anser": 1}]"#).is_err());
    }
}
