//! What a cell writes, from the pipes of the process that runs it to the front end.
//!
//! The process writes to two pipes of this kernel instead of those of evcxr. One thread reads both:
//! it passes on text and displays, and hands evcxr its own lines. After a cell, the kernel itself
//! writes a last line to both pipes. When the thread has read these, it has read everything that
//! the cell wrote, also where the process was killed. No step waits for a fixed time to be sure.

use std::io::{PipeReader, PipeWriter, Read as _, Write as _};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::cell_error::is_panic_head;
use crate::display::{Display, DisplayJoiner, Reading, Shown};
use crate::output_parser::{self, OutputParser, Part};

/// How long a display or a line of standard error is held back in a cell that goes on. Until then
/// it can still turn out to be the value of the cell or the message of its error.
const HELD: Duration = Duration::from_millis(200);
/// How often a panic is held back for that time: the notification of evcxr follows it, however busy
/// the machine is. A panic of another thread does not end the cell, and is shown after all.
const PANIC_HELD: u32 = 25;
/// The most bytes that are read in one go.
const CHUNK: usize = 1 << 16;

/// An output of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Output {
    Stdout(String),
    Stderr(String),
    Display(Display),
    /// The value of the cell.
    Result(Display),
    Clear {
        wait: bool,
    },
    /// The cell has read debates. Front ends do not see it.
    Reading(Reading),
}

/// When outputs are passed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// As they come.
    Live,
    /// In an order that does not depend on time: standard error last.
    Ordered,
}

/// What takes the outputs.
pub(crate) type Emit = Box<dyn FnMut(Output) + Send>;

/// How a cell begins.
pub(crate) struct CellStart {
    pub(crate) emit: Emit,
    /// Whether the last display is the value of the cell.
    pub(crate) has_value: bool,
    pub(crate) pace: Pace,
}

/// What the output says about how the cell ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct CellEnd {
    pub(crate) failure: Option<Failure>,
    pub(crate) asked_for_input: bool,
}

/// A failure that evcxr does not report as an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// What the panic wrote to standard error.
    Panic(String),
    /// What the cell wrote to standard error; the last line is the error that `?` returned.
    QuestionMark(String),
}

/// The kernel's ends of the pipes.
#[derive(Debug)]
pub(crate) struct Pipes {
    pub(crate) stdout: PipeReader,
    pub(crate) stderr: PipeReader,
    /// Takes the lines for evcxr.
    pub(crate) control: PipeWriter,
    /// For the last line of a cell.
    pub(crate) to_stdout: PipeWriter,
    pub(crate) to_stderr: PipeWriter,
}

/// The thread that reads the output of cells.
#[derive(Debug)]
pub(crate) struct CellOutput {
    starts: Sender<CellStart>,
    ends: Receiver<CellEnd>,
    to_stdout: PipeWriter,
    to_stderr: PipeWriter,
}

impl CellOutput {
    pub(crate) fn new(pipes: Pipes) -> Self {
        let (starts, new_cells) = channel();
        let (done, ends) = channel();
        let Pipes { stdout, stderr, control, to_stdout, to_stderr } = pipes;
        let reader = Reader {
            stdout,
            stderr,
            control,
            new_cells,
            done,
            parser: OutputParser::default(),
            cell: Cell::none(),
            process: String::new(),
        };
        std::thread::spawn(move || reader.run());
        Self { starts, ends, to_stdout, to_stderr }
    }

    pub(crate) fn begin(&self, start: CellStart) {
        // The thread ends only with the process.
        let _ = self.starts.send(start);
    }

    /// Waits until everything that the cell wrote has been passed on.
    pub(crate) fn end(&mut self) -> CellEnd {
        let line = format!("{}\n", output_parser::CELL_END);
        let written = self
            .to_stdout
            .write_all(line.as_bytes())
            .and_then(|()| self.to_stderr.write_all(line.as_bytes()));
        match written {
            Ok(()) => self.ends.recv().unwrap_or_default(),
            Err(_) => CellEnd::default(),
        }
    }
}

struct Reader {
    stdout: PipeReader,
    stderr: PipeReader,
    control: PipeWriter,
    new_cells: Receiver<CellStart>,
    done: Sender<CellEnd>,
    parser: OutputParser,
    cell: Cell,
    /// The number of the process that runs the cells. A line that its predecessor did not read any
    /// more must not reach it.
    process: String,
}

