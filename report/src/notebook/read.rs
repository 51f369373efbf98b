//! Reads the JSON of a notebook.
//!
//! # Source
//! <https://nbformat.readthedocs.io/en/latest/format_description.html>

use std::collections::BTreeMap;

use faultline::vocabulary::is_hidden;
use serde_json::{Map, Value};

use super::content::{Cell, Code, Language, Notebook, Output};
use super::key::Key;

/// A cell with this tag may fail, and the next cells run all the same; other programs use the same
/// tag.
const MAY_FAIL: &str = "raises-exception";

/// Why a file has no cells to show. The texts are fragments.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unreadable {
    /// What is wrong.
    pub reason: String,
    /// How to fix it.
    pub help: String,
}

impl Unreadable {
    /// A file that is damaged or of another kind.
    fn shape(reason: impl Into<String>) -> Self {
        let help = "restore the file, or open it in Jupyter and save it again".to_owned();
        Self { reason: reason.into(), help }
    }
}

/// Reads a notebook of format 4. The minor versions differ only in what pages do not show.
///
/// # Errors
/// [`Unreadable`] where the text is not such a notebook.
pub fn read(text: &str) -> Result<Notebook, Unreadable> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| Unreadable::shape(format!("it is not JSON: {error}")))?;
    let Value::Object(value) = value else {
        return Err(Unreadable::shape("it is not a JSON object"));
    };
    match value.get("nbformat").and_then(Value::as_u64) {
        Some(4) => {}
        Some(format) => {
            return Err(Unreadable {
                reason: format!("it has format {format} of notebooks, and pages show format 4"),
                help:
                    "convert it with `jupyter nbconvert --to notebook --nbformat 4 --inplace FILE`"
                        .to_owned(),
            });
        }
        None => return Err(Unreadable::shape("its field `nbformat` is not a number")),
    }
    let cells = value.get("cells").and_then(Value::as_array);
    let cells = cells.ok_or_else(|| Unreadable::shape("its field `cells` is not a list"))?;
    let metadata = value.get("metadata").unwrap_or(&Value::Null);
    Ok(Notebook {
        cells: (1..)
            .zip(cells)
            .map(|(number, cell)| of_cell(number, cell))
            .collect::<Result<_, _>>()?,
        language: language(metadata),
        key: Key::read(&metadata["faultline"]),
    })
}

fn language(metadata: &Value) -> Language {
    let named = [&metadata["kernelspec"]["language"], &metadata["language_info"]["name"]];
    match named.into_iter().find_map(Value::as_str) {
        Some(name) if !name.eq_ignore_ascii_case("rust") => {
            Language::Other(name.chars().filter(|c| !is_hidden(*c)).take(40).collect())
        }
        Some(_) | None => Language::Rust,
    }
}

fn of_cell(number: usize, cell: &Value) -> Result<Cell, Unreadable> {
    let source = text(&cell["source"]);
    let source = source.ok_or_else(|| Unreadable::shape(format!("cell {number} has no source")))?;
    match cell["cell_type"].as_str() {
        Some("markdown") => {
            let attachments = cell["attachments"].as_object().into_iter().flatten();
            let attachments = attachments
                .filter_map(|(name, data)| Some((name.clone(), contents(data.as_object()?))));
            Ok(Cell::Markdown { source, attachments: attachments.collect() })
        }
        Some("raw") => Ok(Cell::Raw(source)),
        Some("code") => {
            let outputs = match &cell["outputs"] {
                Value::Null => &[],
                Value::Array(outputs) => outputs.as_slice(),
                Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
                    let reason = format!("the outputs of cell {number} are not a list");
                    return Err(Unreadable::shape(reason));
                }
            };
            let tags = cell["metadata"]["tags"].as_array();
            Ok(Cell::Code(Code {
                number: cell["execution_count"].as_u64(),
                source,
                outputs: outputs.iter().map(output).collect(),
                may_fail: tags.is_some_and(|tags| tags.iter().any(|tag| tag == MAY_FAIL)),
            }))
        }
        Some(_) | None => {
            let reason = format!("cell {number} is of a type other than code, markdown and raw");
            Err(Unreadable::shape(reason))
        }
    }
}

fn output(value: &Value) -> Output {
    let field = |name: &str| text(&value[name]).unwrap_or_default();
    match value["output_type"].as_str().unwrap_or_default() {
        "stream" => Output::Stream { is_stderr: value["name"] == "stderr", text: field("text") },
        "execute_result" | "display_data" => {
            Output::Value(value["data"].as_object().map(contents).unwrap_or_default())
        }
        "error" => {
            let lines = value["traceback"].as_array().into_iter().flatten();
            let lines: Vec<&str> = lines.filter_map(Value::as_str).collect();
            let traceback = lines.join("\n");
            Output::Error { name: field("ename"), value: field("evalue"), traceback }
        }
        other => Output::Unknown(other.to_owned()),
    }
}

