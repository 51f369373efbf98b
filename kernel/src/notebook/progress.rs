//! The progress of a run, shown in the cell that runs it.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use super::display::{escaped, name, print, print_mark};
use super::grid::{Cell, Grid};
use super::read_debates::is_in_kernel;
use crate::graph::Cause;
use crate::pipeline::{Progress, Summary};
use crate::record::Event;
use crate::store::Name;
use crate::view::number;
use crate::vocabulary::CallId;

/// Set by evcxr for the process in which cells run.
const EVCXR: &str = "EVCXR_IS_RUNTIME";
/// The least time between two updates: a front end draws each of them.
const PAUSE: Duration = Duration::from_millis(100);
/// The length of the bar in plain text. *Units*: characters.
const BAR: usize = 24;

/// Shows how far one or more runs are, as a display that is updated.
#[derive(Debug)]
pub(super) struct RunProgress {
    screen: Screen,
    /// What runs, as the beginning of a sentence.
    title: String,
    /// Which part of it runs now; may be empty.
    part: String,
    /// The debates of the current run, those that ended included.
    debates: usize,
    /// Those that ended.
    ended: usize,
    running: Vec<Running>,
    /// The topic whose cruxes are being matched.
    matching: Option<String>,
    /// The debates of all runs that are over; none before the first is.
    total: Option<Total>,
}

/// Where progress is shown.
#[derive(Debug)]
enum Screen {
    /// In a kernel that replaces what it shows under a name, with the time of the last update.
    Display { id: String, last: Option<Instant> },
    /// In another kernel on evcxr, which would show each update again: a line at the beginning and
    /// one at the end.
    Lines,
    /// Outside of notebooks.
    Nowhere,
}

/// A debate that is running.
#[derive(Debug)]
struct Running {
    cell: Name,
    /// The mode, the topic, the personas and the replicate.
    title: String,
    round: u32,
    calls: u32,
    most_calls: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Total {
    done: usize,
    failed: usize,
    cancelled: usize,
}

impl RunProgress {
    pub(super) fn new(title: impl Into<String>) -> Self {
        let screen = if is_in_kernel() {
            Screen::Display { id: unique_id(), last: None }
        } else if std::env::var_os(EVCXR).is_some() {
            Screen::Lines
        } else {
            Screen::Nowhere
        };
        Self::on(screen, title)
    }

    fn on(screen: Screen, title: impl Into<String>) -> Self {
        Self {
            screen,
            title: title.into(),
            part: String::new(),
            debates: 0,
            ended: 0,
            running: Vec::new(),
            matching: None,
            total: None,
        }
    }

    /// What runs next, as a part of what the title says.
    pub(super) fn begin_part(&mut self, part: impl Into<String>) {
        self.part = part.into();
    }

    /// Takes a step of a run, and shows it if the last one was shown some time ago.
    pub(super) fn take(&mut self, step: &Progress) {
        self.count(step);
        let is_first = matches!(step, Progress::Started { .. });
        match &mut self.screen {
            Screen::Display { id, last } => {
                let is_update = last.is_some();
                if last.is_some_and(|last| last.elapsed() < PAUSE) {
                    return;
                }
                *last = Some(Instant::now());
                print_mark(
                    "display",
                    &serde_json::json!({ "display_id": id, "update": is_update }),
                );
                print(&self.html(), &self.text());
            }
            Screen::Lines if is_first => {
                let debates = number::count(self.debates - self.ended, "debate", "debates");
                line(&format!("{}: running {debates}", self.heading()));
            }
            Screen::Lines | Screen::Nowhere => {}
        }
    }

    /// Counts the debates of a run that is over.
    pub(super) fn end_run(&mut self, summary: &Summary) {
        let total = self.total.get_or_insert_default();
        total.done += summary.found + summary.ran;
        total.failed += summary.missed.len();
        total.cancelled += summary.cancelled;
        (self.debates, self.ended) = (0, 0);
        self.running.clear();
        self.matching = None;
    }