impl Reader {
    fn run(mut self) {
        let mut buffer = vec![0; CHUNK];
        loop {
            let timeout =
                self.cell.holds_something().then(|| Timespec::try_from(HELD).unwrap_or_default());
            let (out, err) = {
                let mut pipes = [
                    PollFd::new(&self.stdout, PollFlags::IN),
                    PollFd::new(&self.stderr, PollFlags::IN),
                ];
                match poll(&mut pipes, timeout.as_ref()) {
                    Ok(_) | Err(rustix::io::Errno::INTR) => {}
                    Err(_) => return,
                }
                (!pipes[0].revents().is_empty(), !pipes[1].revents().is_empty())
            };
            // A cell is announced before it writes.
            while let Ok(start) = self.new_cells.try_recv() {
                self.cell = Cell::new(start);
            }
            if !out && !err {
                self.cell.pass_on_what_is_held();
            }
            if err {
                let Ok(length @ 1..) = self.stderr.read(&mut buffer) else { return };
                self.cell.stderr(&buffer[..length]);
            }
            if out {
                let Ok(length @ 1..) = self.stdout.read(&mut buffer) else { return };
                for part in self.parser.push(&buffer[..length]) {
                    if let Part::Process(number) = part {
                        self.process = number;
                    } else if let Some(line) = self.cell.stdout(part) {
                        // Where the process is gone, evcxr notices that itself.
                        let _ =
                            self.control.write_all(format!("{} {line}\n", self.process).as_bytes());
                    }
                }
            }
            if let Some(end) = self.cell.ended() {
                let _ = self.done.send(end);
            }
        }
    }
}

/// The cell whose output is read.
struct Cell {
    /// None before the first cell: what evcxr itself evaluates is not shown.
    start: Option<CellStart>,
    joiner: DisplayJoiner,
    /// What was written to standard error and not passed on yet.
    stderr: Vec<u8>,
    /// How often a panic in it has been held back.
    held: u32,
    last_line: String,
    end: CellEnd,
    stdout_ended: bool,
    stderr_ended: bool,
    is_over: bool,
}

impl Cell {
    fn none() -> Self {
        Self {
            start: None,
            joiner: DisplayJoiner::default(),
            stderr: Vec::new(),
            held: 0,
            last_line: String::new(),
            end: CellEnd::default(),
            stdout_ended: false,
            stderr_ended: false,
            is_over: false,
        }
    }

    fn new(start: CellStart) -> Self {
        Self { start: Some(start), ..Self::none() }
    }

    fn emit(&mut self, output: Output) {
        if let Some(start) = &mut self.start {
            // What threads write after the end of an ordered cell has no place in its order.
            if !(self.is_over && start.pace == Pace::Ordered) {
                (start.emit)(output);
            }
        }
    }

    fn is_live(&self) -> bool {
        self.start.as_ref().is_some_and(|start| start.pace == Pace::Live)
    }

    fn holds_something(&self) -> bool {
        self.is_live() && (self.joiner.is_open() || !self.stderr.is_empty())
    }

    /// Takes a part of standard output and returns the line for evcxr, if it is one.
    fn stdout(&mut self, part: Part) -> Option<String> {
        match part {
            Part::Text(text) => {
                self.display_what_is_joined();
                self.emit(Output::Stdout(text));
            }
            Part::Content { mime, content } => {
                for shown in self.joiner.push(&mime, &content) {
                    match shown {
                        Shown::Display(display) => self.emit(Output::Display(display)),
                        Shown::Clear { wait } => self.emit(Output::Clear { wait }),
                        Shown::Reading(reading) => self.emit(Output::Reading(reading)),
                    }
                }
            }
            Part::Control(line) => {
                let is_complete = line == output_parser::COMPLETE;
                let has_value = self.start.as_ref().is_some_and(|start| start.has_value);
                if !is_complete {
                    self.display_what_is_joined();
                } else if has_value && let Some(value) = self.joiner.finish() {
                    if value.id.is_some() {
                        self.emit(Output::Display(value));
                    } else if !value.is_unit() {
                        self.emit(Output::Result(value));
                    }
                }
                match line.as_str() {
                    output_parser::PANIC => self.end.failure = Some(Failure::Panic(String::new())),
                    output_parser::QUESTION_MARK => {
                        self.end.failure = Some(Failure::QuestionMark(String::new()));
                    }
                    _ => self.end.asked_for_input |= line.starts_with(output_parser::INPUT),
                }
                return Some(line);
            }
            Part::Process(_) => {}
            Part::CellEnd => {
                self.display_what_is_joined();
                self.stdout_ended = true;
            }
        }
        None
    }

