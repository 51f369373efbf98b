//! The file that the provider `script` answers from, checked before anything is run.

use std::error::Error as _;
use std::ops::Range;
use std::path::Path;

use faultline::format::{Fault, Faults, Manifest, ProviderChoice};
use faultline::provider::{Script, ScriptError};

const SHAPE: &str = "a script is a JSON list of `{\"task\": …, \"persona\": …, \"answer\": …}`; `persona` may be left out, \
                     `\"fault\"` may stand for `\"answer\"`, and `\"delay\"` says after how many milliseconds it comes";

/// What is wrong with the script that a manifest names, if it names one.
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
            if let Err(error) = Script::parse(&text) {
                faults.push(fault(path, &text, &error).with_help(SHAPE));
                faults.add_source(path, text.into());
            }
        }
    }
    faults
}

fn fault(path: &Path, text: &str, error: &ScriptError) -> Fault {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<serde_json::Error>());
    let Some(cause) = cause else { return Fault::error(path, None, error.to_string()) };
    let told = cause.to_string();
    // The place is shown with its line.
    let told = told.rsplit_once(" at line ").map_or(told.as_str(), |(told, _)| told);
    Fault::error(path, Some(place(text, cause)), format!("not a script: {told}"))
}

/// The character at which reading stopped; the last one where the text ends too early.
fn place(text: &str, error: &serde_json::Error) -> Range<usize> {
    let line: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let stop = (line + error.column()).min(text.len());
    let start = text.floor_char_boundary(stop.saturating_sub(1));
    let end = text[start..].chars().next().map_or(start, |found| start + found.len_utf8());
    start..end
}
