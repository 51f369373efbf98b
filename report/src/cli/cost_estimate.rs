//! What is ahead, in words: tokens and money that missing debates will take.

use faultline::format::PRICES;
use faultline::pipeline::{self, Outlook, Plan};
use faultline::view::number;
use faultline::vocabulary::{Tariff, Volume};

use super::diagnose::plural;

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
    let Volume { input, stored: _, cached, output } = outlook.volumes.total();
    let read = number::integer(input.0 + cached.0);
    let written = number::integer(output.0);
    let most = outlook.longest.as_ref().map_or_else(String::new, |longest| {
        format!(" (at most {})", number::integer(longest.total().output.0))
    });
    let unknown = match outlook.unknown {
        0 => String::new(),
        number => format!(", without {number} of which nothing is known"),
    };
    let cost = cost(outlook, plan, tariff);
    format!(
        "{missing} {verb} missing: about {read} tokens to read and {written} to write{most}{unknown}, {cost}"
    )
}

/// How to say what a model charges, where that is not known.
pub(super) fn pricing(plan: &Plan, tariff: &Tariff) -> Option<String> {
    let models = plan.manifest.models.names();
    let model = models.into_iter().find(|model| tariff.price(model).is_none())?;
    Some(format!(
        "where the server is yours, write `\"{model}\" = \"free\"` into [prices] of the manifest or [models] of \
         {PRICES}, and nobody asks again; else what it charges, as in `\"{model}\" = {{ input = 0.5, output = 2 }}`, in \
         dollars per million tokens"
    ))
}

fn cost(outlook: &Outlook, plan: &Plan, tariff: &Tariff) -> String {
    if tariff.is_free(plan.manifest.models.names()) {
        return "and nobody is paid".to_owned();
    }
    let unpriced = outlook.volumes.iter().find(|(model, _)| tariff.price(model).is_none());
    let Some(cost) = pipeline::cost(tariff, &outlook.volumes) else {
        let (model, _) = unpriced.expect("a cost is unknown where a price is");
        return format!("at a cost that is not known, since the model {model} has no price");
    };
    let longest = outlook.longest.as_ref().and_then(|longest| pipeline::cost(tariff, longest));
    let most = longest.map_or_else(String::new, |most| format!(" (at most {most})"));
    format!("for about {cost}{most} by {}", tariff.origin())
}
