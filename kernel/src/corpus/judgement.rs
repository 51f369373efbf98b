//! Rule 13: whether a reply is relevant to what it is aimed at.

use super::components::is_for;
use super::cues::opposes_by_side;
use super::heard::Traced;
use super::{Heard, Untagged, Voices};
use crate::vocabulary::{Component, PersonaId, Statement, StatementId};

/// A reply is relevant where its overlap with a component is at least this.
const RELEVANT: f64 = 0.25;
/// Another component is taken to be the intended one if its overlap is higher by this.
const CLEARLY_BETTER: f64 = 0.2;

/// What the corpora say about a reply.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judgement {
    /// The component that the statement's author wrote it for.
    pub meant: Component,
    /// The overlap with that component. *Range*: [0, 1].
    pub overlap: f64,
    /// The overlap with the component that the reply was aimed at. *Range*: [0, 1].
    pub aimed_overlap: f64,
    /// Whether the reply is relevant to the component that was meant.
    pub is_relevant: bool,
}

impl Voices<'_> {
    /// Judges a reply by the first of its author's statements that it rests on; without one it is
    /// not relevant.
    pub fn judge(
        &self,
        (author, excerpts): (&PersonaId, &[StatementId]),
        target: &Heard<'_>,
        aimed: Component,
    ) -> Judgement {
        let traced = self.trace(target);
        let statement = excerpts.iter().find_map(|id| self.statement(author, id));
        let indexed = self.corpora.personas.get(author);
        let untagged = indexed.map_or(Untagged::BySide, |own| own.untagged(Untagged::BySide));
        let overlap = |component| {
            let statement = statement.map(|own| (own, untagged));
            statement.map_or(0.0, |statement| self.overlap(statement, &traced, component))
        };
        let aimed_overlap = overlap(aimed);
        let mut best = (aimed, aimed_overlap);
        for component in traced.components().into_iter().map(|texts| texts.component) {
            let next = overlap(component);
            if next > best.1 {
                best = (component, next);
            }
        }
        let (meant, overlap) =
            if best.1 >= aimed_overlap + CLEARLY_BETTER { best } else { (aimed, aimed_overlap) };
        Judgement { meant, overlap, aimed_overlap, is_relevant: overlap >= RELEVANT }
    }

    /// How many of a component's words the claims that a statement answers share.
    fn overlap(
        &self,
        (statement, untagged): (&Statement, Untagged),
        target: &Traced<'_, '_>,
        component: Component,
    ) -> f64 {
        let components = target.components();
        let Some(found) = components.into_iter().find(|found| found.component == component) else {
            return 0.0;
        };
        let lexicon = self.lexicon();
        let words = lexicon.joined(&found.texts);
        let overlap = |text: &str| lexicon.bag(text).overlap(&words);
        let by_side = opposes_by_side(statement, untagged) && target.is_opposed_by(statement);
        if component == Component::Claim && by_side {
            return overlap(&statement.text).max(RELEVANT);
        }
        let answers = statement.answers.iter().filter(|answer| is_for(answer.component, component));
        answers.map(|answer| overlap(&answer.text)).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::super::HeardForm;
    use super::super::samples::{everything, heard, pair, personas_with};
    use super::*;
    use crate::vocabulary::samples::answer;
    use crate::vocabulary::{Inferred, Seed};

    /// The judgement on a statement of the walker that is aimed at the keeper's argument about
    /// takings.
    fn judged(statement: &str, aimed: Component) -> Judgement {
        let personas = pair();
        let corpora = everything(&personas);
        let premises = ["Half of the takings are theirs.".to_owned()];
        let assumptions = ["Drivers will not walk from a car park.".to_owned()];
        let form = HeardForm::Argument { premises: &premises, assumptions: &assumptions };
        let sample = heard(&personas, 0, "takings", None);
        let target = Heard { form, ..sample.heard() };
        let excerpts = [StatementId::new(statement).unwrap()];
        corpora.voices(Seed(1)).judge((&personas[1].id, &excerpts), &target, aimed)
    }

    #[test]
    fn a_reply_to_the_component_that_it_was_written_for_is_relevant() {
        let judgement = judged("park", Component::Assumption(0));
        assert!(judgement.is_relevant && judgement.overlap > 0.9, "{judgement:?}");
        assert_eq!(judgement.meant, Component::Assumption(0));
    }

    #[test]
    fn a_reply_that_was_written_for_another_component_is_corrected() {
        let judgement = judged("park", Component::Premise(0));
        assert!(judgement.is_relevant && judgement.aimed_overlap < 0.1, "{judgement:?}");
        assert_eq!(judgement.meant, Component::Assumption(0));
    }

    #[test]
    fn a_reply_that_was_written_for_no_component_is_not_relevant() {
        let judgement = judged("lungs", Component::Inference);
        assert!(!judgement.is_relevant, "{judgement:?}");
        assert_eq!(judgement.meant, Component::Inference);
        assert!(!judged("unknown", Component::Claim).is_relevant);
    }

    #[test]
    fn an_untagged_statement_is_relevant_by_its_side_only_where_its_author_tags_few() {
        let judged = |untagged: usize, all: usize| {
            let personas = personas_with(1, |statements| {
                statements.truncate(all);
                statements[0].answers = vec![answer(Component::Claim, "it rains")];
                for own in statements.iter_mut().take(untagged) {
                    own.inferred = Some(Inferred::certain());
                }
            });
            let sample = heard(&personas, 0, "takings", None);
            let corpora = everything(&personas);
            let excerpts = [StatementId::new("stroll").unwrap()];
            let reply = (&personas[1].id, &excerpts[..]);
            corpora.voices(Seed(1)).judge(reply, &sample.heard(), Component::Claim).is_relevant
        };
        assert!(judged(9, 9), "no statement is tagged");
        assert!(!judged(1, 9), "its author tagged the others, and wrote it against another claim");
        assert!(judged(2, 4), "one half is not most of them");
    }

    #[test]
    fn a_statement_on_the_other_side_is_relevant_to_the_claim() {
        let judgement = judged("stroll", Component::Claim);
        assert!(judgement.is_relevant && judgement.overlap >= 0.25, "{judgement:?}");
        assert_eq!(judgement.meant, Component::Claim);
    }

    #[test]
    fn of_components_that_are_answered_equally_well_the_first_is_meant() {
        let personas = personas_with(1, |statements| {
            let both = [0, 1].map(|at| answer(Component::Premise(at), "half of the takings"));
            statements[2].answers = both.into();
        });
        let corpora = everything(&personas);
        let premises = ["Half of the takings.".to_owned(), "Half of the takings.".to_owned()];
        let form = HeardForm::Argument { premises: &premises, assumptions: &[] };
        let sample = heard(&personas, 0, "takings", None);
        let target = Heard { form, ..sample.heard() };
        let reply = (&personas[1].id, &[StatementId::new("park").unwrap()][..]);
        let judgement = corpora.voices(Seed(1)).judge(reply, &target, Component::Inference);
        assert_eq!(judgement.meant, Component::Premise(0));
    }

    #[test]
    fn another_component_is_meant_where_the_overlap_with_it_is_higher_by_a_fifth() {
        let meant = |written: &str| {
            let personas = personas_with(1, |statements| {
                statements[2].answers = vec![answer(Component::Premise(0), written)];
            });
            let corpora = everything(&personas);
            let premises = ["Tills ring, clerks count, bells chime, carts wait.".to_owned()];
            let form = HeardForm::Argument { premises: &premises, assumptions: &[] };
            let sample = heard(&personas, 0, "takings", None);
            let target = Heard { form, ..sample.heard() };
            let reply = (&personas[1].id, &[StatementId::new("park").unwrap()][..]);
            corpora.voices(Seed(1)).judge(reply, &target, Component::Inference).meant
        };
        assert_eq!(meant("tills, apples, pears, plums, figs"), Component::Premise(0), "1 of 5");
        let sixth = "tills, apples, pears, plums, figs, nuts";
        assert_eq!(meant(sixth), Component::Inference, "1 of 6");
    }
}
