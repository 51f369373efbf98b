//! Why a cell failed, as front ends show it.

use std::fmt::Write as _;
use std::path::Path;

use evcxr::{CompilationError, Error};
use serde_json::Value;

use crate::cell_syntax::Fault;

/// The name, the value and the traceback of an error in the terms of Jupyter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CellError {
    pub(crate) name: String,
    pub(crate) value: String,
    /// Lines of plain text.
    pub(crate) traceback: Vec<String>,
}

impl CellError {
    fn new(name: &str, value: impl Into<String>, traceback: Vec<String>) -> Self {
        Self { name: name.to_owned(), value: value.into(), traceback }
    }

    /// An error whose sentence is all that there is to say.
    pub(crate) fn sentence(name: &str, value: impl Into<String>) -> Self {
        let value = value.into();
        let traceback = vec![format!("{name}: {value}")];
        Self::new(name, value, traceback)
    }

    /// A cell that asks for input.
    pub(crate) fn no_input() -> Self {
        Self::sentence(
            "InputRefused",
            "this kernel has no standard input, because a notebook must run unattended. Write the value into the cell, or read it from a file",
        )
    }

    /// A cell that was interrupted.
    pub(crate) fn interrupted(what_was_lost: &str) -> Self {
        Self::sentence("Interrupted", what_was_lost)
    }

    /// A cell that took longer than it may.
    pub(crate) fn timed_out(timeout: std::time::Duration) -> Self {
        let seconds = timeout.as_secs();
        Self::sentence(
            "Timeout",
            format!("the cell was stopped after {seconds} s, the limit that `--timeout` sets"),
        )
    }

    /// An error that evcxr returned for the code of a cell. `faultline` is the folder of the crate.
    pub(crate) fn from_evcxr(error: &Error, cell: &str, faultline: &Path) -> Self {
        match error {
            Error::CompilationErrors(errors) => Self::from_compiler(errors, cell, faultline),
            Error::TypeRedefinedVariablesLost(variables) => Self::sentence(
                "VariablesLost",
                format!(
                    "a type was defined again, so that these variables are lost: {}",
                    variables.join(", ")
                ),
            ),
            Error::Message(message) => {
                let message = without_places(message);
                let first = message.lines().next().unwrap_or_default().to_owned();
                Self::new("EvaluationError", first, message.lines().map(str::to_owned).collect())
            }
            Error::SubprocessTerminated(message) => {
                let reason = message.lines().last().unwrap_or_default();
                let reason = reason.trim_start_matches("Subprocess terminated with status: ");
                let cause = if ["SIGSEGV", "SIGABRT"].iter().any(|signal| reason.contains(signal)) {
                    " The cause is most often a recursion without an end."
                } else {
                    ""
                };
                Self::sentence(
                    "ProcessEnded",
                    format!(
                        "the process that runs the cells ended ({reason}).{cause} All variables are lost; functions, types and imports are kept"
                    ),
                )
            }
        }
    }

    /// An error of the syntax that evcxr does not report.
    pub(crate) fn from_syntax(fault: &Fault, cell: &str) -> Self {
        let Fault { message, line, column } = fault;
        let message = message.to_lowercase();
        let source = cell.lines().nth(line - 1).unwrap_or_default();
        let space = " ".repeat(line.to_string().len());
        let traceback = vec![
            format!("error: {message}"),
            format!("{space}--> line {line}, column {column}"),
            format!("{space} |"),
            format!("{line} | {source}"),
            format!("{space} | {}^", " ".repeat(column - 1)),
        ];
        Self::new("CompilationError", message, traceback)
    }

    fn from_compiler(errors: &[CompilationError], cell: &str, faultline: &Path) -> Self {
        let value = errors.first().map_or_else(String::new, CompilationError::message);
        let mut traceback: Vec<String> =
            errors.iter().flat_map(|error| report(error, cell)).collect();
        if traceback.iter().any(|line| is_gated(line)) {
            traceback.push(format!(
                "help: load it with `:dep faultline = {{ path = \"{}\", features = [\"run\", \"chart\"] }}` at the beginning of a cell",
                faultline.display()
            ));
        }
        Self::new("CompilationError", value, traceback)
    }

