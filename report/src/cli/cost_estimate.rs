//! The tokens and the money that missing debates are expected to take, in words.

use faultline::format::PRICES;
use faultline::pipeline::{self, Plan, TotalEstimate};
use faultline::view::number;
use faultline::vocabulary::{Tariff, Usd, Volume};

use super::diagnose::plural;

/// How many debates are missing, and what running them is expected to take and to cost.
pub(super) fn sentence(estimate: &TotalEstimate, plan: &Plan, tariff: &Tariff) -> String {
    if estimate.debates == 0 && estimate.matchings == 0 {
        return "no debate is missing".to_owned();
    }
    let debates = || plural(estimate.debates, "missing debate");
    let matching =
        || format!("the matching of the cruxes of {}", plural(estimate.matchings, "topic"));
    let missing = match (estimate.debates, estimate.matchings) {
        (0, _) => matching(),
        (_, 0) => debates(),
        (_, _) => format!("{} and {}", debates(), matching()),
    };
    let unknown = (estimate.unknown, estimate.unknown_matchings);
    if unknown == (estimate.debates, estimate.matchings) {
        let searches = if plan.manifest.searches_web() { ", searches of the web" } else { "" };
        return format!("{missing}; tokens{searches} and cost are unknown");
    }
    let Volume { input, stored: _, cached, output } = estimate.volumes.total();
    let input = number::integer(input.0 + cached.0);
    let output = number::integer(output.0);
    let most = estimate.longest.as_ref().map_or_else(String::new, |longest| {
        format!(" (at most {})", number::integer(longest.total().output.0))
    });
    let (debates, matchings) =
        (plural(unknown.0, "debate"), format!("the matching of {}", plural(unknown.1, "topic")));
    let unknown = match unknown {
        (0, 0) => String::new(),
        (_, 0) => format!(", not counting {debates} that cannot be estimated"),
        (0, _) => format!(", not counting {matchings}, which cannot be estimated"),
        (_, _) => format!(", not counting {debates} and {matchings} that cannot be estimated"),
    };
    let cost = cost(estimate, plan, tariff);
    let searches = searches(estimate.searches)
        .map_or_else(String::new, |searches| format!("; and about {searches}"));
    format!(
        "{missing}, about {input} input tokens and {output} output tokens{most}{unknown}; {cost}{searches}"
    )
}

/// Searches of the web, if there are any. No price in dollars is known of them.
pub(super) fn searches(count: u64) -> Option<String> {
    let searches =
        number::count(usize::try_from(count).unwrap_or(usize::MAX), "search", "searches");
    (count > 0).then(|| format!("{searches} of the web, priced by Tavily"))
}

/// What retrying the failed debates is expected to take and to cost, if there are any.
pub(super) fn retry(estimate: &TotalEstimate, tariff: &Tariff) -> Option<String> {
    let TotalEstimate { failed, retry, unknown_retries, .. } = estimate;
    if *failed == 0 {
        return None;
    }
    let cost = if unknown_retries == failed {
        "their tokens and cost are unknown".to_owned()
    } else {
        let Volume { input, stored: _, cached, output } = retry.total();
        let (input, output) = (number::integer(input.0 + cached.0), number::integer(output.0));
        let unknown = match unknown_retries {
            0 => String::new(),
            number => format!(", not counting {number} that cannot be estimated"),
        };
        let cost = match pipeline::cost(tariff, retry) {
            Some(Usd::ZERO) => "free of charge".to_owned(),
            Some(cost) => format!("cost about {cost}"),
            None => "cost unknown".to_owned(),
        };
        format!("about {input} input tokens and {output} output tokens{unknown}; {cost}")
    };
    let debates = plural(*failed, "failed debate");
    Some(format!("retrying {debates} with `report run --retry-failed`: {cost}"))
}

/// How to set the price of a model that has none.
pub(super) fn how_to_set_price(plan: &Plan, tariff: &Tariff) -> Option<String> {
    let models = plan.manifest.models.names();
    let model = models.into_iter().find(|model| tariff.price(model).is_none())?;
    Some(format!(
        "for a server of your own, write `\"{model}\" = \"free\"` into [prices] of the manifest or [models] of {PRICES}; \
         otherwise write its price in dollars per million tokens, such as `\"{model}\" = {{ input = 0.5, output = 2 }}`"
    ))
}

fn cost(estimate: &TotalEstimate, plan: &Plan, tariff: &Tariff) -> String {
    if tariff.is_free(plan.manifest.models.names()) {
        return "free of charge".to_owned();
    }
    let Some(cost) = pipeline::cost(tariff, &estimate.volumes) else {
        let unpriced = estimate.volumes.iter().find(|(model, _)| tariff.price(model).is_none());
        let (model, _) = unpriced.expect("a cost is unknown where a price is unknown");
        return format!("cost unknown: the model {model} has no price");
    };
    let longest = estimate.longest.as_ref().and_then(|longest| pipeline::cost(tariff, longest));
    let most = longest.map_or_else(String::new, |most| format!(" (at most {most})"));
    format!("cost about {cost}{most} by {}", tariff.origin())
}
