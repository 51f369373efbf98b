//! Whether the cases in short of both sides of a dispute rest on the answer.

use faultline::corpus::{Dispute, Position, Voice};
use faultline::dependence::IssueStatus;
use faultline::vocabulary::{PersonaId, Side};
use serde::Serialize;

/// Whether the cases in short of both sides rest on the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum IssueKind {
    /// Both do.
    Crux,
    /// Too few of the reasons of a case assert an axis to say it.
    Unknown,
    /// No case of a side is known to rest on it, and a reason of one of these cases asserts no
    /// axis.
    PerhapsIdle,
    /// The cases of one side do not.
    Idle,
}

impl IssueKind {
    /// All kinds in the order in which they are listed.
    pub(super) const ALL: [Self; 4] = [Self::Crux, Self::Unknown, Self::PerhapsIdle, Self::Idle];

    /// What the disputes of a kind are called, one and several of them, and why.
    pub(super) fn words(self) -> [&'static str; 3] {
        match self {
            Self::Crux => ["crux", "cruxes", "both cases in short rest on the answer"],
            Self::Unknown => [
                "possible crux",
                "possible cruxes",
                "a case in short does not say whether it rests on the answer",
            ],
            Self::PerhapsIdle => [
                "other dispute",
                "other disputes",
                "not known whether both cases in short rest on the answer",
            ],
            Self::Idle => {
                ["other dispute", "other disputes", "at most one case in short rests on the answer"]
            }
        }
    }
}

/// What the cases in short say about a dispute.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Weight {
    #[serde(rename = "importance")]
    pub(super) kind: IssueKind,
    /// Whose case in short does not rest on it.
    idle: Vec<PersonaId>,
    /// Whose case in short does not say whether it rests on it.
    unknown: Vec<PersonaId>,
}

impl Weight {
    /// `voices` are those of the personas that dispute.
    pub(super) fn of(dispute: &Dispute<'_>, voices: &[Voice<'_>]) -> Self {
        let with = |holds: &dyn Fn(&Position<'_>) -> bool| -> Vec<PersonaId> {
            let positions = dispute.positions.iter().filter(|position| holds(position));
            positions.map(|position| position.persona.clone()).collect()
        };
        let has_no_load =
            |position: &Position<'_>| position.load.is_some_and(|load| load.value() <= 0.0);
        let is_unlinked = |position: &Position<'_>| {
            let mut own = voices.iter().filter(|voice| voice.persona() == position.persona);
            own.any(|voice| voice.dependence().may_rest_on(&dispute.axis.id))
        };
        let is_idle = |position: &Position<'_>| has_no_load(position) && !is_unlinked(position);
        let has_idle_side = [Side::Yes, Side::No].into_iter().any(|side| {
            let mut on_side = dispute.positions.iter().filter(|position| position.side == side);
            on_side.all(is_idle)
        });
        Self {
            kind: match dispute.status {
                IssueStatus::Crux => IssueKind::Crux,
                IssueStatus::LoadUnknown => IssueKind::Unknown,
                IssueStatus::Idle if has_idle_side => IssueKind::Idle,
                IssueStatus::Idle => IssueKind::PerhapsIdle,
            },
            idle: with(&is_idle),
            unknown: with(&|position| {
                position.load.is_none() || (has_no_load(position) && is_unlinked(position))
            }),
        }
    }

    /// Whose case in short does not say whether it rests on it, where that matters.
    pub(super) fn unknown(&self) -> &[PersonaId] {
        match self.kind {
            IssueKind::Unknown | IssueKind::PerhapsIdle => &self.unknown,
            IssueKind::Crux | IssueKind::Idle => &[],
        }
    }

    /// Whose cases are not known to rest on it.
    pub(super) fn reason(&self) -> String {
        let names = |personas: &[PersonaId]| {
            personas.iter().map(PersonaId::as_str).collect::<Vec<_>>().join(" and ")
        };
        match (self.idle.as_slice(), self.unknown.as_slice()) {
            ([], []) => String::new(),
            ([], unknown) => format!("unknown for {}", names(unknown)),
            (idle, _) => format!("the case of {} does not mention it", names(idle)),
        }
    }
}
