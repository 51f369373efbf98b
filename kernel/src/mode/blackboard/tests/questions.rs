//! Prompts, and what corpora answer.

mod answers;

use crate::corpus::samples::{everything, pair, personas_with};
use crate::mode::blackboard::effect::Effect;
use crate::mode::blackboard::questions::explain::{DescribedPersona, Explain, FaultLineDraft};
use crate::mode::blackboard::questions::respond::{FlipDraft, RemarkDraft, Respond, RespondAnswer};
use crate::mode::blackboard::questions::stances::{GiveStances, StanceDraft, StancesAnswer};
use crate::mode::blackboard::run::shown_board::{
    ShownBoard, ShownCandidate, ShownClaim, ShownMessage, ShownStance, ShownThesis,
};
use crate::mode::blackboard::stance::ClaimStance;
use crate::mode::shared::questions::settle::{Disputed, Reply};
use crate::mode::tests::prompts::golden;
use crate::question::samples::{brief, complaints, topic};
use crate::question::{Accept, Brief, ByCorpus, Question, WhichAnswer};
use crate::vocabulary::samples::{reason, statement};
use crate::vocabulary::{
    Axis, AxisId, AxisSide, Contract, Disagreement, Flip, NodeId, Persona, PersonaId, Probability,
    Reason, Seed, Side, StatementId,
};

fn id(persona: &str) -> PersonaId {
    PersonaId::new(persona).unwrap()
}

fn axis(id: &str) -> Option<AxisId> {
    AxisId::new(id).ok()
}

fn probability(value: f64) -> Probability {
    Probability::new(value).unwrap()
}

fn message(
    number: u32,
    author: &str,
    side: Side,
    text: &str,
    excerpt: Option<&str>,
) -> ShownMessage {
    ShownMessage {
        id: NodeId::new(number),
        author: id(author),
        round: 0,
        axis: axis("trade"),
        side: Some(side),
        text: text.into(),
        answers: None,
        effect: None,
        excerpts: excerpt.and_then(|excerpt| StatementId::new(excerpt).ok()).into_iter().collect(),
    }
}

/// A board on which the keeper says yes to trade and the walker says no.
fn shown(messages: Vec<ShownMessage>) -> ShownBoard {
    let stance = |persona: &str, stance| ShownStance {
        persona: id(persona),
        stance,
        confidence: probability(0.7),
    };
    ShownBoard {
        claims: vec![ShownClaim {
            axis: axis("trade").unwrap(),
            question: topic().axes[0].question.clone(),
            has_opposite_stances: true,
            stances: vec![stance("keeper", ClaimStance::Pro), stance("walker", ClaimStance::Con)],
        }],
        candidates: vec![ShownCandidate {
            question: "Do drivers walk?".into(),
            axis: None,
            named_by: [id("walker")].into(),
        }],
        theses: vec![ShownThesis {
            persona: id("walker"),
            text: "The street should close.".into(),
            reasons: vec!["People on foot buy more.".into()],
        }],
        messages,
    }
}

#[test]
fn prompts_are_as_in_their_snapshots() {
    golden("blackboard", &GiveStances { brief: brief(), topic: topic() });
    let messages = vec![
        message(3, "keeper", Side::Yes, "Half of my takings come from drivers.", Some("drivers")),
        ShownMessage {
            answers: Some(NodeId::new(3)),
            effect: Some(Effect::Denies),
            ..message(5, "walker", Side::No, "They will walk.", None)
        },
    ];
    let said = messages[..1].to_vec();
    let board = shown(messages);
    golden(
        "blackboard",
        &Respond {
            brief: brief(),
            topic: topic(),
            round: 2,
            most: 2,
            has_floor: false,
            intent: None,
            board,
            said,
        },
    );
    let reply = |persona: &str, side, because: &str| Reply {
        persona: id(persona),
        side,
        because: Some(because.into()),
        excerpts: vec![],
    };
    let crux = Disputed {
        issue: axis("trade").unwrap(),
        question: topic().axes[0].question.clone(),
        replies: vec![
            reply("keeper", Side::Yes, "Drivers spend more."),
            reply("walker", Side::No, "People on foot stop."),
        ],
    };
    let contract = Contract { summary: "Sells books.".into(), ..brief().contract };
    let personas = vec![DescribedPersona { persona: id("keeper"), contract }];
    golden("blackboard", &Explain { topic: topic(), personas, cruxes: vec![crux] });
}

