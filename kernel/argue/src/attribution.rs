//! Attribution: what each argument and each influence contributes to the strength of one argument.

mod counterfactual;
mod decisive;
mod shapley;

use thiserror::Error;

use super::bipolar::{Bipolar, Influence, Part, strength};
use super::gradual::{Diagnosis, Gradual, Live, Side, Solver};
use crate::unit::Strength;
pub use counterfactual::Counterfactual;
pub use decisive::{Decisive, decisive};
pub use shapley::Sampling;

/// Is a contribution to the topic's strength. *Unit*: strength, but strength per base score for a gradient.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// It is this.
    Exact(f64),
    /// It was sampled.
    Estimated {
        /// The mean of the samples.
        value: f64,
        /// The standard error of the mean.
        error: f64,
    },
    /// The topic does not contribute to itself in this sense.
    Own,
    /// Something that has to be compared with has no strengths: its cycles do not come to rest. Of a gradient, that strengths
    /// at rest stand where a base score moves them by leaps.
    Open(Diagnosis),
}

impl Effect {
    /// The contribution, if there is one.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Exact(value) | Self::Estimated { value, .. } => Some(*value),
            Self::Own | Self::Open(_) => None,
        }
    }
}

/// Tells what the arguments and the influences of a framework contribute to the strength of one argument.
///
/// What does not bear on the topic contributes exactly 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Attribution {
    /// The argument whose strength is explained.
    pub topic: usize,
    /// Its strength.
    pub strength: Strength,
    /// Its base score.
    pub base_score: Strength,
    /// What the arguments contribute.
    pub arguments: ArgumentEffects,
    /// What the influences contribute.
    pub edges: EdgeEffects,
}

/// Tells what each argument contributes, in the order of the arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct ArgumentEffects {
    /// The topic's strength less what it is without the argument.
    pub removal: Vec<Effect>,
    /// What the topic's strength is where nothing bears on the argument, less what it is without the argument.
    pub intrinsic_removal: Vec<Effect>,
    /// The Shapley value of the argument, where the worth of a set of arguments is the topic's strength with them alone.
    /// Those of all arguments but the topic add up to the topic's strength less its base score.
    pub shapley: Vec<Effect>,
    /// How fast the topic's strength grows with the argument's base score.
    pub gradient: Vec<Effect>,
}

/// Tells what each influence contributes.
#[derive(Debug, Clone, PartialEq)]
pub struct EdgeEffects {
    /// The influences, as [`Bipolar::influences`] lists them.
    pub influences: Vec<Influence>,
    /// The topic's strength less what it is without the influence.
    pub removal: Vec<Effect>,
    /// The Shapley value of the influence; those of all influences add up to the topic's strength less its base score.
    pub shapley: Vec<Effect>,
}

/// Names what makes an attribution impossible.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AttributionError {
    /// The framework does not have the argument.
    #[error("argument {argument} is outside 0..{len}")]
    UnknownArgument {
        /// The argument as given.
        argument: usize,
        /// The number of arguments of the framework.
        len: usize,
    },
    /// There is no strength to explain.
    #[error("there is no strength to explain: {0}")]
    Open(Diagnosis),
    /// From one sample, or none, no error can be estimated.
    #[error("{permutations} permutations are too few to sample: 2 at least tell an error")]
    TooFew {
        /// How many were asked for.
        permutations: u32,
    },
}

