//! The rules of mode `procon`, by number. The last rules of each list have tests beside their code
//! as well.
//!
//! 1. The parameters have their ranges and defaults.
//! 2. A persona argues for its own answer; where all have the same one, the later half is assigned
//!    the other side; the seed can draw the sides. Teams rotate their speakers.
//! 3. The moderator asks no model: opening, rebuttals, closing, counted from the opening on; in
//!    each round pro speaks before con. There are as many rounds as the larger side has members, or
//!    more.
//! 4. Only speeches are public.
//! 5. A draft of a wrong length is written again; the third time a short one is recorded as failed,
//!    but its thesis stays, and a long one is cut and checked.
//! 6. Every speech has at most five claims, listed with what they answer, whether or not they are
//!    checked.
//! 7. The standard fact check annotates: a claim and each of its reasons have a verdict of their
//!    own. The strict one rejects a speech that says something false and says why; after three such
//!    drafts the next one is kept. An error of the checker rejects nothing. The passages are from
//!    the evidence of the topic or, with `evidence = "tavily"`, from a search of the web for each
//!    claim. A claim whose search fails has none.
//! 8. The count of drafts starts at zero in every turn.
//! 9. Rejected drafts are kept for readers.
//! 10. The judge reads both orders, and a third time if it disagrees with itself; the position bias
//!     is reported.
//! 11. A debate of R rounds takes 2R speeches, 2R lists of claims, 2R fact checks, a comparison
//!     after the first speeches and one at the end, two or three judgements, and retries; with
//!     searches of the web, up to five more for each list of claims.
//! 12. Claims are nodes and answers are attacks; a concession endorses, and a conceded reason
//!     becomes a point of both; a claim that only concedes is a granted point; a claim that its
//!     author makes again is one node, with all reasons and answers; a false one keeps its node.
//! 13. Factuality is (true + ½ · unverifiable) / checked claims and reasons, undefined without any.
//! 14. Cruxes follow from positions and loads as in every mode; a question on which only false
//!     claims are left on one side is settled; exchanges to and fro are listed beside the cruxes.
//! 15. A first speech also states answers on which its thesis does not rest. They hold as long as
//!     the claims that are made for them.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod facts;
mod listed;
mod outcome;
mod shared_points;
mod shown;
mod web;

use serde_json::{Value, json};

use super::{decided, drafts};
use crate::mode::HasParameters as _;
use crate::mode::procon::detail::Finding;
use crate::mode::procon::events::{RoundAnnounced, SidesAssigned};
use crate::mode::procon::{FactCheck, Procon, Sides};
use crate::mode::tests::scripted::{ADA, BEN, CLEO, DAN, Debate, run_edited, topic, with_setting};
use crate::mode::{Mode, ModeName, Value as Setting, Values};
use crate::prompt::Message;
use crate::provider::{Recorder, Script};
use crate::record::{Event, Fate, StopReason};

/// A mode with one round.
fn one_round(fact_check: FactCheck) -> Procon {
    Procon { rounds: 1, fact_check, ..Procon::default() }
}

/// A speech of `words` words that begins with a text.
fn speech_of(persona: &str, begins: &str, words: usize, is_first: bool) -> Value {
    let rest = words - crate::text::word_count(begins);
    let side = if [ADA, CLEO].contains(&persona) { "yes" } else { "no" };
    let [trade, air] = if side == "yes" { ["no", "yes"] } else { ["yes", "no"] };
    let reason = |axis: &str, side: &str| json!({ "text": format!("Because of {axis}."), "axis": axis, "side": side });
    let opening = is_first.then(|| {
        json!({
            "thesis": { "claim": format!("The thesis of {persona}."), "side": side, "rests_on": [reason("trade", trade), reason("air", air)], "decisive": [], "idle": [], "flips": [], "excerpts": [] },
            "grants": [], "positions": [],
        })
    });
    json!({
        "question": "speech", "persona": persona,
        "answer": {
            "reflection": format!("What {persona} secretly thinks."), "critique": [format!("What {persona} secretly finds.")],
            "speech": format!("{begins}{}", " word".repeat(rest)), "excerpts": [], "opening": opening,
        },
    })
}

fn first(persona: &str) -> Value {
    speech_of(persona, &format!("{persona} opens."), 60, true)
}

