//! `report attribute`: tells what arguments and influences contribute to the strength of one argument.

use std::collections::BTreeMap;

use clap::Args;
use faultline::argue::{Bearing, Diagnosis, Effect, Influence, Sampling, attribute};
use faultline::vocabulary::Strength;
use serde::Serialize;

use super::framework_input::{self, Bipolar, Fault};
use super::strengths::write_line;
use super::{Exit, Failure, terminal};

/// Tell what arguments and influences contribute to the strength of one argument
///
/// The argument is named by the file as `topic`, or by an option.
///
/// The answer is JSON, values in the order of the arguments or of `edges`. Null is what is not defined: an argument's own
/// contribution to itself, and what would be computed from strengths that come to no rest or from slopes that are not found.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    given: Bipolar,
    /// The argument whose strength is explained
    #[arg(long, value_name = "ARGUMENT")]
    topic: Option<String>,
    /// How many orders Shapley values are sampled from where more than 16 bear on the argument
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..), allow_negative_numbers = true)]
    permutations: u32,
    /// Where the draw of these orders starts
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Where more arguments bear on the one that is explained, it is told how much there is to do.
const MANY: usize = 10_000;

/// What is told.
#[derive(Debug, Serialize)]
struct Told {
    topic: usize,
    strength: Strength,
    arguments: OfArguments,
    edges: OfEdges,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<Vec<String>>,
}

#[derive(Debug, Serialize)]
struct OfArguments {
    removal: Values,
    intrinsic_removal: Values,
    shapley: Values,
    #[serde(skip_serializing_if = "Option::is_none")]
    shapley_error: Option<Values>,
    gradient: Values,
}

#[derive(Debug, Serialize)]
struct OfEdges {
    /// In the order of the file, as the values are.
    edges: Vec<(usize, usize, i8)>,
    removal: Values,
    shapley: Values,
    #[serde(skip_serializing_if = "Option::is_none")]
    shapley_error: Option<Values>,
}

type Values = Vec<Option<f64>>;

/// Tells the contributions on standard output.
///
/// # Errors
/// [`Failure`] where there is no such framework, or the argument has no strength.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let given = arguments.given.read()?;
    let topic = framework_input::topic(&given, arguments.topic.as_deref())?;
    let sampling = Sampling { permutations: arguments.permutations, seed: arguments.seed };
    let solver = arguments.given.solver(&given)?;
    let bearing = given.framework.ancestors(topic);
    if bearing > MANY {
        let name = given.names.name(topic);
        terminal::warn(&format!(
            "{bearing} arguments bear on `{name}`: each is removed by itself, and joins in {} orders, which takes long",
            sampling.permutations
        ));
    }
    let told = attribute(&given.framework, arguments.given.semantics, topic, sampling, solver)
        .map_err(|error| Fault::unattributed(error, &given.names))?;
    let (of, edges) = (&told.arguments, &told.edges);
    let all = [&of.removal, &of.intrinsic_removal, &of.shapley, &of.gradient];
    let all = all.into_iter().chain([&edges.removal, &edges.shapley]).flatten();
    let open: Vec<&Diagnosis> = all.filter_map(open).collect();
    if let Some(first) = open.first() {
        let (number, first) = (open.len(), first.told(framework_input::listed(&given.names)));
        terminal::warn(&format!(
            "{number} of these are null, since what they are computed from {first}"
        ));
    }
    let place = |influence: &Influence| (influence.source, influence.target);
    let found: BTreeMap<_, _> = edges.influences.iter().map(place).zip(0..).collect();
    let of_file = |effects: &[Effect]| -> Vec<Effect> {
        given.influences.iter().map(|influence| effects[found[&place(influence)]].clone()).collect()
    };
    let (removal, shapley) = (of_file(&edges.removal), of_file(&edges.shapley));
    let edge = |influence: &Influence| {
        let sign = match influence.bearing {
            Bearing::Attack => -1,
            Bearing::Support => 1,
        };
        (influence.source, influence.target, sign)
    };
    write_line(&Told {
        topic,
        strength: told.strength,
        arguments: OfArguments {
            removal: values(&of.removal),
            intrinsic_removal: values(&of.intrinsic_removal),
            shapley: values(&of.shapley),
            shapley_error: errors(&of.shapley),
            gradient: values(&of.gradient),
        },
        edges: OfEdges {
            edges: given.influences.iter().map(edge).collect(),
            removal: values(&removal),
            shapley: values(&shapley),
            shapley_error: errors(&shapley),
        },
        names: framework_input::names(&given),
    })
}

fn values(effects: &[Effect]) -> Values {
    effects.iter().map(Effect::value).collect()
}

/// The standard errors, where any value was sampled.
fn errors(effects: &[Effect]) -> Option<Values> {
    let error = |effect: &Effect| match effect {
        Effect::Estimated { error, .. } => Some(*error),
        Effect::Exact(_) | Effect::Own | Effect::Open(_) => None,
    };
    let errors: Values = effects.iter().map(error).collect();
    errors.iter().any(Option::is_some).then_some(errors)
}

/// What stands in the way of an effect.
fn open(effect: &Effect) -> Option<&Diagnosis> {
    match effect {
        Effect::Open(diagnosis) => Some(diagnosis),
        Effect::Exact(_) | Effect::Estimated { .. } | Effect::Own => None,
    }
}
