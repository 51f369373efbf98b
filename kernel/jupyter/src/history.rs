//! The inputs of a session.

use serde_json::{Value, json};

/// The number of the only session that a kernel remembers.
const SESSION: u64 = 1;

/// A cell that ran.
#[derive(Debug, Clone)]
struct Entry {
    line: u32,
    input: String,
    output: Option<String>,
}

/// The cells that ran, in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    entries: Vec<Entry>,
}

impl History {
    pub(crate) fn push(&mut self, line: u32, input: &str, output: Option<String>) {
        self.entries.push(Entry { line, input: input.to_owned(), output });
    }

    /// Answers a request for history: the last cells, a range of lines, or the cells that a pattern
    /// fits.
    ///
    /// # Source
    /// <https://jupyter-client.readthedocs.io/en/stable/messaging.html#history>; a pattern is a glob, as in SQLite.
    pub(crate) fn answer(&self, request: &Value) -> Vec<Value> {
        let number = |name: &str| request[name].as_u64();
        let most = number("n").and_then(|n| usize::try_from(n).ok());
        let found: Vec<&Entry> = match request["hist_access_type"].as_str() {
            Some("range") => {
                // Session 0 is the current one, and a negative number counts back from it.
                let is_known =
                    request["session"].as_i64().is_none_or(|session| session == 0 || session == 1);
                let (start, stop) =
                    (number("start").unwrap_or(0), number("stop").unwrap_or(u64::MAX));
                let is_in = |entry: &&Entry| (start..stop).contains(&u64::from(entry.line));
                self.entries.iter().filter(|_| is_known).filter(is_in).collect()
            }
            Some("search") => {
                let pattern: Vec<char> =
                    request["pattern"].as_str().unwrap_or("*").chars().collect();
                let fits =
                    |entry: &&Entry| fits(&pattern, &entry.input.chars().collect::<Vec<_>>());
                let mut found: Vec<&Entry> = self.entries.iter().filter(fits).collect();
                if request["unique"] == true {
                    let all = found.clone();
                    let mut at = 0;
                    found.retain(|entry| {
                        at += 1;
                        all[at..].iter().all(|later| later.input != entry.input)
                    });
                }
                found
            }
            Some(_) | None => self.entries.iter().collect(),
        };
        let skipped = most.map_or(0, |most| found.len().saturating_sub(most));
        let with_output = request["output"] == true;
        let item = |entry: &&Entry| {
            if with_output {
                json!([SESSION, entry.line, [entry.input, entry.output]])
            } else {
                json!([SESSION, entry.line, entry.input])
            }
        };
        found[skipped..].iter().map(item).collect()
    }
}

/// Whether a text fits a pattern, in which `*` stands for any text and `?` for any character.
fn fits(pattern: &[char], text: &[char]) -> bool {
    match pattern {
        [] => text.is_empty(),
        ['*', rest @ ..] => (0..=text.len()).any(|at| fits(rest, &text[at..])),
        ['?', rest @ ..] => !text.is_empty() && fits(rest, &text[1..]),
        [first, rest @ ..] => text.first() == Some(first) && fits(rest, &text[1..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history() -> History {
        let mut history = History::default();
        for (line, input) in (1..).zip(["1 + 1", "let x = 2;", "1 + 1", "x"]) {
            history.push(line, input, (input == "x").then(|| "2".to_owned()));
        }
        history
    }

    fn lines(request: &Value) -> Vec<u64> {
        history().answer(request).iter().map(|item| item[1].as_u64().unwrap()).collect()
    }

    #[test]
    fn the_last_cells_are_those_at_the_end() {
        assert_eq!(lines(&json!({"hist_access_type": "tail", "n": 2})), [3, 4]);
        let found = history().answer(&json!({"hist_access_type": "tail", "n": 1, "output": true}));
        assert_eq!(found, [json!([1, 4, ["x", "2"]])]);
    }

    #[test]
    fn a_range_ends_before_its_stop() {
        assert_eq!(
            lines(&json!({"hist_access_type": "range", "session": 1, "start": 2, "stop": 4})),
            [2, 3]
        );
        assert!(
            lines(&json!({"hist_access_type": "range", "session": 7, "start": 2, "stop": 4}))
                .is_empty()
        );
    }

    #[test]
    fn a_search_finds_what_the_pattern_fits_and_keeps_the_last_of_equal_inputs() {
        assert_eq!(lines(&json!({"hist_access_type": "search", "pattern": "1*"})), [1, 3]);
        assert_eq!(
            lines(&json!({"hist_access_type": "search", "pattern": "1*", "unique": true})),
            [3]
        );
        assert_eq!(lines(&json!({"hist_access_type": "search", "pattern": "?", "n": 3})), [4]);
        assert_eq!(
            lines(&json!({"hist_access_type": "search", "pattern": "*", "n": 3})),
            [2, 3, 4]
        );
    }
}
