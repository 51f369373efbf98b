//! Observations that would change a persona's mind: `unless` of a statement, `when` of a flip.

use std::ops::Range;

use super::fault::Faults;
use super::source::Source;

/// Warns of an observation that begins with “if”, because pages put that word before it.
pub(super) fn check(source: &Source, span: Range<usize>, text: &str, faults: &mut Faults) {
    let Some((word, rest)) = text.trim_start().split_once(char::is_whitespace) else { return };
    if word.eq_ignore_ascii_case("if") {
        let fault =
            source.error(span, "the observation begins with “if”, so that pages say it twice");
        let help = format!("write the observation itself: `{}`", rest.trim());
        faults.push(fault.as_warning().with_help(help));
    }
}