fn later(persona: &str) -> Value {
    speech_of(persona, &format!("{persona} goes on."), 60, false)
}

/// A claim on trade or air, and the earlier claims that it answers, such as `rebut n2`.
fn claim(text: &str, axis: Option<(&str, &str)>, answers: &[&str]) -> Value {
    let answer = |words: &&str| {
        let (how, node) = words.split_once(' ').unwrap();
        json!({ "claim": node, "how": how, "number": usize::from(how == "undermine") })
    };
    json!({
        "text": text, "kind": "general", "reasons": [{ "text": format!("The reason of: {text}"), "axis": null, "side": null }],
        "axis": axis.map(|(axis, _)| axis), "side": axis.map(|(_, side)| side), "evidence": [], "excerpts": [],
        "answers": answers.iter().map(answer).collect::<Value>(),
    })
}

fn claims(claims: &[Value]) -> Value {
    json!({ "question": "claims", "answer": { "claims": claims } })
}

/// The verdicts on the claims of a speech.
fn check(verdicts: &[&str]) -> Value {
    let verdict = |(verdict, number): (&&str, usize)| {
        let passages: &[&str] = if *verdict == "unverifiable" { &[] } else { &["count"] };
        json!({ "claim": format!("c{number}"), "verdict": verdict, "confidence": 0.9, "passages": passages, "reason": "The count says so." })
    };
    // Every claim of these scripts has one reason, which no passage decides.
    let of_reason = |number: usize| json!({ "claim": format!("c{number}.1"), "verdict": "unverifiable", "confidence": 0.9, "passages": [], "reason": "No passage decides it." });
    let verdicts = verdicts
        .iter()
        .zip(1..)
        .flat_map(|own| [verdict(own), of_reason(own.1)])
        .collect::<Value>();
    json!({ "question": "fact_check", "answer": { "verdicts": verdicts } })
}

fn judge(winner: &str, pro: f64, con: f64) -> Value {
    let scores = |score: f64| json!({ "coherence": score, "rebuttal": score, "factuality": score });
    json!({
        "question": "judge",
        "answer": { "pro": scores(pro), "con": scores(con), "fallacies": [], "reasons": "word ".repeat(100), "winner": winner },
    })
}

fn compared(groups: &[&[&str]], contradictions: &[&[&str]]) -> Value {
    let groups: Vec<Value> = groups.iter().map(|items| json!({ "items": items })).collect();
    let verbal: [&str; 0] = [];
    json!({
        "question": "compare",
        "answer": { "groups": groups, "contradictions": contradictions, "verbal": verbal },
    })
}

/// Nothing means the same, and both orders have one winner.
fn judged() -> [Value; 3] {
    [compared(&[], &[]), judge("pro", 6.0, 5.0), judge("pro", 6.0, 5.0)]
}

fn run(mode: &Procon, personas: &[&str], script: &[Vec<Value>]) -> Debate {
    let lines = script.concat();
    run_edited("debate", &Mode::Procon(mode.clone()), personas, |old| *old = lines)
}

/// The prompts of a debate between Ada and Ben, in which every call succeeds.
fn prompts(mode: &Procon, script: &[Vec<Value>]) -> Vec<String> {
    let script = Value::Array(script.concat()).to_string();
    let script = Script::parse(&script, &crate::mode::question_names()).unwrap();
    let recorder = Recorder::new(Box::new(script));
    let finished = with_setting(&recorder, &[ADA, BEN], &topic(), |setting| {
        pollster::block_on(Mode::Procon(mode.clone()).run(setting, &mut |_| ())).unwrap()
    });
    assert_eq!(finished.outcome.usage.failed, 0);
    let text = |messages: Vec<Message>| messages.into_iter().map(|message| message.text).collect();
    recorder.recorded().into_iter().map(|recorded| text(recorded.exchange.messages)).collect()
}

const SHOPS: &str = "The shops lost no custom there.";

/// A claim on trade that the passages can decide.
fn on_shops(answers: &[&str]) -> Value {
    claim(SHOPS, Some(("trade", "no")), answers)
}

