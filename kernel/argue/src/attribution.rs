//! Attribution: how much each argument and each influence contributes to the strength of one
//! argument.

mod counterfactual;
mod decisive;
mod effect;
mod error;
mod game;
mod shapley;

use super::bipolar::{Bipolar, Influence};
use super::gradual::{Gradual, Solver};
use crate::unit::strength;
pub use counterfactual::Counterfactual;
pub use decisive::{Decisive, decisive};
pub use effect::{ArgumentEffects, Attribution, EdgeEffects, Effect};
pub use error::AttributionError;
use game::Game;
pub use shapley::Sampling;

/// Computes how much arguments and influences contribute to the strength of `topic`.
///
/// Shapley values are exact if at most 16 arguments, or influences, have a path to the topic;
/// otherwise they are sampled. The gradient is exact: one backward sweep, as in
/// [`gradient`](super::gradient), with a linear system solved for each cycle. Strengths are those
/// that `solver` finds, starting from the base scores.
///
/// Without cycles, a removal takes time linear in what it changes. With cycles, each removal runs
/// the solver once.
///
/// # Errors
/// [`AttributionError`] if there is no such argument, if the strengths of the full framework do not
/// converge, or if `sampling` asks for too few permutations.
///
/// # Source
/// Per argument: Kampik, Potyka, Yin, Čyras and Toni 2024, «Contribution functions for quantitative
/// bipolar argumentation graphs: a principle-based analysis», arXiv:2401.08879. Per influence:
/// removal as in ARGORA, Jin et al. 2026, arXiv:2601.21533; Shapley values as in Yin, Potyka and
/// Toni 2024, «Explaining arguments' strength: unveiling the role of attacks and supports»,
/// arXiv:2404.14304, here with the weights of the Shapley value.
///
/// # Examples
/// ```
/// use faultline_argue::{Bipolar, Gradual, Influence, Sampling, Solver, Strength, attribute};
///
/// let scores = [0.5, 0.8, 0.3].into_iter().map(Strength::new).collect::<Result<Vec<_>, _>>()?;
/// let bipolar = Bipolar::new(&scores, [Influence::attack(1, 0), Influence::support(2, 0)])?;
/// let sampling = Sampling { permutations: 1_000, seed: 1 };
/// let attribution = attribute(&bipolar, Gradual::DfQuad, 0, sampling, Solver::continuous())?;
/// // 0.25 with the attack, 0.65 without.
/// assert!((attribution.edges.removal[0].value().expect("a number") + 0.4).abs() < 1e-12);
/// let first = attribution.counterfactuals().next().expect("two influences");
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
    let full = game.value().map_err(AttributionError::NotConverged)?;
    let edges = game.incremental.subgraph.edges(bipolar);
    let influences: Vec<Influence> = bipolar.influences().collect();
    let inside: Vec<Vec<usize>> = (0..game.weights.len()).map(|edge| vec![edge]).collect();
    let of_edges = |attribution: &[Effect]| -> Vec<Effect> {
        let effect =
            |edge: &Option<usize>| edge.map_or(Effect::Exact(0.0), |e| attribution[e].clone());
        edges.iter().map(effect).collect()
    };
    let removal: Vec<Effect> = inside.iter().map(|edge| game.removal_effect(edge, full)).collect();
    let shapley = shapley::values(&mut game, &inside, sampling)?;
    Ok(Attribution {
        topic,
        strength: strength(full.clamp(0.0, 1.0)),
        base_score: bipolar.base_score(topic),
        arguments: of_arguments(&mut game, topic, len, sampling, full)?,
        edges: EdgeEffects { influences, removal: of_edges(&removal), shapley: of_edges(&shapley) },
    })
}

