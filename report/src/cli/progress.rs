//! The progress of a run on standard error: a bar on a terminal, plain lines otherwise.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal as _};

use faultline::pipeline::{Cell, Progress};
use faultline::record::Event;
use faultline::store::Name;
use faultline::view::number;
use faultline::vocabulary::PersonaId;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::diagnose::plural;
use super::terminal::{break_long_lines, escape_control, warn};

/// The maximum length of a message. *Units*: characters.
const MOST: usize = 800;

/// Prints the progress of a run.
#[derive(Debug)]
pub struct ProgressReporter {
    /// The bar, on a terminal; lines are printed above it.
    bar: Option<ProgressBar>,
    /// The names of the running debates: several run in parallel, so each line names its debate.
    names: BTreeMap<Name, String>,
    differences: Differences,
}

/// In what the debates of a run differ besides their modes: only this is in their names.
#[derive(Debug, Clone, Copy)]
struct Differences {
    topics: bool,
    personas: bool,
    replicates: bool,
}

impl Differences {
    fn of(cells: &[Cell]) -> Self {
        let differ = |is_same: fn(&Cell, &Cell) -> bool| {
            cells.windows(2).any(|pair| !is_same(&pair[0], &pair[1]))
        };
        Self {
            topics: differ(|one, other| one.topic == other.topic),
            personas: differ(|one, other| one.personas == other.personas),
            replicates: differ(|one, other| one.replicate == other.replicate),
        }
    }
}

