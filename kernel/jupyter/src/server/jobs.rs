//! The thread that evaluates cells. evcxr works on one cell at a time and blocks, so that it has no
//! place among the tasks of the server.

use std::path::PathBuf;
use std::sync::mpsc;

use tokio::sync::oneshot;

use crate::cell_error::CellError;
use crate::cell_output::{Emit, Pace};
use crate::display::Display;
use crate::evaluator::{Evaluation, Evaluator, Interrupts};

/// What could stand at a place in a cell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Matches {
    /// Each with its kind, such as `function`.
    pub(crate) texts: Vec<(String, &'static str)>,
    /// The byte offsets of what a match replaces.
    pub(crate) replaced: (usize, usize),
}

enum Job {
    Evaluate {
        code: String,
        emit: Emit,
        done: oneshot::Sender<Evaluation>,
    },
    Complete {
        code: String,
        offset: usize,
        done: oneshot::Sender<Result<Matches, CellError>>,
    },
    Inspect {
        code: String,
        offset: usize,
        done: oneshot::Sender<Result<Option<Display>, CellError>>,
    },
}

/// Where jobs for the evaluator go.
#[derive(Debug, Clone)]
pub(crate) struct Jobs(mpsc::Sender<Job>);

impl Jobs {
    /// Starts the evaluator in the background; jobs wait until it is ready.
    pub(crate) fn start(faultline: PathBuf, interrupts: Interrupts) -> Self {
        let (sender, jobs) = mpsc::channel();
        std::thread::spawn(move || {
            let mut evaluator = Evaluator::start(&faultline, interrupts);
            for job in jobs {
                match &mut evaluator {
                    Ok(evaluator) => do_job(evaluator, job),
                    Err(error) => {
                        refuse(job, &CellError::sentence("KernelNotReady", error.to_string()));
                    }
                }
            }
        });
        Self(sender)
    }

    pub(crate) async fn evaluate(&self, code: String, emit: Emit) -> Evaluation {
        let (done, is_done) = oneshot::channel();
        let evaluation = self.ask(Job::Evaluate { code, emit, done }, is_done).await;
        evaluation.unwrap_or_else(|error| Evaluation { result: Err(error), command_output: None })
    }

    pub(crate) async fn complete(&self, code: String, offset: usize) -> Result<Matches, CellError> {
        let (done, is_done) = oneshot::channel();
        self.ask(Job::Complete { code, offset, done }, is_done).await?
    }

    pub(crate) async fn inspect(
        &self,
        code: String,
        offset: usize,
    ) -> Result<Option<Display>, CellError> {
        let (done, is_done) = oneshot::channel();
        self.ask(Job::Inspect { code, offset, done }, is_done).await?
    }

    async fn ask<T>(&self, job: Job, is_done: oneshot::Receiver<T>) -> Result<T, CellError> {
        let gone =
            || CellError::sentence("InternalError", "the evaluator has ended. Restart the kernel");
        self.0.send(job).map_err(|_| gone())?;
        is_done.await.map_err(|_| gone())
    }
}

fn do_job(evaluator: &mut Evaluator, job: Job) {
    // A receiver that is gone does not wait for an answer.
    match job {
        Job::Evaluate { code, emit, done } => {
            let _ = done.send(evaluator.evaluate(&code, Pace::Live, emit));
        }
        Job::Complete { code, offset, done } => {
            let found = evaluator.completions(&code, offset).map(|found| {
                let mut texts: Vec<(String, &'static str)> =
                    found.completions.into_iter().map(|one| (one.code, one.kind)).collect();
                texts.sort();
                texts.dedup_by(|a, b| a.0 == b.0);
                Matches { texts, replaced: (found.start_offset, found.end_offset) }
            });
            let _ = done.send(found);
        }
        Job::Inspect { code, offset, done } => {
            let _ = done.send(evaluator.documentation(&code, offset));
        }
    }
}

fn refuse(job: Job, error: &CellError) {
    match job {
        Job::Evaluate { done, .. } => {
            let _ = done.send(Evaluation { result: Err(error.clone()), command_output: None });
        }
        Job::Complete { done, .. } => {
            let _ = done.send(Err(error.clone()));
        }
        Job::Inspect { done, .. } => {
            let _ = done.send(Err(error.clone()));
        }
    }
}
