//! Rule 9: what a persona grants of what others said, and in which words.

use std::cmp::Reverse;

use super::components::bag;
use super::cues::Connection;
use super::heard::Traced;
use super::{Heard, Reply, Untagged, Voice, Voices, one_each, sortable};
use crate::text::{Bag, Lexicon};
use crate::vocabulary::Statement;

/// How a persona begins to say what it grants.
pub(crate) const I_GRANT: &str = "I grant this: ";
/// The fewest distinctive words that a concession and what it is made to have in common.
const FEWEST_WORDS: usize = 2;

/// Something that a persona grants.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Granted<'a> {
    /// What it grants: a position among what was heard.
    pub heard: usize,
    /// The statement that grants it.
    pub statement: &'a Statement,
    /// The words in which it does.
    pub text: &'a str,
}

/// A concession of a persona to something heard.
#[derive(Debug, Clone, Copy)]
pub struct OwnConcession<'a> {
    /// What it concedes to: a position among what was heard.
    pub heard: usize,
    /// The statement of its own corpus that grants the point.
    pub statement: &'a Statement,
    /// The point, as the statement words it.
    pub text: &'a str,
    /// How well it matches. *Range*: [0, 1].
    pub score: f64,
}

impl Voices<'_> {
    /// How many distinctive words a text has in common with a point that is conceded: at least two,
    /// or all words of a point that has fewer such words. `None` if it has fewer, so that it does
    /// not argue for the point. A word that much of the debate is about, such as a name, does not
    /// count.
    pub fn argues_for(&self, point: &str, text: &str) -> Option<usize> {
        distinctive_words(self.lexicon(), point, &self.lexicon().bag(text))
    }
}

/// How many distinctive words a point and what is said have in common, as in
/// [`Voices::argues_for`].
fn distinctive_words(lexicon: &Lexicon, point: &str, said: &Bag) -> Option<usize> {
    let point = lexicon.bag(point);
    let distinctive = lexicon.distinctive(&point);
    let common = distinctive.common(said);
    let is_said = if distinctive.distinct() < FEWEST_WORDS {
        point.common(said) == point.distinct()
    } else {
        common >= FEWEST_WORDS
    };
    is_said.then_some(common)
}