/// A value by MIME type: texts as they are, anything else as JSON.
fn contents(data: &Map<String, Value>) -> BTreeMap<String, String> {
    let content = |value: &Value| text(value).unwrap_or_else(|| format!("{value:#}"));
    data.iter().map(|(mime, value)| (mime.clone(), content(value))).collect()
}

/// A text, which is a string or a list of strings.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(lines) => lines.iter().map(Value::as_str).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_cells(cells: &str) -> Result<Notebook, Unreadable> {
        read(&format!(
            r#"{{"nbformat": 4, "nbformat_minor": 4, "metadata": {{}}, "cells": [{cells}]}}"#
        ))
    }

    #[test]
    fn a_file_that_is_not_a_notebook_of_format_4_says_why_and_what_to_do() {
        for (text, reason, help) in [
            ("", "it is not JSON: ", "restore the file"),
            ("{\"nbformat\": 4,", "it is not JSON: ", "restore the file"),
            ("[]", "it is not a JSON object", "restore the file"),
            ("{}", "its field `nbformat` is not a number", "restore the file"),
            (
                "{\"nbformat\": 3, \"worksheets\": []}",
                "it has format 3 of notebooks",
                "--nbformat 4",
            ),
            ("{\"nbformat\": 4}", "its field `cells` is not a list", "restore the file"),
            ("{\"nbformat\": 4, \"cells\": [{}]}", "cell 1 has no source", "open it in Jupyter"),
        ] {
            let error = read(text).unwrap_err();
            assert!(
                error.reason.contains(reason) && error.help.contains(help),
                "{text}: {error:?}"
            );
        }
        let deep = "[".repeat(100_000);
        assert!(read(&deep).unwrap_err().reason.contains("recursion limit"));
        for (cell, reason) in [
            (r#"{"cell_type": "chart", "source": ""}"#, "cell 1 is of a type other than"),
            (r#"{"cell_type": "code", "source": 1}"#, "cell 1 has no source"),
            (r#"{"cell_type": "code", "source": "", "outputs": "x"}"#, "the outputs of cell 1"),
        ] {
            assert!(with_cells(cell).unwrap_err().reason.contains(reason), "{cell}");
        }
    }

    #[test]
    fn all_minor_versions_of_format_4_are_read_alike() {
        let notebook = |minor: u32, id: &str| {
            read(&format!(
                r#"{{"nbformat": 4, "nbformat_minor": {minor}, "cells": [{{"cell_type": "code", {id}"source": ["a\n", "b"],
                "outputs": [{{"output_type": "stream", "name": "stdout", "text": "x"}}], "execution_count": 1}}]}}"#
            ))
            .unwrap()
        };
        let newest = notebook(5, "\"id\": \"first\", ");
        for minor in 0..5 {
            assert_eq!(notebook(minor, ""), newest);
        }
        assert_eq!(newest.language, Language::Rust);
        let text = "x".to_owned();
        let outputs = vec![Output::Stream { is_stderr: false, text }];
        let source = "a\nb".to_owned();
        let code = Code { number: Some(1), source, outputs, may_fail: false };
        assert_eq!(newest.cells, [Cell::Code(code)]);
    }

    #[test]
    fn outputs_of_every_type_are_read() {
        let output = |json: &str| {
            let cell = format!(r#"{{"cell_type": "code", "source": "", "outputs": [{json}]}}"#);
            match with_cells(&cell).unwrap().cells.pop() {
                Some(Cell::Code(mut code)) => code.outputs.pop().unwrap(),
                other => panic!("{other:?}"),
            }
        };
        let value = output(
            r#"{"output_type": "display_data", "data": {"text/html": ["<b>", "x</b>"], "application/json": {"a": [1]}}}"#,
        );
        let Output::Value(value) = value else { panic!("{value:?}") };
        assert_eq!(value["text/html"], "<b>x</b>");
        assert_eq!(value["application/json"], "{\n  \"a\": [\n    1\n  ]\n}");
        let error = output(
            r#"{"output_type": "error", "ename": "E", "evalue": "v", "traceback": ["a", "b"]}"#,
        );
        let traceback = "a\nb".to_owned();
        assert_eq!(error, Output::Error { name: "E".to_owned(), value: "v".to_owned(), traceback });
        assert_eq!(output(r#"{"output_type": "pyout"}"#), Output::Unknown("pyout".to_owned()));
        assert_eq!(output("7"), Output::Unknown(String::new()));
    }
}