fn opened(personas: &[Persona], by: usize) -> StancesAnswer {
    let question = GiveStances { brief: Brief::new(&personas[by], &topic()), topic: topic() };
    let corpora = everything(personas);
    let answer = question.by_corpus(&corpora.voices(Seed(1))).unwrap();
    assert_eq!(complaints(&question, answer.clone()), [""; 0]);
    answer
}

#[test]
fn a_corpus_takes_the_stance_of_its_statements_with_its_best_reason() {
    let answer = opened(&pair(), 0);
    let shown = |stance: &StanceDraft| {
        let excerpts = stance.reasons.iter().flat_map(|reason| reason.excerpts.clone());
        let sure = format!("{:.2}", stance.confidence);
        (stance.axis.clone(), stance.stance, sure, excerpts.collect::<Vec<_>>())
    };
    let stances: Vec<_> = answer.stances.iter().map(shown).collect();
    let of = |axis: &str, stance, sure: &str, excerpt: &str| {
        (axis.to_owned(), stance, sure.to_owned(), vec![excerpt.to_owned()])
    };
    assert_eq!(
        stances,
        [
            of("trade", ClaimStance::Pro, "0.70", "takings"),
            of("air", ClaimStance::Con, "0.80", "corner")
        ]
    );
}

#[test]
fn a_corpus_that_says_nothing_of_its_own_is_uncertain_with_confidence_0_and_grants_what_it_concedes()
 {
    let personas =
        personas_with(0, |statements| statements.retain(|own| own.id.as_str() == "noise"));
    let answer = opened(&personas, 0);
    let trade = &answer.stances[0];
    assert_eq!(
        (trade.stance, trade.confidence, trade.reasons.len()),
        (ClaimStance::Uncertain, 0.0, 0)
    );
    let conceding = personas_with(0, |statements| {
        statements.truncate(1);
        statements[0].concedes = vec![topic().axes[1].yes.clone()];
    });
    let answer = opened(&conceding, 0);
    let air = &answer.stances[1];
    assert_eq!(
        (air.stance, air.reasons.len(), air.granted),
        (ClaimStance::Pro, 0, true),
        "without a reason of its own"
    );
    assert!(answer.grants.is_empty(), "it is not granted twice");
}

/// What the keeper answers on trade to these messages.
fn answered(personas: &[Persona], messages: Vec<ShownMessage>, said: &[&str]) -> RemarkDraft {
    let all = remarks(personas, messages, said);
    let [remark] = all.as_slice() else { panic!("one remark: {all:?}") };
    remark.clone()
}

fn remarks(personas: &[Persona], messages: Vec<ShownMessage>, said: &[&str]) -> Vec<RemarkDraft> {
    let own = |(number, excerpt): (u32, &&str)| {
        let corpus = &personas[0].corpora[&topic().id];
        let text = &corpus.statement(&StatementId::new(*excerpt).unwrap()).unwrap().text;
        message(number, "keeper", Side::Yes, text, Some(excerpt))
    };
    let question = respond(personas, messages, (90..).zip(said).map(own).collect());
    let corpora = everything(personas);
    let answer = question.by_corpus(&corpora.voices(Seed(1))).unwrap();
    assert_eq!(complaints(&question, answer.clone()), [""; 0]);
    answer.remarks
}

/// What the keeper is asked in the first round, when it has said this.
fn respond(personas: &[Persona], board: Vec<ShownMessage>, said: Vec<ShownMessage>) -> Respond {
    Respond {
        brief: Brief::new(&personas[0], &topic()),
        topic: topic(),
        round: 1,
        most: 2,
        has_floor: false,
        intent: None,
        board: shown(board),
        said,
    }
}

