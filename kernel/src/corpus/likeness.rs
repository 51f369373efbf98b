//! Rule 14: how two sentences compare, by what their authors say of their own statements.

use super::heard::denies;
use super::{Heard, Voices};
use crate::vocabulary::Statement;

/// How two sentences compare, and by what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    /// They are the same text.
    SameText,
    /// Their statements name the same point.
    SamePoint,
    /// One statement denies the point that the other names.
    PointDenied,
    /// Their statements take opposite sides of one axis, which was inferred for both.
    OppositeSides,
    /// They are about the same axis.
    SameAxis,
    /// They are about different axes, or their axes are not known.
    DifferentAxes,
}

impl Voices<'_> {
    /// Compares two sentences. Overlap of words is not read.
    pub fn likeness(&self, first: &Heard<'_>, second: &Heard<'_>) -> Likeness {
        let (one, other) = (self.trace_words(first), self.trace_words(second));
        let statements = one.whole().zip(other.whole());
        if first.text == second.text {
            Likeness::SameText
        } else if statements.is_some_and(|(_, statement)| one.shares_point_with(statement)) {
            Likeness::SamePoint
        } else if statements.is_some_and(|(a, b)| denies(a, b) || denies(b, a)) {
            Likeness::PointDenied
        } else if statements.is_some_and(|(a, b)| take_opposite_sides(a, b)) {
            Likeness::OppositeSides
        } else if first.axis.is_some() && first.axis == second.axis {
            Likeness::SameAxis
        } else {
            Likeness::DifferentAxes
        }
    }
}

/// Whether two statements whose axes were inferred take opposite sides of one axis. Tagged
/// statements name the points that they make and deny; plain text cannot.
fn take_opposite_sides(one: &Statement, other: &Statement) -> bool {
    let is_untagged = |own: &Statement| own.inferred.is_some() && own.point.is_none();
    let are_untagged = is_untagged(one) && is_untagged(other);
    let on_one_axis = one.axis.is_some() && one.axis == other.axis;
    let sides = one.side.zip(other.side);
    are_untagged && on_one_axis && sides.is_some_and(|(a, b)| a != b)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, heard, pair, personas_with};
    use super::*;
    use crate::vocabulary::{Inferred, Persona, Probability, Seed};

    fn likeness(
        personas: &[Persona],
        keeper: (&str, Option<&str>),
        walker: (&str, Option<&str>),
    ) -> Likeness {
        let corpora = everything(personas);
        let one = heard(personas, 0, keeper.0, keeper.1);
        let other = heard(personas, 1, walker.0, walker.1);
        corpora.voices(Seed(1)).likeness(&one.heard(), &other.heard())
    }

    #[test]
    fn sentences_are_the_same_by_named_points_and_opposed_by_denials() {
        let of = |walker| likeness(&pair(), ("noise", None), (walker, None));
        assert_eq!(of("din"), Likeness::SamePoint);
        assert_eq!(of("quiet"), Likeness::PointDenied);
        assert_eq!(of("lungs"), Likeness::SameAxis);
        assert_eq!(of("stroll"), Likeness::DifferentAxes);
    }

    #[test]
    fn a_reason_in_the_words_of_another_statement_makes_its_point() {
        let walker = personas_with(1, |statements| {
            let words =
                statements.iter().find(|own| own.id.as_str() == "din").unwrap().text.clone();
            let stroll = statements.iter_mut().find(|own| own.id.as_str() == "stroll").unwrap();
            stroll.reasons = vec![crate::vocabulary::samples::reason(&words)];
        });
        let din = walker[1].corpora.values().next().unwrap().statements();
        let din = din.into_iter().find(|own| own.id.as_str() == "din").unwrap().text.clone();
        let of = |said: &str| likeness(&walker, ("noise", None), ("stroll", Some(said)));
        assert_eq!(of(&din), Likeness::SamePoint);
        assert_eq!(of("Something else."), Likeness::DifferentAxes);
    }

    #[test]
    fn similar_wording_is_never_agreement() {
        let close = ("lungs", Some("The street is too very loud."));
        assert_eq!(likeness(&pair(), ("noise", None), close), Likeness::SameAxis);
        let reason = ("din", Some("The reason of din."));
        assert_eq!(
            likeness(&pair(), ("noise", None), reason),
            Likeness::SameAxis,
            "a reason does not name the point of its statement"
        );
        let same = ("stroll", Some("The street is too loud."));
        assert_eq!(likeness(&pair(), ("noise", None), same), Likeness::SameText);
    }

    #[test]
    fn untagged_statements_are_opposed_by_the_sides_of_their_axis() {
        let untag = |statements: &mut Vec<Statement>| {
            for statement in statements {
                let score = Probability::new(0.5).unwrap();
                statement.inferred = Some(Inferred { score, runner_up: None });
                (statement.point, statement.denies) = (None, None);
            }
        };
        let keeper = personas_with(0, untag).remove(0);
        let walker = personas_with(1, untag).remove(1);
        let of = |walker_says| {
            likeness(&[keeper.clone(), walker.clone()], ("takings", None), (walker_says, None))
        };
        assert_eq!(of("stroll"), Likeness::OppositeSides);
        assert_eq!(of("lungs"), Likeness::DifferentAxes);
        let both = [keeper.clone(), walker.clone()];
        let elsewhere = likeness(&both, ("noise", None), ("stroll", None));
        assert_eq!(elsewhere, Likeness::DifferentAxes, "yes on one axis and no on another");
        let mut sharing = walker.clone();
        let corpus = sharing.corpora.values_mut().next().unwrap();
        for statement in corpus.notes.iter_mut().flat_map(|note| &mut note.statements) {
            statement.point = Some("a-point".parse().unwrap());
        }
        let of_point = likeness(&[keeper.clone(), sharing], ("takings", None), ("stroll", None));
        assert_eq!(of_point, Likeness::SameAxis, "one of the two names a point");
        let tagged = pair().remove(0);
        let of_one = likeness(&[tagged, walker], ("takings", None), ("stroll", None));
        assert_eq!(of_one, Likeness::SameAxis, "one of the two is tagged");
    }
}
