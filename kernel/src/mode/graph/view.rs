//! What only debates under Dung's semantics show: the labels after each round, the camps and the
//! number of worldviews.

use crate::view::{History, Section, framework};

/// The sections of a debate in this mode.
pub(in crate::mode) fn view(history: &History<'_>) -> Vec<Section> {
    let mut sections: Vec<Section> = framework::summary(history).into_iter().collect();
    sections.extend([
        framework::drawing(history),
        framework::sentences(history),
        framework::labels(history),
    ]);
    sections.extend(framework::camps(history));
    sections
}