#[test]
fn procon_rule_1_parameters_have_ranges_and_defaults() {
    let parameters = ModeName::Procon.about().parameters;
    let shown: Vec<String> = parameters
        .iter()
        .map(|parameter| {
            format!("{} {} = {}", parameter.key, parameter.values, parameter.default())
        })
        .collect();
    assert_eq!(
        shown,
        [
            "rounds 1 to 10 = 3",
            "word_limit 200 to 1000 = 300",
            "fact_check one of off, standard, strict = standard",
            "evidence one of files, tavily = files",
            "sides one of fixed, drawn = fixed",
        ]
    );
    let Values::Number(least, most) = parameters[1].values else { panic!("a number") };
    assert!(least > 1 && most < 1_000_000, "a limit of one word or a million is refused");
    let mut mode = Procon::default();
    assert_eq!(mode.set("fact_check", Setting::Name("strict")), Some(()));
    assert_eq!(mode.fact_check, FactCheck::Strict);
    assert_eq!(mode.set("sides", Setting::Name("odd")), None);
}

#[test]
fn procon_rule_2_teams_rotate_their_speakers() {
    let cases: [(&[&str], &[&str]); 3] = [
        (&[ADA, BEN], &[ADA, BEN, ADA, BEN]),
        (&[ADA, BEN, CLEO], &[ADA, BEN, CLEO, BEN]),
        (&[ADA, BEN, CLEO, DAN], &[ADA, BEN, CLEO, DAN]),
    ];
    for (personas, expected) in cases {
        let mode = Procon { rounds: 2, ..one_round(FactCheck::Off) };
        let mut spoken: Vec<&str> = vec![];
        let mut script: Vec<Vec<Value>> = vec![];
        for speaker in expected {
            let is_first = !spoken.contains(speaker);
            spoken.push(speaker);
            script.push(vec![if is_first { first(speaker) } else { later(speaker) }, claims(&[])]);
        }
        script.push(judged().into());
        let debate = run(&mode, personas, &script);
        let speakers: Vec<&str> =
            debate.turns().filter_map(|turn| Some(turn.speaker.as_ref()?.as_str())).collect();
        assert_eq!(speakers, expected);
        assert_eq!(decided(&debate).teams.assigned, []);
    }
}

