//! Reads the numbers of tokens that servers report.

use crate::vocabulary::Tokens;

/// A number of tokens as a server counts it. No reply has more than 2^40: such a number is an error
/// of the server, and sums of larger ones could not be stored exactly.
pub(super) fn counted(tokens: u64) -> Tokens {
    Tokens(tokens.min(1 << 40))
}
