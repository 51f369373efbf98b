//! The schemas that servers enforce.

use serde_json::{Map, Value, json};

/// Keywords that servers refuse or do not enforce; every answer is checked for them when it is
/// read.
const UNENFORCED: [&str; 14] = [
    "$schema", "default", "exclusiveMaximum", "exclusiveMinimum", "format", "maxItems",
    "maxLength", "maximum", "minItems", "minLength", "minimum", "multipleOf", "pattern", "title",
];

/// Reduces a schema to the subset that OpenAI's strict mode and Anthropic's structured outputs
/// share: every object closed with all fields required, no `oneOf`, nothing beside a `$ref`, no
/// ranges.
///
/// An optional field becomes one that may be null, as in the type of the answer.
pub(super) fn strict(schema: &Value) -> Value {
    let Value::Object(schema) = schema else { return schema.clone() };
    if let Some(reference) = schema.get("$ref") {
        return Value::Object(Map::from_iter([("$ref".to_owned(), reference.clone())]));
    }
    let mut strict = Map::new();
    for (word, value) in schema.iter().filter(|(word, _)| !UNENFORCED.contains(&word.as_str())) {
        let (word, value) = match (word.as_str(), value) {
            ("properties" | "$defs", Value::Object(named)) => {
                let named = named.iter().map(|(name, schema)| (name.clone(), self::strict(schema)));
                (word.as_str(), Value::Object(named.collect()))
            }
            ("oneOf" | "anyOf", Value::Array(options)) => match constants(options) {
                Some(words) => {
                    strict.insert("type".to_owned(), Value::from("string"));
                    ("enum", Value::from(words))
                }
                None => ("anyOf", options.iter().map(self::strict).collect()),
            },
            (word, value) => (word, self::strict(value)),
        };
        strict.insert(word.to_owned(), value);
    }
    close(&mut strict);
    Value::Object(strict)
}

/// The longest text in an answer where the server enforces it. *Units*: characters.
const LONGEST_TEXT: u32 = 400;
/// The longest speech: the fields of this name hold several sentences. *Units*: characters.
const LONGEST_SPEECH: u32 = 6_000;
/// The shortest text: the shortest ids that answers give to what they name have two characters,
/// such as `d1`.
const SHORTEST_TEXT: u32 = 2;
/// The values of a number between 0 and 1 where the server enforces them: no server enforces the
/// bounds of fractions.
const STEPS: u32 = 20;

/// Makes a schema that a server compiles to a grammar for one request: counts and ids are enforced,
/// every text has a bounded length, and a share is a multiple of 0.05.
///
/// Texts and shares refer to one definition each, so that the grammar remains small.
pub(super) fn grammar(schema: &Value) -> Value {
    let mut grammar = bounded(schema);
    let share = (0..=STEPS).map(|step| f64::from(step) / f64::from(STEPS));
    let definitions = json!({
        "share": {"enum": share.collect::<Vec<f64>>()},
        "text": {"type": "string", "minLength": SHORTEST_TEXT, "maxLength": LONGEST_TEXT},
        "speech": {"type": "string", "minLength": SHORTEST_TEXT, "maxLength": LONGEST_SPEECH},
    });
    let named = grammar.to_string();
    let is_used = |name: &str| named.contains(&format!("\"#/$defs/{name}\""));
    let used = definitions.as_object().into_iter().flatten().filter(|(name, _)| is_used(name));
    let used: Vec<(String, Value)> = used.map(|(name, of)| (name.clone(), of.clone())).collect();
    if grammar.get("$defs").is_none() {
        grammar["$defs"] = json!({});
    }
    if let Some(types) = grammar["$defs"].as_object_mut() {
        types.extend(used);
    }
    grammar
}

