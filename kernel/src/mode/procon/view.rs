//! What only this mode shows: the speeches side by side, the checked claims, the exchanges, the
//! judgements, the rejected drafts.

mod drafts;
mod judgements;
mod speeches;

use std::collections::BTreeSet;

use self::drafts::{Drafted, drafts, verdict_reason};
use super::detail::{AnswerRecord, CheckedClaim, CheckedReason, Decided, Draft, side_name};
use super::exchanges::Exchange;
use crate::record::DetailFault;
use crate::text::to_sentence;
use crate::view::{Block, Column, History, Inline, Section, Subject, Table, Text};
use crate::vocabulary::{NodeId, TurnId};

/// The sections of a debate in this mode.
pub(in crate::mode) fn view(history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
    let Some(decided) = history.outcome().read_detail::<Decided>()? else { return Ok(Vec::new()) };
    let drafts = drafts(history)?;
    let kept = || drafts.iter().filter(|(turn, _)| turn.fate.is_kept());
    let lead = "The claims that were listed and, below each, what answers it.";
    let mut sections = vec![judgements::summary(&decided)];
    sections.push(speeches::section(history, &decided.teams, &drafts));
    sections.push(claims(kept()));
    sections.extend(exchanges(&decided.exchanges));
    sections.extend(on_cards(history, &decided.exchanges));
    sections.extend(judgements::section(&decided));
    sections.extend(speeches::rejected(&drafts));
    sections.push(
        Section::new("drawing", "The claims and the answers to them", Text::default())
            .with(Block::Panels(history.panels_by_axis())),
    );
    sections.push(history.in_sentences(lead));
    Ok(sections)
}

fn claims<'d>(drafts: impl Iterator<Item = &'d Drafted<'d>>) -> Section {
    let claimed = "What each speech claims, and the earlier claims of the other side that it answers. No claim was checked.";
    let found = "What each speech claims, the earlier claims of the other side that it answers, and what the fact checker found. A claim and each of its \
        reasons are checked separately: a verdict is about the sentence as it is worded, and says nothing about who is right on the motion. A reason \
        has a row below its claim if it was found true or false. With the provider corpus, a sentence that says what the evidence file says gets the verdict \
        of that file, and a forecast or a conclusion is unverifiable.";
    let columns = vec![
        Column::words("Claim"),
        Column::words("Side"),
        Column::words("Type"),
        Column::words("Answers"),
        Column::words("Found"),
        Column::numbers("Sure"),
        Column::words("Why"),
    ];
    let mut lead = claimed;
    let mut rows = Vec::new();
    let mut unchecked = Vec::new();
    for (turn, draft) in drafts {
        let why = draft.unchecked.clone();
        unchecked.extend(failed_searches(turn.id, draft));
        unchecked
            .extend(why.map(|why| Text::of("{}: {}.", [Inline::Turn(turn.id).into(), why.into()])));
        rows.extend(draft.claims.iter().flat_map(|claim| {
            let answers = claim.answers.iter().map(answer_given);
            let check = claim.check.as_ref();
            if check.is_some() {
                lead = found;
            }
            let mut why = check.map(verdict_reason).unwrap_or_default();
            if let Some(open) = undecided_reasons(claim) {
                why = Text::joined([why, open], " ");
            }
            let of_claim = vec![
                claim.node.map_or_else(
                    || claim.text.clone().into(),
                    |node| Text::of("{} {}", [node.into(), claim.text.clone().into()]),
                ),
                side_name(draft.side).into(),
                claim.kind.word().into(),
                Text::joined(answers, ", "),
                check.map_or("not checked", |check| check.finding.word()).into(),
                check
                    .filter(|check| check.finding.is_decided())
                    .map(|check| Inline::Score(check.confidence.value()).into())
                    .unwrap_or_default(),
                why,
            ];
            std::iter::once(of_claim).chain(claim.reasons.iter().filter_map(decided_reason))
        }));
    }
    let caption = "The claims in the order in which they were made.".into();
    let mut section = Section::new("claims", "The claims and the facts", lead.into())
        .with(Block::Table(Table { caption, columns, rows }));
    section.blocks.extend(unchecked.into_iter().map(Block::Prose));
    section
}

