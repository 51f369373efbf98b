//! Which of two sentences that deny each other a text says.

use std::collections::BTreeSet;

use super::denial::is_negation;
use super::framing::{Frame, framed};
use super::stems::{all_words, is_stopped, normalised, stemmed};

/// Common words that decide what a sentence says all the same.
const DECISIVE: [&str; 11] =
    ["more", "less", "few", "many", "much", "above", "below", "before", "after", "only", "same"];
/// Words that begin a clause which says nothing about what is the case.
const CONDITIONS: [&str; 4] = ["if", "unless", "whether", "suppose"];
/// The least share of a sentence's words that a text must have, in order, to say it.
const LEAST_SHARE: f64 = 0.5;
/// The least share of a sentence's words that a text must have to deny it, or to say it almost word
/// for word. A text that has fewer and negates may deny something else.
const LEAST_SHARE_NEARLY: f64 = 0.75;
/// The fewest words that a text and a sentence must have in common.
const FEWEST_WORDS: usize = 3;

/// The words that decide what a sentence says.
struct Sentence {
    /// Their stems, in order.
    stems: Vec<String>,
    /// For each of them, whether an odd number of negations precede it.
    is_negated: Vec<bool>,
    /// Whether it negates an odd number of times.
    negates: bool,
}

impl Sentence {
    fn of(text: &str) -> Self {
        let text = normalised(text);
        let (mut words, mut is_negated, mut negates) = (Vec::new(), Vec::new(), false);
        for word in all_words(&text) {
            if word == "nor" {
                // It continues a negation: «neither … nor».
                negates = true;
            } else if is_negation(word) {
                negates = !negates;
            } else if !is_stopped(word) || DECISIVE.contains(&word) {
                words.push(word);
                is_negated.push(negates);
            }
        }
        Self { stems: stemmed(words.into_iter()), is_negated, negates }
    }

    fn words(&self) -> BTreeSet<&str> {
        self.stems.iter().map(String::as_str).collect()
    }
}

/// What a text says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SentenceMatch {
    /// The position of the sentence that it says.
    pub which: usize,
    /// Whether it says that sentence, or denies the other one, almost word for word.
    pub is_nearly_literal: bool,
}

/// Which of two sentences that deny each other a text says; `None` if its words do not show it.
///
/// It says a sentence if it repeats it, or has at least half of its words in their order, no other
/// word in place of one in between, and of the words that only one of the two sentences has only
/// those of this one. With as many negations three quarters of its words may have any order, unless
/// only their order distinguishes the two sentences. If it has three quarters of its words, and one
/// of the two negates and the other does not, it says the other sentence.
///
/// A clause that says a sentence decides, so that a negation in another clause denies nothing. Only
/// where no clause does, the text is read as a whole. Two clauses that say both sentences decide
/// nothing, and neither does a clause with a condition, or one that reports what others say. A
/// beginning such as «there is no doubt that» or «it is a myth that» affirms or denies what
/// follows.
pub fn sentence_said(text: &str, pair: [&str; 2]) -> Option<SentenceMatch> {
    let is_asserted = |clause: &&str| {
        let is_reported =
            framed_of(clause, pair).is_some_and(|(frame, _)| frame == Frame::Reported);
        !is_condition(clause) && !is_reported
    };
    let clauses: Vec<&str> = clauses(text).filter(is_asserted).collect();
    let mut by_clause = clauses.iter().filter_map(|clause| says(clause, pair));
    match by_clause.next() {
        None if clauses.len() > 1 => says(&clauses.join(" "), pair),
        None => None,
        Some(first) => by_clause.all(|other| other.which == first.which).then_some(first),
    }
}

/// How a clause presents what follows its beginning, unless one of the two sentences begins in such
/// a way too.
fn framed_of<'t>(clause: &'t str, pair: [&str; 2]) -> Option<(Frame, &'t str)> {
    framed(clause).filter(|_| pair.iter().all(|sentence| framed(sentence).is_none()))
}

