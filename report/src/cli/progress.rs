//! Shows how a run goes on: bars on a terminal, plain lines otherwise.

use std::io::{self, IsTerminal as _, Write as _};

use super::diagnose::plural;
use faultline::pipeline::Progress;
use faultline::record::Event;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Tells a person on standard error how a run goes on.
#[derive(Debug)]
pub enum Teller {
    /// One bar over the cells, with the last thing that happened beside it.
    Bar(ProgressBar),
    /// A line for each cell.
    Lines,
}

impl Teller {
    /// The teller that suits standard error.
    pub fn of_stderr() -> Self {
        if !io::stderr().is_terminal() {
            return Self::Lines;
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        bar.set_style(
            ProgressStyle::with_template("{bar:24.cyan/dim} {pos}/{len} debates  {wide_msg}")
                .expect("the template is one that indicatif knows"),
        );
        Self::Bar(bar)
    }

    /// Tells one step.
    pub fn tell(&mut self, progress: &Progress) {
        match self {
            Self::Bar(bar) => draw(bar, progress),
            Self::Lines => {
                if let Some(line) = line(progress) {
                    // Nothing can be told where standard error is closed.
                    let _ = writeln!(io::stderr(), "{line}");
                }
            }
        }
    }
}

fn draw(bar: &ProgressBar, progress: &Progress) {
    match progress {
        Progress::Started { cells, done, .. } => {
            bar.set_length(*cells as u64);
            bar.set_position(*done as u64);
        }
        Progress::CellStarted { label, topic, replicate, .. } => {
            bar.set_message(format!("{topic} · {label} · replicate {replicate}"));
        }
        Progress::Debate { event, .. } => {
            if let Event::BlackboardUpdate { round, summary } = event {
                bar.set_message(format!("round {round}: {summary}"));
            }
        }
        Progress::CellDone { .. } => bar.inc(1),
        Progress::CellFailed { cell, error } => {
            bar.println(format!("debate {cell} failed: {error}"));
            bar.inc(1);
        }
        Progress::Finished { .. } => bar.finish_and_clear(),
    }
}

fn line(progress: &Progress) -> Option<String> {
    match progress {
        Progress::Started { run, cells, done } => {
            let cells = plural(*cells, "debate");
            Some(format!("run {run}: {cells}, {done} done already"))
        }
        Progress::CellStarted { label, topic, replicate, most_calls, .. } => {
            let calls = plural(*most_calls as usize, "call");
            Some(format!("{topic}, {label}, replicate {replicate}: at most {calls}"))
        }
        Progress::Debate { event: Event::BlackboardUpdate { round, summary }, .. } => {
            Some(format!("  round {round}: {summary}"))
        }
        Progress::Debate { event: Event::CallRepaired { call, task, faults }, .. } => {
            Some(format!("  call {call} ({task}) was sent back: {}", faults.join("; ")))
        }
        Progress::Debate { event: Event::CallFailed { call, task, fault }, .. } => {
            Some(format!("  call {call} ({task}) failed: {fault}"))
        }
        Progress::CellDone { calls, cruxes, .. } => Some(format!(
            "  done: {}, {}",
            plural(*calls as usize, "call"),
            plural(*cruxes, "crux")
        )),
        Progress::CellFailed { error, .. } => Some(format!("  failed: {error}")),
        Progress::Debate { .. } | Progress::Finished { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repairs_and_failures_are_told_in_plain_lines() {
        let call = "c7".parse().unwrap();
        let cell = "abc".parse().unwrap();
        let event =
            Event::CallRepaired { call, task: "attacks".into(), faults: vec!["too many".into()] };
        let told = line(&Progress::Debate { cell, event });
        assert_eq!(told.as_deref(), Some("  call c7 (attacks) was sent back: too many"));
    }
}
