//! Checks the file that the provider `script` answers from.

use std::ops::Range;
use std::path::Path;

use faultline::format::{Fault, Faults, Manifest, ProviderChoice};
use faultline::mode::question_names;
use faultline::provider::{Script, ScriptError};

const SHAPE: &str = "a script is a JSON list of `{\"question\": …, \"persona\": …, \"answer\": …}`; `persona` is optional, \
                     `\"fault\"` may replace `\"answer\"`, and `\"delay\"` delays the answer by so many milliseconds";

/// The errors of the script that a manifest names, if it names one.
pub(super) fn check(root: &Path, manifest: &Manifest) -> Faults {
    let mut faults = Faults::default();
    let ProviderChoice::Script { path } = &manifest.provider else { return faults };
    match std::fs::read_to_string(root.join(path)) {
        Err(error) => {
            let fault = Fault::error(path, None, format!("cannot be read: {error}"));
            faults.push(fault.with_help("a script is a text file in UTF-8"));
        }
        Ok(text) => {
            let text = text.replace("\r\n", "\n");
            if let Err(error) = Script::parse(&text, &question_names()) {
                faults.push(fault(path, &text, &error).with_help(SHAPE));
                faults.add_source(path, text.into());
            }
        }
    }
    faults
}

fn fault(path: &Path, text: &str, error: &ScriptError) -> Fault {
    let cause = match error {
        ScriptError::Shape(cause) => cause,
        ScriptError::Line { .. } => return Fault::error(path, None, error.to_string()),
        ScriptError::UnknownQuestion { name, .. } => {
            let quoted = format!("\"{name}\"");
            let span = text.find(&quoted).map(|start| start..start + quoted.len());
            return Fault::error(path, span, error.to_string());
        }
    };
    let message = cause.to_string();
    // The fault has a span, so the message need not repeat the line.
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    Fault::error(path, Some(span(text, cause)), format!("not a script: {message}"))
}

/// The character at which reading stopped, or the last one if the text ends too early.
fn span(text: &str, error: &serde_json::Error) -> Range<usize> {
    let line: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let stop = (line + error.column()).min(text.len());
    let start = text.floor_char_boundary(stop.saturating_sub(1));
    let end = text[start..].chars().next().map_or(start, |found| start + found.len_utf8());
    start..end
}
