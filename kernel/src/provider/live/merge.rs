//! Adds the fields of a manifest to a request.

use serde_json::{Map, Value};

/// Adds fields to a request. A table is merged with a table of the same name; any other value
/// replaces the former.
pub(super) fn merge(body: &mut Map<String, Value>, fields: &Map<String, Value>) {
    for (name, value) in fields {
        match (body.get_mut(name), value) {
            (Some(Value::Object(known)), Value::Object(fields)) => merge(known, fields),
            (Some(known), value) => *known = value.clone(),
            (None, value) => drop(body.insert(name.clone(), value.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tables_are_merged_and_other_values_replaced() {
        let object = |value: Value| value.as_object().cloned().unwrap();
        let format = json!({"type": "json_schema"});
        let mut body = object(json!({"output_config": {"format": format}, "seed": 1}));
        let fields = json!({"output_config": {"effort": "low"}, "seed": [2], "top_k": 3});
        merge(&mut body, &object(fields));
        let expected = json!({
            "output_config": {"format": format, "effort": "low"}, "seed": [2], "top_k": 3,
        });
        assert_eq!(Value::Object(body), expected);
    }
}
