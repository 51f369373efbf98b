//! The rules of mode `vote`, by number.
//!
//! 1. The question of a single call is asked several times, each under a sample index of its own,
//!    which repeats keep.
//! 2. Cruxes on one axis are the same, and so are cruxes with the same words; others if they were
//!    judged to mean the same.
//! 3. What more than half of the answers name is kept; a tie is not a majority.
//! 4. The score of a crux is the share of the answers that name it, and says that a model estimates
//!    it.
//! 5. A call without an answer is a lost vote, which is recorded and not counted.
//! 6. A crux has the positions of the answer which agrees most with the others.
//! 7. Disputes that are not cruxes and points of agreement are kept in the same way.
//! 8. An answer has one vote for a question, however often it names it.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::BTreeSet;
use std::sync::Mutex;

use serde_json::{Value, json};

use super::{debate, vote, votes};
use crate::mode::tests::scripted::{ADA, BEN, CLEO, Debate, run_edited, topic, with_setting};
use crate::mode::vote::detail::NamedAs;
use crate::mode::{Finished, Resampling, Setting};
use crate::provider::samples::{answering, reply};
use crate::provider::{Finish, Reply, Request};
use crate::record::{Fate, FoundBy};
use crate::store::Hash;
use crate::vocabulary::Probability;

/// The debate with the case `majority`, after an edit of its lines.
fn after(edit: impl FnOnce(&mut Vec<Value>)) -> Debate {
    run_edited("majority", &vote(5), &[ADA, BEN, CLEO], edit)
}

/// Everything of a sort that is named, with its votes; `*` marks what is kept.
fn named(debate: &Debate, named_as: NamedAs) -> Vec<String> {
    let named = votes(debate).named.into_iter().filter(|ballot| ballot.named_as == named_as);
    let shown = named.map(|ballot| {
        let kept = if ballot.is_kept { "*" } else { "" };
        format!("{} {}{kept}", ballot.text, ballot.votes.len())
    });
    shown.collect()
}

/// Answers every call with the same text, refuses some sample indices, and notes all of them.
#[derive(Debug, Default)]
struct Noting {
    refused: BTreeSet<u32>,
    samples: Mutex<Vec<u32>>,
    keys: Mutex<BTreeSet<String>>,
}

impl Noting {
    fn answer(&self, request: &Request<'_>, key: &Hash) -> Reply {
        self.samples.lock().unwrap().push(request.sample);
        self.keys.lock().unwrap().insert(key.to_string());
        let is_refused = self.refused.contains(&request.sample);
        let finish = if is_refused { Finish::Refusal } else { Finish::Stop };
        let named = json!({ "cruxes": [], "idle_disputes": [], "common_ground": [{
            "statement": "The trial should be counted.",
            "holders": [{ "persona": "ada", "excerpts": [] }, { "persona": "ben", "excerpts": [] }],
        }] });
        Reply { finish, ..reply(request, &named.to_string()) }
    }
}

fn run_noting(noting: &Noting, retries: u32) -> Finished {
    let provider = answering(|request, key| Ok(noting.answer(request, key)));
    with_setting(&provider, &[ADA, BEN], &topic(), |setting| {
        let setting = Setting { resampling: Resampling::UpTo(retries), ..setting };
        pollster::block_on(vote(3).run(setting, &mut |_| ())).unwrap()
    })
}

#[test]
fn vote_rule_1_each_call_has_a_sample_index_of_its_own() {
    let provider = Noting::default();
    let outcome = run_noting(&provider, 0).outcome;
    assert_eq!(*provider.samples.lock().unwrap(), [0, 1, 2]);
    assert_eq!(provider.keys.lock().unwrap().len(), 3, "no reply is taken for another");
    assert_eq!(outcome.common_ground.agreed.len(), 1);
}

#[test]
fn vote_rule_1_a_call_that_is_repeated_takes_no_sample_index_of_another() {
    let provider = Noting { refused: [0, 1, 4].into(), ..Noting::default() };
    let outcome = run_noting(&provider, 2).outcome;
    let mut samples = provider.samples.lock().unwrap().clone();
    samples.sort_unstable();
    assert_eq!(samples, [0, 1, 2, 3, 4, 7], "0 is repeated as 3, and 1 as 4 and 7");
    assert_eq!(outcome.usage.failed, 0);
}

