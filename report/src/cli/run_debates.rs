//! What `run` and `build` share: which debates are had now and how, and what is said of it.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use clap::Args;
use faultline::format::{Condition, Manifest};
use faultline::pipeline::{
    self, Cancel, Cell, Effort, Missed, Offline, Options, Progress, Summary,
};
use faultline::provider::Retries;
use faultline::store::Store;
use faultline::vocabulary::{Usd, Volumes};
use serde::Serialize;

use super::diagnose::plural;
use super::progress::Teller;
use super::project::{Project, Target, clock};
use super::terminal::{inert, warn};
use super::{Exit, Failure, confirm_cost, ctrl_c};

/// Which debates are had now, and how.
#[derive(Debug, Clone, Args)]
#[group(skip)]
pub struct Launch {
    #[command(flatten)]
    pub(super) target: Target,
    #[command(flatten)]
    choice: Choice,
    /// Have at most N debates at once [default: one a processor]
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<NonZeroUsize>,
    /// Pay for what is missing without asking
    #[arg(long)]
    yes: bool,
    /// Ask no provider: use only replies that the store holds
    #[arg(long)]
    offline: bool,
    /// Write what happens to FILE, one JSON object a line; `-` is standard output
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,
    /// Sum up as JSON
    #[arg(long)]
    json: bool,
}

/// Which debates a command is about.
#[derive(Debug, Clone, Args)]
#[group(skip)]
pub struct Choice {
    /// Choose debates by mode, topic, persona and replicate, as in mode=graph,replicate=1; repeatable
    #[arg(long, value_name = "KEY=VALUE,…")]
    only: Vec<String>,
}

impl Choice {
    /// The conditions; none where all debates are meant.
    ///
    /// # Errors
    /// [`Failure::Choice`] where one names what the manifest does not have.
    pub(super) fn conditions(&self, manifest: &Manifest) -> Result<Vec<Condition>, Failure> {
        let condition = |text: &String| {
            Condition::parse(text, manifest)
                .map_err(|cause| Failure::Choice { text: text.clone(), cause })
        };
        self.only.iter().map(condition).collect()
    }
}

/// What a run came to, as a program reads it.
#[derive(Debug, Serialize)]
pub(super) struct Told {
    run: String,
    /// The debates of the experiment.
    debates: usize,
    /// How many more its manifest excludes.
    excluded: usize,
    /// Those chosen to be had now.
    chosen: usize,
    done_before: usize,
    done_now: usize,
    failed: Vec<Failed>,
    /// Those not begun, or not ended, since the run was stopped.
    stopped: usize,
    asked: u64,
    from_store: u64,
    /// Tries beyond the first of each request, and the time that was waited before them.
    retries: Retries,
    /// The tokens of the replies asked for, by model.
    spent: Volumes,
    /// What they cost in US dollars, where every price is known.
    cost: Option<Usd>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unrecorded: Option<String>,
    /// Debates that the store holds, but not in one piece: found when the site was made.
    unreadable: usize,
    /// The front page, where a site was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<PathBuf>,
}

#[derive(Debug, Serialize)]
struct Failed {
    cell: String,
    topic: String,
    mode: String,
    personas: Vec<String>,
    replicate: u32,
    error: String,
    /// Whether another attempt may help.
    retry: bool,
}

impl Failed {
    fn of(cells: &[Cell], missed: Missed) -> Self {
        let cell = cells.iter().find(|cell| cell.id == missed.cell);
        let cell = cell.expect("a run misses cells of its plan");
        Self {
            cell: missed.cell.to_string(),
            topic: cell.topic.to_string(),
            mode: cell.label.clone(),
            personas: cell.personas.iter().map(ToString::to_string).collect(),
            replicate: cell.replicate,
            error: missed.error,
            retry: missed.interrupted,
        }
    }
}

impl Launch {
    /// Has what is missing of the debates chosen.
    ///
    /// # Errors
    /// [`Failure`] where the experiment cannot be run at all; a failed debate is none.
    pub(super) fn run(&self, project: &Project, store: &Store) -> Result<Told, Failure> {
        let plan = &project.plan;
        let (offline, only) = (self.offline(), self.choice.conditions(&plan.manifest)?);
        let tariff = project.tariff()?;
        if offline == Offline::No {
            let license = confirm_cost::License::of(&plan.manifest, self.yes);
            confirm_cost::obtain(plan, store, &only, &tariff, license)?;
        }
        let options = Options {
            offline,
            only,
            jobs: self
                .jobs
                .or_else(|| thread::available_parallelism().ok())
                .unwrap_or(NonZeroUsize::MIN),
            tariff,
            cancel: ctrl_c::cancel()?,
        };
        let mut events = Events::open(self.events.as_deref(), &options.cancel)?;
        let mut teller = Teller::of_stderr();
        let mut tell = |progress: &_| {
            teller.tell(progress);
            events.write(progress);
        };
        let summary = pipeline::run(plan, store, &options, &clock(), &mut tell)?;
        events.close()?;
        let Summary { chosen, found, ran, missed, cancelled, effort, unrecorded } = summary;
        let Effort { hits, misses, spent, retries } = effort;
        Ok(Told {
            run: plan.run.to_string(),
            debates: plan.cells.len(),
            excluded: plan.excluded(),
            chosen,
            done_before: found,
            done_now: ran,
            failed: missed.into_iter().map(|missed| Failed::of(&plan.cells, missed)).collect(),
            stopped: cancelled,
            asked: misses,
            from_store: hits,
            retries,
            cost: pipeline::cost(&options.tariff, &spent),
            spent,
            unrecorded,
            unreadable: 0,
            site: None,
        })
    }

