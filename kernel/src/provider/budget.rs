//! Stands before a provider that is paid, and keeps what is spent within limits.
//!
//! Before each call the most that it may take is reserved; afterwards what it took is settled. Whoever shares a [`Purse`]
//! sees what the others have reserved, so that calls at the same time never spend more together than they may. Behind a
//! cache only replies that are asked for count. A call that does not fit is not made and interrupts its debate: what has
//! been answered is kept, and the debate goes on from there once the limit is raised.

use std::fmt;
use std::ops::AddAssign;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use super::{Provider, ProviderFault, Reads, Reply, Request};
use crate::store::Hash;
use crate::vocabulary::{Price, SpendingLimit, Tariff, Tokens, Usd, Volume};

/// The bytes that make a token at least, for what is reserved.
///
/// English takes about four, so a model may part text twice as finely before a call takes more than was reserved for it;
/// the excess then counts against the next.
const LEAST_BYTES: u64 = 2;

/// Who may not spend more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All debates of an experiment together.
    Run,
    /// One debate.
    Cell,
}

impl Scope {
    fn who(self) -> &'static str {
        match self {
            Self::Run => "the experiment",
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

/// What calls take.
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

/// Says that a call does not fit into what may be spent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exceeded {
    key: String,
    who: &'static str,
    limit: String,
    spent: String,
    reserved: Option<String>,
    most: String,
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, who, limit, spent, reserved, most } = self;
        let held = reserved.as_ref().map_or_else(String::new, |reserved| {
            format!(" and holds {reserved} for calls under way")
        });
        write!(
            f,
            "the next call may take {most}, and of the {limit} that `{key}` allows {who} has spent {spent}{held}; raise \
             `{key}` in [budget] and run again, then the debate goes on where it stopped"
        )
    }
}

/// What somebody may spend, has spent, and has reserved for calls under way.
#[derive(Debug)]
pub struct Purse {
    scope: Scope,
    limits: SpendingLimit,
    account: Mutex<Account>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Account {
    spent: Expense,
    reserved: Expense,
}

impl Purse {
    /// Fills a purse out of which something was spent before.
    pub fn new(scope: Scope, limits: SpendingLimit, spent: Expense) -> Self {
        Self { scope, limits, account: Mutex::new(Account { spent, ..Account::default() }) }
    }

    /// What has been spent.
    pub fn spent(&self) -> Expense {
        self.account().spent
    }

    /// The account; it is whole even where somebody who held it has panicked, since it changes in single steps.
    fn account(&self) -> MutexGuard<'_, Account> {
        self.account.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets aside the most that a call may take.
    fn reserve(&self, most: Expense) -> Result<Reserved<'_>, Box<Exceeded>> {
        let mut account = self.account();
        let mut taken = account.spent;
        taken += account.reserved;
        taken += most;
        let over_usd = self.limits.usd.filter(|limit| taken.usd > *limit);
        let over_tokens = self.limits.tokens.filter(|limit| taken.tokens > *limit);
        let Account { spent, reserved } = *account;
        let exceeded = |unit: &str, limit: String, show: &dyn Fn(Expense) -> String| {
            Box::new(Exceeded {
                key: self.scope.key(unit),
                who: self.scope.who(),
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
        account.reserved += most;
        Ok(Reserved { purse: self, most, took: Expense::default() })
    }
}

/// What is set aside for a call. Dropped, it goes back, but for what the call took.
#[derive(Debug)]
struct Reserved<'a> {
    purse: &'a Purse,
    most: Expense,
    took: Expense,
}

impl Reserved<'_> {
    fn settle(mut self, took: Expense) {
        self.took = took;
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        let mut account = self.purse.account();
        account.reserved = account.reserved.less(self.most);
        account.spent += self.took;
    }
}

/// A provider whose calls are paid out of two purses: that of the run, and one of the debate's own.
#[derive(Debug)]
pub struct Budget {
    inner: Box<dyn Provider>,
    tariff: Tariff,
    run: Arc<Purse>,
    cell: Purse,
}

impl Budget {
    /// Puts the purses before a provider.
    pub fn new(inner: Box<dyn Provider>, tariff: Tariff, run: Arc<Purse>, cell: Purse) -> Self {
        Self { inner, tariff, run, cell }
    }

