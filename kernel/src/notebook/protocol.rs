//! Running a protocol that a notebook defines.

use std::collections::BTreeSet;
use std::path::Path;

use super::debate::{Debate, Planned};
use super::error::NotebookError;
use super::experiment::{failed, opened, planned};
use super::store::Debates;
use crate::format::ProviderChoice;
use crate::mode::{Finished, ModeName, Room, RoomError, Setting};
use crate::provider::Corpus;
use crate::store::Name;

/// Runs a protocol of your own on the topics and personas of an experiment, once for each topic,
/// group of personas and replicate. `root` is the folder of the project; the manifest's path is
/// relative to it, such as `experiments/ai-jobs.toml`. Its modes are not run.
///
/// The protocol is a function on a [`Room`]. Personas argue with their own statements: the provider
/// is `corpus`, as the manifest sets it up. The debates are ordinary ones, under the name of the
/// protocol instead of a mode's. Nothing is stored.
///
/// # Errors
/// Where a file is invalid, the manifest has another provider, the name is that of a mode, or the
/// protocol fails.
pub fn run_protocol(
    root: impl AsRef<Path>,
    manifest: impl AsRef<Path>,
    name: &str,
    mut protocol: impl FnMut(&mut Room<'_>) -> Result<(), RoomError>,
) -> Result<Debates, NotebookError> {
    let root = root.as_ref();
    if ModeName::from_name(name).is_some() {
        let taken = format!("`{name}` is a mode of the project: give the protocol another name");
        return Err(NotebookError::Run(taken));
    }
    let manifest = opened(root, manifest.as_ref())?;
    let ProviderChoice::Corpus { recall } = manifest.provider else {
        return Err(NotebookError::Run(format!(
            "a protocol of a notebook needs the provider `corpus`, and {} has another one",
            manifest.name
        )));
    };
    let (_, plan) = planned(root, manifest)?;
    let (mut held, mut debates) = (BTreeSet::new(), Vec::new());
    for cell in &plan.cells {
        // The cells of all modes have the same combinations.
        if !held.insert((cell.topic.clone(), cell.personas.clone(), cell.replicate)) {
            continue;
        }
        let (topic, personas) = (plan.topic(cell), plan.personas(cell));
        let provider = Corpus::new(topic, personas, recall).map_err(|error| failed(&error))?;
        let setting = Setting {
            replicate: cell.replicate,
            ..Setting::new(topic, personas, &provider, &plan.manifest.models, cell.seed)
        };
        let finished = Room::hold(setting, &mut protocol)?;
        let planned = Planned {
            cell: Name::nearest(&format!("{name}-{}", held.len())),
            label: name.to_owned(),
            personas: cell.personas.iter().map(ToString::to_string).collect(),
            replicate: cell.replicate,
            topic: cell.topic.to_string(),
        };
        let Finished { outcome, snapshots, .. } = finished;
        // Its debates are shown as those of the mode whose steps a room has.
        debates.push(Debate { planned, mode: Some(Room::mode()), outcome, snapshots });
    }
    Ok(Debates::not_stored(format!("Debates by the protocol “{name}”"), debates))
}