    /// Shows how many debates are done. Nothing is shown if no run came to its end.
    pub(super) fn finish(self) {
        let Some(sentence) = self.sentence() else { return };
        match &self.screen {
            Screen::Display { id, last } => {
                let is_update = last.is_some();
                print_mark(
                    "display",
                    &serde_json::json!({ "display_id": id, "update": is_update }),
                );
                print(&format!("<p>{}</p>", escaped(&sentence)), &sentence);
            }
            Screen::Lines => line(&sentence),
            Screen::Nowhere => {}
        }
    }

    fn count(&mut self, step: &Progress) {
        match step {
            Progress::Started { cells, done, .. } => (self.debates, self.ended) = (*cells, *done),
            Progress::CellStarted { cell, label, topic, personas, replicate, most_calls } => {
                let personas: Vec<String> = personas.iter().map(|id| name(id.as_str())).collect();
                let personas = personas.join(" and ");
                self.running.push(Running {
                    cell: cell.clone(),
                    title: format!("{label}, {topic}, {personas}, replicate {replicate}"),
                    round: 0,
                    calls: 0,
                    most_calls: *most_calls,
                });
            }
            Progress::Debate { cell, event } => {
                if let Some(running) = self.running.iter_mut().find(|known| known.cell == *cell) {
                    running.take(event);
                }
            }
            Progress::CellDone { cell, .. }
            | Progress::CellFailed { cell, .. }
            | Progress::CellCancelled { cell } => {
                self.running.retain(|known| known.cell != *cell);
                self.ended += 1;
            }
            Progress::MatchingStarted { topic, .. } => self.matching = Some(topic.clone()),
            Progress::MatchingDone { .. } | Progress::MatchingFailed { .. } => self.matching = None,
            Progress::Waiting { .. } | Progress::Finished { .. } => {}
        }
    }

    fn heading(&self) -> String {
        let comma = if self.part.is_empty() { "" } else { ", " };
        format!("{}{comma}{}", self.title, self.part)
    }

    /// The share of the current run that is done; a debate counts with the share of its calls.
    fn share(&self) -> f64 {
        let begun: f64 = self.running.iter().map(Running::share).sum();
        ((self.ended as f64 + begun) / self.debates.max(1) as f64).min(1.0)
    }

    fn state(&self) -> String {
        let debates = number::count(self.debates, "debate", "debates");
        let state = format!("{}: {} of {debates} ended", self.heading(), self.ended);
        match &self.matching {
            Some(topic) => format!("{state}; comparing the cruxes on {topic}"),
            None => state,
        }
    }

    /// The running debates as a table.
    fn debates(&self) -> Grid {
        let mut grid = Grid::new(["running", "#round", "#calls", "#at most"]);
        for Running { title, round, calls, most_calls, .. } in &self.running {
            let numbers = [*round, *calls, *most_calls].map(|count| Cell::count(count.into()));
            grid.push(std::iter::once(title.as_str().into()).chain(numbers));
        }
        grid
    }

    fn html(&self) -> String {
        let table = if self.running.is_empty() { String::new() } else { self.debates().html() };
        format!(
            "<p>{}<br><progress max=\"1\" value=\"{:.3}\"></progress></p>{table}",
            escaped(&self.state()),
            self.share()
        )
    }

    fn text(&self) -> String {
        let full = (self.share() * BAR as f64) as usize;
        let bar = format!("[{}{}]", "#".repeat(full), "-".repeat(BAR - full));
        let table =
            if self.running.is_empty() { String::new() } else { self.debates().to_string() };
        format!("{bar} {}\n{table}", self.state())
    }

    /// How the runs ended.
    fn sentence(&self) -> Option<String> {
        let Total { done, failed, cancelled } = self.total?;
        let mut counts = vec![format!("{} done", number::count(done, "debate", "debates"))];
        counts.extend((failed > 0).then(|| format!("{failed} failed")));
        counts.extend((cancelled > 0).then(|| format!("{cancelled} cancelled")));
        Some(format!("{}: {}.", self.title, counts.join(", ")))
    }
}

impl Running {
    fn take(&mut self, event: &Event) {
        if let Event::TurnTaken { turn } = event {
            self.round = self.round.max(turn.round);
        }
        if let Event::BlackboardUpdate { round, .. } = event {
            self.round = self.round.max(*round);
        }
        self.calls = self.calls.max(call(event).map_or(0, CallId::number));
    }

