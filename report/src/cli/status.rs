//! `report status`: which debates of an experiment are done.

use std::io::{self, Write as _};
use std::path::Path;

use clap::Args;
use faultline::format::{Combination, Condition};
use faultline::mode::Control;
use faultline::pipeline::{self, Attempt, Cell, CellState, Matching};
use faultline::view::number;
use faultline::vocabulary::TopicId;
use jiff::Timestamp;
use serde::Serialize;

use super::columns::{Alignment, align};
use super::diagnose::plural;
use super::project::{ExperimentArguments, Project};
use super::run_debates::DebateFilter;
use super::terminal::{Layout, Styled, Tone, print_json};
use super::{CommandError, Exit};

/// Show which debates of an experiment are done, failed, interrupted or missing
///
/// Reads the store; calls no provider and writes nothing.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    experiment: ExperimentArguments,
    #[command(flatten)]
    filter: DebateFilter,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Prints the status to standard output.
///
/// # Errors
/// [`CommandError`] where the experiment or its store cannot be read.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    let project = Project::open(root, &arguments.experiment)?;
    let only = arguments.filter.conditions(&project.plan.manifest)?;
    let status = Status::of(&project, &only)?;
    if arguments.json {
        print_json(&status)?;
    } else {
        let arguments = project.arguments().expect("the experiment has a manifest file");
        status.print(&arguments)?;
    }
    Ok(Exit::Done)
}

/// The states of the selected debates as JSON.
#[derive(Debug, Serialize)]
struct Status {
    run: String,
    done: usize,
    failed: usize,
    interrupted: usize,
    missing: usize,
    damaged: usize,
    excluded: usize,
    debates: Vec<DebateStatus>,
    /// Whether the cruxes of each topic's debates are matched.
    matchings: Vec<MatchingStatus>,
}

#[derive(Debug, Serialize)]
struct MatchingStatus {
    topic: String,
    state: StateName,
    /// The number of different cruxes, if they are matched.
    #[serde(skip_serializing_if = "Option::is_none")]
    cruxes: Option<usize>,
    /// Why they are not matched.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl MatchingStatus {
    fn of(topic: &TopicId, matching: &Matching) -> Self {
        let of = |state, cruxes, error| Self { topic: topic.to_string(), state, cruxes, error };
        match matching {
            Matching::Made(made) => of(StateName::Done, Some(made.cruxes.len()), None),
            Matching::Missing { last: None, .. } => of(StateName::Missing, None, None),
            Matching::Missing { last: Some(last), .. } => {
                let state =
                    if last.has_failed() { StateName::Failed } else { StateName::Interrupted };
                of(state, None, last.error.clone())
            }
            Matching::Damaged(error) => of(StateName::Damaged, None, Some(error.clone())),
        }
    }

    fn line(&self, layout: &Layout) -> String {
        let state = self.state.styled(layout);
        let cruxes =
            self.cruxes.map(|count| format!(", {}", number::count(count, "crux", "cruxes")));
        let error = self.error.as_ref().map(|error| format!(": {error}"));
        let more = cruxes.or(error).unwrap_or_default();
        format!("matching of the cruxes of {}: {state}{more}", self.topic)
    }
}

#[derive(Debug, Serialize)]
struct DebateStatus {
    topic: String,
    personas: Vec<String>,
    mode: String,
    /// The control under which it is run.
    #[serde(skip_serializing_if = "Option::is_none")]
    control: Option<Control>,
    replicate: u32,
    /// Its id; an excluded debate has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
    state: StateName,
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<Problem>,
}

/// Why a debate is not done.
#[derive(Debug, Serialize)]
struct Problem {
    attempts: usize,
    /// When the last attempt ended. *Units*: milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<u64>,
    error: String,
    /// Whether only other replies can change this, which `--retry-failed` asks for.
    retry_failed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum StateName {
    Done,
    Failed,
    Interrupted,
    Damaged,
    Missing,
    Excluded,
}

impl StateName {
    const ALL: [Self; 6] =
        [Self::Done, Self::Failed, Self::Interrupted, Self::Damaged, Self::Missing, Self::Excluded];

    fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
            Self::Damaged => "damaged",
            Self::Missing => "missing",
            Self::Excluded => "excluded",
        }
    }

    /// Its word in its colour.
    fn styled(self, layout: &Layout) -> String {
        let tone = match self {
            Self::Done => Tone::Good,
            Self::Failed | Self::Damaged => Tone::Bad,
            Self::Interrupted | Self::Missing => Tone::Open,
            Self::Excluded => Tone::Faint,
        };
        layout.render(&Styled::toned(tone, self.word()))
    }
}

impl DebateStatus {
    fn of(
        debate: Combination,
        control: Option<Control>,
        cell: Option<(&Cell, &CellState)>,
    ) -> Self {
        let (state, trouble) = match cell {
            None => (StateName::Excluded, None),
            Some((_, CellState::Done)) => (StateName::Done, None),
            Some((_, CellState::Missing)) => (StateName::Missing, None),
            Some((_, CellState::Damaged(error))) => {
                let problem =
                    Problem { attempts: 0, ended: None, error: error.clone(), retry_failed: false };
                (StateName::Damaged, Some(problem))
            }
            Some((_, CellState::Failed { attempts, last })) => {
                (StateName::Failed, Some(Problem::of(*attempts, last, true)))
            }
            Some((_, CellState::Interrupted { attempts, last })) => {
                (StateName::Interrupted, Some(Problem::of(*attempts, last, false)))
            }
        };
        Self {
            topic: debate.topic.to_string(),
            personas: debate.personas.iter().map(ToString::to_string).collect(),
            mode: debate.label,
            control,
            replicate: debate.replicate,
            cell: cell.map(|(cell, _)| cell.id.to_string()),
            state,
            trouble,
        }
    }

    fn row(&self, layout: &Layout, has_replicates: bool) -> Vec<String> {
        let state = self.state.styled(layout);
        let personas = self.personas.join(" + ");
        let mode =
            self.control.map_or_else(|| self.mode.clone(), |control| control.label(&self.mode));
        let replicate = has_replicates.then(|| self.replicate.to_string());
        [state, self.topic.clone(), personas, mode].into_iter().chain(replicate).collect()
    }
}

impl Status {
    fn of(project: &Project, only: &[Condition]) -> Result<Self, CommandError> {
        let plan = &project.plan;
        let store = project.open_store_if_any()?;
        let states = match &store {
            Some(store) => pipeline::status(plan, store)?,
            None => vec![CellState::Missing; plan.cells.len()],
        };
        let mut matchings = Vec::new();
        if let Some(store) = &store {
            for (topic, matching) in pipeline::matchings(plan, store)? {
                matchings.push(MatchingStatus::of(&topic, &matching));
            }
        }
        if !only.is_empty() {
            let is_chosen = |matching: &MatchingStatus| {
                plan.chosen(only).iter().any(|(_, cell)| cell.topic.as_str() == matching.topic)
            };
            matchings.retain(is_chosen);
        }
        let mut cells = plan.cells.iter().zip(&states).peekable();
        let mut debates = Vec::new();
        for debate in plan.manifest.all() {
            let cell = cells.next_if(|(cell, _)| cell.combination() == debate);
            if only.is_empty() || only.iter().any(|condition| condition.matches(&debate)) {
                let control = plan.manifest.modes[&debate.label].control();
                let mut status = DebateStatus::of(debate, control, cell);
                if let Some(problem) = &mut status.trouble {
                    // The same question to the corpora or to a script has the same answer again.
                    problem.retry_failed &= !plan.is_computed();
                }
                debates.push(status);
            }
        }
        let run = plan.run.to_string();
        let [done, failed, interrupted, damaged, missing, excluded] = StateName::ALL
            .map(|state| debates.iter().filter(|debate| debate.state == state).count());
        Ok(Self { run, done, failed, interrupted, missing, damaged, excluded, debates, matchings })
    }