impl ProgressReporter {
    /// The reporter for standard error.
    pub fn of_stderr(cells: &[Cell]) -> Self {
        let differences = Differences::of(cells);
        if !io::stderr().is_terminal() {
            return Self::new(None, differences);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        bar.set_style(
            ProgressStyle::with_template("{bar:24.cyan/dim} {pos}/{len} debates  {wide_msg}")
                .expect("the template is valid"),
        );
        Self::new(Some(bar), differences)
    }

    fn new(bar: Option<ProgressBar>, differences: Differences) -> Self {
        Self { bar, names: BTreeMap::new(), differences }
    }

    /// Prints one step.
    pub fn report(&mut self, progress: &Progress) {
        if let Progress::CellStarted { cell, label, topic, personas, replicate, .. } = progress {
            let personas: Vec<&str> = personas.iter().map(PersonaId::as_str).collect();
            let Differences { topics, personas: groups, replicates } = self.differences;
            let parts = [
                topics.then(|| topic.clone()),
                Some(label.clone()),
                groups.then(|| personas.join(" + ")),
                replicates.then(|| format!("replicate {replicate}")),
            ];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            self.names.insert(cell.clone(), parts.join(", "));
        }
        let line = self.line(progress).map(|line| escape_control(&line));
        match &self.bar {
            Some(bar) => draw(bar, progress, line.map(|line| break_long_lines(&line))),
            None => {
                if let Some(line) = line {
                    warn(&line);
                }
            }
        }
        if let Progress::CellDone { cell, .. }
        | Progress::CellFailed { cell, .. }
        | Progress::CellCancelled { cell } = progress
        {
            self.names.remove(cell);
        }
    }

    fn line(&self, progress: &Progress) -> Option<String> {
        let of = |cell: &Name, message: String| {
            let name = self.names.get(cell).map_or(cell.as_str(), String::as_str);
            Some(format!("{name}: {}", shortened(&message)))
        };
        match progress {
            Progress::Started { cells, done, .. } => {
                let cells = plural(*cells, "debate");
                Some(format!("{cells}, {done} already done"))
            }
            Progress::CellStarted { cell, most_calls, .. } => {
                of(cell, format!("at most {}", plural(*most_calls as usize, "call")))
            }
            Progress::Debate { cell, event } => of(cell, message(event)?),
            Progress::Waiting { cell, seconds, cause } => {
                of(cell, format!("waiting {seconds} s: {cause}"))
            }
            Progress::CellDone { cell, calls, cruxes } => of(
                cell,
                format!(
                    "done: {}, {} named",
                    plural(*calls as usize, "call"),
                    plural(*cruxes, "question")
                ),
            ),
            Progress::CellFailed { cell, error } => of(cell, format!("failed: {error}")),
            Progress::CellCancelled { cell } => of(cell, "stopped".to_owned()),
            Progress::MatchingStarted { topic, debates } => {
                let debates = plural(*debates, "debate");
                Some(format!("{topic}: matching the cruxes of {debates}"))
            }
            Progress::MatchingDone { topic, calls, cruxes } => {
                let (calls, cruxes) =
                    (plural(*calls as usize, "call"), number::count(*cruxes, "crux", "cruxes"));
                Some(format!("{topic}: cruxes matched: {calls}, {cruxes}"))
            }
            Progress::MatchingFailed { topic, error } => {
                Some(format!("{topic}: the cruxes could not be matched: {error}"))
            }
            Progress::Finished { .. } => None,
        }
    }
}

/// What is worth a line of an event of a debate.
fn message(event: &Event) -> Option<String> {
    Some(match event {
        Event::BlackboardUpdate { round, summary } => format!("round {round}: {summary}"),
        Event::CallRepaired { call, question, faults } => {
            let faults = faults.join("; ");
            format!("call {call} ({question}) had an invalid answer and was repeated: {faults}")
        }
        Event::CallReplaced { call, question, fault } => {
            format!("call {call} ({question}) was asked again: {fault}")
        }
        Event::PartsDropped { call, question, reasons } => {
            let (dropped, reasons) = (plural(reasons.len(), "wrong part"), reasons.join("; "));
            format!("call {call} ({question}): {dropped} left out: {reasons}")
        }
        Event::AnswerDrafted { call, question, drafts } => {
            let drafts = plural(drafts.len(), "draft");
            format!("call {call} ({question}): {drafts} before the answer")
        }
        Event::CallFailed { call, question, fault } => {
            format!("call {call} ({question}) failed: {fault}")
        }
        Event::TurnTaken { .. }
        | Event::GraphChanged { .. }
        | Event::DebateComplete { .. }
        | Event::Mode(_) => return None,
    })
}

/// A message without what is too much to read here.
fn shortened(message: &str) -> String {
    match message.char_indices().nth(MOST) {
        None => message.to_owned(),
        Some((end, _)) => {
            let more = message[end..].chars().count();
            format!("{}… ({more} more characters in the journal of this run)", &message[..end])
        }
    }
}

fn draw(bar: &ProgressBar, progress: &Progress, line: Option<String>) {
    match progress {
        Progress::Started { cells, done, .. } => {
            bar.set_length(*cells as u64);
            bar.set_position(*done as u64);
        }
        Progress::CellStarted { .. }
        | Progress::MatchingStarted { .. }
        | Progress::Debate { event: Event::BlackboardUpdate { .. }, .. } => {
            bar.set_message(line.unwrap_or_default());
        }
        Progress::Waiting { .. } | Progress::Debate { .. } => {
            if let Some(line) = line {
                bar.println(line);
            }
        }
        Progress::CellDone { .. } => bar.inc(1),
        Progress::CellFailed { .. } => {
            bar.println(line.unwrap_or_default());
            bar.inc(1);
        }
        Progress::MatchingFailed { .. } => bar.println(line.unwrap_or_default()),
        Progress::CellCancelled { .. } | Progress::MatchingDone { .. } => {}
        Progress::Finished { .. } => bar.finish_and_clear(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use indicatif::TermLike;

    use super::*;

    const ALL: Differences = Differences { topics: true, personas: true, replicates: true };

    /// A terminal that keeps what is written to it.
    #[derive(Debug, Clone, Default)]
    struct Screen(Arc<Mutex<String>>);

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            100
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(&format!("{text}\n"))
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(text);
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_message_of_a_server_that_is_too_long_says_where_the_rest_is() {
        let cell: Name = "abc".parse().unwrap();
        let mut error = "e".repeat(MOST);
        let line = |error: &str| {
            let failed = Progress::CellFailed { cell: cell.clone(), error: error.to_owned() };
            ProgressReporter::new(None, ALL).line(&failed).unwrap()
        };
        error.push_str(&"f".repeat(5000));
        let shown = line(&error);
        assert!(shown.ends_with("… (5008 more characters in the journal of this run)"), "{shown}");
        assert!(shown.chars().count() < MOST + 100);
    }

    #[test]
    fn repeated_and_failed_calls_are_printed_as_plain_lines_and_above_the_bar() {
        let call = "c7".parse().unwrap();
        let repaired = Event::CallRepaired {
            call,
            question: "attacks".into(),
            faults: vec!["too many".into()],
        };
        let failed =
            Event::CallFailed { call, question: "attacks".into(), fault: "no connection".into() };
        let screen = Screen::default();
        let target = ProgressDrawTarget::term_like(Box::new(screen.clone()));
        let mut reporter =
            ProgressReporter::new(Some(ProgressBar::with_draw_target(Some(2), target)), ALL);
        reporter.report(&Progress::CellStarted {
            cell: "abc".parse().unwrap(),
            label: "graph".to_owned(),
            topic: "lamps".to_owned(),
            personas: ["ann", "bob"].map(|id| PersonaId::new(id).unwrap()).into(),
            replicate: 2,
            most_calls: 9,
        });
        for (event, expected) in [
            (
                repaired,
                "lamps, graph, ann + bob, replicate 2: call c7 (attacks) had an invalid answer and was repeated: too many",
            ),
            (
                failed,
                "lamps, graph, ann + bob, replicate 2: call c7 (attacks) failed: no connection",
            ),
        ] {
            let progress = Progress::Debate { cell: "abc".parse().unwrap(), event };
            assert_eq!(reporter.line(&progress).as_deref(), Some(expected));
            reporter.report(&progress);
            let shown = screen.0.lock().unwrap().clone();
            assert!(shown.contains(expected), "{shown}");
        }
    }
}
