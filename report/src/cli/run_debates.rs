//! What `run` and `build` share: their options, the run itself and its summary.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use clap::Args;
use faultline::format::{Condition, Manifest};
use faultline::pipeline::{
    self, AttemptUsage, Cancel, FailureCause, Missed, MissedMatching, Offline, Options, Plan,
    Progress, RetryFailed, Summary,
};
use faultline::provider::Retries;
use faultline::store::Store;
use faultline::view::number;
use faultline::vocabulary::{SpendingLimit, Tariff, Usd, Volumes};
use serde::Serialize;

use super::confirm_cost::{Approval, confirm_cost};
use super::cost_estimate::searches;
use super::diagnose::plural;
use super::progress::ProgressReporter;
use super::project::{ExperimentArguments, Project, this_process};
use super::terminal::{escape_control, print_json, warn};
use super::{CommandError, Exit, ctrl_c};

/// Which debates to run, and how.
#[derive(Debug, Clone, Args)]
#[group(skip)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct RunArguments {
    #[command(flatten)]
    pub(super) experiment: ExperimentArguments,
    #[command(flatten)]
    filter: DebateFilter,
    /// Run at most N debates in parallel [default: the number of processors; 1 with a budget for
    /// the run]
    #[arg(long, value_name = "N", value_parser = count)]
    jobs: Option<NonZeroUsize>,
    /// Pay for missing debates without asking
    #[arg(long)]
    yes: bool,
    /// Retry failed debates: repeat the questions without a usable answer, and keep all other
    /// replies
    #[arg(long, conflicts_with = "offline")]
    retry_failed: bool,
    /// Use only replies that are in the store; never call a provider
    #[arg(long)]
    offline: bool,
    /// Write events to FILE, one JSON object per line; `-` writes to standard output
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,
    /// Print a summary as JSON
    #[arg(long)]
    json: bool,
}

/// Which debates of an experiment a command is about.
#[derive(Debug, Clone, Args)]
#[group(skip)]
pub struct DebateFilter {
    /// Select debates by mode, topic, persona and replicate, such as topic=ai-jobs,replicate=1; may
    /// be repeated
    #[arg(long, value_name = "KEY=VALUE,…")]
    only: Vec<String>,
}

impl DebateFilter {
    /// The conditions; a selected debate meets at least one of them. Empty if all debates are
    /// selected.
    ///
    /// # Errors
    /// [`CommandError::Usage`] where a condition does not fit the manifest.
    pub(super) fn conditions(&self, manifest: &Manifest) -> Result<Vec<Condition>, CommandError> {
        let condition = |text: &String| {
            Condition::parse(text, manifest)
                .map_err(|error| CommandError::option("--only", text, &error, error.help()))
        };
        self.only.iter().map(condition).collect()
    }
}

/// The summary of a run as JSON.
#[derive(Debug, Serialize)]
pub(super) struct RunSummary {
    run: String,
    /// All debates of the experiment.
    debates: usize,
    /// Debates that the manifest excludes.
    excluded: usize,
    /// Debates that `--only` selects.
    chosen: usize,
    done_before: usize,
    done_now: usize,
    failed: Vec<FailedDebate>,
    /// Debates that a cancelled run did not start or finish.
    stopped: usize,
    /// Topics whose cruxes were matched.
    matched: usize,
    unmatched: Vec<UnmatchedTopic>,
    /// Topics whose cruxes a cancelled run did not match.
    stopped_matchings: usize,
    /// Replies that the provider gave.
    #[serde(rename = "asked")]
    requested: u64,
    /// Those of `requested` that are searches of the web. `cost` does not include them.
    searches: u64,
    /// Replies that the store already held.
    #[serde(rename = "from_store")]
    reused: u64,
    /// How often a request was repeated, and how long the run waited for that.
    retries: Retries,
    /// The tokens of the requested replies, by model.
    spent: Volumes,
    /// Their cost in US dollars, if every price is known.
    cost: Option<Usd>,
    /// What all processes of the run have used of `run_usd`, if it is set. A call whose cost is
    /// unknown counts with all that it may have cost. *Units*: US dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    used: Option<Usd>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unrecorded: Option<String>,
    /// Debates in the store that could not be read for the site.
    unreadable: usize,
    /// The front page of the site, if it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<PathBuf>,
}

#[derive(Debug, Serialize)]
struct FailedDebate {
    cell: String,
    topic: String,
    mode: String,
    personas: Vec<String>,
    replicate: u32,
    error: String,
    /// Whether the same command may succeed later.
    retry: bool,
    /// Whether an attempt with `--retry-failed` may succeed.
    retry_failed: bool,
}

/// A topic whose cruxes could not be matched.
#[derive(Debug, Serialize)]
struct UnmatchedTopic {
    topic: String,
    error: String,
    /// Whether the same command may succeed later.
    retry: bool,
}

