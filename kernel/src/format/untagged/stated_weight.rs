//! Whether a sentence says that its author's answer to the topic's question depends on what its
//! paragraph is about: «For me this settles the matter», «If that were false, I would withdraw this
//! paper»; or that it does not: «I would still be against it.»

use super::cue_matching::{is_participle, middle, strip_cue, strip_folded, words};
use super::cue_words;
use crate::text::{content_stems, negations};
use crate::vocabulary::AxisId;

/// How much hangs on what a paragraph is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// The author's answer depends on it.
    Carries(&'static str),
    /// The author's answer does not depend on it.
    Idle(&'static str),
}

/// What a sentence says about how much hangs on an axis.
#[derive(Debug)]
pub(super) struct AxisWeight {
    pub(super) axis: AxisId,
    pub(super) weight: Weight,
    /// The line of its paragraph.
    pub(super) line: usize,
}

/// A condition on what the author would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Condition {
    /// What the sentence says before it.
    pub(super) before: String,
    /// The condition in the order of words of a clause after «if».
    pub(super) text: String,
    /// What a page quotes as the condition; the whole sentence where the order of words does not
    /// show which is the verb: «Should our trial fail, I would withdraw this.»
    pub(super) quote: String,
    pub(super) weight: Option<Weight>,
}

/// The cue of a condition on what the author would do.
pub(super) const IF_I_WOULD: &str = "if …, I would";
/// The fewest words of what would change an author's answer.
const FEWEST_WORDS: usize = 3;
/// The cue of a sentence that says on what the author's case depends.
const DEPENDS_ON: &str = "depends on";
/// The cue of a sentence that says what would refute the author's case.
const WOULD_END: &str = "would end my case";
/// The cue of a sentence with the author's case as its object, or as what stays the same.
const OF_CASE: &str = "my case";
/// The cue of a sentence that says what the author would not do for something.
const FOR_THAT: &str = "not … for that";
/// The cue of a sentence that says what the author would not do without something.
const WITHOUT_IT: &str = "without it";
/// The cue of a sentence that announces one of the author's reasons.
const ONE_REASON: &str = "the … reason is";
/// The maximum number of words up to the one that says whose case a sentence is about.
const MOST_WORDS_OF_SUBJECT: usize = 3;
/// The number of words in which a clause says that an author would not do something.
const FIRST_WORDS: usize = 5;
/// The maximum number of words between a negation and the words for a weight that it denies.
const REACH_OF_NEGATION: usize = 4;

/// The weight that a sentence states.
pub(super) fn stated(text: &str) -> Option<Weight> {
    let text = &text.replace('’', "'");
    if let Some(Condition { weight: Some(weight), .. }) = condition(text) {
        return Some(weight);
    }
    if let Some((cue, _)) = would_change(text) {
        return Some(Weight::Carries(cue));
    }
    if let Some((cue, _)) = strip_cue(text, cue_words::SUPPOSES) {
        return Some(Weight::Idle(cue.trim()));
    }
    // It names reasons of its own.
    if strip_cue(text, cue_words::PERSUADES).is_some() {
        return None;
    }
    if let Some(weight) = depends(text).or_else(|| own_case(text)) {
        return Some(weight);
    }
    if let Some(weight) = not_for_that(text).or_else(|| without_it(text)) {
        return Some(weight);
    }
    if let Some((cue, _)) = announces_one_reason(text) {
        return Some(Weight::Carries(cue));
    }
    if let Some((cue, ..)) = found(text, cue_words::IDLE) {
        return Some(Weight::Idle(cue));
    }
    if let Some((cue, ..)) = found(text, cue_words::REFUSES) {
        return Some(Weight::Carries(cue));
    }
    let (cue, before, after) = found(text, cue_words::WEIGHS)?;
    let clause = before.rsplit([',', ';', ':', '–', '—']).next().unwrap_or_default();
    let near: Vec<String> = words(clause).collect();
    let near = near[near.len().saturating_sub(REACH_OF_NEGATION)..].join(" ");
    let is_denied = negations(&near) % 2 == 1 || found(after, cue_words::TAKES_BACK).is_some();
    Some(if is_denied { Weight::Idle(cue) } else { Weight::Carries(cue) })
}

