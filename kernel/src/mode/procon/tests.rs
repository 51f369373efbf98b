//! Mode `procon`.

mod rules;
mod shipped;

use serde_json::json;

use super::detail::{Decided, Draft, draft};
use crate::mode::procon::FactCheck;
use crate::mode::tests::scripted::{ADA, BEN, CLEO, DAN, Debate, golden, run_edited};
use crate::mode::{Mode, Procon};
use crate::record::{Regime, StopReason, Turn};
use crate::vocabulary::{NodeId, PersonaId};

fn procon() -> Procon {
    Procon { rounds: 2, ..Procon::default() }
}

/// The drafts of a debate, in its order.
fn drafts(debate: &Debate) -> Vec<(Turn, Draft)> {
    let drafts =
        debate.turns().filter_map(|turn| Some((turn.clone(), draft(turn).expect("it is read")?)));
    drafts.collect()
}

fn decided(debate: &Debate) -> Decided {
    debate.outcome().read_detail().expect("the record has the form of the mode").expect("it ended")
}

/// The words of all sections.
fn shown(debate: &Debate, mode: &Procon) -> String {
    format!("{:?}", debate.sections(&Mode::Procon(mode.clone())))
}

#[test]
fn a_whole_debate() {
    let debate = golden("debate", &Mode::Procon(procon()), &[ADA, BEN]);
    assert_eq!(debate.outcome().stop.reason, StopReason::MaxRounds);
    assert_eq!(debate.outcome().regime, Regime::Partial);
    assert_eq!(debate.outcome().cruxes.len(), 1);
    assert_eq!(debate.outcome().settled.len(), 1, "the only claim of one side on air is false");
    assert_eq!(decided(&debate).judgements.len(), 3, "the first two name different winners");
    let shown = shown(&debate, &procon());
    let sections = debate.sections(&Mode::Procon(procon()));
    let speeches = sections.iter().find(|section| section.id == "speeches").unwrap();
    assert_eq!(speeches.blocks.len(), 2, "one table for each round in which a persona spoke");
    for expected in ["hasty", "undermines", "Judgement ", "The exchanges"] {
        assert!(shown.contains(expected), "{expected} is not in {shown}");
    }
}

#[test]
fn two_against_two_with_strict_facts() {
    let mode = Procon { fact_check: FactCheck::Strict, ..procon() };
    let debate = golden("four", &Mode::Procon(mode), &[ADA, BEN, CLEO, DAN]);
    assert_eq!(debate.outcome().theses.len(), 4, "all of them spoke");
}

#[test]
fn what_the_first_speakers_say_alike_is_compared_after_the_others_have_spoken() {
    let mode = Procon { fact_check: FactCheck::Strict, ..procon() };
    let debate = run_edited("four", &Mode::Procon(mode), &[ADA, BEN, CLEO, DAN], |lines| {
        let compare = lines.iter_mut().find(|line| line["question"] == "compare").unwrap();
        compare["answer"]["groups"] = json!([{ "items": ["n2", "n4"] }]);
    });
    let both = [ADA, BEN].map(|id| PersonaId::new(id).unwrap()).into();
    let shared = debate.graph().nodes().filter(|node| node.endorsers() == both);
    let shared: Vec<NodeId> = shared.map(|node| node.id).collect();
    let ground = &debate.outcome().common_ground;
    assert_eq!(ground.agreed.len(), 0, "others deny it");
    assert!(ground.disputed.iter().any(|node| shared.contains(node)), "{ground:?}");
}

#[test]
fn without_any_speech_it_fails() {
    let debate = golden("fails", &Mode::Procon(procon()), &[ADA, BEN]);
    assert_eq!(debate.outcome().stop.reason, StopReason::Failed);
    assert!(debate.outcome().stop.rule.starts_with("no side gave a speech: "));
    assert_eq!(shown(&debate, &procon()), "[]");
}