    /// Tells people what a run came to; with `--json` only what went wrong.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(super) fn tell(&self, told: &Told) -> io::Result<()> {
        self.say(&told.line())?;
        if let Some(fault) = &told.unrecorded {
            warn(&format!("error: the journal of this run has gaps: {fault}"));
        }
        if told.stopped > 0 {
            warn(&format!(
                "stopped: {} left for later, and no page was touched\n  help: run the same command again to go on; what is \
                 stored is kept, and nothing stored is asked for twice",
                plural(told.stopped, "debate"),
            ));
        }
        Ok(())
    }

    /// Tells people a line; with `--json` nothing.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(super) fn say(&self, line: &dyn Display) -> io::Result<()> {
        match (self.json, self.events_on_stdout()) {
            (true, _) => Ok(()),
            (false, true) => {
                warn(&line.to_string());
                Ok(())
            }
            (false, false) => writeln!(io::stdout(), "{}", inert(&line.to_string())),
        }
    }

    /// Tells programs what a run came to, where that was asked for, and ends.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(super) fn end(&self, told: &Told) -> io::Result<Exit> {
        if self.json {
            let json = serde_json::to_string(told).map_err(io::Error::other)?;
            writeln!(io::stdout(), "{json}")?;
        }
        Ok(told.exit())
    }

    fn offline(&self) -> Offline {
        if self.offline { Offline::Yes } else { Offline::No }
    }

    fn events_on_stdout(&self) -> bool {
        self.events.as_deref() == Some(Path::new("-"))
    }
}

impl Told {
    /// Names the front page of the site that was made of it, and how many debates could not be read for it.
    #[must_use]
    pub(super) fn with_site(self, index: &Path, unreadable: usize) -> Self {
        Self { site: Some(index.to_owned()), unreadable, ..self }
    }

    /// Whether debates were left because the run was asked to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped > 0
    }

    fn line(&self) -> String {
        let mut debates = plural(self.debates, "debate");
        if self.excluded > 0 {
            debates = format!("{debates} ({} excluded)", self.excluded);
        }
        if self.chosen < self.debates {
            debates = format!("{debates}, {} chosen", self.chosen);
        }
        format!(
            "{debates}: {} done before, {} done now, {} failed; {} replies asked for, {} from the store{}{}",
            self.done_before,
            self.done_now,
            self.failed.len(),
            self.asked,
            self.from_store,
            again(self.retries),
            match self.cost {
                Some(Usd::ZERO) => String::new(),
                Some(cost) => format!("; {cost} spent"),
                None => "; what was spent is not known, for a model has no price".to_owned(),
            },
        )
    }

    fn exit(&self) -> Exit {
        let retry = self.failed.iter().any(|failed| failed.retry);
        if self.stopped > 0 || self.unrecorded.is_some() || retry {
            Exit::Retry
        } else if self.failed.is_empty() && self.unreadable == 0 {
            Exit::Done
        } else {
            Exit::Failed
        }
    }
}

/// What was tried again, as the end of a sentence.
fn again(Retries { tries, waited }: Retries) -> String {
    match tries {
        0 => String::new(),
        1 => format!("; 1 request was tried again, after {} s", waited.div_ceil(1000)),
        _ => format!(
            "; {tries} times a request was tried again, after {} s in all",
            waited.div_ceil(1000)
        ),
    }
}

/// Where events go; whoever cannot write them any more stops the run.
struct Events<'a> {
    out: Option<Box<dyn Write>>,
    fault: Option<io::Error>,
    cancel: &'a Cancel,
}

impl<'a> Events<'a> {
    fn open(file: Option<&Path>, cancel: &'a Cancel) -> Result<Self, Failure> {
        let out: Option<Box<dyn Write>> = match file {
            None => None,
            Some(file) if file == Path::new("-") => Some(Box::new(io::stdout())),
            Some(file) => {
                let created = File::create(file);
                Some(Box::new(
                    created.map_err(|cause| Failure::Events { file: file.to_owned(), cause })?,
                ))
            }
        };
        Ok(Self { out, fault: None, cancel })
    }

    fn write(&mut self, progress: &Progress) {
        let Some(out) = self.out.as_mut().filter(|_| self.fault.is_none()) else { return };
        let line = serde_json::to_string(progress).map_err(io::Error::other);
        let written = line.and_then(|line| writeln!(out, "{line}")).and_then(|()| out.flush());
        if let Err(fault) = written {
            self.fault = Some(fault);
            self.cancel.request();
        }
    }

    /// Tells why events are missing, unless whoever read them has read enough.
    fn close(self) -> io::Result<()> {
        match self.fault {
            Some(fault) if fault.kind() != io::ErrorKind::BrokenPipe => Err(fault),
            Some(_) | None => Ok(()),
        }
    }
}

fn jobs(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "write a whole number from 1")
}
