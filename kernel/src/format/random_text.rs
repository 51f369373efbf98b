//! Random texts for property tests of the readers.

use proptest::prelude::*;

use super::fault::Faults;

/// Makes texts from fragments, which are separated by `¦` in `fragments`, and from arbitrary
/// characters.
pub(super) fn random_text(fragments: &str, most: usize) -> impl Strategy<Value = String> {
    let fragments: Vec<String> = fragments.split('¦').map(str::to_owned).collect();
    let piece = prop_oneof![8 => proptest::sample::select(fragments), 1 => ".{0,6}"];
    proptest::collection::vec(piece, 0..most).prop_map(|pieces| pieces.concat())
}

/// Checks that the span of every fault is a span of the text of its file.
pub(super) fn check_spans(faults: &Faults) -> Result<(), TestCaseError> {
    for fault in faults.sorted() {
        let source = faults.source(&fault.path).expect("the text was added");
        let span = fault.span.clone().unwrap_or(0..0);
        prop_assert!(source.get(span).is_some(), "{fault:?} in {source:?}");
    }
    Ok(())
}
