//! What the mode reports.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::events::{EventInfo, Report};
use crate::view::{EventLine, number};

/// Every event of this file.
pub(super) const ALL: &[EventInfo] = &[EventInfo::of::<Repeated>()];

/// Questions were repeated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Repeated {
    /// Their number.
    pub(crate) questions: usize,
}

impl Report for Repeated {
    const NAME: &'static str = "repeated";

    fn lines(&self) -> Vec<EventLine> {
        let questions = number::count(self.questions, "question was", "questions were");
        vec![EventLine::Sentence(format!("{questions} repeated.").into())]
    }
}
