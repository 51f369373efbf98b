//! Transcripts.

use std::fmt;

use super::display::{escaped, name, shown};
use crate::record::{Fate, Snapshot, Target, Turn};
use crate::view::sentence::full_stop;
use crate::view::{History, action};

/// What was said in a debate, in order.
#[derive(Debug, Clone)]
pub struct Transcript {
    rounds: Vec<(String, Vec<Line>)>,
}

#[derive(Debug, Clone)]
struct Line {
    /// The number of the turn, who acts, and how: «t3 Displacement bear attacks n2».
    head: String,
    text: String,
    /// Why the turn does not count, where it does not.
    fate: Option<String>,
}

impl Transcript {
    pub(super) fn of(history: &History<'_>) -> Self {
        let round = |snapshot: &Snapshot| {
            (history.round_title(snapshot.round), snapshot.turns.iter().map(Line::of).collect())
        };
        Self { rounds: history.snapshots().iter().map(round).collect() }
    }

    pub(super) fn html(&self) -> String {
        let line = |line: &Line| {
            let fate = line.fate.as_ref().map_or(String::new(), |fate| {
                format!(" <span style=\"opacity:.75\">({})</span>", escaped(fate))
            });
            format!(
                "<p style=\"margin:.2em 0;max-width:60em\"><b>{}:</b> {}{fate}</p>\n",
                escaped(&line.head),
                escaped(&line.text)
            )
        };
        let round = |(title, lines): &(String, Vec<Line>)| {
            let lines: String = lines.iter().map(line).collect();
            format!("<p style=\"margin:1em 0 .2em\"><b><i>{}</i></b></p>{lines}", escaped(title))
        };
        self.rounds.iter().map(round).collect()
    }
}

impl Line {
    fn of(turn: &Turn) -> Self {
        let speaker = turn.speaker.as_ref().map_or("The protocol".into(), |id| name(id.as_str()));
        let target = match &turn.target {
            Some(Target::Node(node)) => format!(" {node}"),
            Some(Target::Written(text)) => format!(" “{text}”"),
            None => String::new(),
        };
        let fate = match &turn.fate {
            Fate::Kept => None,
            Fate::Corrected(what) => Some(format!("corrected: {what}")),
            Fate::Rejected(why) => Some(format!("rejected: {why}")),
            Fate::Duplicate(turn) => Some(format!("says the same as {turn}")),
            Fate::Dropped(why) => Some(format!("left out: {why}")),
            Fate::Failed(why) => Some(format!("the call failed: {why}")),
        };
        let head = format!("{} {speaker} {}{target}", turn.id, action(turn));
        Self { head, text: full_stop(&turn.text), fate }
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (title, lines) in &self.rounds {
            writeln!(f, "{title}")?;
            for Line { head, text, fate } in lines {
                let fate = fate.as_ref().map_or(String::new(), |fate| format!(" ({fate})"));
                writeln!(f, "  {head}: {text}{fate}")?;
            }
        }
        Ok(())
    }
}

shown!(Transcript);
