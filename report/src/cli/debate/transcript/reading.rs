//! Debates about passages: what is read, which questions arise, what becomes of them.

use faultline::record::Event;
use faultline::view::number;
use faultline::vocabulary::NodeId;

use super::{NODE, Transcript};

impl Transcript<'_> {
    /// The text of an event about a reading; empty for an event that needs none.
    pub(super) fn of_reading(&mut self, event: &Event) -> String {
        if let Event::ReadingStart { title, context, .. } = event {
            self.heading(title.clone()) + &self.context(context)
        } else if let Event::TensionFlagged { observer, question, urgency, kept, .. } = event {
            let kept = if *kept { "" } else { ", too little to be kept" };
            let urgency = number::score(urgency.value());
            self.faint(NODE, &format!("{observer} asks: {question} (urgency {urgency}{kept})"))
        } else if let Event::BranchesSelected { chosen, left, .. } = event {
            self.branches(chosen.len(), left.len())
        } else if let Event::CompletionCheck { kind: Some(_), rule, .. } = event {
            format!("\n{}", self.faint(2, rule))
        } else if let Event::RelationsFound { added, refused, .. } = event {
            let found = number::count(*added, "new relation", "new relations");
            let refused = refused.iter().map(|why| format!("A relation is refused: {why}"));
            let refused: String = refused.map(|line| self.faint(2, &line)).collect();
            format!("\n{}{refused}", self.faint(2, &format!("{found} between the readings.")))
        } else {
            String::new()
        }
    }

    fn context(&self, context: &[NodeId]) -> String {
        let known: Vec<String> = context.iter().map(ToString::to_string).collect();
        if known.is_empty() {
            return String::new();
        }
        self.faint(2, &format!("Reminded of {}.", known.join(", ")))
    }

    fn branches(&self, chosen: usize, left: usize) -> String {
        if chosen + left == 0 {
            return String::new();
        }
        let chosen = number::count(chosen, "question is", "questions are");
        let left =
            if left == 0 { String::new() } else { format!("; {left} left for later passages") };
        format!("\n{}", self.faint(2, &format!("{chosen} debated now{left}.")))
    }
}
