//! Runs a notebook without a front end and collects the outputs that belong into its file.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::cell_error::CellError;
use crate::cell_output::{Emit, Output, Pace};
use crate::display::{Display, Reading};
use crate::evaluator::{Evaluation, Evaluator, Interrupts};
use crate::notebook_file::{CodeCell, NotebookFile, lines};

/// The first cell that failed.
#[derive(Debug)]
pub(crate) struct FailedCell {
    /// Its number among all cells, from 1.
    pub(crate) number: usize,
    pub(crate) error: CellError,
}

/// Runs the code cells in order and stops at the first that fails, unless it is marked as one that may fail. The notebook gets the outputs
/// of the cells that ran, with that of the cell that failed. If none failed, it also gets the key of its outputs, with the version of the
/// crate `faultline`.
///
/// # Errors
/// The first cell that failed.
pub(crate) fn run(
    notebook: &mut NotebookFile,
    mut session: Session<'_>,
    version: &str,
) -> Result<(), FailedCell> {
    notebook.clear();
    let mut outputs = Outputs::default();
    for (count, cell) in (1..).zip(notebook.code_cells()) {
        let error = run_cell(&cell, count, &mut session, &mut outputs);
        for (index, (count, values)) in &outputs.cells {
            notebook.set(*index, Some(*count), values.clone());
        }
        if let Some(error) = error.filter(|_| !cell.may_fail) {
            return Err(FailedCell { number: cell.index + 1, error });
        }
    }
    notebook.freeze(version, &outputs.readings, outputs.rules.as_deref());
    Ok(())
}

/// What runs the cells of a notebook.
pub(crate) struct Session<'s> {
    pub(crate) evaluator: &'s mut Evaluator,
    /// Interrupts what the evaluator runs.
    pub(crate) interrupts: &'s Interrupts,
    /// How long a cell may take.
    pub(crate) timeout: Option<Duration>,
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
    outputs: &mut Outputs,
) -> Option<CellError> {
    let collected = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&collected);
    let emit = move |output| sink.lock().unwrap_or_else(PoisonError::into_inner).push(output);
    let evaluation = session.evaluate(&cell.source, Box::new(emit));
    let collected = std::mem::take(&mut *collected.lock().unwrap_or_else(PoisonError::into_inner));
    outputs.begin(cell.index, count);
    for output in collected.into_iter().chain(evaluation.command_output) {
        outputs.push(output);
    }
    let error = evaluation.result.err()?;
    outputs.error(&error);
    Some(error)
}

/// The outputs of all cells, as the file holds them.
#[derive(Debug, Default)]
struct Outputs {
    /// By the place of the cell: its number and its outputs.
    cells: BTreeMap<usize, (u32, Vec<Value>)>,
    current: usize,
    count: u32,
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
    fn begin(&mut self, index: usize, count: u32) {
        (self.current, self.count, self.clears) = (index, count, false);
        self.cells.insert(index, (count, Vec::new()));
    }

    fn clear(&mut self) {
        self.clears = false;
        let current = self.current;
        for places in self.ids.values_mut() {
            places.retain(|(cell, _)| *cell != current);
        }
        self.cells.insert(current, (self.count, Vec::new()));
    }

    fn add(&mut self, output: Value) -> (usize, usize) {
        if self.clears {
            self.clear();
        }
        let (_, outputs) = self.cells.entry(self.current).or_default();
        outputs.push(output);
        (self.current, outputs.len() - 1)
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
                let place = self.add(json!({
                    "output_type": "display_data", "data": in_file(&display.data), "metadata": {}
                }));
                if let Some(id) = display.id {
                    self.ids.entry(id).or_default().push(place);
                }
            }
            Output::Result(display) => {
                self.add(json!({
                    "output_type": "execute_result", "data": in_file(&display.data), "metadata": {},
                    "execution_count": self.count
                }));
            }
        }
    }

    /// An update of a display that was never shown changes nothing, as in other front ends.
    fn update(&mut self, display: &Display) {
        let id = display.id.as_deref().unwrap_or_default();
        for (cell, place) in self.ids.get(id).into_iter().flatten() {
            let output = self.cells.get_mut(cell).and_then(|(_, outputs)| outputs.get_mut(*place));
            if let Some(output) = output {
                output["data"] = in_file(&display.data);
            }
        }
    }

    /// Text that follows text of the same stream is joined with it.
    fn stream(&mut self, name: &str, text: &str) {
        let last = self.cells.get_mut(&self.current).and_then(|(_, outputs)| outputs.last_mut());
        if !self.clears
            && let Some(last) = last.filter(|last| last["name"] == name)
        {
            let before = joined(&last["text"]);
            last["text"] = lines(before + text);
            return;
        }
        self.add(json!({"output_type": "stream", "name": name, "text": lines(text)}));
    }

    fn error(&mut self, error: &CellError) {
        let CellError { name, value, traceback } = error;
        self.add(
            json!({"output_type": "error", "ename": name, "evalue": value, "traceback": traceback}),
        );
    }
}

fn joined(text: &Value) -> String {
    text.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Texts are lists of lines in a file; JSON stays as it is.
fn in_file(data: &Map<String, Value>) -> Value {
    let value = |value: &Value| value.as_str().map_or_else(|| value.clone(), lines);
    data.iter().map(|(mime, content)| (mime.clone(), value(content))).collect::<Map<_, _>>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outputs(of: Vec<Output>) -> Vec<Value> {
        let mut outputs = Outputs::default();
        outputs.begin(3, 1);
        for output in of {
            outputs.push(output);
        }
        outputs.cells[&3].1.clone()
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
        let mut outputs = Outputs::default();
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
        assert_eq!(outputs.cells[&0].1[0]["data"]["text/plain"], json!(["100 %"]));
        assert!(outputs.cells[&1].1.is_empty());
    }

    #[test]
    fn a_clear_that_waits_takes_place_at_the_next_output() {
        assert_eq!(outputs(vec![stdout("a"), Output::Clear { wait: true }]).len(), 1);
        let found = outputs(vec![stdout("a"), Output::Clear { wait: true }, stdout("b")]);
        assert_eq!(found[0]["text"], json!(["b"]));
        assert!(outputs(vec![stdout("a"), Output::Clear { wait: false }]).is_empty());
    }

    #[test]
    fn what_a_cell_reads_is_kept_and_is_no_output() {
        let mut outputs = Outputs::default();
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
        assert_eq!(outputs.cells[&0].1.len(), 1);
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
}
