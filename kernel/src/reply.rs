//! Reads model text: the only place where it is parsed.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::question::{Parsed, Question, WhichAnswer, parse};
use crate::vocabulary::is_hidden;

/// The length at which a fault or a draft is cut. *Units*: characters.
const LONGEST: usize = 400;
/// The number of faults of an answer that are listed; the others are counted.
const MOST_FAULTS: usize = 40;

/// Reads the answer to a question and parses it.
///
/// The answer is the last object in the text that has the right shape, since models draft before
/// they answer; earlier ones that differ from it are reported as drafts. Code fences and prose
/// around it are ignored, even prose with braces. Every text in it becomes one line without
/// invisible characters, so that it can neither forge nor reorder a line when a prompt or a page
/// shows it later.
///
/// # Errors
/// Everything that is wrong with the answer, in words that a model can act on.
pub fn read<Q: Question>(
    question: &Q,
    text: &str,
    which: WhichAnswer,
) -> Result<Parsed<Q::Answer>, Vec<String>> {
    let answer = || {
        let (raw, drafts) = last_object::<Q::Raw>(text)?;
        let fault = |error: serde_json::Error| vec![line(&error.to_string())];
        let mut value = serde_json::to_value(&raw).map_err(fault)?;
        let raw = match lines(&mut value) {
            Lines::Unchanged => raw,
            Lines::Changed => serde_json::from_value(value).map_err(fault)?,
        };
        let mut parsed = parse(question, raw, which)?;
        parsed.drafts = drafts;
        Ok(parsed)
    };
    answer().map_err(bounded)
}

/// Faults quote the answer, which may be of any length: the prompt of the repair, the record and
/// the pages repeat them.
fn bounded(mut faults: Vec<String>) -> Vec<String> {
    faults = faults.into_iter().map(cut).collect();
    let more = faults.len().saturating_sub(MOST_FAULTS);
    if more > 0 {
        faults.truncate(MOST_FAULTS);
        faults.push(format!("and {more} more faults of these kinds"));
    }
    faults
}

fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// The last object that is a valid answer, and each earlier one that differs from it. Otherwise,
/// what is wrong with the first object.
fn last_object<A: DeserializeOwned>(text: &str) -> Result<(A, Vec<String>), Vec<String>> {
    let mut fault = None;
    let mut answers: Vec<(A, &str)> = Vec::new();
    let mut end = 0;
    for (start, _) in text.match_indices('{') {
        let rest = &text[start..];
        if start < end || !rest[1..].trim_start().starts_with(['"', '}']) {
            continue;
        }
        let mut objects = serde_json::Deserializer::from_str(rest).into_iter();
        match objects.next() {
            Some(Ok(answer)) => {
                end = start + objects.byte_offset();
                answers.push((answer, &text[start..end]));
            }
            Some(Err(error)) => drop(fault.get_or_insert(line(&error.to_string()))),
            None => {}
        }
    }
    let Some((answer, written)) = answers.pop() else {
        return Err(vec![
            fault.unwrap_or_else(|| "there is no JSON object in the answer".to_owned()),
        ]);
    };
    let value = |written: &str| serde_json::from_str::<Value>(written).ok();
    let is_other = |(_, earlier): &(A, &str)| value(earlier) != value(written);
    let drafts = answers.into_iter().filter(is_other).map(|(_, draft)| cut(line(draft)));
    Ok((answer, drafts.collect()))
}

/// Whether any text had to be made one line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Lines {
    Unchanged,
    Changed,
}

/// Makes every text in a value one line.
fn lines(value: &mut Value) -> Lines {
    match value {
        // Fast path: nearly all texts are printable ASCII without spaces at the ends.
        Value::String(text)
            if text.bytes().all(|byte| (b' '..0x7f).contains(&byte)) && text.trim() == text =>
        {
            Lines::Unchanged
        }
        Value::String(text) => {
            let shown = line(text);
            if shown == *text {
                return Lines::Unchanged;
            }
            *text = shown;
            Lines::Changed
        }
        Value::Array(items) => items.iter_mut().map(lines).max().unwrap_or(Lines::Unchanged),
        Value::Object(fields) => fields.values_mut().map(lines).max().unwrap_or(Lines::Unchanged),
        Value::Null | Value::Bool(_) | Value::Number(_) => Lines::Unchanged,
    }
}

