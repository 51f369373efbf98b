//! The levels: how the texts of a planted debate hide its structure.

use super::role::Role;
use super::structure::MOST_CLAIMS;

/// How many statements personas make on idle issues, compared with the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StatementCounts {
    /// One or two on each issue.
    Even,
    /// Many confident ones on idle issues, one hesitant one on any other.
    LoudIdle,
    /// One hesitant one on idle issues, many confident ones on any other.
    QuietIdle,
}

/// How reasons that rest on an issue word it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Rewording {
    /// As the topic's file does, with a tag.
    Verbatim,
    /// In other words of this strength, 1 to 3, without a tag.
    Always(usize),
    /// With this chance in other words of any strength, without a tag.
    Sometimes(f64),
}

/// A level of noise.
#[derive(Debug, Clone)]
pub struct Level {
    /// The name.
    pub name: &'static str,
    /// How often a persona remembers a statement that fits. *Range*: 0 to 1.
    pub recall: f64,
    /// The share of the tags of statements and reasons that are left out.
    pub(super) hidden: f64,
    /// The share of the tags of statements and reasons that name another issue.
    pub(super) wrong: f64,
    /// The share of the statements without a tag; reasons keep theirs.
    pub(super) missing: f64,
    pub(super) rewording: Rewording,
    pub(super) counts: StatementCounts,
}

const NONE: Level = Level {
    name: "none",
    recall: 1.0,
    hidden: 0.0,
    wrong: 0.0,
    missing: 0.0,
    rewording: Rewording::Verbatim,
    counts: StatementCounts::Even,
};

const fn hidden(name: &'static str, hidden: f64) -> Level {
    Level { name, hidden, ..NONE }
}

const fn wrong(name: &'static str, wrong: f64) -> Level {
    Level { name, wrong, ..NONE }
}

const fn missing(name: &'static str, missing: f64) -> Level {
    Level { name, missing, ..NONE }
}

const fn reworded(name: &'static str, strength: usize) -> Level {
    Level { name, rewording: Rewording::Always(strength), ..NONE }
}

const fn recall(name: &'static str, recall: f64) -> Level {
    Level { name, recall, ..NONE }
}

/// Half as many tags are missing as hidden, a quarter as many are wrong, and as many reasons are
/// reworded.
const fn mixed(name: &'static str, share: f64) -> Level {
    Level {
        name,
        hidden: share,
        missing: share / 2.0,
        wrong: share / 4.0,
        rewording: Rewording::Sometimes(share),
        ..NONE
    }
}

impl Level {
    /// Every level, in the order in which tables list them.
    pub const ALL: [Self; 22] = [
        NONE,
        hidden("hidden-0.25", 0.25),
        hidden("hidden-0.5", 0.5),
        hidden("hidden-1", 1.0),
        missing("missing-0.25", 0.25),
        missing("missing-0.5", 0.5),
        missing("missing-1", 1.0),
        wrong("wrong-0.1", 0.1),
        wrong("wrong-0.25", 0.25),
        wrong("wrong-0.5", 0.5),
        reworded("reworded-1", 1),
        reworded("reworded-2", 2),
        reworded("reworded-3", 3),
        Self { name: "loud", counts: StatementCounts::LoudIdle, ..NONE },
        Self { name: "quiet", counts: StatementCounts::QuietIdle, ..NONE },
        recall("recall-0.8", 0.8),
        recall("recall-0.5", 0.5),
        mixed("mixed-0.1", 0.1),
        mixed("mixed-0.2", 0.2),
        mixed("mixed-0.3", 0.3),
        mixed("mixed-0.4", 0.4),
        mixed("mixed-0.5", 0.5),
    ];

    /// The level of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name == name)
    }

    /// The kind of noise and its amount, as the name says; none for levels without an amount.
    pub fn noise(&self) -> Option<(&'static str, f64)> {
        let (kind, amount) = self.name.rsplit_once('-')?;
        Some((kind, amount.parse().ok()?))
    }

    /// What the level changes, as a clause.
    pub fn meaning(&self) -> &'static str {
        match self.name.split('-').next() {
            Some("hidden") => "this share of the tags of statements and reasons is left out",
            Some("missing") => "this share of the statements has no tag; reasons keep theirs",
            Some("wrong") => "this share of the tags names another question",
            Some("reworded") => {
                "reasons have other words and no tag: 1 lightly, 3 hardly a shared word"
            }
            Some("recall") => {
                "a persona remembers this share of its statements; the mean over three draws"
            }
            Some("mixed") => "all kinds of noise, each in proportion to this share",
            Some("loud") => "many confident statements on what no thesis depends on",
            Some("quiet") => "few hesitant statements on what no thesis depends on",
            _ => "no noise",
        }
    }

    /// How many of a persona's statements on an issue are written; `second` decides where one or
    /// two are.
    pub(super) fn statements(&self, role: Role, second: bool) -> usize {
        match (self.counts, role == Role::Idle) {
            (StatementCounts::Even, _) => 1 + usize::from(second),
            (StatementCounts::LoudIdle, true) | (StatementCounts::QuietIdle, false) => MOST_CLAIMS,
            (StatementCounts::LoudIdle, false) | (StatementCounts::QuietIdle, true) => 1,
        }
    }

    /// The confidence of a statement; `drawn` decides where all are as confident. *Range*: 0 to 1.
    pub(super) fn confidence(&self, role: Role, drawn: f64) -> f64 {
        match (self.counts, role == Role::Idle) {
            (StatementCounts::Even, _) => drawn,
            (StatementCounts::LoudIdle, true) | (StatementCounts::QuietIdle, false) => 0.9,
            (StatementCounts::LoudIdle, false) | (StatementCounts::QuietIdle, true) => 0.5,
        }
    }
}
