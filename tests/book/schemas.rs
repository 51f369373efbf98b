//! The JSON schemas of what debates leave, made from the types that are stored.

use std::path::{Path, PathBuf};

use faultline::mode::ModeName;
use faultline::pipeline::Progress;
use faultline::record::{Outcome, Snapshot};
use schemars::{JsonSchema, Schema, schema_for};
use serde_json::{Map, Value, json};

/// The schemas of the book below `src`: each file with the text that it should have.
pub(crate) fn expected(src: &Path) -> Vec<(PathBuf, String)> {
    let files = [
        ("snapshot", of::<Snapshot>("The state of a debate after one round.")),
        ("outcome", of::<Outcome>("The result of a debate.")),
        ("event", of::<Progress>("A line of the event stream of a run.")),
    ];
    let path = |name: &str| src.join(format!("reference/schemas/{name}.schema.json"));
    let mut files: Vec<_> = files.into_iter().map(|(name, text)| (path(name), text)).collect();
    for mode in ModeName::ALL {
        for (record, schema) in mode.details() {
            let schema = Schema::try_from(schema()).expect("a schema is an object");
            let title = format!("What mode {mode} stores as `detail` of a record: {record}.");
            files.push((path(&format!("{mode}-{record}-detail")), text(schema, &title)));
        }
    }
    files
}

fn of<T: JsonSchema>(title: &str) -> String {
    text(schema_for!(T), title)
}

fn text(mut schema: Schema, title: &str) -> String {
    schema.insert("title".to_owned(), title.into());
    if let Some(shapes) = schema.pointer_mut("/$defs/Relation/oneOf").and_then(Value::as_array_mut)
    {
        // The type's own schema leaves these out, because models must not answer with them.
        for (relation, meaning) in [
            ("attack", "The node attacks the other, without a component that it targets."),
            ("branches_from", "Between readings: it is about a question that the other raised."),
            (
                "contradicts",
                "Between readings: what it leaves standing excludes what the other leaves standing.",
            ),
            ("elaborates", "Between readings: it adds to the other."),
            ("requires", "Between readings: it takes for granted what the other found."),
            ("applies_to", "Between readings: it is a case of the other."),
            ("analogy", "Between readings: both have the same structure."),
        ] {
            shapes.push(json!({"type": "string", "const": relation, "description": meaning}));
        }
    }
    let mut schema = schema.to_value();
    join_lines(&mut schema);
    schema.sort_all_objects();
    format!("{schema:#}\n")
}