/// Computes what arguments and influences contribute to the strength of `topic`.
///
/// Shapley values are exact where at most 16 arguments, or influences, bear on the topic; beyond, they are sampled. The
/// gradient is exact: one sweep against the influences, as in [`gradient`](super::gradient), with equations solved
/// for each cycle. Strengths are those that `solver` finds from the base scores.
///
/// Without cycles a removal takes time linear in what it changes; with cycles each asks the solver once.
///
/// # Errors
/// [`AttributionError`] where there is no such argument, where the whole framework does not come to rest, or where
/// `sampling` is too little.
///
/// # Source
/// Per argument: Kampik, Potyka, Yin, Čyras and Toni 2024, «Contribution functions for quantitative bipolar argumentation
/// graphs: a principle-based analysis», arXiv:2401.08879. Per influence: removal as in ARGORA, Jin et al. 2026,
/// arXiv:2601.21533; Shapley values as in Yin, Potyka and Toni 2024, «Explaining arguments' strength: unveiling the role of
/// attacks and supports», arXiv:2404.14304, here with the weights of the Shapley value.
///
/// # Examples
/// ```
/// use faultline_argue::{Bipolar, Gradual, Influence, Sampling, Solver, attribute};
/// use faultline_argue::Strength;
///
/// let scores = [0.5, 0.8, 0.3].into_iter().map(Strength::new).collect::<Result<Vec<_>, _>>()?;
/// let bipolar = Bipolar::new(&scores, [Influence::attack(1, 0), Influence::support(2, 0)])?;
/// let sampling = Sampling { permutations: 1_000, seed: 1 };
/// let told = attribute(&bipolar, Gradual::DfQuad, 0, sampling, Solver::continuous())?;
/// // 0.25 with the attack, 0.65 without.
/// assert!((told.edges.removal[0].value().expect("a number") + 0.4).abs() < 1e-12);
/// let first = told.counterfactuals().next().expect("two influences");
/// assert_eq!(first.to_string(), "Without 1 → 0, the strength of 0 rises from 0.25 to 0.65.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn attribute(
    bipolar: &Bipolar,
    gradual: Gradual,
    topic: usize,
    sampling: Sampling,
    solver: Solver,
) -> Result<Attribution, AttributionError> {
    let len = bipolar.len();
    if topic >= len {
        return Err(AttributionError::UnknownArgument { argument: topic, len });
    }
    let mut game = Game::new(bipolar, &[topic], gradual, solver);
    let whole = game.worth().map_err(AttributionError::Open)?;
    let edges = game.live.part.edges(bipolar);
    let influences: Vec<Influence> = bipolar.influences().collect();
    let inside: Vec<Vec<usize>> = (0..game.weights.len()).map(|edge| vec![edge]).collect();
    let of_edges = |told: &[Effect]| -> Vec<Effect> {
        let effect = |edge: &Option<usize>| edge.map_or(Effect::Exact(0.0), |e| told[e].clone());
        edges.iter().map(effect).collect()
    };
    let removal: Vec<Effect> = inside.iter().map(|edge| game.loss(edge, whole)).collect();
    let shapley = shapley::values(&mut game, &inside, sampling)?;
    Ok(Attribution {
        topic,
        strength: strength(whole.clamp(0.0, 1.0)),
        base_score: bipolar.base_score(topic),
        arguments: of_arguments(&mut game, topic, len, sampling, whole)?,
        edges: EdgeEffects { influences, removal: of_edges(&removal), shapley: of_edges(&shapley) },
    })
}

fn of_arguments(
    game: &mut Game,
    topic: usize,
    len: usize,
    sampling: Sampling,
    whole: f64,
) -> Result<ArgumentEffects, AttributionError> {
    let part = &game.live.part;
    let players: Vec<usize> = (0..part.len()).filter(|&a| a != part.topics[0]).collect();
    let begins = |a: usize| game.live.outgoing(a).iter().map(|&edge| edge as usize).collect();
    let outgoing: Vec<Vec<usize>> = players.iter().map(|&a| begins(a)).collect();
    let incoming: Vec<Vec<usize>> = players.iter().map(|&a| part.rows.edges(a).collect()).collect();
    let arguments: Vec<usize> = players.iter().map(|&a| part.arguments[a]).collect();
    let gradient = game.gradient(len);
    let removal: Vec<Effect> = outgoing.iter().map(|edges| game.loss(edges, whole)).collect();
    let intrinsic: Vec<Effect> = outgoing
        .iter()
        .zip(&incoming)
        .map(|(outgoing, incoming)| {
            let alone = game.without(incoming);
            let removed = game.without(outgoing);
            match (alone, removed) {
                (Ok(alone), Ok(removed)) => Effect::Exact(alone - removed),
                (Err(open), _) | (_, Err(open)) => Effect::Open(open),
            }
        })
        .collect();
    let shapley = shapley::values(game, &outgoing, sampling)?;
    let by_argument = |told: Vec<Effect>| {
        let mut effects = vec![Effect::Exact(0.0); len];
        effects[topic] = Effect::Own;
        for (&argument, effect) in arguments.iter().zip(told) {
            effects[argument] = effect;
        }
        effects
    };
    Ok(ArgumentEffects {
        removal: by_argument(removal),
        intrinsic_removal: by_argument(intrinsic),
        shapley: by_argument(shapley),
        gradient,
    })
}

