//! Comparison by what authors say of their own statements, never by wording.

use super::Mind;
use crate::task::{Compare, CompareAnswer, Item, Judgement, Likeness, Origin, Wording};
use crate::vocabulary::{AxisId, Statement, Topic};

pub(super) fn compare(mind: &Mind<'_>, task: &Compare) -> CompareAnswer {
    let judgement = |pair: &crate::task::Pair| {
        let (first, second) = (task.item(&pair.first), task.item(&pair.second));
        let (likeness, reason) = first
            .zip(second)
            .map_or((Likeness::Different, "unknown items"), |(a, b)| judge(mind, a, b));
        Judgement {
            first: pair.first.clone(),
            second: pair.second.clone(),
            likeness,
            reason: reason.to_owned(),
        }
    };
    let wording = |item: &Item| {
        let Origin { persona, excerpts, axis, .. } = &item.origin;
        let statements = excerpts.iter().filter_map(|id| mind.statement(persona, id));
        Wording {
            item: item.id.clone(),
            question: question(statements, axis.as_ref(), &task.topic),
        }
    };
    CompareAnswer {
        judgements: task.pairs.iter().map(judgement).collect(),
        questions: task.items.iter().filter(|item| item.ask).map(wording).collect(),
    }
}

fn judge(mind: &Mind<'_>, first: &Item, second: &Item) -> (Likeness, &'static str) {
    let whole = |item: &Item| -> Option<&Statement> {
        let statements =
            item.origin.excerpts.iter().filter_map(|id| mind.statement(&item.origin.persona, id));
        statements.into_iter().find(|statement| statement.text == item.text)
    };
    let points = whole(first).zip(whole(second));
    let same = points.is_some_and(|(a, b)| a.point.is_some() && a.point == b.point);
    let denies = |a: &Statement, b: &Statement| a.denies.is_some() && a.denies == b.point;
    let opposed = points.is_some_and(|(a, b)| denies(a, b) || denies(b, a));
    let parted = points.is_some_and(|(a, b)| part(a, b));
    let axis = first.origin.axis.is_some() && first.origin.axis == second.origin.axis;
    if first.text == second.text {
        (Likeness::Same, "the same words")
    } else if same {
        (Likeness::Same, "both name the same point")
    } else if opposed {
        (Likeness::Opposed, "one denies the point that the other names")
    } else if parted {
        (Likeness::Opposed, "they answer the question of one axis in opposite ways")
    } else if axis {
        (Likeness::Related, "both speak to one axis")
    } else {
        (Likeness::Different, "they speak to different axes")
    }
}

/// Whether two statements take opposite sides of one axis. Only of those that nobody has tagged: authors who tag say by
/// points what they deny, and plain text cannot.
fn part(one: &Statement, other: &Statement) -> bool {
    let are_plain = one.inferred.is_some() && other.inferred.is_some();
    let sides = one.side.zip(other.side);
    are_plain && one.axis.is_some() && one.axis == other.axis && sides.is_some_and(|(a, b)| a != b)
}

/// Whether what would change the author's mind about one of the statements comes about; else the question of the axis.
pub(super) fn question<'s>(
    mut statements: impl Iterator<Item = &'s Statement>,
    axis: Option<&AxisId>,
    topic: &Topic,
) -> String {
    if let Some(observation) = statements.find_map(|statement| statement.unless.first()) {
        return format!("Will it turn out that {observation}?");
    }
    let axis = axis.and_then(|axis| topic.axis(axis));
    axis.map_or_else(|| topic.question.clone(), |axis| axis.question.clone())
}

#[cfg(test)]
mod tests {
    use super::super::samples::{mind, pair, provider};
    use super::*;
    use crate::task::samples::topic;
    use crate::task::{Pair, Task};
    use crate::vocabulary::{PersonaId, StatementId};

