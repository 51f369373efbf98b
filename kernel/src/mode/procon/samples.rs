//! Turns with drafts for unit tests.

use super::detail::{Checked, CheckedClaim, CheckedReason, ClaimKind, Draft, Finding};
use crate::mode::debate_context::DebateContext;
use crate::mode::tests::scripted::ADA;
use crate::record::{Act, Fate, ModeDetail, Phase, Speech, Turn};
use crate::vocabulary::{CallId, NodeId, PersonaId, Probability, Side};

fn checked(finding: Finding) -> Checked {
    Checked { finding, confidence: Probability::ONE, reason: String::new(), passages: vec![] }
}

/// A claim with what was found about it, and about each of its reasons.
pub(super) fn claim(node: NodeId, found: Option<Finding>, reasons: &[Finding]) -> CheckedClaim {
    let reason = |(&found, number): (&Finding, u32)| CheckedReason {
        text: format!("Reason {number} of {node}."),
        check: Some(checked(found)),
    };
    CheckedClaim {
        text: format!("Claim {node}."),
        kind: ClaimKind::General,
        node: Some(node),
        answers: vec![],
        check: found.map(checked),
        reasons: reasons.iter().zip(1..).map(reason).collect(),
    }
}

/// Records a draft of Ada for yes, or of another persona for no.
pub(super) fn record(
    context: &mut DebateContext<'_>,
    by: &str,
    claims: Vec<CheckedClaim>,
    fate: Fate,
) {
    let draft = Draft {
        side: if by == ADA { Side::Yes } else { Side::No },
        number: 1,
        words: 3,
        reflection: String::new(),
        critique: vec![],
        claims,
        unchecked: None,
        failed_searches: vec![],
    };
    let turn = Turn::new(context.next_turn(), 0, Act::Assert, "It is so.", CallId::new(1));
    let turn = turn.spoken_by(&PersonaId::new(by).expect("a name"), Speech::new(Phase::Opening));
    context.record_turn(Turn { detail: Some(ModeDetail::new(&draft)), fate, ..turn });
}
