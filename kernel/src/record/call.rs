//! Calls: one question to a provider each.

use serde::{Deserialize, Serialize};

use crate::vocabulary::{CallId, PersonaId, Tokens, Volume};

/// Why a call produced no usable answer.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum CallFault {
    /// The provider did not reply.
    #[error("the provider did not reply: {0}")]
    Provider(String),
    /// The reply was refused or cut off by the model.
    #[error("the reply is not whole: {0}")]
    Incomplete(String),
    /// The reply and its repair both fail the checks of the question.
    #[error("the answer fails its checks, and its repair too: {}", .0.join("; "))]
    Unusable(Vec<String>),
}

/// What a call or a whole debate used.
///
/// Tokens are as the provider counted them. If it counts none, they are estimated from the text and
/// `estimated` is true.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Replies requested, repairs included.
    pub calls: u32,
    /// Those of `calls` that are searches of the web. They have no tokens.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub searches: u32,
    /// Tokens read that no cache served.
    pub input: Tokens,
    /// Those of `input` that were written into the provider's prompt cache, which has a price of
    /// its own.
    #[serde(default, skip_serializing_if = "Tokens::is_zero")]
    pub stored: Tokens,
    /// Tokens read from the provider's prompt cache.
    pub cached: Tokens,
    /// Tokens written.
    pub output: Tokens,
    /// Answers sent back once because they failed a check.
    pub repairs: u32,
    /// Wrong parts of answers that were dropped, each recorded as a turn or in its call. Drafts are
    /// not among them.
    pub dropped: u32,
    /// Pairs of statements that should have been compared by meaning and were not.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub not_judged: u32,
    /// Calls that produced no usable answer.
    pub failed: u32,
    /// Whether some of the tokens are estimates.
    pub estimated: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Usage {
    /// The tokens, as models charge them.
    pub fn volume(self) -> Volume {
        let Self { input, stored, cached, output, .. } = self;
        Volume { input, stored, cached, output }
    }
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.calls += other.calls;
        self.searches += other.searches;
        self.input += other.input;
        self.stored += other.stored;
        self.cached += other.cached;
        self.output += other.output;
        self.repairs += other.repairs;
        self.dropped += other.dropped;
        self.not_judged += other.not_judged;
        self.failed += other.failed;
        self.estimated |= other.estimated;
    }
}

/// One question to a provider, its repair included.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The id of the call, unique within the debate.
    pub id: CallId,
    /// The question's name.
    pub question: String,
    /// The persona that was asked, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persona: Option<PersonaId>,
    /// The model that was asked.
    pub model: String,
    /// The keys of its requests in the cache: one, or two with a repair; and as many again each
    /// time it was asked again.
    pub requests: Vec<String>,
    /// The tokens that it used.
    pub usage: Usage,
    /// The faults for which the first answer was sent back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repaired: Vec<String>,
    /// Why the repair gave no usable answer, if the first answer is used in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair_fault: Option<CallFault>,
    /// Why earlier answers were not usable, each of which was asked for again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<CallFault>,
    /// Why each wrong part was dropped from the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<String>,
    /// The JSON objects that the reply gave before the last one, which counts, and that differ from
    /// it; long ones are cut.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drafts: Vec<String>,
    /// Why it produced no usable answer, if it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<CallFault>,
}

impl Call {
    /// The key of the request that the provider did not answer, and why. A call asks nothing more
    /// after it.
    pub fn unanswered(&self) -> Option<(&str, &str)> {
        match self.fault.as_ref().or(self.repair_fault.as_ref())? {
            CallFault::Provider(fault) => Some((self.requests.last()?, fault)),
            CallFault::Incomplete(_) | CallFault::Unusable(_) => None,
        }
    }

    /// The keys of the requests that the provider answered.
    pub fn answered(&self) -> &[String] {
        &self.requests[..self.requests.len() - usize::from(self.unanswered().is_some())]
    }
}
