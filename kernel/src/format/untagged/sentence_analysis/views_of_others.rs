//! Takes what a sentence concedes, and what it reports of others, out of it.

use super::{SentenceAnalysis, known};
use crate::format::untagged::cue_matching::{middle, strip, strip_cue, strip_folded, turn, words};
use crate::format::untagged::cue_words;
use crate::format::untagged::guess::ClauseKind;
use crate::format::untagged::reported_speech::{judged, reported};
use crate::format::untagged::stated_weight::is_about_own_answer;

/// What a sentence concedes that begins with a cue: the clause after the cue. After a verb, such as
/// «I grant», only «that» or a colon shows where a clause begins; otherwise the sentence says it
/// best itself: «I accept the figures of the council.» `length` is that of the cue.
fn conceded(sentence: &str, length: usize) -> &str {
    let (cue, content) = sentence.split_at(length);
    let has_verb =
        words(cue).next().is_some_and(|first| cue_words::has("i|we|it|nor|there", &first));
    if !has_verb || [",", ";", ":", "that"].iter().any(|end| cue.trim_end().ends_with(end)) {
        return strip(content, "that ");
    }
    let after = strip_cue(content, cue_words::WILLINGLY).map_or(content, |(_, after)| after);
    let listed = content.split_once(": ").map(|(_, clause)| clause);
    let listed = listed.filter(|clause| words(clause).count() > 2);
    let clause = strip_folded(after, "that ").or(listed);
    clause.map_or(sentence, |clause| strip(clause, "that "))
}

/// What others say up to a semicolon, and what the author says of it: «They say that it is late; I
/// doubt it.»
fn report_ends(content: &str) -> Option<(&str, &str)> {
    let (said, own) = content.split_once("; ")?;
    let first = words(own).next()?;
    cue_words::has(cue_words::AFTER_A_REPORT, &first).then_some((said, own))
}

/// The maximum number of words up to the “may” of what may be so.
const MOST_WORDS_OF_SUBJECT: usize = 8;

impl SentenceAnalysis {
    /// Removes what the sentence concedes or reports of others. Returns the rest, or `None` if
    /// nothing is left.
    pub(super) fn take_concession_or_objection<'t>(&mut self, rest: &'t str) -> Option<&'t str> {
        let concession = strip_cue(rest, cue_words::CONCEDES);
        let up_to_turn = |text| turn(text).map_or(text, |(before, _)| before);
        if let Some((_, own)) = concession.filter(|(_, own)| is_about_own_answer(up_to_turn(own))) {
            return Some(strip(own, "that "));
        }
        let concession = concession.map(|(cue, content)| (ClauseKind::Concedes, cue, content));
        let objection = || reported(rest).map(|(cue, content)| (ClauseKind::Answers, cue, content));
        let turned_against = || {
            let (cue, content) =
                strip_cue(rest, cue_words::CONCEDES_IF_BUT_FOLLOWS).or_else(|| known(rest))?;
            turn(content).map(|_| (ClauseKind::Concedes, cue, content))
        };
        let found = concession.or_else(|| judged(rest)).or_else(objection);
        let Some((kind, cue, content)) = found.or_else(turned_against) else {
            return self.take_marked_concession(rest);
        };
        let sentence = rest;
        let before = sentence.len() - content.len();
        let end = if kind == ClauseKind::Answers { report_ends(content) } else { None };
        let (content, held) =
            turn(content).or(end).map_or((content, None), |(content, held)| (content, Some(held)));
        let content =
            if kind == ClauseKind::Concedes && strip_cue(sentence, cue_words::CONCEDES).is_some() {
                conceded(&sentence[..before + content.len()], before)
            } else {
                strip(content, "that ")
            };
        self.add_each(&kind, content, cue);
        held
    }

    /// Adds each clause that «that» begins: «I admit that it is late and that it rains.» What
    /// others say is one objection, of which its author may deny only a part.
    pub(super) fn add_each(&mut self, kind: &ClauseKind, content: &str, cue: &'static str) {
        if *kind == ClauseKind::Answers {
            self.add(kind.clone(), &content.replace(" and that ", " and "), cue);
            return;
        }
        for part in content.split(" and that ") {
            self.add(kind.clone(), part, cue);
        }
    }

    /// Removes what the sentence marks as a concession afterwards: «It is late, I grant that, but
    /// it works.»
    fn take_marked_concession<'t>(&mut self, rest: &'t str) -> Option<&'t str> {
        let marks = cue_words::CONCEDES_AFTER.split('|');
        let marked = marks.filter_map(|cue| Some((cue, middle(rest, cue)?)));
        let ends = |after: &str| after.is_empty() || after.starts_with([',', '.', ';']);
        let Some((cue, (before, after))) =
            marked.filter(|(_, (_, after))| ends(after)).max_by_key(|(cue, _)| cue.len())
        else {
            return Some(self.take_although(rest));
        };
        let (more, held) = turn(after).map_or((after, None), |(more, held)| (more, Some(held)));
        // «The money, I agree, must come» is one clause; «it is late, I grant that, and it rains»
        // are two.
        let goes_on =
            more.strip_prefix(", ").filter(|more| strip_cue(more, cue_words::JOINING).is_none());
        let conceded = match goes_on {
            Some(more) => format!("{before} {more}"),
            None => format!("{before}{more}"),
        };
        self.add(ClauseKind::Concedes, &conceded, cue.trim_start_matches([',', ' ']));
        held
    }

    /// Adds what may be so as a concession, where the sentence turns against it: «It may be late,
    /// but it works.» A claim with a pronoun keeps it.
    fn take_possibility<'t>(&mut self, rest: &'t str) -> &'t str {
        let may_be = |text: &str| {
            let may = |word: String| cue_words::has("may|might", &word);
            words(text).take(MOST_WORDS_OF_SUBJECT).any(may)
        };
        let Some((possible, held)) = turn(rest).filter(|(possible, _)| may_be(possible)) else {
            return rest;
        };
        self.add(ClauseKind::Concedes, possible, "may … but");
        let refers_back = words(held).next();
        let refers_back =
            refers_back.is_some_and(|word| cue_words::has(cue_words::PRONOUNS, &word));
        if refers_back { rest } else { held }
    }

    fn take_although<'t>(&mut self, rest: &'t str) -> &'t str {
        let concession = strip_cue(rest, cue_words::CONCEDES_UP_TO_COMMA);
        if let Some((cue, (conceded, held))) =
            concession.and_then(|(cue, content)| Some((cue, content.split_once(", ")?)))
        {
            self.add(ClauseKind::Concedes, conceded, cue);
            return held;
        }
        self.take_possibility(rest)
    }
}
