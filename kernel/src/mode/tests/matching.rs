//! Matching the cruxes of two debates, with scripted judgements.

use serde_json::{Value, json};

use super::scripted::{self, ADA, BEN, CLEO, run_edited};
use crate::mode::{CruxMatching, DebateCruxes, Mode, ModeName, match_cruxes, question_names};
use crate::provider::{Provider, ProviderFault, Script, samples};
use crate::record::Crux;

const OTHER_WORDS: &str = "Would you go a longer way to have it quiet?";

/// Two debates about trade and about quiet. They ask the second question in different words, and
/// name no axis for it.
fn debates() -> [Vec<Crux>; 2] {
    let single: Mode = ModeName::Single.with_defaults();
    let cruxes = |question: Option<&str>| {
        let edit = |lines: &mut Vec<Value>| {
            if let Some(question) = question {
                lines[0]["answer"]["cruxes"][1]["question"] = question.into();
            }
        };
        run_edited("answer", &single, &[ADA, BEN, CLEO], edit).finished.outcome.cruxes
    };
    [cruxes(None), cruxes(Some(OTHER_WORDS))]
}

fn matched(script: &Value) -> CruxMatching {
    let provider = Script::parse(&script.to_string(), &question_names()).expect("it is a script");
    let matching = matched_by(&provider, &debates());
    let unused = provider.unused();
    assert!(unused.is_empty(), "no request used these lines: {unused:?}");
    matching
}

fn matched_by(provider: &dyn Provider, [first, second]: &[Vec<Crux>; 2]) -> CruxMatching {
    scripted::with_setting(provider, &[ADA, BEN, CLEO], &scripted::topic(), |setting| {
        let debates = [
            DebateCruxes { cell: "first", cruxes: first },
            DebateCruxes { cell: "second", cruxes: second },
        ];
        pollster::block_on(match_cruxes(setting, &debates)).expect("nothing interrupts it")
    })
}

/// Each matched crux: its axis, the debates that name it, and its other wordings.
fn shown(matching: &CruxMatching) -> Vec<String> {
    let cruxes = matching.cruxes.iter();
    let shown = cruxes.map(|crux| {
        let cells: Vec<&str> = crux.cruxes.iter().map(|one| one.cell.as_str()).collect();
        let axis = crux.axis.as_ref().map_or("no axis", |axis| axis.as_str());
        format!("{axis}: {}; also {:?}", cells.join(" "), crux.other_wordings)
    });
    shown.collect()
}

#[test]
fn cruxes_on_one_axis_match_by_axis_and_others_by_meaning() {
    let judged = json!([{
        "question": "compare",
        "answer": { "groups": [{ "items": ["i2", "i3"] }], "contradictions": [], "verbal": [] }
    }]);
    let matching = matched(&judged);
    assert_eq!(
        shown(&matching),
        [
            "trade: first second; also []".to_owned(),
            format!("no axis: first second; also [{OTHER_WORDS:?}]"),
        ]
    );
    assert_eq!((matching.usage.calls, matching.usage.not_judged), (1, 0));
}

#[test]
fn cruxes_that_do_not_mean_the_same_stay_apart() {
    let judged = json!([{ "question": "compare", "answer": { "groups": [], "contradictions": [], "verbal": [] } }]);
    let matching = matched(&judged);
    assert_eq!(
        shown(&matching),
        ["trade: first second; also []", "no axis: first; also []", "no axis: second; also []",]
    );
    assert_eq!(matching.usage.not_judged, 0);
}

#[test]
fn a_failed_judgement_leaves_cruxes_apart_and_is_counted_and_recorded() {
    let failed = json!([{ "question": "compare", "fault": "no connection" }]);
    let matching = matched(&failed);
    assert_eq!(
        shown(&matching),
        ["trade: first second; also []", "no axis: first; also []", "no axis: second; also []",]
    );
    assert_eq!((matching.usage.failed, matching.usage.not_judged), (1, 1));
    let faults: Vec<String> = matching
        .calls
        .iter()
        .filter_map(|call| call.fault.as_ref())
        .map(ToString::to_string)
        .collect();
    assert_eq!(faults.len(), 1);
    assert!(faults[0].contains("no connection"), "{faults:?}");
}

#[test]
fn pairs_that_are_too_many_to_be_judged_are_counted() {
    let of_debate = |which: usize| -> Vec<Crux> {
        let crux = debates()[which][1].clone();
        let question = |number| format!("Does word{number} of debate{which} matter?");
        (0..41).map(|number| Crux { question: question(number), ..crux.clone() }).collect()
    };
    let silent = samples::answering(|_, _| Err(ProviderFault::NoAnswer("no".to_owned())));
    let matching = matched_by(&silent, &[of_debate(0), of_debate(1)]);
    assert_eq!(matching.cruxes.len(), 82);
    assert_eq!(matching.usage.not_judged, 41 * 41, "with those that were not asked for");
}
