//! Takes conditions and reasons out of a sentence.

use super::SentenceAnalysis;
use crate::format::untagged::cue_matching::{
    concludes, gives_reason, has_perfect, middle, strip_cue, strip_folded, words,
};
use crate::format::untagged::cue_words;
use crate::format::untagged::guess::ClauseKind;
use crate::format::untagged::stated_weight::only_weighs;

impl SentenceAnalysis {
    /// Removes an assumption and returns the rest. A claim keeps the condition that would change
    /// its author's mind: without it, it says more than the author does.
    pub(super) fn take_condition<'t>(&mut self, rest: &'t str) -> &'t str {
        for cue in cue_words::ASSUMES_AFTER.split('|') {
            if let Some((claim, content)) = middle(rest, &format!(" {cue}")) {
                self.add(ClauseKind::Assumes, content, cue);
                return claim.trim_end_matches([',', ';']);
            }
        }
        for (kind, cues) in
            [(ClauseKind::Unless, "unless "), (ClauseKind::Assumes, cue_words::ASSUMES)]
        {
            if let Some((cue, content)) = strip_cue(rest, cues) {
                let Some((condition, claim)) = content.split_once(", ") else { continue };
                let is_condition = kind == ClauseKind::Unless;
                self.add(kind, condition, cue);
                return if is_condition { rest } else { claim };
            }
            let inside = |cue| Some((cue, middle(rest, &format!(" {cue}"))?));
            if let Some((cue, (claim, content))) = cues.split('|').find_map(inside) {
                let is_condition = kind == ClauseKind::Unless;
                self.add(kind, content, cue);
                return if is_condition { rest } else { claim.trim_end_matches([',', ';']) };
            }
        }
        rest
    }

    /// Removes a reason and returns the rest, the claim.
    pub(super) fn take_reason(&mut self, rest: &str) -> String {
        for cue in ["because ", "since "] {
            let content = strip_folded(rest, cue).filter(|content| gives_reason(content));
            let parts = content.and_then(|content| {
                let pleads = content.match_indices(", ").find(|(at, comma)| {
                    strip_cue(&content[at + comma.len()..], cue_words::PLEADS).is_some()
                });
                let (at, comma) = pleads.or_else(|| content.match_indices(", ").next())?;
                Some((&content[..at], &content[at + comma.len()..]))
            });
            let is_time = |claim: &str| cue == "since " && has_perfect(claim);
            if let Some((reason, claim)) = parts.filter(|(_, claim)| !is_time(claim)) {
                self.add(ClauseKind::Because, reason, cue);
                return claim.to_owned();
            }
        }
        if let Some((claim, reason)) = middle(rest, " because ").filter(|(claim, reason)| {
            let last = claim.rsplit(' ').next().unwrap_or_default().to_lowercase();
            let denies = strip_cue(rest, cue_words::NEGATIVE_SUBJECTS).is_some()
                || cue_words::NEGATIVE_VERBS.split('|').any(|verb| middle(claim, verb).is_some());
            let may_deny_reason = denies && !claim.ends_with(',');
            !cue_words::has(cue_words::NOT_BEFORE_BECAUSE, &last)
                && !reason.starts_with("of ")
                && !may_deny_reason
        }) {
            let reasons = reason.split(" and because ").flat_map(|part| part.split(", because "));
            for reason in reasons {
                self.add(ClauseKind::Because, reason, "because");
            }
            return claim.trim_end_matches([',', ';']).to_owned();
        }
        if let Some((claim, reason)) =
            middle(rest, ", since ").filter(|(_, content)| gives_reason(content))
        {
            self.add(ClauseKind::Because, reason, "since");
            return claim.to_owned();
        }
        let so = cue_words::SO.split('|').find_map(|cue| Some((cue, middle(rest, cue)?)));
        if let Some((cue, (reason, claim))) = so.filter(|(_, (_, claim))| concludes(claim)) {
            // What says how much the reason weighs is no conclusion: «It is late, and that is why I
            // cannot support it.»
            if only_weighs(claim).is_some() {
                return reason.to_owned();
            }
            self.add(ClauseKind::Because, reason, cue.trim_start_matches([',', ';', ' ']));
            // A claim with a pronoun keeps its reason, to which the pronoun may refer.
            let has_pronoun = words(claim).any(|word| cue_words::has(cue_words::PRONOUNS, &word));
            return if has_pronoun { rest.to_owned() } else { claim.to_owned() };
        }
        rest.to_owned()
    }
}
