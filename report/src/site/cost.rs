//! What debates cost, in words.

use faultline::record::Usage;
use faultline::view::number;
use faultline::vocabulary::Usd;

use super::input::{Cost, Experiment};

/// What was paid for a debate, or for several, as the end of a sentence.
pub(super) fn clause(cost: &Cost) -> String {
    match cost {
        Cost::Nobody => "no model was paid".to_owned(),
        Cost::Unknown => "what that cost is not known, since a model has no price".to_owned(),
        Cost::Of { usd: Usd::ZERO, .. } => "free of charge".to_owned(),
        Cost::Of { usd, by } => format!("{usd} by {by}"),
    }
}

/// Calls, tokens and cost of all debates.
pub(super) fn in_all(experiment: &Experiment) -> String {
    let mut total = Usage::default();
    let mut cost = Cost::Nobody;
    for finished in experiment.debates.iter().filter_map(|debate| debate.result.as_ref().ok()) {
        total += finished.outcome.usage;
        cost = both(cost, finished.cost.clone());
    }
    let calls = number::count(total.calls as usize, "call", "calls");
    let tokens = number::integer(total.volume().tokens().0);
    let about = if total.estimated { "about " } else { "" };
    format!("{calls} and {about}{tokens} tokens in all; {}", clause(&cost))
}

fn both(one: Cost, other: Cost) -> Cost {
    match (one, other) {
        (Cost::Unknown, _) | (_, Cost::Unknown) => Cost::Unknown,
        (Cost::Nobody, cost) | (cost, Cost::Nobody) => cost,
        (Cost::Of { usd, by }, Cost::Of { usd: more, .. }) => Cost::Of { usd: usd + more, by },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_unknown_cost_makes_the_whole_unknown() {
        let paid =
            |dollars: &str| Cost::Of { usd: dollars.parse().unwrap(), by: "a list".to_owned() };
        assert_eq!(both(paid("0.25"), paid("0.5")), paid("0.75"));
        assert_eq!(both(Cost::Nobody, paid("0.5")), paid("0.5"));
        assert_eq!(both(paid("0.5"), Cost::Unknown), Cost::Unknown);
        assert_eq!(clause(&paid("0.75")), "$0.7500 by a list");
        assert_eq!(clause(&paid("0")), "free of charge");
    }
}
