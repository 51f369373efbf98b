//! The words every other layer speaks: typed ids, bounded units, topics, personas, evidence.
//!
//! Nothing here computes, reads files or knows a protocol. The file formats that fill these types
//! live in the module `format` (feature `run`).

mod corpus;
mod date;
mod evidence;
mod id;
mod money;
mod persona;
mod tariff;
mod topic;
mod unit;

pub use crate::argue::{Strength, UnitError};
pub use corpus::{
    Answer, Citation, Component, Corpus, Inferred, MOST_ASSUMPTIONS, MOST_CITATIONS, MOST_PREMISES,
    Note, Reason, Statement,
};
pub use date::{Date, DateError};
pub use evidence::{Evidence, EvidenceItem, Verdict};
pub use id::{
    AxisId, CallId, CruxId, EdgeId, EvidenceId, ExperimentId, IdError, NodeId, PersonaId, PointId,
    StatementId, TopicId, TurnId,
};
pub use money::{Price, Usd, UsdError, Volume, Volumes};
pub use persona::{Contract, Flip, Leaning, Persona};
pub use tariff::{Allowance, Limits, Prices, Tariff, Unlisted, stands_for};
pub use topic::{Axis, Claim, Disagreement, Side, Topic};
pub use unit::{Probability, Seed, Tokens};
