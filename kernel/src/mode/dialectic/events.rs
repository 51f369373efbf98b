//! What the mode reports of readings and of the questions that they raise.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::events::{EventInfo, Report};
use crate::record::ReadingKind;
use crate::view::{EventLine, Level, number};
use crate::vocabulary::{NodeId, ObserverId, PassageId, Probability, TurnId};

/// Every event of this file.
pub(super) const ALL: &[EventInfo] = &[
    EventInfo::of::<ReadingStart>(),
    EventInfo::of::<TensionFlagged>(),
    EventInfo::of::<BranchesSelected>(),
    EventInfo::of::<CompletionCheck>(),
    EventInfo::of::<ReadingAdded>(),
    EventInfo::of::<RelationsFound>(),
];

/// The personas begin to read a passage, or to debate a question that an observer raised.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ReadingStart {
    /// The passage.
    pub(crate) passage: PassageId,
    /// The title of the passage, or the question.
    pub(crate) title: String,
    /// The earlier readings that they are reminded of.
    pub(crate) context: Vec<NodeId>,
}

impl Report for ReadingStart {
    const NAME: &'static str = "reading_start";

    fn lines(&self) -> Vec<EventLine> {
        let mut lines = vec![EventLine::Heading(self.title.clone())];
        if !self.context.is_empty() {
            let known: Vec<String> = self.context.iter().map(ToString::to_string).collect();
            let reminded = format!("Reminded of {}.", known.join(", "));
            lines.push(EventLine::Detail(Level::Round, reminded.into()));
        }
        lines
    }
}

/// An observer pointed out a tension.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct TensionFlagged {
    /// The observer.
    pub(crate) observer: ObserverId,
    /// The turn in which the observer heard it.
    pub(crate) turn: TurnId,
    /// The question that it raises.
    pub(crate) question: String,
    /// How much the question presses.
    pub(crate) urgency: Probability,
    /// Whether it is urgent enough to be kept.
    pub(crate) kept: bool,
}

impl Report for TensionFlagged {
    const NAME: &'static str = "tension_flagged";

    fn lines(&self) -> Vec<EventLine> {
        let Self { observer, question, .. } = self;
        let kept = if self.kept { "" } else { ", too little to be kept" };
        let urgency = number::score(self.urgency.value());
        let asked = format!("{observer} asks: {question} (urgency {urgency}{kept})");
        vec![EventLine::Detail(Level::Node, asked.into())]
    }
}

/// The questions were chosen that are debated now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct BranchesSelected {
    /// The passage.
    pub(crate) passage: PassageId,
    /// The chosen questions, in the order in which they are debated.
    pub(crate) chosen: Vec<String>,
    /// The questions that are kept for later passages.
    pub(crate) left: Vec<String>,
}

impl Report for BranchesSelected {
    const NAME: &'static str = "branches_selected";

    fn lines(&self) -> Vec<EventLine> {
        let (chosen, left) = (self.chosen.len(), self.left.len());
        if chosen + left == 0 {
            return Vec::new();
        }
        let chosen = number::count(chosen, "question is", "questions are");
        let left =
            if left == 0 { String::new() } else { format!("; {left} left for later passages") };
        let selected = format!("{chosen} debated now{left}.");
        vec![EventLine::Gap, EventLine::Detail(Level::Round, selected.into())]
    }
}

/// It was checked whether a debate is complete.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct CompletionCheck {
    /// The number of its turns.
    pub(crate) turns: usize,
    /// Its result; absent where it goes on.
    pub(crate) kind: Option<ReadingKind>,
    /// The rule that was met, as a sentence.
    pub(crate) rule: String,
}

impl Report for CompletionCheck {
    const NAME: &'static str = "completion_check";

    fn lines(&self) -> Vec<EventLine> {
        if self.kind.is_none() {
            return Vec::new();
        }
        vec![EventLine::Gap, EventLine::Detail(Level::Round, self.rule.as_str().into())]
    }
}

/// A debate became a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ReadingAdded {
    /// The node.
    pub(crate) node: NodeId,
    /// The result of the debate.
    pub(crate) kind: ReadingKind,
}

impl Report for ReadingAdded {
    const NAME: &'static str = "reading_added";
}

/// The relations between readings were found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct RelationsFound {
    /// The passage whose readings were related.
    pub(crate) passage: PassageId,
    /// The number of new relations, without branches.
    pub(crate) added: usize,
    /// Why other relations were refused.
    pub(crate) refused: Vec<String>,
}

impl Report for RelationsFound {
    const NAME: &'static str = "relations_found";

    fn lines(&self) -> Vec<EventLine> {
        let found = number::count(self.added, "new relation", "new relations");
        let found = format!("{found} between the readings.");
        let refused = self.refused.iter().map(|why| format!("A relation is refused: {why}"));
        let sentences = std::iter::once(found).chain(refused);
        let details = sentences.map(|text| EventLine::Detail(Level::Round, text.into()));
        std::iter::once(EventLine::Gap).chain(details).collect()
    }
}
