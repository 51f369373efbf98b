//! Splits a sentence into clauses by its cue words: a claim, and reasons, conditions and
//! concessions.

mod reasons;
mod views_of_others;

use super::back_reference::back_reference;
use super::cue_matching::{
    bare_because, commands, concludes, enumerated, is_personal, middle, strip, strip_cue,
    strip_folded, turn, words,
};
use super::cue_words;
use super::guess::{ClauseKind, ProseReason};
use super::reported_speech::exclaimed_at;
use super::stated_weight::{self, Condition, IF_I_WOULD, Weight};
use crate::text::{content_stems, folded, to_sentence};
use crate::vocabulary::Side;

/// A clause that belongs to a claim.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clause {
    pub(super) kind: ClauseKind,
    pub(super) text: String,
    /// The cue words that decided the kind.
    pub(super) cue: &'static str,
}

/// What a sentence does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It asserts its claim.
    Asserts,
    /// It draws a conclusion from the sentence before.
    Concludes(&'static str),
    /// It cannot be understood without the sentence before.
    RefersBack(&'static str),
    /// It asks a question.
    Asks,
    /// It is an exclamation.
    Exclaims,
    /// It says that something may be true.
    Hedges(&'static str),
    /// It is about its author.
    Personal,
    /// It answers the question of the topic.
    Answers(Side),
    /// It only says why its author gives that answer.
    SaysWhy,
}

/// A sentence, split into clauses.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SentenceAnalysis {
    /// The claim as a sentence; empty if every clause belongs to a claim of another sentence.
    pub(super) claim: String,
    pub(super) role: Role,
    pub(super) clauses: Vec<Clause>,
    /// What the author asserts in the sentence: without what it concedes, what it reports of
    /// others, and what it says only perhaps; empty for a question.
    pub(super) own: String,
}

/// Splits a sentence into clauses.
pub(super) fn analyse(text: &str) -> SentenceAnalysis {
    let mut analysis = SentenceAnalysis::of(text);
    if let Some(role) = role_by_form(text) {
        return analysis.by_form(role);
    }
    let mut rest = text.trim();
    while let Some((_, after)) = strip_cue(rest, cue_words::JOINING) {
        rest = after;
    }
    if let Some((word, after)) =
        strip_cue(rest, cue_words::CONCLUDES).filter(|(_, after)| concludes(after))
    {
        analysis.role = Role::Concludes(word.trim_end());
        rest = after;
    }
    if let Some(cue) = abstains(rest).or_else(|| strip_folded(rest, "whether ").map(|_| "whether"))
    {
        return analysis.whole(text, Role::Hedges(cue));
    }
    if let Some((side, after)) = answer(rest) {
        analysis.role = Role::Answers(side);
        rest = after;
    }
    rest = opinion(rest).unwrap_or(rest);
    let whole = rest;
    let Some(own) = analysis.take_concession_or_objection(rest) else {
        analysis.own.clear();
        return analysis;
    };
    rest = own;
    let is_whole = rest.len() == whole.len() && analysis.clauses.is_empty();
    if !is_whole {
        rest.clone_into(&mut analysis.own);
    }
    let shown = if is_whole { text } else { rest };
    if let Some(condition) = stated_weight::condition(rest) {
        return analysis.take_conditional(rest, shown, &condition);
    }
    if let Some((cue, before)) = stated_weight::would_change(rest) {
        analysis.add(ClauseKind::Unless, &lower_first(before), cue);
        return analysis;
    }
    if let Some(Weight::Idle(cue)) = stated_weight::stated(rest) {
        return analysis.whole(shown, Role::Hedges(cue));
    }
    if let Some(cue) = stated_weight::claims_nothing(rest) {
        return analysis.whole(shown, Role::Hedges(cue));
    }
    analysis.take_rest(rest)
}

/// The role of a sentence that its punctuation shows: a question, an exclamation, or the heading of
/// a letter.
fn role_by_form(text: &str) -> Option<Role> {
    match text.trim_end_matches(['"', '\'', '”', '’', '»', ')', ']']).chars().next_back() {
        Some('?') => return Some(Role::Asks),
        Some('!') => return Some(Role::Exclaims),
        Some(_) | None => {}
    }
    let (head, _) = text.split_once(':')?;
    let is_letterhead = cue_words::has(cue_words::LETTERHEADS, &head.trim().to_lowercase());
    is_letterhead.then_some(Role::Hedges(":"))
}

/// Whether the sentence turns against what was conceded before it.
pub(super) fn turns_back(text: &str) -> bool {
    strip_cue(text, cue_words::TURNS_BACK).is_some()
}

/// Returns what a sentence concedes if a later sentence turns against it.
pub(super) fn possible_concession(text: &str) -> Option<Clause> {
    let (cue, content) =
        strip_cue(text, cue_words::CONCEDES_IF_BUT_FOLLOWS).or_else(|| known(text))?;
    Some(Clause {
        kind: ClauseKind::Concedes,
        text: to_sentence(strip(content, "that ")),
        cue: cue.trim(),
    })
}

/// A text as the middle of a sentence: without the capital of an article. Any other first word may
/// be a name.
fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    let rest = letters.as_str();
    let is_article = strip_cue(text, "a |an |the |any |one |some |evidence ").is_some();
    if is_article { first + rest } else { text.to_owned() }
}

