//! `report strengths`: computes the strengths of the arguments of a bipolar framework.

use clap::Args;
use faultline::argue::{Equilibrium, Gradual, Solution, Strengths, Uniqueness, equilibrium};
use faultline::vocabulary::Strength;
use serde::Serialize;

use super::framework_input::{self, BipolarInput};
use super::terminal::print_json;
use super::{CommandError, Exit};

/// Compute the strengths of the arguments of a bipolar framework
///
/// Prints JSON. Arguments are numbered from 0 in the order of the file; `names` lists their names
/// in the file. If the strengths do not converge, they are null, and `diagnosis` describes what
/// happens instead; the command still succeeds. `others` lists further equilibria, if any were
/// found.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    input: BipolarInput,
}

/// The result as JSON.
#[derive(Debug, Serialize)]
struct StrengthsJson {
    semantics: Gradual,
    strengths: Option<Vec<Strength>>,
    converged: bool,
    iterations: u32,
    diagnosis: String,
    /// The strengths of other equilibria.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<Vec<Strength>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<Vec<String>>,
}

/// Prints the strengths to standard output.
///
/// # Errors
/// [`CommandError`] where the framework cannot be read, or has a cycle and no solver was chosen.
pub fn run(arguments: &Arguments) -> Result<Exit, CommandError> {
    let input = arguments.input.read()?;
    let semantics = arguments.input.semantics;
    let solved = equilibrium(&input.framework, semantics, arguments.input.solver(&input)?);
    let values = |strengths: &Strengths| strengths.values().collect();
    let others = match &solved {
        Solution::Converged(Equilibrium { uniqueness: Uniqueness::Refuted { others }, .. }) => {
            others.iter().map(values).collect()
        }
        Solution::Converged(_) | Solution::NotConverged(_) => Vec::new(),
    };
    print_json(&StrengthsJson {
        semantics,
        strengths: solved.strengths().map(values),
        converged: solved.strengths().is_some(),
        iterations: solved.iterations(),
        diagnosis: solved.describe(framework_input::list_names(&input.names)),
        others,
        names: framework_input::names(&input),
    })?;
    Ok(Exit::Done)
}
