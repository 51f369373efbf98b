//! What a manifest may say of a mode, in the words of the code's own documentation.

use serde_json::Value;

use super::{Mode, ModeName};

/// What writers of manifests need to know of a mode.
#[derive(Debug, Clone, PartialEq)]
pub struct Manual {
    /// What it is, in a sentence.
    pub summary: String,
    /// Its parameters, by key.
    pub parameters: Vec<Parameter>,
}

/// A parameter as manifests write it.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Its key.
    pub key: String,
    /// What it is if left out.
    pub default: Value,
    /// What it is, its range and its default, in sentences.
    pub meaning: String,
}

impl ModeName {
    /// What this mode is and what may be set of it, taken from the documentation of [`Mode`] and from its defaults.
    pub fn manual(self) -> Manual {
        let schema = schemars::schema_for!(Mode).to_value();
        let variants = schema["oneOf"].as_array().expect("a mode is one of several");
        let variant =
            variants.iter().find(|variant| variant["properties"].get(self.name()).is_some());
        let variant = variant.expect("each mode is written under its name");
        let reference = variant["properties"][self.name()]["$ref"].as_str();
        let place = reference.and_then(|reference| reference.strip_prefix('#'));
        let fields = schema.pointer(place.expect("each mode has a type of its own"));
        let fields = &fields.expect("a reference leads somewhere")["properties"];
        let defaults = serde_json::to_value(self.with_defaults()).expect("a mode has text keys");
        let defaults = defaults[self.name()].as_object().expect("a mode has parameters").clone();
        let parameters = defaults.into_iter().map(|(key, default)| {
            let meaning = told(&fields[&key]);
            Parameter { key, default, meaning }
        });
        Manual { summary: told(variant), parameters: parameters.collect() }
    }
}

/// A description without its marks.
fn told(schema: &Value) -> String {
    let written = schema["description"].as_str().unwrap_or_default().replace('*', "");
    written.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manual_says_what_the_code_says() {
        let manual = ModeName::Graph.manual();
        assert_eq!(manual.summary, "Structured arguments and attacks under Dung semantics.");
        let claims = Parameter {
            key: "max_claims".into(),
            default: 4.into(),
            meaning: "The most claims the topic is decomposed into. Range: 2–4, 4 by default."
                .into(),
        };
        assert_eq!(manual.parameters[0], claims);
    }

    #[test]
    fn nothing_goes_unexplained() {
        for mode in ModeName::ALL {
            let manual = mode.manual();
            assert!(!manual.summary.is_empty(), "{mode}");
            for parameter in manual.parameters {
                assert!(!parameter.meaning.is_empty(), "{mode}: {}", parameter.key);
            }
        }
    }
}
