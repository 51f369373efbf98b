//! A sentence by its cue words: what it claims, and what it says for, against or about that.

use super::ClauseKind;
use super::cue_words;
use crate::format::attribute_value::sentence;

/// A part of a sentence that hangs on a claim.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clause {
    pub(super) kind: ClauseKind,
    pub(super) text: String,
    /// The word that told.
    pub(super) cue: &'static str,
}

/// How a sentence stands to the one before it and to its writer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// By itself.
    Own,
    /// As what follows from the sentence before.
    Concludes(&'static str),
    /// As something that cannot be understood without the sentence before.
    Leans(&'static str),
    /// As a question.
    Asks,
    /// As something that may or may not be so.
    Hedges(&'static str),
    /// As something about the writer.
    Tells,
}

/// A sentence taken apart.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SentenceAnalysis {
    /// What is asserted, as a sentence; empty where all of it hangs on a claim of another sentence.
    pub(super) claim: String,
    pub(super) manner: Role,
    pub(super) hanging: Vec<Clause>,
}

/// Takes a sentence apart.
pub(super) fn parts(text: &str) -> SentenceAnalysis {
    let mut parts =
        SentenceAnalysis { claim: String::new(), manner: Role::Own, hanging: Vec::new() };
    if text.trim_end_matches(['"', '\'', '”', '’', '»', ')', ']']).ends_with('?') {
        return SentenceAnalysis { claim: text.to_owned(), manner: Role::Asks, ..parts };
    }
    let mut rest = text.trim();
    while let Some((_, after)) = led(rest, cue_words::JOINING) {
        rest = after;
    }
    if let Some((word, after)) =
        led(rest, cue_words::CONCLUDES).filter(|(_, after)| concludes(after))
    {
        parts.manner = Role::Concludes(word.trim_end());
        rest = after;
    }
    rest = led(rest, cue_words::OWN).map_or(rest, |(_, after)| after);
    let Some(rest) = parts.voices(rest) else { return parts };
    if let Some((word, after)) = led(rest, cue_words::REASONS).or_else(|| bare_because(rest)) {
        parts.hang(ClauseKind::Because, after, word);
        return parts;
    }
    let Some(rest) = parts.conditions(rest) else { return parts };
    parts.claim = sentence(&parts.reasons(rest));
    if parts.manner == Role::Own {
        parts.manner = leaning(&parts.claim).map_or(Role::Own, Role::Leans);
    }
    if parts.manner == Role::Own && tells(&parts.claim) {
        parts.manner = Role::Tells;
    }
    parts
}

/// Whether the sentence turns against what was granted before it.
pub(super) fn turns_back(text: &str) -> bool {
    led(text, cue_words::TURNS_BACK).is_some()
}

/// What a sentence grants, if a later one turns against it.
pub(super) fn grants_for_now(text: &str) -> Option<Clause> {
    let (cue, said) = led(text, cue_words::GRANTS_BEFORE_BUT)?;
    Some(Clause {
        kind: ClauseKind::Concedes,
        text: sentence(strip(said, "that ")),
        cue: cue.trim(),
    })
}

impl SentenceAnalysis {
    fn hang(&mut self, kind: ClauseKind, text: &str, cue: &'static str) {
        let text = text.trim().trim_end_matches(['.', ',', ';', ' ']);
        let text = if kind == ClauseKind::Unless { text.to_owned() } else { sentence(text) };
        self.hanging.push(Clause { kind, text, cue: cue.trim() });
    }

    /// Takes out what is granted and what others say; nothing is left where that is all.
    fn voices<'t>(&mut self, rest: &'t str) -> Option<&'t str> {
        let granted =
            led(rest, cue_words::GRANTS).map(|(cue, said)| (ClauseKind::Concedes, cue, said));
        let others = || reported(rest).map(|(cue, said)| (ClauseKind::Answers, cue, said));
        let turned = || {
            let (cue, said) = led(rest, cue_words::GRANTS_BEFORE_BUT)?;
            turn(said).map(|_| (ClauseKind::Concedes, cue, said))
        };
        let Some((kind, cue, said)) = granted.or_else(others).or_else(turned) else {
            return Some(self.although(rest));
        };
        let said = strip(said, "that ");
        let Some((said, held)) = turn(said) else {
            self.hang(kind, said, cue);
            return None;
        };
        self.hang(kind, said, cue);
        Some(held)
    }

    fn although<'t>(&mut self, rest: &'t str) -> &'t str {
        let granted = led(rest, cue_words::GRANTS_BEFORE_COMMA);
        if let Some((cue, (granted, held))) =
            granted.and_then(|(cue, said)| Some((cue, said.split_once(", ")?)))
        {
            self.hang(ClauseKind::Concedes, granted, cue);
            return held;
        }
        if let Some((cue, _)) = led(rest, cue_words::HEDGES) {
            self.manner = Role::Hedges(cue.trim());
        }
        rest
    }

    /// Takes out what would change the writer's mind and what is taken for granted.
    fn conditions<'t>(&mut self, rest: &'t str) -> Option<&'t str> {
        if let Some((cue, said)) = led(rest, cue_words::FLIPS) {
            let said = led(said, cue_words::TURNED_OUT).map_or(said, |(_, after)| after);
            self.hang(ClauseKind::Unless, said, cue);
            return None;
        }
        for (kind, cues) in
            [(ClauseKind::Unless, "unless "), (ClauseKind::Assumes, cue_words::ASSUMES)]
        {
            if let Some((cue, said)) = led(rest, cues) {
                let Some((condition, claim)) = said.split_once(", ") else { continue };
                self.hang(kind, condition, cue);
                return Some(claim);
            }
            let inside = |cue| Some((cue, middle(rest, &format!(" {cue}"))?));
            if let Some((cue, (claim, said))) = cues.split('|').find_map(inside) {
                self.hang(kind, said, cue);
                return Some(claim.trim_end_matches([',', ';']));
            }
        }
        Some(rest)
    }

    /// Takes out the reasons; what is left is the claim.
    fn reasons(&mut self, rest: &str) -> String {
        for cue in ["because ", "since "] {
            let said = strip_folded(rest, cue).filter(|said| gives_reason(said));
            if let Some((reason, claim)) = said.and_then(|said| said.split_once(", ")) {
                self.hang(ClauseKind::Because, reason, cue);
                return claim.to_owned();
            }
        }
        if let Some((claim, reason)) = middle(rest, " because ").filter(|(claim, reason)| {
            let last = claim.rsplit(' ').next().unwrap_or_default().to_lowercase();
            let doubtful = led(rest, cue_words::NOBODY).is_some() && !claim.ends_with(',');
            !cue_words::has(cue_words::BECAUSE_NOT, &last)
                && !reason.starts_with("of ")
                && !doubtful
        }) {
            self.hang(ClauseKind::Because, reason, "because");
            return claim.trim_end_matches([',', ';']).to_owned();
        }
        if let Some((claim, reason)) =
            middle(rest, ", since ").filter(|(_, said)| gives_reason(said))
        {
            self.hang(ClauseKind::Because, reason, "since");
            return claim.to_owned();
        }
        let so = cue_words::SO.split('|').find_map(|cue| Some((cue, middle(rest, cue)?)));
        if let Some((cue, (reason, claim))) = so.filter(|(_, (_, claim))| concludes(claim)) {
            self.hang(ClauseKind::Because, reason, cue.trim_start_matches([',', ';', ' ']));
            // What points back to its reason is kept together with it.
            let points = words(claim).any(|word| cue_words::has(cue_words::POINTING, &word));
            return if points { rest.to_owned() } else { claim.to_owned() };
        }
        rest.to_owned()
    }
}