/// How many searches of the web failed for a draft, and why.
fn failed_searches(turn: TurnId, draft: &Draft) -> Option<Text> {
    let whys: BTreeSet<&str> = draft.failed_searches.iter().map(String::as_str).collect();
    let whys = Text::joined(whys.into_iter().map(Text::from), "; ");
    match draft.failed_searches.len() {
        0 => None,
        1 => Some(Text::of(
            "{}: one search of the web failed, so its claim has no passages: {}.",
            [turn.into(), whys],
        )),
        count => Some(Text::of(
            "{}: {} searches of the web failed, so their claims have no passages: {}.",
            [turn.into(), count.into(), whys],
        )),
    }
}

/// The row of a reason that was found true or false.
fn decided_reason(reason: &CheckedReason) -> Option<Vec<Text>> {
    let check = reason.check.as_ref().filter(|check| check.finding.is_decided())?;
    Some(vec![
        Text::of("Its reason: {}", [to_sentence(&reason.text).into()]),
        Text::default(),
        "reason".into(),
        Text::default(),
        check.finding.word().into(),
        Inline::Score(check.confidence.value()).into(),
        verdict_reason(check),
    ])
}

/// How many reasons of a claim the fact checker left open.
fn undecided_reasons(claim: &CheckedClaim) -> Option<Text> {
    let checked = claim.reasons.iter().filter_map(|reason| reason.check.as_ref());
    match checked.filter(|check| !check.finding.is_decided()).count() {
        0 => None,
        1 => Some("The evidence does not decide one of its reasons.".into()),
        count => Some(Text::of("The evidence does not decide {} of its reasons.", [count.into()])),
    }
}

/// An answer as a clause that its claim can begin.
fn answer_given(answer: &AnswerRecord) -> Text {
    let [verb, node] = [answer.how.verb().into(), answer.node.into()];
    match answer.reason {
        Some(number) => Text::of("{} reason {} of {}", [verb, number.into(), node]),
        None => Text::of("{} {}", [verb, node]),
    }
}

/// The claims of an exchange, from the first to the last.
fn chain(claims: &[NodeId]) -> Text {
    Text::joined(claims.iter().map(|&claim| claim.into()), " ← ")
}

fn exchanges(exchanges: &[Exchange]) -> Option<Section> {
    let lead = "A chain of claims in which the sides answer each other at least twice. The first \
        and the last claim were neither found false nor given up: their authors conceded no attack on them. Exchanges do not decide cruxes; they \
        show where the sides answered each other longest. A claim that is repeated as an answer is listed again.";
    let columns = vec![
        Column::numbers("Answers"),
        Column::numbers("Stated"),
        Column::words("Question"),
        Column::words("Claims"),
    ];
    let row = |exchange: &Exchange| {
        let axis = exchange.axis.clone().map(|axis| Inline::Axis(axis).into());
        vec![
            exchange.answers().into(),
            exchange.mentions.into(),
            axis.unwrap_or_default(),
            chain(&exchange.claims),
        ]
    };
    let caption =
        "The exchanges, the longest first, then those whose claims are stated most often.".into();
    let table = Table { caption, columns, rows: exchanges.iter().map(row).collect() };
    let section = Section::new("exchanges", "The exchanges", lead.into());
    section.with_rows(table)
}

/// On the card of a crux: the longest exchange about it.
fn on_cards(history: &History<'_>, exchanges: &[Exchange]) -> Vec<Section> {
    let on_card = |crux: &crate::record::Crux| {
        let axis = crux.axis.as_ref()?;
        let longest = exchanges.iter().find(|exchange| exchange.axis.as_ref() == Some(axis))?;
        let sentence = "The longest exchange on this question has {} answers: {}.";
        let text = Text::of(sentence, [longest.answers().into(), chain(&longest.claims)]);
        Some(Section::about(Subject::Crux(crux.id), "exchange", vec![Block::Prose(text)]))
    };
    history.outcome().cruxes.iter().filter_map(on_card).collect()
}