/// What bears on some topics, with influences that can be taken away and given back.
struct Game {
    live: Live,
    /// The weights of the influences.
    weights: Vec<f64>,
}

impl Game {
    fn new(bipolar: &Bipolar, topics: &[usize], gradual: Gradual, solver: Solver) -> Self {
        let part = Part::new(bipolar, topics);
        let edges = part.rows.all_sources().len();
        let weights = (0..edges).map(|edge| part.rows.weight(edge)).collect();
        Self { live: Live::new(part, gradual, solver), weights }
    }

    fn take(&mut self, edges: &[usize]) {
        for &edge in edges {
            self.live.set_weight(edge, 0.0);
        }
    }

    fn give_back(&mut self, edges: &[usize]) {
        for &edge in edges {
            self.live.set_weight(edge, self.weights[edge]);
        }
    }

    /// The strength of the first topic as things stand.
    fn worth(&mut self) -> Result<f64, Diagnosis> {
        let topic = self.live.part.topics[0];
        self.live.strengths().map(|strengths| strengths[topic]).map_err(Clone::clone)
    }

    fn without(&mut self, edges: &[usize]) -> Result<f64, Diagnosis> {
        self.take(edges);
        let worth = self.worth();
        self.give_back(edges);
        worth
    }

    /// The slopes of the first topic's strength, by argument of the framework, of which there are `len`.
    fn gradient(&mut self, len: usize) -> Vec<Effect> {
        let mut effects = vec![Effect::Exact(0.0); len];
        let slopes = self.live.slopes(Side::Rising);
        for (place, &argument) in self.live.part.arguments.iter().enumerate() {
            effects[argument] = match &slopes {
                Ok(slopes) => Effect::Exact(slopes[place]),
                Err(open) => Effect::Open(open.clone()),
            };
        }
        effects
    }

