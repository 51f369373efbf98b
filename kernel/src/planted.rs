//! Planted debates: topics and personas that are generated so that their true cruxes are known.
//!
//! A planted debate starts as a structure: each issue gets a [`Role`], and each persona a tree of
//! reasons from its case in short down to issues that rest on issues. Only then is it written as
//! the text files that an author would write. The sentences come from banks in `data/planted`.
//! Passages that personas read together say what the topic's file says. A [`Level`] says how the
//! texts hide the structure; it never changes the structure, so every level has the same truth.
//!
//! The generator uses no other module of the crate, so it cannot share an assumption with what it
//! tests. What is true of a debate ([`truth`]) is computed from the structure and is written to no
//! file.

mod files;
mod generator;
mod level;
mod role;
mod structure;
mod subject;
pub mod truth;

use std::path::PathBuf;

pub use self::files::PlantedMode;
pub use self::level::Level;
pub use self::role::Role;
pub use self::structure::{PERSONAS, PlantedDebate};
pub use self::subject::Answer;

/// Generates debates. The same seed makes the same debates, and a longer list begins with the
/// shorter one.
pub fn debates(seed: u64, count: usize) -> Vec<PlantedDebate> {
    (0..count).map(|number| PlantedDebate::generate(seed, number)).collect()
}

/// The sentence banks, as their files have them.
pub(crate) fn banks() -> &'static [&'static str] {
    &subject::TEXTS
}

/// Writes debates as the files of a project, by path from its root: topics with their passages,
/// personas with their corpora, and one manifest for each number of personas. `modes` are the modes
/// of the manifests; a manifest with too few topics for a mode does not have it.
pub fn project(
    debates: &[PlantedDebate],
    level: &Level,
    modes: &[PlantedMode],
) -> Vec<(PathBuf, String)> {
    files::project(debates, level, modes)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn text(seed: u64, count: usize, level: &Level) -> String {
        let modes = [PlantedMode::new("some-mode")];
        let files = project(&debates(seed, count), level, &modes).into_iter();
        let texts: Vec<String> =
            files.map(|(path, text)| format!("{}\n{text}", path.display())).collect();
        texts.concat()
    }

    #[test]
    fn the_same_seed_makes_the_same_files() {
        for level in &Level::ALL {
            assert_eq!(text(7, 6, level), text(7, 6, level));
        }
        assert_ne!(text(7, 6, &Level::ALL[0]), text(8, 6, &Level::ALL[0]));
        let (few, many) = (debates(7, 3), debates(7, 6));
        let files = |debates: &[PlantedDebate]| project(&debates[..3], &Level::ALL[0], &[]);
        assert_eq!(files(&few), files(&many));
    }

    #[test]
    fn roles_are_what_the_truth_computes_from_the_structure() {
        let mut roles = BTreeSet::new();
        for debate in debates(1, 300) {
            let issues = truth::of(&debate);
            assert!(issues.iter().any(truth::IssueTruth::is_crux), "{}", debate.topic);
            for issue in issues {
                let place = format!("{} {}", debate.topic, issue.axis);
                roles.insert(issue.role);
                assert_eq!(issue.is_crux(), issue.role == Role::LoadBearing, "{place}");
                assert_eq!(issue.is_disputed(), issue.role.is_disputed(), "{place}");
                let bears = issue.loads.iter().any(|load| *load > 0.0);
                assert!(!bears || issue.role != Role::Idle, "{place}");
                assert!(bears || issue.role != Role::Leaning, "{place}");
            }
        }
        assert_eq!(roles, BTreeSet::from(Role::ALL));
    }

    #[test]
    fn no_file_says_what_role_an_issue_has() {
        let mut words = Role::ALL.map(Role::name).to_vec();
        words.extend(["crux", "cruxes", "role", "truth", "load", "idle", "verbal", "dispute"]);
        for level in &Level::ALL {
            let text = text(3, 30, level).to_lowercase();
            let is_letter = |c: char| c.is_alphanumeric() || c == '-';
            let written: BTreeSet<&str> = text.split(|c| !is_letter(c)).collect();
            let found: Vec<&&str> = words.iter().filter(|word| written.contains(**word)).collect();
            assert!(found.is_empty(), "{}: {found:?}", level.name);
        }
    }

    #[test]
    fn topics_and_passages_do_not_depend_on_who_says_what() {
        let written = |debates: &[PlantedDebate]| {
            let mut files = project(debates, &Level::ALL[0], &[]);
            files.retain(|(path, _)| path.starts_with("data"));
            files
        };
        let planted = debates(9, 24);
        let mut without = planted.clone();
        for debate in &mut without {
            debate.issues.iter_mut().for_each(|issue| issue.role = Role::Idle);
            for speaker in &mut debate.speakers {
                (speaker.case, speaker.claims) = (structure::Case::default(), Vec::new());
            }
        }
        assert_eq!(written(&planted), written(&without));
        for debate in &planted {
            let files = written(std::slice::from_ref(debate));
            let [(_, topic), (_, passages)] = &files[..] else { panic!("{files:?}") };
            for planted in &debate.issues {
                for answer in [Answer::Yes, Answer::No] {
                    let sentence = &planted.issue.sentence(answer)[0];
                    assert!(topic.contains(sentence) && passages.contains(sentence), "{sentence}");
                }
            }
        }
    }

    #[test]
    fn levels_hide_what_they_say_they_hide() {
        let count = |name: &str, what: &str| {
            let level = Level::from_name(name).unwrap();
            text(5, 60, &level).matches(what).count()
        };
        let tags = |name| count(name, "axis=");
        assert!(tags("none") > tags("hidden-0.25") && tags("hidden-0.25") > tags("hidden-0.5"));
        assert_eq!(tags("hidden-1"), 0);
        assert_eq!(tags("missing-1"), count("missing-1", "{axis="));
        assert_eq!(tags("wrong-0.25"), tags("none"));
        assert_eq!(count("reworded-2", "{axis="), 0);
        assert_eq!(count("reworded-2", "because: "), count("none", "because: "));
        assert!(count("loud", "conf=0.9") > 0 && count("recall-0.5", "recall = 0.5") > 0);
        let ada = |name: &str| text(5, 60, &Level::from_name(name).unwrap());
        assert_ne!(ada("wrong-0.1"), ada("none"));
    }
}