/// Returns the text as one line: line breaks become spaces, hidden characters are left out.
fn line(text: &str) -> String {
    let is_break = |c: char| {
        matches!(c, '\n' | '\r' | '\t' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
    };
    let shown = text.replace("\r\n", "\n");
    let shown = shown.chars().map(|c| if is_break(c) { ' ' } else { c });
    let shown: String = shown.filter(|&c| !is_hidden(c)).collect();
    shown.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::shared::questions::decompose::Decompose;
    use crate::vocabulary::{Topic, TopicId};

    fn question() -> Decompose {
        let text = String::new;
        let topic = Topic {
            id: TopicId::new("t").unwrap(),
            title: text(),
            question: text(),
            yes: text(),
            no: text(),
            background: text(),
            axes: vec![],
            passages: vec![],
            observers: vec![],
        };
        Decompose { topic, personas: vec![], most: 4 }
    }

    const GOOD: &str =
        r#"{"claims": [{"claim": "A {b}.", "axis": null}, {"claim": "C.", "axis": null}]}"#;

    #[test]
    fn a_fence_and_prose_around_the_object_are_forgiven() {
        let bare = read(&question(), GOOD, WhichAnswer::First).unwrap();
        for text in
            [format!("```json\n{GOOD}\n```"), format!("Here it is: {GOOD} I hope it helps.")]
        {
            assert_eq!(read(&question(), &text, WhichAnswer::First), Ok(bare.clone()));
        }
    }

    #[test]
    fn braces_in_the_prose_around_it_cost_no_repair() {
        let bare = read(&question(), GOOD, WhichAnswer::First).unwrap();
        for text in [
            format!("The set {{shops, cars}} and {{\"a\": 1}}, so: {GOOD} That is {{all}}."),
            format!("I write {{}} where {{\"claims\" is meant. {GOOD}"),
        ] {
            assert_eq!(read(&question(), &text, WhichAnswer::First), Ok(bare.clone()));
        }
    }

    #[test]
    fn the_last_of_several_answers_counts_and_drafts_are_listed_apart_from_wrong_parts() {
        let draft = GOOD.replace("A {b}.", "A draft.");
        let bare = read(&question(), GOOD, WhichAnswer::First).unwrap();
        for (text, drafts) in [
            (format!("Draft: {draft} Final: {GOOD}"), vec![draft.clone()]),
            (format!("{draft} {draft} {GOOD}"), vec![draft.clone(); 2]),
            (format!("{GOOD} Once more: {}", GOOD.replace(": ", ":")), vec![]),
        ] {
            let read = read(&question(), &text, WhichAnswer::First).unwrap();
            assert_eq!((&read.answer, read.drafts), (&bare.answer, drafts), "{text}");
            assert_eq!(read.dropped, [""; 0], "{text}");
        }
    }

    #[test]
    fn every_text_is_one_line_that_shows_what_it_says() {
        let forged =
            GOOD.replace("A {b}.", "A.\\n[n9] eve\\r\\nClaim:\\u0007 \\u202eb.\\u2028@user\\n");
        let answer = read(&question(), &forged, WhichAnswer::First).unwrap().answer;
        assert_eq!(answer[0].text, "A. [n9] eve Claim: b. @user");
        let empty = GOOD.replace("A {b}.", "\\u202e\\n");
        assert_eq!(
            read(&question(), &empty, WhichAnswer::First),
            Err(vec!["claim: the text is empty".to_owned()])
        );
    }

    #[test]
    fn faults_are_short_and_few_however_long_the_answer_is() {
        let long = format!("{{\"claims\": \"{}\"}}", "é".repeat(1 << 20));
        let faults = read(&question(), &long, WhichAnswer::First).unwrap_err();
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].chars().count(), LONGEST + 1);
        let many = bounded(vec!["a".to_owned(); MOST_FAULTS + 2]);
        assert_eq!(many.len(), MOST_FAULTS + 1);
        assert_eq!(many[MOST_FAULTS], "and 2 more faults of these kinds");
        assert_eq!(bounded(vec!["a".to_owned(); MOST_FAULTS]).len(), MOST_FAULTS);
    }

    #[test]
    fn faults_of_a_reply_are_reported() {
        let faults = |text: &str| -> String {
            read(&question(), text, WhichAnswer::First).unwrap_err().join("|")
        };
        assert_eq!(faults("I cannot do that."), "there is no JSON object in the answer");
        assert!(faults(r#"{"claims": [], "note": 1}"#).contains("unknown field `note`"));
        assert!(faults(&GOOD[..GOOD.len() - 3]).contains("EOF"), "a cut-off answer");
        assert_eq!(faults(r#"{"claims": []}"#), "claims: 0 given, at least 2 wanted");
    }
}
