//! The sentence banks: a topic and its issues, with every sentence in several wordings.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// An answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Yes.
    Yes,
    /// No.
    No,
}

impl Answer {
    /// The other answer.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
        }
    }

    /// The word, as files write it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
        }
    }
}

/// The wordings of a sentence: as the topic's file has it, then in other words, ever farther from
/// it.
pub(super) const WORDINGS: usize = 4;

/// A topic with its issues.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Subject {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) question: String,
    pub(super) yes: String,
    pub(super) no: String,
    pub(super) background: String,
    case_yes: [String; 3],
    case_no: [String; 3],
    because_yes: [String; 2],
    because_no: [String; 2],
    pub(super) issues: Vec<Issue>,
}

/// A question within a topic.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Issue {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) kind: String,
    /// The answer to the topic's question that a yes supports.
    pub(super) favours: Answer,
    pub(super) question: String,
    yes: [String; WORDINGS],
    no: [String; WORDINGS],
    because_yes: [String; 2],
    because_no: [String; 2],
    /// A point that can be filed under either answer, in two wordings.
    pub(super) point: [String; 2],
    pub(super) keywords: Vec<String>,
    pub(super) settles: String,
}

impl Subject {
    /// What a case in short says, in three wordings.
    pub(super) fn case(&self, side: Answer) -> &[String; 3] {
        match side {
            Answer::Yes => &self.case_yes,
            Answer::No => &self.case_no,
        }
    }

    /// Reasons that rest on no issue.
    pub(super) fn because(&self, side: Answer) -> &[String; 2] {
        match side {
            Answer::Yes => &self.because_yes,
            Answer::No => &self.because_no,
        }
    }
}

impl Issue {
    /// What an answer says, in every wording.
    pub(super) fn sentence(&self, answer: Answer) -> &[String; WORDINGS] {
        match answer {
            Answer::Yes => &self.yes,
            Answer::No => &self.no,
        }
    }

    /// Reasons for an answer that rest on no other issue.
    pub(super) fn because(&self, answer: Answer) -> &[String; 2] {
        match answer {
            Answer::Yes => &self.because_yes,
            Answer::No => &self.because_no,
        }
    }

    /// The answer of those who take this side of the topic.
    pub(super) fn answer_of(&self, side: Answer) -> Answer {
        if side == Answer::Yes { self.favours } else { self.favours.opposite() }
    }
}

/// The files of the sentence banks.
pub(super) const TEXTS: [&str; 12] = [
    include_str!("../../../data/planted/transport.toml"),
    include_str!("../../../data/planted/schools.toml"),
    include_str!("../../../data/planted/energy.toml"),
    include_str!("../../../data/planted/health.toml"),
    include_str!("../../../data/planted/software.toml"),
    include_str!("../../../data/planted/fisheries.toml"),
    include_str!("../../../data/planted/rent.toml"),
    include_str!("../../../data/planted/phones.toml"),
    include_str!("../../../data/planted/office.toml"),
    include_str!("../../../data/planted/triage.toml"),
    include_str!("../../../data/planted/service.toml"),
    include_str!("../../../data/planted/pesticides.toml"),
];

/// The sentence banks, one for each subject.
pub(super) static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    TEXTS.map(|text| toml::from_str(text).expect("a sentence bank is valid")).into()
});

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The stems of a sentence's words, so crude that "shops" and "shop" agree.
    fn words(text: &str) -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3);
        words.map(|word| word.to_lowercase().chars().take(5).collect()).collect()
    }

    fn overlap(one: &str, other: &str) -> f64 {
        let (one, other) = (words(one), words(other));
        one.intersection(&other).count() as f64 / one.len().min(other.len()).max(1) as f64
    }

    #[test]
    fn there_are_twelve_subjects_of_ten_issues() {
        assert_eq!(SUBJECTS.len(), 12);
        for subject in SUBJECTS.iter() {
            assert!(subject.issues.len() >= 10, "{}", subject.id);
            let ids: BTreeSet<&str> =
                subject.issues.iter().map(|issue| issue.id.as_str()).collect();
            assert_eq!(ids.len(), subject.issues.len(), "{}", subject.id);
        }
    }

    #[test]
    fn no_sentence_occurs_twice() {
        let mut seen = BTreeSet::new();
        for subject in SUBJECTS.iter() {
            let cases = subject.case_yes.iter().chain(&subject.case_no);
            let reasons = subject.because_yes.iter().chain(&subject.because_no);
            let issues = subject.issues.iter().flat_map(|issue| {
                let reasons = issue.because_yes.iter().chain(&issue.because_no);
                issue.yes.iter().chain(&issue.no).chain(reasons).chain(&issue.point)
            });
            for text in cases.chain(reasons).chain(issues) {
                assert!(seen.insert(text), "{}: {text}", subject.id);
            }
        }
    }

    /// The mean of a measure over the wordings of all answers, by strength.
    fn means(measure: impl Fn(&Issue, &str, &str) -> f64) -> [f64; WORDINGS] {
        let mut means = [0.0; WORDINGS];
        let issues: Vec<&Issue> = SUBJECTS.iter().flat_map(|subject| &subject.issues).collect();
        for issue in &issues {
            for sentences in [&issue.yes, &issue.no] {
                for (mean, wording) in means.iter_mut().zip(sentences) {
                    *mean += measure(issue, &sentences[0], wording) / (2 * issues.len()) as f64;
                }
            }
        }
        means
    }

    #[test]
    fn wordings_share_ever_fewer_words_with_the_sentence_of_the_topic() {
        let means = means(|_, sentence, wording| overlap(sentence, wording));
        assert!(means[1] > 0.9 && (0.1..0.5).contains(&means[2]) && means[3] < 0.1, "{means:?}");
    }

    #[test]
    fn only_the_strongest_wordings_lack_the_keywords_of_the_issue() {
        let means = means(|issue, _, wording| {
            let keywords = words(&issue.keywords.join(" "));
            f64::from(u8::from(!words(wording).is_disjoint(&keywords)))
        });
        assert!(means[..3].iter().all(|mean| *mean > 0.85) && means[3] < 0.5, "{means:?}");
    }
}
