//! Keeps the expenses of a provider within limits.
//!
//! Before each call the maximum that it may cost is reserved; afterwards its real cost replaces the
//! reservation. Everyone who shares a [`Budget`] sees all reservations, so calls in parallel never
//! reserve more than it together, and as long as no call costs more than was reserved for it, the
//! budget is never exceeded. Behind a cache only new replies count. A call that does not fit is not
//! made and interrupts its debate: what was answered is stored, and the debate continues from there
//! once the limit is raised.
//!
//! A call whose answer was lost counts with all that it may have cost. A call that cost more than
//! was reserved for it may exceed the budget by the difference. It stops all further calls, because
//! then no reservation keeps the budget; only calls that are in flight are finished.

mod ledger;
mod limit;

use std::sync::Arc;

use self::ledger::Entry;
pub use self::ledger::{Ledger, unsettled_calls, used_by_cell};
pub use self::limit::{Budget, Exceeded, Expense, Scope, expense};
use super::{Middleware, Provider, ProviderFault, Reply, Request};
use crate::store::{self, Hash, Name};
use crate::vocabulary::{Price, Tariff, Tokens, Volume};

/// The minimum number of bytes of a token, for reservations.
///
/// English has about four bytes a token, so a model's tokens may be half as long before a call
/// costs more than was reserved for it.
const MIN_TOKEN_BYTES: u64 = 2;

/// The budgets of a run and of one of its debates, and the ledger of the run.
#[derive(Debug)]
pub struct Account {
    /// The cell, or the name of a matching.
    cell: Name,
    tariff: Tariff,
    of_run: Arc<Budget>,
    of_cell: Budget,
    ledger: Arc<Ledger>,
    /// Why the run had refused a call before this debate began. The debate then pays for nothing,
    /// so that the rest of the budget is left to those that have begun.
    refused: Option<Box<Exceeded>>,
}

impl Account {
    /// Combines the budgets.
    pub fn new(
        cell: Name,
        tariff: Tariff,
        of_run: Arc<Budget>,
        of_cell: Budget,
        ledger: Arc<Ledger>,
    ) -> Self {
        let refused = of_run.refusal.get().cloned();
        Self { cell, tariff, of_run, of_cell, ledger, refused }
    }

    /// Counts an attempt at a request whose answer was lost with all that it may have cost.
    ///
    /// # Errors
    /// [`ProviderFault`] if another attempt no longer fits, or the ledger cannot be written.
    pub fn charge_lost(
        &self,
        request: &Request<'_>,
        thinking: Tokens,
    ) -> Result<(), ProviderFault> {
        if request.is_search() {
            return Ok(());
        }
        let volume = largest_volume(request, thinking);
        let most = expense(&self.tariff, &request.model, volume);
        self.enter(self.ledger.next_lost(), &request.model, volume, || {
            for budget in [&self.of_cell, &self.of_run] {
                budget.balance().spent += most;
            }
            Ok(())
        })?;
        // The reservation of the call is for its next attempt.
        for budget in [&self.of_cell, &self.of_run] {
            budget.still_fits(most)?;
        }
        Ok(())
    }

    fn price(&self, model: &str) -> Result<Price, ProviderFault> {
        let is_limited =
            [self.of_run.limits.usd, self.of_cell.limits.usd].iter().any(Option::is_some);
        match self.tariff.price(model) {
            None if is_limited => Err(ProviderFault::Unpriced(model.to_owned())),
            price => Ok(price.unwrap_or(Price::FREE)),
        }
    }

    fn enter(
        &self,
        call: String,
        model: &str,
        volume: Volume,
        decide: impl FnOnce() -> Result<(), Box<Exceeded>>,
    ) -> Result<(), ProviderFault> {
        let entry = Entry { call, cell: self.cell.clone(), model: model.to_owned(), volume };
        let lost = |error: store::Error| ProviderFault::NotStored(error.report());
        Ok(self.ledger.enter(entry, decide).map_err(lost)??)
    }
}

