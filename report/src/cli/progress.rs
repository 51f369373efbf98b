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
            } else if let Some(line) = line(progress) {
                bar.println(line);
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
    use std::sync::{Arc, Mutex};

    use indicatif::TermLike;

    use super::*;

    /// What is written below and above a bar.
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
    fn repairs_and_failures_are_told_in_plain_lines_and_above_the_bar() {
        let call = "c7".parse().unwrap();
        let repaired =
            Event::CallRepaired { call, task: "attacks".into(), faults: vec!["too many".into()] };
        let failed =
            Event::CallFailed { call, task: "attacks".into(), fault: "no connection".into() };
        let screen = Screen::default();
        let target = ProgressDrawTarget::term_like(Box::new(screen.clone()));
        let mut bar = Teller::Bar(ProgressBar::with_draw_target(Some(2), target));
        for (event, told) in [
            (repaired, "  call c7 (attacks) was sent back: too many"),
            (failed, "  call c7 (attacks) failed: no connection"),
        ] {
            let progress = Progress::Debate { cell: "abc".parse().unwrap(), event };
            assert_eq!(line(&progress).as_deref(), Some(told));
            bar.tell(&progress);
            let shown = screen.0.lock().unwrap().clone();
            assert!(shown.contains(told), "{shown}");
        }
    }
}
