//! The fourteen arguments of the fixture and their relations.

use faultline::graph::Relation;
use faultline::record::{Call, CallFault, Usage};
use faultline::vocabulary::{CallId, Claim, Component, NodeId, PersonaId, Side, Tokens};

use crate::fixture::{axis_id, persona_id};

pub(crate) const BEAR: &str = "displacement-bear";
pub(crate) const MACRO: &str = "institutional-macro";

pub(crate) fn n(number: u32) -> NodeId {
    NodeId::new(number)
}

/// Number, author, axis, side, text, premise, assumption.
pub(crate) type Row =
    (u32, &'static str, &'static str, Side, &'static str, &'static str, &'static str);

pub(crate) const ROWS: [Row; 14] = [
    (
        1,
        BEAR,
        "entry-level",
        Side::Yes,
        "AI itself is shrinking entry-level hiring in exposed occupations.",
        "Junior hiring at firms that adopted AI fell by 8 to 12% against firms that did without.",
        "Firms that did without show roughly what adopters would have done.",
    ),
    (
        2,
        BEAR,
        "exposure",
        Side::Yes,
        "High task exposure predicts large job losses.",
        "Nearly one worker in five could see half of the tasks in the job done faster.",
        "Firms will redraw jobs once half of the tasks go faster.",
    ),
    (
        3,
        BEAR,
        "diffusion",
        Side::Yes,
        "AI is entering production faster than electricity or the computer did.",
        "On an unchanged question the share of firms using AI rose from 3.7 to about 10% in two years.",
        "Firms that answer yes use AI for real work.",
    ),
    (
        4,
        MACRO,
        "entry-level",
        Side::No,
        "The entry-level dip is mostly due to interest rates and earlier over-hiring.",
        "Vacancies for graduates turned down in spring 2022, half a year before the first chatbot.",
        "Hiring follows the cost of money within half a year.",
    ),
    (
        5,
        MACRO,
        "null-results",
        Side::Yes,
        "Stable totals and precise null results show that the effect so far is small.",
        "Danish registers find effects on pay and hours of less than one per cent.",
        "Denmark is no stranger than its neighbours.",
    ),
    (
        6,
        MACRO,
        "exposure",
        Side::No,
        "Exposure shows which tasks may change and says little about how many jobs will be lost.",
        "Occupations ranked as most exposed ten years ago have grown since.",
        "The earlier rankings measured the same thing.",
    ),
    (
        7,
        MACRO,
        "entry-level",
        Side::No,
        "Adopters differed before they adopted: they had hired most in 2021.",
        "The adopters of 2023 are large technology firms.",
        "Over-hiring is followed by a pause.",
    ),
    (
        8,
        BEAR,
        "null-results",
        Side::No,
        "A null result in Denmark does not follow workers who were never hired.",
        "Registers begin with a contract of employment.",
        "Hiring that never happens leaves no trace in a register.",
    ),
    (
        9,
        BEAR,
        "entry-level",
        Side::Yes,
        "The gap shows in nursing homes and call centres that over-hired nobody.",
        "The fall is of the same size where no boom came before.",
        "Call centres are exposed and care work is not.",
    ),
    (
        10,
        MACRO,
        "exposure",
        Side::No,
        "Firms that sped up half of a job’s tasks mostly kept the job.",
        "Two studies of customer support found faster work and no dismissals.",
        "A year is long enough to see it.",
    ),
    (
        11,
        BEAR,
        "entry-level",
        Side::Yes,
        "The comparison holds within firms, so what firms were like before drops out.",
        "The study compares teams in one firm.",
        "Teams do not swap beginners.",
    ),
    (
        12,
        MACRO,
        "null-results",
        Side::Yes,
        "Danish registers include first jobs, and first jobs did not fall.",
        "Entries into the register are counted every month.",
        "Unregistered work is rare in Denmark.",
    ),
    (
        13,
        MACRO,
        "diffusion",
        Side::No,
        "Counted by hours rather than firms, AI spreads about as slowly as the computer did.",
        "Some three per cent of working hours were assisted in 2025.",
        "Hours are what production is made of.",
    ),
    (
        14,
        BEAR,
        "null-results",
        Side::No,
        "The monthly count of entries lumps graduates with returning parents and students.",
        "The published series has no breakdown by age.",
        "Students’ jobs grew over the same years.",
    ),
];

/// Number, from, to, relation, component, whether it is mirrored.
pub(crate) type Tie = (u32, u32, u32, Relation, Component);

pub(crate) const TIES: [(u32, Tie); 8] = [
    (1, (1, 7, 1, Relation::Undermine, Component::Premise(0))),
    (1, (2, 8, 5, Relation::Undercut, Component::Inference)),
    (1, (3, 9, 4, Relation::Rebut, Component::Claim)),
    (1, (5, 10, 2, Relation::Undermine, Component::Assumption(0))),
    (2, (6, 11, 7, Relation::Undermine, Component::Premise(0))),
    (2, (7, 12, 8, Relation::Undercut, Component::Inference)),
    (2, (8, 13, 3, Relation::Rebut, Component::Claim)),
    (3, (10, 14, 12, Relation::Undermine, Component::Premise(0))),
];

pub(crate) fn round_of(number: u32) -> u32 {
    match number {
        ..=6 => 0,
        7..=10 => 1,
        11..=13 => 2,
        _ => 3,
    }
}

pub(crate) fn turn_of(number: u32) -> u32 {
    number + 1 + round_of(number)
}

pub(crate) fn call_of(number: u32) -> CallId {
    let (_, author, ..) = ROWS[number as usize - 1];
    CallId::new(2 + 2 * round_of(number) + u32::from(author == MACRO))
}

pub(crate) fn call(id: u32, question: &str, persona: Option<&str>) -> Call {
    Call {
        replaced: Vec::new(),
        id: CallId::new(id),
        question: question.into(),
        persona: persona.map(persona_id),
        model: "corpus".into(),
        requests: vec![format!("{id:064x}")],
        usage: Usage {
            calls: 1,
            input: Tokens(1840),
            output: Tokens(212),
            estimated: true,
            ..Usage::default()
        },
        repaired: if id == 3 { vec!["argument 2 has no premise".into()] } else { vec![] },
        repair_fault: (id == 3).then(|| CallFault::Unusable(vec!["argument 2 is missing".into()])),
        dropped: vec![],
        drafts: vec![],
        fault: None,
    }
}

pub(crate) fn claims() -> Vec<Claim> {
    let claim = |text: &str, axis: &str| Claim { text: text.into(), axis: Some(axis_id(axis)) };
    vec![
        claim("AI itself is shrinking entry-level hiring in exposed occupations.", "entry-level"),
        claim("High task exposure predicts large job losses.", "exposure"),
        claim(
            "AI is entering production faster than electricity or the computer did.",
            "diffusion",
        ),
    ]
}

pub(crate) fn people() -> Vec<PersonaId> {
    vec![persona_id(BEAR), persona_id(MACRO)]
}
