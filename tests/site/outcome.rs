//! The outcomes of the debates of the fixture.

use faultline::graph::Provenance;
use faultline::record::{
    Agreement, Camp, CommonGround, Concession, ConcessionSource, Contradiction, Crux, Extensions,
    FlipCondition, FoundBy, Hinge, IdleDispute, Ledger, LedgerEntry, Metric, Outcome, Position,
    Regime, Resolution, Score, Stop, StopReason, Usage,
};
use faultline::vocabulary::{CruxId, Disagreement, Flip, Reach, Side, Tokens, TurnId};

use crate::arguments::{BEAR, MACRO, claims, n, people, turn_of};
use crate::fixture::{axis_id, persona_id, sure};

pub(crate) struct Divide {
    pub(crate) id: u32,
    pub(crate) axis: &'static str,
    pub(crate) kind: Disagreement,
    pub(crate) score: f64,
    pub(crate) sides: [(Side, &'static str, u32); 2],
    pub(crate) rests: &'static [u32],
    pub(crate) counterfactual: &'static str,
}

pub(crate) fn crux(divide: &Divide, found: FoundBy, rule: &str, question: &str) -> Crux {
    let position = |name: &str, (side, text, node): (Side, &str, u32)| Position {
        persona: persona_id(name),
        side: Some(side),
        thesis_reason: (name == MACRO).then(|| "Hiring falls when money gets dearer.".into()),
        text: text.into(),
        node: Some(n(node)),
        load: Some(sure(0.4)),
        is_decisive: false,
        is_declared_idle: false,
        by_way_of: Vec::new(),
        flip: (name == BEAR).then(|| Flip {
            id: "gap".into(),
            axis: None,
            when: "The gap closes within two years.".into(),
            then: "I would halve my odds of a net loss.".into(),
            changes: Reach::View,
        }),
        refuted_by: None,
    };
    Crux {
        id: CruxId::new(divide.id),
        question: question.into(),
        turns_on: Some(Hinge {
            text: "Hiring follows the cost of money within a year.".into(),
            node: n(divide.rests[0]),
            asserted_by: vec![persona_id(BEAR)],
            denied_by: vec![persona_id(MACRO)],
        }),
        shared: vec![],
        found,
        kind: divide.kind,
        axis: Some(axis_id(divide.axis)),
        score: Score { value: sure(divide.score), rule: rule.into() },
        positions: vec![position(BEAR, divide.sides[0]), position(MACRO, divide.sides[1])],
        depends_on: divide.rests.iter().map(|&number| n(number)).collect(),
        settling_question: "Does the gap for young workers persist once interest rates fall?"
            .into(),
        counterfactual: (!divide.counterfactual.is_empty()).then(|| divide.counterfactual.into()),
        provenance: Provenance {
            turns: divide.rests.iter().map(|&number| TurnId::new(turn_of(number))).collect(),
            calls: vec![],
        },
    }
}

fn ledger(persona: &str, accepted: &[u32], rejected: &[(u32, u32)]) -> Ledger {
    let entry = |number: u32, by: Option<u32>| LedgerEntry {
        text: format!("a source for n{number}, 2025"),
        node: n(number),
        defeated_by: by.map(n),
    };
    Ledger {
        persona: persona_id(persona),
        accepted: accepted.iter().map(|&number| entry(number, None)).collect(),
        rejected: rejected.iter().map(|&(number, by)| entry(number, Some(by))).collect(),
    }
}

fn camp(persona: &str, arguments: &[u32], own: usize) -> Camp {
    Camp {
        persona: persona_id(persona),
        arguments: arguments.iter().map(|&number| n(number)).collect(),
        own,
    }
}

fn cruxes() -> Vec<Crux> {
    let entry = Divide {
        id: 1,
        axis: "entry-level",
        kind: Disagreement::Evidence,
        score: 0.67,
        sides: [
            (
                Side::Yes,
                "The gap shows in nursing homes and call centres that over-hired nobody.",
                9,
            ),
            (
                Side::No,
                "Vacancies for graduates turned down in spring 2022, half a year before the first chatbot.",
                4,
            ),
        ],
        rests: &[4, 9],
        counterfactual: "Without the assumption that hiring follows the cost of money within half a year, n4 falls, n9 is accepted, and two of the four worldviews go.",
    };
    let pace = Divide {
        id: 2,
        axis: "diffusion",
        kind: Disagreement::Horizon,
        score: 0.33,
        sides: [
            (
                Side::Yes,
                "On an unchanged question the share of firms using AI rose from 3.7 to about 10% in two years.",
                3,
            ),
            (
                Side::No,
                "Counted by hours rather than firms, AI spreads about as slowly as the computer did.",
                13,
            ),
        ],
        rests: &[3, 13],
        counterfactual: "",
    };
    let rule = "share of disputed arguments that rest on it";
    vec![
        crux(
            &entry,
            FoundBy::Load,
            rule,
            "Does hiring follow the cost of money quickly enough to explain the dip?",
        ),
        crux(
            &pace,
            FoundBy::Load,
            rule,
            "Should adoption be counted by firms rather than by hours?",
        ),
    ]
}

/// The outcome of the debate of fourteen arguments.
pub(crate) fn outcome() -> Outcome {
    Outcome {
            stop: Stop { reason: StopReason::MaxRounds, rule: "Three rounds of attacks are over, which is all that this mode was given".into(), rounds: 3 },
            claims: claims(),
            theses: vec![],
            idle_disputes: vec![IdleDispute {
                axis: axis_id("exposure"),
                question: "Do today’s exposure figures predict large job losses?".into(),
                positions: vec![],
                is_load_unknown: true,
                is_verbal: false,
            }],
            settled: vec![],
            cruxes: cruxes(),
            common_ground: CommonGround {
                agreed: vec![Agreement { node: n(6), text: "Exposure shows which tasks may change and says little about how many jobs will be lost.".into(), endorsed_by: people(), other_wordings: vec![] }],
                questions: vec![],
                unchallenged: vec![n(11)],
                defended: vec![n(1), n(8)],
                disputed: vec![n(10)],
                untested: vec![n(14)],
            },
            camps: vec![camp(BEAR, &[1, 3, 6, 8, 9, 10, 11, 14], 6), camp(MACRO, &[1, 4, 6, 8, 10, 11, 13, 14], 4)],
            extensions: Some(Extensions { preferred: "4".into(), stable: "4".into() }),
            regime: Regime::Partial,
            regime_sentence: "6 of 14 arguments are accepted, and the graph has 4 worldviews, which differ on 4 arguments".into(),
            fake_consensus: vec![Contradiction { first: n(1), second: n(6), why: "They take opposite sides of what exposure does to hiring".into() }],
            concessions: vec![Concession { source: ConcessionSource::Turn(TurnId::new(14)), persona: persona_id(BEAR), text: "The study covers one firm only".into(), effect: None }],
            ledgers: vec![ledger(BEAR, &[1, 3, 9, 11], &[]), ledger(MACRO, &[13], &[(5, 8), (7, 11)])],
            flips: vec![
                FlipCondition { persona: persona_id(BEAR), node: n(2), counter: "Firms that sped up half of a job’s tasks mostly kept the job.".into(), against: n(10) },
                FlipCondition { persona: persona_id(MACRO), node: n(5), counter: "A null result in Denmark does not follow workers who were never hired.".into(), against: n(8) },
            ],
            resolution: vec![Resolution { question: "Does the gap for young workers persist once interest rates fall?".into(), settles: Some("Follow the gap for 22- to 25-year-olds through the next two years of lower rates.".into()), cruxes: vec![CruxId::new(1)] }],
            metrics: vec![
                Metric { name: "accepted share".into(), value: Some(6.0 / 14.0), meaning: "accepted arguments of all arguments".into(), aim: None, range: None },
                Metric { name: "attacks judged valid".into(), value: Some(8.0), meaning: "attacks that entered the graph".into(), aim: None, range: None },
            ],
            detail: None,
            usage: Usage { calls: 9, input: Tokens(16_560), output: Tokens(1_908), repairs: 1, dropped: 1, estimated: true, ..Usage::default() },
        }
}
