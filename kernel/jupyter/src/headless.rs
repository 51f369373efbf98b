//! Runs a notebook without a front end and collects the outputs that belong into its file.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::cell_error::CellError;
use crate::cell_output::{Emit, Output, Pace};
use crate::display::{Display, Reading};
use crate::evaluator::{Evaluation, Evaluator, Interrupts};
use crate::kept_output::{CellOutputs, in_file, size};
use crate::notebook_file::{CodeCell, NotebookFile};

/// What came of a notebook.
#[derive(Debug, Default)]
pub(crate) struct Ran {
    /// The first cell that failed.
    pub(crate) failed: Option<FailedCell>,
    /// The cells with more output than the limit: their number among all cells, from 1, and how
    /// many bytes are left out.
    pub(crate) cut: Vec<(usize, usize)>,
}

/// The first cell that failed.
#[derive(Debug)]
pub(crate) struct FailedCell {
    /// Its number among all cells, from 1.
    pub(crate) number: usize,
    pub(crate) error: CellError,
}

/// Runs the code cells in order and stops at the first that fails, unless it is marked as one that
/// may fail. The notebook gets the outputs of the cells that ran, with that of the cell that
/// failed. If none failed, it also gets the key of its outputs, with the version of the crate
/// `faultline`.
pub(crate) fn run(notebook: &mut NotebookFile, mut session: Session<'_>, version: &str) -> Ran {
    notebook.clear();
    let outputs = Arc::new(Mutex::new(Outputs::new(session.output_limit)));
    let mut failed = None;
    for (count, cell) in (1..).zip(notebook.code_cells()) {
        let error = run_cell(&cell, count, &mut session, &outputs);
        if let Some(error) = error.filter(|_| !cell.may_fail) {
            failed = Some(FailedCell { number: cell.index + 1, error });
            break;
        }
    }
    let outputs = locked(&outputs);
    for (index, cell) in &outputs.cells {
        notebook.set(*index, Some(cell.count), cell.in_file(outputs.limit));
    }
    if failed.is_none() {
        notebook.freeze(version, &outputs.readings, outputs.rules.as_deref());
    }
    let cut = outputs.cells.iter().filter(|(_, cell)| cell.left_out > 0);
    Ran { failed, cut: cut.map(|(index, cell)| (index + 1, cell.left_out)).collect() }
}

fn locked(outputs: &Mutex<Outputs>) -> MutexGuard<'_, Outputs> {
    outputs.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What runs the cells of a notebook.
pub(crate) struct Session<'s> {
    pub(crate) evaluator: &'s mut Evaluator,
    /// Interrupts what the evaluator runs.
    pub(crate) interrupts: &'s Interrupts,
    /// How long a cell may take.
    pub(crate) timeout: Option<Duration>,
    /// How much output of a cell the notebook keeps. *Units*: bytes.
    pub(crate) output_limit: usize,
}

impl Session<'_> {
    /// Evaluates a cell, and interrupts it after the time that it may take.
    fn evaluate(&mut self, code: &str, emit: Emit) -> Evaluation {
        let Some(timeout) = self.timeout else {
            return self.evaluator.evaluate(code, Pace::Ordered, emit);
        };
        let (done, waits) = mpsc::channel::<()>();
        let interrupts = self.interrupts;
        thread::scope(|scope| {
            let timer = scope.spawn(move || {
                let is_late = waits.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout);
                if is_late {
                    interrupts.interrupt();
                }
                is_late
            });
            let mut evaluation = self.evaluator.evaluate(code, Pace::Ordered, emit);
            drop(done);
            if timer.join().unwrap_or(false) && evaluation.result.is_err() {
                evaluation.result = Err(CellError::timed_out(timeout));
            }
            evaluation
        })
    }
}

fn run_cell(
    cell: &CodeCell,
    count: u32,
    session: &mut Session<'_>,
    outputs: &Arc<Mutex<Outputs>>,
) -> Option<CellError> {
    locked(outputs).begin(cell.index, count);
    // What is left out is never held in memory.
    let sink = Arc::clone(outputs);
    let evaluation =
        session.evaluate(&cell.source, Box::new(move |output| locked(&sink).push(output)));
    let mut outputs = locked(outputs);
    if let Some(output) = evaluation.command_output {
        outputs.push(output);
    }
    let error = evaluation.result.err()?;
    outputs.error(&error);
    Some(error)
}

