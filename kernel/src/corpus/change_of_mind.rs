//! Rule 12: what would change a mind, and the question that would settle a disagreement.

use super::{Heard, Voices};

impl<'a> Voices<'a> {
    /// The observation that would change the author's mind, as a clause: the first that the
    /// statements behind the argument name.
    pub fn would_change_if(&self, heard: &Heard<'_>) -> Option<&'a str> {
        let mut statements = self.statements_behind(heard);
        statements.find_map(|statement| statement.unless.first()).map(String::as_str)
    }

    /// Asks whether that observation will be made, since many are of the future. Without one,
    /// returns the question of the axis or else of the topic.
    pub fn settling_question(&self, heard: &Heard<'_>) -> String {
        if let Some(observation) = self.would_change_if(heard) {
            return format!("Will it turn out that {observation}?");
        }
        let axis = heard.axis.and_then(|axis| self.topic().axis(axis));
        axis.map_or_else(|| &self.topic().question, |axis| &axis.question).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, heard, pair};
    use super::*;
    use crate::vocabulary::Seed;

    #[test]
    fn a_settling_question_asks_for_what_would_change_the_authors_mind() {
        let personas = pair();
        let corpora = everything(&personas);
        let voices = corpora.voices(Seed(1));
        let question = |statement, without_axis: bool| {
            let sample = heard(&personas, 0, statement, None);
            let axis = sample.heard().axis.filter(|_| !without_axis);
            voices.settling_question(&Heard { axis, ..sample.heard() })
        };
        let observation = "Will it turn out that takings hold for a year?";
        assert_eq!(question("takings", false), observation);
        assert_eq!(question("rain", false), "Will the shops lose custom?", "that of the axis");
        let topic = "Should the high street be closed to cars?";
        assert_eq!(question("rain", true), topic, "that of the topic");
    }
}
