//! Gives the replies of a file.

use std::collections::{BTreeMap, BTreeSet};
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::{Finish, Provider, ProviderFault, Reply, Request, Spent};
use crate::store::Hash;
use crate::vocabulary::PersonaId;

/// One line of a script.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedReply {
    /// The name of the question that it answers.
    pub question: String,
    /// The persona that is asked; absent for questions to no persona.
    #[serde(default)]
    pub persona: Option<PersonaId>,
    /// The answer: a JSON value, also `null`, or a string that is sent unchanged.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
    /// A fault instead of an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The delay before it is sent. *Units*: milliseconds.
    #[serde(default)]
    pub delay: u64,
}

/// A value that is there, also `null`, which an optional field would take for nothing.
fn present<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(input).map(Some)
}

/// Why a script cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    /// It does not have the shape of a script.
    #[error(
        "the script is not a JSON list of {{question, persona?, answer | fault?, delay?}}: {0}"
    )]
    Shape(#[from] serde_json::Error),
    /// A line has no answer and no fault, or both.
    #[error("reply {line} of the script needs `answer` or `fault`, and only one of them")]
    Line {
        /// Its place in the list, from 1.
        line: usize,
    },
    /// It answers a question that does not exist.
    #[error("the script answers a question that no mode asks: `{name}`; the questions are {known}")]
    UnknownQuestion {
        /// The name in the script.
        name: String,
        /// The names of the questions that exist, as a list for readers.
        known: String,
    },
}

/// The lines by question and persona, each with whether it was used.
type Lines = BTreeMap<(String, Option<PersonaId>), Vec<(ScriptedReply, AtomicBool)>>;

/// Answers the n-th request of a question to a persona with their n-th line, in any order of
/// requests.
#[derive(Debug)]
pub struct Script {
    identity: String,
    lines: Lines,
}

impl Script {
    /// Reads a script: a JSON list of [`ScriptedReply`]. `questions` are the names of the questions
    /// that exist.
    ///
    /// # Errors
    /// [`ScriptError`] if the text is not a script, answers a question that does not exist, or has
    /// a reply without an answer and a fault, or with both.
    pub fn parse(text: &str, questions: &BTreeSet<&str>) -> Result<Self, ScriptError> {
        let replies: Vec<ScriptedReply> = serde_json::from_str(text)?;
        let is_unknown = |reply: &&ScriptedReply| !questions.contains(reply.question.as_str());
        if let Some(reply) = replies.iter().find(is_unknown) {
            let known: Vec<String> = questions.iter().map(|name| format!("`{name}`")).collect();
            let known = known.join(", ");
            return Err(ScriptError::UnknownQuestion { name: reply.question.clone(), known });
        }
        let is_ambiguous = |reply: &ScriptedReply| reply.answer.is_some() == reply.fault.is_some();
        if let Some(index) = replies.iter().position(is_ambiguous) {
            return Err(ScriptError::Line { line: index + 1 });
        }
        let mut lines = Lines::new();
        for reply in replies {
            let of_one_kind =
                lines.entry((reply.question.clone(), reply.persona.clone())).or_default();
            of_one_kind.push((reply, AtomicBool::new(false)));
        }
        Ok(Self { identity: format!("script:{}", Hash::of(text.as_bytes())), lines })
    }

    /// The lines that no request used.
    pub fn unused(&self) -> Vec<&ScriptedReply> {
        let lines = self.lines.values().flatten();
        let unused = lines.filter(|(_, used)| !used.load(Ordering::Relaxed));
        unused.map(|(line, _)| line).collect()
    }

    async fn answer(&self, request: &Request<'_>) -> Result<Reply, ProviderFault> {
        let line = self.line(request)?;
        pause(Duration::from_millis(line.delay)).await;
        line.reply(request)
    }

    fn line(&self, request: &Request<'_>) -> Result<&ScriptedReply, ProviderFault> {
        let lines = self.lines.get(&(request.name.to_owned(), request.persona.clone()));
        let line = lines.and_then(|lines| lines.get(request.ordinal as usize));
        let to_persona =
            request.persona.as_ref().map_or_else(String::new, |persona| format!(" for {persona}"));
        let (line, used) = line.ok_or_else(|| {
            ProviderFault::NoAnswer(format!(
                "the script has no more lines for question {}{to_persona}",
                request.name
            ))
        })?;
        used.store(true, Ordering::Relaxed);
        Ok(line)
    }
}