    fn print(&self, arguments: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let layout = Layout::of_stdout();
        let heads = ["state", "topic", "personas", "mode", "replicate"];
        let has_replicates = self.debates.iter().any(|debate| debate.replicate > 1);
        let shown = &heads[..heads.len() - usize::from(!has_replicates)];
        let mut rows = vec![shown.iter().map(|head| (*head).to_owned()).collect()];
        rows.extend(self.debates.iter().map(|debate| debate.row(&layout, has_replicates)));
        let lines = align(&rows, &[Alignment::Left; 5]);
        writeln!(out, "{}", layout.render(&Styled::toned(Tone::Faint, &lines[0])))?;
        let widest_state = self.debates.iter().map(|debate| debate.state.word().len()).max();
        let indent = " ".repeat(widest_state.unwrap_or_default().max(heads[0].len()) + 2);
        for (debate, line) in self.debates.iter().zip(&lines[1..]) {
            writeln!(out, "{line}")?;
            if let Some(problem) = &debate.trouble {
                writeln!(out, "{indent}{}", problem.sentence())?;
            }
        }
        writeln!(out)?;
        for matching in &self.matchings {
            writeln!(out, "{}", matching.line(&layout))?;
        }
        writeln!(out, "{}", self.summary())?;
        if self.to_retry() > 0 {
            writeln!(
                out,
                "{} without a usable answer: `report run {arguments} --retry-failed` repeats the questions that ended \
                 them and keeps all other replies; `report plan {arguments}` shows what that costs",
                number::count(self.to_retry(), "debate ended", "debates ended"),
            )?;
        }
        writeln!(out, "{}", self.next(arguments))?;
        writeln!(
            out,
            "{}",
            layout.render(&Styled::toned(Tone::Faint, &format!("run {}", self.run)))
        )
    }

    fn summary(&self) -> String {
        let debates = plural(self.debates.len() - self.excluded, "debate");
        let counts =
            [self.done, self.failed, self.interrupted, self.damaged, self.missing, self.excluded];
        let counts = counts.into_iter().zip(StateName::ALL).filter(|(count, _)| *count > 0);
        let counts: Vec<String> =
            counts.map(|(count, state)| format!("{count} {}", state.word())).collect();
        format!("{debates}: {}", counts.join(", "))
    }

    /// How many debates only other replies can complete.
    fn to_retry(&self) -> usize {
        let problems = self.debates.iter().filter_map(|debate| debate.trouble.as_ref());
        problems.filter(|problem| problem.retry_failed).count()
    }

    fn next(&self, arguments: &str) -> String {
        let any = |state| self.matchings.iter().any(|matching| matching.state == state);
        if self.damaged > 0 || any(StateName::Damaged) {
            format!("next: `report verify {arguments}` shows what is damaged and how to repair it")
        } else if self.failed + self.interrupted + self.missing > self.to_retry() {
            format!("next: `report run {arguments}` runs the debates that are not done")
        } else if self.to_retry() > 0 {
            format!("next: `report run {arguments} --retry-failed` retries the failed debates")
        } else if [StateName::Missing, StateName::Failed, StateName::Interrupted]
            .into_iter()
            .any(any)
        {
            format!("next: `report run {arguments}` matches the cruxes of the debates")
        } else {
            format!("next: `report render {arguments}` writes the site, if it is not written yet")
        }
    }
}

impl Problem {
    fn of(attempts: usize, last: &Attempt, retry_failed: bool) -> Self {
        // The process was killed between the end of the debate and its commit.
        let error = last.error.clone().unwrap_or_else(|| "it was not stored".to_owned());
        Self { attempts, ended: Some(last.started + last.took), error, retry_failed }
    }

    fn sentence(&self) -> String {
        let Some(ended) = self.ended else { return self.error.clone() };
        let attempts = plural(self.attempts, "attempt");
        format!("{attempts}, the last at {}: {}", minute(ended), self.error)
    }
}

/// A time in UTC, such as `2026-03-14 15:09 UTC`. *Units*: milliseconds since 1970.
fn minute(millis: u64) -> String {
    let time = i64::try_from(millis).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    time.unwrap_or(Timestamp::MAX).strftime("%Y-%m-%d %H:%M UTC").to_string()
}
