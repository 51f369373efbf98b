//! The turns of a conversation and what concessions change.

use faultline::record::{Concession, Event, Speech, Turn};
use faultline::view::action;
use faultline::vocabulary::{PersonaId, Side};

use super::{DETAIL, NODE, TEXT, Transcript, plural};

impl Transcript<'_> {
    /// Why the graph was updated, and what changed.
    pub(super) fn crystallization(&self, event: &Event) -> String {
        let Event::Crystallization {
            due, added, updated, removed, attacks, attacks_removed, ..
        } = event
        else {
            return String::new();
        };
        let text = format!(
            "{due} The graph: {added} added, {updated} changed, {removed} removed; {}, {attacks_removed} withdrawn.",
            plural(*attacks, "new attack"),
        );
        format!("\n{}", self.faint(2, &text))
    }

    /// How far the stances have come together.
    pub(super) fn stance_convergence(&mut self, event: &Event) -> String {
        let Event::StanceConvergence { settled, claims, split, distance, .. } = event else {
            return String::new();
        };
        self.speaker = None;
        let questions = plural(*claims, "question");
        let text = format!(
            "{settled} of {questions} settled; mean split {split:.2}, mean distance {distance:.2}"
        );
        format!("\n{}", self.layout.indented(2, text))
    }

    /// What a concession changed.
    pub(super) fn concession(&self, concession: &Concession) -> String {
        let effect = concession.effect.as_ref();
        let what =
            effect.map_or_else(String::new, |effect| format!(" {} {}", effect.verb(), effect.node));
        let text = self.name(&concession.persona).then(format!("{what}: {}", concession.text));
        self.layout.indented(NODE, text)
    }

    /// Who argues for which side of a motion.
    pub(super) fn sides(
        &self,
        pro: &[PersonaId],
        con: &[PersonaId],
        assigned: &[PersonaId],
    ) -> String {
        let name = |id: &PersonaId| {
            let known = self.personas.iter().find(|persona| persona.id == *id);
            known.map_or_else(|| id.to_string(), |persona| persona.contract.name.clone())
        };
        let named = |word: &str, personas: &[PersonaId]| {
            let names: Vec<String> = personas.iter().map(name).collect();
            self.layout.indented(2, format!("{word}: {}", names.join(", ")))
        };
        let note = if assigned.is_empty() {
            String::new()
        } else {
            named("Assigned against their own answer, or without one", assigned)
        };
        format!("\n{}{}{note}", named("For the motion", pro), named("Against it", con))
    }

    /// One judgement of a debate on a motion.
    pub(super) fn judgement(&self, first: Side, winner: Option<Side>) -> String {
        let name = |side| if side == Side::Yes { "pro" } else { "con" };
        let winner =
            winner.map_or_else(|| "a tie".to_owned(), |side| format!("{} wins", name(side)));
        let text = format!("The judge, who read {} first: {winner}.", name(first));
        format!("\n{}", self.layout.indented(2, text))
    }

    /// One turn of a conversation.
    pub(super) fn speech(&mut self, turn: &Turn, speech: &Speech) -> String {
        let to = speech.replies_to.map_or_else(String::new, |to| format!(" {to}"));
        let act = action(turn);
        let heading = self.action(turn, &format!("{act}{to}"));
        let text =
            self.layout.labelled(TEXT, format!("{:NODE$}{}", "", turn.id), turn.text.as_str());
        let points = |word: &str, points: &[String]| -> String {
            points.iter().map(|point| self.faint(DETAIL, &format!("{word}: {point}"))).collect()
        };
        let closing = points("agreed", &speech.agreed) + &points("disputed", &speech.disputed);
        heading + if turn.text.is_empty() { "" } else { &text } + &closing
    }
}