/// The outputs of all cells.
#[derive(Debug)]
struct Outputs {
    /// By the place of the cell.
    cells: BTreeMap<usize, CellOutputs>,
    current: usize,
    /// How much output of a cell is kept. *Units*: bytes.
    limit: usize,
    /// Where the displays with an id are: the place of the cell and of the output.
    ids: BTreeMap<String, Vec<(usize, usize)>>,
    /// Whether the next output clears those before it.
    clears: bool,
    /// The debates that the cells have read, by the name of their run.
    readings: BTreeMap<String, String>,
    /// The versions of what debates were computed by, where cells ran some.
    rules: Option<String>,
}

impl Outputs {
    fn new(limit: usize) -> Self {
        Self {
            cells: BTreeMap::new(),
            current: 0,
            limit,
            ids: BTreeMap::new(),
            clears: false,
            readings: BTreeMap::new(),
            rules: None,
        }
    }

    fn begin(&mut self, index: usize, count: u32) {
        (self.current, self.clears) = (index, false);
        self.cells.insert(index, CellOutputs::of(count));
    }

    fn clear(&mut self) {
        let (current, count) = (self.current, self.cell().count);
        for places in self.ids.values_mut() {
            places.retain(|(cell, _)| *cell != current);
        }
        self.begin(current, count);
    }

    /// The cell that runs, after a clear that waits for its next output.
    fn next(&mut self) -> &mut CellOutputs {
        if self.clears {
            self.clear();
        }
        self.cell()
    }

    fn cell(&mut self) -> &mut CellOutputs {
        self.cells.entry(self.current).or_default()
    }

    fn push(&mut self, output: Output) {
        match output {
            Output::Stdout(text) => self.stream("stdout", &text),
            Output::Stderr(text) => self.stream("stderr", &text),
            Output::Reading(Reading::Debates { run, debates }) => {
                self.readings.insert(run, debates);
            }
            Output::Reading(Reading::Rules(rules)) => self.rules = Some(rules),
            Output::Clear { wait: true } => self.clears = true,
            Output::Clear { wait: false } => self.clear(),
            Output::Display(display) if display.is_update => self.update(&display),
            Output::Display(display) => {
                let shown = json!({
                    "output_type": "display_data", "data": in_file(&display.data), "metadata": {}
                });
                let (current, limit) = (self.current, self.limit);
                let place = self.next().add(shown, size(&display), limit);
                if let (Some(id), Some(place)) = (display.id, place) {
                    self.ids.entry(id).or_default().push((current, place));
                }
            }
            Output::Result(display) => {
                let limit = self.limit;
                let cell = self.next();
                let shown = json!({
                    "output_type": "execute_result", "data": in_file(&display.data), "metadata": {},
                    "execution_count": cell.count
                });
                cell.add(shown, size(&display), limit);
            }
        }
    }

    /// An update of a display that was never shown changes nothing, as in other front ends.
    fn update(&mut self, display: &Display) {
        let id = display.id.as_deref().unwrap_or_default();
        for (cell, place) in self.ids.get(id).into_iter().flatten() {
            if let Some(cell) = self.cells.get_mut(cell) {
                cell.update(*place, display, self.limit);
            }
        }
    }

    fn stream(&mut self, name: &str, text: &str) {
        let limit = self.limit;
        self.next().stream(name, text, limit);
    }