impl ScriptedReply {
    fn reply(&self, request: &Request<'_>) -> Result<Reply, ProviderFault> {
        if let Some(fault) = &self.fault {
            return Err(ProviderFault::NoAnswer(fault.clone()));
        }
        let text = match self.answer.as_ref().unwrap_or(&Value::Null) {
            Value::String(text) => text.clone(),
            answer @ (Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Array(_)
            | Value::Object(_)) => answer.to_string(),
        };
        let spent = Spent::estimated(request, &text);
        Ok(Reply { text, model: request.model.clone(), finish: Finish::Stop, spent })
    }
}

/// Waits without blocking the thread; needs no particular runtime.
async fn pause(span: Duration) {
    let end = Instant::now() + span;
    let mut is_set = false;
    poll_fn(|context| {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Poll::Ready(());
        }
        if !std::mem::replace(&mut is_set, true) {
            let waker = context.waker().clone();
            thread::spawn(move || {
                thread::sleep(left);
                waker.wake();
            });
        }
        Poll::Pending
    })
    .await;
}

impl Provider for Script {
    fn identity(&self, _: &Request<'_>) -> String {
        self.identity.clone()
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request<'_>,
        _: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        self.answer(request).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::request;
    use super::*;

    fn parse(text: &str) -> Result<Script, ScriptError> {
        Script::parse(text, &BTreeSet::from(["attacks", "validate"]))
    }

    fn ask(
        script: &Script,
        name: &'static str,
        persona: Option<&str>,
        ordinal: u32,
    ) -> Result<String, String> {
        let request = Request {
            name,
            persona: persona.map(|id| PersonaId::new(id).unwrap()),
            ordinal,
            ..request("Well?")
        };
        let reply = pollster::block_on(script.complete(&request, &Hash::from_bytes([0; 32])));
        reply.map(|reply| reply.text).map_err(|fault| fault.to_string())
    }

    #[test]
    fn a_reply_without_an_answer_or_with_an_answer_and_a_fault_is_refused() {
        for second in ["", r#", "fault": null"#, r#", "answer": null, "fault": "no""#] {
            let first = r#"{"question": "attacks", "answer": "yes"}"#;
            let text = format!(r#"[{first}, {{"question": "attacks"{second}}}]"#);
            let error = parse(&text).unwrap_err();
            assert!(error.to_string().starts_with("reply 2 of the script needs"), "{error}");
        }
    }

    #[test]
    fn lines_are_chosen_by_question_persona_and_number_in_any_order() {
        let script = parse(
            r#"[{"question": "attacks", "persona": "ann", "answer": {"attacks": []}},
                {"question": "attacks", "persona": "bob", "answer": "no JSON at all"},
                {"question": "attacks", "persona": "ann", "fault": "no connection"}]"#,
        );
        let script = script.unwrap();
        assert_eq!(script.unused().len(), 3);
        let ask = |persona, ordinal| ask(&script, "attacks", Some(persona), ordinal);
        assert_eq!(ask("bob", 0).unwrap(), "no JSON at all");
        assert_eq!(ask("ann", 1).unwrap_err(), "no connection");
        assert_eq!(ask("ann", 0).unwrap(), r#"{"attacks":[]}"#);
        assert_eq!(
            ask("ann", 0).unwrap(),
            r#"{"attacks":[]}"#,
            "a repeated debate gets the same lines"
        );
        assert!(script.unused().is_empty());
        let fault = "the script has no more lines for question attacks for ann";
        assert_eq!(ask("ann", 2).unwrap_err(), fault);
        assert!(ask("cid", 0).is_err());
    }

    #[test]
    fn delays_of_parallel_requests_overlap() {
        let line = r#"{"question": "validate", "answer": {}, "delay": 300}"#;
        let script = parse(&format!("[{line}, {line}, {line}]")).unwrap();
        let requests =
            [0, 1, 2].map(|ordinal| Request { name: "validate", ordinal, ..request("Well?") });
        let key = Hash::from_bytes([0; 32]);
        let began = Instant::now();
        let replies = requests.iter().map(|request| script.complete(request, &key));
        let replies = pollster::block_on(futures_util::future::join_all(replies));
        let took = began.elapsed().as_millis();
        assert!(replies.iter().all(Result::is_ok));
        assert!((300..900).contains(&took), "{took} ms");
    }

    #[test]
    fn the_identity_of_a_script_depends_on_its_text_and_malformed_text_is_refused() {
        let identity = |text: &str| parse(text).unwrap().identity(&request("Well?"));
        assert_eq!(identity("[]"), identity("[]"));
        assert_ne!(identity("[]"), identity(r#"[{"question": "validate", "answer": 1}]"#));
        assert!(parse(r#"[{"question": "validate", "response": 1}]"#).is_err());
    }
}
