//! Influences on which it depends who is strongest.

use super::{AttributionError, Game, Influence};
use crate::bipolar::Bipolar;
use crate::gradual::{Gradual, Solver};

/// How close to the strongest an argument has to be to be as strong.
const TIED: f64 = 1e-9;

/// Is an influence without which another argument would be strongest.
#[derive(Debug, Clone, PartialEq)]
pub struct Decisive {
    /// The influence.
    pub influence: Influence,
    /// Who is strongest with it, ascending; several where they are tied.
    pub with: Vec<usize>,
    /// Who is strongest without it.
    pub without: Vec<usize>,
}

/// Lists the influences whose removal, of each by itself, changes which of some arguments are strongest, in the order of
/// [`Bipolar::influences`].
///
/// A removal after which cycles do not come to rest leaves nobody strongest: it is listed, with nobody in `without`.
///
/// # Errors
/// [`AttributionError`] where an argument is not of the framework, or where the whole framework does not come to rest.
///
/// # Source
/// Whether a decision would change is asked of arguments in ARGORA, Jin et al. 2026, arXiv:2601.21533.
///
/// # Examples
/// ```
/// use faultline_argue::{Bipolar, Gradual, Influence, Solver, decisive};
/// use faultline_argue::Strength;
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
    let edges = game.live.part.edges(bipolar);
    game.live.strengths().map_err(|open| AttributionError::Open(open.clone()))?;
    let with = game.strongest(&arguments);
    let mut found = Vec::new();
    for (influence, edge) in bipolar.influences().zip(edges) {
        let Some(edge) = edge else { continue };
        game.take(&[edge]);
        let without = game.strongest(&arguments);
        game.give_back(&[edge]);
        if with != without {
            found.push(Decisive { influence, with: with.clone(), without });
        }
    }
    Ok(found)
}

impl Game {
    /// Which of the topics are strongest; `arguments` are their names. None where strengths do not come to rest.
    fn strongest(&mut self, arguments: &[usize]) -> Vec<usize> {
        let topics = self.live.part.topics.clone();
        let Ok(strengths) = self.live.strengths() else { return Vec::new() };
        let most = topics.iter().map(|&topic| strengths[topic]).fold(0.0, f64::max);
        let named = topics.iter().zip(arguments);
        named
            .filter(|&(&topic, _)| most - strengths[topic] <= TIED)
            .map(|(_, &name)| name)
            .collect()
    }
}