/// A provider whose calls count against the budgets of an account.
#[derive(Debug)]
pub struct Budgeted {
    inner: Box<dyn Provider>,
    account: Arc<Account>,
}

impl Budgeted {
    /// Puts the budgets in front of a provider.
    pub fn new(inner: Box<dyn Provider>, account: Arc<Account>) -> Self {
        Self { inner, account }
    }
}

impl Middleware for Budgeted {
    fn inner(&self) -> &dyn Provider {
        &*self.inner
    }

    async fn answer(&self, request: &Request<'_>, key: &Hash) -> Result<Reply, ProviderFault> {
        let account = &*self.account;
        if let Some(refused) = &account.refused {
            return Err(ProviderFault::Budget(refused.clone()));
        }
        // A search has neither tokens nor a price in dollars: its service counts it.
        if request.is_search() {
            return self.inner.complete(request, key).await;
        }
        let price = account.price(&request.model)?;
        let volume = largest_volume(request, self.inner.capabilities().thinking);
        let most = Expense { usd: price.most(volume), tokens: volume.tokens() };
        let call = account.ledger.next_call();
        let mut reserved = None;
        let mut entered = volume;
        if price.cache_write > price.input {
            entered.stored = entered.input;
        }
        account.enter(call.clone(), &request.model, entered, || {
            let of_cell = account.of_cell.reserve(most)?;
            reserved = Some((of_cell, account.of_run.reserve(most)?));
            Ok(())
        })?;
        let (of_cell, of_run) = reserved.expect("a call that was entered is reserved");
        let reply = self.inner.complete(request, key).await;
        let volume =
            reply.as_ref().map_or_else(|_| Volume::default(), |reply| reply.spent.volume());
        let cost = Expense { usd: price.of(volume), tokens: volume.tokens() };
        of_cell.charge(cost);
        of_run.charge(cost);
        // Without this entry the call counts with all that it may cost. An answer that was paid for
        // is not given up for that.
        drop(account.enter(call, &request.model, volume, || Ok(())));
        reply
    }
}