    fn item(id: &str, persona: &str, statement: &str) -> Item {
        let (persona, statement) =
            (PersonaId::new(persona).unwrap(), StatementId::new(statement).unwrap());
        let corpus = provider(&pair());
        let said = mind(&corpus).statement(&persona, &statement).unwrap();
        let (axis, side) = (said.axis.clone(), said.side);
        let origin = Origin { persona, excerpts: vec![statement], axis, side };
        Item { id: id.into(), text: said.text.clone(), origin, ask: true }
    }

    fn compared(first: Item, second: Item) -> CompareAnswer {
        let pair_of = Pair { first: first.id.clone(), second: second.id.clone() };
        let task = Compare { topic: topic(), items: vec![first, second], pairs: vec![pair_of] };
        let corpus = provider(&pair());
        let answer = compare(&mind(&corpus), &task);
        assert_eq!(task.check(&answer), [""; 0]);
        answer
    }

    fn likeness(first: Item, second: Item) -> Likeness {
        compared(first, second).judgements[0].likeness
    }

    #[test]
    fn only_named_points_are_the_same_and_only_denials_opposed() {
        let noise = || item("i1", "keeper", "noise");
        assert_eq!(likeness(noise(), item("i2", "walker", "din")), Likeness::Same);
        assert_eq!(likeness(noise(), item("i2", "walker", "quiet")), Likeness::Opposed);
        assert_eq!(likeness(noise(), item("i2", "walker", "lungs")), Likeness::Related);
        assert_eq!(likeness(noise(), item("i2", "walker", "stroll")), Likeness::Different);
    }

    #[test]
    fn plain_texts_are_opposed_where_they_take_the_two_sides_of_an_axis() {
        let mut personas = pair();
        let corpora = personas.iter_mut().flat_map(|persona| persona.corpora.values_mut());
        let notes = corpora.flat_map(|corpus| &mut corpus.notes);
        for statement in notes.flat_map(|note| &mut note.statements) {
            let score = crate::vocabulary::Probability::new(0.5).unwrap();
            statement.inferred = Some(crate::vocabulary::Inferred { score, runner_up: None });
            (statement.point, statement.denies) = (None, None);
        }
        let corpus = provider(&personas);
        let judged = |walker: &str| {
            let (one, other) = (item("i1", "keeper", "takings"), item("i2", "walker", walker));
            let sides = one.origin.side != other.origin.side;
            let axes = one.origin.axis == other.origin.axis;
            let (likeness, _) = judge(&mind(&corpus), &one, &other);
            assert_eq!(likeness == Likeness::Opposed, sides && axes, "{walker}: {likeness:?}");
            likeness
        };
        let all = ["din", "quiet", "lungs", "stroll"].map(judged);
        assert!(all.contains(&Likeness::Opposed) && all.contains(&Likeness::Different), "{all:?}");
    }

    #[test]
    fn words_alone_are_no_agreement() {
        let close =
            Item { text: "The street is too very loud.".into(), ..item("i2", "walker", "lungs") };
        assert_eq!(likeness(item("i1", "keeper", "noise"), close), Likeness::Related);
        let part = Item { text: "The reason of din.".into(), ..item("i2", "walker", "din") };
        assert_eq!(
            likeness(item("i1", "keeper", "noise"), part),
            Likeness::Related,
            "a premise does not name the point of its statement"
        );
    }

    #[test]
    fn what_would_change_a_mind_is_the_question() {
        let asked = |first: Item, second: Item| {
            compared(first, second).questions.into_iter().map(|q| q.question).collect::<Vec<_>>()
        };
        assert_eq!(
            asked(item("i1", "keeper", "takings"), item("i2", "keeper", "rain")),
            ["Will it turn out that takings hold for a year?", "Will the shops lose custom?"],
            "on the statement, else the question of its axis"
        );
        assert_eq!(
            asked(item("i1", "keeper", "corner"), item("i2", "walker", "lungs")),
            ["Will the air get cleaner?"; 2],
            "else it is the axis' own"
        );
    }
}
