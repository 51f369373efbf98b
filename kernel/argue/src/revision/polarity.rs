//! Polarity and distance of each argument with respect to a topic.

use std::collections::VecDeque;

use crate::bipolar::Rows;

/// In which direction an argument influences the topic, according to the paths to it.
///
/// # Source
/// Yin, Potyka and Toni 2024, «CE-QArg: Counterfactual explanations for quantitative bipolar
/// argumentation frameworks», KR 2024, arXiv:2407.08497, where the term is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Polarity {
    /// Every path to the topic has an even number of attacks: a higher base score never weakens the
    /// topic.
    Positive,
    /// Every path has an odd number of attacks: a higher base score never strengthens the topic.
    Negative,
    /// There are paths with an even and paths with an odd number of attacks.
    Unknown,
    /// There is no path: the base score has no effect.
    Neutral,
}

/// Finds the polarity of each argument towards `topic`. The topic itself is positive, unless a
/// cycle makes it unknown.
///
/// Walks backwards along the influences, to each argument at most once with an even and once with
/// an odd number of attacks: linear time, where following each path separately takes exponential
/// time. With cycles, a path may go round.
pub(super) fn polarities(rows: &Rows, topic: usize) -> Vec<Polarity> {
    let mut polarities = vec![Polarity::Neutral; rows.len()];
    polarities[topic] = Polarity::Positive;
    let mut open = vec![(topic, Polarity::Positive)];
    while let Some((a, here)) = open.pop() {
        let attackers = rows.attackers(a);
        for (index, &source) in rows.sources(a).iter().enumerate() {
            let through = if index < attackers { here.reversed() } else { here };
            let known = &mut polarities[source as usize];
            let joined = known.joined(through);
            if joined != *known {
                *known = joined;
                open.push((source as usize, through));
            }
        }
    }
    polarities
}

/// Counts the influences on the shortest path from each argument to `topic`; `None` without a path.
pub(super) fn distances(rows: &Rows, topic: usize) -> Vec<Option<u32>> {
    let mut distances = vec![None; rows.len()];
    distances[topic] = Some(0);
    let mut met = VecDeque::from([(topic, 0)]);
    while let Some((a, here)) = met.pop_front() {
        for &source in rows.sources(a) {
            let distance = &mut distances[source as usize];
            if distance.is_none() {
                *distance = Some(here + 1);
                met.push_back((source as usize, here + 1));
            }
        }
    }
    distances
}

impl Polarity {
    fn reversed(self) -> Self {
        match self {
            Self::Positive => Self::Negative,
            Self::Negative => Self::Positive,
            Self::Unknown => Self::Unknown,
            Self::Neutral => Self::Neutral,
        }
    }

    /// The polarity of an argument with paths of both polarities.
    fn joined(self, other: Self) -> Self {
        match (self, other) {
            (Self::Neutral, known) | (known, Self::Neutral) => known,
            (Self::Positive, Self::Positive) => Self::Positive,
            (Self::Negative, Self::Negative) => Self::Negative,
            (Self::Unknown, _)
            | (_, Self::Unknown)
            | (Self::Positive, Self::Negative)
            | (Self::Negative, Self::Positive) => Self::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bipolar::InfluenceKind;
    use crate::gradual::oracle::OracleInput;
    use crate::oracle::Dice;

    /// The sign and the length of each path from `a` to the topic.
    fn paths(given: &OracleInput, a: usize, topic: usize) -> Vec<(bool, u32)> {
        if a == topic {
            return vec![(true, 0)];
        }
        let from = given.influences.iter().filter(|i| i.source == a);
        let longer = from.flat_map(|i| {
            let supports = i.kind == InfluenceKind::Support;
            let rest = paths(given, i.target, topic).into_iter();
            rest.map(move |(positive, length)| (positive == supports, length + 1))
        });
        longer.collect()
    }

    #[test]
    fn polarity_and_distance_agree_with_all_paths() {
        let mut dice = Dice::new(4);
        for _ in 0..300 {
            let given = OracleInput::draw(&mut dice, 8);
            let bipolar = given.build();
            let topic = dice.below(bipolar.len());
            let position = bipolar.position(topic) as usize;
            let polarities = bipolar.by_argument(&polarities(bipolar.rows(), position), |p| p);
            let distances = bipolar.by_argument(&distances(bipolar.rows(), position), |d| d);
            for a in 0..bipolar.len() {
                let paths = paths(&given, a, topic);
                let signs = [true, false].map(|sign| paths.iter().any(|&(s, _)| s == sign));
                let expected = match signs {
                    [true, true] => Polarity::Unknown,
                    [true, false] => Polarity::Positive,
                    [false, true] => Polarity::Negative,
                    [false, false] => Polarity::Neutral,
                };
                assert_eq!(polarities[a], expected, "{a} to {topic} in {given:?}");
                assert_eq!(distances[a], paths.iter().map(|&(_, length)| length).min());
            }
        }
    }
}
