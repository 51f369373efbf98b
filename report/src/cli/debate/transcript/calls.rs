//! What the transcript says of calls that did not go as they should.

use faultline::record::Event;

use super::super::super::terminal::{Styled, Tone};
use super::{NODE, Transcript};

impl Transcript<'_> {
    /// An event of a call that has no answer, or not the first one.
    pub(super) fn of_call(&self, event: &Event) -> String {
        let text = if let Event::CallReplaced { call, question, fault } = event {
            format!("Call {call} ({question}) was asked again: {fault}")
        } else if let Event::CallRepaired { call, question, faults } = event {
            let faults = faults.join("; ");
            format!("Call {call} ({question}) had an invalid answer and was repeated: {faults}")
        } else if let Event::PartsDropped { call, question, reasons } = event {
            let reasons = reasons.join("; ");
            format!("Wrong parts of call {call} ({question}) were left out: {reasons}")
        } else if let Event::AnswerDrafted { call, question, drafts } = event {
            let drafts = drafts.join("; ");
            format!("The reply to call {call} ({question}) gave drafts before the answer: {drafts}")
        } else if let Event::CallFailed { call, question, fault } = event {
            let label = Styled::from("  ").then(Styled::toned(Tone::Bad, "✗"));
            let text = format!("Call {call} ({question}) failed: {fault}");
            return self.layout.labelled(NODE, label, text);
        } else {
            return String::new();
        };
        self.faint(NODE, &text)
    }
}
