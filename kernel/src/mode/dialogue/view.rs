//! What only this mode shows.
use crate::view::{History, Section};
pub(super) fn view(_history: &History<'_>) -> Vec<Section> {
    Vec::new()
}
