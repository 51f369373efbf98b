//! A limit on expenses, and reservations for calls in flight.

use std::fmt;
use std::ops::AddAssign;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::vocabulary::{Price, SpendingLimit, Tariff, Tokens, Usd, Volume};

/// What a budget is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All debates of an experiment together.
    Run,
    /// One debate.
    Cell,
}

impl Scope {
    fn name(self) -> &'static str {
        match self {
            Self::Run => "this experiment",
            Self::Cell => "this debate",
        }
    }

    fn key(self, unit: &str) -> String {
        match self {
            Self::Run => format!("run_{unit}"),
            Self::Cell => format!("cell_{unit}"),
        }
    }
}

/// What calls cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Expense {
    /// In money.
    pub usd: Usd,
    /// In tokens read and written.
    pub tokens: Tokens,
}

impl AddAssign for Expense {
    fn add_assign(&mut self, other: Self) {
        self.usd += other.usd;
        self.tokens += other.tokens;
    }
}

impl Expense {
    fn less(self, other: Self) -> Self {
        let tokens = Tokens(self.tokens.0.saturating_sub(other.tokens.0));
        Self { usd: self.usd.less(other.usd), tokens }
    }
}

/// Why a call is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exceeded {
    /// It does not fit into a budget.
    Limit {
        /// The limit in the manifest.
        key: String,
        /// What has spent.
        scope: &'static str,
        /// The limit.
        limit: String,
        /// What was spent.
        spent: String,
        /// What is reserved for calls in flight.
        reserved: Option<String>,
        /// What the call may cost.
        most: String,
    },
    /// An earlier call cost more than was reserved for it.
    Overrun {
        /// What it cost.
        cost: String,
        /// What was reserved.
        most: String,
    },
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit { key, scope, limit, spent, reserved, most } => {
                let reserved = reserved.as_ref().map_or_else(String::new, |reserved| {
                    format!(" and reserved {reserved} for calls in flight")
                });
                write!(
                    f,
                    "the next call may cost up to {most}, but {scope} has spent {spent}{reserved} of the {limit} that `{key}` \
                     allows; raise `{key}` in [budget] and run again to continue the debate where it stopped"
                )
            }
            Self::Overrun { cost, most } => write!(
                f,
                "a call cost {cost}, but its prompt and its limits allow at most {most}, so no budget can be kept and no further call \
                 is made; check the usage that the server reports, then run again to continue the debate where it stopped"
            ),
        }
    }
}

/// A limit on expenses, with what was spent and what is reserved for calls in flight.
#[derive(Debug)]
pub struct Budget {
    scope: Scope,
    pub(super) limits: SpendingLimit,
    balance: Mutex<Balance>,
    /// The first call that cost more than was reserved for it.
    overrun: OnceLock<Box<Exceeded>>,
    /// The first refusal of a call.
    pub(super) refusal: OnceLock<Box<Exceeded>>,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Balance {
    pub(super) spent: Expense,
    pub(super) reserved: Expense,
}

impl Budget {
    /// Creates a budget that was partly spent before.
    pub fn new(scope: Scope, limits: SpendingLimit, spent: Expense) -> Self {
        let balance = Mutex::new(Balance { spent, ..Balance::default() });
        Self { scope, limits, balance, overrun: OnceLock::new(), refusal: OnceLock::new() }
    }

    /// What has been spent.
    pub fn spent(&self) -> Expense {
        self.balance().spent
    }

    /// The balance; it is valid even after a panic of another thread, since it changes in single
    /// steps.
    pub(super) fn balance(&self) -> MutexGuard<'_, Balance> {
        self.balance.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces what a call of another process counted before by what it counts now.
    pub(super) fn correct(&self, before: Option<Expense>, now: Expense) {
        let mut balance = self.balance();
        balance.spent = balance.spent.less(before.unwrap_or_default());
        balance.spent += now;
        drop(balance);
        if let Some(before) = before {
            self.check(before, now);
        }
    }