impl RunSummary {
    /// What a run of the plan came to, before its site is written.
    fn of(plan: &Plan, tariff: &Tariff, summary: Summary) -> Self {
        let Summary {
            chosen,
            found,
            ran,
            missed,
            cancelled,
            matched,
            unmatched,
            cancelled_matchings,
            usage,
            used,
            unrecorded,
        } = summary;
        let AttemptUsage { reused, requested, searches, spent, retries } = usage;
        Self {
            run: plan.run.to_string(),
            debates: plan.cells.len(),
            excluded: plan.excluded(),
            chosen,
            done_before: found,
            done_now: ran,
            failed: missed.into_iter().map(|missed| FailedDebate::of(plan, missed)).collect(),
            stopped: cancelled,
            matched,
            unmatched: unmatched.into_iter().map(UnmatchedTopic::of).collect(),
            stopped_matchings: cancelled_matchings,
            requested,
            searches,
            reused,
            retries,
            cost: pipeline::cost(tariff, &spent),
            spent,
            used: used.filter(|_| plan.manifest.budget.run.usd.is_some()).map(|used| used.usd),
            unrecorded,
            unreadable: 0,
            site: None,
        }
    }
}

impl UnmatchedTopic {
    fn of(MissedMatching { topic, error, cause }: MissedMatching) -> Self {
        Self { topic: topic.to_string(), error, retry: cause == FailureCause::Passing }
    }
}

impl FailedDebate {
    fn of(plan: &Plan, missed: Missed) -> Self {
        let cell = plan.cells.iter().find(|cell| cell.id == missed.cell);
        let cell = cell.expect("a failed debate is in the plan");
        Self {
            cell: missed.cell.to_string(),
            topic: cell.topic.to_string(),
            mode: cell.label.clone(),
            personas: cell.personas.iter().map(ToString::to_string).collect(),
            replicate: cell.replicate,
            error: missed.error,
            retry: missed.cause == FailureCause::Passing,
            retry_failed: !missed.cause.interrupts() && !plan.is_computed(),
        }
    }
}

impl RunArguments {
    /// Runs the selected debates that are missing.
    ///
    /// # Errors
    /// [`CommandError`] where the run cannot start; a failed debate is part of the summary.
    pub(super) fn run(&self, project: &Project, store: &Store) -> Result<RunSummary, CommandError> {
        let plan = &project.plan;
        let only = self.filter.conditions(&plan.manifest)?;
        let tariff = project.tariff()?;
        let retry_failed = retry_failed(self.retry_failed);
        if !self.offline {
            let approval = Approval::of(&plan.manifest, self.yes);
            confirm_cost(plan, store, &only, retry_failed, &tariff, approval)?;
        }
        let options = Options {
            offline: if self.offline { Offline::Yes } else { Offline::No },
            retry_failed,
            only,
            jobs: self.jobs(&plan.manifest),
            tariff,
            cancel: ctrl_c::cancel_on_signal()?,
        };
        let mut events = EventWriter::open(self.events.as_deref(), &options.cancel)?;
        let mut reporter = ProgressReporter::of_stderr(&plan.cells);
        let summary = pipeline::run(plan, store, &options, &this_process(), &mut |progress| {
            reporter.report(progress);
            events.write(progress);
        })?;
        events.close()?;
        Ok(RunSummary::of(plan, &options.tariff, summary))
    }

    /// With a budget for all debates, one is finished before the next begins, unless `--jobs` says
    /// otherwise.
    fn jobs(&self, manifest: &Manifest) -> NonZeroUsize {
        let SpendingLimit { usd, tokens } = manifest.budget.run;
        let is_limited = usd.is_some() || tokens.is_some();
        self.jobs.unwrap_or_else(|| if is_limited { NonZeroUsize::MIN } else { jobs(None) })
    }

    /// Prints the summary of a run; with `--json` only its warnings.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(super) fn print(&self, summary: &RunSummary) -> io::Result<()> {
        self.print_line(summary)?;
        if let Some(error) = &summary.unrecorded {
            warn(&format!("error: the journal of this run is incomplete: {error}"));
        }
        for UnmatchedTopic { topic, error, .. } in &summary.unmatched {
            warn(&format!(
                "error: the cruxes of the topic {topic} could not be matched: {error}\n  help: no debate is lost; run the \
                 same command again to match them"
            ));
        }
        let failed = summary.failed.iter().filter(|failed| failed.retry_failed).count();
        if failed > 0 {
            warn(&format!(
                "help: {} without a usable answer; to repeat the questions that ended them, and keep all other replies, \
                 add `--retry-failed` to the same command; `report plan` shows what that costs",
                number::count(failed, "debate ended", "debates ended"),
            ));
        }
        if summary.is_stopped() {
            let debates = match summary.stopped {
                0 => String::new(),
                stopped => format!("{} not run, ", plural(stopped, "debate")),
            };
            let matchings = match summary.stopped_matchings {
                0 => String::new(),
                stopped => format!("the cruxes of {} not matched, ", plural(stopped, "topic")),
            };
            warn(&format!(
                "stopped: {debates}{matchings}no page changed\n  help: run the same command again to continue; stored replies \
                 are not requested again"
            ));
        }
        Ok(())
    }

    /// Prints a line for the user: to standard error if events go to standard output, and not at
    /// all with `--json`.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(super) fn print_line(&self, line: &dyn Display) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        if self.events.as_deref() == Some(Path::new("-")) {
            warn(&line.to_string());
            return Ok(());
        }
        writeln!(io::stdout(), "{}", escape_control(&line.to_string()))
    }

    /// Prints the summary as JSON if `--json` is set, and returns how the command ends.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(super) fn finish(&self, summary: &RunSummary) -> io::Result<Exit> {
        if self.json {
            print_json(summary)?;
        }
        Ok(summary.exit())
    }
}