/// The clauses of a text: the words between two punctuation marks.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    let clauses = text.split([',', ';', ':', '–', '—', '(', ')']);
    clauses.map(str::trim).filter(|clause| !clause.is_empty())
}

fn is_condition(clause: &str) -> bool {
    let clause = normalised(clause);
    all_words(&clause).next().is_some_and(|first| CONDITIONS.contains(&first))
}

/// What a text says, read as one clause.
fn says(text: &str, pair: [&str; 2]) -> Option<SentenceMatch> {
    let repeats = |sentence: &&str| {
        let [text, sentence] = [text, *sentence].map(normalised);
        all_words(&text).eq(all_words(&sentence))
    };
    if let Some(which) = pair.iter().position(repeats) {
        return Some(SentenceMatch { which, is_nearly_literal: true });
    }
    match framed_of(text, pair) {
        Some((Frame::Affirmed, rest)) => return says(rest, pair),
        Some((Frame::Denied, rest)) => {
            let denied = says(rest, pair).filter(|said| said.is_nearly_literal);
            return denied.map(|said| SentenceMatch { which: 1 - said.which, ..said });
        }
        Some((Frame::Reported, _)) => return None,
        None => {}
    }
    let text = Sentence::of(text);
    let pair = pair.map(Sentence::of);
    let differ = pair[0].negates != pair[1].negates || pair[0].words() != pair[1].words();
    let found = |at: usize| {
        let in_order = alignment(&pair[at], &text);
        let share = in_order.as_ref().map_or(0.0, |aligned| aligned.share);
        let reordered = reordered(&pair[at], &text).filter(|any| differ && any.share > share);
        let aligned = reordered.or(in_order).filter(|aligned| !aligned.is_replaced)?;
        let least = match distinction(&text, &pair[at], &pair[1 - at]) {
            Distinction::Other => return None,
            Distinction::Own => LEAST_SHARE,
            Distinction::None => LEAST_SHARE_NEARLY,
        };
        (aligned.share >= least).then_some(aligned)
    };
    let said =
        |which, share| SentenceMatch { which, is_nearly_literal: share >= LEAST_SHARE_NEARLY };
    let (best, aligned) = match [found(0), found(1)] {
        [None, None] => return None,
        [Some(aligned), None] => (0, aligned),
        [None, Some(aligned)] => (1, aligned),
        [Some(first), Some(second)] if (first.share - second.share).abs() > f64::EPSILON => {
            if first.share > second.share { (0, first) } else { (1, second) }
        }
        // The two have the same words.
        [Some(first), Some(second)] => {
            let which = match (first.is_denied, second.is_denied) {
                (false, true) => 0,
                (true, false) => 1,
                _ => return None,
            };
            return Some(said(which, first.share)).filter(|said| said.is_nearly_literal);
        }
    };
    let said = said(if aligned.is_denied { 1 - best } else { best }, aligned.share);
    (said.is_nearly_literal || !aligned.is_denied).then_some(said)
}

/// Which of the words that only one of two sentences has a text has.
enum Distinction {
    /// Words of the first sentence only.
    Own,
    /// Words of the other sentence, or none where the first has words of its own.
    Other,
    /// None, and the first sentence has no words of its own.
    None,
}

fn distinction(text: &Sentence, own: &Sentence, other: &Sentence) -> Distinction {
    let [text, own, other] = [text, own, other].map(Sentence::words);
    let has_other = other.difference(&own).any(|word| text.contains(word));
    let mut only_own = own.difference(&other).peekable();
    if has_other {
        Distinction::Other
    } else if only_own.peek().is_none() {
        Distinction::None
    } else if only_own.any(|word| text.contains(word)) {
        Distinction::Own
    } else {
        Distinction::Other
    }
}

/// How a text has the words of a sentence.
struct Alignment {
    /// The share of them that it has in their order.
    share: f64,
    /// Whether between two of them it has other words in place of some.
    is_replaced: bool,
    /// Whether one negates and the other does not, as a whole and up to the last of them. What
    /// follows denies something else: «without a shot».
    is_denied: bool,
}

