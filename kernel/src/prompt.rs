//! Makes prompt text: the only place where words for a model are put together.
//!
//! One template a task in `templates/prompts`, parted by lines that start with `@` into messages. What stays the same
//! from call to call comes first, so that a provider can cache it: persona, rules of the mode, topic, then the changing
//! history. The calls of one persona in one mode share their whole system message.

use std::sync::LazyLock;

use minijinja::{Environment, UndefinedBehavior};
use serde::{Deserialize, Serialize};

use crate::task::{Kind, Task};

/// Who speaks in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Instructions that stay the same over many calls.
    System,
    /// The question of this call.
    User,
    /// The model's own earlier reply.
    Assistant,
}

impl Role {
    /// The role as a lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// One message to a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub text: String,
}

/// Says why a task could not be worded.
#[derive(Debug, thiserror::Error)]
#[error("the prompt template of task {kind} does not fit its inputs: {source}")]
pub struct PromptError {
    kind: Kind,
    source: minijinja::Error,
}

/// Parts that several templates include.
const PARTS: [(&str, &str); 3] = [
    ("shared/persona.md", include_str!("../../templates/prompts/shared/persona.md")),
    ("shared/topic.md", include_str!("../../templates/prompts/shared/topic.md")),
    ("graph/rules.md", include_str!("../../templates/prompts/graph/rules.md")),
];

/// The template of a task: its name and its text.
fn template(kind: Kind) -> (&'static str, &'static str) {
    macro_rules! template {
        ($name:literal) => {
            ($name, include_str!(concat!("../../templates/prompts/", $name)))
        };
    }
    match kind {
        Kind::Decompose => template!("shared/decompose.md"),
        Kind::Arguments => template!("graph/arguments.md"),
        Kind::Attacks => template!("graph/attacks.md"),
        Kind::Validate => template!("graph/validate.md"),
        Kind::Compare => template!("shared/compare.md"),
        Kind::Cruxes => template!("single/cruxes.md"),
    }
}

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    for (name, text) in PARTS.into_iter().chain(Kind::ALL.map(template)) {
        environment.add_template(name, text).expect("a test parses every template");
    }
    environment
});

/// Everything that words a task, for the id of cells that depend on it.
pub fn sources(kind: Kind) -> Vec<&'static str> {
    let own = template(kind).1;
    let included = PARTS.into_iter().filter(|(name, _)| own.contains(name)).map(|(_, text)| text);
    std::iter::once(own).chain(included).collect()
}

/// Words a task.
///
/// # Errors
/// [`PromptError`] where the template names a field that the task does not have.
pub fn render<T: Task>(task: &T) -> Result<Vec<Message>, PromptError> {
    let fault = |source| PromptError { kind: T::KIND, source };
    let template = TEMPLATES.get_template(template(T::KIND).0).map_err(fault)?;
    let text =
        template.render(minijinja::Value::from(minijinja::value::Serde(task))).map_err(fault)?;
    Ok(split(&text))
}

/// Words the request to mend an answer.
pub fn repair(reply: &str, faults: &[String]) -> [Message; 2] {
    let list = faults.join("\n- ");
    let text = format!(
        "This answer cannot be used:\n\n- {list}\n\nGive the whole answer again with these faults mended and nothing else \
         changed, as JSON of the same schema."
    );
    [Message { role: Role::Assistant, text: reply.to_owned() }, Message { role: Role::User, text }]
}

fn split(text: &str) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    for line in text.lines() {
        let role = match line {
            "@system" => Some(Role::System),
            "@user" => Some(Role::User),
            _ => None,
        };
        match (role, messages.last_mut()) {
            (Some(role), _) => messages.push(Message { role, text: String::new() }),
            (None, Some(message)) => {
                message.text.push_str(line);
                message.text.push('\n');
            }
            (None, None) => {}
        }
    }
    for message in &mut messages {
        message.text.truncate(message.text.trim_end().len());
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_parses_and_starts_with_a_system_message() {
        for kind in Kind::ALL {
            let (name, text) = template(kind);
            assert!(TEMPLATES.get_template(name).is_ok(), "{name}");
            assert!(text.starts_with("@system\n") && text.contains("\n@user\n"), "{name}");
        }
    }

    #[test]
    fn what_a_template_includes_counts_as_its_source() {
        assert_eq!(sources(Kind::Arguments).len(), 4);
        assert_eq!(sources(Kind::Decompose).len(), 2);
    }
}