    /// Notes a call that cost more than was reserved for it.
    fn check(&self, most: Expense, cost: Expense) {
        let tokens = |expense: Expense| format!("{} tokens", expense.tokens);
        let overrun = if self.limits.usd.is_some() && cost.usd > most.usd {
            Exceeded::Overrun { cost: cost.usd.to_string(), most: most.usd.to_string() }
        } else if self.limits.tokens.is_some() && cost.tokens > most.tokens {
            Exceeded::Overrun { cost: tokens(cost), most: tokens(most) }
        } else {
            return;
        };
        self.overrun.get_or_init(|| Box::new(overrun));
    }

    /// Reserves the maximum cost of a call, and notes the first refusal.
    pub(super) fn reserve(&self, most: Expense) -> Result<Reserved<'_>, Box<Exceeded>> {
        self.try_reserve(most).inspect_err(|refusal| {
            self.refusal.get_or_init(|| refusal.clone());
        })
    }

    fn try_reserve(&self, most: Expense) -> Result<Reserved<'_>, Box<Exceeded>> {
        if let Some(overrun) = self.overrun.get() {
            return Err(overrun.clone());
        }
        let mut balance = self.balance();
        self.fits(*balance, most)?;
        balance.reserved += most;
        Ok(Reserved { budget: self, most, cost: Expense::default() })
    }

    /// Whether another attempt at a call still fits for which its maximum cost is reserved; notes
    /// the first refusal.
    pub(super) fn still_fits(&self, most: Expense) -> Result<(), Box<Exceeded>> {
        if let Some(overrun) = self.overrun.get() {
            return Err(overrun.clone());
        }
        let Balance { spent, reserved } = *self.balance();
        let others = Balance { spent, reserved: reserved.less(most) };
        self.fits(others, most).inspect_err(|refusal| {
            self.refusal.get_or_init(|| refusal.clone());
        })
    }

    /// Whether a call fits beside what is spent and reserved for other calls.
    fn fits(
        &self,
        Balance { spent, reserved }: Balance,
        most: Expense,
    ) -> Result<(), Box<Exceeded>> {
        let mut total = spent;
        total += reserved;
        total += most;
        let over_usd = self.limits.usd.filter(|limit| total.usd > *limit);
        let over_tokens = self.limits.tokens.filter(|limit| total.tokens > *limit);
        let exceeded = |unit: &str, limit: String, show: &dyn Fn(Expense) -> String| {
            Box::new(Exceeded::Limit {
                key: self.scope.key(unit),
                scope: self.scope.name(),
                limit,
                spent: show(spent),
                reserved: (reserved != Expense::default()).then(|| show(reserved)),
                most: show(most),
            })
        };
        if let Some(limit) = over_usd {
            return Err(exceeded("usd", limit.to_string(), &|expense| expense.usd.to_string()));
        }
        if let Some(limit) = over_tokens {
            let tokens = |tokens: Tokens| format!("{tokens} tokens");
            return Err(exceeded("tokens", tokens(limit), &|expense| tokens(expense.tokens)));
        }
        Ok(())
    }
}

/// A reservation for a call. Dropping it returns everything except the real cost of the call.
#[derive(Debug)]
pub(super) struct Reserved<'a> {
    budget: &'a Budget,
    most: Expense,
    cost: Expense,
}

impl Reserved<'_> {
    pub(super) fn charge(mut self, cost: Expense) {
        self.cost = cost;
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        let mut balance = self.budget.balance();
        balance.reserved = balance.reserved.less(self.most);
        balance.spent += self.cost;
        drop(balance);
        self.budget.check(self.most, self.cost);
    }
}

/// The expense of these tokens. If money is limited, every price is known.
pub fn expense(tariff: &Tariff, model: &str, volume: Volume) -> Expense {
    let price = tariff.price(model).unwrap_or(Price::FREE);
    Expense { usd: price.of(volume), tokens: volume.tokens() }
}
