//! `report new`: commented skeletons for people to fill in.

mod experiment;
mod notes;
mod persona;
mod topic;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use faultline::vocabulary::IdError;

use super::project_root::{Root, here};
use super::{Exit, Failure, terminal};
use crate::site::sentence::capital;
use crate::write;

/// Write a commented skeleton to fill in
///
/// Nothing is ever overwritten.
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
}

/// Files to be written, and what to do then.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Draft {
    /// Paths from the project, each with its text.
    files: Vec<(PathBuf, String)>,
    /// What is worth knowing of them, as sentences.
    notes: Vec<String>,
    /// What was made of notes, to be looked at before anything is written.
    preview: Option<Preview>,
    /// What to do next: each a command without the name of the program, and what it is good for.
    next: Vec<(String, &'static str)>,
}

/// What somebody has to confirm.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Preview {
    text: String,
    /// Whether it is confirmed beforehand.
    consent: Consent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Consent {
    Given,
    ToBeAsked,
}

/// Says why nothing new is written.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The name has not the shape of one.
    #[error(transparent)]
    Name(#[from] IdError),
    /// The name is taken.
    #[error("`{}` is there already; nothing is overwritten", .0.display())]
    Taken(PathBuf),
    /// A folder or a note cannot be read.
    #[error("cannot read `{}`", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is nothing to copy.
    #[error("`{}` holds no notes: no files `*.md`", .0.display())]
    NoNotes(PathBuf),
    /// A note says neither yes nor no.
    #[error("`{}` does not say its stance", .0.display())]
    NoStance(PathBuf),
    /// Two notes would have one name.
    #[error("`{}` and `{}` would both be corpus/{name}", paths[0].display(), paths[1].display())]
    SameNote {
        /// The notes.
        paths: [PathBuf; 2],
        /// Their name.
        name: String,
    },
    /// Nobody could debate.
    #[error("there are no two personas who answer one topic differently")]
    NoPair,
}

impl Fault {
    /// The remedy.
    pub(super) fn help(&self) -> String {
        match self {
            Self::Name(error) => match error {
                IdError::NotAName(text) => match legal(text) {
                    Some(name) => format!("write it `{name}`"),
                    None => "such as `night-trams`".to_owned(),
                },
                IdError::NotNumbered { .. } => "such as `night-trams`".to_owned(),
            },
            Self::Unreadable { .. } | Self::NoNotes(_) => {
                "name a folder of Markdown files in UTF-8".to_owned()
            }
            Self::NoStance(_) => {
                "add --stance yes or --stance no: the answer to the topic's question".to_owned()
            }
            Self::SameNote { .. } => "rename one of them".to_owned(),
            Self::NoPair => {
                "name them by --topic T --personas A,B, or make them: `report new topic NAME`, then `report new persona \
                 NAME --topic T --stance yes`"
                    .to_owned()
            }
            Self::Taken(_) => "edit what is there, or choose another name".to_owned(),
        }
    }
}

/// Writes what was asked for; says on standard output what was written and what to do next.
///
/// # Errors
/// [`Failure`] where the name is none or taken, where other names are unknown, or where the files cannot be written.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, Failure> {
    let here = here()?;
    let root = Root::find(root, Path::new(""), &here)?;
    let draft = match &arguments.kind {
        Kind::Experiment(arguments) => experiment::draft(&root, arguments)?,
        Kind::Topic(arguments) => topic::draft(&root, arguments)?,
        Kind::Persona(arguments) => persona::draft(&root, arguments)?,
    };
    if let Some(preview) = &draft.preview {
        write!(io::stdout(), "{}", preview.text)?;
        let confirmed = match preview.consent {
            Consent::Given => Some(true),
            Consent::ToBeAsked => terminal::confirmed("write these files?")?,
        };
        match confirmed {
            Some(true) => {}
            Some(false) => {
                writeln!(io::stdout(), "nothing was written")?;
                return Ok(Exit::Done);
            }
            None => {
                writeln!(io::stdout(), "nothing was written: `--yes` writes these files")?;
                return Ok(Exit::Usage);
            }
        }
    }
    write::create(&root.folder, &draft.files)?;
    write!(io::stdout(), "{}", draft.told(&root.prefix))?;
    Ok(Exit::Done)
}

impl Draft {
    fn told(&self, prefix: &Path) -> String {
        let mut told = String::new();
        for (path, _) in &self.files {
            // Writing to a text cannot fail.
            let _ = writeln!(told, "wrote {}", prefix.join(path).display());
        }
        for note in &self.notes {
            let _ = writeln!(told, "{note}");
        }
        told.push_str("next:\n");
        let width = self.next.iter().map(|(command, _)| command.len()).max().unwrap_or_default();
        for (command, purpose) in &self.next {
            let _ = writeln!(told, "  report {command:width$}  {purpose}");
        }
        told
    }
}

/// Refuses a path at which something is.
fn free(root: &Root, path: PathBuf) -> Result<PathBuf, Failure> {
    if root.folder.join(&path).symlink_metadata().is_ok() {
        return Err(Fault::Taken(root.prefix.join(path)).into());
    }
    Ok(path)
}

/// The legal name nearest to a text, if there is one.
fn legal(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("-");
    (1..=64).contains(&name.len()).then_some(name)
}

/// A name as a title: `night-trams` is `Night trams`.
fn title(name: &str) -> String {
    capital(&name.replace('-', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_name_leads_to_the_nearest_good_one() {
        for (text, name) in [
            ("Night Trams", Some("night-trams")),
            ("../etc/x", Some("etc-x")),
            ("a--b_", Some("a-b")),
            ("ü", None),
            ("", None),
        ] {
            assert_eq!(legal(text).as_deref(), name, "{text}");
        }
        assert_eq!(title("night-trams"), "Night trams");
    }
}
