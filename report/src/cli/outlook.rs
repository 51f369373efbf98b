//! What is ahead, in words: tokens and money that missing debates will take.

use faultline::pipeline::{self, Outlook, Plan, Volumes};
use faultline::vocabulary::{Tariff, Volume};

use super::diagnose::plural;
use crate::site::filters;

/// All tokens, whichever model reads and writes them.
pub(super) fn total(volumes: &Volumes) -> Volume {
    let mut total = Volume::default();
    for volume in volumes.values() {
        total += *volume;
    }
    total
}

/// What is missing and what it is expected to take and to cost, as a sentence.
pub(super) fn sentence(outlook: &Outlook, plan: &Plan, tariff: &Tariff) -> String {
    if outlook.debates == 0 {
        return "no debate is missing".to_owned();
    }
    let missing = plural(outlook.debates, "debate");
    let verb = if outlook.debates == 1 { "is" } else { "are" };
    if outlook.unknown == outlook.debates {
        return format!("{missing} {verb} missing; what that takes cannot be told");
    }
    let Volume { input, cached, output } = total(&outlook.volumes);
    let mut told = format!(
        "{missing} {verb} missing: about {} tokens to read and {} to write",
        filters::integer(input.0 + cached.0),
        filters::integer(output.0)
    );
    if let Some(longest) = &outlook.longest {
        told += &format!(" (at most {})", filters::integer(total(longest).output.0));
    }
    if outlook.unknown > 0 {
        told += &format!(", without {} of which nothing is known", outlook.unknown);
    }
    told + ", " + &cost(outlook, plan, tariff)
}

fn cost(outlook: &Outlook, plan: &Plan, tariff: &Tariff) -> String {
    if tariff.is_free(plan.manifest.models.names()) {
        return "and nobody is paid".to_owned();
    }
    let unpriced = outlook.volumes.keys().find(|model| tariff.price(model).is_none());
    let Some(cost) = pipeline::cost(tariff, &outlook.volumes) else {
        let model = unpriced.expect("a cost is unknown where a price is");
        return format!("at a cost that is not known, since the model {model} has no price");
    };
    let longest = outlook.longest.as_ref().and_then(|longest| pipeline::cost(tariff, longest));
    let most = longest.map_or_else(String::new, |most| format!(" (at most {most})"));
    format!("for about {cost}{most} by {}", tariff.origin())
}
