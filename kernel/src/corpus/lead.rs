//! Rule 5: which statements a persona puts first.

use std::cmp::Reverse;

use super::Voice;
use crate::vocabulary::{AxisId, Statement};

/// The axes that leading statements are about.
#[derive(Debug, Clone, Copy)]
pub enum LeadAxes<'i> {
    /// All of these axes, in this order.
    Named(&'i [&'i AxisId]),
    /// The axes of the statements that lead best, in their order.
    Any,
}

impl<'a> Voice<'a> {
    /// The best statement on each axis that can be an argument; where these are fewer than `least`,
    /// the best of the others too. Only statements that `may_lead` is true of are taken.
    pub fn lead(
        &self,
        issues: LeadAxes<'_>,
        least: usize,
        may_lead: impl Fn(&Statement) -> bool,
    ) -> Vec<&'a Statement> {
        let mut leads = self.by_worth();
        leads.retain(|statement| may_lead(statement));
        let mut chosen: Vec<&'a Statement> = Vec::new();
        match issues {
            LeadAxes::Named(axes) => chosen.extend(axes.iter().filter_map(|&axis| {
                leads.iter().copied().find(|statement| statement.axis.as_ref() == Some(axis))
            })),
            LeadAxes::Any => {
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

    /// The recalled statements that can be arguments, the best first, those that name a shared
    /// point last.
    pub fn by_worth(&self) -> Vec<&'a Statement> {
        let mut leads = self.statements.clone();
        leads.retain(|statement| statement.can_argue());
        leads.sort_by_key(|&statement| {
            let rank = self.indexed.lead_ranks.get(&statement.id).copied().unwrap_or_default();
            (self.voices.is_shared(statement), Reverse(rank), &statement.id)
        });
        leads
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, pair, personas_with};
    use super::*;
    use crate::vocabulary::{Inferred, Persona, Probability, Seed};

    fn led(personas: &[Persona], axes: &[&str], least: usize) -> Vec<String> {
        let corpora = everything(personas);
        let voice = corpora.voices(Seed(1)).voice(&personas[0].id).unwrap();
        let axes: Vec<AxisId> = axes.iter().map(|axis| AxisId::new(*axis).unwrap()).collect();
        let named: Vec<&AxisId> = axes.iter().collect();
        let issues = if named.is_empty() { LeadAxes::Any } else { LeadAxes::Named(&named) };
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
        // «Shops lose the custom of drivers.» shares its words with the axis, the reply shares
        // none.
        assert_eq!(sure(0.72), "takings");
        let alone = personas_with(0, |statements| {
            statements[0].text = "They go elsewhere.".into();
            statements[2].confidence = Probability::new(0.79).unwrap();
        });
        assert_eq!(led(&alone, &["trade"], 1), ["takings"], "0.79 less 0.1 is below 0.7");
    }

    #[test]
    fn a_shared_point_leads_last() {
        let personas = personas_with(0, |statements| {
            statements[3].confidence = Probability::ONE;
        });
        assert_eq!(led(&personas, &[], 4).last().unwrap(), "noise");
    }
}
