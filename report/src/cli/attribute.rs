//! `report attribute`: computes how much arguments and edges contribute to the strength of one
//! argument.

use std::collections::BTreeMap;

use clap::Args;
use faultline::argue::{Diagnosis, Effect, Influence, InfluenceKind, Sampling, attribute};
use faultline::vocabulary::Strength;
use serde::Serialize;

use super::framework_input::{self, BipolarInput};
use super::terminal::{print_json, warn};
use super::{CommandError, Exit};

/// Compute how much arguments and edges contribute to the strength of one argument
///
/// The argument is named with --topic, or as `topic` in the file.
///
/// Prints JSON, with values in the order of the arguments or of `edges`. A value is null where it
/// is undefined: an argument's contribution to itself, and values that depend on strengths that do
/// not converge or on gradients that do not exist.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    input: BipolarInput,
    /// The argument whose strength is explained
    #[arg(long, value_name = "ARGUMENT")]
    topic: Option<String>,
    /// Random orders used to estimate Shapley values (only with more than 16 influencing
    /// arguments)
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..), allow_negative_numbers = true)]
    permutations: u32,
    /// The seed for these orders
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// If more arguments influence the explained one, a warning says that it takes long.
const MANY: usize = 10_000;

/// The result as JSON.
#[derive(Debug, Serialize)]
struct AttributionJson {
    topic: usize,
    strength: Strength,
    arguments: ArgumentValues,
    edges: EdgeValues,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<Vec<String>>,
}

#[derive(Debug, Serialize)]
struct ArgumentValues {
    removal: Values,
    intrinsic_removal: Values,
    shapley: Values,
    #[serde(skip_serializing_if = "Option::is_none")]
    shapley_error: Option<Values>,
    gradient: Values,
}

#[derive(Debug, Serialize)]
struct EdgeValues {
    /// In the order of the file; the values have the same order.
    edges: Vec<(usize, usize, i8)>,
    removal: Values,
    shapley: Values,
    #[serde(skip_serializing_if = "Option::is_none")]
    shapley_error: Option<Values>,
}

type Values = Vec<Option<f64>>;

/// Prints the contributions to standard output.
///
/// # Errors
/// [`CommandError`] where the framework or an option is invalid, or the strengths do not converge.
pub fn run(arguments: &Arguments) -> Result<Exit, CommandError> {
    let input = arguments.input.read()?;
    let topic = framework_input::topic(&input, arguments.topic.as_deref())?;
    let sampling = Sampling { permutations: arguments.permutations, seed: arguments.seed };
    let solver = arguments.input.solver(&input)?;
    let ancestors = input.framework.ancestors(topic);
    if ancestors > MANY {
        let name = input.names.name(topic);
        warn(&format!(
            "{ancestors} arguments influence `{name}`. This takes a long time: each of them is removed once and added in {} random orders",
            sampling.permutations
        ));
    }
    let attribution =
        attribute(&input.framework, arguments.input.semantics, topic, sampling, solver)
            .map_err(|error| framework_input::attribution_error(&error, &input.names))?;
    let (of, edges) = (&attribution.arguments, &attribution.edges);
    let all = [&of.removal, &of.intrinsic_removal, &of.shapley, &of.gradient];
    let all = all.into_iter().chain([&edges.removal, &edges.shapley]).flatten();
    let open: Vec<&Diagnosis> = all.filter_map(undefined).collect();
    if let Some(first) = open.first() {
        let (number, first) =
            (open.len(), first.describe(framework_input::list_names(&input.names)));
        warn(&format!(
            "{number} of these values are null, because the strengths behind them {first}"
        ));
    }
    let ends = |influence: &Influence| (influence.source, influence.target);
    let found: BTreeMap<_, _> = edges.influences.iter().map(ends).zip(0..).collect();
    let of_file = |effects: &[Effect]| -> Vec<Effect> {
        input.influences.iter().map(|influence| effects[found[&ends(influence)]].clone()).collect()
    };
    let (removal, shapley) = (of_file(&edges.removal), of_file(&edges.shapley));
    let edge = |influence: &Influence| {
        let sign = match influence.kind {
            InfluenceKind::Attack => -1,
            InfluenceKind::Support => 1,
        };
        (influence.source, influence.target, sign)
    };
    print_json(&AttributionJson {
        topic,
        strength: attribution.strength,
        arguments: ArgumentValues {
            removal: values(&of.removal),
            intrinsic_removal: values(&of.intrinsic_removal),
            shapley: values(&of.shapley),
            shapley_error: errors(&of.shapley),
            gradient: values(&of.gradient),
        },
        edges: EdgeValues {
            edges: input.influences.iter().map(edge).collect(),
            removal: values(&removal),
            shapley: values(&shapley),
            shapley_error: errors(&shapley),
        },
        names: framework_input::names(&input),
    })?;
    Ok(Exit::Done)
}

fn values(effects: &[Effect]) -> Values {
    effects.iter().map(Effect::value).collect()
}

/// The standard errors, if any value was estimated from samples.
fn errors(effects: &[Effect]) -> Option<Values> {
    let error = |effect: &Effect| match effect {
        Effect::Estimated { error, .. } => Some(*error),
        Effect::Exact(_) | Effect::Topic | Effect::Undefined(_) => None,
    };
    let errors: Values = effects.iter().map(error).collect();
    errors.iter().any(Option::is_some).then_some(errors)
}

/// Why an effect is undefined.
fn undefined(effect: &Effect) -> Option<&Diagnosis> {
    match effect {
        Effect::Undefined(diagnosis) => Some(diagnosis),
        Effect::Exact(_) | Effect::Estimated { .. } | Effect::Topic => None,
    }
}
