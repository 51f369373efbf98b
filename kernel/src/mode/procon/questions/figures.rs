//! The numbers of a sentence, and whether it is a forecast or a conclusion.

/// A number in digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Number {
    /// Its digits: “126,200” and “126200” are one number.
    pub(super) digits: String,
    /// Whether it says only when something was: a year, or the day of a month.
    pub(super) is_date: bool,
    /// The year that it is.
    pub(super) year: Option<u32>,
}

/// The numbers in digits of a sentence.
pub(super) fn numbers(text: &str) -> Vec<Number> {
    let words: Vec<&str> = text
        .split(|letter: char| !letter.is_alphanumeric() && !".,".contains(letter))
        .map(|word| word.trim_matches(['.', ',']))
        .filter(|word| !word.is_empty())
        .collect();
    let before = |at: usize| at.checked_sub(1).map(|at| words[at]);
    let year = |at: usize| {
        let year: u32 = words[at].parse().ok().filter(|_| words[at].len() == 4)?;
        // «in 1387», but not «1200 people»; «2021 and 2022».
        let is_year = (1900..2100).contains(&year) || before(at).is_some_and(leads_to_date);
        is_year.then_some(year)
    };
    let is_month = |word: Option<&str>| word.is_some_and(is_month);
    let number = |at: usize| {
        let day =
            words[at].len() <= 2 && (is_month(words.get(at + 1).copied()) || is_month(before(at)));
        let year = year(at);
        Number { digits: words[at].replace(',', ""), is_date: day || year.is_some(), year }
    };
    let is_number = |at: &usize| words[*at].starts_with(|letter: char| letter.is_ascii_digit());
    (0..words.len()).filter(is_number).map(number).collect()
}

/// Whether a year may follow the word.
fn leads_to_date(word: &str) -> bool {
    const WORDS: [&str; 8] = ["in", "since", "until", "before", "after", "during", "from", "year"];
    WORDS.contains(&word.to_lowercase().as_str()) || is_month(word)
}

/// Whether the word is a month. In lower case «may» and «march» are verbs.
fn is_month(word: &str) -> bool {
    const MONTHS: [&str; 12] = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ];
    MONTHS.contains(&word)
}

/// Whether a sentence says what will or would happen. A month is capitalized, so “may” is one only
/// in lower case.
pub(super) fn is_forecast(text: &str) -> bool {
    const AUXILIARIES: [&str; 7] = ["will", "ll", "would", "shall", "may", "might", "could"];
    let mut words = text.split(|letter: char| !letter.is_alphabetic());
    words.any(|word| AUXILIARIES.contains(&word))
        || text.contains("won’t")
        || text.contains("won't")
}

/// Whether a sentence gives its own reason, so that facts about the reason do not decide it.
pub(super) fn is_conclusion(text: &str) -> bool {
    [" because ", ", since ", ", so ", " therefore "].iter().any(|link| text.contains(link))
}
