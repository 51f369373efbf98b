//! Reads labelled pairs: one JSON object a line.

use std::collections::BTreeMap;
use std::path::Path;

use faultline::format::{Fault, Faults};
use faultline::mode::Likeness;
use serde::Deserialize;

/// A pair of statements that a person has labelled.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelledPair {
    /// One statement.
    pub first: String,
    /// The other.
    pub second: String,
    /// How they relate in meaning.
    pub label: Likeness,
    /// Where the pair comes from.
    #[serde(default)]
    pub source: Option<String>,
    /// The topic of the statements: the id of a topic of the project, or any words.
    #[serde(default)]
    pub topic: Option<String>,
}

/// How a line must look.
const FORMAT: &str = "write {\"first\": \"…\", \"second\": \"…\", \"label\": \"same\"}; a label is same, opposed, related or \
                      different, and `source` and `topic` may be added";

/// Reads a file of labelled pairs. Blank lines are skipped.
///
/// # Errors
/// Every fault of the file with its line.
pub fn read(path: &Path, text: &str) -> Result<Vec<LabelledPair>, Faults> {
    let mut faults = Faults::default();
    faults.add_source(path, text.into());
    let mut pairs: Vec<LabelledPair> = Vec::new();
    // The lines of the pairs.
    let mut labelled: BTreeMap<(String, String, Option<String>), usize> = BTreeMap::new();
    let mut start = 0;
    for (line, number) in text.split('\n').zip(1..) {
        let span = start..start + line.trim_end().len();
        start += line.len() + 1;
        if line.trim().is_empty() {
            continue;
        }
        let mut report = |message: String, help: &str| {
            faults.push(Fault::error(path, Some(span.clone()), message).with_help(help));
        };
        let pair: LabelledPair = match serde_json::from_str(line) {
            Ok(pair) => pair,
            Err(error) => {
                let text = error.to_string();
                let cause = text.split(" at line ").next().unwrap_or_default();
                let cause = if error.is_data() { cause } else { "it is not valid JSON" };
                report(format!("this line is not a labelled pair: {cause}"), FORMAT);
                continue;
            }
        };
        if pair.first.trim().is_empty() || pair.second.trim().is_empty() {
            report("a statement of the pair is empty".to_owned(), FORMAT);
            continue;
        }
        if pair.first == pair.second {
            let help = "give two different statements, or remove the line";
            report("both statements are the same text".to_owned(), help);
            continue;
        }
        let (one, other) = (pair.first.clone(), pair.second.clone());
        let key = (one.clone().min(other.clone()), one.max(other), pair.topic.clone());
        if let Some(earlier) = labelled.get(&key) {
            let help = "keep one of the two lines";
            report(format!("this pair is labelled on line {earlier} already"), help);
            continue;
        }
        labelled.insert(key, number);
        pairs.push(pair);
    }
    if pairs.is_empty() && !faults.has_errors() {
        let message = "the file contains no labelled pair";
        faults.push(Fault::error(path, None, message).with_help(FORMAT));
    }
    if faults.has_errors() { Err(faults) } else { Ok(pairs) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> String {
        read(Path::new("pairs.jsonl"), text).unwrap_err().to_string()
    }

    #[test]
    fn a_pair_has_two_statements_a_label_and_perhaps_a_source_and_a_topic() {
        let text = "{\"first\": \"A.\", \"second\": \"B.\", \"label\": \"same\"}\n\n\
                    {\"first\": \"A.\", \"second\": \"C.\", \"label\": \"opposed\", \"source\": \"s\", \"topic\": \"t\"}\n";
        let pairs = read(Path::new("pairs.jsonl"), text).unwrap();
        assert_eq!((pairs[0].label, &pairs[0].source), (Likeness::Same, &None));
        assert_eq!((pairs[1].label, pairs[1].topic.as_deref()), (Likeness::Opposed, Some("t")));
    }

    #[test]
    fn every_bad_line_is_reported_with_its_place_cause_and_remedy() {
        let text = "{\"first\": \"A.\", \"second\": \"B.\", \"label\": \"alike\"}\nno json\n\
                    {\"first\": \"A.\", \"second\": \" \", \"label\": \"same\"}\n\
                    {\"first\": \"A.\", \"second\": \"A.\", \"label\": \"same\"}\n\
                    {\"first\": \"A.\", \"second\": \"B.\", \"label\": \"same\"}\n\
                    {\"first\": \"B.\", \"second\": \"A.\", \"label\": \"opposed\"}\n\
                    {\"first\": \"A.\", \"label\": \"same\"}\n";
        let found = faults(text);
        for expected in [
            "pairs.jsonl:1:1: error: this line is not a labelled pair: unknown variant `alike`",
            "pairs.jsonl:2:1: error: this line is not a labelled pair: it is not valid JSON",
            "pairs.jsonl:3:1: error: a statement of the pair is empty",
            "pairs.jsonl:4:1: error: both statements are the same text",
            "pairs.jsonl:6:1: error: this pair is labelled on line 5 already",
            "pairs.jsonl:7:1: error: this line is not a labelled pair: missing field `second`",
        ] {
            assert!(found.contains(expected), "{expected}: {found}");
        }
        assert_eq!(found.matches("help: ").count(), 6, "{found}");
        assert!(faults("\n \n").contains("the file contains no labelled pair"));
    }
}
