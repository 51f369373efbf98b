//! Evaluates cells with evcxr.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use evcxr::{CommandContext, Completions, EvalCallbacks, EvalContext, EvalOutputs};

use crate::cell_error::CellError;
use crate::cell_output::{CellEnd, CellOutput, CellStart, Emit, Failure, Output, Pace};
use crate::cell_syntax::CellSyntax;
use crate::display::Display;
use crate::requirements::{Missing, Toolchain, linker};
use crate::session_folder::compiled_cells;
use crate::standard_library::{LibraryError, SessionLibrary};
use crate::{processes, user_process};

/// How long an interrupt waits at most until the analysis of a cell becomes its compilation, which
/// can be stopped without losing variables, or its run.
const BEFORE_KILL: Duration = Duration::from_secs(30);
const STEP: Duration = Duration::from_millis(30);

/// Why no cell can be evaluated.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    #[error(transparent)]
    Missing(#[from] Missing),
    #[error("the process that runs the cells cannot be started: {0}")]
    Process(#[from] std::io::Error),
    #[error("evcxr cannot be started: {0}")]
    Evcxr(String),
    #[error("rust-analyzer cannot find the sources of the standard library: {0}")]
    Library(#[from] LibraryError),
    #[error("the crate faultline in {} cannot be loaded: {message}", .path.display())]
    Faultline { path: PathBuf, message: String },
}

/// Asks for a first type together with the crate `faultline`: rust-analyzer then keeps what it
/// reads of the standard library, most of which it would parse once more for the first type of a
/// later cell. A cell that unwinds leaves no variable. The `?` tells evcxr that cells use it: where
/// it finds that out from the error of a cell, it shows the value of the cell as `Debug` does.
const FIRST_TYPE: &str = "Ok::<(), std::fmt::Error>(())?; let first = vec![1_u8]; std::panic::resume_unwind(Box::new(first));";

/// What cells can name without importing it.
const IMPORTS: &str = "use faultline::notebook::{self, Show};\n\
                       use faultline::vocabulary::Side;\n\
                       use faultline::argue::{Gradual, Semantics};";

/// What evaluates the cells of a notebook, one after another.
pub(crate) struct Evaluator {
    context: CommandContext,
    output: CellOutput,
    interrupts: Interrupts,
    /// The folder of the crate `faultline`.
    faultline: PathBuf,
}

/// Interrupts the cell that is being evaluated.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interrupts {
    process: Arc<OnceLock<Arc<Mutex<std::process::Child>>>>,
    is_evaluating: Arc<AtomicBool>,
    was_interrupted: Arc<AtomicBool>,
    killed_process: Arc<AtomicBool>,
    /// How many cells had been compiled before this one.
    compiled: Arc<AtomicUsize>,
    /// The number of the evaluation. It is locked while an interrupt ends something, so that no
    /// later cell is hit.
    evaluation: Arc<Mutex<u64>>,
}

/// A string of TOML.
fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

impl Evaluator {
    /// Starts evcxr and loads the crate `faultline`.
    ///
    /// # Errors
    /// Where something is missing on the machine, or the crate does not compile.
    pub(crate) fn start(
        faultline: &std::path::Path,
        interrupts: Interrupts,
    ) -> Result<Self, StartError> {
        let toolchain = Toolchain::find()?;
        toolchain.rust_src()?;
        linker()?;
        let (command, pipes) = user_process::command(&toolchain)?;
        let mut output = CellOutput::new(pipes);
        // evcxr begins with a cell of its own; where that fails, the process says why.
        let written = Arc::new(Mutex::new(String::new()));
        let sink = Arc::clone(&written);
        let emit = Box::new(move |output| {
            if let Output::Stderr(text) = output {
                sink.lock().unwrap_or_else(PoisonError::into_inner).push_str(&text);
            }
        });
        output.begin(CellStart { emit, has_value: false, pace: Pace::Ordered });
        let (context, outputs) =
            EvalContext::with_subprocess_command(command).map_err(|error| {
                output.end();
                let written = written.lock().unwrap_or_else(PoisonError::into_inner);
                StartError::Evcxr(format!("{error}\n{}", written.trim()).trim().to_owned())
            })?;
        SessionLibrary::of_this_process().map_or(Ok(()), |library| library.appear())?;
        // The cells write to pipes of the kernel, and nothing arrives here; evcxr would wait for a
        // reader all the same.
        std::thread::spawn(move || outputs.stdout.iter().for_each(drop));
        std::thread::spawn(move || outputs.stderr.iter().for_each(drop));
        let context = CommandContext::with_eval_context(context);
        // The first to arrive is the only one.
        let _ = interrupts.process.set(context.process_handle());
        let mut evaluator = Self { context, output, interrupts, faultline: faultline.to_owned() };
        evaluator.load(faultline)?;
        Ok(evaluator)
    }

    fn load(&mut self, faultline: &std::path::Path) -> Result<(), StartError> {
        let path = in_quotes(&faultline.display().to_string());
        let first =
            format!(":opt 0\n:dep faultline = {{ path = {path} }}\n{IMPORTS}\n{FIRST_TYPE}");
        self.depend(faultline, &first)
    }

    /// Compiles the crate `faultline` with these features, for cells that ask for them. Nothing is
    /// done without any.
    ///
    /// # Errors
    /// Where there is no such feature, or the crate does not compile with it.
    pub(crate) fn prepare_features(
        &mut self,
        faultline: &std::path::Path,
        features: &[String],
    ) -> Result<(), StartError> {
        if features.is_empty() {
            return Ok(());
        }
        let path = in_quotes(&faultline.display().to_string());
        let features: Vec<String> = features.iter().map(|feature| in_quotes(feature)).collect();
        let features = features.join(", ");
        let cell = format!(":dep faultline = {{ path = {path}, features = [{features}] }}\n()");
        self.depend(faultline, &cell)
    }

    /// Evaluates a cell that names the crate `faultline`. Without asking the registry first: its
    /// crates are on the machine once they have been compiled.
    fn depend(&mut self, faultline: &std::path::Path, cell: &str) -> Result<(), StartError> {
        let mut load = |offline: u8| {
            let cell = format!(":offline {offline}\n{cell}");
            let loaded = self.run(&cell, Pace::Ordered, Box::new(|_| {})).result;
            loaded.or_else(|error| if error.name == "Panic" { Ok(()) } else { Err(error) })
        };
        load(1).or_else(|_| load(0)).map_err(|error| StartError::Faultline {
            path: faultline.to_owned(),
            message: error.text(),
        })?;
        let online = self.run(":offline 0", Pace::Ordered, Box::new(|_| {})).result;
        online.map_err(|error| StartError::Evcxr(error.text()))
    }

    /// Compiles what evcxr needs besides, when a cell has an error.
    ///
    /// # Errors
    /// Where that does not compile.
    pub(crate) fn prepare_for_errors(&mut self) -> Result<(), StartError> {
        self.context.check("1").map(drop).map_err(|error| StartError::Evcxr(error.to_string()))
    }

    /// Evaluates a cell.
    pub(crate) fn evaluate(&mut self, code: &str, pace: Pace, emit: Emit) -> Evaluation {
        let refused = |error| Evaluation { result: Err(error), command_output: None };
        let syntax = CellSyntax::new(code);
        if syntax.reads_stdin() {
            return refused(CellError::no_input());
        }
        if let Some(fault) = syntax.left_out() {
            return refused(CellError::from_syntax(&fault, code));
        }
        if code.lines().any(|line| line.trim() == ":quit") {
            return refused(CellError::sentence(
                "Refused",
                "to end the kernel, shut it down in the notebook",
            ));
        }
        self.run(code, pace, emit)
    }

    fn run(&mut self, code: &str, pace: Pace, emit: Emit) -> Evaluation {
        let syntax = CellSyntax::new(code);
        let has_value = syntax.ends_with_expression();
        self.output.begin(CellStart { emit, has_value, pace });
        if self.interrupts.begin() {
            let what_was_lost = self.interrupts.end().unwrap_or_default();
            self.output.end();
            let result = Err(CellError::interrupted(what_was_lost));
            return Evaluation { result, command_output: None };
        }
        let no_input = |_| String::new();
        let mut callbacks = EvalCallbacks { input_reader: &no_input };
        let to_evaluate = syntax.to_evaluate();
        let evaluated = catch_unwind(AssertUnwindSafe(|| {
            self.context.execute_with_callbacks(&to_evaluate, &mut callbacks)
        }));
        let interrupted = self.interrupts.end();
        let end = self.output.end();
        let result = match (interrupted, evaluated) {
            (Some(what_was_lost), Ok(Err(_)) | Err(_)) => {
                Err(CellError::interrupted(what_was_lost))
            }
            (_, Err(panic)) => Err(internal(panic.as_ref())),
            (_, Ok(Err(error))) => Err(CellError::from_evcxr(&error, code, &self.faultline)),
            (_, Ok(Ok(outputs))) => self.failure(end, code).map_or(Ok(outputs), Err),
        };
        let command_output = result.as_ref().ok().and_then(shown_by_commands);
        let command_output = command_output.map(|display| {
            if has_value { Output::Display(display) } else { Output::Result(display) }
        });
        Evaluation { result: result.map(drop), command_output }
    }

    fn failure(&self, end: CellEnd, code: &str) -> Option<CellError> {
        match end.failure {
            Some(Failure::Panic(written)) => {
                let source = self.context.last_source().unwrap_or_default();
                Some(CellError::from_panic(&written, &source, code))
            }
            Some(Failure::QuestionMark(written)) => Some(CellError::from_question_mark(&written)),
            None => end.asked_for_input.then(CellError::no_input),
        }
    }

    /// What could stand at a byte offset of a cell.
    ///
    /// # Errors
    /// Where the analysis fails.
    pub(crate) fn completions(
        &mut self,
        code: &str,
        offset: usize,
    ) -> Result<Completions, CellError> {
        let found = catch_unwind(AssertUnwindSafe(|| self.context.completions(code, offset)));
        found
            .map_err(|panic| internal(panic.as_ref()))?
            .map_err(|error| CellError::sentence("AnalysisError", error.to_string()))
    }

    /// The documentation of the name that ends at a byte offset of a cell.
    ///
    /// # Errors
    /// Where the analysis fails.
    pub(crate) fn documentation(
        &mut self,
        code: &str,
        offset: usize,
    ) -> Result<Option<Display>, CellError> {
        let found = catch_unwind(AssertUnwindSafe(|| self.context.hover_at(code, offset)));
        let found = found.map_err(|panic| internal(panic.as_ref()))?;
        let (plain, html) =
            found.map_err(|error| CellError::sentence("AnalysisError", error.to_string()))?;
        if plain == "No documentation found" {
            return Ok(None);
        }
        let mut display = Display::plain(&plain);
        display.data.insert("text/html".to_owned(), html.into());
        Ok(Some(display))
    }
}

/// How a cell went.
#[derive(Debug)]
pub(crate) struct Evaluation {
    pub(crate) result: Result<(), CellError>,
    /// What the commands at the beginning of the cell show, such as `:vars`.
    pub(crate) command_output: Option<Output>,
}

fn shown_by_commands(outputs: &EvalOutputs) -> Option<Display> {
    let mut types: Vec<_> = outputs.content_by_mime_type.iter().collect();
    types.sort();
    let data = types.into_iter().map(|(mime, content)| (mime.clone(), content.trim_end().into()));
    let display = Display { data: data.collect(), ..Display::default() };
    (!display.data.is_empty()).then_some(display)
}

fn internal(panic: &(dyn std::any::Any + Send)) -> CellError {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    CellError::sentence(
        "InternalError",
        format!("the evaluator failed: {text}. Restart the kernel"),
    )
}

impl Interrupts {
    /// Begins the evaluation of a cell, unless it was announced; says whether it has been
    /// interrupted since then.
    fn begin(&self) -> bool {
        if !self.is_evaluating.load(Ordering::SeqCst) {
            self.announce();
        }
        self.was_interrupted.load(Ordering::SeqCst)
    }

    /// Says that a cell is about to be evaluated, so that an interrupt from now on stops it.
    pub(crate) fn announce(&self) {
        let mut evaluation = self.evaluation();
        *evaluation += 1;
        self.was_interrupted.store(false, Ordering::SeqCst);
        self.killed_process.store(false, Ordering::SeqCst);
        self.compiled.store(compiled_cells(), Ordering::SeqCst);
        self.is_evaluating.store(true, Ordering::SeqCst);
    }

    /// Ends the evaluation; says what is lost if it was interrupted.
    pub(crate) fn end(&self) -> Option<&'static str> {
        self.is_evaluating.store(false, Ordering::SeqCst);
        self.was_interrupted.load(Ordering::SeqCst).then(|| {
            if self.killed_process.load(Ordering::SeqCst) {
                "the cell was stopped while it ran. All variables are lost; functions, types and imports are kept"
            } else {
                "the cell was stopped before it ran. All variables are kept"
            }
        })
    }

    /// Interrupts the cell that is being evaluated, if there is one.
    pub(crate) fn interrupt(&self) {
        if !self.is_evaluating.load(Ordering::SeqCst) {
            return;
        }
        let interrupted = *self.evaluation();
        self.was_interrupted.store(true, Ordering::SeqCst);
        let user_process = self.user_process().unwrap_or(0);
        let is_over = |now: u64| now != interrupted || !self.is_evaluating.load(Ordering::SeqCst);
        let mut waited = Duration::ZERO;
        while waited < BEFORE_KILL && compiled_cells() <= self.compiled.load(Ordering::SeqCst) {
            let evaluation = self.evaluation();
            if is_over(*evaluation) || processes::end_compilers(user_process) > 0 {
                return;
            }
            drop(evaluation);
            std::thread::sleep(STEP);
            waited += STEP;
        }
        let evaluation = self.evaluation();
        if !is_over(*evaluation) {
            self.killed_process.store(true, Ordering::SeqCst);
            processes::end_user_process(user_process);
        }
    }

    fn evaluation(&self) -> std::sync::MutexGuard<'_, u64> {
        self.evaluation.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Ends everything that was started for the cells.
    pub(crate) fn end_all(&self) {
        let user_process = self.user_process();
        if let Some(id) = user_process {
            processes::end_user_process(id);
        }
        processes::end_compilers(user_process.unwrap_or(0));
    }

    fn user_process(&self) -> Option<u32> {
        let process = self.process.get()?;
        Some(process.lock().unwrap_or_else(PoisonError::into_inner).id())
    }
}