    fn loss(&mut self, edges: &[usize], whole: f64) -> Effect {
        match self.without(edges) {
            Ok(without) => Effect::Exact(whole - without),
            Err(open) => Effect::Open(open),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bipolar::Bearing;
    use crate::gradual::oracle::Given;
    use crate::gradual::{Solved, equilibrium};
    use crate::oracle::Dice;

    const SAMPLING: Sampling = Sampling { permutations: 50, seed: 3 };

    fn told(given: &Given, gradual: Gradual, topic: usize) -> Attribution {
        attribute(&given.build(), gradual, topic, SAMPLING, Solver::continuous()).unwrap()
    }

    #[test]
    fn removals_are_what_is_missing_without() {
        let mut dice = Dice::new(31);
        for _ in 0..100 {
            let given = Given::draw(&mut dice, 7);
            let topic = dice.below(given.scores.len());
            for gradual in Gradual::ALL {
                let told = told(&given, gradual, topic);
                let whole = given.strength(gradual, &given.scores, topic);
                let with = |keeps: &dyn Fn(&Influence) -> bool| {
                    let mut other = given.clone();
                    other.influences.retain(keeps);
                    other.strength(gradual, &other.scores, topic)
                };
                for (influence, effect) in told.edges.influences.iter().zip(&told.edges.removal) {
                    let expected = whole - with(&|other| other != influence);
                    assert!((effect.value().unwrap() - expected).abs() < 1e-12, "{given:?}");
                }
                for a in (0..given.scores.len()).filter(|&a| a != topic) {
                    let without = with(&|other| other.source != a);
                    let removal = told.arguments.removal[a].value().unwrap();
                    assert!((removal - (whole - without)).abs() < 1e-12, "{given:?}");
                    let intrinsic = with(&|other| other.target != a) - without;
                    let found = told.arguments.intrinsic_removal[a].value().unwrap();
                    assert!((found - intrinsic).abs() < 1e-12, "{given:?}");
                }
            }
        }
    }

    #[test]
    fn shapley_values_of_influences_add_up() {
        let mut dice = Dice::new(32);
        let mut sampled = 0;
        for round in 0..60 {
            let is_cyclic = round % 3 == 0;
            let mut given = Given::draw(&mut dice, if is_cyclic { 4 } else { 9 });
            if is_cyclic && given.scores.len() > 1 {
                given
                    .influences
                    .retain(|i| (i.source, i.target) != (0, 1) && (i.source, i.target) != (1, 0));
                given.influences.extend([Influence::attack(0, 1), Influence::support(1, 0)]);
            }
            let topic = dice.below(given.scores.len());
            for gradual in [Gradual::DfQuad, Gradual::Qe, Gradual::Ebt] {
                let told = told(&given, gradual, topic);
                let sum: f64 = told.edges.shapley.iter().filter_map(Effect::value).sum();
                let expected = told.strength.value() - told.base_score.value();
                assert!((sum - expected).abs() < 1e-9, "{gradual} {sum} {expected} {given:?}");
                let estimated = |effect: &Effect| matches!(effect, Effect::Estimated { .. });
                sampled += usize::from(told.edges.shapley.iter().any(estimated));
            }
        }
        assert!(sampled > 2, "{sampled}");
    }

    #[test]
    fn gradients_on_cycles_agree_with_differences() {
        const STEP: f64 = 1e-6;
        let mut dice = Dice::new(33);
        let mut compared = 0;
        for _ in 0..60 {
            let mut given = Given::draw(&mut dice, 5);
            let n = given.scores.len();
            given.influences.retain(|i| i.source != 0 && i.target != 0);
            for a in 1..n {
                let bearing = [Bearing::Attack, Bearing::Support][dice.below(2)];
                given.influences.push(Influence { bearing, ..Influence::attack(0, a) });
                given.influences.push(Influence::attack(a, 0));
            }
            for gradual in [Gradual::Qe, Gradual::Eb, Gradual::Mlp] {
                let bipolar = given.build();
                let at = |scores: &[f64]| {
                    let scores: Vec<_> = scores.iter().map(|&score| strength(score)).collect();
                    match equilibrium(
                        &bipolar.clone().with_base_scores(&scores),
                        gradual,
                        Solver::continuous(),
                    ) {
                        Solved::Converged(found) => found.strengths.strength(0).value(),
                        Solved::Open(open) => panic!("{open:?}"),
                    }
                };
                let told = told(&given, gradual, 0);
                for a in (0..n).filter(|&a| (0.01..0.99).contains(&given.scores[a])) {
                    let (mut less, mut more) = (given.scores.clone(), given.scores.clone());
                    less[a] -= STEP;
                    more[a] += STEP;
                    let difference = (at(&more) - at(&less)) / (2.0 * STEP);
                    let slope = told.arguments.gradient[a].value().unwrap();
                    assert!((slope - difference).abs() < 1e-4, "{gradual} {slope} {difference}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 100, "{compared}");
    }

    #[test]
    fn what_does_not_come_to_rest_has_no_contribution() {
        // Without 2, which keeps them down, 0 and 1 attack each other with full strength.
        let edges = [(0, 1), (1, 0), (2, 0)].map(|(a, b)| Influence::attack(a, b));
        let bipolar = Bipolar::new(&[strength(1.0); 3], edges).unwrap();
        let solver = Solver::synchronous();
        let told = attribute(&bipolar, Gradual::DfQuad, 0, SAMPLING, solver).unwrap();
        assert!(matches!(told.arguments.removal[2], Effect::Open(Diagnosis::Oscillates { .. })));
        assert_eq!(told.arguments.removal[0], Effect::Own);
        let found = decisive(&bipolar, Gradual::DfQuad, &[0, 1], solver).unwrap();
        let without: Vec<_> = found.iter().map(|d| (d.influence.source, &d.without[..])).collect();
        assert_eq!(without, [(2, &[][..])]);
    }

    #[test]
    fn what_cannot_be_explained_is_refused() {
        let mutual = [Influence::attack(0, 1), Influence::attack(1, 0)];
        let bipolar = Bipolar::new(&[strength(1.0); 2], mutual).unwrap();
        let told = |topic, solver| {
            let told = attribute(&bipolar, Gradual::DfQuad, topic, SAMPLING, solver);
            told.unwrap_err().to_string()
        };
        assert_eq!(told(2, Solver::continuous()), "argument 2 is outside 0..2");
        let open = "there is no strength to explain: oscillates with period 2: 0, 1";
        assert_eq!(told(0, Solver::synchronous()), open);
    }
}
