//! `report new`: writes commented skeletons to fill in.

mod debate;
mod draft;
mod experiment;
mod notes;
mod persona;
mod topic;

use std::io::{self, Write as _};
use std::path::Path;

use clap::{Args, Subcommand};

use self::draft::Confirmation;
use super::columns::{Alignment, align};
use super::project_root::{ProjectRoot, current_folder};
use super::{CommandError, Exit, terminal};
use crate::write;

/// Write a commented skeleton to fill in
///
/// Existing files are never overwritten.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(subcommand)]
    kind: NewCommand,
}

#[derive(Debug, Clone, Subcommand)]
enum NewCommand {
    Experiment(experiment::Arguments),
    Topic(topic::Arguments),
    Persona(persona::Arguments),
    Debate(debate::Arguments),
}

/// Writes a skeleton; prints the files and the next steps to standard output.
///
/// # Errors
/// [`CommandError`] where a name is invalid, taken or unknown, or the files cannot be written.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    let root = ProjectRoot::find(root, Path::new(""), &current_folder()?)?;
    let draft = match &arguments.kind {
        NewCommand::Experiment(arguments) => experiment::draft(&root, arguments)?,
        NewCommand::Topic(arguments) => topic::draft(&root, arguments)?,
        NewCommand::Persona(arguments) => persona::draft(&root, arguments)?,
        NewCommand::Debate(arguments) => debate::draft(&root, arguments)?,
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
