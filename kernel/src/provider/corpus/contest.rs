//! Where the corpora part: decomposition and cruxes.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Mind;
use crate::provider::ProviderFault;
use crate::task::{
    AgreedPoint, CruxDraft, Cruxes, CruxesAnswer, Decompose, DecomposeAnswer, Holder, Proposition,
    Stand,
};
use crate::vocabulary::{Axis, PersonaId, PointId, Side, Statement, Topic};

/// Where one persona stands on an axis.
struct Standing<'a> {
    persona: &'a PersonaId,
    side: Side,
    /// The confidence of its statements for that side, less that of those against it.
    weight: f64,
    /// Its surest statement for that side that has reasons.
    best: &'a Statement,
}

/// An axis on which personas stand.
struct Contest<'a> {
    axis: &'a Axis,
    standings: Vec<Standing<'a>>,
}

impl Contest<'_> {
    fn is_open(&self) -> bool {
        let has = |side| self.standings.iter().any(|standing| standing.side == side);
        has(Side::Yes) && has(Side::No)
    }

    /// How much the weaker side has to say.
    fn weight(&self) -> f64 {
        let of = |side| {
            let standings = self.standings.iter().filter(|standing| standing.side == side);
            standings.map(|standing| standing.weight).sum::<f64>()
        };
        of(Side::Yes).min(of(Side::No))
    }
}

fn contests<'a>(mind: &Mind<'a>, topic: &'a Topic, personas: &[PersonaId]) -> Vec<Contest<'a>> {
    let memories: Vec<_> = personas.iter().filter_map(|persona| mind.of(persona).ok()).collect();
    let contest = |axis: &'a Axis| {
        let standing = |memory: &super::Memory<'a>| {
            let on_axis = memory
                .statements
                .iter()
                .filter(|statement| statement.axis.as_ref() == Some(&axis.id));
            let on_axis: Vec<&'a Statement> = on_axis.copied().collect();
            let sum = |side| {
                let takes = on_axis.iter().filter(|statement| statement.side == Some(side));
                takes.map(|statement| statement.confidence.value()).sum::<f64>()
            };
            let (yes, no) = (sum(Side::Yes), sum(Side::No));
            let weight = (yes - no).abs();
            // Who is evenly split stands nowhere.
            if ordered(weight) == 0 {
                return None;
            }
            let side = if yes > no { Side::Yes } else { Side::No };
            let leads = on_axis
                .iter()
                .filter(|statement| statement.side == Some(side) && !statement.reasons.is_empty());
            let rank = |statement: &&&Statement| {
                (ordered(statement.confidence.value()), Reverse(statement.id.clone()))
            };
            let best = leads.max_by_key(rank)?;
            Some(Standing { persona: memory.persona, side, weight, best })
        };
        Contest { axis, standings: memories.iter().filter_map(standing).collect() }
    };
    topic.axes.iter().map(contest).collect()
}

/// A number that is not negative as an integer that sorts like it.
pub(super) fn ordered(value: f64) -> u64 {
    (value * 1e9) as u64
}

/// The axes on which the weaker side has most to say, in the topic's order.
pub(super) fn decompose(
    mind: &Mind<'_>,
    task: &Decompose,
) -> Result<DecomposeAnswer, ProviderFault> {
    let contests = contests(mind, &task.topic, &task.personas);
    let mut open: Vec<(usize, &Contest<'_>)> =
        contests.iter().enumerate().filter(|(_, c)| c.is_open()).collect();
    if open.len() < 2 {
        return Err(ProviderFault::NoAnswer(format!(
            "the corpora of these personas part on {} axes of {}; a debate needs two",
            open.len(),
            task.topic.id
        )));
    }
    open.sort_by_key(|(index, contest)| (Reverse(ordered(contest.weight())), *index));
    open.truncate(task.most);
    open.sort_by_key(|(index, _)| *index);
    let claim = |(_, contest): (usize, &Contest<'_>)| Proposition {
        claim: contest.axis.yes.clone(),
        axis: Some(contest.axis.id.to_string()),
    };
    Ok(DecomposeAnswer { claims: open.into_iter().map(claim).collect() })
}

/// The open axes by weight, and the points that several personas name.
pub(super) fn cruxes(mind: &Mind<'_>, task: &Cruxes) -> CruxesAnswer {
    let personas: Vec<PersonaId> = task.briefs.iter().map(|brief| brief.persona.clone()).collect();
    let mut open: Vec<Contest<'_>> = contests(mind, &task.topic, &personas);
    open.retain(Contest::is_open);
    open.sort_by_key(|contest| Reverse(ordered(contest.weight())));
    let heaviest = open.first().map_or(1.0, Contest::weight);
    let crux = |contest: &Contest<'_>| CruxDraft {
        question: contest.axis.question.clone(),
        kind: contest.axis.kind,
        axis: Some(contest.axis.id.to_string()),
        weight: contest.weight() / heaviest,
        positions: contest.standings.iter().map(stand).collect(),
        settling_question: contest.axis.question.clone(),
    };
    CruxesAnswer {
        cruxes: open.iter().take(task.most).map(crux).collect(),
        common_ground: shared(mind, &personas),
    }
}