/// The maximum number of tokens that a call may use: its request in the shortest tokens, and an
/// answer of full length after as much thinking as there is room for.
fn largest_volume(request: &Request<'_>, thinking: Tokens) -> Volume {
    let bytes: usize = request.messages.iter().map(|message| message.text.len()).sum();
    let bytes = (bytes + request.schema.to_string().len()) as u64;
    Volume {
        input: Tokens(bytes.div_ceil(MIN_TOKEN_BYTES)),
        output: request.parameters.max_output + thinking,
        ..Volume::default()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use proptest::prelude::*;

    use super::super::Spent;
    use super::super::samples::{self, answering, reply};
    use super::limit::Balance;
    use super::*;
    use crate::vocabulary::{SpendingLimit, Unlisted, Usd};

    fn tokens(number: u64) -> Expense {
        Expense { usd: Usd::ZERO, tokens: Tokens(number) }
    }

    fn limit(number: u64) -> SpendingLimit {
        SpendingLimit { usd: None, tokens: Some(Tokens(number)) }
    }

    proptest! {
        #[test]
        fn parallel_calls_never_exceed_the_budget_together(
            calls in prop::collection::vec((1_u64..400, 0_u64..=100), 1..60),
            most in 1_u64..2000,
        ) {
            let budget = Budget::new(Scope::Run, limit(most), Expense::default());
            let next = AtomicUsize::new(0);
            let made: u64 = std::thread::scope(|scope| {
                let work = || {
                    let mut made = 0;
                    while let Some(&(wanted, share)) = calls.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let Ok(reserved) = budget.reserve(tokens(wanted)) else { continue };
                        let held = *budget.balance();
                        assert!(held.spent.tokens.0 + held.reserved.tokens.0 <= most, "{held:?}");
                        std::thread::yield_now();
                        let cost = wanted * share / 100;
                        reserved.charge(tokens(cost));
                        made += cost;
                    }
                    made
                };
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).sum()
            });
            let Balance { spent, reserved } = *budget.balance();
            prop_assert_eq!((spent.tokens.0, reserved), (made, Expense::default()));
            prop_assert!(made <= most);
            prop_assert!(budget.reserve(tokens(most - made)).is_ok(), "the rest can be spent");
            prop_assert!(budget.reserve(tokens(most - made + 1)).is_err());
        }
    }

    #[test]
    fn a_call_that_fits_the_budget_exactly_is_made() {
        let usd = |text: &str| text.parse::<Usd>().unwrap();
        let expense = |money: &str, tokens| Expense { usd: usd(money), tokens: Tokens(tokens) };
        let limits = |money: Option<&str>, tokens: Option<u64>| SpendingLimit {
            usd: money.map(usd),
            tokens: tokens.map(Tokens),
        };
        for (limits, spent, most, fits) in [
            (limits(None, Some(10)), expense("9", 0), expense("9", 10), true),
            (limits(None, Some(10)), expense("9", 0), expense("9", 11), false),
            (limits(None, Some(10)), expense("9", 4), expense("9", 6), true),
            (limits(None, Some(10)), expense("9", 4), expense("9", 7), false),
            (limits(Some("0.5"), None), expense("0", 9), expense("0.5", 9), true),
            (limits(Some("0.5"), None), expense("0", 9), expense("0.500001", 9), false),
            (limits(Some("0.5"), None), expense("0.2", 9), expense("0.3", 9), true),
            (limits(Some("0.5"), None), expense("0.2", 9), expense("0.300001", 9), false),
            (limits(Some("0.5"), Some(10)), expense("0.2", 4), expense("0.3", 6), true),
            (limits(Some("0.5"), Some(10)), expense("0.2", 4), expense("0.300001", 6), false),
            (limits(Some("0.5"), Some(10)), expense("0.2", 4), expense("0.3", 7), false),
            (limits(Some("0"), Some(0)), Expense::default(), Expense::default(), true),
        ] {
            let budget = Budget::new(Scope::Run, limits, spent);
            assert_eq!(budget.reserve(most).is_ok(), fits, "{limits:?}, {spent:?}, {most:?}");
            let budget = Budget::new(Scope::Run, limits, Expense::default());
            let _in_flight = budget.reserve(spent);
            assert_eq!(budget.reserve(most).is_ok(), fits, "{limits:?}, {spent:?} reserved");
        }
    }

    #[test]
    fn a_dropped_reservation_costs_nothing() {
        let budget = Budget::new(Scope::Cell, limit(10), Expense::default());
        drop(budget.reserve(tokens(10)).unwrap());
        assert!(budget.reserve(tokens(10)).is_ok());
    }

    fn budgeted(
        run: SpendingLimit,
        cell: SpendingLimit,
        before: Expense,
        price: Option<Price>,
    ) -> Budgeted {
        let own = price.map(|price| ("m".to_owned(), price)).into_iter().collect();
        let tariff = Tariff { own, list: None, unlisted: Unlisted::Unknown };
        let run = Arc::new(Budget::new(Scope::Run, run, before));
        let cell = Budget::new(Scope::Cell, cell, Expense::default());
        // Uses three tokens a call.
        let cheap = answering(|request, _| {
            let spent = Spent { input: Tokens(2), output: Tokens(1), ..Spent::default() };
            Ok(Reply { spent, ..reply(request, "") })
        });
        let (folder, store) = crate::store::Store::scratch();
        let of = store.run(&"trial-0123456789ab".parse().unwrap());
        let ledger = Ledger::open(&of, "p".into(), tariff.clone(), Arc::clone(&run), &[].into());
        let ledger = Arc::new(ledger.unwrap());
        // The ledger of a removed folder stays usable.
        drop(folder);
        let account = Account::new(Name::nearest("cell"), tariff, run, cell, ledger);
        Budgeted::new(Box::new(cheap), Arc::new(account))
    }

    fn ask(provider: &Budgeted) -> Result<String, ProviderFault> {
        samples::ask(provider, "Well?")
    }

    fn price() -> Price {
        let usd = |text: &str| text.parse().unwrap();
        Price { input: usd("1"), output: usd("2"), cached_read: usd("0.1"), cache_write: usd("3") }
    }

    #[test]
    fn the_error_says_what_was_spent_and_which_limit_to_raise() {
        // The request may use (5 + 17) / 2 tokens read and 500 written.
        let usd = |text: &str| SpendingLimit { usd: Some(text.parse().unwrap()), tokens: None };
        let spent = Expense { usd: "0.5".parse().unwrap(), tokens: Tokens(600) };
        let error = |provider: &Budgeted| ask(provider).unwrap_err().to_string();
        let money = budgeted(usd("0.501"), SpendingLimit::default(), spent, Some(price()));
        insta::assert_snapshot!(error(&money), @"the next call may cost up to $0.0010, but this experiment has spent $0.5000 of the $0.5010 that `run_usd` allows; raise `run_usd` in [budget] and run again to continue the debate where it stopped");
        let cell = budgeted(SpendingLimit::default(), limit(513), spent, None);
        assert!(ask(&cell).is_ok(), "511 fit");
        insta::assert_snapshot!(error(&cell), @"the next call may cost up to 511 tokens, but this debate has spent 3 tokens of the 513 tokens that `cell_tokens` allows; raise `cell_tokens` in [budget] and run again to continue the debate where it stopped");
        let beside = budgeted(limit(1300), SpendingLimit::default(), spent, None);
        let _in_flight = beside.account.of_run.reserve(tokens(200)).unwrap();
        insta::assert_snapshot!(error(&beside), @"the next call may cost up to 511 tokens, but this experiment has spent 600 tokens and reserved 200 tokens for calls in flight of the 1300 tokens that `run_tokens` allows; raise `run_tokens` in [budget] and run again to continue the debate where it stopped");
        let unpriced = budgeted(usd("1"), SpendingLimit::default(), Expense::default(), None);
        insta::assert_snapshot!(error(&unpriced), @"the budget limits dollars, but the price of the model m is unknown: add it to [prices] of the manifest, or limit tokens instead");
        assert!(ask(&unpriced).unwrap_err().interrupts());
    }

    #[test]
    fn an_attempt_after_a_lost_answer_is_refused_by_what_it_may_cost() {
        let provider = budgeted(limit(1600), SpendingLimit::default(), Expense::default(), None);
        let account = &provider.account;
        let request = samples::request("Well?");
        let most = tokens(largest_volume(&request, Tokens(0)).tokens().0);
        let _reserved =
            [&account.of_cell, &account.of_run].map(|budget| budget.reserve(most).unwrap());
        let _of_another = account.of_run.reserve(tokens(100)).unwrap();
        account.charge_lost(&request, Tokens(0)).unwrap();
        let refused = account.charge_lost(&request, Tokens(0)).unwrap_err().to_string();
        insta::assert_snapshot!(refused, @"the next call may cost up to 511 tokens, but this experiment has spent 1022 tokens and reserved 100 tokens for calls in flight of the 1600 tokens that `run_tokens` allows; raise `run_tokens` in [budget] and run again to continue the debate where it stopped");
        assert!(account.of_run.refusal.get().is_some());
    }

    #[test]
    fn the_rest_of_a_reservation_returns_to_both_budgets() {
        let both = budgeted(limit(517), limit(517), Expense::default(), Some(price()));
        assert!(
            ask(&both).is_ok() && ask(&both).is_ok() && ask(&both).is_ok(),
            "3 each, 511 reserved"
        );
        assert!(ask(&both).is_err(), "9 + 511 are too many");
        let spent = Expense { usd: "0.000012".parse().unwrap(), tokens: Tokens(9) };
        assert_eq!((both.account.of_run.spent(), both.account.of_cell.spent()), (spent, spent));
    }
}
