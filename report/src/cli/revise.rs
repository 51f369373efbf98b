//! `report revise`: finds the least change of base scores that gives an argument the strength wanted.

use clap::Args;
use faultline::argue::format::BipolarFile;
use faultline::argue::{Obstacle, Polarity, Reached, Revision, revise};
use faultline::vocabulary::Strength;
use serde::Serialize;

use super::framework_input::{self, Bipolar, Fault};
use super::strengths::write_line;
use super::{Exit, Failure};

/// Find the least change of base scores that gives an argument the strength wanted
///
/// Which argument, what strength, what must not move and what moving costs may stand in a JSON file as `topic`, `target`,
/// `frozen` and `costs`; an option goes before what the file says of the same.
///
/// The answer is JSON. `tau` are all base scores after the change, `changed` those that moved, `l1` what that costs and
/// `strength` what comes of it. Where that is not the target, `nearest` is `exact` if nothing comes nearer, and `local` if
/// the search found nothing nearer.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    given: Bipolar,
    /// The argument that is to have another strength
    #[arg(long, value_name = "ARGUMENT")]
    topic: Option<String>,
    /// The strength it is to have, from 0 to 1
    #[arg(long, value_name = "STRENGTH", allow_negative_numbers = true)]
    target: Option<f64>,
    /// Arguments whose base scores must stay; may be given again
    #[arg(long, value_name = "ARGUMENT")]
    freeze: Vec<String>,
    /// What changing an argument's base score by one costs, 1 if nothing else is said; may be given again
    #[arg(long, value_name = "ARGUMENT=COST")]
    cost: Vec<String>,
}

/// What is told.
#[derive(Debug, Serialize)]
struct Told {
    tau: Vec<Strength>,
    strength: Strength,
    reached: bool,
    /// Where the target was not reached: whether nothing comes nearer, or nothing that the search found.
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

/// Tells the revision on standard output.
///
/// # Errors
/// [`Failure`] where there is no such framework, or what is asked of it makes no sense.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let given = arguments.given.read()?;
    let wanted = wanted(&given, arguments)?;
    arguments.given.continuous(&given)?;
    let revised = revise(&given.framework, arguments.given.semantics, &wanted)
        .map_err(|error| Fault::unrevised(error, &given.names))?;
    let why = match revised.reached {
        Reached::Exact => None,
        Reached::Nearest { why } => Some(why),
    };
    write_line(&Told {
        strength: revised.after,
        reached: why.is_none(),
        nearest: why.map(|why| if why.is_proven() { "exact" } else { "local" }),
        why: why.map(word),
        // The sum of nothing is a negative zero.
        l1: revised.l1 + 0.0,
        l2: revised.l2 + 0.0,
        changed: revised.moves.iter().map(|moved| (moved.argument, moved.after)).collect(),
        polarity: revised.polarity.iter().map(|&polarity| number(polarity)).collect(),
        tau: revised.base_scores,
        priority: revised.priority,
        names: framework_input::names(&given),
    })
}

/// Puts together what the file asks and what the options ask.
fn wanted(given: &BipolarFile, arguments: &Arguments) -> Result<Revision, Fault> {
    let topic = framework_input::topic(given, arguments.topic.as_deref())?;
    let target = match arguments.target {
        Some(value) => Strength::new(value).map_err(|_| Fault::Number {
            option: "--target",
            value: value.to_string(),
            wanted: "a strength is a number from 0 to 1",
        })?,
        None => given.asked.target.ok_or(Fault::NoTarget)?,
    };
    let mut wanted = Revision::new(topic, target);
    wanted.costs.clone_from(&given.asked.costs);
    for cost in &arguments.cost {
        let fault = |wanted| Fault::Number { option: "--cost", value: cost.clone(), wanted };
        let (name, value) =
            cost.rsplit_once('=').ok_or_else(|| fault("write an argument, `=` and a number"))?;
        let value = value.parse().ok().filter(|value: &f64| *value > 0.0 && value.is_finite());
        let value = value.ok_or_else(|| fault("a cost is a number above 0"))?;
        wanted.costs.insert(framework_input::argument(&given.names, "--cost", name)?, value);
    }
    if arguments.freeze.is_empty() {
        return Ok(wanted.freeze(given.asked.frozen.iter().copied()));
    }
    let frozen = arguments.freeze.iter();
    let frozen = frozen.map(|name| framework_input::argument(&given.names, "--freeze", name));
    Ok(wanted.freeze(frozen.collect::<Result<Vec<_>, _>>()?))
}

fn word(why: Obstacle) -> &'static str {
    match why {
        Obstacle::Immovable => "immovable",
        Obstacle::Bounds => "bounds",
        Obstacle::Search => "search",
    }
}

/// The numbers that CE-QArg writes.
fn number(polarity: Polarity) -> i8 {
    match polarity {
        Polarity::Positive => 1,
        Polarity::Negative => -1,
        Polarity::Unknown => 0,
        Polarity::Neutral => -2,
    }
}