/// What follows one of the cues, the longest that leads the text.
fn led<'t>(text: &'t str, cues: &'static str) -> Option<(&'static str, &'t str)> {
    let found = cues.split('|').filter_map(|cue| Some((cue, strip_folded(text, cue)?)));
    found.max_by_key(|(cue, _)| cue.len())
}

/// What follows the cue, whatever its case.
fn strip_folded<'t>(text: &'t str, cue: &str) -> Option<&'t str> {
    let head = text.get(..cue.len())?;
    head.eq_ignore_ascii_case(cue).then(|| &text[cue.len()..])
}

fn strip<'t>(text: &'t str, cue: &str) -> &'t str {
    strip_folded(text, cue).unwrap_or(text)
}

/// What stands before and after the first such words inside the text.
fn middle<'t>(text: &'t str, words: &str) -> Option<(&'t str, &'t str)> {
    let at = text.to_ascii_lowercase().find(words)?;
    Some((&text[..at], &text[at + words.len()..]))
}

fn turn(text: &str) -> Option<(&str, &str)> {
    let turns = cue_words::TURNS.split('|').filter_map(|turn| middle(text, turn));
    turns.min_by_key(|(before, _)| before.len())
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|c: char| !c.is_alphanumeric() && c != '\'');
    parts.map(str::to_lowercase).filter(|word| !word.is_empty())
}

