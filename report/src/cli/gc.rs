//! `report gc`: shows what a store can do without, and drops it when told.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use faultline::pipeline::Plan;
use faultline::pipeline::gc::{self, Findings, Paid, Scope};
use faultline::store::{Garbage, Item, Name, Store, Writer};
use serde::Serialize;

use super::check::manifests;
use super::diagnose::plural;
use super::project::{Project, Target, clock};
use super::project_root::{Root, here};
use super::{Exit, Failure, terminal};

/// Show what the store can do without, and drop it when told
///
/// That is: former runs of experiments, which their manifests describe no more; objects and replies that no debate which
/// stays was made of; what killed processes left. What a finished debate of today needs stays, and so does whatever is
/// younger than an hour. Nothing is dropped while a run goes on.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Arguments {
    /// Manifests whose former runs may go [default: all of the folder `experiments`]
    #[arg(value_name = "EXPERIMENT")]
    experiments: Vec<PathBuf>,
    /// Drop also the runs of experiments that have no manifest
    #[arg(long)]
    orphans: bool,
    /// Drop also replies of models that no finished debate was made of: to have them again is paid again
    #[arg(long)]
    paid: bool,
    /// Drop without asking
    #[arg(long)]
    yes: bool,
    /// Sum up as JSON
    #[arg(long)]
    json: bool,
}

/// Shows and, when told, drops.
///
/// # Errors
/// [`Failure`] where a manifest or a store cannot be read: then nothing is dropped, for nothing is known for sure.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, Failure> {
    let here = here()?;
    let start = arguments.experiments.first().map_or(Path::new(""), PathBuf::as_path);
    let found = Root::find(root, start, &here)?;
    let named: BTreeSet<PathBuf> =
        arguments.experiments.iter().map(|path| found.path_from(&here.join(path))).collect();
    let all =
        manifests(&found.folder, Path::new("experiments")).into_iter().chain(named.iter().cloned());
    let mut stores: BTreeMap<PathBuf, Plans> = BTreeMap::new();
    for path in all.collect::<BTreeSet<_>>() {
        let target = Target { experiment: found.folder.join(&path), provider: None };
        let plan = Project::open(Some(&found.folder), &target)?.plan;
        let plans = stores.entry(found.folder.join(&plan.manifest.store)).or_default();
        if named.is_empty() || named.contains(&path) {
            plans.experiments.insert(plan.run.experiment().clone());
        }
        plans.all.push(plan);
    }
    // A store is meant where one of its experiments is.
    stores.retain(|folder, plans| !plans.experiments.is_empty() && folder.exists());
    for (folder, plans) in stores {
        let store = Store::open(folder)?;
        sweep(&store, plans, &found, arguments)?;
    }
    Ok(Exit::Done)
}

/// The experiments that share a store.
#[derive(Debug, Default)]
struct Plans {
    all: Vec<Plan>,
    /// Those whose former runs may go.
    experiments: BTreeSet<Name>,
}

fn sweep(
    store: &Store,
    mut plans: Plans,
    root: &Root,
    arguments: &Arguments,
) -> Result<(), Failure> {
    let known: BTreeSet<Name> =
        plans.all.iter().map(|plan| plan.run.experiment().clone()).collect();
    let runs = store.run_folders()?;
    let orphans: BTreeSet<Name> = runs
        .iter()
        .map(|run| run.experiment().clone())
        .filter(|name| !known.contains(name))
        .collect();
    if arguments.orphans {
        plans.experiments.extend(orphans.iter().cloned());
    }
    let scope = Scope {
        plans: &plans.all,
        experiments: &plans.experiments,
        paid: if arguments.paid { Paid::Delete } else { Paid::Keep },
        is_alive,
    };
    let found = gc::find(store, &scope)?;
    let mut told = Told::of(store, root, &found);
    if !arguments.orphans {
        told.orphans = orphans.iter().map(ToString::to_string).collect();
    }
    if !arguments.json {
        write!(io::stdout(), "{}", told.text())?;
    }
    let drops = !found.items.is_empty()
        && (arguments.yes || (!arguments.json && terminal::confirmed("drop it?")? == Some(true)));
    if drops {
        store.delete(&found.items)?;
        told.dropped = true;
    }
    if arguments.json {
        let json = serde_json::to_string(&told).map_err(io::Error::other)?;
        writeln!(io::stdout(), "{json}")?;
    } else if drops {
        writeln!(io::stdout(), "dropped")?;
    } else if !found.items.is_empty() {
        writeln!(io::stdout(), "nothing was dropped: `--yes` drops it")?;
    }
    Ok(())
}

