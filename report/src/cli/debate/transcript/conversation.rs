//! The turns of a conversation.

use faultline::record::{Speech, Turn};
use faultline::view::{action, not_followed};

use super::{DETAIL, NODE, TEXT, Transcript};

impl Transcript<'_> {
    /// One turn of a conversation.
    pub(super) fn speech(&mut self, turn: &Turn, speech: &Speech) -> String {
        let to = speech.replies_to.map_or_else(String::new, |to| format!(" {to}"));
        let act = action(turn);
        let heading = self.action(turn, &format!("{act}{to}"));
        let text =
            self.layout.labelled(TEXT, format!("{:NODE$}{}", "", turn.id), turn.text.as_str());
        let asked = speech.not_followed.as_ref().map(not_followed);
        let asked =
            asked.map_or_else(String::new, |asked| self.faint(NODE, &self.text(&asked).to_plain()));
        let points = |word: &str, points: &[String]| -> String {
            points.iter().map(|point| self.faint(DETAIL, &format!("{word}: {point}"))).collect()
        };
        let closing = points("agreed", &speech.agreed) + &points("disputed", &speech.disputed);
        heading + if turn.text.is_empty() { "" } else { &text } + &asked + &closing
    }
}