    fn display_what_is_joined(&mut self) {
        if let Some(display) = self.joiner.finish() {
            self.emit(Output::Display(display));
        }
    }

    fn stderr(&mut self, bytes: &[u8]) {
        self.stderr.extend_from_slice(bytes);
        let end = format!("{}\n", output_parser::CELL_END);
        if self.stderr.ends_with(end.as_bytes()) {
            self.stderr.truncate(self.stderr.len() - end.len());
            self.stderr_ended = true;
        } else if self.is_live() && self.stderr.len() > CHUNK {
            self.pass_on_stderr();
        }
    }

    /// Passes on what turned out to be neither the value of the cell nor the message of its error.
    fn pass_on_what_is_held(&mut self) {
        if self.is_live() {
            self.display_what_is_joined();
            self.held += 1;
            let text = String::from_utf8_lossy(&self.stderr).into_owned();
            let (before, panic) = divided_at_panic(&text);
            if self.held < PANIC_HELD && text.lines().any(is_panic_head) {
                panic.as_bytes().clone_into(&mut self.stderr);
                self.emit_stderr(before.to_owned());
            } else {
                self.pass_on_stderr();
            }
        }
    }

    fn pass_on_stderr(&mut self) {
        self.held = 0;
        let text = String::from_utf8_lossy(&std::mem::take(&mut self.stderr)).into_owned();
        self.emit_stderr(text);
    }

    fn emit_stderr(&mut self, text: String) {
        if let Some(line) = text.lines().rfind(|line| !line.trim().is_empty()) {
            line.clone_into(&mut self.last_line);
        }
        if !text.is_empty() {
            self.emit(Output::Stderr(text));
        }
    }

    /// The end, when both pipes are read. The message of an error is taken out of standard error.
    fn ended(&mut self) -> Option<CellEnd> {
        if !(self.stdout_ended && self.stderr_ended) {
            return None;
        }
        (self.stdout_ended, self.stderr_ended) = (false, false);
        let text = String::from_utf8_lossy(&std::mem::take(&mut self.stderr)).into_owned();
        let mut end = std::mem::take(&mut self.end);
        let rest = match &mut end.failure {
            None => text,
            Some(Failure::Panic(written)) => {
                let (before, panic) = divided_at_panic(&text);
                panic.clone_into(written);
                before.to_owned()
            }
            Some(Failure::QuestionMark(written)) => {
                let last = text.lines().rfind(|line| !line.trim().is_empty());
                last.unwrap_or(&self.last_line).clone_into(written);
                let length = last.and_then(|line| text.rfind(line)).unwrap_or(0);
                text[..length].to_owned()
            }
        };
        self.stderr = rest.into_bytes();
        self.pass_on_stderr();
        self.is_over = true;
        Some(end)
    }
}

