//! What `report new` is about to write, and the names, titles and paths in it.

use std::path::PathBuf;
use std::str::FromStr;

use faultline::vocabulary::IdError;

use crate::cli::CommandError;
use crate::cli::project_root::ProjectRoot;
use crate::site::sentence::capital;

/// Files to write, and what to do next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Draft {
    /// Paths relative to the project, each with its text.
    pub(super) files: Vec<(PathBuf, String)>,
    /// Sentences about the files.
    pub(super) notes: Vec<String>,
    /// What to show before anything is written.
    pub(super) preview: Option<Preview>,
    /// Commands to run next, without the name of the program, each with its purpose.
    pub(super) next: Vec<(String, &'static str)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Preview {
    pub(super) text: String,
    /// Whether `--yes` confirmed it already.
    pub(super) confirmation: Confirmation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Confirmation {
    Given,
    Needed,
}

/// Reads a name.
///
/// # Errors
/// [`CommandError::Usage`] with the nearest valid name.
pub(super) fn parse_name<I: FromStr<Err = IdError>>(name: &str) -> Result<I, CommandError> {
    name.parse().map_err(|error| {
        let help = nearest_name(name).map_or_else(
            || "use a short name such as `night-trams`".to_owned(),
            |name| format!("write it as `{name}`"),
        );
        CommandError::usage(error, help)
    })
}

/// Reads a question.
///
/// # Errors
/// [`CommandError::Usage`] where it is empty or has several lines.
pub(super) fn parse_question(text: &str) -> Result<&str, CommandError> {
    let question = text.trim();
    let problem = if question.is_empty() {
        "the question is empty"
    } else if question.contains(char::is_control) {
        "the question contains a line break or another control character"
    } else {
        return Ok(question);
    };
    let help = "write a question that can be answered yes or no: --question \"Should trams run all night?\"";
    Err(CommandError::usage(problem, help))
}

/// Rejects a path that exists.
pub(super) fn unused(root: &ProjectRoot, path: PathBuf) -> Result<PathBuf, CommandError> {
    if root.folder.join(&path).symlink_metadata().is_ok() {
        let path = root.prefix.join(path);
        let message = format!("`{}` exists already; nothing is overwritten", path.display());
        return Err(CommandError::usage(message, "edit it, or choose another name"));
    }
    Ok(path)
}

/// The valid name that is nearest to a text, if there is one.
fn nearest_name(text: &str) -> Option<String> {
    if text.chars().any(|c| c.is_alphabetic() && !c.is_ascii()) {
        return None;
    }
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("-");
    (1..=64).contains(&name.len()).then_some(name)
}

/// A name as a title: `night-trams` becomes `Night trams`.
pub(super) fn title(name: &str) -> String {
    capital(&name.replace('-', " "))
}

/// A text as TOML writes it, with quotes.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_name_leads_to_the_nearest_valid_one() {
        for (text, name) in [
            ("Night Trams", Some("night-trams")),
            ("../etc/x", Some("etc-x")),
            ("a--b_", Some("a-b")),
            ("ü", None),
            ("straße", None),
            ("", None),
        ] {
            assert_eq!(nearest_name(text).as_deref(), name, "{text}");
        }
        assert_eq!(title("night-trams"), "Night trams");
    }
}
