//! What a persona sees of the others. Modes show contributions only through
//! [`DebateContext::seen_by`]; the control decides there.

use std::borrow::Cow;

use super::{Contributions, DebateContext};
use crate::graph::Graph;
use crate::record::Turn;
use crate::vocabulary::PersonaId;

impl DebateContext<'_> {
    /// Whether the personas do not see each other. Then no question about the contributions of
    /// others is asked.
    pub(crate) fn is_isolated(&self) -> bool {
        match self.contributions {
            Contributions::Hidden => true,
            Contributions::True | Contributions::Foreign(_) => false,
        }
    }

    /// Whether personas see what the others contribute, and not nothing or something else.
    pub(crate) fn shows_true_contributions(&self) -> bool {
        match self.contributions {
            Contributions::True => true,
            Contributions::Hidden | Contributions::Foreign(_) => false,
        }
    }

    /// The graph as one persona sees it; `None` if personas do not see each other.
    ///
    /// In a shuffled debate the contributions of others have foreign texts and no sources. Ids,
    /// authors, links, numbers and labels are the true ones, so that an answer refers to the true
    /// contribution. No node says who else shares it.
    pub(crate) fn seen_by(&self, persona: &PersonaId) -> Option<Cow<'_, Graph>> {
        match &self.contributions {
            Contributions::True => Some(Cow::Borrowed(&self.graph)),
            Contributions::Hidden => None,
            Contributions::Foreign(texts) => Some(Cow::Owned(texts.shuffled(&self.graph, persona))),
        }
    }

    /// Turns as one persona hears them; empty if personas do not hear each other. In a shuffled
    /// debate the turns of others have foreign texts and no sources; who speaks, and what answers
    /// what, is true.
    pub(crate) fn heard_by(&self, persona: &PersonaId, turns: &[Turn]) -> Vec<Turn> {
        match &self.contributions {
            Contributions::True => turns.to_vec(),
            Contributions::Hidden => Vec::new(),
            Contributions::Foreign(texts) => texts.spoken(turns, persona),
        }
    }
}