/// Whether a condition can be understood without the sentence before: not «if I believed
/// otherwise», «had I not been».
fn says_something(condition: &str) -> bool {
    let refers_back = words(condition).any(|word| word == "otherwise");
    !refers_back && back_reference(condition).is_none() && !content_stems(condition).is_empty()
}

/// The words by which a sentence says that its author takes no position.
fn abstains(text: &str) -> Option<&'static str> {
    let agrees = strip_cue(text, cue_words::AGREES).map(|(cue, _)| cue);
    let abstains = || {
        cue_words::ABSTAINS.split('|').find(|cue| {
            let around = middle(text, cue);
            around.is_some_and(|(before, _)| before.is_empty() || before.ends_with([' ', ',']))
        })
    };
    agrees.or_else(abstains)
}

/// What a sentence says as an opinion of its author: «I think that it pays», «I have come round
/// slowly to the view that it pays.»
fn opinion(text: &str) -> Option<&str> {
    let known = || known(text).filter(|(_, content)| turn(content).is_none());
    if let Some((_, after)) = strip_cue(text, cue_words::OPINION).or_else(known) {
        return Some(after);
    }
    let (_, after) = strip_cue(text, cue_words::I_HAVE_COME)?;
    let views = cue_words::TO_THE_VIEW.split('|').filter_map(|view| middle(after, view));
    let mut near = views.filter(|(way, _)| words(way).count() <= MOST_WORDS_OF_WAY);
    near.next().map(|(_, view)| view)
}

/// What an author says that it knows: «I know, as a driver, that rails wear out.» It is a
/// concession if the sentence turns against it.
fn known(text: &str) -> Option<(&'static str, &str)> {
    let (cue, after) = strip_cue(text, cue_words::KNOWS)?;
    let (between, content) = middle(after, "that ")?;
    let is_inserted = cue.ends_with(", ") && between.ends_with(", ");
    let is_near = words(between).count() <= MOST_WORDS_OF_WAY && is_inserted;
    let is_adverb = between.is_empty() || cue_words::has(cue_words::WELL, between);
    (is_near || is_adverb).then_some((cue, content))
}

/// The maximum number of words between “I have come” and “to the view”, and between “I know” and
/// “that”.
const MOST_WORDS_OF_WAY: usize = 4;

/// The answer to the topic's question with which a sentence begins, and the rest: «My answer is no:
/// we should not dig.»
fn answer(text: &str) -> Option<(Side, &str)> {
    let (cue, after) = strip_cue(text, cue_words::ANSWERS)?;
    let side = if cue.ends_with("yes") { Side::Yes } else { Side::No };
    let rest = after.strip_prefix([':', ',', ';'])?.trim_start();
    (words(rest).count() > 2).then_some((side, rest))
}