fn stroll() -> ShownMessage {
    let text = "People on foot stop more often and spend more.";
    message(7, "walker", Side::No, text, Some("stroll"))
}

#[test]
fn a_corpus_answers_what_was_said_with_its_best_statement_once_and_then_says_nothing() {
    let personas = pair();
    let reply = answered(&personas, vec![stroll()], &["takings"]);
    assert_eq!(reply.sentence, "People on foot stay at home in the rain.");
    assert_eq!((reply.replies_to.as_deref(), reply.effect), (Some("n7"), Some(Effect::Denies)));
    assert_eq!((reply.stance, reply.confidence), (ClaimStance::Pro, 0.7));
    assert_eq!(remarks(&personas, vec![stroll()], &["takings", "rain"]), []);
}

#[test]
fn a_fault_line_of_several_cruxes_says_what_divides_all_of_them() {
    let mut topic = topic();
    for axis in &mut topic.axes {
        axis.kind = Disagreement::Evidence;
    }
    let crux = |axis: &Axis| Disputed {
        issue: axis.id.clone(),
        question: axis.question.clone(),
        replies: vec![],
    };
    let lines = |count: usize| {
        let cruxes = topic.axes.iter().take(count).map(crux).collect();
        let question = Explain { topic: topic.clone(), personas: vec![], cruxes };
        let corpora = everything(&pair());
        let answer = question.by_corpus(&corpora.voices(Seed(1))).unwrap();
        let shown = |line: FaultLineDraft| (line.cruxes.join(" "), line.text);
        answer.fault_lines.into_iter().map(shown).collect::<Vec<_>>()
    };
    let Axis { yes, no, .. } = &topic.axes[0];
    let one = format!("One side says: {yes} The other says: {no}");
    assert_eq!(lines(1), [("trade".to_owned(), one)]);
    let both = "They judge the facts and the evidence differently on “trade” and “air”.";
    assert_eq!(lines(2), [("trade air".to_owned(), both.to_owned())]);
}

#[test]
fn confidence_moves_halfway_to_a_half_where_the_corpus_grants_the_point() {
    let personas = personas_with(0, |statements| {
        statements[0].concedes = vec!["people on foot stop more often".into()];
        statements[2].answers.clear();
    });
    let granting = answered(&personas, vec![stroll()], &["takings"]);
    assert_eq!(granting.sentence, "People on foot stop more often.");
    assert_eq!((granting.effect, granting.confidence), (Some(Effect::Grants), 0.6));
    assert_eq!(granting.stance, ClaimStance::Pro, "a corpus does not change");
}

#[test]
fn a_long_statement_is_said_in_short_and_can_still_be_answered() {
    let long = "People on foot stop more often and spend more, as every count that I have read in the last twenty years of \
        walking about in this town has shown.";
    let personas = personas_with(1, |statements| statements[0].text = long.into());
    let said = "People on foot stop more often and spend more…";
    let reply =
        answered(&personas, vec![ShownMessage { text: said.into(), ..stroll() }], &["takings"]);
    assert_eq!(reply.sentence, "People on foot stay at home in the rain.");
}

