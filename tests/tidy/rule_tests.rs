//! Every numbered rule of a mode has a test whose name begins with it, and every such test has a
//! rule.

use std::collections::BTreeMap;

/// A rule of a mode with its tests.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Rule {
    /// The rule, in the words of the code; empty where a test names a rule that is not listed.
    pub(crate) text: String,
    /// What each test says, in the words of its name.
    pub(crate) tests: Vec<String>,
}

/// The rules of a mode by their numbers. `texts` is the code of the kernel's modules.
///
/// A rule is a line of module documentation that begins with its number, in a file that has a test
/// of a rule; indented lines continue it.
pub(crate) fn rules<'t>(mode: &str, texts: impl Iterator<Item = &'t str>) -> BTreeMap<u32, Rule> {
    let prefix = format!("fn {mode}_rule_");
    let mut rules: BTreeMap<u32, Rule> = BTreeMap::new();
    for text in texts.filter(|text| text.contains(&prefix)) {
        for rest in text.split(&prefix).skip(1) {
            if let Some((number, name)) = numbered(rest, '_') {
                let name = name.split_once('(').map_or(name, |(name, _)| name);
                rules.entry(number).or_default().tests.push(name.replace('_', " "));
            }
        }
        let mut last = None;
        for line in text.lines().filter_map(|line| line.strip_prefix("//!")) {
            let words = line.trim();
            match (numbered(words, '.'), last) {
                (Some((number, rule)), _) => {
                    words_of(&mut rules, number).push_str(rule.trim());
                    last = Some(number);
                }
                (None, Some(number)) if line.starts_with("    ") => {
                    let text = words_of(&mut rules, number);
                    text.push(' ');
                    text.push_str(words);
                }
                (None, _) => last = None,
            }
        }
    }
    rules
}

fn words_of(rules: &mut BTreeMap<u32, Rule>, number: u32) -> &mut String {
    &mut rules.entry(number).or_default().text
}

/// Returns what is wrong with the rules of a mode: none is listed, one has no test, or a test names
/// one that is not listed.
pub(crate) fn faults<'t>(mode: &str, texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let rules = rules(mode, texts);
    if rules.is_empty() {
        return vec![format!("mode {mode}: no rule is listed")];
    }
    let fault = |(number, rule): (&u32, &Rule)| {
        let what = match (rule.text.is_empty(), rule.tests.is_empty()) {
            (true, _) => format!("a test names rule {number}, which is not listed"),
            (false, true) => format!("rule {number} has no test"),
            (false, false) => return None,
        };
        Some(format!("mode {mode}: {what}"))
    };
    rules.iter().filter_map(fault).collect()
}

/// The number at the beginning of a text, where it ends with a character, and what follows.
fn numbered(text: &str, end: char) -> Option<(u32, &str)> {
    let (number, rest) = text.split_once(end)?;
    Some((number.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_without_rules_a_rule_without_a_test_and_a_test_without_a_rule_are_faults() {
        let listed =
            "//! 1. It opens.\n//! 2. It ends\n//!    well.\n//!\nfn poll_rule_1_it_opens() {}\n";
        let elsewhere = "fn poll_rule_2_it_ends() {}\n";
        assert_eq!(faults("poll", [listed, elsewhere].into_iter()), [""; 0]);
        assert_eq!(faults("poll", [listed].into_iter()), ["mode poll: rule 2 has no test"]);
        let more = "fn poll_rule_2_it_ends() {}\nfn poll_rule_3_it_is_read() {}\n";
        assert_eq!(
            faults("poll", [listed, more].into_iter()),
            ["mode poll: a test names rule 3, which is not listed"]
        );
        assert_eq!(faults("vote", [listed].into_iter()), ["mode vote: no rule is listed"]);
    }

    #[test]
    fn a_rule_has_its_words_and_those_of_its_tests() {
        let text = "//! 1. It opens\n//!    once.\nfn poll_rule_1_it_opens_once(a: u8) {}\nfn poll_rule_1_again() {}\n";
        let found = rules("poll", [text].into_iter());
        let tests = ["it opens once", "again"].map(str::to_owned).into();
        assert_eq!(found, [(1, Rule { text: "It opens once.".into(), tests })].into());
    }
}
