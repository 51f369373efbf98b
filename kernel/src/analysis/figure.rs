//! The figures by which modes are compared.

use serde::Serialize;

use crate::record::{Concession, ConcessionSource, FoundBy, Outcome};

/// A figure of a debate, or of the debates of one mode in one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// Cruxes named.
    Cruxes,
    /// Questions named that are answered differently and of which the load is not known.
    LoadUnknown,
    /// Questions of these two kinds that another mode names too.
    Matched,
    /// Questions of these two kinds that no other mode names.
    Unique,
    /// Questions of these two kinds that most other modes name and the debate does not.
    Missed,
    /// How similar the cruxes of two replicates are: the mean Jaccard index of all pairs.
    Similarity,
    /// Points that two personas or more accept.
    Agreed,
    /// Statements that were accepted, could be attacked and were not.
    Unchallenged,
    /// Statements that were attacked and are accepted.
    Defended,
    /// Statements that were accepted too late for an objection.
    Untested,
    /// Pairs of accepted statements that contradict each other.
    FakeConsensus,
    /// Points that a persona conceded.
    Concessions,
    /// Rounds after the opening.
    Rounds,
    /// Requests to the provider.
    Calls,
    /// Tokens of prompts, cached or not.
    TokensRead,
    /// Tokens of replies.
    TokensWritten,
    /// Answers that were sent back for correction.
    Repairs,
}

impl Figure {
    /// Every figure, in the order of pages.
    pub const ALL: [Self; 17] = [
        Self::Cruxes,
        Self::LoadUnknown,
        Self::Matched,
        Self::Unique,
        Self::Missed,
        Self::Similarity,
        Self::Agreed,
        Self::Unchallenged,
        Self::Defended,
        Self::Untested,
        Self::FakeConsensus,
        Self::Concessions,
        Self::Rounds,
        Self::Calls,
        Self::TokensRead,
        Self::TokensWritten,
        Self::Repairs,
    ];

    /// The figures for which modes are tested against each other: those that say what a mode finds,
    /// and not what it takes.
    pub const TESTED: [Self; 6] = [
        Self::Cruxes,
        Self::Unique,
        Self::Missed,
        Self::Similarity,
        Self::Agreed,
        Self::FakeConsensus,
    ];

    /// Its name in CSV files and JSON.
    pub fn key(self) -> &'static str {
        match self {
            Self::Cruxes => "cruxes",
            Self::LoadUnknown => "load_unknown",
            Self::Matched => "matched",
            Self::Unique => "unique",
            Self::Missed => "missed",
            Self::Similarity => "similarity",
            Self::Agreed => "agreed",
            Self::Unchallenged => "unchallenged",
            Self::Defended => "defended",
            Self::Untested => "untested",
            Self::FakeConsensus => "fake_consensus",
            Self::Concessions => "concessions",
            Self::Rounds => "rounds",
            Self::Calls => "calls",
            Self::TokensRead => "tokens_read",
            Self::TokensWritten => "tokens_written",
            Self::Repairs => "repairs",
        }
    }

    /// Its name on pages.
    pub fn title(self) -> &'static str {
        match self {
            Self::Cruxes => "Cruxes",
            Self::LoadUnknown => "Of unknown importance",
            Self::Matched => "Questions in common",
            Self::Unique => "Questions of its own",
            Self::Missed => "Missed questions",
            Self::Similarity => "Similarity of replicates",
            Self::Agreed => "Agreed points",
            Self::Unchallenged => "Unchallenged",
            Self::Defended => "Defended",
            Self::Untested => "Untested",
            Self::FakeConsensus => "Accepted on both sides",
            Self::Concessions => "Concessions",
            Self::Rounds => "Rounds",
            Self::Calls => "Calls",
            Self::TokensRead => "Tokens read",
            Self::TokensWritten => "Tokens written",
            Self::Repairs => "Repaired replies",
        }
    }

    /// What it counts or measures in one debate, as a clause.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Cruxes => "questions that decide the disagreement",
            Self::LoadUnknown => "answered differently; what depends on them is not known",
            Self::Matched => "of these two kinds, also named by another mode",
            Self::Unique => "of these two kinds, named by no other mode",
            Self::Missed => "named by more than half of the other modes, but not here",
            Self::Similarity => {
                "share of these questions that two replicates have in common (Jaccard index)"
            }
            Self::Agreed => {
                "points that two personas or more share, and questions that they answer alike"
            }
            Self::Unchallenged => "accepted, could be attacked, was not",
            Self::Defended => "attacked, but accepted",
            Self::Untested => "accepted too late for an objection",
            Self::FakeConsensus => {
                "pairs of accepted statements of different personas that answer a question in opposite ways, or that were judged to contradict each other"
            }
            Self::Concessions => {
                "answers that one persona granted to the other, and revisions that weakened its own thesis"
            }
            Self::Rounds => "after the opening",
            Self::Calls => "questions to the provider",
            Self::TokensRead => "prompts, cached or not",
            Self::TokensWritten => "replies",
            Self::Repairs => "answers sent back for correction",
        }
    }

    /// Its value in one debate, if the outcome alone shows it.
    pub(super) fn of_outcome(self, outcome: &Outcome) -> Option<f64> {
        let Outcome { common_ground, usage, .. } = outcome;
        let value = match self {
            Self::Cruxes => outcome.cruxes.len() as u64 - load_unknown(outcome),
            Self::LoadUnknown => load_unknown(outcome),
            Self::Agreed => common_ground.agreements() as u64,
            Self::Unchallenged => common_ground.unchallenged.len() as u64,
            Self::Defended => common_ground.defended.len() as u64,
            Self::Untested => common_ground.untested.len() as u64,
            Self::FakeConsensus => outcome.fake_consensus.len() as u64,
            Self::Concessions => concessions_in_debate(outcome),
            Self::Rounds => u64::from(outcome.stop.rounds),
            Self::Calls => u64::from(usage.calls),
            Self::TokensRead => usage.input.0 + usage.cached.0,
            Self::TokensWritten => usage.output.0,
            Self::Repairs => u64::from(usage.repairs),
            Self::Matched | Self::Unique | Self::Missed | Self::Similarity => return None,
        };
        Some(value as f64)
    }
}

fn load_unknown(outcome: &Outcome) -> u64 {
    outcome.cruxes.iter().filter(|crux| crux.found == FoundBy::LoadUnknown).count() as u64
}

/// The concessions of the debate itself. Those that personas have written are the same in every
/// mode.
fn concessions_in_debate(outcome: &Outcome) -> u64 {
    let in_debate = |one: &&Concession| matches!(one.source, ConcessionSource::Turn(_));
    outcome.concessions.iter().filter(in_debate).count() as u64
}
