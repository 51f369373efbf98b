//! `report gc`: shows what a store no longer needs, and deletes it on request.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use faultline::pipeline::Plan;
use faultline::pipeline::gc::{self, Findings, Paid, Scope};
use faultline::store::{Garbage, Item, Name, Store, Writer};
use faultline::view::number;
use indicatif::DecimalBytes;
use serde::Serialize;

use super::check::manifests;
use super::diagnose::plural;
use super::project::{ExperimentArguments, Project, this_process};
use super::project_root::{ProjectRoot, current_folder};
use super::{CommandError, Exit, terminal};

/// Show what the store no longer needs, and delete it on request
///
/// Lists runs of earlier versions of a manifest, objects and replies that only such runs used, and
/// files left by killed processes. Everything that a finished debate of a current manifest needs is
/// kept, and so is everything younger than an hour. Nothing is deleted while a run is in progress.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Arguments {
    /// Experiments, by name or by manifest, whose outdated runs may be deleted [default: all in the
    /// folder `experiments`]
    #[arg(value_name = "EXPERIMENT")]
    experiments: Vec<PathBuf>,
    /// Also delete runs of experiments that have no manifest
    #[arg(long)]
    orphans: bool,
    /// Also delete paid replies that no finished debate uses; requesting them again costs money
    #[arg(long)]
    paid: bool,
    /// Delete without asking
    #[arg(long)]
    yes: bool,
    /// Print a summary as JSON
    #[arg(long)]
    json: bool,
}

/// Shows what can be deleted, and deletes it if the user confirms.
///
/// # Errors
/// [`CommandError`] where a manifest or a store cannot be read; then nothing is deleted.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    let current = current_folder()?;
    let start = arguments.experiments.first().map_or(Path::new(""), PathBuf::as_path);
    let found = ProjectRoot::find(root, start, &current)?;
    let named: BTreeSet<PathBuf> =
        arguments.experiments.iter().map(|path| found.manifest(&current, path)).collect();
    let all = manifests(&found.folder, Path::new("experiments"))?;
    let all = all.into_iter().chain(named.iter().cloned());
    let mut stores: BTreeMap<PathBuf, Plans> = BTreeMap::new();
    for path in all.collect::<BTreeSet<_>>() {
        let target = ExperimentArguments { experiment: found.folder.join(&path), provider: None };
        let plan = Project::open(Some(&found.folder), &target)?.plan;
        let plans = stores.entry(found.folder.join(&plan.manifest.store)).or_default();
        if named.is_empty() || named.contains(&path) {
            plans.experiments.insert(plan.run.experiment().clone());
        }
        plans.all.push(plan);
    }
    // Only stores of a named experiment are swept.
    stores.retain(|folder, plans| !plans.experiments.is_empty() && folder.exists());
    // All stores are read before anything is deleted in one of them.
    let sweeps = stores.into_iter().map(|(folder, plans)| Sweep::find(folder, plans, arguments));
    for sweep in sweeps.collect::<Result<Vec<_>, _>>()? {
        sweep.finish(&found, arguments)?;
    }
    Ok(Exit::Done)
}

/// The experiments that share a store.
#[derive(Debug, Default)]
struct Plans {
    all: Vec<Plan>,
    /// Those whose outdated runs may be deleted.
    experiments: BTreeSet<Name>,
}

/// A store, and what can be deleted in it.
#[derive(Debug)]
struct Sweep {
    store: Store,
    found: Findings,
    /// Experiments without a manifest, whose runs are kept.
    orphans: BTreeSet<Name>,
}

impl Sweep {
    fn find(
        folder: PathBuf,
        mut plans: Plans,
        arguments: &Arguments,
    ) -> Result<Self, CommandError> {
        let store = Store::open(folder)?;
        let known: BTreeSet<Name> =
            plans.all.iter().map(|plan| plan.run.experiment().clone()).collect();
        let runs = store.run_folders()?;
        let mut orphans: BTreeSet<Name> = runs
            .iter()
            .map(|run| run.experiment().clone())
            .filter(|name| !known.contains(name))
            .collect();
        if arguments.orphans {
            plans.experiments.append(&mut orphans);
        }
        let scope = Scope {
            plans: &plans.all,
            experiments: &plans.experiments,
            paid: if arguments.paid { Paid::Delete } else { Paid::Keep },
            is_alive,
        };
        let found = gc::find(&store, &scope)?;
        Ok(Self { store, found, orphans })
    }

    /// Shows what can be deleted, and deletes it if the user confirms.
    fn finish(self, root: &ProjectRoot, arguments: &Arguments) -> Result<(), CommandError> {
        let Self { store, found, orphans } = self;
        let mut summary = Summary::of(&store, root, &found);
        summary.orphans = orphans.iter().map(ToString::to_string).collect();
        if !arguments.json {
            write!(io::stdout(), "{}", summary.text())?;
        }
        let confirmed = || terminal::confirm("delete it?").map(|answer| answer == Some(true));
        let deletes =
            !found.items.is_empty() && (arguments.yes || (!arguments.json && confirmed()?));
        if deletes {
            store.delete(&found.items)?;
            summary.deleted = true;
        }
        if arguments.json {
            terminal::print_json(&summary)?;
        } else if deletes {
            writeln!(io::stdout(), "deleted")?;
        } else if !found.items.is_empty() {
            writeln!(io::stdout(), "nothing was deleted; use `--yes` to delete it")?;
        }
        Ok(())
    }
}

