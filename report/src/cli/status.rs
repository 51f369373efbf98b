//! `report status`: how far an experiment is, debate by debate.

use std::io::{self, Write as _};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use clap::Args;
use faultline::format::{Combination, Condition};
use faultline::pipeline::{self, Cell, State};
use serde::Serialize;

use super::diagnose::plural;
use super::moment;
use super::project::{Project, Target};
use super::run_debates::Choice;
use super::{Exit, Failure};

/// Show which debates of an experiment are done, failed or missing
///
/// Reads only; asks no provider.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    choice: Choice,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Shows the status on standard output.
///
/// # Errors
/// [`Failure`] where the experiment or its store cannot be read.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, Failure> {
    let project = Project::open(root, &arguments.target)?;
    let only = arguments.choice.conditions(&project.plan.manifest)?;
    let status = Status::of(&project, &only)?;
    if arguments.json {
        let json = serde_json::to_string(&status).map_err(io::Error::other)?;
        writeln!(io::stdout(), "{json}")?;
    } else {
        let call = project.call_from_here().expect("the experiment has a manifest");
        status.show(&call)?;
    }
    Ok(Exit::Done)
}

/// What is known of the debates of an experiment.
#[derive(Debug, Serialize)]
struct Status {
    run: String,
    done: usize,
    failed: usize,
    missing: usize,
    damaged: usize,
    excluded: usize,
    debates: Vec<Row>,
}

/// One debate.
#[derive(Debug, Serialize)]
struct Row {
    topic: String,
    personas: Vec<String>,
    mode: String,
    replicate: u32,
    /// Its id; an excluded debate has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
    state: Word,
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<Trouble>,
}

/// Why a debate is not done.
#[derive(Debug, Serialize)]
struct Trouble {
    attempts: usize,
    /// When the last attempt ended. *Units*: milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<u64>,
    error: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Done,
    Failed,
    Missing,
    Damaged,
    Excluded,
}

impl Word {
    fn text(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Missing => "missing",
            Self::Damaged => "damaged",
            Self::Excluded => "excluded",
        }
    }

    fn style(self) -> Style {
        match self {
            Self::Done => AnsiColor::Green.on_default(),
            Self::Failed | Self::Damaged => AnsiColor::Red.on_default().bold(),
            Self::Missing => AnsiColor::Yellow.on_default(),
            Self::Excluded => Style::new().dimmed(),
        }
    }
}

impl Row {
    fn of(debate: Combination, cell: Option<(&Cell, &State)>) -> Self {
        let (state, trouble) = match cell {
            None => (Word::Excluded, None),
            Some((_, State::Done)) => (Word::Done, None),
            Some((_, State::Missing)) => (Word::Missing, None),
            Some((_, State::Damaged(error))) => {
                let trouble = Trouble { attempts: 0, ended: None, error: error.clone() };
                (Word::Damaged, Some(trouble))
            }
            Some((_, State::Failed { attempts, last })) => {
                let error = last.error.clone();
                // An attempt without an error was killed between its debate and the commit of it.
                let error = error.unwrap_or_else(|| "it was not committed".to_owned());
                let ended = Some(last.started + last.took);
                (Word::Failed, Some(Trouble { attempts: *attempts, ended, error }))
            }
        };
        Self {
            topic: debate.topic.to_string(),
            personas: debate.personas.iter().map(ToString::to_string).collect(),
            mode: debate.label,
            replicate: debate.replicate,
            cell: cell.map(|(cell, _)| cell.id.to_string()),
            state,
            trouble,
        }
    }

    fn columns(&self) -> [String; 5] {
        let (state, replicate) = (self.state.text().to_owned(), self.replicate.to_string());
        [state, self.topic.clone(), self.personas.join(" + "), self.mode.clone(), replicate]
    }
}

impl Status {
    fn of(project: &Project, only: &[Condition]) -> Result<Self, Failure> {
        let plan = &project.plan;
        let states = match project.stored_if_any()? {
            Some(store) => pipeline::status(plan, &store)?,
            None => vec![State::Missing; plan.cells.len()],
        };
        let mut cells = plan.cells.iter().zip(&states).peekable();
        let mut debates = Vec::new();
        for debate in plan.manifest.all() {
            let cell = cells.next_if(|(cell, _)| cell.combination() == debate);
            if only.is_empty() || only.iter().any(|condition| condition.matches(&debate)) {
                debates.push(Row::of(debate, cell));
            }
        }
        let count = |word| debates.iter().filter(|row| row.state == word).count();
        Ok(Self {
            run: plan.run.to_string(),
            done: count(Word::Done),
            failed: count(Word::Failed),
            missing: count(Word::Missing),
            damaged: count(Word::Damaged),
            excluded: count(Word::Excluded),
            debates,
        })
    }

    fn show(&self, call: &str) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        let head = ["state", "topic", "personas", "mode", "replicate"].map(str::to_owned);
        let rows: Vec<[String; 5]> = self.debates.iter().map(Row::columns).collect();
        let width = |column: usize| {
            let texts = rows.iter().chain([&head]).map(|row| row[column].chars().count());
            texts.max().unwrap_or(0)
        };
        let widths: [usize; 5] = std::array::from_fn(width);
        let line = |row: &[String; 5]| {
            let cells = row[1..].iter().zip(&widths[1..]);
            let cells: Vec<String> = cells.map(|(text, width)| format!("{text:width$}")).collect();
            cells.join("  ").trim_end().to_owned()
        };
        let dim = Style::new().dimmed();
        writeln!(out, "{dim}{:width$}  {}{dim:#}", head[0], line(&head), width = widths[0])?;
        for (row, texts) in self.debates.iter().zip(&rows) {
            let style = row.state.style();
            writeln!(
                out,
                "{style}{:width$}{style:#}  {}",
                texts[0],
                line(texts),
                width = widths[0]
            )?;
            if let Some(trouble) = &row.trouble {
                writeln!(out, "{:width$}  {}", "", trouble.told(), width = widths[0])?;
            }
        }
        writeln!(out, "\n{}", self.summary())?;
        writeln!(out, "{}", self.next(call))
    }

    fn summary(&self) -> String {
        let debates = plural(self.debates.len() - self.excluded, "debate");
        let counts = [
            (self.done, Word::Done),
            (self.failed, Word::Failed),
            (self.damaged, Word::Damaged),
            (self.missing, Word::Missing),
            (self.excluded, Word::Excluded),
        ];
        let counts: Vec<String> = counts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {}", word.text()))
            .collect();
        format!("{debates} of run {}: {}", self.run, counts.join(", "))
    }

    fn next(&self, call: &str) -> String {
        if self.damaged > 0 {
            format!("next: `report verify {call}` says what is damaged and how to mend it")
        } else if self.failed + self.missing > 0 {
            format!("next: `report run {call}` has what is not done")
        } else {
            format!("next: `report render {call}` writes the pages")
        }
    }
}

impl Trouble {
    fn told(&self) -> String {
        match self.ended {
            None => self.error.clone(),
            Some(ended) => {
                let attempts = plural(self.attempts, "attempt");
                format!("{attempts}, the last {}: {}", moment::utc(ended), self.error)
            }
        }
    }
}