impl SentenceAnalysis {
    /// A sentence of which nothing is known yet.
    fn of(text: &str) -> Self {
        let (claim, clauses) = (String::new(), Vec::new());
        Self { claim, role: Role::Asserts, clauses, own: text.to_owned() }
    }

    /// A claim without clauses.
    pub(super) fn asserts(claim: String) -> Self {
        Self { claim, ..Self::of("") }
    }

    /// Keeps a text in one piece, because it claims nothing that can be taken apart.
    fn whole(self, text: &str, role: Role) -> Self {
        Self { claim: to_sentence(text), role, ..self }
    }

    /// A sentence whose punctuation shows its role. An exclamation at another person's words reports
    /// it.
    fn by_form(mut self, role: Role) -> Self {
        let text = std::mem::take(&mut self.own);
        if let Some((cue, said)) = exclaimed_at(&text).filter(|_| role == Role::Exclaims) {
            self.add(ClauseKind::Answers, said.trim_end_matches('!'), cue);
            return self;
        }
        let is_asserted = role != Role::Asks && strip_cue(&text, cue_words::EXCLAIMS).is_none();
        let own = if is_asserted { text.clone() } else { String::new() };
        Self { claim: text, role, own, ..self }
    }

    /// Takes in a sentence with a condition on what its author would do. What precedes the
    /// condition is a claim of its own. `shown` is the text that stays prose where there is none.
    fn take_conditional(mut self, text: &str, shown: &str, condition: &Condition) -> Self {
        // It has as many letters, although perhaps another apostrophe.
        let letters = condition.before.chars().count();
        let end = text.char_indices().nth(letters).map_or(text.len(), |(at, _)| at);
        let (before, conditional) = text.split_at(end);
        let changes_mind =
            matches!(condition.weight, Some(Weight::Carries(_))) && says_something(&condition.text);
        if changes_mind {
            self.add(ClauseKind::Unless, &condition.quote, IF_I_WOULD);
        } else if before.is_empty() {
            return self.whole(shown, Role::Hedges(IF_I_WOULD));
        } else {
            let prose = ClauseKind::Prose(ProseReason::Hedged(IF_I_WOULD));
            self.add(prose, conditional.trim_start_matches([',', ';', ':', ' ']), IF_I_WOULD);
        }
        if before.is_empty() { self } else { self.take_rest(before) }
    }

    /// Takes in what follows the beginning that decides the role: clauses, and the claim.
    fn take_rest(mut self, rest: &str) -> Self {
        if let Some((cue, _)) = strip_cue(rest, cue_words::HEDGES) {
            self.role = Role::Hedges(cue.trim());
            self.own.clear();
        }
        if let Some((cue, reasons)) = strip_cue(rest, cue_words::PERSUADES) {
            for reason in enumerated(reasons) {
                self.add_each(&ClauseKind::Because, reason, cue);
            }
            return Self { role: Role::SaysWhy, ..self };
        }
        if let Some((word, after)) =
            strip_cue(rest, cue_words::REASONS).or_else(|| bare_because(rest))
        {
            self.add(ClauseKind::Because, after, word);
            return self;
        }
        let rest = self.take_condition(rest);
        self.claim = to_sentence(&self.take_reason(rest));
        self.replace_rejection();
        if self.only_says_why() {
            return Self { claim: String::new(), role: Role::SaysWhy, ..self };
        }
        if self.role == Role::Asserts {
            self.role = if is_personal(&self.claim) {
                Role::Personal
            } else {
                back_reference(&self.claim).map_or(Role::Asserts, Role::RefersBack)
            };
        }
        self
    }