/// Whether a process may still be running. A process of another host counts as running, and so does
/// any process where `/proc` does not exist.
fn is_alive(writer: &Writer) -> bool {
    let processes = Path::new("/proc");
    let is_known = writer.host == this_process().host && processes.join("self").exists();
    !is_known || processes.join(writer.pid.to_string()).exists()
}

/// What can be deleted, as JSON.
#[derive(Debug, Serialize)]
struct Summary {
    store: PathBuf,
    runs: Vec<String>,
    kinds: Vec<GarbageTotal>,
    bytes: u64,
    /// Runs and files that are kept because they are younger than an hour.
    young: usize,
    /// Paid replies that are kept although no finished debate uses them.
    paid_kept: usize,
    paid_bytes: u64,
    /// Outdated runs that are kept because a current manifest can reuse their debates.
    serving: Vec<String>,
    /// Experiments without a manifest, whose runs are kept.
    orphans: Vec<String>,
    deleted: bool,
}

/// How much of one kind can be deleted.
#[derive(Debug, Serialize)]
struct GarbageTotal {
    garbage: Garbage,
    number: usize,
    bytes: u64,
}

impl Summary {
    fn of(store: &Store, root: &ProjectRoot, sweep: &Findings) -> Self {
        let mut kinds: Vec<GarbageTotal> = Vec::new();
        for Item { garbage, bytes, .. } in &sweep.items {
            match kinds.last_mut().filter(|kind| kind.garbage == *garbage) {
                Some(kind) => {
                    kind.number += 1;
                    kind.bytes += bytes;
                }
                None => kinds.push(GarbageTotal { garbage: *garbage, number: 1, bytes: *bytes }),
            }
        }
        let runs = sweep.items.iter().filter(|item| item.garbage == Garbage::Run);
        let name =
            |item: &Item| item.path.file_name().map(|name| name.to_string_lossy().into_owned());
        Self {
            store: root.prefix.join(root.path_from(store.root())),
            runs: runs.filter_map(name).collect(),
            bytes: kinds.iter().map(|kind| kind.bytes).sum(),
            kinds,
            young: sweep.young,
            paid_kept: sweep.paid.0,
            paid_bytes: sweep.paid.1,
            serving: sweep.serving.iter().map(ToString::to_string).collect(),
            orphans: Vec::new(),
            deleted: false,
        }
    }

    fn text(&self) -> String {
        let store = self.store.display();
        let mut lines = Vec::new();
        if self.kinds.is_empty() {
            lines.push(format!("{store}: nothing can be deleted"));
        } else {
            lines.push(format!("{store}: {} can be deleted", DecimalBytes(self.bytes)));
        }
        for GarbageTotal { garbage, number, bytes } in &self.kinds {
            lines.push(format!(
                "  {:>9}  {}",
                DecimalBytes(*bytes).to_string(),
                noun(*garbage, *number)
            ));
            if *garbage == Garbage::Run {
                lines.extend(self.runs.iter().map(|run| format!("             {run}")));
            }
        }
        if self.young > 0 {
            let things = number::count(self.young, "run or file", "runs and files");
            lines.push(format!("kept: {things} younger than an hour"));
        }
        if self.paid_kept > 0 {
            let replies = number::count(self.paid_kept, "reply", "replies");
            let size = DecimalBytes(self.paid_bytes);
            lines.push(format!("kept: {replies}, {size}, that were paid but that no finished debate uses (--paid deletes them)"));
        }
        if !self.serving.is_empty() {
            let runs = self.serving.join(", ");
            lines.push(format!("kept: {runs}, until `report run` has copied the debates that current manifests need"));
        }
        if !self.orphans.is_empty() {
            let names = self.orphans.join(", ");
            lines.push(format!(
                "kept: the runs of {names}, which have no manifest here (--orphans deletes them)"
            ));
        }
        lines.join("\n") + "\n"
    }
}

fn noun(garbage: Garbage, number: usize) -> String {
    match garbage {
        Garbage::Temporary => format!("{} of killed processes", plural(number, "temporary file")),
        Garbage::Journal => format!("{} of killed processes", plural(number, "incomplete journal")),
        Garbage::Run => number::count(
            number,
            "run of an earlier version of its manifest",
            "runs of earlier versions of their manifests",
        ),
        Garbage::Object => number::count(
            number,
            "snapshot or outcome that no remaining run uses",
            "snapshots and outcomes that no remaining run uses",
        ),
        Garbage::Reply => number::count(
            number,
            "reply that no remaining debate uses",
            "replies that no remaining debate uses",
        ),
    }
}