    fn error(&mut self, error: &CellError) {
        let limit = self.limit;
        self.next().error(error, limit);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn outputs(of: Vec<Output>) -> Vec<Value> {
        limited(1000, of)
    }

    fn limited(limit: usize, of: Vec<Output>) -> Vec<Value> {
        let mut outputs = Outputs::new(limit);
        outputs.begin(3, 1);
        for output in of {
            outputs.push(output);
        }
        outputs.cells[&3].in_file(limit)
    }

    fn stdout(text: &str) -> Output {
        Output::Stdout(text.to_owned())
    }

    #[test]
    fn text_of_one_stream_is_one_output() {
        let stderr = Output::Stderr("c".to_owned());
        let found = outputs(vec![stdout("a"), stdout("b\nc"), stderr]);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0]["text"], json!(["ab\n", "c"]));
    }

    #[test]
    fn an_update_replaces_the_display_in_its_cell_also_from_a_later_cell() {
        let mut outputs = Outputs::new(1000);
        let display = |text: &str, is_update| {
            Output::Display(Display {
                id: Some("bar".to_owned()),
                is_update,
                ..Display::plain(text)
            })
        };
        outputs.begin(0, 1);
        outputs.push(display("0 %", false));
        outputs.begin(1, 2);
        outputs.push(display("100 %", true));
        assert_eq!(outputs.cells[&0].in_file(1000)[0]["data"]["text/plain"], json!(["100 %"]));
        assert!(outputs.cells[&1].in_file(1000).is_empty());
    }

    #[test]
    fn a_clear_that_waits_takes_place_at_the_next_output() {
        assert_eq!(outputs(vec![stdout("a"), Output::Clear { wait: true }]).len(), 1);
        let found = outputs(vec![stdout("a"), Output::Clear { wait: true }, stdout("b")]);
        assert_eq!(found[0]["text"], json!(["b"]));
        assert!(outputs(vec![stdout("a"), Output::Clear { wait: false }]).is_empty());
    }

    #[test]
    fn what_a_cell_reads_is_kept_and_is_not_an_output() {
        let mut outputs = Outputs::new(1000);
        outputs.begin(0, 1);
        let reading = |debates: &str| {
            Output::Reading(Reading::Debates {
                run: "a-0123456789ab".to_owned(),
                debates: debates.to_owned(),
            })
        };
        let rules = Output::Reading(Reading::Rules("graph 1\n".to_owned()));
        for output in [reading("one\n"), stdout("a"), rules, reading("one\ntwo\n")] {
            outputs.push(output);
        }
        assert_eq!(outputs.cells[&0].in_file(1000).len(), 1);
        let readings: Vec<(&str, &str)> = outputs
            .readings
            .iter()
            .map(|(run, debates)| (run.as_str(), debates.as_str()))
            .collect();
        assert_eq!(readings, [("a-0123456789ab", "one\ntwo\n")]);
        assert_eq!(outputs.rules.as_deref(), Some("graph 1\n"));
    }

    #[test]
    fn only_a_result_has_the_number_of_its_cell() {
        let found = outputs(vec![
            Output::Display(Display::plain("1")),
            Output::Result(Display::plain("2")),
        ]);
        assert_eq!(found[0].get("execution_count"), None);
        assert_eq!(found[1]["execution_count"], 1);
    }

    fn note(text: &str) -> Value {
        let text = format!("{text}\n");
        json!({"output_type": "stream", "name": "stderr", "text": [text]})
    }

    #[test]
    fn text_beyond_the_limit_is_cut_and_counted() {
        let found = limited(5, vec![stdout("ab\n"), stdout("cdé"), stdout("f"), stdout("g")]);
        let text = json!({"output_type": "stream", "name": "stdout", "text": ["ab\n", "cd"]});
        let cut = "The output of this cell is longer than the limit of 5 bytes: 4 bytes are left out. \
                   `faultline-kernel execute --output-limit MB` raises the limit.";
        assert_eq!(found, [text, note(cut)]);
        assert_eq!(limited(5, vec![stdout("ab\ncd")]).len(), 1, "what fits is whole");
    }

    #[test]
    fn a_display_beyond_the_limit_is_left_out_as_a_whole_and_so_is_what_follows() {
        let display = |text: &str| Output::Display(Display::plain(text));
        let found = limited(4, vec![display("123"), display("45"), stdout("6")]);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0]["data"]["text/plain"], json!(["123"]));
        assert!(
            found[1]["text"][0].as_str().unwrap().contains("3 bytes are left out"),
            "{found:?}"
        );
    }

    #[test]
    fn a_display_that_is_replaced_counts_once() {
        let shown = |text: &str, is_update| {
            Output::Display(Display { id: Some("a".to_owned()), is_update, ..Display::plain(text) })
        };
        let mut steps = vec![shown("0 %", false)];
        steps.extend((0..50).map(|step| shown(&format!("{step} %"), true)));
        let found = limited(4, steps.clone());
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0]["data"]["text/plain"], json!(["49 %"]));
        steps.push(shown("too long", true));
        let found = limited(4, steps);
        assert_eq!(found[0]["data"]["text/plain"], json!(["49 %"]));
        assert!(
            found[1]["text"][0].as_str().unwrap().contains("8 bytes are left out"),
            "{found:?}"
        );
    }

    #[test]
    fn an_error_stays_the_last_output_and_is_cut_too() {
        let mut outputs = Outputs::new(10);
        outputs.begin(0, 1);
        outputs.push(stdout(&"x".repeat(12)));
        outputs.error(&CellError::sentence("Panic", "y".repeat(30)));
        let found = outputs.cells[&0].in_file(10);
        let kinds: Vec<&Value> = found.iter().map(|output| &output["output_type"]).collect();
        assert_eq!(kinds, ["stream", "stream", "error"]);
        assert_eq!(found[2]["evalue"], "y".repeat(10));
        // 2 of the text, 20 of the message, 27 of the traceback.
        assert!(
            found[1]["text"][0].as_str().unwrap().contains("49 bytes are left out"),
            "{found:?}"
        );
    }

    #[test]
    fn a_clear_gives_the_room_back() {
        let clear = Output::Clear { wait: false };
        assert_eq!(limited(3, vec![stdout("abcd"), clear, stdout("abc")]).len(), 1);
    }
}
