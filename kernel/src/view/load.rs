//! Loads in words: how much of a case rests on a question.

use std::fmt;

use super::History;
use super::sentence::{capital, in_words};
use crate::record::{FoundBy, Outcome, Position};
use crate::text::listed;
use crate::vocabulary::PersonaId;

/// The fractions that have a name.
const NAMED: [(f64, &str); 16] = [
    (0.05, "a twentieth"),
    (0.1, "a tenth"),
    (0.125, "an eighth"),
    (1.0 / 7.0, "a seventh"),
    (1.0 / 6.0, "a sixth"),
    (0.2, "a fifth"),
    (0.25, "a quarter"),
    (1.0 / 3.0, "a third"),
    (0.4, "two fifths"),
    (0.5, "half"),
    (0.6, "three fifths"),
    (2.0 / 3.0, "two thirds"),
    (0.75, "three quarters"),
    (0.8, "four fifths"),
    (0.9, "nine tenths"),
    (1.0, "all"),
];
/// The largest difference between a share and a fraction that names it exactly.
const EXACT: f64 = 0.005;
/// Below this, a load is 0 in figures.
const NOTHING: f64 = 0.000_5;
/// Below this, no fraction is near enough to be read as one.
const LEAST: f64 = 0.04;

/// How much of a persona's case rests on a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Load {
    /// A debate looked for it and could not tell.
    Unknown,
    /// Only a sentence of a text without tags says that the answer depends on the question: such
    /// words do not always mean it.
    Seems,
    /// No reason for its thesis is known to rest on it.
    Nothing,
    /// All of it, as the persona itself says.
    Decisive,
    /// So many of so many reasons for the thesis: a count, which says nothing of their weights.
    Reasons(usize, usize),
    /// A share in words.
    Share(String),
    /// The smallest and the largest share in words, where modes compute different shares.
    Range(String, String),
}

impl Load {
    /// The load of a position on a crux that was found in this way, with the number of reasons for
    /// the persona's thesis.
    pub fn of_position(
        position: &Position,
        found: FoundBy,
        reasons: Option<usize>,
    ) -> Option<Self> {
        let was_looked_for = match found {
            FoundBy::Load | FoundBy::LoadUnknown => Some(Self::Unknown),
            FoundBy::Proposed => None,
        };
        if position.is_decisive {
            return Some(Self::Decisive);
        }
        let loads = position.load.iter().map(|load| load.value()).collect();
        Self::of(loads, reasons).or(was_looked_for)
    }

    /// The load that the modes of a topic, or one debate, computed; `None` if there are no shares.
    /// A share that can only be a number of these reasons is given as one.
    pub fn of(mut loads: Vec<f64>, reasons: Option<usize>) -> Option<Self> {
        loads.sort_by(f64::total_cmp);
        let (&least, &most) = (loads.first()?, loads.last()?);
        if most < NOTHING {
            return Some(Self::Nothing);
        }
        let counted = || Self::counted(least, most, reasons?);
        let (least, most) = match counted() {
            Some(counted) => return Some(counted),
            None => (share(least), share(most)),
        };
        Some(if least == most { Self::Share(most) } else { Self::Range(least, most) })
    }

    /// A half is two of four reasons, but also one of the two that a debate left. So only a
    /// fraction in lowest terms counts.
    fn counted(least: f64, most: f64, reasons: usize) -> Option<Self> {
        let carrying = (1..=reasons).find(|&carrying| {
            let share = carrying as f64 / reasons as f64;
            (share - least).abs() < EXACT && (share - most).abs() < EXACT
        })?;
        let has_divisor =
            (2..=carrying).any(|n| carrying.is_multiple_of(n) && reasons.is_multiple_of(n));
        (!has_divisor).then_some(Self::Reasons(carrying, reasons))
    }
}

/// The questions that lie between a thesis and one that it rests on, and the disputed questions
/// below that one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chain {
    between: Vec<String>,
    below: Vec<String>,
}

impl Chain {
    /// The chain through a position on a question of a debate.
    pub fn of(outcome: &Outcome, held: &Position, question: &str) -> Self {
        let below = outcome.rests_on(&held.persona, question);
        Self {
            // Where the thesis itself gives the answer as a reason, nothing lies between them.
            between: held
                .thesis_reason
                .as_ref()
                .map_or_else(|| held.by_way_of.clone(), |_| Vec::new()),
            below: below.into_iter().map(str::to_owned).collect(),
        }
    }

    /// On which disputed questions the answer itself rests, as a sentence.
    pub(super) fn continued(&self) -> Option<String> {
        let below = (!self.below.is_empty()).then(|| quoted(&self.below))?;
        Some(format!("This answer in turn rests on its answer to {below}."))
    }
}

/// How much of a persona's case rests on a question, in a sentence or two, with the other questions
/// on the way.
pub fn in_case(load: Option<&Load>, chain: &Chain) -> Option<String> {
    let load = load?;
    let sentence = if chain.between.is_empty() || matches!(load, Load::Seems | Load::Decisive) {
        load.to_string()
    } else {
        format!("{}, by way of its answer to {}.", load.clause(), quoted(&chain.between))
    };
    Some([Some(sentence), chain.continued()].into_iter().flatten().collect::<Vec<_>>().join(" "))
}

fn quoted(questions: &[String]) -> String {
    listed(&questions.iter().map(|question| format!("“{question}”")).collect::<Vec<_>>())
}

/// The number of reasons for a persona's thesis at the end of a debate.
pub(super) fn reasons(history: &History<'_>, persona: &PersonaId) -> Option<usize> {
    let thesis = history.last()?.thesis(persona)?;
    Some(thesis.detail.premises.len())
}