    /// A panic, from what the standard library wrote to standard error. `source` is the code that
    /// was compiled, `cell` that of the cell.
    pub(crate) fn from_panic(written: &str, source: &str, cell: &str) -> Self {
        let lines: Vec<&str> = written.lines().filter(|line| !line.trim().is_empty()).collect();
        let head = lines.iter().position(|line| is_panic_head(line));
        let Some(head) = head else {
            return Self::sentence("Panic", "the cell panicked");
        };
        let place = lines[head].rsplit("panicked at ").next().unwrap_or_default();
        let place = place.trim_end_matches(':');
        let is_end = |line: &&&str| {
            line.starts_with("stack backtrace:") || line.starts_with("note: run with")
        };
        let message: Vec<&str> =
            lines[head + 1..].iter().take_while(|line| !is_end(line)).copied().collect();
        let value = message.join("\n");
        let mut traceback = vec![format!("Panic: {value}")];
        match line_in_cell(place, source, cell) {
            Some((number, line)) => {
                traceback.push(format!("in line {number} of the cell: {}", line.trim()));
            }
            None if place.contains("src/lib.rs:") && !place.starts_with('/') => {}
            None => traceback.push(format!("at {place}")),
        }
        Self::new("Panic", value, traceback)
    }

    /// An error that `?` returned, from the last line of standard error.
    pub(crate) fn from_question_mark(written: &str) -> Self {
        let value = written.trim_end().lines().last().unwrap_or("the cell returned an error");
        Self::new("Error", value, vec![format!("Error: {value}"), "returned by `?`".to_owned()])
    }

    /// Everything in one text.
    pub(crate) fn text(&self) -> String {
        self.traceback.join("\n")
    }
}

/// Whether a line is the first of a panic, as the standard library writes it.
pub(crate) fn is_panic_head(line: &str) -> bool {
    line.starts_with("thread '") && line.contains(" panicked at ")
}

/// The line of the cell that became this line of the compiled code, if there is only one such line.
fn line_in_cell<'c>(place: &str, source: &str, cell: &'c str) -> Option<(usize, &'c str)> {
    let number: usize = place.strip_prefix("src/lib.rs:")?.split(':').next()?.parse().ok()?;
    same_line(source.lines().nth(number.checked_sub(1)?)?, cell)
}

/// The line of the cell that is within a line of the compiled code, with its number, if there is
/// only one.
fn same_line<'c>(line: &str, cell: &'c str) -> Option<(usize, &'c str)> {
    let mut same = (1..)
        .zip(cell.lines())
        .filter(|(_, own)| !own.trim().is_empty() && line.contains(own.trim()));
    let found = same.next()?;
    same.next().is_none().then_some(found)
}

/// Whether a line says that a feature of the crate `faultline` is missing.
fn is_gated(line: &str) -> bool {
    ["run", "chart"].iter().any(|name| line.contains(&format!("gated behind the `{name}` feature")))
}

/// The line of the cell that the compiler quotes, with its number, where evcxr finds no place in
/// the cell. There is none where the cell has several such lines.
fn quoted_line<'c>(error: &Value, cell: &'c str) -> Option<(usize, &'c str)> {
    let spans = error["spans"].as_array()?;
    let quoted = spans.iter().filter_map(|span| span["text"].as_array()).flatten();
    quoted.filter_map(|line| line["text"].as_str()).find_map(|line| same_line(line, cell))
}

/// The notes that the compiler adds to an error, except those that only say that something is
/// defined where they point to.
fn notes(error: &Value) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let notes = list(&error["children"]).into_iter().filter(|child| child["level"] == "note");
    let notes = notes.filter_map(|note| {
        let message = note["message"].as_str().filter(|text| !text.ends_with("defined here"))?;
        let labels = list(&note["spans"]);
        let labels = labels.iter().filter_map(|span| span["label"].as_str());
        let said: Vec<&str> = std::iter::once(message).chain(labels).collect();
        Some(said.join(": "))
    });
    notes.collect()
}