fn concludes(claim: &str) -> bool {
    words(claim).next().is_some_and(|word| !cue_words::has(cue_words::SO_NOT, &word))
}

/// Whether what follows «since» or «because» is a clause and not a time or a thing.
fn gives_reason(said: &str) -> bool {
    let first = words(said).next().unwrap_or_default();
    !first.starts_with(|c: char| c.is_ascii_digit()) && !cue_words::has("then|of|last", &first)
}

/// A sentence that is nothing but a reason: «Because nobody asked.»
fn bare_because(text: &str) -> Option<(&'static str, &str)> {
    let said = strip_folded(text, "because ")?;
    (gives_reason(said) && !said.contains(", ")).then_some(("because", said))
}

/// A thought with fewer words is no sentence.
const FEWEST_WORDS: usize = 5;

/// The thought of others that a sentence tells.
fn reported(text: &str) -> Option<(&'static str, &str)> {
    let whole =
        |said: &str| strip_folded(said, "that ").is_some() || words(said).count() >= FEWEST_WORDS;
    if let Some(heard) = led(text, cue_words::HEARD) {
        return Some(heard).filter(|(_, said)| whole(said));
    }
    if let Some((who, rest)) = led(text, cue_words::OTHERS) {
        let rest = led(rest, cue_words::MANNERS).map_or(rest, |(_, after)| after);
        return led(rest, cue_words::SAYING)
            .map(|(_, said)| (who, said))
            .filter(|(_, said)| whole(said));
    }
    if let Some(rest) = strip_folded(text, "it is ") {
        let rest = led(rest, cue_words::MANNERS).map_or(rest, |(_, after)| after);
        if let Some((cue, said)) = led(rest, cue_words::PASSIVES) {
            return Some((cue, strip_folded(said, "that ")?));
        }
    }
    let (subject, said) = middle(text, " is that ")?;
    let subject = subject.to_lowercase();
    let named = cue_words::OBJECTIONS.split('|').find(|noun| subject.contains(noun))?;
    subject.starts_with("the ").then_some((named, said))
}

/// The word by which a claim leans on the sentence before it.
fn leaning(claim: &str) -> Option<&'static str> {
    let first = words(claim).next()?;
    let word = cue_words::LEANING.split('|').find(|word| *word == first)?;
    let empty = led(claim, cue_words::EMPTY_IT)
        .is_some_and(|(_, after)| after.contains(" to ") || after.contains(" that "));
    (!empty).then_some(word)
}

/// Whether a claim is about its writer: it begins with «I» and no verb of opinion.
fn tells(claim: &str) -> bool {
    strip_folded(claim, "i ").is_some_and(|did| {
        !cue_words::OPINES
            .split('|')
            .any(|verb| strip_folded(did, verb).is_some_and(|after| after.starts_with(' ')))
    })
}