#[test]
fn procon_rule_2_a_side_that_no_persona_takes_is_assigned_and_the_debate_says_so() {
    let mode = one_round(FactCheck::Off);
    let mut of_cleo = first(CLEO);
    of_cleo["answer"]["opening"]["thesis"]["side"] = "no".into();
    let script = [vec![first(ADA), of_cleo, claims(&[]), claims(&[])], judged().into()];
    let debate = run(&mode, &[ADA, CLEO], &script);
    let teams = decided(&debate).teams;
    let ids = |ids: &[crate::vocabulary::PersonaId]| {
        ids.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!((ids(&teams.con), ids(&teams.assigned)), (vec![CLEO.into()], vec![CLEO.into()]));
    assert_eq!(debate.reported::<SidesAssigned>()[0].assigned.len(), 1);
    let shown = super::shown(&debate, &mode);
    assert!(shown.contains("was assigned") || shown.contains("were assigned"), "{shown}");
}

/// How the moderator announces the rounds.
fn announced(debate: &Debate) -> Vec<String> {
    debate.reported::<RoundAnnounced>().into_iter().map(|round| round.title).collect()
}

#[test]
fn procon_rule_3_rounds_are_announced_without_a_model() {
    let mode = Procon { rounds: 3, ..one_round(FactCheck::Off) };
    let round = |is_first: bool| {
        let speech = |by| if is_first { first(by) } else { later(by) };
        vec![speech(ADA), claims(&[]), speech(BEN), claims(&[])]
    };
    let script = [round(true), round(false), round(false), judged().into()];
    let debate = run(&mode, &[BEN, ADA], &script);
    let announced = announced(&debate);
    let headings = ["Round 1 of 3: opening", "Round 2 of 3: rebuttals", "Round 3 of 3: closing"];
    assert_eq!(announced, headings);
    let turns = &debate.snapshots()[1].turns;
    let sides: Vec<&str> =
        turns.iter().filter_map(|turn| Some(turn.speaker.as_ref()?.as_str())).collect();
    assert_eq!(sides, [ADA, BEN], "pro speaks first, whatever the seats");
    assert_eq!(debate.outcome().stop.reason, StopReason::MaxRounds);
    assert_eq!((debate.outcome().stop.rounds, debate.outcome().usage.calls), (2, 15));
}

#[test]
fn procon_rule_3_every_member_of_a_team_speaks_however_few_rounds_are_asked_for() {
    let turn = |by| vec![first(by), claims(&[])];
    let again = vec![later(BEN), claims(&[])];
    let script = [turn(ADA), turn(BEN), turn(CLEO), again, judged().into()];
    let debate = run(&one_round(FactCheck::Off), &[ADA, BEN, CLEO], &script);
    assert_eq!(debate.outcome().theses.len(), 3);
    assert_eq!(debate.outcome().stop.rule, "The opening and the closing were held.");
}

#[test]
fn procon_rule_4_no_prompt_contains_what_a_speaker_thinks_or_a_rejected_draft_of_the_other_side() {
    let mode = Procon { rounds: 2, ..one_round(FactCheck::Off) };
    let short = speech_of(ADA, "A short draft.", 3, true);
    let script = [
        vec![short, first(ADA), claims(&[]), first(BEN), claims(&[])],
        vec![later(ADA), claims(&[]), later(BEN), claims(&[])],
        judged().into(),
    ];
    let mut with_draft = 0;
    for prompt in prompts(&mode, &script) {
        assert!(!prompt.contains("secretly"), "{prompt}");
        with_draft += usize::from(prompt.contains("A short draft."));
    }
    assert_eq!(with_draft, 1, "only its author sees it, in the retry");
}

#[test]
fn procon_rule_5_a_speech_that_is_too_short_three_times_is_recorded_as_failed() {
    let short = || speech_of(ADA, "Ada is brief.", 3, true);
    let script = [vec![short(), short(), short(), first(BEN), claims(&[])], judged().into()];
    let debate = run(&one_round(FactCheck::Off), &[ADA, BEN], &script);
    let fates: Vec<Fate> = drafts(&debate).into_iter().map(|(turn, _)| turn.fate).collect();
    let least = "It has 3 words, and a speech has at least ";
    let Fate::Rejected(why) = fates[0].clone() else { panic!("{fates:?}") };
    assert!(why.starts_with(least), "{why}");
    let [rejected, failed] = [Fate::Rejected(why.clone()), Fate::Failed(why)];
    assert_eq!(fates, [rejected.clone(), rejected, failed, Fate::Kept]);
    let theses = debate.outcome().theses.iter().map(|thesis| thesis.persona.as_str());
    assert_eq!(
        theses.collect::<Vec<_>>(),
        [ADA, BEN],
        "what a persona holds is not lost with its speech"
    );
}

#[test]
fn procon_rule_5_a_speech_with_half_of_the_words_that_its_speaker_has_written_is_long_enough() {
    // The three statements of Ada have nine words.
    let least = speech_of(ADA, "Ada is very brief.", 4, true);
    let script = [vec![least, claims(&[]), first(BEN), claims(&[])], judged().into()];
    assert_eq!(fates(&run(&one_round(FactCheck::Off), &[ADA, BEN], &script)), [true, true]);
}

#[test]
fn procon_rule_5_a_debate_without_a_speech_that_counts_has_failed() {
    let short = |persona: &str| vec![speech_of(persona, "I am brief.", 3, true); 3];
    let script = [short(ADA), short(BEN)];
    let debate = run(&one_round(FactCheck::Off), &[ADA, BEN], &script);
    assert_eq!(debate.outcome().stop.reason, StopReason::Failed);
}

#[test]
fn procon_rule_5_a_speech_that_is_too_long_three_times_is_cut_and_still_checked() {
    let sentence = |count: usize| format!("S{}.", " s".repeat(count - 1));
    let long = || {
        let mut line = speech_of(ADA, "x", 1, true);
        line["answer"]["speech"] = [sentence(150), sentence(100)].join(" ").into();
        line
    };
    let script = [
        vec![long(), long(), long(), claims(&[on_shops(&[])]), check(&["true"])],
        vec![first(BEN), claims(&[])],
        judged().into(),
    ];
    let mode = Procon { word_limit: 200, ..one_round(FactCheck::Standard) };
    let debate = run(&mode, &[ADA, BEN], &script);
    let (turn, draft) = drafts(&debate).remove(2);
    assert_eq!(turn.fate, Fate::Corrected("it was cut from 250 to 150 words".into()));
    assert_eq!(turn.text, sentence(150));
    assert_eq!(draft.claims[0].finding(), Some(Finding::True));
    let retry = "It has 250 words, and the limit is 200.";
    assert_eq!(
        drafts(&debate)[0].0.fate,
        Fate::Rejected(retry.into()),
        "the retry names both counts"
    );
}

#[test]
fn procon_rule_6_claims_are_listed_without_a_fact_check_and_at_most_five() {
    let claim = |n: usize| claim(&format!("Claim {n}."), None, &[]);
    let six: Vec<Value> = (0..6).map(claim).collect();
    let script = [vec![first(ADA), claims(&six), first(BEN), claims(&[])], judged().into()];
    let debate = run(&one_round(FactCheck::Off), &[ADA, BEN], &script);
    let (_, draft) = drafts(&debate).remove(0);
    assert_eq!(draft.claims.len(), 5);
    assert!(draft.claims.iter().all(|claim| claim.check.is_none() && claim.node.is_some()));
    assert_eq!(debate.outcome().usage.dropped, 1, "what is dropped is counted");
    assert_eq!(debate.metric("factuality, pro").value, None);
}

/// Ada's speech is checked with this verdict, four times where it is rejected.
fn checked(fact_check: FactCheck, verdict: &str, drafts: usize) -> Debate {
    let mut script: Vec<Vec<Value>> = vec![];
    for _ in 0..drafts {
        script.push(vec![first(ADA), claims(&[on_shops(&[])]), check(&[verdict])]);
    }
    script.push(vec![first(BEN), claims(&[])]);
    script.push(judged().into());
    run(&one_round(fact_check), &[ADA, BEN], &script)
}

fn fates(debate: &Debate) -> Vec<bool> {
    drafts(debate).iter().map(|(turn, _)| turn.fate.is_kept()).collect()
}

#[test]
fn procon_rule_8_the_count_of_drafts_starts_at_zero_in_every_turn() {
    let short = |by: &str| speech_of(by, "Too brief.", 2, true);
    let script = [
        vec![short(ADA), short(ADA), first(ADA), claims(&[])],
        vec![short(BEN), short(BEN), first(BEN), claims(&[])],
        judged().into(),
    ];
    let debate = run(&one_round(FactCheck::Off), &[ADA, BEN], &script);
    assert_eq!(fates(&debate), [false, false, true, false, false, true]);
    let numbers: Vec<u32> = drafts(&debate).iter().map(|(_, draft)| draft.number).collect();
    assert_eq!(numbers, [1, 2, 3, 1, 2, 3]);
}

#[test]
fn procon_rule_9_rejected_drafts_are_kept_with_their_claims_and_enter_no_graph() {
    let strict = checked(FactCheck::Strict, "false", 4);
    for (turn, draft) in &drafts(&strict)[..3] {
        assert!(turn.text.starts_with("ada opens."));
        assert_eq!((draft.claims[0].text.as_str(), draft.claims[0].node), (SHOPS, None));
    }
    let graph = strict.graph();
    assert_eq!(graph.nodes().filter(|node| node.text == SHOPS).count(), 1);
    let shown = super::shown(&strict, &one_round(FactCheck::Strict));
    assert!(shown.contains("Drafts that do not count") && shown.contains("Found false"));
}

#[test]
fn procon_rule_2_drawn_sides_follow_the_seed_alone() {
    let drawn = Procon { sides: Sides::Drawn, ..one_round(FactCheck::Off) };
    let teams = |mode: &Procon| {
        let mut teams = None;
        let script = Script::parse("[]", &crate::mode::question_names()).unwrap();
        with_setting(&script, &[ADA, BEN, CLEO, DAN], &topic(), |setting| {
            let mut listen = |event: &Event| {
                if let Event::Mode(event) = event
                    && let Some(SidesAssigned { pro, con, .. }) = event.read()
                {
                    teams = Some((pro.len(), con.len(), pro));
                }
            };
            pollster::block_on(Mode::Procon(mode.clone()).run(setting, &mut listen)).unwrap()
        });
        teams.unwrap()
    };
    assert_eq!(teams(&drawn), teams(&drawn));
    assert_eq!((teams(&drawn).0, teams(&drawn).1), (2, 2));
}
