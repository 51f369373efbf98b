//! What was said in a failed debate, as its page shows it.

use faultline::pipeline::FailedDebate;
use faultline::record::{Call, Fate, Snapshot, Target, Turn};
use faultline::view::action;

use crate::site::sentence::capital;
use crate::site::{RoundTranscript, Utterance};

/// The longest reply that a page shows whole. *Units*: characters.
const LONGEST: usize = 20_000;

/// The rounds in which anything was said.
pub(super) fn rounds(failed: &FailedDebate) -> Vec<RoundTranscript> {
    let rounds = failed.snapshots.iter().map(|snapshot| round(failed, snapshot));
    rounds.filter(|round| !round.moves.is_empty() || !round.unusable.is_empty()).collect()
}

fn round(failed: &FailedDebate, snapshot: &Snapshot) -> RoundTranscript {
    let title = match (snapshot.title.trim(), snapshot.round) {
        ("", 0) => "Opening".to_owned(),
        ("Failed", _) => "The round that failed".to_owned(),
        ("", round) => format!("Round {round}"),
        (title, _) => capital(title),
    };
    RoundTranscript {
        title,
        moves: snapshot.turns.iter().map(utterance).collect(),
        unusable: snapshot.calls.iter().flat_map(|call| unusable(failed, call)).collect(),
    }
}

fn utterance(turn: &Turn) -> Utterance {
    let act = match &turn.target {
        None => action(turn),
        Some(Target::Node(node)) => format!("{} {node}", action(turn)),
        Some(Target::Written(name)) => format!("{} “{name}”", action(turn)),
    };
    let why = match &turn.fate {
        Fate::Kept | Fate::Corrected(_) => String::new(),
        Fate::Duplicate(twin) => format!("not kept: it repeats {twin}"),
        Fate::Rejected(why) | Fate::Dropped(why) => format!("not kept: {why}"),
        Fate::Failed(why) => why.clone(),
    };
    Utterance {
        id: turn.node.map_or_else(|| turn.id.to_string(), |node| node.to_string()),
        speaker: turn.speaker.clone(),
        act,
        text: turn.text.clone(),
        why,
    }
}

/// The replies to a call without a usable answer, each with the reason.
fn unusable(failed: &FailedDebate, call: &Call) -> Vec<Utterance> {
    let Some(fault) = &call.fault else { return Vec::new() };
    let last = call.requests.len();
    let utterance = |(number, key): (usize, &String)| {
        let reply = failed.replies.get(&key.parse().ok()?)?;
        let why = if number == last {
            fault.to_string()
        } else if number + 1 == last && !call.repaired.is_empty() {
            call.repaired.join("; ")
        } else {
            "the question was asked again".to_owned()
        };
        Some(Utterance {
            id: call.id.to_string(),
            speaker: call.persona.clone(),
            act: call.question.clone(),
            text: shortened(reply),
            why,
        })
    };
    (1..).zip(&call.requests).filter_map(utterance).collect()
}

/// A reply, of a very long one the beginning.
fn shortened(reply: &str) -> String {
    match reply.char_indices().nth(LONGEST) {
        None => reply.to_owned(),
        Some((end, _)) => {
            let more = reply[end..].chars().count();
            format!("{}… ({more} more characters are in the store)", &reply[..end])
        }
    }
}
