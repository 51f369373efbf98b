//! Small inputs for unit tests of this mode.

use crate::mode::shared::questions::argument::ArgumentDraft;
use crate::mode::shared::questions::thesis::{ReasonDraft, ThesisDraft};
use crate::vocabulary::Side;

/// An argument that passes every check against the brief of the samples.
pub(crate) fn draft() -> ArgumentDraft {
    ArgumentDraft {
        claim: "Shops lose those who come by car.".into(),
        premises: vec!["Half of the takings come from drivers.".into()],
        assumptions: vec!["Drivers will not walk.".into()],
        rests_on: vec![],
        evidence: vec![],
        excerpts: vec!["drivers".into()],
        axis: Some("trade".into()),
        side: Some(Side::Yes),
        confidence: 0.7,
    }
}

/// A thesis that passes every check.
pub(crate) fn thesis() -> ThesisDraft {
    ThesisDraft {
        claim: "The street should stay open.".into(),
        side: Side::No,
        rests_on: vec![ReasonDraft {
            text: "Shops lose custom.".into(),
            axis: Some("trade".into()),
            side: Some(Side::Yes),
            certainty: None,
            below: vec![],
        }],
        excerpts: vec![],
    }
}
