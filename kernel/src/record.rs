//! What a debate leaves behind: turns, calls, a snapshot per round, the outcome, and the events on
//! the way.
//!
//! These are the values that the store keeps and that pages and notebooks read. Nothing here holds
//! a time, a host or a price, so that the same debate leaves the same bytes everywhere.

mod agreed_question;
mod call;
mod common_ground;
mod crux;
mod detail;
mod event;
mod matches;
mod metric;
mod outcome;
mod proposed_crux;
mod reading;
mod snapshot;
mod speech;
mod turn;

pub use agreed_question::{AgreedQuestion, AgreeingAnswer};
pub use call::{Call, CallFault, Usage};
pub use common_ground::{Agreement, CommonGround, Contradiction};
pub use crux::{Crux, FoundBy, Hinge, IdleDispute, Position, Score, Settled, lost_reasons};
pub use detail::{DetailFault, ModeDetail};
pub use event::{Event, ModeEvent};
pub use matches::{CruxReference, MatchedCrux, Matches};
pub use metric::{AimRange, Metric};
pub use outcome::{
    Camp, Concession, ConcessionSource, Extensions, FlipCondition, Ledger, LedgerEntry, Outcome,
    Regime, Resolution, Stop, StopReason, Thesis,
};
pub use proposed_crux::ProposedCrux;
pub use reading::ReadingKind;
pub use snapshot::{Semantics, Snapshot};
pub use speech::{ConcessionEffect, ConcessionKind, NotFollowed, Phase, Signals, Speech};
pub use turn::{Act, Fate, Target, Turn};
