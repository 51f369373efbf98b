//! `report revise`: finds the smallest change of base scores that gives an argument a target
//! strength.

use clap::Args;
use faultline::argue::format::BipolarFile;
use faultline::argue::{Obstacle, Polarity, Reached, Revision, revise};
use faultline::vocabulary::Strength;
use serde::Serialize;

use super::framework_input::{self, BipolarInput};
use super::terminal::print_json;
use super::{CommandError, Exit};

/// Find the smallest change of base scores that gives an argument a target strength
///
/// A JSON file can set the argument, its target strength, arguments that must not change and the
/// costs of changes as `topic`, `target`, `frozen` and `costs`; an option overrides the file.
///
/// Prints JSON: `tau` lists all base scores after the change, `changed` the scores that changed,
/// `l1` the cost of the change and `strength` the resulting strength. If that is not the target,
/// `nearest` is `exact` if no change comes closer, and `local` if the search found no change that
/// does.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    input: BipolarInput,
    /// The argument whose strength should change
    #[arg(long, value_name = "ARGUMENT")]
    topic: Option<String>,
    /// Its target strength, from 0 to 1
    #[arg(long, value_name = "STRENGTH", allow_negative_numbers = true)]
    target: Option<f64>,
    /// An argument whose base score must not change; may be repeated
    #[arg(long, value_name = "ARGUMENT")]
    freeze: Vec<String>,
    /// The cost of changing an argument's base score by 1 [default: 1]; may be repeated
    #[arg(long, value_name = "ARGUMENT=COST")]
    cost: Vec<String>,
}

/// The result as JSON.
#[derive(Debug, Serialize)]
struct RevisionJson {
    tau: Vec<Strength>,
    strength: Strength,
    reached: bool,
    /// If the target was not reached: `exact` if no change comes closer, `local` if the search
    /// found no change that does.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'static str>,
    l1: f64,
    l2: f64,
    changed: Vec<(usize, Strength)>,
    polarity: Vec<i8>,
    priority: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<Vec<String>>,
}

/// Prints the revision to standard output.
///
/// # Errors
/// [`CommandError`] where the framework or an option is invalid.
pub fn run(arguments: &Arguments) -> Result<Exit, CommandError> {
    let input = arguments.input.read()?;
    let wanted = wanted(&input, arguments)?;
    arguments.input.require_continuous(&input)?;
    let revised = revise(&input.framework, arguments.input.semantics, &wanted)
        .map_err(|error| framework_input::revision_error(&error, &input.names))?;
    let why = match revised.reached {
        Reached::Exact => None,
        Reached::Nearest { why } => Some(why),
    };
    print_json(&RevisionJson {
        strength: revised.after,
        reached: why.is_none(),
        nearest: why.map(|why| if why.is_proven() { "exact" } else { "local" }),
        why: why.map(word),
        // An empty sum is -0.0; adding 0.0 makes it 0.0.
        l1: revised.l1 + 0.0,
        l2: revised.l2 + 0.0,
        changed: revised.changes.iter().map(|moved| (moved.argument, moved.after)).collect(),
        polarity: revised.polarity.iter().map(|&polarity| number(polarity)).collect(),
        tau: revised.base_scores,
        priority: revised.priority,
        names: framework_input::names(&input),
    })?;
    Ok(Exit::Done)
}

/// The revision that the file and the options ask for.
fn wanted(input: &BipolarFile, arguments: &Arguments) -> Result<Revision, CommandError> {
    let invalid = |option: &str, value: &str, wanted: &str| {
        CommandError::usage(format!("`{option} {value}`: {wanted}"), "correct the number")
    };
    let topic = framework_input::topic(input, arguments.topic.as_deref())?;
    let target = match arguments.target {
        Some(value) => Strength::new(value).map_err(|_| {
            invalid("--target", &value.to_string(), "a strength is a number from 0 to 1")
        })?,
        None => input.request.target.ok_or_else(|| {
            let help = "give it with `--target`, or with `target` in the file";
            CommandError::usage("no target strength is given", help)
        })?,
    };
    let mut wanted = Revision::new(topic, target);
    wanted.costs.clone_from(&input.request.costs);
    for cost in &arguments.cost {
        let error = |wanted| invalid("--cost", cost, wanted);
        let (name, value) =
            cost.rsplit_once('=').ok_or_else(|| error("write an argument, `=` and a number"))?;
        let value = value.parse().ok().filter(|value: &f64| *value > 0.0 && value.is_finite());
        let value = value.ok_or_else(|| error("a cost is a number above 0"))?;
        wanted.costs.insert(framework_input::argument(&input.names, "--cost", name)?, value);
    }
    if arguments.freeze.is_empty() {
        return Ok(wanted.freeze(input.request.frozen.iter().copied()));
    }
    let frozen = arguments.freeze.iter();
    let frozen = frozen.map(|name| framework_input::argument(&input.names, "--freeze", name));
    Ok(wanted.freeze(frozen.collect::<Result<Vec<_>, _>>()?))
}

fn word(why: Obstacle) -> &'static str {
    match why {
        Obstacle::Immovable => "immovable",
        Obstacle::Bounds => "bounds",
        Obstacle::Search => "search",
    }
}

/// The numbers that CE-QArg uses for polarities.
fn number(polarity: Polarity) -> i8 {
    match polarity {
        Polarity::Positive => 1,
        Polarity::Negative => -1,
        Polarity::Unknown => 0,
        Polarity::Neutral => -2,
    }
}
