//! The speeches of both sides beside each other, and the drafts that were rejected.

use std::collections::BTreeSet;

use super::super::detail::{CheckedClaim, Draft, Finding, Teams, side_name};
use super::drafts::{Drafted, verdict_reason};
use crate::record::{Fate, Turn};
use crate::text::{sentences, to_sentence};
use crate::view::{Block, Column, History, Inline, Section, Tab, Table, Text};
use crate::vocabulary::{PersonaId, Side};

/// The speeches, round by round, paragraph beside paragraph.
pub(super) fn section(history: &History<'_>, teams: &Teams, drafts: &[Drafted<'_>]) -> Section {
    let kept = || drafts.iter().filter(|(turn, _)| turn.fate.is_kept());
    let has_spoken = |persona: &_| kept().any(|(turn, _)| turn.is_by(persona));
    let lead = "Each table shows one round. A paragraph begins with a claim of the speaker, or with the claim of the other side that it quotes and \
        answers. A mark in brackets names the claim before it and says whether the fact checker found the claim, or the reason before the mark, \
        true or false. Where it says neither, the evidence does not decide. The table of the claims below has all verdicts.";
    let lead = Text::joined([sides(teams, has_spoken), lead.into()], " ");
    let mut section = Section::new("speeches", "The speeches", lead);
    for snapshot in history.snapshots() {
        let of_round = |side: Side| -> Vec<&Drafted<'_>> {
            let of_side = kept().filter(|(_, draft)| draft.side == side);
            of_side.filter(|(turn, _)| turn.round == snapshot.round).collect()
        };
        let columns = [Side::Yes, Side::No].map(of_round);
        let title = Inline::Round(snapshot.round).into();
        let spoken = columns.iter().any(|speeches| !speeches.is_empty());
        section.blocks.extend(spoken.then(|| Block::Table(round(title, &columns, drafts))));
    }
    section
}

/// The members of a team.
fn members(team: &[PersonaId]) -> Text {
    Text::joined(team.iter().map(Into::into), ", ")
}

/// Who argues for which side, and who was assigned one.
fn sides(teams: &Teams, has_spoken: impl Fn(&PersonaId) -> bool) -> Text {
    let how = if teams.drawn {
        "The seed drew the sides."
    } else if teams.assigned.is_empty() {
        "Every persona argues for its own answer."
    } else {
        "A side that no persona takes needs speakers, so some were assigned to it."
    };
    let [pro, con] = [Side::Yes, Side::No].map(|side| members(teams.members(side)));
    let formed = Text::of("For the motion: {}. Against it: {}.", [pro, con]);
    let assigned = Text::of(
        "Assigned against their own answer, or without one: {}. There they play a part.",
        [members(&teams.assigned)],
    );
    let all = teams.pro.iter().chain(&teams.con);
    let silent: Vec<PersonaId> = all.filter(|persona| !has_spoken(persona)).cloned().collect();
    let unheard = Text::of("No speech was given by: {}.", [members(&silent)]);
    Text::joined(
        [
            formed,
            how.into(),
            if teams.assigned.is_empty() { Text::default() } else { assigned },
            if silent.is_empty() { Text::default() } else { unheard },
        ],
        " ",
    )
}

fn round(title: Text, columns: &[Vec<&Drafted<'_>>; 2], drafts: &[Drafted<'_>]) -> Table {
    let heading = |side: Side, speeches: &[&Drafted<'_>]| {
        let speakers = speeches.iter().filter_map(|(turn, _)| {
            let speaker = turn.speaker.as_ref()?;
            Some(Text::of("{} ({})", [speaker.into(), Inline::Turn(turn.id).into()]))
        });
        let speakers = Text::joined(speakers, ", ");
        if speakers.is_empty() {
            return Text::of("{}: no speech", [side_name(side).into()]);
        }
        Text::of("{}: {}", [side_name(side).into(), speakers])
    };
    let [pro, con] = columns.each_ref().map(|speeches| {
        let paragraphs = speeches.iter().flat_map(|(turn, draft)| marked(turn, draft, drafts));
        paragraphs.collect::<Vec<Text>>()
    });
    // The first cell names the row, so that both sides look alike.
    let row = |place: usize| {
        let sides = [&pro, &con].map(|side| side.get(place).cloned().unwrap_or_default());
        std::iter::once((place + 1).into()).chain(sides).collect()
    };
    Table {
        caption: title,
        columns: vec![
            Column::words("Part"),
            Column::words(heading(Side::Yes, &columns[0])),
            Column::words(heading(Side::No, &columns[1])),
        ],
        rows: (0..pro.len().max(con.len())).map(row).collect(),
    }
}

