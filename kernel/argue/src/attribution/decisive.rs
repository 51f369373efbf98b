//! Influences that decide which argument is strongest.

use super::error::AttributionError;
use super::game::Game;
use crate::bipolar::{Bipolar, Influence};
use crate::gradual::{Gradual, Solver};

/// Strengths closer than this are tied.
const TIED: f64 = 1e-9;

/// An influence without which another argument would be strongest.
#[derive(Debug, Clone, PartialEq)]
pub struct Decisive {
    /// The influence.
    pub influence: Influence,
    /// The strongest arguments with it, ascending; several if they are tied.
    pub with: Vec<usize>,
    /// The strongest arguments without it.
    pub without: Vec<usize>,
}

/// Lists the influences whose removal, one at a time, changes which of the given arguments are
/// strongest, in the order of [`Bipolar::influences`].
///
/// If the strengths do not converge after a removal, the influence is listed with an empty
/// `without`.
///
/// # Errors
/// [`AttributionError`] if an argument is not in the framework, or if the strengths of the full
/// framework do not converge.
///
/// # Source
/// ARGORA, Jin et al. 2026, arXiv:2601.21533, asks whether a decision would change without an
/// argument.
///
/// # Examples
/// ```
/// use faultline_argue::{Bipolar, Gradual, Influence, Solver, Strength, decisive};
///
/// let scores = [0.6, 0.5, 0.5].into_iter().map(Strength::new).collect::<Result<Vec<_>, _>>()?;
/// let bipolar = Bipolar::new(&scores, [Influence::attack(2, 0)])?;
/// let found = decisive(&bipolar, Gradual::DfQuad, &[0, 1], Solver::continuous())?;
/// assert_eq!((&found[0].with[..], &found[0].without[..]), (&[1][..], &[0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decisive(
    bipolar: &Bipolar,
    gradual: Gradual,
    arguments: &[usize],
    solver: Solver,
) -> Result<Vec<Decisive>, AttributionError> {
    let len = bipolar.len();
    if let Some(&argument) = arguments.iter().find(|&&argument| argument >= len) {
        return Err(AttributionError::UnknownArgument { argument, len });
    }
    let mut arguments = arguments.to_vec();
    arguments.sort_unstable();
    arguments.dedup();
    let mut game = Game::new(bipolar, &arguments, gradual, solver);
    let edges = game.incremental.subgraph.edges(bipolar);
    game.incremental.strengths().map_err(|open| AttributionError::NotConverged(open.clone()))?;
    let with = game.strongest(&arguments);
    let mut found = Vec::new();
    for (influence, edge) in bipolar.influences().zip(edges) {
        let Some(edge) = edge else { continue };
        game.remove(&[edge]);
        let without = game.strongest(&arguments);
        game.restore(&[edge]);
        if with != without {
            found.push(Decisive { influence, with: with.clone(), without });
        }
    }
    Ok(found)
}

impl Game {
    /// The strongest topics; `arguments` are their names. Empty if the strengths do not converge.
    fn strongest(&mut self, arguments: &[usize]) -> Vec<usize> {
        let topics = self.incremental.subgraph.topics.clone();
        let Ok(strengths) = self.incremental.strengths() else { return Vec::new() };
        let most = topics.iter().map(|&topic| strengths[topic]).fold(0.0, f64::max);
        let named = topics.iter().zip(arguments);
        named
            .filter(|&(&topic, _)| most - strengths[topic] <= TIED)
            .map(|(_, &name)| name)
            .collect()
    }
}