fn stand(standing: &Standing<'_>) -> Stand {
    Stand {
        persona: standing.persona.to_string(),
        side: standing.side,
        reason: standing.best.text.clone(),
        excerpts: vec![standing.best.id.to_string()],
    }
}

/// The most points of common ground that an answer has room for.
const SHARED: usize = 5;

/// The points that at least two personas name, in the first one's words; those first of which they are surest together,
/// that is, where the product of each one's highest confidence is greatest.
fn shared(mind: &Mind<'_>, personas: &[PersonaId]) -> Vec<AgreedPoint> {
    let mut points: BTreeMap<&PointId, Vec<(&PersonaId, &Statement)>> = BTreeMap::new();
    for memory in personas.iter().filter_map(|persona| mind.of(persona).ok()) {
        for statement in memory.statements {
            if let Some(point) = &statement.point {
                points.entry(point).or_default().push((memory.persona, statement));
            }
        }
    }
    let mut agreed: Vec<(u64, AgreedPoint)> = Vec::new();
    for holders in points.into_values() {
        let mut by_persona: BTreeMap<&PersonaId, Vec<&Statement>> = BTreeMap::new();
        for &(persona, statement) in &holders {
            by_persona.entry(persona).or_default().push(statement);
        }
        if by_persona.len() >= 2 {
            let surest = |said: &Vec<&Statement>| {
                said.iter().map(|statement| statement.confidence.value()).fold(0.0, f64::max)
            };
            let joint: f64 = by_persona.values().map(surest).product();
            let holder = |(persona, said): (&PersonaId, Vec<&Statement>)| Holder {
                persona: persona.to_string(),
                excerpts: said.iter().map(|statement| statement.id.to_string()).collect(),
            };
            let point = AgreedPoint {
                statement: holders[0].1.text.clone(),
                holders: by_persona.into_iter().map(holder).collect(),
            };
            agreed.push((ordered(joint), point));
        }
    }
    agreed.sort_by_key(|(joint, _)| Reverse(*joint));
    agreed.into_iter().map(|(_, point)| point).take(SHARED).collect()
}

#[cfg(test)]
mod tests {
    use super::super::samples::{mind, pair, provider};
    use super::*;
    use crate::task::samples::{statement, topic};
    use crate::task::{Brief, Task};
    use crate::vocabulary::{AxisId, Persona, Probability};

    fn decomposed(personas: &[Persona]) -> Result<Vec<String>, String> {
        let task = Decompose {
            topic: topic(),
            personas: personas.iter().map(|persona| persona.id.clone()).collect(),
            most: 4,
        };
        let answer = decompose(&mind(&provider(personas)), &task);
        let answer = answer.map_err(|fault| fault.to_string())?;
        assert_eq!(task.check(&answer), [""; 0]);
        Ok(answer.claims.into_iter().filter_map(|claim| claim.axis).collect())
    }

    #[test]
    fn a_topic_is_taken_apart_where_the_corpora_part() {
        assert_eq!(decomposed(&pair()).unwrap(), ["trade", "air"]);
    }