/// Whether a sentence cites: it has a figure that is not merely a year, and names a source or links to one.
pub(super) fn cites(text: &str, linked: bool) -> bool {
    let year = |word: &str| {
        word.len() == 4
            && (word.starts_with("19") || word.starts_with("20"))
            && word.parse::<u16>().is_ok()
    };
    let figure = |word: String| word.starts_with(|c: char| c.is_ascii_digit()) && !year(&word);
    let lower = text.to_lowercase();
    let dated = text.contains('(') && words(text).any(|word| year(&word));
    let named = cue_words::SOURCES.split('|').any(|source| lower.contains(source));
    words(text).any(figure) && (linked || dated || named)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// «manner claim | kind: text | …»
    fn shown(text: &str) -> String {
        let parts = parts(text);
        let manner = match parts.manner {
            Role::Own => String::new(),
            Role::Concludes(cue) => format!("concludes by {cue}: "),
            Role::Leans(cue) => format!("leans by {cue}: "),
            Role::Asks => "asks: ".to_owned(),
            Role::Hedges(cue) => format!("hedges by {cue}: "),
            Role::Tells => "tells: ".to_owned(),
        };
        let hanging = parts.hanging.iter();
        let hanging = hanging.map(|part| format!(" | {}: {}", part.kind.word(), part.text));
        format!("{manner}{}{}", parts.claim, hanging.collect::<String>())
    }

    #[test]
    fn reasons_part_from_claims_where_a_word_says_so() {
        for (text, expected) in [
            (
                "Trams are loud because rails are worn.",
                "Trams are loud. | because: Rails are worn.",
            ),
            (
                "Because rails are worn, trams are loud.",
                "Trams are loud. | because: Rails are worn.",
            ),
            ("Trams are loud, since rails are worn.", "Trams are loud. | because: Rails are worn."),
            ("Trams have been loud since 2019.", "Trams have been loud since 2019."),
            ("Trams stop because of snow.", "Trams stop because of snow."),
            (
                "They run not because anybody rides.",
                "leans by they: They run not because anybody rides.",
            ),
            ("Nobody walks because trams are cheap.", "Nobody walks because trams are cheap."),
            ("Rails are worn, so trams are loud.", "Trams are loud. | because: Rails are worn."),
            (
                "Rails are worn, so they are loud.",
                "Rails are worn, so they are loud. | because: Rails are worn.",
            ),
            (
                "He closed the window, so that nobody heard.",
                "leans by he: He closed the window, so that nobody heard.",
            ),
            ("Therefore the rails must go.", "concludes by therefore: The rails must go."),
            ("After all, rails wear out.", " | because: Rails wear out."),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_granted_and_what_others_say_is_not_taken_for_the_writers_view() {
        for (text, expected) in [
            ("Admittedly the first year is dear.", " | concedes: The first year is dear."),
            (
                "It is true that snow stops trams, but buses stop too.",
                "Buses stop too. | concedes: Snow stops trams.",
            ),
            ("Of course trams cost money.", "Of course trams cost money."),
            (
                "Of course trams cost money, but roads cost more.",
                "Roads cost more. | concedes: Trams cost money.",
            ),
            (
                "Although trams cost money, roads cost more.",
                "Roads cost more. | concedes: Trams cost money.",
            ),
            ("Some say that nobody rides at night.", " | answers: Nobody rides at night."),
            ("It is often said that nobody rides at night.", " | answers: Nobody rides at night."),
            (
                "The usual objection is that nobody rides at night.",
                " | answers: Nobody rides at night.",
            ),
            ("People think highly of trams.", "People think highly of trams."),
            ("Perhaps nobody rides.", "hedges by perhaps: Perhaps nobody rides."),
            ("But who rides?", "asks: But who rides?"),
            ("I rode home at three.", "tells: I rode home at three."),
            ("I doubt that anybody rides.", "I doubt that anybody rides."),
            ("I think that trams pay.", "Trams pay."),
            ("It is enough to run one line.", "It is enough to run one line."),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn conditions_are_told_from_what_they_bind() {
        for (text, expected) in [
            ("Unless snow falls, trams run.", "Trams run. | unless: snow falls"),
            ("Trams pay, assuming that fares stay.", "Trams pay. | assumes: Fares stay."),
            (
                "I would change my mind if it turned out that nobody rides.",
                " | unless: nobody rides",
            ),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn a_figure_needs_a_source_to_be_a_citation() {
        assert!(cites("A census found that 9% ride at night.", false));
        assert!(cites("Some 9% ride at night.", true));
        assert!(cites("Some 9% ride at night (City census, 2024).", false));
        assert!(!cites("Some 9% ride at night.", false));
        assert!(!cites("A survey in 2024 asked who rides.", false));
    }
}
