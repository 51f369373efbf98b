//! Rules 10 and 11: how sure an author is of a sentence, and how plausible a listener finds it.

use std::cmp::Reverse;

use super::cues::Connection;
use super::heard::{Role, Traced};
use super::{Heard, HeardForm, Reply, Untagged, Voice, Voices, sortable};
use crate::text::{content_stems, folded, negations};
use crate::vocabulary::{Component, Objection, Statement};

/// The score of a sentence about which nothing is known.
const UNKNOWN: f64 = 0.5;

impl Voices<'_> {
    /// How sure the author is of what it put forward. *Range*: [0, 1], in hundredths.
    pub fn confidence(&self, heard: &Heard<'_>) -> f64 {
        confidence(&self.trace(heard))
    }
}

fn confidence(traced: &Traced<'_, '_>) -> f64 {
    let Some(statement) = traced.statement else { return UNKNOWN };
    let sure = statement.confidence.value();
    hundredths(match traced.role {
        Role::Claim | Role::Reason | Role::Assumption | Role::Concession => sure,
        Role::Other => 1.0 - sure,
    })
}

impl Voice<'_> {
    /// How plausible the persona finds each of these. *Range*: [0, 1], in hundredths.
    pub fn plausibility(&self, heard: &[Heard<'_>]) -> Vec<f64> {
        let traced: Vec<_> = heard.iter().map(|heard| self.voices.trace(heard)).collect();
        let mut matches = self.matches(&traced, Untagged::ByWords, |_, _| true);
        matches.retain(|reply| reply.link != Connection::Opposes);
        let score = |(position, traced): (usize, &Traced<'_, '_>)| {
            let authored = confidence(traced);
            if traced.heard.author == self.persona {
                authored
            } else if matches!(traced.heard.form, HeardForm::Thesis) {
                let is_ally = self.is_ally(traced.heard.author);
                if is_ally { authored } else { hundredths(1.0 - self.mean_confidence()) }
            } else {
                let of_this = matches.iter().filter(|reply| reply.heard == position);
                let best = of_this
                    .min_by_key(|found| (Reverse(sortable(found.score)), &found.statement.id));
                hundredths(self.judged(traced, best, authored))
            }
        };
        traced.iter().enumerate().map(score).collect()
    }

    /// The plausibility of another persona's sentence, by the first case that applies; `best` is
    /// what matches it best.
    fn judged(&self, heard: &Traced<'_, '_>, best: Option<&Reply<'_>>, authored: f64) -> f64 {
        let sureness = |holds: &dyn Fn(&Statement) -> bool| {
            self.surest(holds).map(|statement| statement.confidence.value())
        };
        let said = folded(heard.heard.text);
        let asserts = |own: &Statement| {
            let granted = own.concedes.iter().map(String::as_str);
            heard.shares_point_with(own)
                || asserted_texts(own).chain(granted).any(|text| folded(text) == said)
                || self.is_quoted(own, heard, Role::Other)
        };
        if let Some(asserted) = sureness(&asserts) {
            return asserted;
        }
        if let Some(denied) = sureness(&|own| heard.is_denied_by(own)) {
            return 1.0 - denied;
        }
        let is_against =
            |own: &Statement| heard.is_opposed_by(own) || self.is_quoted(own, heard, Role::Claim);
        let by_side = sureness(&is_against)
            .map(|against| 1.0 - against)
            .or_else(|| sureness(&|own| heard.is_joined_by(own)));
        let by_side = f64::midpoint(authored, by_side.unwrap_or(UNKNOWN));
        let Some(reply) = best else { return by_side };
        let denied = 1.0 - reply.statement.confidence.value();
        // A concession may grant less than what is said: it counts as far as it has its words.
        let as_far = |granted: f64| reply.score * granted + (1.0 - reply.score) * by_side;
        match reply.link {
            // That it does not follow from its reasons is not a denial.
            Connection::Answers if reply.component == Component::Inference => {
                f64::midpoint(authored, denied)
            }
            Connection::Answers | Connection::Opposes => denied,
            Connection::Concedes => as_far(authored),
            Connection::Unless => as_far(f64::midpoint(authored, 1.0)),
        }
    }

    /// Whether the author of what was heard aims at this statement of the listener an `answers`
    /// that quotes it: has nearly the same words, the same numbers and as many negations. As
    /// [`Role::Claim`] what was heard answers the statement; as [`Role::Other`] it is the
    /// quotation.
    fn is_quoted(&self, own: &Statement, heard: &Traced<'_, '_>, role: Role) -> bool {
        let Some(said) = heard.statement.filter(|_| heard.role == role) else { return false };
        let lexicon = self.voices.lexicon();
        let quotes = |answer: &Objection| {
            let words = lexicon.bag(&answer.text);
            let nearly = |text: &str| lexicon.bag(text).nearly_repeats(&words);
            asserted_texts(own).any(|text| nearly(text) && says_as_much(text, &answer.text))
        };
        let is_meant = |answer: &Objection| {
            if role == Role::Other {
                answer.text == heard.heard.text
            } else {
                answer.component == Component::Claim
            }
        };
        let quotes = |answer: &Objection| is_meant(answer) && quotes(answer);
        self.voices.is_aimed_at((heard.heard.author, said), quotes, (self.persona, own))
    }

    /// The mean confidence of what the persona recalls.
    fn mean_confidence(&self) -> f64 {
        let sum: f64 = self.statements.iter().map(|own| own.confidence.value()).sum();
        if self.statements.is_empty() { UNKNOWN } else { sum / self.statements.len() as f64 }
    }
}