    /// Whether its claim is a bare answer or a plea, so that its reasons belong to the case in
    /// short: «I say yes because it pays.»
    fn only_says_why(&self) -> bool {
        let claim = folded(&self.claim);
        let is_bare = cue_words::BARE_ANSWERS.split('|').any(|answer| folded(answer) == claim);
        let is_plea = strip_cue(&self.claim, cue_words::PLEADS).is_some() || commands(&self.claim);
        (is_bare || is_plea) && self.clauses.iter().any(|clause| clause.kind == ClauseKind::Because)
    }

    /// A sentence that only rejects what was reported before it says why: its reason is its claim.
    /// One that does not say why claims nothing.
    fn replace_rejection(&mut self) {
        let claim = self.claim.trim_end_matches('.').to_lowercase();
        let mut later = cue_words::SHOWN_LATER.split('|');
        let claim = folded(later.find_map(|cue| claim.strip_suffix(cue)).unwrap_or(&claim));
        let Some(cue) = cue_words::REJECTS.split('|').find(|cue| folded(cue) == claim) else {
            return;
        };
        let reason = self.clauses.iter().position(|clause| clause.kind == ClauseKind::Because);
        let reports = || self.clauses.iter().any(|clause| clause.kind == ClauseKind::Answers);
        match reason {
            Some(reason) => self.claim = self.clauses.remove(reason).text,
            None if reports() => self.claim.clear(),
            None => self.role = Role::Hedges(cue),
        }
    }