    fn price(&self, model: &str) -> Result<Price, ProviderFault> {
        let is_limited = [self.run.limits.usd, self.cell.limits.usd].iter().any(Option::is_some);
        match self.tariff.price(model) {
            None if is_limited => Err(ProviderFault::Unpriced(model.to_owned())),
            price => Ok(price.unwrap_or(Price::FREE)),
        }
    }

    async fn answer(&self, request: &Request, key: &Hash) -> Result<Reply, ProviderFault> {
        let price = self.price(&request.model)?;
        let volume = most(request);
        let most = Expense { usd: price.most(volume), tokens: volume.tokens() };
        let cell = self.cell.reserve(most)?;
        let run = self.run.reserve(most)?;
        let reply = self.inner.complete(request, key).await?;
        let volume = reply.spent.volume();
        let took = Expense { usd: price.of(volume), tokens: volume.tokens() };
        cell.settle(took);
        run.settle(took);
        Ok(reply)
    }
}

/// The most tokens that a call may take: what it sends, parted as finely as text may be, and an answer of full length.
fn most(request: &Request) -> Volume {
    let bytes: usize = request.messages.iter().map(|message| message.text.len()).sum();
    let bytes = (bytes + request.schema.to_string().len()) as u64;
    Volume {
        input: Tokens(bytes.div_ceil(LEAST_BYTES)),
        output: request.parameters.max_output,
        ..Volume::default()
    }
}

impl Provider for Budget {
    fn identity(&self, request: &Request) -> String {
        self.inner.identity(request)
    }

    fn reads(&self) -> Reads {
        self.inner.reads()
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request,
        key: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        self.answer(request, key).boxed()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use proptest::prelude::*;

    use super::super::samples::request;
    use super::super::{Finish, Spent};
    use super::*;
    use crate::vocabulary::Unlisted;

    fn tokens(number: u64) -> Expense {
        Expense { usd: Usd::ZERO, tokens: Tokens(number) }
    }

    fn limit(number: u64) -> SpendingLimit {
        SpendingLimit { usd: None, tokens: Some(Tokens(number)) }
    }

    proptest! {
        #[test]
        fn calls_at_the_same_time_never_spend_more_than_they_may(
            calls in prop::collection::vec((1_u64..400, 0_u64..=100), 1..60),
            most in 1_u64..2000,
        ) {
            let purse = Purse::new(Scope::Run, limit(most), Expense::default());
            let next = AtomicUsize::new(0);
            let made: u64 = std::thread::scope(|scope| {
                let work = || {
                    let mut made = 0;
                    while let Some(&(wanted, share)) = calls.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let Ok(reserved) = purse.reserve(tokens(wanted)) else { continue };
                        let held = *purse.account();
                        assert!(held.spent.tokens.0 + held.reserved.tokens.0 <= most, "{held:?}");
                        std::thread::yield_now();
                        let took = wanted * share / 100;
                        reserved.settle(tokens(took));
                        made += took;
                    }
                    made
                };
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).sum()
            });
            let Account { spent, reserved } = *purse.account();
            prop_assert_eq!((spent.tokens.0, reserved), (made, Expense::default()));
            prop_assert!(made <= most);
            prop_assert!(purse.reserve(tokens(most - made)).is_ok(), "all that is left can be spent");
            prop_assert!(purse.reserve(tokens(most - made + 1)).is_err());
        }
    }

    #[test]
    fn a_call_that_is_given_up_costs_nothing() {
        let purse = Purse::new(Scope::Cell, limit(10), Expense::default());
        drop(purse.reserve(tokens(10)).unwrap());
        assert!(purse.reserve(tokens(10)).is_ok());
    }

