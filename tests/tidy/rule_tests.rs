//! Every numbered rule of a mode has a test whose name begins with it, and every such test has a rule.

use std::collections::BTreeSet;

/// Returns the rules of a mode without a test, and the tests without a rule. `texts` is the code of the kernel's modules.
///
/// A rule is a line of module documentation that begins with its number, in a file that has a test of a rule.
pub(crate) fn faults<'t>(mode: &str, texts: impl Iterator<Item = &'t str> + Clone) -> Vec<String> {
    let prefix = format!("fn {mode}_rule_");
    let mut rules: BTreeSet<u32> = BTreeSet::new();
    let mut tested: BTreeSet<u32> = BTreeSet::new();
    for text in texts {
        let names = text.split(&prefix).skip(1);
        let numbers: BTreeSet<u32> = names.filter_map(|rest| number(rest, '_')).collect();
        if !numbers.is_empty() {
            let docs = text.lines().filter_map(|line| line.strip_prefix("//! "));
            rules.extend(docs.filter_map(|line| number(line, '.')));
        }
        tested.extend(numbers);
    }
    let untested = rules.difference(&tested).map(|n| format!("mode {mode}: rule {n} has no test"));
    let unknown = tested
        .difference(&rules)
        .map(|n| format!("mode {mode}: a test names rule {n}, which is not listed"));
    untested.chain(unknown).collect()
}

/// The number at the beginning of a text, where it ends with a character.
fn number(text: &str, end: char) -> Option<u32> {
    text.split_once(end)?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_without_a_test_and_a_test_without_a_rule_are_faults() {
        let listed = "//! 1. It opens.\n//! 2. It ends.\nfn poll_rule_1_it_opens() {}\n";
        let elsewhere = "fn poll_rule_2_it_ends() {}\n";
        assert_eq!(faults("poll", [listed, elsewhere].into_iter()), [""; 0]);
        assert_eq!(faults("poll", [listed].into_iter()), ["mode poll: rule 2 has no test"]);
        let more = "fn poll_rule_2_it_ends() {}\nfn poll_rule_3_it_is_read() {}\n";
        assert_eq!(
            faults("poll", [listed, more].into_iter()),
            ["mode poll: a test names rule 3, which is not listed"]
        );
    }
}
