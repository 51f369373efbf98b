//! What a debate comes to, for people at a terminal.

use std::collections::BTreeMap;

use faultline::record::{Contradiction, Crux, Outcome, Position};

use super::super::terminal::Tone;
use super::transcript::Live;
use crate::site::glossary;
use crate::site::sentence::capital;

const WORDS: usize = 5;

impl Live<'_> {
    /// Where the positions part, what they share, and why it ended.
    pub(super) fn ending(&self, outcome: &Outcome) -> String {
        let mut set = self.setter.heading("Where they part");
        if outcome.cruxes.is_empty() {
            set.push_str(&self.setter.beside(2, "", "No crux was found."));
        }
        for (crux, number) in outcome.cruxes.iter().zip(1..) {
            set.push_str(if number > 1 { "\n" } else { "" });
            set.push_str(&self.crux(crux, number, outcome));
        }
        set.push_str(&self.shared(outcome));
        if !outcome.concessions.is_empty() {
            set.push_str(&self.setter.heading("What was granted"));
        }
        for concession in &outcome.concessions {
            let words = format!("{}: {}", self.name(&concession.persona), concession.text);
            set.push_str(&self.setter.beside(WORDS, "  ·", &words));
        }
        set.push_str(&self.setter.heading("How it ended"));
        set.push_str(&self.setter.beside(2, "", &outcome.stop.rule));
        let regime = glossary::regime(outcome.regime);
        let regime = format!("{}: {}.", capital(regime.word), regime.gloss);
        set.push_str(&self.setter.beside(2, "", &regime));
        set + &self.setter.beside(2, "", &outcome.regime_sentence)
    }

    fn crux(&self, crux: &Crux, number: usize, outcome: &Outcome) -> String {
        let setter = &self.setter;
        let mut set = setter.toned(WORDS, &format!("  {number}"), &crux.statement, Tone::Strong);
        let kind = glossary::kind(crux.kind);
        let weight = format!("{} ({}); weight {}", kind.word, kind.gloss, crux.score.value);
        set.push_str(&setter.toned(WORDS, "", &weight, Tone::Faint));
        for position in &crux.positions {
            set.push_str(&self.position(position));
        }
        let settles = setter.paint(Tone::Open, "To settle it:");
        let way = outcome.resolution.iter().find(|way| way.cruxes.contains(&crux.id));
        let observation = way.and_then(|way| way.settles.as_ref());
        let question =
            Some(&crux.settling_question).filter(|question| **question != crux.statement);
        let words: Vec<&str> =
            question.into_iter().chain(observation).map(String::as_str).collect();
        if words.is_empty() {
            return set;
        }
        set + &setter.beside(WORDS, "", &format!("{settles} {}", words.join(" ")))
    }

    fn position(&self, position: &Position) -> String {
        let says = position.side.map_or("takes no side", glossary::says);
        let why =
            if position.text.is_empty() { String::new() } else { format!(": {}", position.text) };
        self.setter.beside(WORDS, "", &format!("{} {says}{why}", self.name(&position.persona)))
    }

    fn shared(&self, outcome: &Outcome) -> String {
        let ground = &outcome.common_ground;
        let mut set = self.setter.heading("What they share");
        if ground.agreed.is_empty() {
            set.push_str(&self.setter.beside(2, "", "Nothing that two of them stand behind."));
        }
        for agreement in &ground.agreed {
            set.push_str(&self.setter.beside(WORDS, "  ·", &agreement.text));
        }
        let accepted = [
            (ground.unchallenged.len(), "never challenged"),
            (ground.defended.len(), "defended"),
            (ground.untested.len(), "too late to be tested"),
        ];
        let accepted: Vec<String> = accepted
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, word)| format!("{number} {word}"))
            .collect();
        if !accepted.is_empty() {
            let words = format!("Accepted, which is not agreed: {}.", accepted.join(", "));
            set.push_str(&self.setter.toned(2, "", &words, Tone::Faint));
        }
        let mut clashes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for Contradiction { first, second, why } in &outcome.fake_consensus {
            clashes.entry(why).or_default().push(format!("{first} and {second}"));
        }
        for (why, pairs) in clashes {
            let head = self.setter.paint(Tone::Bad, "!");
            let words =
                format!("Accepted, though not both can be right: {}. {why}", pairs.join(", "));
            set.push_str(&self.setter.beside(WORDS, &format!("  {head}"), &words));
        }
        set
    }
}
