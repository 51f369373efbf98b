//! The types that every other layer uses: typed ids, bounded units, topics, personas, evidence,
//! prices.
//!
//! This module computes nothing, reads no files and knows no protocol. The module `format` (feature
//! `run`) reads these types from files. Evidence and price lists are only needed to run debates, so
//! they need the feature `run` too.

mod argument;
mod corpus;
mod date;
mod id;
mod money;
mod passage;
mod persona;
mod topic;
mod unit;
mod web_address;

#[cfg(feature = "run")]
mod evidence;
#[cfg(test)]
pub(crate) mod samples;
#[cfg(feature = "run")]
mod spending_limits;
#[cfg(feature = "run")]
mod tariff;

pub use crate::argue::{Strength, UnitError};
pub use argument::{Citation, Component, MOST_ASSUMPTIONS, MOST_CITATIONS, MOST_PREMISES};
pub use corpus::{Assumption, Corpus, Inferred, Note, Objection, Reason, Sentence, Statement};
pub use date::{Date, DateError};
pub use faultline_characters::is_hidden;
pub use id::{
    AxisId, CallId, CruxId, EdgeId, EvidenceId, ExperimentId, IdError, NodeId, ObserverId,
    PassageId, PersonaId, PointId, StatementId, TopicId, TurnId,
};
pub use money::{Price, Usd, UsdError, Volume, Volumes};
pub use passage::{Observer, Passage};
pub use persona::{Contract, Flip, Leaning, Persona, Reach};
pub use topic::{Axis, AxisSide, Claim, Disagreement, Side, Topic};
pub use unit::{Probability, Seed, Tokens};
pub use web_address::{WebAddress, WebAddressError};

#[cfg(feature = "run")]
pub use {
    evidence::{Evidence, EvidenceItem, Verdict},
    spending_limits::{SpendingLimit, SpendingLimits},
    tariff::{Prices, Tariff, Unlisted, covers_model},
};