    #[test]
    fn as_many_propositions_are_given_as_are_asked_for() {
        let mut topic = topic();
        let mut personas = pair();
        for axis in ["noise", "parking"] {
            let id = AxisId::new(axis).unwrap();
            topic.axes.push(Axis { id, ..topic.axes[0].clone() });
            for (persona, side) in personas.iter_mut().zip([Side::Yes, Side::No]) {
                let said = statement(&format!("on-{axis}"), "It is so.", axis, side);
                persona.corpora.get_mut(&topic.id).unwrap().notes[0].statements.push(said);
            }
        }
        let corpus = provider(&personas);
        let given = |most| {
            let personas = personas.iter().map(|persona| persona.id.clone()).collect();
            let task = Decompose { topic: topic.clone(), personas, most };
            decompose(&mind(&corpus), &task).unwrap().claims.len()
        };
        assert_eq!([2, 3, 4].map(given), [2, 3, 4]);
    }

    #[test]
    fn the_five_points_of_which_they_are_surest_together_are_shared() {
        let mut personas = pair();
        for persona in &mut personas {
            let statements = &mut persona.corpora.get_mut(&topic().id).unwrap().notes[0].statements;
            for number in 1..=6_u32 {
                let id = format!("point-{number}");
                let said = Statement {
                    point: PointId::new(id.as_str()).ok(),
                    confidence: Probability::new(f64::from(number) / 10.0).unwrap(),
                    ..statement(&id, &id, "air", Side::Yes)
                };
                statements.push(said);
            }
        }
        let ids = [0, 1].map(|index: usize| personas[index].id.clone());
        let agreed = shared(&mind(&provider(&personas)), &ids);
        let said: Vec<&str> = agreed.iter().map(|point| point.statement.as_str()).collect();
        assert_eq!(said, ["The street is too loud.", "point-6", "point-5", "point-4", "point-3"]);
    }

    #[test]
    fn corpora_that_part_on_one_axis_only_give_no_debate() {
        let mut personas = pair();
        for note in &mut personas[1].corpora.get_mut(&topic().id).unwrap().notes {
            note.statements.iter_mut().for_each(|statement| {
                if statement.axis.as_ref().is_some_and(|axis| axis.as_str() == "air") {
                    statement.side = Some(Side::No);
                }
            });
        }
        assert_eq!(
            decomposed(&personas).unwrap_err(),
            "the corpora of these personas part on 1 axes of street; a debate needs two"
        );
    }

    #[test]
    fn who_is_evenly_split_on_an_axis_stands_nowhere() {
        let mut personas = pair();
        let corpus = personas[0].corpora.get_mut(&topic().id).unwrap();
        for statement in &mut corpus.notes[0].statements {
            statement.axis = AxisId::new("air").ok();
            statement.confidence = Probability::new(0.7).unwrap();
        }
        for (statement, side) in corpus.notes[0].statements.iter_mut().zip([Side::Yes, Side::No]) {
            statement.side = Some(side);
        }
        corpus.notes[0].statements.truncate(2);
        let briefs = personas.iter().map(|persona| Brief::new(persona, &topic())).collect();
        let task = Cruxes { briefs, topic: topic(), most: 5 };
        let answer = cruxes(&mind(&provider(&personas)), &task);
        assert_eq!(answer.cruxes, [], "neither a side nor a share of no weight");
    }

    #[test]
    fn cruxes_are_the_open_axes_and_common_ground_the_shared_points() {
        let personas = pair();
        let briefs = personas.iter().map(|persona| Brief::new(persona, &topic())).collect();
        let task = Cruxes { briefs, topic: topic(), most: 5 };
        let answer = cruxes(&mind(&provider(&personas)), &task);
        assert_eq!(task.check(&answer), [""; 0]);
        let axes: Vec<_> = answer.cruxes.iter().filter_map(|crux| crux.axis.as_deref()).collect();
        assert_eq!(axes, ["trade", "air"]);
        let [point] = answer.common_ground.as_slice() else { panic!("{answer:?}") };
        assert_eq!(point.statement, "The street is too loud.");
        assert_eq!(point.holders.len(), 2);
    }
}