/// Whether a sentence is about what its author's answer depends on, whatever introduces it: «I
/// admit that if it rained I would think again.»
pub(super) fn is_about_own_answer(text: &str) -> bool {
    let weighs = condition(text).is_some_and(|condition| condition.weight.is_some());
    let is_own = || words(text).any(|word| cue_words::has("i|me|my|our", &word));
    weighs
        || would_change(text).is_some()
        || depends(text).is_some()
        || is_own() && stated(text).is_some()
}

/// The cue of a sentence that says how much hangs on something, and nothing else: «That settles the
/// matter for me.»
pub(super) fn only_weighs(text: &str) -> Option<&'static str> {
    let (Weight::Carries(cue) | Weight::Idle(cue)) = stated(text)?;
    let (_, before, after) = found(text, cue)?;
    (content_stems(&format!("{before} {after}")).len() < FEWEST_CONTENT_WORDS).then_some(cue)
}

/// The fewest content words besides those for a weight that make a sentence say more than how much
/// something weighs.
const FEWEST_CONTENT_WORDS: usize = 2;

/// What would change the author's answer: the cue, and the words before it. «A credible costing
/// would lead us to reopen the matter.»
pub(super) fn would_change(text: &str) -> Option<(&'static str, &str)> {
    let (cue, before) = found(text, cue_words::WOULD_CHANGE)
        .map(|(cue, before, _)| (cue, before))
        .or_else(|| would_end(text))?;
    let denies = negations(before) > 0 || before.contains(',');
    (!denies && words(before).count() >= FEWEST_WORDS).then(|| (cue, before.trim_end()))
}

/// The words before those that say what would refute the author: «A single receipt would end my
/// case.»
fn would_end(text: &str) -> Option<(&'static str, &str)> {
    let (before, after) = middle(text, " would ")?;
    let near: Vec<String> = words(after).take(3).collect();
    let [verb, whose, noun] = near.as_slice() else { return None };
    let is_own = cue_words::has("my|our", whose) && cue_words::has(cue_words::OWN_CASE, noun);
    (is_own && cue_words::has(cue_words::REFUTES, verb)).then_some((WOULD_END, before))
}

/// What a sentence says with its author's case as the object, or as what stays the same: «Neither
/// point carries my advice», «My view would be the same.»
fn own_case(text: &str) -> Option<Weight> {
    let mut clauses = text.split([',', ';', ':', '–', '—']);
    clauses.find_map(|clause| {
        let all: Vec<String> = words(clause).collect();
        let is_case = |at: usize| {
            let noun =
                all.get(at + 1).is_some_and(|noun| cue_words::has(cue_words::OWN_CASE, noun));
            noun && cue_words::has("my|our", &all[at])
        };
        let at = (0..all.len()).find(|&at| is_case(at))?;
        let verb = all[..at].last().filter(|verb| cue_words::has(cue_words::CARRIES, verb));
        if verb.is_some() {
            let is_denied = negations(&all[..at].join(" ")) % 2 == 1;
            return Some(if is_denied { Weight::Idle(OF_CASE) } else { Weight::Carries(OF_CASE) });
        }
        let after = all[at + 2..].join(" ");
        let is_unchanged = cue_words::UNCHANGED.split('|').any(|same| {
            after.strip_prefix(same).is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
        });
        (at == 0 && is_unchanged).then_some(Weight::Idle(OF_CASE))
    })
}

/// What an author would not do for what it has just said: «I would not keep it for that.» Without
/// an object before «for», the verb is not one of proposing or keeping: «I would not vote for
/// that.»
fn not_for_that(text: &str) -> Option<Weight> {
    let mut clauses = text.split([',', ';', ':', '–', '—']);
    let is_denied = clauses.any(|clause| {
        let all: Vec<String> = words(clause).collect();
        let ends = |end: &str| all.join(" ").ends_with(end);
        let begin = usize::from(
            all.first().is_some_and(|first| cue_words::has(cue_words::BEFORE_A_CONDITION, first)),
        );
        let act: Vec<String> = all.iter().skip(begin).take(FEWEST_WORDS + 1).cloned().collect();
        let is_own = act.first().is_some_and(|first| cue_words::has("i|we|i'd|we'd", first))
            && act
                .iter()
                .any(|word| cue_words::has(cue_words::WOULD, word) || word.ends_with("'d"))
            && negations(&act.join(" ")) == 1;
        is_own
            && cue_words::FOR_THAT.split('|').any(|end| {
                let object = all.len().saturating_sub(begin + words(end).count());
                ends(end) && object > FEWEST_WORDS
            })
            && !act.iter().any(|word| cue_words::has(cue_words::GIVES, word))
    });
    is_denied.then_some(Weight::Idle(FOR_THAT))
}