    fn share(&self) -> f64 {
        (f64::from(self.calls) / f64::from(self.most_calls.max(1))).min(1.0)
    }
}

/// The call that an event comes from. Calls are numbered in their order, so that it is also how
/// many there were.
fn call(event: &Event) -> Option<CallId> {
    if let Event::TurnTaken { turn } = event {
        return Some(turn.call);
    }
    if let Event::GraphChanged { change } = event {
        return match change.cause {
            Cause::Validation(call) | Cause::Merge(call) => Some(call),
            Cause::Turn(_) | Cause::Semantics => None,
        };
    }
    if let Event::CallFailed { call, .. }
    | Event::CallRepaired { call, .. }
    | Event::CallReplaced { call, .. }
    | Event::PartsDropped { call, .. }
    | Event::AnswerDrafted { call, .. } = event
    {
        return Some(*call);
    }
    None
}

/// A name that no other display of the notebook has.
fn unique_id() -> String {
    use std::hash::{BuildHasher as _, Hasher as _, RandomState};
    format!("faultline-run-{:016x}", RandomState::new().build_hasher().finish())
}

fn line(text: &str) {
    // A notebook that closes the stream sees nothing any more.
    let _ = writeln!(io::stderr().lock(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Act, Turn};
    use crate::vocabulary::{PersonaId, TurnId};

    fn cell(id: &str) -> Name {
        id.parse().unwrap()
    }

    fn started(id: &str, most_calls: u32) -> Progress {
        Progress::CellStarted {
            cell: cell(id),
            label: "graph".to_owned(),
            topic: "lamps".to_owned(),
            personas: ["ann-lee", "bob"].map(|id| PersonaId::new(id).unwrap()).into(),
            replicate: 1,
            most_calls,
        }
    }

    fn turn(id: &str, round: u32, call: u32) -> Progress {
        let turn = Turn::new(TurnId::new(1), round, Act::Silence, "", CallId::new(call));
        Progress::Debate { cell: cell(id), event: Event::TurnTaken { turn: Box::new(turn) } }
    }

    fn run(steps: &[Progress]) -> RunProgress {
        let mut progress = RunProgress::on(Screen::Nowhere, "lamps");
        for step in steps {
            progress.take(step);
        }
        progress
    }

    #[test]
    fn a_running_debate_shows_its_mode_its_round_and_its_calls_of_the_most_possible() {
        let begin = Progress::Started { run: "lamps-1".to_owned(), cells: 2, done: 0 };
        let progress = run(&[begin, started("abc", 40), turn("abc", 2, 20)]);
        let shown = "[######------------------] lamps: 0 of 2 debates ended\n\
                     running                                   round  calls  at most\n\
                     graph, lamps, Ann lee and Bob, replicate 1      2     20       40\n";
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(squeezed(&progress.text()), squeezed(shown));
        let html = progress.html();
        assert!(html.contains("<progress max=\"1\" value=\"0.250\">"), "{html}");
        assert!(html.contains("graph, lamps, Ann lee and Bob, replicate 1"), "{html}");
    }

    #[test]
    fn a_debate_that_has_ended_is_counted_and_the_comparison_of_cruxes_is_named() {
        let begin = Progress::Started { run: "lamps-1".to_owned(), cells: 2, done: 1 };
        let done = Progress::CellDone { cell: cell("abc"), calls: 9, cruxes: 1 };
        let matching = Progress::MatchingStarted { topic: "lamps".to_owned(), debates: 2 };
        let progress = run(&[begin, started("abc", 40), done, matching]);
        let shown = "[########################] lamps: 2 of 2 debates ended; comparing the cruxes on lamps\n";
        assert_eq!(progress.text(), shown);
    }

    #[test]
    fn the_last_sentence_counts_the_debates_of_all_runs_and_those_that_failed() {
        let mut progress = run(&[started("abc", 40)]);
        assert_eq!(progress.sentence(), None, "nothing is said of a run that never ended");
        progress.total = Some(Total { done: 3, failed: 0, cancelled: 0 });
        assert_eq!(progress.sentence().unwrap(), "lamps: 3 debates done.");
        progress.total = Some(Total { done: 1, failed: 2, cancelled: 0 });
        assert_eq!(progress.sentence().unwrap(), "lamps: 1 debate done, 2 failed.");
    }
}
