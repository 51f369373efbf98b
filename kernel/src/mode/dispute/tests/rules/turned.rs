//! Rule 3: what a turned stance takes along.

use serde_json::json;

use super::{Check, dropped, reason, stance, updated, with};
use crate::mode::tests::stage::BEN;
use crate::vocabulary::{NodeId, Side};

#[test]
fn dispute_rule_3_no_reply_attacks_what_was_given_up_with_a_turned_stance() {
    let late = with(reason("t6", "n3", BEN, "support"), "attacks", json!(["n9"]));
    let turned = json!({ "upsert_stances": [stance("t7", "n3", "yes")], "new_reasons": [late] });
    let debate = updated(&turned, Check::IsRefused);
    assert!(dropped(&debate)[0].contains("there is no reason `n9`"), "{:?}", dropped(&debate));
    let after = &debate.snapshots()[1].graph;
    assert_eq!(after.node(NodeId::new(5)).unwrap().side, Some(Side::Yes));
    assert!(after.node(NodeId::new(9)).is_none());
}