    fn add(&mut self, kind: ClauseKind, text: &str, cue: &'static str) {
        let text = text.trim().trim_end_matches(['.', ',', ';', ' ']);
        let text = if kind == ClauseKind::Unless { text.to_owned() } else { to_sentence(text) };
        self.clauses.push(Clause { kind, text, cue: cue.trim() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows a sentence as «role: claim | kind: text | …».
    fn shown(text: &str) -> String {
        let analysis = analyse(text);
        let role = match analysis.role {
            Role::Asserts => String::new(),
            Role::Concludes(cue) => format!("concludes by {cue}: "),
            Role::RefersBack(cue) => format!("refers back by {cue}: "),
            Role::Asks => "asks: ".to_owned(),
            Role::Exclaims => "exclaims: ".to_owned(),
            Role::Hedges(cue) => format!("hedges by {cue}: "),
            Role::Personal => "personal: ".to_owned(),
            Role::Answers(side) => format!("answers {}: ", side.word()),
            Role::SaysWhy => "says why".to_owned(),
        };
        let clauses = analysis.clauses.iter();
        let clauses = clauses.map(|clause| format!(" | {}: {}", clause.kind.word(), clause.text));
        format!("{role}{}{}", analysis.claim, clauses.collect::<String>())
    }

    #[test]
    fn cue_words_separate_reasons_from_claims() {
        for (text, expected) in [
            (
                "Trams are loud because rails are worn.",
                "Trams are loud. | because: Rails are worn.",
            ),
            (
                "Because rails are worn, trams are loud.",
                "Trams are loud. | because: Rails are worn.",
            ),
            ("Since rails are worn, trams are loud.", "Trams are loud. | because: Rails are worn."),
            (
                "Since the depot closed, trams have never been on time.",
                "Since the depot closed, trams have never been on time.",
            ),
            (
                "Trams are loud because rails are worn, and because drivers brake.",
                "Trams are loud. | because: Rails are worn. | because: Drivers brake.",
            ),
            (
                "Trams are loud because rails are worn, because drivers brake, and because bells ring.",
                "Trams are loud. | because: Rails are worn. | because: Drivers brake. | because: Bells ring.",
            ),
            ("Trams are loud, since rails are worn.", "Trams are loud. | because: Rails are worn."),
            ("Trams have been loud since 2019.", "Trams have been loud since 2019."),
            (
                "I drive a tram, so take what follows with a grain of salt.",
                "personal: Take what follows with a grain of salt. | because: I drive a tram.",
            ),
            ("Note that rails wear out.", "Rails wear out."),
            ("Tom says that rails wear out.", " | answers: Rails wear out."),
            ("Dr Moe claims that rails wear out.", " | answers: Rails wear out."),
            ("My friend the driver tells me that rails wear out.", " | answers: Rails wear out."),
            ("The driver says that rails wear out.", " | answers: Rails wear out."),
            ("The study says that rails wear out.", "The study says that rails wear out."),
            (
                "“Rails wear out,” writes the driver, as if we did not know.",
                " | answers: Rails wear out.",
            ),
            (
                "\"This time the rails will hold,\" they say, and I have heard it before.",
                " | answers: This time the rails will hold.",
            ),
            ("“Rails wear out.”", " | answers: Rails wear out."),
            (
                "“Tramway” is a word for rails that wear out.",
                "“Tramway” is a word for rails that wear out.",
            ),
            ("So do roofs, and rails last longer.", "So do roofs, and rails last longer."),
            (
                "If rails wore out everywhere, I would help to lift them.",
                "hedges by if …, I would: If rails wore out everywhere, I would help to lift them.",
            ),
            (
                "If rails wore out everywhere, I would think again.",
                " | unless: rails wore out everywhere",
            ),
            ("Research says that rails wear out.", "Research says that rails wear out."),
            ("Nobody says that rails wear out.", "Nobody says that rails wear out."),
            ("I do not believe that, since nobody saw it.", "Nobody saw it."),
            (
                "Whether rails wear out I cannot judge.",
                "hedges by i cannot judge: Whether rails wear out I cannot judge.",
            ),
            (
                "Rails wear out, I grant that, and trams stop.",
                " | concedes: Rails wear out, and trams stop.",
            ),
            ("Trams are loud, admittedly.", " | concedes: Trams are loud."),
            (
                "Trams are loud, I admit, but people like them.",
                "People like them. | concedes: Trams are loud.",
            ),
            (
                "My answer is yes, we should dig, but only if the well is deep and the spring is dry.",
                "answers yes: We should dig. | assumes: The well is deep and the spring is dry.",
            ),
            ("My answer is no: it costs too much.", "answers no: It costs too much."),
            ("I say no because it costs too much.", "says why | because: It costs too much."),
            ("Trams stop because of snow.", "Trams stop because of snow."),
            (
                "They run not because anybody rides.",
                "refers back by they: They run not because anybody rides.",
            ),
            ("Nobody walks because trams are cheap.", "Nobody walks because trams are cheap."),
            ("Rails are worn, so trams are loud.", "Trams are loud. | because: Rails are worn."),
            (
                "Rails are worn, so they are loud.",
                "Rails are worn, so they are loud. | because: Rails are worn.",
            ),
            (
                "He closed the window, so that nobody heard.",
                "refers back by he: He closed the window, so that nobody heard.",
            ),
            ("Therefore the rails must go.", "concludes by therefore: The rails must go."),
            ("After all, rails wear out.", " | because: Rails wear out."),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn the_way_to_an_opinion_is_left_out_and_and_so_on_draws_no_conclusion() {
        for (text, expected) in [
            (
                "I have come round slowly to the view that trams are loud, since rails wear out.",
                "Trams are loud. | because: Rails wear out.",
            ),
            (
                "Drivers ring, and walkers step aside, and so on down the street.",
                "Drivers ring, and walkers step aside, and so on down the street.",
            ),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn a_rejection_gives_no_reason_and_not_every_one_or_those_refers_back() {
        for (text, expected) in [
            (
                "Some say that trams are loud, but that misses the point.",
                " | answers: Trams are loud.",
            ),
            (
                "The plan assumes full trams on weekdays.",
                "The plan assumes full trams on weekdays.",
            ),
            ("Those who live here hear the trams.", "Those who live here hear the trams."),
            ("Those hear the trams.", "refers back by those: Those hear the trams."),
            ("One tram and one bus are enough.", "One tram and one bus are enough."),
            ("One can hear the trams.", "One can hear the trams."),
            ("One is loud.", "refers back by one: One is loud."),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn what_a_group_says_or_promises_is_not_the_view_of_the_author() {
        for (text, expected) in [
            ("The drivers say that rails wear out.", " | answers: Rails wear out."),
            ("Planners claim that rails wear out.", " | answers: Rails wear out."),
            ("Then there is the promise that rails will last.", " | answers: Rails will last."),
            (
                "They grind the rails, so they say, and the rails last.",
                " | answers: They grind the rails, so they say, and the rails last.",
            ),
            ("Studies say that rails wear out.", "Studies say that rails wear out."),
            ("One thing is certain: rails wear out.", "One thing is certain: rails wear out."),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn concessions_and_reported_thoughts_are_not_the_view_of_the_author() {
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
            ("Objection: nobody rides at night.", " | answers: Nobody rides at night."),
            ("Objections: nobody rides at night.", "Objections: nobody rides at night."),
            ("Objection is no answer.", "Objection is no answer."),
            ("People think highly of trams.", "People think highly of trams."),
            ("Perhaps nobody rides.", "hedges by perhaps: Perhaps nobody rides."),
            ("But who rides?", "asks: But who rides?"),
            ("I rode home at three.", "personal: I rode home at three."),
            ("Nor do I care for rails.", "personal: Nor do I care for rails."),
            ("People ask me why rails wear out.", "personal: People ask me why rails wear out."),
            ("I doubt that anybody rides.", "I doubt that anybody rides."),
            ("I think that trams pay.", "Trams pay."),
            ("It is enough to run one line.", "It is enough to run one line."),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_reported_with_other_words_in_between_is_not_the_view_of_the_author() {
        for (text, expected) in [
            ("Dr Moe wrote in these pages that rails wear out.", " | answers: Rails wear out."),
            ("From: Depot Division.", "hedges by :: From: Depot Division."),
            ("Dr Moe cites a depot where rails last.", " | answers: A depot where rails last."),
            (
                "A count in which rails last would make me think again.",
                " | unless: a count in which rails last",
            ),
            ("It has to be acknowledged that rails wear out.", " | concedes: Rails wear out."),
            (
                "Depots stop mending rails, the story goes.",
                " | answers: Depots stop mending rails, the story goes.",
            ),
            ("Dr Moe, whom I like, assures us that rails last.", " | answers: Rails last."),
            ("Some of my friends at the depot say that rails last.", " | answers: Rails last."),
            ("It is easily said that rails last.", " | answers: Rails last."),
            ("It may be objected that rails last.", " | answers: Rails last."),
            (
                "My sister-in-law, a driver, fears that rails wear out.",
                " | answers: Rails wear out.",
            ),
            ("The union, by contrast, holds that rails last.", " | answers: Rails last."),
            ("The planners like to point out that rails last.", " | answers: Rails last."),
            ("Dr Moe wrote a book. That was long ago.", "Dr Moe wrote a book. That was long ago."),
            (
                "I admit that rails wear out and that trams stop.",
                " | concedes: Rails wear out. | concedes: Trams stop.",
            ),
            ("The fare, I agree with him, must fall.", " | concedes: The fare must fall."),
            ("It may be that rails wear out.", " | concedes: Rails wear out."),
            ("I will admit that rails wear out.", " | concedes: Rails wear out."),
            ("I grant freely that rails wear out.", " | concedes: Rails wear out."),
            ("I grant the depot its best point: rails wear out.", " | concedes: Rails wear out."),
            (
                "I accept the figures of the depot, but rails last.",
                "Rails last. | concedes: I accept the figures of the depot.",
            ),
            ("Rails, it must be conceded, wear out.", " | concedes: Rails wear out."),
            ("Nor will I deny that rails wear out.", " | concedes: Rails wear out."),
            ("Yes, rails wear out, but slowly.", "Slowly. | concedes: Rails wear out."),
            ("Yes, rails wear out.", "hedges by yes,: Yes, rails wear out."),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn a_sentence_that_decides_nothing_for_its_author_or_only_tells_of_it_asserts_nothing() {
        for (text, expected) in [
            (
                "That would never decide the question for me.",
                "hedges by would never decide: That would never decide the question for me.",
            ),
            (
                "The city should buy trams even if I hated rails.",
                "hedges by if …, I would: The city should buy trams even if I hated rails.",
            ),
            ("Sixty cents a ride!", "exclaims: Sixty cents a ride!"),
            ("For years I rode to town.", "personal: For years I rode to town."),
            ("A driver told me that rails last.", "personal: A driver told me that rails last."),
            ("The figures tell us that rails last.", "The figures tell us that rails last."),
            ("Show me rails that last.", "personal: Show me rails that last."),
            ("For suppose that rails last.", "personal: For suppose that rails last."),
            (
                "Whether rails last is no matter here.",
                "hedges by whether: Whether rails last is no matter here.",
            ),
            (
                "Should rails break, the board would reconsider its advice.",
                " | unless: “Should rails break, the board would reconsider its advice”",
            ),
            (
                "A line does not die because somebody else pays.",
                "A line does not die because somebody else pays.",
            ),
            (
                "A line does not die, because somebody else pays.",
                "A line does not die. | because: Somebody else pays.",
            ),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn what_somebody_told_the_author_in_the_passive_is_reported() {
        for (text, expected) in [
            ("It has been put to me that rails wear out.", " | answers: Rails wear out."),
            ("It has often been said that rails wear out.", " | answers: Rails wear out."),
            ("It is feared that rails wear out.", " | answers: Rails wear out."),
            ("I was told by drivers that rails wear out.", " | answers: Rails wear out."),
            ("It was suggested to us that rails wear out.", " | answers: Rails wear out."),
            (
                "It is suggested that the board buys trams.",
                "It is suggested that the board buys trams.",
            ),
            (
                "It has been measured that rails wear out.",
                "It has been measured that rails wear out.",
            ),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn an_announcement_and_an_act_of_the_author_on_a_condition_claim_nothing() {
        for text in [
            "The second consideration is the noise of trams.",
            "My main reason is the price of rails.",
            "The central finding is about the riders.",
            "As long as rails broke, I would have asked for patience.",
            "Without that I would not be writing.",
            "Even if half of them broke, that would not be a reason to buy others.",
        ] {
            assert!(shown(text).starts_with("hedges by "), "{text} {}", shown(text));
        }
        let reason = "The second reason is that rails wear out.";
        assert!(!shown(reason).starts_with("hedges by "), "it says the reason itself");
    }

    #[test]
    fn a_concession_that_says_what_weighs_with_its_author_is_no_concession() {
        for text in [
            "I admit that this weighs most with me: were the rails false, I should walk.",
            "I grant that my whole case hangs on it.",
        ] {
            assert!(!shown(text).contains("concedes"), "{text} {}", shown(text));
        }
        let granted = "I admit that the price counts against rails.";
        assert!(shown(granted).contains("concedes"), "{}", shown(granted));
    }

    #[test]
    fn a_sentence_with_a_word_for_something_named_before_refers_back() {
        for (text, expected) in [
            ("Drivers there are proud.", "Drivers there are proud."),
            ("Drivers there have pride.", "refers back by there: Drivers there have pride."),
            ("Drivers sleep there.", "refers back by there: Drivers sleep there."),
            ("In town there are trams.", "In town there are trams."),
            ("When there has been snow, trams stop.", "When there has been snow, trams stop."),
            ("In others they stop.", "refers back by others: In others they stop."),
            ("Trams could do with that.", "refers back by that: Trams could do with that."),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn conditions_and_assumptions_are_separated_from_claims() {
        for (text, expected) in [
            ("Unless snow falls, trams run.", "Unless snow falls, trams run. | unless: snow falls"),
            ("Trams pay, assuming that fares stay.", "Trams pay. | assumes: Fares stay."),
            (
                "I would change my mind if it turned out that nobody rides.",
                " | unless: nobody rides",
            ),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}