/// An error of the compiler, with the lines of the cell that it is about.
fn report(error: &CompilationError, cell: &str) -> Vec<String> {
    let code = error.code().map(|code| format!("[{code}]")).unwrap_or_default();
    let mut lines = vec![format!("error{code}: {}", error.message())];
    for about in error.spanned_messages() {
        let Some(span) = about.span else { continue };
        let first = about.lines.first().map_or("", String::as_str);
        let end = if span.end_line == span.start_line {
            span.end_column
        } else {
            first.chars().count() + 1
        };
        let length = end.saturating_sub(span.start_column).max(1);
        let gutter = span.start_line.to_string();
        let space = " ".repeat(gutter.len());
        lines.push(format!("{space}--> line {}, column {}", span.start_line, span.start_column));
        lines.push(format!("{space} |"));
        lines.push(format!("{gutter} | {first}"));
        let mut mark = format!(
            "{space} | {}{}",
            " ".repeat(span.start_column.saturating_sub(1)),
            "^".repeat(length)
        );
        // What evcxr adds to a cell comes after its end.
        let label = about.label.replace("`evcxr_variable_store`", "<end of input>");
        if !label.is_empty() && !label.ends_with(&error.message()) {
            let _ = write!(mark, " {label}");
        }
        lines.push(mark);
    }
    if error.spanned_messages().iter().all(|about| about.span.is_none())
        && let Some((number, line)) = quoted_line(&error.json, cell)
    {
        lines.push(format!("in line {number} of the cell: {}", line.trim()));
    }
    for note in notes(&error.json) {
        lines.extend(format!("note: {note}").lines().map(str::to_owned));
    }
    for help in error.help() {
        lines.extend(format!("help: {help}").lines().map(str::to_owned));
    }
    lines.extend(error.evcxr_extra_hint().map(|hint| format!("note: {hint}")));
    lines
}

/// Names the crate of the cells as what it is for the reader, without the folder in which it is
/// compiled.
fn without_places(message: &str) -> String {
    message.lines().filter(|line| !line.contains("Compiling ")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PANIC: &str = "\nthread '<unnamed>' (12) panicked at src/lib.rs:3:5:\nindex out of bounds\nstack backtrace:\n   0: a\nnote: Some details\n";

    #[test]
    fn a_panic_names_the_line_of_the_cell_and_leaves_the_frames_out() {
        let source = "generated\nmore\n    let y = v[5];\n";
        let error = CellError::from_panic(PANIC, source, "let v = vec![1];\nlet y = v[5];\n");
        assert_eq!((error.name.as_str(), error.value.as_str()), ("Panic", "index out of bounds"));
        assert_eq!(
            error.traceback,
            ["Panic: index out of bounds", "in line 2 of the cell: let y = v[5];"]
        );
    }

    #[test]
    fn a_line_that_the_cell_has_twice_is_not_named() {
        let error = CellError::from_panic(PANIC, "a\nb\nf();\n", "f();\nf();\n");
        assert_eq!(error.traceback, ["Panic: index out of bounds"]);
    }

    #[test]
    fn a_panic_in_a_library_names_its_place() {
        let written = "thread 'main' panicked at library/src/a.rs:1:2:\nno\n";
        let error = CellError::from_panic(written, "", "f();");
        assert_eq!(error.traceback, ["Panic: no", "at library/src/a.rs:1:2"]);
    }

    #[test]
    fn the_error_of_a_question_mark_is_the_last_line() {
        let error = CellError::from_question_mark("a warning\nno such file\n");
        assert_eq!((error.name.as_str(), error.value.as_str()), ("Error", "no such file"));
    }

    #[test]
    fn a_process_that_ended_says_what_is_lost() {
        let error = Error::SubprocessTerminated(
            "text\nSubprocess terminated with status: signal: 6 (SIGABRT)".to_owned(),
        );
        let error = CellError::from_evcxr(&error, "f();", Path::new("kernel"));
        assert!(error.value.contains("(signal: 6 (SIGABRT))"), "{}", error.value);
        assert!(error.value.contains("a recursion without an end"), "{}", error.value);
        assert!(error.value.contains("All variables are lost"), "{}", error.value);
    }

    #[test]
    fn an_error_without_a_place_names_the_line_that_the_compiler_quotes() {
        let error = serde_json::json!({
            "spans": [{"text": [{"text": "    graph.mode"}]}],
            "children": [
                {"level": "note", "message": "method defined here"},
                {"level": "note", "message": "found an item that was configured out",
                 "spans": [{"label": null}, {"label": "the item is gated behind the `run` feature"}]},
                {"level": "help", "message": "rename it"}
            ]
        });
        assert_eq!(quoted_line(&error, "let a = 1;\n  graph.mode\n"), Some((2, "  graph.mode")));
        assert_eq!(quoted_line(&error, "graph.mode\ngraph.mode"), None);
        assert_eq!(quoted_line(&Value::Null, "graph.mode"), None);
        let note =
            "found an item that was configured out: the item is gated behind the `run` feature";
        assert_eq!(notes(&error), [note]);
        assert!(is_gated(note));
        assert!(!is_gated("note: the item is gated behind the `other` feature"));
    }
}
