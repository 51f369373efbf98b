//! Narrows the schema of an answer to what one use of its question accepts.
//!
//! Each type of an answer has one schema, the same in all debates. A use of a question knows more:
//! which ids exist, how many items are wanted, which side its persona takes. A server that compiles
//! a grammar for each request can enforce that.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use super::{Brief, Schema};
use crate::vocabulary::{MOST_CITATIONS, Topic};

/// The schema of an answer while it is narrowed. Fields are named by their type, so that a type in
/// several places is narrowed in all of them.
#[derive(Debug, Clone)]
pub struct Narrowing {
    schema: Value,
}

impl Narrowing {
    pub(super) fn new(schema: &Schema) -> Self {
        Self { schema: Value::clone(schema) }
    }

    pub(super) fn finish(self) -> Value {
        self.schema
    }

    /// The schema of a type.
    pub(crate) fn schema_of<T: JsonSchema>(&mut self) -> &mut Value {
        let name = T::schema_name();
        if self.schema["title"] == *name {
            return &mut self.schema;
        }
        let known = self.schema.get_mut("$defs").and_then(|types| types.get_mut(&*name));
        known.unwrap_or_else(|| panic!("the answer has no type {name}"))
    }

    /// The schema of a field.
    pub(crate) fn field<T: JsonSchema>(&mut self, field: &str) -> &mut Value {
        let fields = self.schema_of::<T>().get_mut("properties");
        let known = fields.and_then(|fields| fields.get_mut(field));
        known.unwrap_or_else(|| panic!("{} has no field {field}", T::schema_name()))
    }

    /// The number of items of a list.
    pub(crate) fn count<T: JsonSchema>(&mut self, field: &str, range: RangeInclusive<usize>) {
        count(self.field::<T>(field), range);
    }

    /// The only value of a field.
    pub(crate) fn constant<T: JsonSchema>(&mut self, field: &str, value: impl Into<Value>) {
        *self.field::<T>(field) = json!({"const": value.into()});
    }

    /// The ids that a field or the items of a list may hold, besides null where a field may be
    /// null.
    pub(crate) fn ids<T: JsonSchema>(
        &mut self,
        field: &str,
        ids: impl IntoIterator<Item = impl ToString>,
    ) {
        enumerate(self.field::<T>(field), &texts(ids));
    }

    /// Every axis, in every field of that name.
    pub(crate) fn axes(&mut self, topic: &Topic) {
        let axes = texts(topic.axes.iter().map(|axis| &axis.id));
        self.everywhere("axis", |field| enumerate(field, &axes));
    }

    /// The excerpts of a persona and the evidence that they cite, in every field of these names.
    pub(crate) fn excerpts(&mut self, brief: &Brief) {
        let excerpts = texts(brief.excerpts.iter().map(|excerpt| &excerpt.id));
        self.everywhere("excerpts", |field| enumerate(field, &excerpts));
        let mut cited = texts(brief.excerpts.iter().flat_map(|excerpt| &excerpt.evidence));
        cited.sort();
        cited.dedup();
        self.everywhere("reference", |field| enumerate(field, &cited));
        self.everywhere("evidence", |field| count(field, 0..=MOST_CITATIONS));
    }

    /// The axis and the side of a type are both given or both null. To be called after its fields
    /// are narrowed.
    pub(crate) fn both_or_neither<T: JsonSchema>(&mut self) {
        let schema = self.schema_of::<T>();
        // References start at the root, so that the types of a whole answer stay there.
        let types = schema.as_object_mut().and_then(|schema| schema.remove("$defs"));
        let (mut both, mut neither) = (schema.clone(), schema.clone());
        for field in ["axis", "side"] {
            neither["properties"][field] = json!({"type": "null"});
            without_null(&mut both["properties"][field]);
        }
        let has_axes = both["properties"]["axis"]["enum"].is_array();
        *schema = if has_axes { json!({"anyOf": [neither, both]}) } else { neither };
        if let Some(types) = types {
            schema["$defs"] = types;
        }
    }