fn alignment(sentence: &Sentence, text: &Sentence) -> Option<Alignment> {
    let pairs = longest_common(&sentence.stems, &text.stems);
    if pairs.len() < FEWEST_WORDS || text.stems.len() > 2 * sentence.stems.len() {
        return None;
    }
    let &(last, last_of_text) = pairs.last()?;
    let replaced = |pair: &[(usize, usize)]| pair[1].0 - pair[0].0 > 1 && pair[1].1 - pair[0].1 > 1;
    let negates_alike = sentence.is_negated[last] == text.is_negated[last_of_text];
    Some(Alignment {
        share: pairs.len() as f64 / sentence.stems.len() as f64,
        is_replaced: pairs.windows(2).any(replaced),
        is_denied: sentence.negates != text.negates && !negates_alike,
    })
}

/// How a text says most words of a sentence in any order: «without hospitals the towns would
/// decline».
fn reordered(sentence: &Sentence, text: &Sentence) -> Option<Alignment> {
    let [words, of_text] = [sentence, text].map(Sentence::words);
    let common = words.intersection(&of_text).count();
    let share = common as f64 / words.len() as f64;
    // What a negation in another place denies is not known: «losing the hospital means decline» is
    // not the opposite.
    let is_like = common >= FEWEST_WORDS
        && share >= LEAST_SHARE_NEARLY
        && text.stems.len() <= 2 * sentence.stems.len()
        && sentence.negates == text.negates;
    // Of what has another order, any other word may be in place of one that is missing.
    let is_replaced = common < words.len() && common < of_text.len();
    is_like.then_some(Alignment { share, is_replaced, is_denied: false })
}