/// Bounds texts and shares, closes objects and removes what no grammar needs.
fn bounded(schema: &Value) -> Value {
    const NO_GRAMMAR: [&str; 5] = ["$schema", "default", "description", "format", "title"];
    let Value::Object(schema) = schema else { return schema.clone() };
    let reference = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    let is_bounded = |word: &str| schema.contains_key(word);
    let has_type = |wanted: &str| match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|one| one == wanted),
        other => other.is_some_and(|one| one == wanted),
    };
    let is_text = has_type("string") && !is_bounded("enum") && !is_bounded("const");
    let is_share = has_type("number") && schema.get("maximum").and_then(Value::as_f64) == Some(1.0);
    if is_text || is_share {
        let leaf = reference(if is_text { "text" } else { "share" });
        let is_optional = has_type("null");
        return if is_optional { json!({"anyOf": [leaf, {"type": "null"}]}) } else { leaf };
    }
    let mut bounded = Map::new();
    for (word, value) in schema.iter().filter(|(word, _)| !NO_GRAMMAR.contains(&word.as_str())) {
        let (word, value) = match (word.as_str(), value) {
            ("properties" | "$defs", Value::Object(named)) => {
                let bounded = |(name, schema): (&String, &Value)| {
                    let is_speech = name == "speech" && schema["type"] == "string";
                    let bounded =
                        if is_speech { reference("speech") } else { self::bounded(schema) };
                    (name.clone(), bounded)
                };
                (word.as_str(), Value::Object(named.iter().map(bounded).collect()))
            }
            ("oneOf" | "anyOf", Value::Array(options)) => match constants(options) {
                Some(words) => ("enum", Value::from(words)),
                None => ("anyOf", options.iter().map(self::bounded).collect()),
            },
            ("prefixItems", Value::Array(items)) => {
                ("prefixItems", items.iter().map(self::bounded).collect())
            }
            (word, value) => (word, self::bounded(value)),
        };
        bounded.insert(word.to_owned(), value);
    }
    close(&mut bounded);
    Value::Object(bounded)
}