/// Whether a process may be at work. Of another host nothing is known, nor where there is no `/proc`.
fn is_alive(writer: &Writer) -> bool {
    let processes = Path::new("/proc");
    let is_known = writer.host == clock().host && processes.join("self").exists();
    !is_known || processes.join(writer.pid.to_string()).exists()
}

/// What a store can do without, as a program reads it.
#[derive(Debug, Serialize)]
struct Told {
    store: PathBuf,
    runs: Vec<String>,
    kinds: Vec<Kind>,
    bytes: u64,
    /// Runs and files that stay because they are younger than an hour.
    young: usize,
    /// Replies of models that stay although no finished debate was made of them.
    paid_kept: usize,
    paid_bytes: u64,
    /// Former runs that stay since a debate of today has to be taken over from them.
    serving: Vec<String>,
    /// Experiments without a manifest, whose runs stay.
    orphans: Vec<String>,
    dropped: bool,
}

/// All of one kind.
#[derive(Debug, Serialize)]
struct Kind {
    litter: Garbage,
    number: usize,
    bytes: u64,
}

impl Told {
    fn of(store: &Store, root: &Root, sweep: &Findings) -> Self {
        let mut kinds: Vec<Kind> = Vec::new();
        for Item { garbage: litter, bytes, .. } in &sweep.items {
            match kinds.last_mut().filter(|kind| kind.litter == *litter) {
                Some(kind) => {
                    kind.number += 1;
                    kind.bytes += bytes;
                }
                None => kinds.push(Kind { litter: *litter, number: 1, bytes: *bytes }),
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
            dropped: false,
        }
    }

    fn text(&self) -> String {
        let store = self.store.display();
        let mut lines = Vec::new();
        if self.kinds.is_empty() {
            lines.push(format!("{store}: nothing can be dropped"));
        } else {
            lines.push(format!("{store}: {} can be dropped", size(self.bytes)));
        }
        for Kind { litter, number, bytes } in &self.kinds {
            lines.push(format!("  {:>9}  {}", size(*bytes), noun(*litter, *number)));
            if *litter == Garbage::Run {
                lines.extend(self.runs.iter().map(|run| format!("             {run}")));
            }
        }
        if self.young > 0 {
            let things = plural_of(self.young, "run or file", "runs and files");
            lines.push(format!("kept: {things} younger than an hour"));
        }
        if self.paid_kept > 0 {
            let replies = plural_of(self.paid_kept, "reply", "replies");
            let size = size(self.paid_bytes);
            lines.push(format!("kept: {replies} of models, {size}, that no finished debate was made of (--paid drops them)"));
        }
        if !self.serving.is_empty() {
            let runs = self.serving.join(", ");
            lines.push(format!("kept: {runs}, until `report run` has taken over what today's manifests want of them"));
        }
        if !self.orphans.is_empty() {
            let names = self.orphans.join(", ");
            lines.push(format!(
                "kept: the runs of {names}, which have no manifest here (--orphans drops them)"
            ));
        }
        lines.join("\n") + "\n"
    }
}

fn noun(litter: Garbage, number: usize) -> String {
    match litter {
        Garbage::Temporary => format!("{} of killed processes", plural(number, "temporary file")),
        Garbage::Journal => {
            format!("{} that killed processes left torn", plural(number, "journal"))
        }
        Garbage::Run => format!("{} that no manifest describes any more", plural(number, "run")),
        Garbage::Object => plural_of(
            number,
            "snapshot or outcome of no run that stays",
            "snapshots and outcomes of no run that stays",
        ),
        Garbage::Reply => plural_of(
            number,
            "reply that no debate that stays was made of",
            "replies that no debate that stays was made of",
        ),
    }
}

fn plural_of(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A size as people read it, in units of 1000.
fn size(bytes: u64) -> String {
    let units = ["B", "kB", "MB", "GB"];
    let (mut value, mut unit) = (bytes as f64, 0);
    while value >= 999.5 && unit + 1 < units.len() {
        value /= 1000.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} B") } else { format!("{value:.1} {}", units[unit]) }
}
