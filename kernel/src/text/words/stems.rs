//! The stems of the content words of a text.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

/// Words that are too common to distinguish texts.
const STOP: &str = "a about above after again against all also although am an and any are as at be because been before \
    being below between both but by can cannot could did do does doing done down during each either else even ever every \
    few for from further had has have having he her here hers him his how however i if in into is it its itself just less \
    let like many may me might more most much must my neither no nor not now of off on once one only or other our out over \
    own per rather same say says she should since so some still such than that the their them then there these they this \
    those though through to too toward under until up upon us very was we were what when where whether which while who \
    whom whose why will with within without would yet you your";

/// Irregular forms that a stemmer does not know, each group after the word of which they are forms.
/// Left out are forms that are as often another word: «left», «saw», «bore», «bound», «ground»,
/// «wound», «lay», «bit», «fed», «woke».
const IRREGULAR: &str = "arise arose arisen; awake awoke awoken; beat beaten; become became; begin begun began; bend bent; bite bitten; \
    blow blew blown; break broke broken; bring brought; build built; burn burnt; buy bought; catch caught; choose \
    chose chosen; come came; creep crept; deal dealt; dig dug; draw drew drawn; dream dreamt; drink drank drunk; \
    drive drove driven; eat ate eaten; fall fallen fell; feel felt; fight fought; find found; flee fled; fly flew \
    flown; forbid forbade forbidden; foresee foresaw foreseen; forget forgot forgotten; forgive forgave forgiven; \
    freeze froze frozen; give gave given; go went gone; grow grew grown; hang hung; hear heard; hide hid hidden; \
    hold held; keep kept; know knew known; lead led; leap leapt; learn learnt; lend lent; light lit; lose lost; \
    make made; mean meant; meet met; mislead misled; mistake mistook mistaken; overcome overcame; overtake \
    overtook overtaken; pay paid; prove proven; ride rode ridden; ring rang rung; rise rose risen; run ran; say \
    said; see seen; seek sought; sell sold; send sent; shake shook shaken; shine shone; shoot shot; show shown; \
    shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid; speak spoke spoken; \
    speed sped; spend spent; spin spun; spoil spoilt; spring sprang sprung; stand stood; steal stole stolen; stick \
    stuck; sting stung; strike struck stricken; strive strove striven; swear swore sworn; sweep swept; swim swam \
    swum; swing swung; take took taken; teach taught; tear tore torn; tell told; think thought; throw threw \
    thrown; understand understood; undertake undertook undertaken; undo undid undone; uphold upheld; wake woken; \
    wear wore worn; weave wove woven; weep wept; withdraw withdrew withdrawn; withhold withheld; withstand \
    withstood; win won; write wrote written; child children; man men; woman women; foot feet; tooth teeth; mouse \
    mice; half halves; shelf shelves; thief thieves; wolf wolves; wife wives; knife knives; criterion criteria; \
    phenomenon phenomena; crisis crises; analysis analyses; hypothesis hypotheses";

static BASES: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let forms = |group: &'static str| {
        let mut words = group.split_ascii_whitespace();
        let base = words.next().unwrap_or_default();
        words.map(move |form| (form, base))
    };
    IRREGULAR.split(';').flat_map(forms).collect()
});

static STOPPED: LazyLock<BTreeSet<&str>> =
    LazyLock::new(|| STOP.split_ascii_whitespace().collect());

/// Returns the English stems of the content words of a text, in order and with repetitions.
///
/// # Source
/// Porter 1980, revised as Snowball English (doi:10.1108/eb046814).
pub(super) fn stems(text: &str) -> Vec<String> {
    stemmed(words(&normalised(text)))
}

/// Returns the English stems of some words in lower case.
pub(super) fn stemmed<'w>(words: impl Iterator<Item = &'w str>) -> Vec<String> {
    let stemmer = Stemmer::create(Algorithm::English);
    words.map(|word| stem(&stemmer, word)).collect()
}

/// Returns the stem of a word in lower case; of an irregular form that of the word of which it is a
/// form.
pub(super) fn stem(stemmer: &Stemmer, word: &str) -> String {
    stemmer.stem(BASES.get(word).copied().unwrap_or(word)).into_owned()
}

/// Returns the text in lower case with straight apostrophes.
pub(super) fn normalised(text: &str) -> String {
    text.to_lowercase().replace('’', "'")
}

/// Returns every word of a normalised text.
pub(super) fn all_words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'');
    let words = words.map(|word| word.trim_matches('\''));
    let words = words.map(|word| word.strip_suffix("'s").unwrap_or(word));
    words.filter(|word| !word.is_empty())
}

/// Whether a word in lower case is too common to distinguish texts.
pub(super) fn is_stopped(word: &str) -> bool {
    STOPPED.contains(word)
}

/// Returns the content words of a normalised text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    all_words(text).filter(|word| !is_stopped(word))
}

/// Returns the stems of the content words of a text, each once. [`overlap`] compares them.
pub fn content_stems(text: &str) -> BTreeSet<String> {
    stems(text).into_iter().collect()
}

/// Returns the overlap coefficient |A ∩ B| / min(|A|, |B|) of the [`content_stems`] of two texts.
///
/// *Range*: [0, 1]; 0 if a text has no content words.
///
/// # Source
/// Szymkiewicz 1934; Simpson 1960.
pub fn overlap(first: &BTreeSet<String>, second: &BTreeSet<String>) -> f64 {
    let smaller = first.len().min(second.len());
    if smaller == 0 { 0.0 } else { first.intersection(second).count() as f64 / smaller as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inflections_share_a_stem_and_stop_words_vanish() {
        assert_eq!(stems("The firms' hiring of juniors"), stems("firm hires junior"));
        assert_eq!(stems("it is the of"), Vec::<String>::new());
        assert_eq!(stems("Shops lost customers"), stems("the shop loses a customer"));
        assert_eq!(stems("Wages fell and children ate less"), stems("wage falls, child eats"));
    }

    #[test]
    fn overlap_is_relative_to_the_smaller_text() {
        let percent = |first, second| {
            (100.0 * overlap(&content_stems(first), &content_stems(second))).round() as u32
        };
        assert_eq!(percent("wages fall", "wages fall while output per worker rises"), 100);
        assert_eq!(percent("wages fall", "wages rise"), 50);
        assert_eq!(percent("", "anything"), 0);
        assert_eq!(percent("teller numbers held", "robots weld cars"), 0);
    }
}