    /// A list with one item for each of some things: the items are the type with fixed fields.
    pub(crate) fn each<T: JsonSchema, I: JsonSchema>(
        &mut self,
        field: &str,
        fixed: impl IntoIterator<Item = Vec<(&'static str, Value)>>,
    ) {
        let item = self.schema_of::<I>().clone();
        let items = fixed.into_iter().map(|fields| with_fields(&item, fields)).collect();
        *self.field::<T>(field) = tuple(items);
    }

    /// Adds a schema of this name that several places share, and returns a reference to it.
    pub(crate) fn define(&mut self, name: &str, schema: Value) -> Value {
        self.schema["$defs"][name] = schema;
        json!({"$ref": format!("#/$defs/{name}")})
    }

    fn everywhere(&mut self, name: &str, narrow: impl Fn(&mut Value)) {
        let types = self.schema.get_mut("$defs").and_then(Value::as_object_mut);
        for schema in types.into_iter().flat_map(Map::values_mut) {
            schema.pointer_mut(&format!("/properties/{name}")).map(&narrow);
        }
        self.schema.pointer_mut(&format!("/properties/{name}")).map(&narrow);
    }
}

/// The schema of a type with other schemas for some of its fields.
pub(crate) fn with_fields(
    schema: &Value,
    fields: impl IntoIterator<Item = (&'static str, Value)>,
) -> Value {
    let mut schema = schema.clone();
    for (name, value) in fields {
        schema["properties"][name] = value;
    }
    schema
}

/// A list of exactly these items.
pub(crate) fn tuple(items: Vec<Value>) -> Value {
    let count = items.len();
    if count == 0 {
        return json!({"type": "array", "items": {"type": "null"}, "maxItems": 0});
    }
    let mut list = json!({"type": "array"});
    list["prefixItems"] = Value::Array(items);
    list["minItems"] = count.into();
    list["maxItems"] = count.into();
    list
}

/// A list of at least two items, each by another author: each schema is that of one author.
pub(crate) fn at_least_two(authors: &[Value]) -> Value {
    let most = authors.len();
    json!({"type": "array", "items": {"anyOf": authors}, "minItems": 2, "maxItems": most})
}

/// The only value of a field.
pub(crate) fn constant(value: impl Into<Value>) -> Value {
    json!({"const": value.into()})
}

/// A list of some of these ids.
pub(crate) fn some_of(ids: impl IntoIterator<Item = impl ToString>) -> Value {
    let mut list = json!({"type": "array", "items": {"type": "string"}});
    enumerate(&mut list, &texts(ids));
    list
}

fn texts(ids: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    ids.into_iter().map(|id| id.to_string()).collect()
}

fn count(list: &mut Value, range: RangeInclusive<usize>) {
    let limit = |known: &Value, new: usize| known.as_u64().map_or(new, |old| new.min(old as usize));
    list["minItems"] = Value::from(*range.start());
    list["maxItems"] = Value::from(limit(&list["maxItems"], *range.end()));
}

fn enumerate(field: &mut Value, ids: &[String]) {
    let is_nullable = field["type"].as_array().is_some_and(|types| types.contains(&json!("null")));
    if field["type"] == "array" {
        count(field, 0..=ids.len());
        if !ids.is_empty() {
            field["items"] = json!({"enum": ids});
        }
    } else if is_nullable && ids.is_empty() {
        *field = json!({"type": "null"});
    } else if is_nullable {
        let ids = ids.iter().map(|id| Cow::from(id.as_str())).map(Value::from);
        *field = json!({"enum": std::iter::once(Value::Null).chain(ids).collect::<Vec<_>>()});
    } else if !ids.is_empty() {
        *field = json!({"enum": ids});
    }
}

/// The types of a field besides null.
fn other_types(field: &Value) -> Option<Vec<Value>> {
    let types = field.get("type")?.as_array()?;
    Some(types.iter().filter(|kind| **kind != "null").cloned().collect())
}

/// Removes null from what a field may be.
fn without_null(field: &mut Value) {
    if let Some(allowed) = field.get_mut("enum").and_then(Value::as_array_mut) {
        allowed.retain(|value| !value.is_null());
    }
    if let Some([kind]) = other_types(field).as_deref() {
        field["type"] = kind.clone();
    }
    let options = field.get("anyOf").and_then(Value::as_array);
    let other = options.into_iter().flatten().find(|option| option["type"] != "null").cloned();
    if let Some(other) = other {
        *field = other;
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;
    use crate::question::samples::{brief, topic};

    #[derive(JsonSchema, Serialize)]
    struct Item {
        text: String,
        axis: Option<String>,
        side: Option<bool>,
        excerpts: Vec<String>,
        reference: Option<String>,
    }

    #[derive(JsonSchema, Serialize)]
    struct Answer {
        second: String,
        items: Vec<Item>,
        first: String,
    }

    fn narrowed(narrow: impl FnOnce(&mut Narrowing)) -> Value {
        let schema = Schema::new(schemars::schema_for!(Answer).to_value()).unwrap();
        let mut narrowing = Narrowing::new(&schema);
        narrow(&mut narrowing);
        narrowing.finish()
    }

    #[test]
    fn fields_are_in_the_order_of_their_type() {
        let schema = narrowed(|_| ());
        let names: Vec<&str> =
            schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, ["second", "items", "first"]);
    }

    #[test]
    fn ids_become_enums_and_null_remains_where_a_field_may_be_null() {
        let schema = narrowed(|schema| {
            schema.axes(&topic());
            schema.excerpts(&brief());
            schema.ids::<Answer>("first", ["i1", "i2"]);
            schema.constant::<Answer>("second", 7);
            schema.count::<Answer>("items", 1..=3);
        });
        let item = &schema["$defs"]["Item"]["properties"];
        assert_eq!(item["axis"]["enum"][0], Value::Null);
        assert_eq!(item["axis"]["enum"].as_array().unwrap().len(), topic().axes.len() + 1);
        assert_eq!(item["excerpts"]["items"], json!({"enum": ["drivers"]}));
        assert_eq!(item["excerpts"]["maxItems"], 1);
        assert_eq!(item["reference"], json!({"enum": [null, "till-2024"]}));
        assert_eq!(schema["properties"]["first"], json!({"enum": ["i1", "i2"]}));
        assert_eq!(schema["properties"]["second"], json!({"const": 7}));
        let items = &schema["properties"]["items"];
        assert_eq!((&items["minItems"], &items["maxItems"]), (&json!(1), &json!(3)));
    }

    #[test]
    fn an_axis_and_its_side_are_both_given_or_both_null() {
        let schema = narrowed(|schema| {
            schema.axes(&topic());
            schema.both_or_neither::<Item>();
        });
        let options = schema["$defs"]["Item"]["anyOf"].as_array().unwrap();
        let of = |option: usize, field: &str| options[option]["properties"][field].clone();
        assert_eq!(
            (of(0, "axis"), of(0, "side")),
            (json!({"type": "null"}), json!({"type": "null"}))
        );
        assert!(!of(1, "axis")["enum"].as_array().unwrap().contains(&Value::Null));
        assert_eq!(of(1, "side")["type"], "boolean");
    }

    #[test]
    fn without_ids_a_list_is_empty_and_a_nullable_field_null() {
        let schema = narrowed(|schema| {
            schema.ids::<Item>("excerpts", [""; 0]);
            schema.ids::<Item>("axis", [""; 0]);
        });
        let item = &schema["$defs"]["Item"]["properties"];
        assert_eq!(item["excerpts"]["maxItems"], 0);
        assert_eq!(item["axis"], json!({"type": "null"}));
    }
}
