//! Rule 5: which statements a persona puts first.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Voice, sortable};
use crate::text::{Bag, Lexicon, content};
use crate::vocabulary::{Axis, AxisId, Side, Statement, Topic};

/// How much an overlap of 1 with the words of the axis raises the rank of a statement.
const TO_THE_POINT: f64 = 0.5;
/// How much each opposing claim that a statement answers lowers its rank: a reply needs something to reply to.
const IS_REPLY: f64 = 0.1;

/// Ranks statements by how well they lead.
pub(super) struct Worth<'a> {
    lexicon: &'a Lexicon,
    axes: BTreeMap<&'a AxisId, Bag>,
}

impl<'a> Worth<'a> {
    pub(super) fn new(topic: &'a Topic, lexicon: &'a Lexicon) -> Self {
        let words = |axis: &Axis| {
            let texts = [axis.yes.as_str(), axis.no.as_str()];
            let keywords = axis.keywords.iter().map(String::as_str);
            lexicon.joined(&texts.into_iter().chain(keywords).collect::<Vec<_>>())
        };
        Self { lexicon, axes: topic.axes.iter().map(|axis| (&axis.id, words(axis))).collect() }
    }

    /// The worth of a statement as an integer that sorts like it.
    pub(super) fn of(&self, statement: &Statement) -> u64 {
        let reasons = statement.reasons.iter().map(|reason| reason.text.as_str());
        let texts: Vec<&str> = std::iter::once(statement.text.as_str()).chain(reasons).collect();
        let axis = statement.axis.as_ref().and_then(|axis| self.axes.get(axis));
        let overlap = axis.map_or(0.0, |axis| self.lexicon.joined(&texts).overlap(axis));
        let replies = IS_REPLY * statement.answers.len() as f64;
        let worth = (statement.confidence.value() + TO_THE_POINT * overlap - replies).max(0.0);
        // Where words alone say that it is about the axis, it is worth as much less as that is unsure.
        let certainty = statement.inferred.as_ref().map_or(1.0, |known| known.score.value());
        sortable(worth * certainty)
    }
}

/// How far a text answers the question of an axis on this side: the cosine |A ∩ B| / √(|A| · |B|) of its content words and those of the
/// question, of the side's sentence and of the keywords. The overlap coefficient would prefer a sentence of two words that has one of
/// them.
///
/// *Range*: [0, 1]; 0 for a text without content words.
///
/// # Source
/// Ochiai 1957.
fn relevance(axis: &Axis, side: Side, text: &str) -> f64 {
    let texts = [axis.question.as_str(), axis.proposition(side)];
    let about = texts.into_iter().chain(axis.keywords.iter().map(String::as_str));
    let (words, about) = (content(text), content(&about.collect::<Vec<_>>().join(" ")));
    let common = words.intersection(&about).count() as f64;
    let size = (words.len() as f64 * about.len() as f64).sqrt();
    if size > 0.0 { common / size } else { 0.0 }
}

/// How well a text stands for the answer of its author, as a value that sorts like it: the one of which its author is surer, among equals
/// the one that answers the question better. Authors of texts without tags state no confidence, so that there the question decides.
pub fn representativeness(axis: &Axis, side: Side, text: &str, confidence: f64) -> (u64, u64) {
    (sortable(confidence), sortable(relevance(axis, side, text)))
}

/// The axes that leading statements are about.
#[derive(Debug, Clone, Copy)]
pub enum Issues<'i> {
    /// All of these axes, in this order.
    Named(&'i [&'i AxisId]),
    /// The axes of the statements that lead best, in their order.
    Any,
}

