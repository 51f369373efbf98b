//! `report new`: writes commented skeletons to fill in.

mod debate;
mod experiment;
mod notes;
mod persona;
mod topic;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Args, Subcommand};
use faultline::vocabulary::IdError;

use super::columns::{Alignment, align};
use super::project_root::{ProjectRoot, current_folder};
use super::{CommandError, Exit, terminal};
use crate::site::sentence::capital;
use crate::write;

/// Write a commented skeleton to fill in
///
/// Existing files are never overwritten.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Debug, Clone, Subcommand)]
enum Kind {
    Experiment(experiment::Arguments),
    Topic(topic::Arguments),
    Persona(persona::Arguments),
    Debate(debate::Arguments),
}

/// Files to write, and what to do next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Draft {
    /// Paths relative to the project, each with its text.
    files: Vec<(PathBuf, String)>,
    /// Sentences about the files.
    notes: Vec<String>,
    /// What to show before anything is written.
    preview: Option<Preview>,
    /// Commands to run next, without the name of the program, each with its purpose.
    next: Vec<(String, &'static str)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Preview {
    text: String,
    /// Whether `--yes` confirmed it already.
    confirmation: Confirmation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Confirmation {
    Given,
    Needed,
}

/// Reads a name.
///
/// # Errors
/// [`CommandError::Usage`] with the nearest valid name.
fn parse_name<I: FromStr<Err = IdError>>(name: &str) -> Result<I, CommandError> {
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
fn parse_question(text: &str) -> Result<&str, CommandError> {
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

/// Writes a skeleton; prints the files and the next steps to standard output.
///
/// # Errors
/// [`CommandError`] where a name is invalid, taken or unknown, or the files cannot be written.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    let root = ProjectRoot::find(root, Path::new(""), &current_folder()?)?;
    let draft = match &arguments.kind {
        Kind::Experiment(arguments) => experiment::draft(&root, arguments)?,
        Kind::Topic(arguments) => topic::draft(&root, arguments)?,
        Kind::Persona(arguments) => persona::draft(&root, arguments)?,
        Kind::Debate(arguments) => debate::draft(&root, arguments)?,
    };
    if let Some(preview) = &draft.preview {
        write!(io::stdout(), "{}", preview.text)?;
        let confirmed = match preview.confirmation {
            Confirmation::Given => Some(true),
            Confirmation::Needed => terminal::confirm("write these files?")?,
        };
        match confirmed {
            Some(true) => {}
            Some(false) => {
                writeln!(io::stdout(), "nothing was written")?;
                return Ok(Exit::Done);
            }
            None => {
                writeln!(io::stdout(), "nothing was written; use `--yes` to write these files")?;
                return Ok(Exit::Usage);
            }
        }
    }
    write::create(&root.folder, &draft.files)?;
    let mut out = io::stdout().lock();
    for (path, _) in &draft.files {
        writeln!(out, "wrote {}", root.prefix.join(path).display())?;
    }
    for note in &draft.notes {
        writeln!(out, "{note}")?;
    }
    writeln!(out, "next:")?;
    let next =
        draft.next.iter().map(|(command, purpose)| vec![command.clone(), (*purpose).to_owned()]);
    for line in align(&next.collect::<Vec<_>>(), &[Alignment::Left; 2]) {
        writeln!(out, "  report {line}")?;
    }
    Ok(Exit::Done)
}

/// Rejects a path that exists.
fn unused(root: &ProjectRoot, path: PathBuf) -> Result<PathBuf, CommandError> {
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
fn title(name: &str) -> String {
    capital(&name.replace('-', " "))
}

/// A text as TOML writes it, with quotes.
fn quoted(text: &str) -> String {
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