/// What an author would not do without what it has just said: «Without that I would not be
/// writing.»
fn without_it(text: &str) -> Option<Weight> {
    let (_, after) = strip_cue(text, cue_words::WITHOUT_IT)?;
    let after = after.trim_start_matches([',', ' ']);
    let begin: Vec<String> = words(after).take(FIRST_WORDS).collect();
    let denies = negations(&begin.join(" ")) == 1 || found(after, cue_words::GIVES_WAY).is_some();
    let is_same = found(after, cue_words::ALL_THE_SAME).is_some();
    match (is_of_author(after, true), is_same, denies) {
        (true, true, _) => Some(Weight::Idle(WITHOUT_IT)),
        (true, false, true) => Some(Weight::Carries(WITHOUT_IT)),
        (true, false, false) | (false, ..) => None,
    }
}

/// The cue of a sentence that says how much something weighs and claims nothing about it.
pub(super) fn claims_nothing(text: &str) -> Option<&'static str> {
    let announced = announces_one_reason(text).map(|(cue, _)| cue);
    announced.or_else(|| without_it(text).map(|_| WITHOUT_IT))
}

/// A sentence that only announces one of the author's reasons, and what it says of it: «The second
/// consideration is the noise.» One that says the reason itself does not only announce it.
pub(super) fn announces_one_reason(text: &str) -> Option<(&'static str, &str)> {
    let (whose, rest) = strip_cue(text, "the |my |our ")?;
    let (_, rest) = strip_cue(rest, cue_words::ORDINALS)?;
    let nouns = if whose == "the " { cue_words::REASON_NOUNS } else { cue_words::OWN_REASON_NOUNS };
    let (_, rest) = strip_cue(rest, nouns)?;
    let (_, what) = strip_cue(rest, "is |was |concerns ")?;
    (strip_folded(what, "that ").is_none() && strip_folded(what, "not ").is_none())
        .then_some((ONE_REASON, what))
}

/// What a sentence says in so many words of its author's case: «My argument does not depend on it.»
fn depends(text: &str) -> Option<Weight> {
    let clauses = text.split([',', ';', ':', '–', '—']);
    let mut weights = clauses.filter_map(|clause| {
        let all: Vec<String> = words(clause).collect();
        let on = |at: usize| all.get(at + 1).is_some_and(|next| next == "on" || next == "upon");
        let verb = |at: &usize| cue_words::has(cue_words::DEPENDS, &all[*at]) && on(*at);
        let at = (0..all.len()).find(verb)?;
        let subject = &all[..at];
        let is_own = subject
            .iter()
            .take(MOST_WORDS_OF_SUBJECT)
            .any(|word| cue_words::has("my|our", word) || negations(word) > 0);
        let case = |word: &String| cue_words::has(cue_words::OWN_CASE, word.trim_end_matches("'s"));
        (is_own && subject.iter().any(case)).then(|| {
            if negations(&subject.join(" ")) % 2 == 1 {
                Weight::Idle(DEPENDS_ON)
            } else {
                Weight::Carries(DEPENDS_ON)
            }
        })
    });
    weights.next()
}

/// Whether a sentence says that the author has several reasons, which later sentences give one by
/// one: «I am against it, for two reasons.»
pub(super) fn announces_reasons(text: &str) -> bool {
    let is_own = words(text)
        .take(MOST_WORDS_OF_SUBJECT + 1)
        .any(|word| cue_words::has("i|my|we|our", &word));
    is_own && found(text, cue_words::SEVERAL_REASONS).is_some()
}

/// The cue of a sentence that gives one of the reasons that were announced, and the reason where it
/// says more than what that is about.
pub(super) fn one_of_the_reasons(text: &str) -> Option<(&'static str, Option<&str>)> {
    let (cue, after) = strip_cue(text, cue_words::ONE_OF_THE_REASONS)?;
    let reason = if cue.ends_with(" is ") { strip_folded(after, "that ") } else { Some(after) };
    Some((cue.trim_end(), reason))
}

