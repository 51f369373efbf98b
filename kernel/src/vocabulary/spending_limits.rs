//! Limits on how much an experiment may spend.

use serde::Serialize;

use super::money::Usd;
use super::unit::Tokens;

/// Limits on spending in money and in tokens. `None` sets no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct SpendingLimit {
    /// The limit in money.
    pub usd: Option<Usd>,
    /// The limit in tokens, read and written.
    pub tokens: Option<Tokens>,
}

/// How much an experiment may spend. The limits decide when debates wait, never what their outcomes
/// are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct SpendingLimits {
    /// The limit for all debates together.
    pub run: SpendingLimit,
    /// The limit for each debate.
    pub cell: SpendingLimit,
}

impl SpendingLimits {
    /// Whether money is limited.
    pub fn limits_money(&self) -> bool {
        self.run.usd.is_some() || self.cell.usd.is_some()
    }
}