impl<'a> Voice<'a> {
    /// What the persona's own statements concede to claims and reasons that it heard, the best
    /// match of each statement first.
    pub fn own_concessions(&self, heard: &[Heard<'_>]) -> Vec<OwnConcession<'a>> {
        let traced: Vec<_> = heard.iter().map(|heard| self.voices.trace(heard)).collect();
        let mut matches = self.matches(&traced, Untagged::ByWords, |_, _| true);
        matches.sort_by_key(|found| {
            (Reverse(sortable(found.score)), &found.statement.id, found.heard)
        });
        let granted = |found: Reply<'a>| {
            let text = self.granted_words(&found, &traced[found.heard])?;
            let (statement, score) = (found.statement, found.score);
            Some(OwnConcession { heard: found.heard, statement, text, score })
        };
        matches.into_iter().filter_map(granted).collect()
    }

    /// The recalled statements that name the same point. What a persona asserts itself it concedes.
    pub fn concedes(&self, heard: &Heard<'_>) -> Vec<&'a Statement> {
        let traced = self.voices.trace(heard);
        if traced.whole().is_none_or(|statement| statement.point.is_none()) {
            return Vec::new();
        }
        let mut same = self.statements.clone();
        same.retain(|own| traced.shares_point_with(own));
        same
    }

    /// Whether a recalled statement names the same point.
    pub fn shares(&self, heard: &Heard<'_>) -> bool {
        !self.concedes(heard).is_empty()
    }

    /// What the persona grants of what speaks against the side that it takes: a position among what
    /// was heard, and the statement that grants it with the words. That is the first statement that
    /// names the same point, or else the one on the axis one of whose concessions matches best.
    /// Each statement grants one thing, the one that matches it best.
    pub fn grants_to(&self, heard: &[Heard<'_>]) -> Vec<Granted<'a>> {
        let is_against = |heard: &Heard<'_>| {
            let stance = heard.axis.and_then(|axis| self.stance(axis));
            stance.zip(heard.side).is_some_and(|(stance, side)| stance.side != side)
        };
        let traced: Vec<Traced<'_, '_>> =
            heard.iter().map(|heard| self.voices.trace(heard)).collect();
        let mut found = self.matches(&traced, Untagged::ByWords, |at, _| is_against(&heard[at]));
        let words = |reply: &Reply<'a>| self.granted_words(reply, &traced[reply.heard]);
        found.retain(|reply| words(reply).is_some() && !self.grants(reply.statement));
        found.sort_by_key(|reply| {
            (Reverse(sortable(reply.score)), &reply.statement.id, reply.heard)
        });
        let all = found.len();
        let matching = one_each(found, all, |reply| (reply.statement, reply.heard));
        let of_heard = |at: usize| {
            let own =
                self.concedes(&heard[at]).into_iter().next().map(|own| (own, own.text.as_str()));
            let own = own.or_else(|| {
                let reply = matching.iter().find(|reply| reply.heard == at)?;
                Some((reply.statement, words(reply)?))
            });
            let (statement, text) = own.filter(|_| is_against(&heard[at]))?;
            Some(Granted { heard: at, statement, text })
        };
        (0..heard.len()).filter_map(of_heard).collect()
    }

    /// The words in which a match grants what it is matched with: the concession of its statement
    /// that has most words in common with it. `None` if it concedes nothing that was argued, see
    /// [`Voices::argues_for`].
    fn granted_words(&self, found: &Reply<'a>, heard: &Traced<'_, '_>) -> Option<&'a str> {
        if found.link != Connection::Concedes {
            return None;
        }
        let lexicon = self.voices.lexicon();
        let said = heard.components().into_iter().find(|own| own.component == found.component)?;
        let words = bag(lexicon, &said.texts);
        let overlap = |point: &&String| sortable(lexicon.bag(point).overlap(&words));
        let point = found.statement.concedes.iter().rev().max_by_key(overlap)?;
        distinctive_words(lexicon, point, &words).map(|_| point.as_str())
    }
}

#[cfg(test)]
mod tests {
    use crate::corpus::samples::{everything, heard, pair, personas_with};
    use crate::corpus::{Heard, HeardForm};
    use crate::vocabulary::samples::statement;
    use crate::vocabulary::{Persona, Probability, Seed, Side, Statement};

    /// What the keeper grants of a statement of the walker.
    fn granted(personas: &[Persona], statement: &str) -> Option<String> {
        let corpora = everything(personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        let said = heard(personas, 1, statement, None);
        let others = ["stroll", "lungs", "park"].map(|other| heard(personas, 1, other, None));
        let others = others.iter().map(|other| other.heard());
        let heard: Vec<_> = std::iter::once(said.heard()).chain(others).collect();
        let granted = voice.grants_to(&heard).into_iter().find(|granted| granted.heard == 0)?;
        Some(format!("{}: {}", granted.statement.id, granted.text))
    }

    #[test]
    fn a_persona_grants_a_point_against_its_side_that_one_of_its_statements_concedes() {
        assert_eq!(granted(&pair(), "stroll"), None);
        let conceding = |answers: bool| {
            personas_with(0, |statements| {
                statements[0].concedes =
                    vec!["it is loud".into(), "people on foot stop more often".into()];
                statements[2].answers.truncate(usize::from(answers));
            })
        };
        assert_eq!(granted(&conceding(true), "stroll"), None, "another statement answers it");
        let personas = conceding(false);
        let found = granted(&personas, "stroll");
        assert_eq!(found.as_deref(), Some("takings: people on foot stop more often"));
        assert_eq!(granted(&personas, "park"), None, "nothing is conceded there");
        let as_clearly = personas_with(0, |statements| {
            statements[0].concedes = vec![statements[2].answers[0].text.clone()];
        });
        assert_eq!(granted(&as_clearly, "stroll"), None, "it is answered in the same words");
        let by_granted = personas_with(0, |statements| {
            statements[2].answers.clear();
            let concedes = vec!["people on foot stop more often".into()];
            let confidence = Probability::new(0.1).unwrap();
            let half = statement("half", "Some shops gain.", "trade", Side::No);
            statements.push(Statement { confidence, concedes, ..half });
        });
        assert_eq!(granted(&by_granted, "stroll"), None, "the statement itself is only granted");
    }

    #[test]
    fn a_persona_concedes_the_points_that_it_asserts_itself_and_only_those() {
        let personas = pair();
        let corpora = everything(&personas);
        let walker = corpora.voices(Seed(1)).voice(&personas[1].id).unwrap();
        let conceded = |statement, text| {
            let sample = heard(&personas, 0, statement, text);
            let conceded = walker.concedes(&sample.heard());
            conceded.into_iter().map(|own| own.id.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(conceded("noise", None), ["din"]);
        let reason = Some("The reason of noise.");
        assert_eq!(conceded("noise", reason), [""; 0], "a reason names no point");
        assert_eq!(conceded("takings", None), [""; 0]);
        let shares = |id: &str| walker.shares(&heard(&personas, 0, id, None).heard());
        assert!(shares("noise") && !shares("takings"));
    }

    #[test]
    fn a_persona_grants_a_premise_in_the_words_in_which_it_concedes_that_premise() {
        let personas = personas_with(0, |statements| {
            statements[0].concedes = vec!["people on foot stop more often".into()];
            statements[2].answers.clear();
        });
        let corpora = everything(&personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        let said = heard(&personas, 1, "stroll", None);
        let granted = |claim: &str, premise: &str| {
            let premises = [premise.to_owned()];
            let form = HeardForm::Argument { premises: &premises, assumptions: &[] };
            let argument = Heard { text: claim, form, ..said.heard() };
            voice.grants_to(&[argument]).into_iter().next().map(|granted| granted.text)
        };
        let on_foot = "People on foot stop more often.";
        let found = Some("people on foot stop more often");
        assert_eq!(granted("Closed streets pay.", on_foot), found);
        assert_eq!(granted("Closed streets pay.", "Cars are loud."), None);
        let one_word = "Those on foot have time.";
        assert_eq!(granted("Closed streets pay.", one_word), None, "one word in common is chance");
    }
}