/// The first of the cues that a text has as whole words, with the text before and after it.
fn found<'t>(text: &'t str, cues: &'static str) -> Option<(&'static str, &'t str, &'t str)> {
    let lower = text.to_ascii_lowercase();
    let is_letter = |c: char| c.is_alphanumeric();
    cues.split('|').find_map(|cue| {
        let mut around = lower.match_indices(cue).map(|(at, _)| text.split_at(at));
        let whole = around.find_map(|(before, rest)| {
            let after = &rest[cue.len()..];
            let is_whole = !before.ends_with(is_letter) && !after.starts_with(is_letter);
            is_whole.then_some((before, after))
        });
        whole.map(|(before, after)| (cue, before, after))
    })
}

/// The condition on which an author would do something, before or after what it would do: «If it
/// rained, I would think again», «I would think again if it rained.»
pub(super) fn condition(text: &str) -> Option<Condition> {
    let text = &text.replace('’', "'");
    conditionals(text)
        .find_map(|(before, cue, after)| condition_first(before, cue, after))
        .or_else(|| condition_last(text))
}

/// Where a sentence may begin a conditional: the text before each cue, the cue, and the text after
/// it.
fn conditionals(text: &str) -> impl Iterator<Item = (&str, &'static str, &str)> {
    let at_first = strip_cue(text, cue_words::CONDITIONS).map(|(cue, after)| ("", cue, after));
    let later = text.match_indices(' ').filter_map(|(at, space)| {
        let (before, rest) = (&text[..at], &text[at + space.len()..]);
        let last = before.rsplit(' ').next().unwrap_or_default();
        let may_begin = last.ends_with([',', ';', ':', '–', '—'])
            || cue_words::has(cue_words::BEFORE_A_CONDITION, &last.to_lowercase());
        let inverted = || {
            let ends = last.ends_with([';', ':', '–', '—']);
            strip_cue(rest, cue_words::INVERTED).filter(|_| ends)
        };
        let begun = strip_cue(rest, cue_words::IF).filter(|_| may_begin).or_else(inverted);
        begun.map(|(cue, after)| (before, cue, after))
    });
    at_first.into_iter().chain(later)
}

fn condition_first(before: &str, cue: &'static str, after: &str) -> Option<Condition> {
    let mut spaces = after.match_indices(' ').map(|(at, _)| at);
    let begins = |at: usize| {
        let then = &after[at + 1..];
        let joined = strip_cue(then, "and ").map(|(_, then)| then);
        let at_first = joined.is_some() || after[..at].ends_with(',');
        let then = joined.unwrap_or(then);
        let then = strip_cue(then, "then ").map_or(then, |(_, then)| then);
        is_of_author(then, at_first).then_some((at, then))
    };
    let (at, then) = spaces.find_map(begins)?;
    let condition = after[..at].trim_end_matches(',');
    let turned_out = strip_cue(condition, cue_words::IT_TURNS_OUT);
    let has = |cues: &'static str| found(then, cues).is_some();
    // «If it were only for that, …» says that there is more against it.
    let is_idle = cue == "even if "
        || has(cue_words::ALL_THE_SAME)
        || found(condition, cue_words::NOTHING_ELSE).is_some();
    // «I would say no more» gives up.
    let polite = found(then, cue_words::POLITE).filter(|(.., rest)| !gives_nothing(rest));
    let is_polite = polite.is_some() || strip_cue(condition, cue_words::NO_CONDITIONS).is_some();
    // What an author would not do without it depends on it. What else it would do may have nothing
    // to do with the answer: «If the rails had worn out, I would be asking for new ones.»
    let is_own = words(condition).next().is_some_and(|first| first != "we");
    let begin: Vec<String> = words(then).take(FIRST_WORDS).collect();
    let gives_up = is_own
        && begin.iter().any(|word| cue_words::has(cue_words::CONTRARY, word))
        && negations(&begin.join(" ")) == 1;
    let is_contrary =
        INVERTED_CONTRARY.contains(&cue) || turned_out.is_some() || denies_subject(condition);
    let is_about_subject = || is_contrary && refers_to_subject(condition) && acts(then);
    let carries = gives_up
        || is_about_subject()
        || has(cue_words::GIVES_WAY)
        || strip_cue(then, cue_words::THERE_WOULD_BE_NO).is_some()
        || found(condition, cue_words::IS_WRONG).is_some()
        || cue_words::DEMANDS.split('|').any(|demand| demand == cue);
    let weight = match (is_idle, carries && !is_polite) {
        (true, _) => Some(Weight::Idle(IF_I_WOULD)),
        (false, true) => Some(Weight::Carries(IF_I_WOULD)),
        (false, false) => None,
    };
    let before = before.trim_end_matches([',', ';', ':', '–', '—', ' ']);
    let joined = before
        .rsplit_once(' ')
        .filter(|(_, last)| cue_words::has(cue_words::BEFORE_A_CONDITION, &last.to_lowercase()));
    let before = joined.map_or(before, |(before, _)| before).trim_end_matches([',', ';', ' ']);
    let condition = turned_out.map_or(condition, |(_, rest)| rest);
    let text = in_order(cue, condition);
    let quote = if cue == "should " {
        format!("“Should {}”", after.trim_end_matches('.'))
    } else {
        text.clone()
    };
    Some(Condition { before: before.to_owned(), text, quote, weight })
}