#[test]
fn a_corpus_names_the_disputed_claim_on_which_its_case_rests_once() {
    let personas = personas_with(0, |statements| {
        let trade = AxisSide { axis: axis("trade").unwrap(), side: Side::Yes };
        let tagged = Reason { asserts: Some(trade), ..reason("Drivers pay my rent.") };
        let case = statement("case", "In short: leave it.", "trade", Side::No);
        statements.push(crate::vocabulary::Statement { axis: None, reasons: vec![tagged], ..case });
    });
    let named = |board: ShownBoard| {
        let question = Respond {
            brief: Brief::new(&personas[0], &topic()),
            topic: topic(),
            round: 1,
            most: 2,
            has_floor: false,
            intent: None,
            board,
            said: vec![],
        };
        let corpora = everything(&personas);
        let answer = question.by_corpus(&corpora.voices(Seed(1))).unwrap();
        answer.cruxes.into_iter().map(|crux| crux.question).collect::<Vec<_>>()
    };
    let question = topic().axes[0].question.clone();
    assert_eq!(named(shown(vec![])), std::slice::from_ref(&question));
    let mut board = shown(vec![]);
    board.candidates[0] =
        ShownCandidate { question, axis: axis("trade"), named_by: [id("keeper")].into() };
    assert_eq!(named(board), [""; 0]);
    let mut agreed = shown(vec![]);
    agreed.claims[0].has_opposite_stances = false;
    assert_eq!(named(agreed), [""; 0], "it is not disputed");
    let mut uncertain = shown(vec![]);
    uncertain.claims[0].stances[0].stance = ClaimStance::Uncertain;
    assert_eq!(named(uncertain), [""; 0], "it takes no side there itself");
}

#[test]
fn what_is_only_granted_takes_a_side_and_has_no_reasons() {
    let question = GiveStances { brief: Brief::new(&pair()[0], &topic()), topic: topic() };
    let answer = opened(&pair(), 0);
    let granting = |stance, reasons: bool| {
        let mut answer = answer.clone();
        let given = &mut answer.stances[0];
        (given.stance, given.granted) = (stance, true);
        if !reasons {
            given.reasons.clear();
        }
        let mut accept = Accept::new(WhichAnswer::Last);
        let stance = question.accept(answer, &mut accept).unwrap().stances[0].clone();
        (stance.granted, stance.reasons.len())
    };
    assert_eq!(granting(ClaimStance::Pro, false), (true, 0));
    assert_eq!(granting(ClaimStance::Pro, true), (true, 0), "they are left out and counted");
    assert_eq!(granting(ClaimStance::Uncertain, false), (false, 0));
}

#[test]
fn what_takes_no_side_has_one_reason_and_the_others_are_counted() {
    let question = GiveStances { brief: Brief::new(&pair()[0], &topic()), topic: topic() };
    let answer = opened(&pair(), 0);
    let given = |stance, reasons: usize| {
        let mut answer = answer.clone();
        let given = &mut answer.stances[0];
        let reason = given.reasons[0].clone();
        (given.stance, given.granted) = (stance, false);
        given.reasons = vec![reason; reasons];
        let mut accept = Accept::new(WhichAnswer::Last);
        let stance = question.accept(answer, &mut accept).unwrap().stances[0].clone();
        (stance.reasons.len(), accept.complaints().len())
    };
    assert_eq!(given(ClaimStance::Uncertain, 3), (1, 1));
    assert_eq!(given(ClaimStance::Uncertain, 1), (1, 0));
    assert_eq!(given(ClaimStance::Pro, 3), (3, 0));
}

#[test]
fn a_speaker_reads_what_it_meant_to_say_and_only_the_conditions_that_are_about_the_topic() {
    let mut brief = brief();
    let flip = brief.contract.flips[0].clone();
    let far = Flip { id: "far".into(), axis: axis("moon"), when: "The moon sets.".into(), ..flip };
    brief.contract.flips.push(far);
    let question = Respond {
        brief,
        topic: topic(),
        round: 3,
        most: 2,
        has_floor: true,
        intent: Some("Rain keeps them away.".into()),
        board: shown(vec![]),
        said: vec![],
    };
    let prompt = crate::mode::tests::prompts::shown(&question);
    for part in ["This is turn 3", "Rain keeps them away.", "Takings rise in the year"] {
        assert!(prompt.contains(part), "{part} in {prompt}");
    }
    assert!(!prompt.contains("The moon sets."), "{prompt}");
    let met = |condition: &str| {
        let flips = vec![FlipDraft { condition: condition.into(), because: "So.".into() }];
        let answer = RespondAnswer { remarks: vec![], cruxes: vec![], flips };
        complaints(&question, answer).len()
    };
    assert_eq!([met("takings-rise"), met("far")], [0, 1]);
}
