//! What templates compare with: every text that a template compares a value with is one that the
//! value can be. A template that compares with a word that no value is any more shows the wrong
//! text, and no prompt fails.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use schemars::{JsonSchema, schema_for};
use serde_json::Value;

use crate::graph::NodeKind;
use crate::mode::conversation::run::ConversationTone;
use crate::mode::procon::detail::Finding;
use crate::vocabulary::Reach;

/// The texts that a value of this type can be, according to its schema.
fn texts<T: JsonSchema>() -> BTreeSet<String> {
    fn collect(schema: &Value, found: &mut BTreeSet<String>) {
        match schema {
            Value::Object(fields) => {
                for (key, value) in fields {
                    match (key.as_str(), value) {
                        ("const", Value::String(text)) => found.extend([text.clone()]),
                        ("enum", Value::Array(all)) => {
                            found.extend(all.iter().filter_map(Value::as_str).map(str::to_owned));
                        }
                        _ => collect(value, found),
                    }
                }
            }
            Value::Array(all) => all.iter().for_each(|value| collect(value, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut found = BTreeSet::new();
    collect(schema_for!(T).as_value(), &mut found);
    found
}

/// The comparisons of a template with texts: what is compared, and with which text.
fn comparisons(template: &str) -> Vec<(&str, &str)> {
    let is_name = |c: char| c.is_alphanumeric() || "_.".contains(c);
    let operators = ["==", "!="].into_iter().flat_map(|operator| template.match_indices(operator));
    let sides = operators.map(|(at, operator)| {
        (template[..at].trim_end(), template[at + operator.len()..].trim_start())
    });
    sides
        .filter_map(|(left, right)| {
            if let Some(text) = right.strip_prefix('"') {
                let start = left.rfind(|c: char| !is_name(c)).map_or(0, |at| at + 1);
                Some((&left[start..], text.split('"').next()?))
            } else {
                let text = left.strip_suffix('"')?.rsplit('"').next()?;
                Some((right.split(|c: char| !is_name(c)).next()?, text))
            }
        })
        .collect()
}

/// Every template with its path.
fn templates() -> Vec<(String, String)> {
    let modes = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/mode");
    let files = walkdir::WalkDir::new(modes).into_iter().map(|file| file.expect("it can be read"));
    let templates = files.filter(|file| {
        let is_text = file.path().extension().is_some_and(|extension| extension == "md");
        is_text && file.path().parent().is_some_and(|folder| folder.ends_with("prompts"))
    });
    let read = |path: &Path| std::fs::read_to_string(path).expect("a template is text");
    templates.map(|file| (file.path().display().to_string(), read(file.path()))).collect()
}

#[test]
fn a_template_compares_with_texts_that_the_value_can_be() {
    let known = BTreeMap::from([
        ("flip.changes", texts::<Reach>()),
        ("manner", texts::<ConversationTone>()),
        ("node.kind", texts::<NodeKind>()),
        ("reason.finding", texts::<Finding>()),
    ]);
    let templates = templates();
    let mut compared = BTreeSet::new();
    for (path, template) in &templates {
        for (value, text) in comparisons(template) {
            let texts = known.get(value);
            let texts = texts.unwrap_or_else(|| panic!("{path}: add «{value}» to this test"));
            assert!(texts.contains(text), "{path}: «{value}» is never «{text}», but {texts:?}");
            compared.insert(value);
        }
    }
    assert!(compared.iter().eq(known.keys()), "no template compares some of these: {compared:?}");
}

#[test]
fn comparisons_are_found_in_both_orders() {
    let template = "{% if a.b == \"c\" and \"d\" != e_f %}{{ g == h }}{% endif %}";
    assert_eq!(comparisons(template), [("a.b", "c"), ("e_f", "d")]);
    assert!(texts::<NodeKind>().contains("point"), "{:?}", texts::<NodeKind>());
}