/// Whether a text begins with a word for nothing: «I would say no more.»
fn gives_nothing(text: &str) -> bool {
    words(text).next().is_some_and(|first| cue_words::has("no|nothing|never", &first))
}

/// The cues of a condition that is contrary to what its author believes, by its order of words.
const INVERTED_CONTRARY: [&str; 2] = ["were ", "had "];

/// Whether a condition is that what was said before is not so: «that were different here».
fn denies_subject(condition: &str) -> bool {
    let mut words = words(condition);
    words.next().is_some_and(|first| cue_words::has("it|this|that|things", &first))
        && words.next().is_some_and(|verb| cue_words::has("were|weren't", &verb))
        && words.next().is_some_and(|state| cue_words::has(cue_words::NOT_SO, &state))
}

/// Whether a condition is about what the paragraph is about: it has a pronoun or a definite noun.
/// «Had twelve rails broken» is about other rails.
fn refers_to_subject(condition: &str) -> bool {
    words(condition).any(|word| cue_words::has(cue_words::OF_SUBJECT, &word))
}

/// Whether a text begins with a simple act of its author: «I would let it stay», «I should be the
/// first to sign»; not «I would be asking for more», «I would have asked for more.»
fn acts(text: &str) -> bool {
    let near: Vec<String> = words(text).take(MOST_WORDS_OF_SUBJECT + 1).collect();
    let contracted = near.first().is_some_and(|first| cue_words::has("i'd|we'd", first));
    let at = if contracted { 1 } else { 2 };
    let is_first = near.first().is_some_and(|first| cue_words::has("i|we", first));
    let would = near.get(1).is_some_and(|word| cue_words::has(cue_words::WOULD, word));
    let verb = near.get(at).map_or("", String::as_str);
    let is_first_to_act = verb == "be" && near.get(at + 1).is_some_and(|next| next == "the");
    let is_act = !verb.is_empty() && !cue_words::has(cue_words::NO_ACTS, verb);
    (contracted || is_first && would) && (is_act || is_first_to_act)
}

fn condition_last(text: &str) -> Option<Condition> {
    let (then, condition) = middle(text, " if ")?;
    if then.contains(", ") || !is_of_author(then, true) {
        return None;
    }
    let has = |cues: &'static str| found(then, cues).is_some();
    let weight = if then.ends_with(" even") || has(cue_words::ALL_THE_SAME) {
        Weight::Idle(IF_I_WOULD)
    } else if has(cue_words::GIVES_WAY) {
        Weight::Carries(IF_I_WOULD)
    } else {
        return None;
    };
    let condition = condition.trim_end_matches('.');
    let condition =
        strip_cue(condition, cue_words::IT_TURNS_OUT).map_or(condition, |(_, rest)| rest);
    let (before, text) = (String::new(), condition.to_owned());
    Some(Condition { before, quote: text.clone(), text, weight: Some(weight) })
}