/// A longest common subsequence of two lists, as pairs of positions.
fn longest_common(first: &[String], second: &[String]) -> Vec<(usize, usize)> {
    let mut lengths = vec![vec![0_usize; second.len() + 1]; first.len() + 1];
    for one in (0..first.len()).rev() {
        for two in (0..second.len()).rev() {
            lengths[one][two] = if first[one] == second[two] {
                lengths[one + 1][two + 1] + 1
            } else {
                lengths[one + 1][two].max(lengths[one][two + 1])
            };
        }
    }
    let (mut one, mut two, mut pairs) = (0, 0, Vec::new());
    while one < first.len() && two < second.len() {
        if first[one] == second[two] {
            pairs.push((one, two));
            (one, two) = (one + 1, two + 1);
        } else if lengths[one + 1][two] >= lengths[one][two + 1] {
            one += 1;
        } else {
            two += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    const YES: usize = 0;
    const NO: usize = 1;

    #[test]
    fn most_words_say_a_sentence_in_any_order_unless_only_the_order_distinguishes_the_two() {
        let hospitals = [
            "The towns would decline without their hospitals.",
            "The towns would do as well as now without their hospitals.",
        ];
        let journeys = [
            "Longer journeys would put some patients in danger.",
            "Longer journeys would put no patient in danger.",
        ];
        let office = [
            "The open-plan office makes people talk to each other more.",
            "The open-plan office makes people talk to each other less.",
        ];
        let ban = ["A full ban can be enforced.", "A full ban cannot be enforced."];
        let cost = [
            "A new pump costs the town more than an old pump.",
            "An old pump costs the town more than a new pump.",
        ];
        let staff = [
            "The clinic lacks the nurses and beds to open a second ward.",
            "The clinic does not lack the nurses and beds to open a second ward.",
        ];
        for (text, pair, wanted) in [
            ("To open a second ward, the clinic lacks neither nurses nor beds.", staff, Some(NO)),
            ("To open a second ward, the clinic lacks both nurses and beds.", staff, Some(YES)),
            ("Without their hospitals the towns would decline.", hospitals, Some(YES)),
            ("Losing its hospital means decline for a town.", hospitals, None),
            ("No patient would be put in danger by longer journeys.", journeys, Some(NO)),
            ("People talk to each other less because of the open-plan office.", office, Some(NO)),
            ("A full ban is impossible to enforce.", ban, Some(NO)),
            ("The town pays for a pump, and costs are costs: old, new.", cost, None),
        ] {
            assert_eq!(sentence_said(text, pair).map(|said| said.which), wanted, "{text}");
        }
    }

    #[test]
    fn a_text_says_the_sentence_whose_words_it_has_or_the_other_if_it_negates_it() {
        let cloud = [
            "Our data are safer with a software vendor than in our own server room.",
            "Our data are safer in our own server room than with a software vendor.",
        ];
        let cost = [
            "Over seven years a new system costs us less than the old one.",
            "Over seven years the old system costs us less than a new one.",
        ];
        let fit = [
            "A standard package can handle our made-to-order pumps without custom code.",
            "A standard package cannot handle our made-to-order pumps without a lot of custom code.",
        ];
        let clean = [
            "Our article and customer data have to be cleaned whichever way we go.",
            "Our article and customer data are good enough as they are.",
        ];
        let switch = [
            "We can switch to a new system within 18 months without hurting deliveries.",
            "A switch within 18 months would hurt our deliveries.",
        ];
        let shops = ["Shops lose custom to the street.", "Shops do not lose custom to the street."];
        let cars = [
            "Without them the shops would lose custom in winter.",
            "Without them the shops would keep their custom even in winter.",
        ];
        for (pair, text, side) in [
            (cloud, "Our data are not safer with a vendor than in our own server room.", Some(NO)),
            (
                cloud,
                "I say that our data are safer with a vendor than in our own server room.",
                Some(YES),
            ),
            (cost, "Over seven years a new system costs us more than the old one.", None),
            (cost, "Over seven years a new system costs us less than the old one does.", Some(YES)),
            (
                fit,
                "The vendors' tools cannot handle our made-to-order pumps without custom code.",
                Some(NO),
            ),
            (
                fit,
                "It is not true that a standard package can handle our made-to-order pumps without custom code.",
                Some(NO),
            ),
            (fit, "Our made-to-order pumps are handled by standard vendors.", None),
            (clean, "The customer data have to be cleaned whichever way we go.", Some(YES)),
            (
                clean,
                "Article and customer data have to be cleaned whether we buy or build.",
                Some(YES),
            ),
            (clean, "Article and customer data need not be cleaned if we buy.", None),
            (clean, "Our customer data and our article data are wrong.", None),
            (shops, "Shops lose custom to the street at first.", Some(YES)),
            (shops, "Shops never lose custom to the street.", Some(NO)),
            (shops, "Shops give custom to the street.", None),
            (
                switch,
                "The switch can be done in 18 months if the board gives us a project lead.",
                None,
            ),
            (switch, "The switch within 18 months would hurt deliveries in spring.", Some(NO)),
            (
                shops,
                "Shops lose custom to the street; the counts leave little room for doubt, and I see no reason to quarrel.",
                Some(YES),
            ),
            (shops, "Shops lose custom to the street, and nobody needs that.", Some(YES)),
            (
                shops,
                "In my view, shops never lose custom to the street, and I count them.",
                Some(NO),
            ),
            // A negation behind the common words does not show which of the two it denies.
            (shops, "Shops lose custom to the street without a fight.", None),
            (
                cloud,
                "Our data are safer with a software vendor than in our own server room, no matter which.",
                Some(YES),
            ),
            (cars, "In winter the shops would lose custom without them.", Some(YES)),
            (shops, "If shops lose custom to the street, I shall say so.", None),
            (
                shops,
                "Shops lose custom to the street, they do not lose custom to the street.",
                None,
            ),
            (shops, "", None),
            (["It pays.", "It costs."], "it PAYS", Some(YES)),
            (["It pays.", "It costs."], "It pays us.", None),
        ] {
            assert_eq!(sentence_said(text, pair).map(|said| said.which), side, "{text}");
        }
        let is_literal =
            |text| sentence_said(text, clean).is_some_and(|said| said.is_nearly_literal);
        assert!(is_literal("The customer data have to be cleaned whichever way we go."));
        assert!(!is_literal(
            "Article and customer data have to be cleaned whether we buy or build."
        ));
    }
}
