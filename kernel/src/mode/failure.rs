//! Why a debate cannot go on.

use crate::provider::ProviderFault;

/// Why a protocol cannot go on: an answer is missing that it needs.
pub(crate) struct ProtocolFailure(pub(super) String);

/// Says that a debate is interrupted by something other than its participants.
///
/// It leaves no outcome. Run again later, it continues with the replies that are stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// The provider could not be asked, or its reply is lost.
    #[error(transparent)]
    Provider(#[from] ProviderFault),
    /// There is no prompt for a question.
    #[error("question {question}: {cause}")]
    NoPrompt {
        /// The name of the question.
        question: &'static str,
        /// The cause.
        cause: String,
    },
    /// There is nothing to show to the personas of a shuffled debate.
    #[error(
        "the debate is shuffled, and there are no contributions of a debate on another topic to show"
    )]
    NothingToShow,
}
