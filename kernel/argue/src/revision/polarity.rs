use std::collections::VecDeque;

use crate::bipolar::Rows;

/// Which way an argument moves the topic, as the paths to it tell.
///
/// # Source
/// Yin, Potyka and Toni 2024, «CE-QArg: Counterfactual explanations for quantitative bipolar argumentation frameworks»,
/// KR 2024, arXiv:2407.08497: what they call polarity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Polarity {
    /// Every path to the topic has an even number of attacks: a higher base score never weakens the topic.
    Positive,
    /// Every path has an odd number of attacks: a higher base score never strengthens the topic.
    Negative,
    /// There are paths of both kinds.
    Unknown,
    /// There is no path: the base score does not matter.
    Neutral,
}

/// Finds the polarity of each argument towards `topic`; the topic itself is positive, but where it bears on itself
/// otherwise.
///
/// Goes back along the influences, to each argument once with an even number of attacks on the way and once with an odd one:
/// time linear in arguments plus influences, where following each path by itself takes exponential time. Where there are
/// cycles, a path may go round.
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

/// Counts the influences on the shortest path from each argument to `topic`; none where there is no path.
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

    /// The polarity of an argument with paths of both kinds.
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
    use crate::bipolar::Bearing;
    use crate::gradual::oracle::Given;
    use crate::oracle::Dice;

    /// The signs and lengths of all paths from `a` to the topic.
    fn paths(given: &Given, a: usize, topic: usize) -> Vec<(bool, u32)> {
        if a == topic {
            return vec![(true, 0)];
        }
        let from = given.influences.iter().filter(|i| i.source == a);
        let longer = from.flat_map(|i| {
            let supports = i.bearing == Bearing::Support;
            let rest = paths(given, i.target, topic).into_iter();
            rest.map(move |(positive, length)| (positive == supports, length + 1))
        });
        longer.collect()
    }

    #[test]
    fn agrees_with_all_paths() {
        let mut dice = Dice::new(4);
        for _ in 0..300 {
            let given = Given::draw(&mut dice, 8);
            let bipolar = given.build();
            let topic = dice.below(bipolar.len());
            let place = bipolar.place(topic) as usize;
            let polarities = bipolar.by_argument(&polarities(bipolar.rows(), place), |p| p);
            let distances = bipolar.by_argument(&distances(bipolar.rows(), place), |d| d);
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
