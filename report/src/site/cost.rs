//! Calls, tokens and cost.

use faultline::record::Usage;
use faultline::view::number;
use faultline::vocabulary::Usd;

use super::index::Index;
use super::input::Cost;

/// Calls, tokens and cost, ready for templates.
#[derive(Debug, Clone)]
pub(super) struct Total {
    pub(super) calls: String,
    /// `None` where no language model read or wrote them.
    pub(super) tokens: Option<String>,
    /// Those of the calls that are searches of the web, where a service was asked.
    pub(super) searches: Option<String>,
    /// Whether the tokens are estimated from the text.
    pub(super) is_estimated: bool,
    pub(super) price: &'static str,
    /// The amount and the price list, where something was paid.
    pub(super) paid: Option<(String, String)>,
}

impl Total {
    pub(super) fn new(usage: &Usage, cost: &Cost) -> Self {
        let (price, paid) = match cost {
            Cost::None => ("no language model was called", None),
            Cost::Unknown => ("the cost is unknown because a model has no price", None),
            Cost::Of { usd: Usd::ZERO, .. } => ("free of charge", None),
            Cost::Of { usd, by } => ("", Some((usd.to_string(), by.clone()))),
        };
        let tokens = usage.volume().tokens().0;
        let searches = number::count(usage.searches as usize, "search", "searches");
        Self {
            searches: (usage.searches > 0 && *cost != Cost::None).then_some(searches),
            calls: number::count(usage.calls as usize, "call", "calls"),
            tokens: (*cost != Cost::None).then(|| {
                number::integer(if usage.estimated { number::rounded(tokens) } else { tokens })
            }),
            is_estimated: usage.estimated,
            price,
            paid,
        }
    }
}

/// Calls, tokens and cost of the finished debates. What failed debates and the matching of cruxes
/// have used is not in it.
pub(super) fn total(index: &Index<'_>) -> Total {
    let mut usage = Usage::default();
    let mut cost = Cost::None;
    for finished in index.debates.iter().filter_map(|debate| debate.result.as_ref().ok()) {
        usage += finished.outcome.usage;
        cost = sum(cost, finished.cost.clone());
    }
    Total::new(&usage, &cost)
}

fn sum(one: Cost, other: Cost) -> Cost {
    match (one, other) {
        (Cost::Unknown, _) | (_, Cost::Unknown) => Cost::Unknown,
        (Cost::None, cost) | (cost, Cost::None) => cost,
        (Cost::Of { usd, by }, Cost::Of { usd: more, .. }) => Cost::Of { usd: usd + more, by },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_unknown_cost_makes_the_total_unknown() {
        let paid =
            |dollars: &str| Cost::Of { usd: dollars.parse().unwrap(), by: "a list".to_owned() };
        assert_eq!(sum(paid("0.25"), paid("0.5")), paid("0.75"));
        assert_eq!(sum(Cost::None, paid("0.5")), paid("0.5"));
        assert_eq!(sum(paid("0.5"), Cost::Unknown), Cost::Unknown);
        let shown = |cost: &Cost| Total::new(&Usage::default(), cost);
        let expected = Some(("$0.7500".to_owned(), "a list".to_owned()));
        assert_eq!(shown(&paid("0.75")).paid, expected);
        assert_eq!(shown(&paid("0")).price, "free of charge");
    }
}