/// Joins the lines of every description, which are those of a comment in the code; paragraphs stay
/// apart.
fn join_lines(schema: &mut Value) {
    match schema {
        Value::Object(entries) => {
            for (key, value) in entries {
                if key == "description"
                    && let Value::String(text) = value
                {
                    let paragraphs = text.split("\n\n").map(|it| it.replace('\n', " "));
                    *text = paragraphs.collect::<Vec<_>>().join("\n\n");
                } else {
                    join_lines(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(join_lines),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Where a value is not as a schema says; `path` is where the value is.
///
/// Only the keywords that the schemas above use are known; any other is a fault.
pub(crate) fn faults(schema: &Value, root: &Value, value: &Value, path: &str) -> Vec<String> {
    let Some(schema) = schema.as_object() else { return Vec::new() };
    let mut faults = Vec::new();
    for (keyword, rule) in schema {
        match keyword.as_str() {
            "$ref" => {
                let name = rule.as_str().unwrap().strip_prefix("#").unwrap();
                faults.extend(self::faults(root.pointer(name).unwrap(), root, value, path));
            }
            "type" => {
                let allowed = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
                if !allowed.iter().any(|kind| is_of(value, kind.as_str().unwrap())) {
                    faults.push(format!("{path} is not of type {rule}"));
                }
            }
            "const" if value != rule => faults.push(format!("{path} is not {rule}")),
            "enum" if !rule.as_array().unwrap().contains(value) => {
                faults.push(format!("{path} is not one of {rule}"));
            }
            "minimum" if value.as_f64().is_some_and(|number| number < rule.as_f64().unwrap()) => {
                faults.push(format!("{path} is less than {rule}"));
            }
            "maximum" if value.as_f64().is_some_and(|number| number > rule.as_f64().unwrap()) => {
                faults.push(format!("{path} is more than {rule}"));
            }
            "$schema" | "$defs" | "title" | "description" | "default" | "format" | "const"
            | "enum" | "minimum" | "maximum" => {}
            "uniqueItems" | "minItems" | "maxItems" | "items" | "prefixItems" => {
                faults.extend(array_faults(keyword, rule, root, value, path));
            }
            "properties" | "required" | "additionalProperties" => {
                faults.extend(object_faults(keyword, schema, root, value, path));
            }
            "oneOf" | "anyOf" => {
                let rules = rule.as_array().unwrap();
                let of = |rule| self::faults(rule, root, value, path).is_empty();
                let fitting = rules.iter().filter(|rule| of(rule)).count();
                if fitting == 0 || (keyword == "oneOf" && fitting > 1) {
                    faults.push(format!("{path} fits {fitting} of {} shapes", rules.len()));
                }
            }
            _ => faults.push(format!("{path}: the keyword {keyword} is not known here")),
        }
    }
    faults
}

/// Where an array is not as a keyword says.
fn array_faults(
    keyword: &str,
    rule: &Value,
    root: &Value,
    value: &Value,
    path: &str,
) -> Vec<String> {
    let items = value.as_array().map_or(&[][..], Vec::as_slice);
    let of = |(index, (item, rule))| faults(rule, root, item, &format!("{path}/{index}"));
    match keyword {
        "items" => items.iter().map(|item| (item, rule)).enumerate().flat_map(of).collect(),
        "prefixItems" => {
            items.iter().zip(rule.as_array().unwrap()).enumerate().flat_map(of).collect()
        }
        "uniqueItems" => {
            let repeated = (1..items.len()).any(|index| items[..index].contains(&items[index]));
            repeated.then(|| format!("{path} has an item twice")).into_iter().collect()
        }
        _ => {
            let (count, limit) = (items.len() as u64, rule.as_u64().unwrap());
            let is_wrong = if keyword == "minItems" { count < limit } else { count > limit };
            is_wrong.then(|| format!("{path} has {count} items")).into_iter().collect()
        }
    }
}

/// Where an object is not as a keyword of its schema says.
fn object_faults(
    keyword: &str,
    schema: &Map<String, Value>,
    root: &Value,
    value: &Value,
    path: &str,
) -> Vec<String> {
    let rule = &schema[keyword];
    let Some(object) = value.as_object() else { return Vec::new() };
    let of = |(key, rule): (&String, &Value)| {
        let inner =
            object.get(key).map(|inner| faults(rule, root, inner, &format!("{path}/{key}")));
        inner.unwrap_or_default()
    };
    match keyword {
        "properties" => rule.as_object().unwrap().iter().flat_map(of).collect(),
        "required" => {
            let keys = rule.as_array().unwrap().iter().map(|key| key.as_str().unwrap());
            let missing = keys.filter(|key| !object.contains_key(*key));
            missing.map(|key| format!("{path} has no {key}")).collect()
        }
        _ if *rule == Value::Bool(false) => {
            let known = schema.get("properties");
            let other =
                object.keys().filter(|key| known.and_then(|known| known.get(key)).is_none());
            other.map(|key| format!("{path} has {key}, which is not described")).collect()
        }
        _ => object.keys().map(|key| (key, rule)).flat_map(of).collect(),
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_a_schema_does_not_describe_is_reported() {
        let schema = json!({
            "type": "object",
            "properties": {"n": {"$ref": "#/$defs/N"}, "s": {"type": ["string", "null"]}},
            "required": ["n"],
            "additionalProperties": false,
            "$defs": {"N": {"oneOf": [{"type": "integer"}, {"const": "none"}]}},
        });
        let faults = |value: Value| faults(&schema, &schema, &value, "");
        assert_eq!(faults(json!({"n": 1, "s": null})), [""; 0]);
        assert_eq!(faults(json!({"n": "none"})), [""; 0]);
        assert_eq!(faults(json!({"n": 1.5})), ["/n fits 0 of 2 shapes"]);
        assert_eq!(faults(json!({"s": "a"})), [" has no n"]);
        assert_eq!(faults(json!({"n": 1, "x": 1})), [" has x, which is not described"]);
    }
}
