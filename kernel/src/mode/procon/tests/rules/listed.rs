//! Rules 5, 6 and 12: which turns are lost, which earlier claims the list of claims is made beside,
//! and which claims are one.

use super::*;
use crate::graph::NodeKind;

/// The ids that a prompt lists below such words.
fn listed(prompt: &str, below: &str) -> Vec<String> {
    let (before, _) = prompt.split_once("This is a speech of").unwrap();
    let part = before.split("These are ").find(|part| part.starts_with(below));
    let lines = part.into_iter().flat_map(str::lines);
    let ids = lines.filter_map(|line| line.strip_prefix('[')?.split_once(']'));
    ids.map(|(id, _)| id.to_owned()).collect()
}

#[test]
fn procon_rule_6_claims_are_listed_beside_those_of_the_others_what_they_grant_and_the_speakers_own()
{
    let mode = Procon { rounds: 2, ..one_round(FactCheck::Off) };
    let mut opening = first(ADA);
    opening["answer"]["opening"]["grants"] =
        json!([{ "text": "Some shops lose.", "axis": null, "side": null, "excerpts": [] }]);
    // The theses are n1 and n4, the grant of Ada n2 and her claim n3.
    let away = claim("Drivers stay away.", Some(("trade", "yes")), &["rebut n3"]);
    let conceding = claim("So it is.", None, &["concede n2", "concede n3"]);
    let script = [
        vec![opening, claims(&[on_shops(&[])]), first(BEN), claims(&[away, conceding])],
        vec![later(ADA), claims(&[]), later(BEN), claims(&[]), compared(&[], &[])],
        judged().into(),
    ];
    let prompts = prompts(&mode, &script);
    let of_claims = prompts.iter().filter(|prompt| prompt.contains("You list what is claimed"));
    let shown = |prompt: &String| {
        [
            "the earlier claims of the other side",
            "points that the other side granted",
            "the earlier claims of ada",
            "the earlier claims of ben",
        ]
        .map(|below| listed(prompt, below).join(" "))
    };
    let expected =
        [["", "", "", ""], ["n3", "n2", "", ""], ["n5 n6", "", "n3", ""], ["n3", "", "", "n5 n6"]];
    assert_eq!(of_claims.map(shown).collect::<Vec<_>>(), expected, "Ben has conceded n2 and n3");
}

#[test]
fn procon_rule_12_equal_words_are_one_claim_of_one_speaker_and_never_its_thesis() {
    let noise = || claim("It is loud.", None, &[]);
    let thesis = claim("The thesis of ada.", None, &[]);
    let script = [
        vec![first(ADA), claims(&[noise(), thesis]), first(BEN), claims(&[noise()])],
        judged().into(),
    ];
    let debate = run(&one_round(FactCheck::Off), &[ADA, BEN], &script);
    let said = |text: &str| -> Vec<(NodeKind, String)> {
        let nodes = debate.graph().nodes().filter(|node| node.text == text);
        nodes.map(|node| (node.kind, node.author.as_ref().unwrap().to_string())).collect()
    };
    let claimed = |by: &str| (NodeKind::Argument, by.to_owned());
    assert_eq!(said("It is loud."), [claimed(ADA), claimed(BEN)]);
    assert_eq!(said("The thesis of ada."), [(NodeKind::Thesis, ADA.to_owned()), claimed(ADA)]);
}

#[test]
fn procon_rule_5_a_turn_is_lost_with_its_speech_whether_it_is_too_short_or_the_call_fails() {
    let lost = |of_ada: Vec<Value>, end: Vec<Value>| {
        let script = [of_ada, vec![first(BEN), claims(&[])], end];
        run(&one_round(FactCheck::Off), &[ADA, BEN], &script).metric("turns lost").value
    };
    let short = || speech_of(ADA, "Ada is brief.", 3, true);
    let fails = json!({ "question": "speech", "persona": ADA, "fault": "no connection" });
    let opens = || vec![first(ADA), claims(&[])];
    assert_eq!(lost(opens(), judged().into()), Some(0.0));
    assert_eq!(lost(vec![short(), short(), short()], judged().into()), Some(1.0));
    assert_eq!(lost(vec![fails], judged()[1..].to_vec()), Some(1.0));
    let broken = json!({ "question": "judge", "fault": "no connection" });
    let end = vec![compared(&[], &[]), broken, judge("pro", 6.0, 5.0)];
    assert_eq!(lost(opens(), end), Some(0.0), "the judge has no turn");
}
