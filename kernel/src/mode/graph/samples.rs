//! Small inputs for unit tests of this mode.

use super::questions::arguments::ArgumentDraft;
use crate::vocabulary::Side;

/// An argument that passes every check against [`brief`].
pub(crate) fn draft() -> ArgumentDraft {
    ArgumentDraft {
        claim: "Shops lose those who come by car.".into(),
        premises: vec!["Half of the takings come from drivers.".into()],
        assumptions: vec!["Drivers will not walk.".into()],
        evidence: vec![],
        excerpts: vec!["drivers".into()],
        axis: Some("trade".into()),
        side: Some(Side::Yes),
        confidence: 0.7,
    }
}
