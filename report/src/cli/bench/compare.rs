//! `report bench compare`: the comparison by meaning, measured on labelled pairs.

mod arguments;
mod judgements;
mod results;

use std::fs;
use std::path::Path;

use faultline::format::Library;

pub(super) use self::arguments::Arguments;
use self::judgements::judge;
use self::results::Results;
use crate::bench::compare::{Measured, read};
use crate::cli::diagnose;
use crate::cli::project_root::{ProjectRoot, current_folder};
use crate::cli::{CommandError, Exit};

/// The store of a project whose manifests name no other.
const STORE: &str = "data/store";

pub(super) fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    let text = fs::read_to_string(&arguments.file).map_err(|error| {
        let message = format!("`{}` cannot be read: {error}", arguments.file.display());
        CommandError::usage(message, "name a file of UTF-8 text with one labelled pair per line")
    })?;
    let pairs = read(&arguments.file, &text).map_err(|faults| {
        diagnose::show(&faults, Path::new(""));
        CommandError::InvalidInput
    })?;
    let current = current_folder()?;
    // Without a project no statement has a known author or axis.
    let project = ProjectRoot::find(root, Path::new(""), &current);
    let project = match root {
        Some(_) => Some(project?),
        None => project.ok(),
    };
    let library = project.as_ref().map(open).transpose()?.unwrap_or_default();
    let mut measured = Measured::new(pairs, &library);
    let judged = match &arguments.provider {
        Some(named) => {
            // Without a project there is no store.
            let store = project.as_ref().map(|project| project.folder.join(STORE));
            let folder = project.map_or(current, |project| project.folder);
            Some(judge(&folder, store, named, arguments, &mut measured)?)
        }
        None => None,
    };
    let results = Results::new(arguments, &measured, judged.as_ref());
    results.write()?;
    results.print()?;
    Ok(Exit::Done)
}

/// The statements whose authors and axes are known. Where files have errors some would be missing,
/// and the filter would let through others.
fn open(project: &ProjectRoot) -> Result<Library, CommandError> {
    let (library, faults) = Library::open(&project.folder);
    if faults.has_errors() {
        diagnose::show(&faults, &project.prefix);
        return Err(CommandError::InvalidInput);
    }
    Ok(library)
}
