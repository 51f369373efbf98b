//! Rule 13: the answers that personas give beside their theses.

use serde_json::{Value, json};

use super::{EMPTY, at_the_end, new_dispute, stance, with};
use crate::graph::NodeKind;
use crate::mode::dispute::disputes::bare_answers;
use crate::mode::tests::scripted::{ADA, BEN, Debate, run_edited};
use crate::mode::{Control, Dispute, Mode};
use crate::vocabulary::Side;

fn isolated() -> Mode {
    Mode::Dispute(Dispute { control: Some(Control::Isolated), ..Dispute::default() })
}

/// Opening speeches with opposite answers on air, on which no thesis rests, and the update that
/// enters them.
fn answered(update: impl Fn(&mut Value)) -> Debate {
    run_edited("debate", &isolated(), &[ADA, BEN], |lines| {
        for (line, side) in lines.iter_mut().zip(["yes", "no"]) {
            line["answer"]["thesis"]["rests_on"].as_array_mut().unwrap().truncate(1);
            line["answer"]["positions"] = json!([{
                "text": format!("The air: {side}."), "axis": "air", "side": side, "rests_on": [], "excerpts": [],
            }]);
        }
        lines[2]["answer"] = serde_json::from_str(EMPTY).unwrap();
        update(&mut lines[2]["answer"]);
        lines.truncate(4);
    })
}

#[test]
fn dispute_rule_13_an_answer_beside_the_thesis_is_not_a_stance_until_a_dispute_is_opened_on_its_question()
 {
    let idle = |debate: &Debate| -> Vec<String> {
        debate.outcome().idle_disputes.iter().map(|idle| idle.question.clone()).collect()
    };
    let bare = |debate: &Debate| bare_answers(debate.graph()).count();
    let air = "Will the air get much cleaner?";
    let unopened = answered(|_| ());
    assert_eq!((at_the_end(&unopened).len(), bare(&unopened)), (0, 2));
    assert_eq!(idle(&unopened), [air]);
    let shown = format!("{:?}", unopened.sections(&isolated()));
    assert!(shown.contains("no dispute") && shown.contains("The air: yes."));
    let no = bare_answers(unopened.graph()).find(|answer| answer.side == Some(Side::No)).unwrap();
    assert!(shown.contains(&format!("Answers {{ no: {{{:?}}} }}", no.id)));
    let own = with(stance("t1", "d1", "yes"), "statement", json!("It gets cleaner."));
    let opened = |stances: Value| {
        answered(move |update| {
            update["new_disputes"] =
                json!([with(new_dispute(air, Some("air")), "turn", json!("t1"))]);
            update["upsert_stances"] = stances.clone();
        })
    };
    let agreeing = opened(json!([own]));
    assert_eq!(at_the_end(&agreeing), [format!("{air} yes: ada; no: ben; Live")]);
    assert_eq!((idle(&agreeing), bare(&agreeing)), (vec![air.to_owned()], 0));
    let texts = |debate: &Debate| -> Vec<String> {
        let all = debate.graph().nodes().filter(|node| node.kind == NodeKind::Position);
        all.map(|node| node.text.clone()).collect()
    };
    assert_eq!(texts(&agreeing), ["It gets cleaner.", "The air: no."], "no answer is there twice");
    let opposed = opened(json!([stance("t1", "d1", "no")]));
    assert_eq!(bare(&opposed), 1, "without a concession her own answer is beside it");
    assert_eq!(idle(&opposed), [""; 0], "she answers the question in no clear way");
}