    /// Charges three tokens a call.
    #[derive(Debug)]
    struct Cheap;

    impl Provider for Cheap {
        fn identity(&self, _: &Request) -> String {
            "cheap".to_owned()
        }

        fn complete<'a>(
            &'a self,
            request: &'a Request,
            _: &'a Hash,
        ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
            let spent = Spent { input: Tokens(2), output: Tokens(1), ..Spent::default() };
            let model = request.model.clone();
            let reply = Reply { text: String::new(), model, finish: Finish::Stop, spent };
            std::future::ready(Ok(reply)).boxed()
        }
    }

    fn budget(
        run: SpendingLimit,
        cell: SpendingLimit,
        before: Expense,
        price: Option<Price>,
    ) -> Budget {
        let own = price.map(|price| ("m".to_owned(), price)).into_iter().collect();
        let tariff = Tariff { own, list: None, unlisted: Unlisted::Unknown };
        let run = Arc::new(Purse::new(Scope::Run, run, before));
        Budget::new(Box::new(Cheap), tariff, run, Purse::new(Scope::Cell, cell, Expense::default()))
    }

    fn ask(budget: &Budget) -> Result<Reply, ProviderFault> {
        let request = request("Well?");
        pollster::block_on(budget.complete(&request, &request.key("cheap")))
    }

    fn price() -> Price {
        let usd = |text: &str| text.parse().unwrap();
        Price { input: usd("1"), output: usd("2"), cached_read: usd("0.1"), cache_write: usd("3") }
    }

    #[test]
    fn what_was_spent_and_what_to_raise_is_told() {
        // The request may take (5 + 17) / 2 tokens read and 500 written.
        let usd = |text: &str| SpendingLimit { usd: Some(text.parse().unwrap()), tokens: None };
        let spent = Expense { usd: "0.5".parse().unwrap(), tokens: Tokens(600) };
        let told = |budget: &Budget| ask(budget).unwrap_err().to_string();
        let money = budget(usd("0.501"), SpendingLimit::default(), spent, Some(price()));
        insta::assert_snapshot!(told(&money), @"the next call may take $0.0010, and of the $0.5010 that `run_usd` allows the experiment has spent $0.5000; raise `run_usd` in [budget] and run again, then the debate goes on where it stopped");
        let cell = budget(SpendingLimit::default(), limit(513), spent, None);
        assert!(ask(&cell).is_ok(), "511 fit");
        insta::assert_snapshot!(told(&cell), @"the next call may take 511 tokens, and of the 513 tokens that `cell_tokens` allows this debate has spent 3 tokens; raise `cell_tokens` in [budget] and run again, then the debate goes on where it stopped");
        let beside = budget(limit(1300), SpendingLimit::default(), spent, None);
        let _under_way = beside.run.reserve(tokens(200)).unwrap();
        insta::assert_snapshot!(told(&beside), @"the next call may take 511 tokens, and of the 1300 tokens that `run_tokens` allows the experiment has spent 600 tokens and holds 200 tokens for calls under way; raise `run_tokens` in [budget] and run again, then the debate goes on where it stopped");
        let unpriced = budget(usd("1"), SpendingLimit::default(), Expense::default(), None);
        insta::assert_snapshot!(told(&unpriced), @"the budget limits dollars, and no price is known for the model m: give it one in [prices] of the manifest, or limit tokens instead");
        assert!(ask(&unpriced).unwrap_err().interrupts());
    }

    #[test]
    fn what_a_call_leaves_over_goes_back_to_both_purses() {
        let both = budget(limit(517), limit(517), Expense::default(), Some(price()));
        assert!(
            ask(&both).is_ok() && ask(&both).is_ok() && ask(&both).is_ok(),
            "3 each, 511 reserved"
        );
        assert!(ask(&both).is_err(), "9 + 511 are too many");
        let spent = Expense { usd: "0.000012".parse().unwrap(), tokens: Tokens(9) };
        assert_eq!((both.run.spent(), both.cell.spent()), (spent, spent));
    }
}