#[test]
fn vote_rule_2_cruxes_match_by_axis_by_words_and_by_meaning() {
    let matched = debate("majority", 5);
    let cruxes = [
        "Will the shops lose custom? 4*",
        "Is quiet worth a detour? 3*",
        "Will the air get much cleaner? 2",
    ];
    assert_eq!(named(&matched, NamedAs::Crux), cruxes);
    let apart = after(|lines| lines[5]["answer"]["groups"] = json!([]));
    let cruxes = [
        "Will the shops lose custom? 4*",
        "Is quiet worth a detour? 2",
        "Will the air get much cleaner? 2",
        "Would you go a longer way to have it quiet? 1",
    ];
    assert_eq!(named(&apart, NamedAs::Crux), cruxes);
}

#[test]
fn vote_rule_3_a_tie_is_not_a_majority() {
    // Without the fifth answer, two of four name the air.
    let tie = after(|lines| {
        lines[4] = json!({ "question": "cruxes", "fault": "No." });
        let air = lines[3]["answer"]["cruxes"][1].clone();
        lines[1]["answer"]["cruxes"].as_array_mut().unwrap().push(air);
        lines[1]["answer"]["idle_disputes"] = json!([]);
    });
    assert_eq!(votes(&tie).answers.len(), 4);
    let cruxes = named(&tie, NamedAs::Crux);
    assert!(cruxes.contains(&"Will the air get much cleaner? 2".to_owned()), "{cruxes:?}");
    assert!(cruxes.contains(&"Is quiet worth a detour? 3*".to_owned()), "{cruxes:?}");
}

#[test]
fn vote_rule_4_the_score_is_the_share_of_the_answers_and_a_model_estimates_it() {
    let debate = debate("majority", 5);
    let scores = debate.outcome().cruxes.iter().map(|crux| crux.score.value.value());
    assert_eq!(scores.collect::<Vec<_>>(), [0.8, 0.6]);
    for crux in &debate.outcome().cruxes {
        assert_eq!((crux.found, &crux.counterfactual), (FoundBy::Proposed, &None));
        assert!(crux.score.rule.contains("the estimate of one call"), "{}", crux.score.rule);
    }
}

#[test]
fn vote_rule_5_a_call_without_an_answer_is_a_lost_vote() {
    let debate = debate("lost-votes", 3);
    let votes = votes(&debate);
    assert_eq!((votes.calls, votes.answers.len()), (3, 2));
    assert_eq!(debate.outcome().usage.failed, 1);
    assert_eq!(debate.outcome().stop.rule, "2 of 3 calls returned an answer.");
    let turns = &debate.snapshots()[0].turns;
    let lost = turns.iter().filter(|turn| matches!(turn.fate, Fate::Failed(_))).count();
    assert_eq!(lost, 1);
    let trade = &debate.outcome().cruxes[0];
    assert_eq!(trade.score.value, Probability::share(2, 2), "both answers name it");
}

#[test]
fn vote_rule_6_positions_are_those_of_the_answer_which_agrees_most_with_the_others() {
    let debate = debate("majority", 5);
    // In the first answer Cleo is on the other side.
    let trade = &debate.outcome().cruxes[0];
    let texts: Vec<&str> = trade.positions.iter().map(|held| held.text.as_str()).collect();
    let of = ["ada", "ben", "cleo"].map(|id| format!("A reason of {id}, in answer 2."));
    assert_eq!(texts, of);
}

#[test]
fn vote_rule_7_disputes_and_points_are_kept_by_a_majority() {
    let debate = debate("majority", 5);
    assert_eq!(named(&debate, NamedAs::IdleDispute), ["Will the air get much cleaner? 3*"]);
    let points = ["The trial should be counted. 3*", "It is loud. 1"];
    assert_eq!(named(&debate, NamedAs::Agreement), points);
    let fewer = after(|lines| lines[0]["answer"]["idle_disputes"] = json!([]));
    assert_eq!(named(&fewer, NamedAs::IdleDispute), ["Will the air get much cleaner? 2"]);
    assert_eq!(fewer.outcome().idle_disputes, []);
}

#[test]
fn vote_rule_8_an_answer_has_one_vote_for_a_question() {
    let twice = after(|lines| {
        let air = lines[3]["answer"]["cruxes"][1].clone();
        lines[3]["answer"]["cruxes"].as_array_mut().unwrap().push(air);
    });
    let cruxes = named(&twice, NamedAs::Crux);
    assert!(cruxes.contains(&"Will the air get much cleaner? 2".to_owned()), "{cruxes:?}");
}
