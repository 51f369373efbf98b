//! `compare`: the likeness of each pair (rule 14), and what would settle the items for which a question is wanted (rule 12).

use super::{Compare, CompareAnswer, Item, Judgement, Likeness, Pair, Wording};
use crate::corpus::{self, Form, Heard, Voices};

pub(super) fn answer(question: &Compare, voices: &Voices<'_>) -> CompareAnswer {
    let judgement = |pair: &Pair| {
        let items = question.item(&pair.first).zip(question.item(&pair.second));
        let (likeness, reason) = items.map_or((Likeness::Different, "unknown items"), |(a, b)| {
            judged(voices.likeness(&a.heard(), &b.heard()))
        });
        Judgement {
            first: pair.first.clone(),
            second: pair.second.clone(),
            likeness,
            reason: reason.to_owned(),
        }
    };
    let wording = |item: &Item| Wording {
        item: item.id.clone(),
        question: voices.settling_question(&item.heard()),
    };
    CompareAnswer {
        judgements: question.pairs.iter().map(judgement).collect(),
        questions: question.items.iter().filter(|item| item.ask).map(wording).collect(),
    }
}

impl Item {
    /// A sentence that is compared.
    fn heard(&self) -> Heard<'_> {
        Heard {
            author: &self.origin.persona,
            text: &self.text,
            axis: self.origin.axis.as_ref(),
            side: self.origin.side,
            excerpts: &self.origin.excerpts,
            form: Form::Sentence,
        }
    }
}

fn judged(likeness: corpus::Likeness) -> (Likeness, &'static str) {
    use corpus::Likeness as By;
    match likeness {
        By::SameText => (Likeness::Same, "the same words"),
        By::SamePoint => (Likeness::Same, "both name the same point"),
        By::PointDenied => (Likeness::Opposed, "one denies the point that the other names"),
        By::OppositeSides => (Likeness::Opposed, "they take opposite sides of the same axis"),
        By::SameAxis => (Likeness::Related, "both are about the same axis"),
        By::DifferentAxes => (Likeness::Different, "they are about different axes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair};
    use crate::mode::shared::questions::compare::Origin;
    use crate::question::Question;
    use crate::vocabulary::samples::topic;
    use crate::vocabulary::{PersonaId, Seed, StatementId};

    fn item(id: &str, persona: &str, statement: &str) -> Item {
        let (persona, statement) =
            (PersonaId::new(persona).unwrap(), StatementId::new(statement).unwrap());
        let personas = pair();
        let author = personas.iter().find(|known| known.id == persona).unwrap();
        let own = author.corpora[&topic().id].statement(&statement).unwrap();
        let (axis, side) = (own.axis.clone(), own.side);
        let origin = Origin { persona, excerpts: vec![statement], axis, side };
        Item { id: id.into(), text: own.text.clone(), origin, ask: true }
    }

    fn answered(first: Item, second: Item) -> CompareAnswer {
        let pairs = vec![Pair { first: first.id.clone(), second: second.id.clone() }];
        let question = Compare { topic: topic(), items: vec![first, second], pairs };
        let corpora = everything(&pair());
        let answer = answer(&question, &corpora.voices(Seed(1)));
        assert_eq!(question.accept(answer.clone()).err(), None);
        answer
    }

    #[test]
    fn each_pair_is_judged_by_the_likeness_of_its_statements() {
        let judged = |walker| {
            let answer = answered(item("i1", "keeper", "noise"), item("i2", "walker", walker));
            answer.judgements[0].likeness
        };
        assert_eq!(judged("din"), Likeness::Same);
        assert_eq!(judged("quiet"), Likeness::Opposed);
        assert_eq!(judged("lungs"), Likeness::Related);
        assert_eq!(judged("stroll"), Likeness::Different);
    }

    #[test]
    fn what_would_change_the_authors_mind_is_the_question() {
        let asked = |first: Item, second: Item| {
            answered(first, second).questions.into_iter().map(|q| q.question).collect::<Vec<_>>()
        };
        assert_eq!(
            asked(item("i1", "keeper", "takings"), item("i2", "keeper", "rain")),
            ["Is it true that takings hold for a year?", "Will the shops lose custom?"]
        );
        assert_eq!(
            asked(item("i1", "keeper", "corner"), item("i2", "walker", "lungs")),
            ["Will the air get cleaner?"; 2]
        );
    }
}
