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
    let folder = ProjectRoot::find(root, Path::new(""), &current).map(|root| root.folder);
    let folder = match root {
        Some(_) => Some(folder?),
        None => folder.ok(),
    };
    let library = folder.as_deref().map(|folder| Library::open(folder).0).unwrap_or_default();
    let mut measured = Measured::new(pairs, &library);
    let judged = match &arguments.provider {
        Some(named) => {
            // Without a project there is no store.
            let store = folder.as_ref().map(|folder| folder.join(STORE));
            let folder = folder.unwrap_or(current);
            Some(judge(&folder, store, named, arguments, &mut measured)?)
        }
        None => None,
    };
    let results = Results::new(arguments, &measured, judged.as_ref());
    results.write()?;
    results.print()?;
    Ok(Exit::Done)
}