impl RunSummary {
    /// Adds the front page of the site, and how many debates could not be read for it.
    #[must_use]
    pub(super) fn with_site(self, index: &Path, unreadable: usize) -> Self {
        Self { site: Some(index.to_owned()), unreadable, ..self }
    }

    /// Whether the run was cancelled before all debates were done and their cruxes matched.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped + self.stopped_matchings > 0
    }

    fn exit(&self) -> Exit {
        let retry = self.failed.iter().any(|failed| failed.retry)
            || self.unmatched.iter().any(|unmatched| unmatched.retry);
        if self.is_stopped() || self.unrecorded.is_some() || retry {
            Exit::Retry
        } else if self.failed.is_empty() && self.unmatched.is_empty() && self.unreadable == 0 {
            Exit::Done
        } else {
            Exit::Failed
        }
    }
}

impl Display for RunSummary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", plural(self.debates, "debate"))?;
        if self.excluded > 0 {
            write!(f, " ({} excluded)", self.excluded)?;
        }
        if self.chosen < self.debates {
            write!(f, ", {} selected", self.chosen)?;
        }
        let (before, now, failed) = (self.done_before, self.done_now, self.failed.len());
        write!(f, ": {before} done before, {now} done now, {failed} failed; ")?;
        let requested = number::count(self.requested as usize, "reply", "replies");
        write!(f, "{requested} requested, {} from the store", self.reused)?;
        let Retries { tries, waited } = self.retries;
        if tries > 0 {
            let requests = if tries == 1 { "1 request" } else { &format!("{tries} requests") };
            write!(f, "; {requests} repeated, after waiting {} s", waited.div_ceil(1000))?;
        }
        match self.cost {
            Some(Usd::ZERO) => Ok(()),
            Some(cost) => write!(f, "; {cost} spent"),
            None => write!(f, "; cost unknown, because a model has no price"),
        }?;
        if let Some(searches) = searches(self.searches) {
            write!(f, "; {searches}")?;
        }
        match self.used {
            Some(used) if Some(used) != self.cost => {
                write!(
                    f,
                    "; {used} counted against `run_usd`; calls without a reply count at their maximum cost"
                )
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// Writes events to the file given with `--events`; an error cancels the run.
struct EventWriter<'a> {
    out: Option<Box<dyn Write>>,
    error: Option<io::Error>,
    cancel: &'a Cancel,
}

impl<'a> EventWriter<'a> {
    fn open(file: Option<&Path>, cancel: &'a Cancel) -> Result<Self, CommandError> {
        let out: Option<Box<dyn Write>> = match file {
            None => None,
            Some(file) if file == Path::new("-") => Some(Box::new(io::stdout())),
            Some(file) => {
                let created = File::create(file).map_err(|error| {
                    let help = "name a file in a folder that you may write to";
                    CommandError::option("--events", file.display(), error, help)
                });
                Some(Box::new(created?))
            }
        };
        Ok(Self { out, error: None, cancel })
    }

    fn write(&mut self, progress: &Progress) {
        let Some(out) = self.out.as_mut().filter(|_| self.error.is_none()) else { return };
        let line = serde_json::to_string(progress).map_err(io::Error::other);
        let written = line.and_then(|line| writeln!(out, "{line}")).and_then(|()| out.flush());
        if let Err(error) = written {
            self.error = Some(error);
            self.cancel.request();
        }
    }

    /// Reports why events are missing, unless the reader closed the pipe.
    fn close(self) -> io::Result<()> {
        match self.error {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            Some(_) | None => Ok(()),
        }
    }
}

/// As many debates in parallel as `--jobs` allows; without it, as many as there are processors.
pub(super) fn jobs(named: Option<NonZeroUsize>) -> NonZeroUsize {
    named.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// Reads a number that is not 0.
pub(super) fn count(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "write a whole number from 1")
}

/// What the option `--retry-failed` means.
pub(super) fn retry_failed(is_set: bool) -> RetryFailed {
    if is_set { RetryFailed::Yes } else { RetryFailed::No }
}