fn of_arguments(
    game: &mut Game,
    topic: usize,
    len: usize,
    sampling: Sampling,
    full: f64,
) -> Result<ArgumentEffects, AttributionError> {
    let subgraph = &game.incremental.subgraph;
    let players: Vec<usize> = (0..subgraph.len()).filter(|&a| a != subgraph.topics[0]).collect();
    let begins =
        |a: usize| game.incremental.outgoing(a).iter().map(|&edge| edge as usize).collect();
    let outgoing: Vec<Vec<usize>> = players.iter().map(|&a| begins(a)).collect();
    let incoming: Vec<Vec<usize>> =
        players.iter().map(|&a| subgraph.rows.edges(a).collect()).collect();
    let arguments: Vec<usize> = players.iter().map(|&a| subgraph.arguments[a]).collect();
    let gradient = game.gradient(len);
    let removal: Vec<Effect> =
        outgoing.iter().map(|edges| game.removal_effect(edges, full)).collect();
    let intrinsic: Vec<Effect> = outgoing
        .iter()
        .zip(&incoming)
        .map(|(outgoing, incoming)| {
            let alone = game.without(incoming);
            let removed = game.without(outgoing);
            match (alone, removed) {
                (Ok(alone), Ok(removed)) => Effect::Exact(alone - removed),
                (Err(open), _) | (_, Err(open)) => Effect::Undefined(open),
            }
        })
        .collect();
    let shapley = shapley::values(game, &outgoing, sampling)?;
    let by_argument = |attribution: Vec<Effect>| {
        let mut effects = vec![Effect::Exact(0.0); len];
        effects[topic] = Effect::Topic;
        for (&argument, effect) in arguments.iter().zip(attribution) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bipolar::InfluenceKind;
    use crate::gradual::Diagnosis;
    use crate::gradual::oracle::OracleInput;
    use crate::gradual::{Solution, equilibrium};
    use crate::oracle::Dice;

    const SAMPLING: Sampling = Sampling { permutations: 50, seed: 3 };

    fn attribution(given: &OracleInput, gradual: Gradual, topic: usize) -> Attribution {
        attribute(&given.build(), gradual, topic, SAMPLING, Solver::continuous()).unwrap()
    }

    #[test]
    fn removal_effects_are_differences_to_the_framework_without() {
        let mut dice = Dice::new(31);
        for _ in 0..100 {
            let given = OracleInput::draw(&mut dice, 7);
            let topic = dice.below(given.scores.len());
            for gradual in Gradual::ALL {
                let attribution = attribution(&given, gradual, topic);
                let full = given.strength(gradual, &given.scores, topic);
                let with = |keeps: &dyn Fn(&Influence) -> bool| {
                    let mut other = given.clone();
                    other.influences.retain(keeps);
                    other.strength(gradual, &other.scores, topic)
                };
                for (influence, effect) in
                    attribution.edges.influences.iter().zip(&attribution.edges.removal)
                {
                    let expected = full - with(&|other| other != influence);
                    assert!((effect.value().unwrap() - expected).abs() < 1e-12, "{given:?}");
                }
                for a in (0..given.scores.len()).filter(|&a| a != topic) {
                    let without = with(&|other| other.source != a);
                    let removal = attribution.arguments.removal[a].value().unwrap();
                    assert!((removal - (full - without)).abs() < 1e-12, "{given:?}");
                    let intrinsic = with(&|other| other.target != a) - without;
                    let found = attribution.arguments.intrinsic_removal[a].value().unwrap();
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
            let mut given = OracleInput::draw(&mut dice, if is_cyclic { 4 } else { 9 });
            if is_cyclic && given.scores.len() > 1 {
                given
                    .influences
                    .retain(|i| (i.source, i.target) != (0, 1) && (i.source, i.target) != (1, 0));
                given.influences.extend([Influence::attack(0, 1), Influence::support(1, 0)]);
            }
            let topic = dice.below(given.scores.len());
            for gradual in [Gradual::DfQuad, Gradual::Qe, Gradual::Ebt] {
                let attribution = attribution(&given, gradual, topic);
                let sum: f64 = attribution.edges.shapley.iter().filter_map(Effect::value).sum();
                let expected = attribution.strength.value() - attribution.base_score.value();
                assert!((sum - expected).abs() < 1e-9, "{gradual} {sum} {expected} {given:?}");
                let estimated = |effect: &Effect| matches!(effect, Effect::Estimated { .. });
                sampled += usize::from(attribution.edges.shapley.iter().any(estimated));
            }
        }
        assert!(sampled > 2, "{sampled}");
    }

    #[test]
    fn gradients_on_cycles_agree_with_finite_differences() {
        const STEP: f64 = 1e-6;
        let mut dice = Dice::new(33);
        let mut compared = 0;
        for _ in 0..60 {
            let mut given = OracleInput::draw(&mut dice, 5);
            let n = given.scores.len();
            given.influences.retain(|i| i.source != 0 && i.target != 0);
            for a in 1..n {
                let kind = [InfluenceKind::Attack, InfluenceKind::Support][dice.below(2)];
                given.influences.push(Influence { kind, ..Influence::attack(0, a) });
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
                        Solution::Converged(found) => found.strengths.strength(0).value(),
                        Solution::NotConverged(open) => panic!("{open:?}"),
                    }
                };
                let attribution = attribution(&given, gradual, 0);
                for a in (0..n).filter(|&a| (0.01..0.99).contains(&given.scores[a])) {
                    let (mut less, mut more) = (given.scores.clone(), given.scores.clone());
                    less[a] -= STEP;
                    more[a] += STEP;
                    let difference = (at(&more) - at(&less)) / (2.0 * STEP);
                    let slope = attribution.arguments.gradient[a].value().unwrap();
                    assert!((slope - difference).abs() < 1e-4, "{gradual} {slope} {difference}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 100, "{compared}");
    }

    #[test]
    fn a_contribution_is_undefined_without_convergence() {
        // Without 2, which weakens them, 0 and 1 attack each other with full strength.
        let edges = [(0, 1), (1, 0), (2, 0)].map(|(a, b)| Influence::attack(a, b));
        let bipolar = Bipolar::new(&[strength(1.0); 3], edges).unwrap();
        let solver = Solver::synchronous();
        let attribution = attribute(&bipolar, Gradual::DfQuad, 0, SAMPLING, solver).unwrap();
        assert!(matches!(
            attribution.arguments.removal[2],
            Effect::Undefined(Diagnosis::Oscillates { .. })
        ));
        assert_eq!(attribution.arguments.removal[0], Effect::Topic);
        let found = decisive(&bipolar, Gradual::DfQuad, &[0, 1], solver).unwrap();
        let without: Vec<_> = found.iter().map(|d| (d.influence.source, &d.without[..])).collect();
        assert_eq!(without, [(2, &[][..])]);
    }

    #[test]
    fn unknown_topics_and_missing_strengths_are_errors() {
        let mutual = [Influence::attack(0, 1), Influence::attack(1, 0)];
        let bipolar = Bipolar::new(&[strength(1.0); 2], mutual).unwrap();
        let attribution = |topic, solver| {
            let attribution = attribute(&bipolar, Gradual::DfQuad, topic, SAMPLING, solver);
            attribution.unwrap_err().to_string()
        };
        assert_eq!(
            attribution(2, Solver::continuous()),
            "there is no argument 2: the framework has the arguments 0..2"
        );
        let open = "there is no strength to explain: oscillates with period 2: 0, 1";
        assert_eq!(attribution(0, Solver::synchronous()), open);
    }
}