/// A condition with its verb after the subject: «had the trials shown anything» as «the trials had
/// shown anything».
fn in_order(cue: &str, condition: &str) -> String {
    let verb = cue.trim();
    // «Prove me wrong about the rails, and …»
    if let Some(wrong) = verb.strip_prefix("prove me ").filter(|wrong| *wrong != "that") {
        let condition = condition.trim_end_matches(" and");
        return format!("I am {wrong} {condition}");
    }
    if verb != "were" && verb != "had" {
        return condition.to_owned();
    }
    let words: Vec<&str> = condition.split(' ').collect();
    let is_pronoun = |word: &str| cue_words::has("i|we|you|he|she|it|they", &word.to_lowercase());
    let at = if words.first().is_some_and(|first| is_pronoun(first)) {
        Some(1)
    } else {
        let may_follow = |word: &str| {
            let begins = word.ends_with("ly") || cue_words::has(cue_words::AFTER_WERE, word);
            verb == "were" && begins || is_participle(word)
        };
        words.iter().position(|word| may_follow(word))
    };
    let (before, after) = words.split_at(at.unwrap_or(words.len()));
    [before, &[verb], after].concat().join(" ")
}

/// Whether a text begins with what its author would do; with `at_first` also what the organization
/// would do for which the author writes.
fn is_of_author(text: &str, at_first: bool) -> bool {
    if strip_cue(text, cue_words::THERE_WOULD_BE_NO).is_some() {
        return true;
    }
    let would = |word: &String| cue_words::has(cue_words::WOULD, word);
    let first: Vec<String> = words(text).take(3).collect();
    match first.as_slice() {
        [contracted, ..] if cue_words::has("i'd|we'd|i'll|we'll", contracted) => true,
        [subject, next, ..] if subject == "i" || subject == "we" => would(next),
        // «My advice would …», «the board would …»; «Show me …, and my objection falls to the
        // ground.»
        [subject, noun, next] if at_first => {
            let is_case =
                cue_words::has("my|our", subject) && cue_words::has(cue_words::OWN_CASE, noun);
            is_case || cue_words::has(cue_words::SPEAKERS, subject) && would(next)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_says_that_its_authors_answer_depends_on_what_it_is_about() {
        for text in [
            "For me this settles the matter: rails wear out.",
            "If I believed otherwise I would be writing a different column, since rails wear out.",
            "Were rails to last, I would withdraw this paper.",
            "Had I not been, I could not have put my name to this proposal.",
            "It lasts, and if it didn't, I'd have no reason to put anyone through this.",
            "I do not laugh, because if rails really did break I'd swallow every word of this.",
            "If that were not so, there'd be no proposal.",
            "Show me rails that last, and I'd have to think again.",
            "That is why I say no to trams.",
            "If the count had come out otherwise, I wouldn't have bothered you with this.",
            "Show me that the rails are new, and I will say no more.",
            "The test is whether rails last.",
            "Show me one town where rails lasted, and I shall be the first to sign.",
            "If I am wrong about the rails, then I shall go back and lay them myself.",
            "For me it comes down to whether rails last.",
            "I would vote for the tram if rails lasted.",
            "I cannot recommend a tram whose rails wear out.",
            "And that is the main reason I'm for it.",
            "That too counts in favour of the move.",
            "It would be reason enough for me to oppose the bill.",
            "If it could be shown that rails last, I would have very little left to object to.",
            "If I believed that rails last, I would drop the idea and cheer for the tram.",
            "That is the whole case for a tram, really.",
            "Our case depends on the rails, as I have said.",
            "Convince me that rails last and my objection falls to the ground.",
            "Were there truly no other way to mend rails, I should have to swallow the plan.",
            "A credible count in which rails last would lead us to reopen the matter.",
            "We regard the finding as indispensable.",
            "I regard this as decisive.",
            "Had the audit shown a difference, I would have recommended the second nurse.",
            "If they were not going to return I would leave the thing alone.",
            "We keep the rails nonetheless: were counts to show that they break, the recommendation would be withdrawn.",
        ] {
            let weight = stated(text);
            assert!(matches!(weight, Some(Weight::Carries(_))), "{text} {weight:?}");
        }
    }

    #[test]
    fn a_sentence_says_that_its_authors_answer_would_stay_the_same() {
        for text in [
            "If moving the depot cost us money, my advice would be the same.",
            "I would still want ours kept, even if rails wear out.",
            "My position does not turn on that, however.",
            "Still, that isn't what decides it for me one way or the other.",
            "I have not relied on that figure.",
            "I would still be against trams if rails lasted.",
            "This does not settle the matter.",
            "Should rails break after all, we can mend them, and I'd still think the tram right.",
            "If an angel mended every rail, I'd be at the gate with the same banner.",
            "If rails were my only worry I should leave things as they are.",
            "If he is right, I should not change a word of my advice.",
            "Of the rails I'll say little, because little hangs on it.",
            "But suppose that rails did last: we would mend them one by one.",
            "I'd love to tell you that's reason enough, but it isn't.",
            "It would make no difference to what we owe.",
            "I would argue exactly as I do if the rails belonged to the ward.",
            "My argument does not depend on it.",
            "Nobody's vote should turn on boilers.",
            "Still, I would not hang my hat on it.",
        ] {
            let weight = stated(text);
            assert!(matches!(weight, Some(Weight::Idle(_))), "{text} {weight:?}");
        }
    }

    #[test]
    fn an_act_of_the_author_if_the_subject_were_otherwise_shows_that_its_case_depends_on_it() {
        for text in [
            "If it turned out that the guild had lent them, I would say no more.",
            "Had the guild lent them, I would let them stay.",
            "Were it otherwise, I should vote with the guild.",
            "Were the papers false, I should be the first to leave.",
            "Prove me wrong about this and I shall be silent.",
            "If that were different here, I would be the first to leave.",
            "Take this away and I have no case.",
            "Without that I would not be writing.",
            "If I am mistaken about the rails, then my demand is mistaken too.",
            "A single paper would end my campaign.",
            "This alone carries my vote.",
            "My answer would be different if they had broken.",
            "The second consideration is the noise.",
            "That alone would be enough.",
        ] {
            let weight = stated(text);
            assert!(matches!(weight, Some(Weight::Carries(_))), "{text} {weight:?}");
        }
        for text in [
            "Had the guild lent them, I would still want them back.",
            "Were it otherwise, I should vote the same.",
            "Without that I would still be writing.",
            "I would not keep them for that.",
            "Neither point carries my advice.",
            "My view would be the same without it.",
            "But that is not why I ask.",
            "This is a side issue.",
        ] {
            let weight = stated(text);
            assert!(matches!(weight, Some(Weight::Idle(_))), "{text} {weight:?}");
        }
        for text in [
            "Had the guild lent them, I would have asked for more.",
            "Had trams broken, I would buy new ones.",
            "If it were cheaper, I would ride every day.",
            "I would not vote for that.",
            "I would not pay a cent for that.",
            "The second objection is the noise.",
        ] {
            assert_eq!(stated(text), None, "{text}");
        }
    }

    #[test]
    fn words_for_a_weight_count_wherever_they_are_whole() {
        let text = "It hinges on items of cost, and the whole hinges on it.";
        assert_eq!(stated(text), Some(Weight::Carries("hinges on it")));
        assert_eq!(stated("It hinges on items of cost."), None);
    }

    #[test]
    fn a_condition_has_its_verb_after_the_subject() {
        for (text, expected) in [
            ("Were rails to last, I would withdraw this.", "rails were to last"),
            ("Were I convinced that rails last, I would sign.", "I were convinced that rails last"),
            ("Had the trials shown it, I would reconsider.", "the trials had shown it"),
            ("Should rails break, we would reconsider.", "rails break"),
            ("If it turned out that rails break, I would reconsider.", "rails break"),
            ("Prove me wrong about rails and I shall go.", "I am wrong about rails"),
            (
                "Were rails really as soft as he supposes, I might vote for it.",
                "rails were really as soft as he supposes",
            ),
        ] {
            assert_eq!(condition(text).unwrap().text, expected);
        }
    }

    #[test]
    fn other_sentences_state_no_weight() {
        for text in [
            "If rails wear out, trams stop.",
            "If you ask me, I would say that rails last.",
            "If rails last, I will ride.",
            "If we spoke of what to begin with, we'd be finished here.",
            "Had twelve rails broken, I would be asking for new ones.",
            "The town depends on trams.",
            "My house rests on stone.",
            "Nothing would change my mind.",
            "I would like a tram.",
            "The reason is that rails wear out.",
        ] {
            assert_eq!(stated(text), None, "{text}");
        }
    }
}
