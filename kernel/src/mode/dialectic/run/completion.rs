//! When a debate is complete, and with which result: the first rule that its turns meet.

use crate::mode::dialectic::detail::{DebateState, TurnDetail, of_turn};
use crate::mode::shared::repetition::repetition;
use crate::record::{Act, ReadingKind, Turn};
use crate::vocabulary::TurnId;

/// A debate with fewer turns is not complete.
const LEAST: usize = 4;
/// A debate with as many turns is complete.
pub(super) const MOST: usize = 12;
/// How many of the latest turns may say that a debate has ended.
const LATEST: usize = 2;
/// How many of the latest turns are compared with as many before them.
const WINDOW: usize = 3;
/// A debate with a higher overlap repeats itself.
const REPEATS: f64 = 0.6;

/// The result of a debate, and the rule that gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Completed {
    pub(super) kind: ReadingKind,
    /// The rule as a sentence.
    pub(super) rule: String,
}

impl Completed {
    pub(super) fn new(kind: ReadingKind, rule: impl Into<String>) -> Self {
        Self { kind, rule: rule.into() }
    }

    pub(super) fn answered() -> Self {
        Self::new(ReadingKind::Question, "The question was judged to be answered.")
    }

    pub(super) fn exhausted() -> Self {
        Self::new(ReadingKind::Exploration, "The rounds were used up without a decision.")
    }

    /// Nothing more is said, and the answers are as opposed as before.
    pub(super) fn stuck() -> Self {
        let rule = "No persona had anything to add here, and their answers are still opposed.";
        Self::new(ReadingKind::Impasse, rule)
    }

    pub(super) fn silent() -> Self {
        Self::new(ReadingKind::Exploration, "No persona had anything to add.")
    }

    /// Nothing was said in the last round, in which calls failed.
    pub(super) fn unheard() -> Self {
        let rule =
            "Calls failed in the last round, so it is not known whether there was more to say.";
        Self::new(ReadingKind::Exploration, rule)
    }

    /// The limit on turns was reached.
    pub(super) fn long(turns: usize) -> Self {
        Self::new(ReadingKind::Exploration, format!("{turns} turns were made without a decision."))
    }
}

/// Whether a debate has enough turns to be complete.
pub(super) fn is_long_enough<T>(turns: &[T]) -> bool {
    turns.len() >= LEAST
}

/// What the latest turns say of the debate: an impasse first, then a synthesis, then a
/// clarification. What the last turn challenges does not count.
pub(super) fn by_state(turns: &[&Turn]) -> Option<Completed> {
    let last = turns.last()?;
    let latest = turns.iter().rev().take(LATEST).filter(|turn| !challenges(last, turn.id));
    let states: Vec<DebateState> = latest.map(|turn| state(turn)).collect();
    let kinds = [
        (DebateState::Irreconcilable, ReadingKind::Impasse, "the readings cannot be reconciled"),
        (DebateState::Agreed, ReadingKind::Synthesis, "the readers agree"),
        (DebateState::Clarified, ReadingKind::Clarification, "only a word was in question"),
    ];
    let (_, kind, what) = kinds.into_iter().find(|(state, ..)| states.contains(state))?;
    Some(Completed::new(kind, format!("At least one of the last two turns says that {what}.")))
}

/// Where the debate is, as the speaker of a turn sees it.
fn state(turn: &Turn) -> DebateState {
    match of_turn(turn) {
        Ok(Some(TurnDetail::Said(said))) => said.state,
        Ok(Some(TurnDetail::Flag(_) | TurnDetail::Reading(_)) | None) | Err(_) => DebateState::Open,
    }
}

/// What the course of the turns shows: that they repeat each other, or that they rely on a claim
/// that none attacks.
pub(super) fn by_course(turns: &[&Turn]) -> Option<Completed> {
    if repetition(turns, WINDOW).is_some_and(|overlap| overlap > REPEATS) {
        let rule = "The last three turns have most of their words in common with the three before.";
        return Some(Completed::new(ReadingKind::Impasse, rule));
    }
    let lemma = lemma(turns)?;
    let rule = format!("Later turns rely on {lemma}, and none attacks it.");
    Some(Completed::new(ReadingKind::Lemma, rule))
}

/// The first claim on which at least two later turns rely, one of another persona among them, and
/// which no turn challenges.
pub(super) fn lemma(turns: &[&Turn]) -> Option<TurnId> {
    let relies = |later: &Turn, on: TurnId| match of_turn(later) {
        Ok(Some(TurnDetail::Said(said))) => said.builds_on.contains(&on),
        Ok(Some(TurnDetail::Flag(_) | TurnDetail::Reading(_)) | None) | Err(_) => false,
    };
    let claims = turns.iter().filter(|turn| turn.node.is_some());
    let is_lemma = |claim: &&&Turn| {
        let relying: Vec<&&Turn> = turns.iter().filter(|turn| relies(turn, claim.id)).collect();
        let by_another = relying.iter().any(|turn| turn.speaker != claim.speaker);
        relying.len() >= 2 && by_another && !turns.iter().any(|turn| challenges(turn, claim.id))
    };
    claims.into_iter().find(is_lemma).map(|turn| turn.id)
}

/// Whether a turn challenges another one. One that grants its claim for the sake of argument does
/// not.
pub(super) fn challenges(turn: &Turn, other: TurnId) -> bool {
    let replies_to = turn.speech.as_ref().and_then(|speech| speech.replies_to);
    let grants = match of_turn(turn) {
        Ok(Some(TurnDetail::Said(said))) => said.even_if,
        Ok(Some(TurnDetail::Flag(_) | TurnDetail::Reading(_)) | None) | Err(_) => false,
    };
    turn.act == Act::Challenge && replies_to == Some(other) && !grants
}
