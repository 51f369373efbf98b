//! The types that every other layer uses: typed ids, bounded units, topics, personas, evidence, prices.
//!
//! This module computes nothing, reads no files and knows no protocol. The module `format` (feature `run`) reads these
//! types from files. Personas, corpora, evidence and price lists are only needed to run debates, so they need the
//! feature `run` too.

mod argument;
mod id;
mod money;
mod passage;
mod topic;
mod unit;

#[cfg(feature = "run")]
mod corpus;
#[cfg(feature = "run")]
mod date;
#[cfg(feature = "run")]
mod evidence;
#[cfg(feature = "run")]
mod persona;
#[cfg(feature = "run")]
#[cfg(test)]
pub(crate) mod samples;
#[cfg(feature = "run")]
mod spending_limits;
#[cfg(feature = "run")]
mod tariff;

pub use crate::argue::{Strength, UnitError};
pub use argument::{Citation, Component, MOST_ASSUMPTIONS, MOST_CITATIONS, MOST_PREMISES};
pub use faultline_characters::is_hidden;
pub use id::{
    AxisId, CallId, CruxId, EdgeId, EvidenceId, ExperimentId, IdError, NodeId, ObserverId,
    PassageId, PersonaId, PointId, StatementId, TopicId, TurnId,
};
pub use money::{Price, Usd, UsdError, Volume, Volumes};
pub use passage::{Observer, Passage};
pub use topic::{Axis, AxisSide, Claim, Disagreement, Side, Topic};
pub use unit::{Probability, Seed, Tokens};

#[cfg(feature = "run")]
pub use corpus::{Assumption, Corpus, Inferred, Note, Objection, Reason, Sentence, Statement};
#[cfg(feature = "run")]
pub use date::{Date, DateError};
#[cfg(feature = "run")]
pub use evidence::{Evidence, EvidenceItem, Verdict};
#[cfg(feature = "run")]
pub use persona::{Contract, Flip, Leaning, Persona, Reach};
#[cfg(feature = "run")]
pub use spending_limits::{SpendingLimit, SpendingLimits};
#[cfg(feature = "run")]
pub use tariff::{Prices, Tariff, Unlisted, covers_model};