impl<'a> Voice<'a> {
    /// The best statement on each axis that can be an argument; where these are fewer than `least`, the best of the others too.
    /// Only statements that `may_lead` is true of are taken.
    pub fn lead(
        &self,
        issues: Issues<'_>,
        least: usize,
        may_lead: impl Fn(&Statement) -> bool,
    ) -> Vec<&'a Statement> {
        let mut leads = self.by_worth();
        leads.retain(|statement| may_lead(statement));
        let mut chosen: Vec<&'a Statement> = Vec::new();
        match issues {
            Issues::Named(axes) => chosen.extend(axes.iter().filter_map(|&axis| {
                leads.iter().copied().find(|statement| statement.axis.as_ref() == Some(axis))
            })),
            Issues::Any => {
                for &lead in &leads {
                    if chosen.len() < least && chosen.iter().all(|other| other.axis != lead.axis) {
                        chosen.push(lead);
                    }
                }
            }
        }
        for lead in leads {
            if chosen.len() < least && chosen.iter().all(|other| other.id != lead.id) {
                chosen.push(lead);
            }
        }
        chosen
    }

    /// The recalled statements that can be arguments, the best first, those that name a shared point last.
    pub fn by_worth(&self) -> Vec<&'a Statement> {
        let mut leads = self.statements.clone();
        leads.retain(|statement| statement.can_argue());
        leads.sort_by_key(|&statement| {
            let worth = self.indexed.worth.get(&statement.id).copied().unwrap_or_default();
            (self.voices.is_shared(statement), Reverse(worth), &statement.id)
        });
        leads
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, pair, personas_with};
    use super::*;
    use crate::vocabulary::samples::topic;
    use crate::vocabulary::{Inferred, Persona, Probability, Seed};

    fn led(personas: &[Persona], axes: &[&str], least: usize) -> Vec<String> {
        let corpora = everything(personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        let axes: Vec<AxisId> = axes.iter().map(|axis| AxisId::new(*axis).unwrap()).collect();
        let named: Vec<&AxisId> = axes.iter().collect();
        let issues = if named.is_empty() { Issues::Any } else { Issues::Named(&named) };
        let lead = voice.lead(issues, least, |_| true);
        lead.into_iter().map(|statement| statement.id.to_string()).collect()
    }

    #[test]
    fn a_voice_leads_with_one_statement_an_axis_and_then_with_the_best_others() {
        assert_eq!(led(&pair(), &["air", "trade"], 0), ["corner", "takings"]);
        assert_eq!(led(&pair(), &["air"], 2), ["corner", "takings"]);
        assert_eq!(led(&pair(), &[], 1), ["takings"], "it shares words with its axis");
        assert_eq!(led(&pair(), &[], 2), ["takings", "corner"], "one on each axis first");
        assert_eq!(led(&pair(), &[], 4), ["takings", "corner", "rain", "noise"]);
    }

    #[test]
    fn a_statement_that_is_on_an_axis_by_its_words_leads_the_less_the_less_sure_that_is() {
        let leads = |certainty: f64| {
            let personas = personas_with(0, |statements| {
                statements[2].answers.clear();
                let score = Probability::new(certainty).unwrap();
                statements[0].inferred = Some(Inferred { score, runner_up: None });
            });
            led(&personas, &["trade"], 1).concat()
        };
        assert_eq!(leads(1.0), "takings");
        assert_eq!(leads(0.5), "rain", "its author wrote it about the axis");
    }

    #[test]
    fn a_reply_leads_only_where_it_is_clearly_surer() {
        let sure = |confidence| {
            let personas = personas_with(0, |statements| {
                statements[2].confidence = Probability::new(confidence).unwrap();
            });
            led(&personas, &["trade"], 1).concat()
        };
        // «Shops lose the custom of drivers.» shares its words with the axis, the reply shares none.
        assert_eq!(sure(0.72), "takings");
        let alone = personas_with(0, |statements| {
            statements[0].text = "They go elsewhere.".into();
            statements[2].confidence = Probability::new(0.79).unwrap();
        });
        assert_eq!(led(&alone, &["trade"], 1), ["takings"], "0.79 less 0.1 is below 0.7");
    }

    #[test]
    fn a_text_in_the_words_of_the_axis_is_more_relevant_than_one_beside_the_question() {
        let axis = Axis {
            question: "Will takings rise?".into(),
            yes: "Takings rise when a street is closed.".into(),
            keywords: vec!["customers".into()],
            ..topic().axes.remove(0)
        };
        let of = |text| relevance(&axis, Side::Yes, text);
        assert!(of("Customers raise the takings.") > of("A sixty-year lease outlasts a tenant."));
        assert!(of("Nothing else matters.") < f64::EPSILON);
        assert!(of(&axis.yes) > of("Takings fell."), "a short text is not relevant by its length");
        assert!((0.0..=1.0).contains(&of(&axis.yes)) && of("").abs() < f64::EPSILON);
    }

    #[test]
    fn a_shared_point_leads_last() {
        let personas = personas_with(0, |statements| {
            statements[3].confidence = Probability::ONE;
        });
        assert_eq!(led(&personas, &[], 4).last().unwrap(), "noise");
    }
}
