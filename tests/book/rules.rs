//! The page of the rules of all modes, made from their tests.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use faultline::mode::ModeName;

use crate::rule_tests::{Rule, rules};

/// The page with the text that it should have. `code` is the code of the modes.
pub(crate) fn expected(src: &Path, code: &[String]) -> Vec<(PathBuf, String)> {
    let mut page = "# Rules and their tests\n\n\
        Every rule of a mode has tests that are named after it. What the conversations `dialogue` and `dispute` have in common is \
        listed under `dialogue`, what the blackboards `blitz` and `classical` have in common under `blitz`. The rules are \
        those in the code, where `kernel/src/mode/` has the files that they name, and so are their numbers: `classical` lists only the \
        rules in which it differs from `blitz`, and rule 0 of `graph` is about what happens before the opening. A *seat* is the place of \
        a persona in its group. `tests/run` runs the tests.\n\n\
        *This page is generated from the names of the tests.*\n"
        .to_owned();
    for mode in ModeName::ALL {
        let _ = write!(page, "\n## {}\n\n", mode.about().title);
        for (number, Rule { text, tests }) in rules(mode.name(), code.iter().map(String::as_str)) {
            let _ = writeln!(page, "{number}. {text}");
            for test in tests {
                let _ = writeln!(page, "   - *{test}*");
            }
        }
    }
    vec![(src.join("reference/rules.md"), page)]
}
