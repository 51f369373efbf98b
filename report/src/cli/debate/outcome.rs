//! Prints the outcome of a debate, cruxes first.

use std::collections::BTreeMap;

use faultline::record::{Contradiction, Crux, Outcome, Position};

use super::super::terminal::Tone;
use super::transcript::Transcript;
use crate::site::prose::capital;
use crate::site::words;

const TEXT: usize = 5;

impl Transcript<'_> {
    /// Where the positions disagree, what they share, and why the debate ended.
    pub(super) fn outcome(&self, outcome: &Outcome) -> String {
        let mut set = self.layout.heading("Where they disagree");
        if outcome.cruxes.is_empty() {
            set.push_str(&self.layout.labelled(2, "", "No crux was found."));
        }
        for (crux, number) in outcome.cruxes.iter().zip(1..) {
            set.push_str(if number > 1 { "\n" } else { "" });
            set.push_str(&self.crux(crux, number, outcome));
        }
        set.push_str(&self.shared(outcome));
        if !outcome.concessions.is_empty() {
            set.push_str(&self.layout.heading("Concessions"));
        }
        for concession in &outcome.concessions {
            let text = format!("{}: {}", self.name(&concession.persona), concession.text);
            set.push_str(&self.layout.labelled(TEXT, "  ·", &text));
        }
        set.push_str(&self.layout.heading("How it ended"));
        set.push_str(&self.layout.labelled(2, "", &outcome.stop.rule));
        let regime = words::regime(outcome.regime);
        let regime = format!("{}: {}.", capital(regime.word), regime.gloss);
        set.push_str(&self.layout.labelled(2, "", &regime));
        set + &self.layout.labelled(2, "", &outcome.regime_sentence)
    }

    fn crux(&self, crux: &Crux, number: usize, outcome: &Outcome) -> String {
        let layout = &self.layout;
        let mut set =
            layout.labelled_in(TEXT, &format!("  {number}"), &crux.statement, Tone::Strong);
        let kind = words::kind(crux.kind);
        let weight = format!("{} ({}); weight {}", kind.word, kind.gloss, crux.score.value);
        set.push_str(&layout.labelled_in(TEXT, "", &weight, Tone::Faint));
        for position in &crux.positions {
            set.push_str(&self.position(position));
        }
        let settles = layout.paint(Tone::Open, "To settle it:");
        let way = outcome.resolution.iter().find(|way| way.cruxes.contains(&crux.id));
        let observation = way.and_then(|way| way.settles.as_ref());
        let question =
            Some(&crux.settling_question).filter(|question| **question != crux.statement);
        let words: Vec<&str> =
            question.into_iter().chain(observation).map(String::as_str).collect();
        if words.is_empty() {
            return set;
        }
        set + &layout.labelled(TEXT, "", &format!("{settles} {}", words.join(" ")))
    }

    fn position(&self, position: &Position) -> String {
        let says = position.side.map_or("takes no side", words::says);
        let why =
            if position.text.is_empty() { String::new() } else { format!(": {}", position.text) };
        self.layout.labelled(TEXT, "", &format!("{} {says}{why}", self.name(&position.persona)))
    }

    fn shared(&self, outcome: &Outcome) -> String {
        let ground = &outcome.common_ground;
        let mut set = self.layout.heading("What they share");
        if ground.agreed.is_empty() {
            set.push_str(&self.layout.labelled(2, "", "No statement that two personas share."));
        }
        for agreement in &ground.agreed {
            set.push_str(&self.layout.labelled(TEXT, "  ·", &agreement.text));
        }
        let accepted = [
            (ground.unchallenged.len(), "never challenged"),
            (ground.defended.len(), "defended"),
            (ground.untested.len(), "too late to be challenged"),
        ];
        let accepted: Vec<String> = accepted
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, word)| format!("{number} {word}"))
            .collect();
        if !accepted.is_empty() {
            let words = format!("Accepted but not agreed: {}.", accepted.join(", "));
            set.push_str(&self.layout.labelled_in(2, "", &words, Tone::Faint));
        }
        let mut clashes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for Contradiction { first, second, why } in &outcome.fake_consensus {
            clashes.entry(why).or_default().push(format!("{first} and {second}"));
        }
        for (why, pairs) in clashes {
            let head = self.layout.paint(Tone::Bad, "!");
            let words = format!(
                "Accepted together although they contradict each other: {}. {why}",
                pairs.join(", ")
            );
            set.push_str(&self.layout.labelled(TEXT, &format!("  {head}"), &words));
        }
        set
    }
}
