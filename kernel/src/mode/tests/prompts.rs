//! Compares prompts and schemas with snapshots in the folders of the modes.

use serde_json::Value;

use crate::prompt::Message;
use crate::question::{AnyQuestion, ByCorpus, Question};

/// The messages of a question.
pub(crate) fn messages<Q: Question>(question: &Q) -> Vec<Message> {
    Q::SPEC.form.template().render(question).expect("the template fits the question")
}

/// The prompt as text.
pub(crate) fn shown<Q: Question>(question: &Q) -> String {
    let message = |message: &Message| format!("=== {:?}\n{}\n", message.role, message.text);
    messages(question).iter().map(message).collect()
}

/// The references in a part of a schema that name nothing in the whole.
fn dangling(whole: &Value, part: &Value) -> Vec<String> {
    let of_key = |(key, value): (&String, &Value)| {
        let Some(target) = value.as_str().filter(|_| key == "$ref") else {
            return dangling(whole, value);
        };
        let known = target.strip_prefix('#').and_then(|pointer| whole.pointer(pointer));
        if known.is_some() { vec![] } else { vec![target.to_owned()] }
    };
    match part {
        Value::Object(fields) => fields.iter().flat_map(of_key).collect(),
        Value::Array(items) => items.iter().flat_map(|item| dangling(whole, item)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// Compares a prompt and the schema of its answers with the snapshots in the folder `tests` of the
/// mode, or of `shared`.
pub(crate) fn golden<Q: ByCorpus>(folder: &str, question: &Q) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("{}/src/mode/{folder}/tests", env!("CARGO_MANIFEST_DIR")));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let name = format!("prompt-{}", Q::SPEC.name);
    settings.bind(|| insta::assert_snapshot!(name, shown(question)));
    let name = format!("schema-{}", Q::SPEC.name);
    let schema = question.narrowed_schema();
    assert_eq!(dangling(&schema, &schema), [""; 0], "{name}: a server refuses the schema");
    settings.bind(|| insta::assert_snapshot!(name, format!("{schema:#}")));
}