/// Requires every field of an object and forbids others.
fn close(schema: &mut Map<String, Value>) {
    if let Some(Value::Object(fields)) = schema.get("properties") {
        let names: Vec<&str> = fields.keys().map(String::as_str).collect();
        let names = Value::from(names);
        schema.insert("required".to_owned(), names);
        schema.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
}

/// The allowed words, if all options are single words.
fn constants(options: &[Value]) -> Option<Vec<&str>> {
    options.iter().map(|option| option.get("const")?.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::mode::ModeName;

    /// Everything in a schema that is not in the subset.
    fn faults(schema: &Value, place: &str, faults: &mut Vec<String>) {
        const KNOWN: [&str; 11] = [
            "$defs", "$ref", "additionalProperties", "anyOf", "const", "description", "enum",
            "items", "properties", "required", "type",
        ];
        let Value::Object(schema) = schema else {
            return faults.push(format!("{place} is not a schema"));
        };
        for word in schema.keys().filter(|word| !KNOWN.contains(&word.as_str())) {
            faults.push(format!("{place} has {word}"));
        }
        if schema.contains_key("$ref") && schema.len() > 1 {
            faults.push(format!("{place} has something beside its reference"));
        }
        if schema.get("type") == Some(&Value::from("object")) {
            let fields = schema["properties"].as_object().expect("an object has fields");
            let required: BTreeSet<&str> =
                schema["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            if schema["additionalProperties"] != false
                || !fields.keys().all(|f| required.contains(f.as_str()))
            {
                faults.push(format!("{place} is open"));
            }
        }
        for named in ["properties", "$defs"] {
            for (name, inner) in schema.get(named).and_then(Value::as_object).into_iter().flatten()
            {
                self::faults(inner, &format!("{place}.{name}"), faults);
            }
        }
        for inner in schema
            .get("items")
            .into_iter()
            .chain(schema.get("anyOf").and_then(Value::as_array).into_iter().flatten())
        {
            self::faults(inner, place, faults);
        }
    }

    #[test]
    fn the_schema_of_every_question_can_be_reduced_to_the_subset() {
        for question in ModeName::ALL.into_iter().flat_map(ModeName::questions) {
            let mut found = Vec::new();
            faults(&strict(question.schema()), question.spec.name, &mut found);
            assert!(found.is_empty(), "{found:?}");
        }
    }

    /// The fields with several types, which hosted servers limit.
    fn unions(schema: &Value) -> usize {
        match schema {
            Value::Object(fields) => {
                let is_union =
                    fields.get("type").is_some_and(Value::is_array) || fields.contains_key("anyOf");
                usize::from(is_union) + fields.values().map(unions).sum::<usize>()
            }
            Value::Array(items) => items.iter().map(unions).sum(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
        }
    }

    #[test]
    fn no_schema_has_more_unions_than_anthropic_accepts_and_none_has_optional_fields() {
        // The subset has no optional fields, of which 24 would be accepted.
        const MOST_UNIONS: usize = 16;
        for question in ModeName::ALL.into_iter().flat_map(ModeName::questions) {
            let unions = unions(&strict(question.schema()));
            assert!(unions <= MOST_UNIONS, "{} has {unions}", question.spec.name);
        }
    }

    #[test]
    fn a_grammar_bounds_every_text_and_every_share() {
        let schema = serde_json::json!({
            "$schema": "s", "title": "T", "type": "object",
            "properties": {
                "words": {"type": "array", "items": {"type": "string", "description": "d"}, "maxItems": 2},
                "share": {"type": "number", "format": "double", "minimum": 0.0, "maximum": 1.0},
                "claim": {"type": ["string", "null"]},
                "weight": {"type": ["number", "null"], "minimum": 0.0, "maximum": 1.0},
                "persona": {"const": "ann"},
            },
        });
        let or_nothing =
            |name: &str| serde_json::json!({"anyOf": [{"$ref": name}, {"type": "null"}]});
        let expected = serde_json::json!({
            "type": "object",
            "properties": {
                "words": {"type": "array", "items": {"$ref": "#/$defs/text"}, "maxItems": 2},
                "share": {"$ref": "#/$defs/share"},
                "claim": or_nothing("#/$defs/text"),
                "weight": or_nothing("#/$defs/share"),
                "persona": {"const": "ann"},
            },
            "required": ["words", "share", "claim", "weight", "persona"],
            "additionalProperties": false,
        });
        let mut grammar = grammar(&schema);
        let definitions = grammar.as_object_mut().unwrap().remove("$defs").unwrap();
        assert_eq!(grammar, expected);
        assert_eq!(definitions["text"]["maxLength"], LONGEST_TEXT);
        assert_eq!(definitions["share"]["enum"][3], 0.15);
        assert_eq!(definitions.get("speech"), None, "what no field needs is left out");
        let of_speech = serde_json::json!({
            "type": "object", "properties": {"speech": {"type": "string"}, "id": {"type": "string"}},
        });
        let grammar = super::grammar(&of_speech);
        assert_eq!(grammar["properties"]["speech"]["$ref"], "#/$defs/speech");
        assert_eq!(grammar["$defs"]["speech"]["maxLength"], LONGEST_SPEECH);
        assert!(grammar["$defs"]["text"]["minLength"].as_u64() <= Some("d1".len() as u64));
    }

    #[test]
    fn fields_keep_their_names_and_options_become_enums() {
        let schema = serde_json::json!({
            "$schema": "s", "title": "T", "type": "object",
            "properties": {
                "title": {"type": ["string", "null"]},
                "side": {"description": "d", "$ref": "#/$defs/Side"},
                "share": {"type": "number", "format": "double", "minimum": 0},
            },
            "required": ["side"],
            "$defs": {"Side": {"oneOf": [{"type": "string", "const": "yes"}, {"type": "string", "const": "no"}]}},
        });
        let expected = serde_json::json!({
            "type": "object",
            "properties": {
                "title": {"type": ["string", "null"]},
                "side": {"$ref": "#/$defs/Side"},
                "share": {"type": "number"},
            },
            "required": ["title", "side", "share"],
            "additionalProperties": false,
            "$defs": {"Side": {"type": "string", "enum": ["yes", "no"]}},
        });
        assert_eq!(strict(&schema), expected);
    }
}