/// The paragraphs of a draft with what was found about a claim or a reason right after it.
fn marked(turn: &Turn, draft: &Draft, drafts: &[Drafted<'_>]) -> Vec<Text> {
    let own = || draft.claims.iter().map(|claim| claim.text.as_str());
    let claimed = drafts.iter().flat_map(|(_, other)| &other.claims);
    let quoted: BTreeSet<&str> = claimed.map(|claim| claim.text.as_str()).collect();
    let with_marks = |text: String| {
        let end = |said: &str| Some(text.find(said)? + said.len());
        let of_claims = draft.claims.iter().filter_map(|claim| {
            let finding = claim.finding().filter(|finding| finding.is_decided());
            let mark = match (claim.node, finding.map(Finding::word)) {
                (Some(node), Some(word)) => Text::of("[{}: {}]", [node.into(), word.into()]),
                (Some(node), None) => Text::of("[{}]", [node.into()]),
                (None, Some(word)) => format!("[{word}]").into(),
                (None, None) => return None,
            };
            Some((end(&claim.text)?, mark))
        });
        let reasons = draft.claims.iter().flat_map(|claim| &claim.reasons);
        let of_reasons = reasons.filter_map(|reason| {
            let finding = reason.check.as_ref()?.finding;
            let end = end(&to_sentence(&reason.text)).or_else(|| end(&reason.text))?;
            finding.is_decided().then(|| (end, format!("[{}]", finding.word()).into()))
        });
        let mut marks: Vec<(usize, Text)> = of_claims.chain(of_reasons).collect();
        marks.sort_by_key(|(end, _)| *end);
        // A sentence that two claims give has one mark.
        marks.dedup_by_key(|(end, _)| *end);
        let mut parts: Vec<Text> = Vec::new();
        let mut start = 0;
        for (end, mark) in marks {
            parts.extend([text[start..end].trim().into(), mark]);
            start = end;
        }
        parts.push(text[start..].trim().into());
        Text::joined(parts.into_iter().filter(|part| !part.is_empty()), " ")
    };
    paragraphs(&turn.text, own, &quoted).into_iter().map(with_marks).collect()
}

/// The sentences of a speech in paragraphs. A new one begins where a claim begins, and before a
/// sentence that quotes one and is followed by a claim. What a model writes has no line breaks.
fn paragraphs<'c, Claims: Iterator<Item = &'c str>>(
    text: &str,
    claims: impl Fn() -> Claims,
    quoted: &BTreeSet<&str>,
) -> Vec<String> {
    let sentences = sentences(text);
    let begins = |sentence: &str| claims().any(|claim| is_begun_by(sentence, claim));
    let quotes =
        |sentence: &str| quoted.iter().any(|claim| sentence.contains(&format!("“{claim}”")));
    let mut paragraphs: Vec<String> = Vec::new();
    for (sentence, place) in sentences.iter().zip(0..) {
        let is_led_in = place > 0 && quotes(sentences[place - 1]);
        let leads_in =
            quotes(sentence) && sentences.get(place + 1).is_some_and(|next| begins(next));
        match paragraphs.last_mut() {
            Some(last) if !leads_in && (is_led_in || !begins(sentence)) => {
                last.push(' ');
                last.push_str(sentence);
            }
            Some(_) | None => paragraphs.push((*sentence).to_owned()),
        }
    }
    paragraphs
}

/// Whether a claim, which may have several sentences, begins with this one.
fn is_begun_by(sentence: &str, claim: &str) -> bool {
    claim.starts_with(sentence) || sentence.contains(claim)
}

/// The drafts that do not count: a page folds them.
pub(super) fn rejected(drafts: &[Drafted<'_>]) -> Option<Section> {
    let lead = "Drafts that their speakers had to write again, or with which a turn was lost. No participant reads them.";
    let tab = |(turn, draft): &Drafted<'_>| {
        let why = match &turn.fate {
            Fate::Rejected(why) | Fate::Failed(why) => why.clone(),
            Fate::Kept | Fate::Corrected(_) | Fate::Duplicate(_) | Fate::Dropped(_) => return None,
        };
        let speaker = turn.speaker.as_ref().map(Text::from).unwrap_or_default();
        let title = Text::of(
            "{}, {}, draft {}",
            [Inline::Turn(turn.id).into(), speaker, draft.number.to_string().into()],
        );
        let checked = draft.claims.iter().flat_map(CheckedClaim::checked);
        let refuted = checked.filter(|(_, check)| check.finding == Finding::False);
        let refuted = refuted.map(|(text, check)| {
            let found =
                Text::of("Found false: “{}” {}", [to_sentence(text).into(), verdict_reason(check)]);
            Block::Prose(found)
        });
        let text = marked(turn, draft, drafts).into_iter().map(Block::Prose);
        let blocks = std::iter::once(Block::Prose(why.into())).chain(refuted).chain(text);
        Some(Tab { title, blocks: blocks.collect() })
    };
    let tabs: Vec<Tab> = drafts.iter().filter_map(tab).collect();
    let section = Section::new("drafts", "Drafts that do not count", lead.into());
    (!tabs.is_empty()).then(|| section.with(Block::Tabs(tabs)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_begins_with_a_claim_or_with_the_quotation_before_it() {
        let text = "You say “It is loud.” That is odd. You say “It is hot.” Shops gain. They do. Rents fall.";
        let quoted = BTreeSet::from(["It is loud.", "It is hot."]);
        let claims = || ["Shops gain.", "Rents fall."].into_iter();
        let expected = [
            "You say “It is loud.” That is odd.",
            "You say “It is hot.” Shops gain. They do.",
            "Rents fall.",
        ];
        assert_eq!(paragraphs(text, claims, &quoted), expected);
        let text = "It is loud. Shops gain. They do. So rents fall.";
        let claims = || ["Shops gain. They do.", "rents fall"].into_iter();
        let expected = ["It is loud.", "Shops gain. They do.", "So rents fall."];
        assert_eq!(
            paragraphs(text, claims, &quoted),
            expected,
            "a claim of two sentences, and a part"
        );
    }
}