/// What a statement asserts: itself, its reasons and its assumptions.
fn asserted_texts(own: &Statement) -> impl Iterator<Item = &str> {
    let reasons = own.all_reasons().into_iter().map(|reason| reason.text.as_str());
    let assumptions = own.assumptions.iter().map(|assumption| assumption.text.as_str());
    std::iter::once(own.text.as_str()).chain(reasons).chain(assumptions)
}

/// Whether a sentence with nearly all words of another has its numbers, and as many negations.
fn says_as_much(text: &str, said: &str) -> bool {
    let words = content_stems(text);
    let is_number = |word: &&String| word.starts_with(|first: char| first.is_ascii_digit());
    negations(text) == negations(said)
        && content_stems(said).iter().filter(is_number).all(|number| words.contains(number))
}

/// A number rounded to two decimals.
pub(crate) fn hundredths(value: f64) -> f64 {
    (100.0 * value).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, heard, pair, personas_with};
    use super::*;
    use crate::vocabulary::samples::{answer, reason as reason_of};
    use crate::vocabulary::{Persona, Probability, Seed, Side};

    fn near(score: f64, expected: f64) {
        assert!((score - expected).abs() < 1e-9, "{score} is not {expected}");
    }

    /// How plausible the second persona finds a sentence of the first.
    fn plausible(personas: &[Persona], statement: &str, text: Option<&str>) -> f64 {
        let sample = heard(personas, 0, statement, text);
        plausible_to(1, personas, &sample.heard())
    }

    fn plausible_to(listener: usize, personas: &[Persona], heard: &Heard<'_>) -> f64 {
        let corpora = everything(personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[listener].id).unwrap();
        voice.plausibility(&[*heard])[0]
    }

    fn sure(confidence: f64) -> Probability {
        Probability::new(confidence).unwrap()
    }

    const REASON: &str = "The reason of takings.";

    #[test]
    fn confidence_is_the_statements_and_one_less_it_for_thoughts_ascribed_to_others() {
        let personas = personas_with(0, |s| s[0].concedes = vec!["some walk".into()]);
        let corpora = everything(&personas);
        let of = |statement, text| {
            let sample = heard(&personas, 0, statement, text);
            corpora.voices(Seed(1)).confidence(&sample.heard())
        };
        near(of("takings", None), 0.7);
        near(of("takings", Some("some walk")), 0.7);
        near(of("corner", Some("The reason of corner.")), 0.8);
        near(of("rain", Some("people on foot stop more often and spend more")), 0.3);
        let sample = heard(&personas, 0, "takings", None);
        let thesis = Heard { form: HeardForm::Thesis, ..sample.heard() };
        near(corpora.voices(Seed(1)).confidence(&thesis), 0.5);
    }

    #[test]
    fn plausibility_of_an_own_sentence_is_the_authors_confidence() {
        let personas = pair();
        let sample = heard(&personas, 0, "corner", None);
        near(plausible_to(0, &personas, &sample.heard()), 0.8);
    }

    #[test]
    fn plausibility_of_a_thesis_depends_on_its_side() {
        let mut personas = pair();
        let sample = heard(&personas, 0, "takings", None);
        let thesis = Heard { form: HeardForm::Thesis, ..sample.heard() };
        near(plausible_to(1, &personas, &thesis), 0.3);
        personas[1].corpora.values_mut().for_each(|corpus| corpus.stance = Side::No);
        near(plausible_to(1, &personas, &thesis), 0.5);
    }

    #[test]
    fn plausibility_of_an_asserted_point_is_the_listeners_confidence() {
        let personas = personas_with(1, |statements| statements[3].confidence = sure(0.9));
        near(plausible(&personas, "noise", None), 0.9);
    }

    #[test]
    fn plausibility_of_a_sentence_that_the_listener_has_written_too_is_its_confidence() {
        let personas = pair();
        let said = personas[0].corpora.values().next().unwrap().notes[0].statements[0].clone();
        let personas = personas_with(1, |statements| {
            statements[1].text.clone_from(&said.text);
            statements[1].confidence = sure(0.9);
        });
        near(plausible(&personas, said.id.as_str(), None), 0.9);
    }

    /// The keeper, whose second statement answers this claim and is on no axis, and the walker, who
    /// gives this reason.
    fn quoting(quotation: &str, reason: &str) -> Vec<Persona> {
        let mut personas = personas_with(1, |statements| {
            statements[1].reasons = vec![reason_of(reason)];
            statements[1].confidence = sure(0.9);
        });
        let keeper = personas[0].corpora.values_mut().next().unwrap();
        let corner = &mut keeper.notes[0].statements[1];
        (corner.axis, corner.side) = (None, None);
        corner.answers = vec![answer(Component::Claim, quotation)];
        personas
    }

    #[test]
    fn plausibility_of_a_sentence_that_the_listener_grants_or_gives_as_a_reason_is_its_confidence()
    {
        let personas = personas_with(1, |statements| {
            statements[0].concedes = vec!["shops lose the custom of drivers".into()];
            statements[0].confidence = sure(0.9);
        });
        near(plausible(&personas, "takings", None), 0.9);
        let personas = quoting("", "exhaust goes round the corner");
        near(plausible(&personas, "corner", None), 0.9);
    }

    #[test]
    fn plausibility_of_a_claim_that_quotes_the_listener_is_its_confidence() {
        let quotation = "half of 100 streets are clean";
        let of = |reason| plausible(&quoting(quotation, reason), "corner", Some(quotation));
        near(of("of 100 streets in the town half are clean"), 0.9);
        let unlike = f64::midpoint(0.2, 0.5);
        near(of("of 100 streets in the town half are not clean"), unlike);
        near(of("of 200 streets in the town half are clean"), unlike);
    }

    #[test]
    fn plausibility_of_a_sentence_that_answers_the_listener_is_half_way_to_a_denial() {
        let clean = "of 100 streets in the town half are clean";
        let of = |quotation| plausible(&quoting(quotation, clean), "corner", None);
        near(of("half of 100 streets are clean"), f64::midpoint(0.8, 0.1));
        near(of("half of 200 streets are clean"), f64::midpoint(0.8, 0.5));
    }

    #[test]
    fn plausibility_of_a_denied_point_is_one_less_the_confidence() {
        let personas = personas_with(1, |statements| {
            statements.remove(3);
            statements[3].confidence = sure(0.8);
        });
        near(plausible(&personas, "noise", None), 0.2);
    }

    #[test]
    fn plausibility_of_an_answered_sentence_is_one_less_the_confidence_of_the_answer() {
        let personas = personas_with(1, |statements| {
            statements[2].confidence = sure(0.6);
            statements[0].answers =
                vec![answer(Component::Claim, "shops lose the custom of drivers")];
        });
        near(plausible(&personas, "takings", Some("Drivers will not walk from a car park.")), 0.4);
        near(plausible(&personas, "takings", None), 0.3);
    }

    #[test]
    fn plausibility_of_a_sentence_that_is_said_not_to_follow_is_half_way_to_a_denial() {
        let personas = personas_with(1, |statements| {
            statements[0].confidence = sure(0.9);
            let inference = "from the reason of takings it follows that shops lose the custom";
            statements[0].answers = vec![answer(Component::Inference, inference)];
        });
        near(plausible(&personas, "takings", None), f64::midpoint(0.7, 0.1));
    }

    #[test]
    fn plausibility_of_a_conceded_sentence_is_the_authors_confidence() {
        let personas = personas_with(1, |s| s[0].concedes = vec!["the reason of takings".into()]);
        near(plausible(&personas, "takings", Some(REASON)), 0.7);
    }

    #[test]
    fn plausibility_of_what_would_change_the_listeners_mind_is_half_way_to_one() {
        let personas = personas_with(1, |s| s[0].unless = vec!["the reason of takings".into()]);
        near(plausible(&personas, "takings", Some(REASON)), 0.85);
    }

    #[test]
    fn plausibility_without_a_match_is_half_way_to_what_the_listener_holds_on_the_axis() {
        let personas = personas_with(1, |statements| statements[0].confidence = sure(0.9));
        near(plausible(&personas, "takings", None), f64::midpoint(0.7, 0.1));
        let sample = heard(&personas, 0, "takings", None);
        let joined = Heard { side: Some(Side::No), text: "They keep it.", ..sample.heard() };
        near(plausible_to(1, &personas, &joined), f64::midpoint(0.3, 0.9));
        near(plausible(&personas, "takings", Some(REASON)), f64::midpoint(0.7, 0.5));
    }
}
