//! Asks before money is spent.

use std::io::{self, IsTerminal as _, Write as _};

use faultline::format::{Condition, Manifest};
use faultline::pipeline::{self, Outlook, Plan, RunError};
use faultline::store::Store;
use faultline::vocabulary::{Tariff, Usd};

use super::Failure;
use super::cost_estimate;
use super::terminal::{answered_yes, inert};

/// What lets money be spent without a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum License {
    /// `--yes`, or a limit of dollars in the manifest.
    Given,
    /// Nothing.
    Missing,
}

impl License {
    /// What the manifest and the command line allow.
    pub(super) fn of(manifest: &Manifest, yes: bool) -> Self {
        if yes || manifest.budget.limits_money() { Self::Given } else { Self::Missing }
    }
}

/// Who can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Audience {
    /// Somebody at a terminal.
    Terminal,
    /// Nobody.
    Nobody,
}

impl Audience {
    fn present() -> Self {
        let here = io::stdin().is_terminal() && io::stderr().is_terminal();
        if here { Self::Terminal } else { Self::Nobody }
    }
}

/// What to do about money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decision {
    /// Nothing is to be paid.
    Silent,
    /// Say what is to be paid, and pay.
    Tell,
    /// Say what is to be paid, and ask.
    Ask,
    /// Pay nothing, since nobody can be asked.
    Refuse,
}

/// An unknown cost is a cost.
fn decide(cost: Option<Usd>, license: License, audience: Audience) -> Decision {
    match (cost, license, audience) {
        (Some(Usd::ZERO), _, _) => Decision::Silent,
        (_, License::Given, _) => Decision::Tell,
        (_, License::Missing, Audience::Terminal) => Decision::Ask,
        (_, License::Missing, Audience::Nobody) => Decision::Refuse,
    }
}

/// Shows what is missing of the debates chosen and what it will cost, and obtains consent to it.
///
/// # Errors
/// [`Failure::Unasked`] where nobody can be asked, [`Failure::Declined`] where somebody says no; a fault of the store. Before
/// anybody is asked for money, whatever would keep it from being spent: a missing key, an address that is none.
pub(super) fn obtain(
    plan: &Plan,
    store: &Store,
    only: &[Condition],
    tariff: &Tariff,
    license: License,
) -> Result<(), Failure> {
    if tariff.is_free(plan.manifest.models.names()) {
        return Ok(());
    }
    let ahead = Outlook::of(&pipeline::expect(plan, only, Some(store))?);
    let cost = pipeline::cost(tariff, &ahead.volumes).filter(|_| ahead.unknown == 0);
    let told = cost_estimate::sentence(&ahead, plan, tariff);
    let pricing = cost_estimate::pricing(plan, tariff);
    let decision = decide(cost, license, Audience::present());
    if decision != Decision::Silent {
        pipeline::check_connection(plan).map_err(RunError::from)?;
    }
    match decision {
        Decision::Silent => Ok(()),
        Decision::Tell => Ok(writeln!(io::stderr(), "{}", inert(&told))?),
        Decision::Ask if asked(&told, pricing.as_deref())? => Ok(()),
        Decision::Ask => Err(Failure::Declined),
        Decision::Refuse => Err(Failure::Unasked { outlook: told, pricing }),
    }
}

fn asked(told: &str, pricing: Option<&str>) -> io::Result<bool> {
    let mut err = io::stderr();
    writeln!(err, "{}", inert(told))?;
    if let Some(pricing) = pricing {
        writeln!(err, "  help: {}", inert(pricing))?;
    }
    write!(err, "Go on? [y/N] ")?;
    err.flush()?;
    answered_yes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_never_spent_without_a_word() {
        let cents = "0.05".parse().ok();
        for (cost, license, audience, decision) in [
            (Some(Usd::ZERO), License::Missing, Audience::Nobody, Decision::Silent),
            (cents, License::Given, Audience::Nobody, Decision::Tell),
            (cents, License::Given, Audience::Terminal, Decision::Tell),
            (cents, License::Missing, Audience::Terminal, Decision::Ask),
            (cents, License::Missing, Audience::Nobody, Decision::Refuse),
            (None, License::Given, Audience::Nobody, Decision::Tell),
            (None, License::Missing, Audience::Terminal, Decision::Ask),
            (None, License::Missing, Audience::Nobody, Decision::Refuse),
        ] {
            assert_eq!(
                decide(cost, license, audience),
                decision,
                "{cost:?} {license:?} {audience:?}"
            );
        }
    }
}