impl Load {
    fn clause(&self) -> String {
        match self {
            Self::Unknown => "How much of its case rests on this answer is not known".to_owned(),
            Self::Seems => "Its text seems to say that its answer depends on this".to_owned(),
            Self::Decisive => "By its own account, its main answer falls with this one".to_owned(),
            Self::Nothing => "No reason for its thesis is known to rest on this answer".to_owned(),
            Self::Reasons(_, 1) => "The only reason for its thesis rests on this answer".to_owned(),
            Self::Reasons(1, all) => {
                format!("One of the {} reasons for its thesis rests on this answer", in_words(*all))
            }
            Self::Reasons(carrying, all) => {
                let carrying = capital(&in_words(*carrying));
                let all = in_words(*all);
                format!("{carrying} of the {all} reasons for its thesis rest on this answer")
            }
            Self::Share(share) => format!("{} of its case rests on this answer", capital(share)),
            Self::Range(least, most) => {
                format!(
                    "From {least} to {most} of its case rests on this answer, depending on the mode"
                )
            }
        }
    }
}

/// A sentence, for pages and terminals.
impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // In one piece: Markdown is escaped piece by piece, without the spaces around each.
        f.write_str(&format!("{}.", self.clause()))
    }
}

/// A share from 0 to 1 in words: «a fifth», «about a third», «less than a twentieth».
fn share(load: f64) -> String {
    if load < NOTHING {
        return "nothing".to_owned();
    }
    if load < LEAST {
        return "less than a twentieth".to_owned();
    }
    let distance = |named: &&(f64, &str)| (named.0 - load).abs();
    let near = NAMED.iter().min_by(|one, other| distance(one).total_cmp(&distance(other)));
    let &(fraction, name) = near.expect("fractions have names");
    if (fraction - load).abs() < EXACT { name.to_owned() } else { format!("about {name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_named_by_the_nearest_fraction() {
        for (load, expected) in [
            (0.0, "nothing"),
            (0.02, "less than a twentieth"),
            (0.052, "a twentieth"),
            (0.07, "about a twentieth"),
            (0.2, "a fifth"),
            (0.31, "about a third"),
            (0.5, "half"),
            (0.97, "about all"),
            (1.0, "all"),
        ] {
            assert_eq!(share(load), expected, "{load}");
        }
    }

    #[test]
    fn different_loads_are_a_range_unless_their_words_are_the_same() {
        assert_eq!(Load::of(vec![], None), None);
        assert_eq!(Load::of(vec![0.0, 0.0], None), Some(Load::Nothing));
        assert_eq!(Load::of(vec![0.2, 0.201], None), Some(Load::Share("a fifth".to_owned())));
        let range = Load::Range("about a twentieth".to_owned(), "a fifth".to_owned());
        assert_eq!(Load::of(vec![0.2, 0.066], None), Some(range));
    }

    #[test]
    fn a_share_that_is_a_number_of_reasons_is_a_count_and_no_weight() {
        let words = |load: f64, reasons| Load::of(vec![load], Some(reasons)).unwrap().to_string();
        assert_eq!(
            words(1.0 / 6.0, 6),
            "One of the six reasons for its thesis rests on this answer."
        );
        assert_eq!(words(0.4, 5), "Two of the five reasons for its thesis rest on this answer.");
        assert_eq!(words(1.0, 1), "The only reason for its thesis rests on this answer.");
        assert_eq!(words(0.0, 6), "No reason for its thesis is known to rest on this answer.");
        assert_eq!(words(0.5, 4), "Half of its case rests on this answer.", "perhaps one of two");
        assert_eq!(words(0.2, 6), "A fifth of its case rests on this answer.", "no count of six");
        let range = Load::of(vec![1.0 / 6.0, 0.5], Some(6)).unwrap();
        assert!(matches!(range, Load::Range(..)), "modes differ: {range}");
    }

    #[test]
    fn the_questions_on_the_way_stand_beside_the_share_of_the_case() {
        let of = |load: Load| in_case(Some(&load), &Chain::default()).unwrap();
        assert_eq!(of(Load::Nothing), "No reason for its thesis is known to rest on this answer.");
        assert_eq!(of(Load::Seems), "Its text seems to say that its answer depends on this.");
        assert_eq!(in_case(None, &Chain::default()), None);
        let chain = Chain {
            between: vec!["Do rents rise?".to_owned()],
            below: vec!["Is it dear?".to_owned()],
        };
        assert_eq!(
            in_case(Some(&Load::Reasons(1, 6)), &chain).as_deref(),
            Some(
                "One of the six reasons for its thesis rests on this answer, by way of its answer to “Do rents rise?”. This answer \
                 in turn rests on its answer to “Is it dear?”."
            )
        );
    }

    #[test]
    fn a_sentence_is_written_in_one_piece() {
        struct Pieces(Vec<String>);
        impl fmt::Write for Pieces {
            fn write_str(&mut self, piece: &str) -> fmt::Result {
                self.0.push(piece.to_owned());
                Ok(())
            }
        }
        let load = Load::Range("a twentieth".to_owned(), "a fifth".to_owned());
        let mut pieces = Pieces(Vec::new());
        fmt::Write::write_fmt(&mut pieces, format_args!("{load}")).unwrap();
        let sentence =
            "From a twentieth to a fifth of its case rests on this answer, depending on the mode.";
        assert_eq!(pieces.0, [sentence]);
    }
}
