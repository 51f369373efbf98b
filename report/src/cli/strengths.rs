//! `report strengths`: tells how strong the arguments of a bipolar framework are.

use std::io::{self, Write as _};

use clap::Args;
use faultline::argue::{Equilibrium, Gradual, Solved, Strengths, Uniqueness, equilibrium};
use faultline::vocabulary::Strength;
use serde::Serialize;

use super::framework_input::{self, Bipolar};
use super::{Exit, Failure};

/// Tell how strong the arguments of a bipolar framework are
///
/// The answer is JSON. Arguments are numbers from 0, in the order of the file; `names` lists what it calls them. Strengths
/// that come to no rest are null: `diagnosis` says what they do instead, and the command succeeds, for that is the answer.
/// Where other strengths at rest were found, they are `others`.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    given: Bipolar,
}

/// What is told.
#[derive(Debug, Serialize)]
struct Told {
    semantics: Gradual,
    strengths: Option<Vec<Strength>>,
    converged: bool,
    iterations: u32,
    diagnosis: String,
    /// Other strengths at rest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<Vec<Strength>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<Vec<String>>,
}

/// Tells the strengths on standard output.
///
/// # Errors
/// [`Failure`] where there is no such framework, or it has a circle and no solver was chosen.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let given = arguments.given.read()?;
    let semantics = arguments.given.semantics;
    let solved = equilibrium(&given.framework, semantics, arguments.given.solver(&given)?);
    let values = |strengths: &Strengths| strengths.values().collect();
    let others = match &solved {
        Solved::Converged(Equilibrium { uniqueness: Uniqueness::Refuted { others }, .. }) => {
            others.iter().map(values).collect()
        }
        Solved::Converged(_) | Solved::Open(_) => Vec::new(),
    };
    write_line(&Told {
        semantics,
        strengths: solved.strengths().map(values),
        converged: solved.strengths().is_some(),
        iterations: solved.iterations(),
        diagnosis: solved.told(framework_input::listed(&given.names)),
        others,
        names: framework_input::names(&given),
    })
}

/// Tells an answer as JSON on one line.
///
/// # Errors
/// Standard output cannot be written.
pub(super) fn write_line(told: &impl Serialize) -> Result<Exit, Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    serde_json::to_writer(&mut out, told).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(Exit::Done)
}