/// Divides standard error before its last panic.
fn divided_at_panic(text: &str) -> (&str, &str) {
    let mut start = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if is_panic_head(line) {
            start = Some(at);
        }
        at += line.len();
    }
    let (before, panic) = text.split_at(start.unwrap_or(0));
    // The standard library writes an empty line before a panic.
    let before = if before.trim().is_empty() {
        ""
    } else {
        before.strip_suffix("\n\n").map_or(before, |_| &before[..before.len() - 1])
    };
    (before, panic)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    struct Stage {
        output: CellOutput,
        stdout: PipeWriter,
        stderr: PipeWriter,
        control: PipeReader,
        seen: Arc<Mutex<Vec<Output>>>,
    }

    impl Stage {
        fn new(pace: Pace, has_value: bool) -> Self {
            let (stdout, out) = std::io::pipe().unwrap();
            let (stderr, err) = std::io::pipe().unwrap();
            let (control, to_control) = std::io::pipe().unwrap();
            let output = CellOutput::new(Pipes {
                stdout,
                stderr,
                control: to_control,
                to_stdout: out.try_clone().unwrap(),
                to_stderr: err.try_clone().unwrap(),
            });
            let seen = Arc::new(Mutex::new(Vec::new()));
            let sink = Arc::clone(&seen);
            let emit = Box::new(move |output| sink.lock().unwrap().push(output));
            output.begin(CellStart { emit, has_value, pace });
            Self { output, stdout: out, stderr: err, control, seen }
        }

        fn end(&mut self) -> (Vec<Output>, CellEnd) {
            let end = self.output.end();
            (std::mem::take(&mut self.seen.lock().unwrap()), end)
        }
    }

    fn plain(text: &str) -> Display {
        Display::plain(text)
    }

    const SHOWN: &str = "EVCXR_BEGIN_CONTENT text/plain\n1\nEVCXR_END_CONTENT\n";

    #[test]
    fn the_last_display_of_a_cell_with_a_value_is_its_result() {
        for (has_value, expected) in
            [(true, Output::Result(plain("1"))), (false, Output::Display(plain("1")))]
        {
            let mut stage = Stage::new(Pace::Ordered, has_value);
            let [process, complete] = [output_parser::PROCESS, output_parser::COMPLETE];
            write!(stage.stdout, "{process}7\n{SHOWN}{SHOWN}{complete}\n").unwrap();
            let mut line = [0; 27];
            stage.control.read_exact(&mut line).unwrap();
            assert_eq!(line, *b"7 EVCXR_EXECUTION_COMPLETE\n", "evcxr gets its line");
            let (seen, end) = stage.end();
            assert_eq!(seen, [Output::Display(plain("1")), expected]);
            assert_eq!(end, CellEnd::default());
        }
    }

    #[test]
    fn a_panic_is_taken_out_of_standard_error() {
        let mut stage = Stage::new(Pace::Live, false);
        write!(stage.stderr, "warned\n\nthread 'a' panicked at src/lib.rs:1:1:\nno\n").unwrap();
        write!(stage.stdout, "{}\n{}\n", output_parser::PANIC, output_parser::COMPLETE).unwrap();
        let (seen, end) = stage.end();
        assert_eq!(seen, [Output::Stderr("warned\n".to_owned())]);
        let written = "thread 'a' panicked at src/lib.rs:1:1:\nno\n".to_owned();
        assert_eq!(end.failure, Some(Failure::Panic(written)));
    }

    #[test]
    fn a_panic_waits_for_its_notification_on_a_busy_machine() {
        let mut stage = Stage::new(Pace::Live, false);
        write!(stage.stderr, "warned\n\nthread 'a' panicked at src/lib.rs:1:1:\nno\n").unwrap();
        std::thread::sleep(HELD * 2);
        writeln!(stage.stdout, "{}", output_parser::PANIC).unwrap();
        let (seen, end) = stage.end();
        assert_eq!(seen, [Output::Stderr("warned\n".to_owned())]);
        assert!(matches!(end.failure, Some(Failure::Panic(written)) if written.ends_with("no\n")));
    }

    #[test]
    fn the_error_of_a_question_mark_is_taken_out_of_standard_error() {
        let mut stage = Stage::new(Pace::Ordered, false);
        write!(stage.stderr, "warned\nno such file\n").unwrap();
        writeln!(stage.stdout, "{}", output_parser::QUESTION_MARK).unwrap();
        let (seen, end) = stage.end();
        assert_eq!(seen, [Output::Stderr("warned\n".to_owned())]);
        assert_eq!(end.failure, Some(Failure::QuestionMark("no such file".to_owned())));
    }

    #[test]
    fn a_live_cell_shows_its_output_before_it_ends() {
        let mut stage = Stage::new(Pace::Live, true);
        write!(stage.stdout, "text\n{SHOWN}").unwrap();
        writeln!(stage.stderr, "warned").unwrap();
        let deadline = std::time::Instant::now() + Duration::from_secs(20);
        while stage.seen.lock().unwrap().len() < 3 && std::time::Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
        let expected = [
            Output::Stdout("text\n".to_owned()),
            Output::Display(plain("1")),
            Output::Stderr("warned\n".to_owned()),
        ];
        assert_eq!(*stage.seen.lock().unwrap(), expected);
    }

    #[test]
    fn nothing_that_a_killed_process_wrote_is_lost() {
        let mut stage = Stage::new(Pace::Ordered, true);
        write!(stage.stdout, "last words").unwrap();
        let (seen, _) = stage.end();
        assert_eq!(seen, [Output::Stdout("last words".to_owned())]);
    }

    #[test]
    fn large_output_passes_without_a_deadlock() {
        let mut stage = Stage::new(Pace::Live, false);
        let mut stdout = stage.stdout.try_clone().unwrap();
        let writer = std::thread::spawn(move || {
            for _ in 0..100 {
                stdout.write_all(&vec![b'a'; 100_000]).unwrap();
            }
        });
        writer.join().unwrap();
        let (seen, _) = stage.end();
        let length: usize = seen
            .iter()
            .map(|output| if let Output::Stdout(text) = output { text.len() } else { 0 })
            .sum();
        assert_eq!(length, 10_000_000);
    }
}
