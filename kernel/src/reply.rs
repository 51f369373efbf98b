//! Reads model text: the only place where it is parsed.

use crate::task::Task;

/// Reads the answer to a task and checks it.
///
/// A fence around the JSON and prose before or after it are forgiven; anything else is a fault.
///
/// # Errors
/// Everything that is wrong with the answer, in words that a model can act on.
pub fn read<T: Task>(task: &T, text: &str) -> Result<T::Answer, Vec<String>> {
    let json =
        object(text).ok_or_else(|| vec!["there is no JSON object in the answer".to_owned()])?;
    let answer: T::Answer = serde_json::from_str(json).map_err(|error| vec![error.to_string()])?;
    let faults = task.check(&answer);
    if faults.is_empty() { Ok(answer) } else { Err(faults) }
}

/// The text from the first opening to the last closing brace.
fn object(text: &str) -> Option<&str> {
    let (start, end) = (text.find('{')?, text.rfind('}')?);
    text.get(start..=end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::{Decompose, DecomposeAnswer};
    use crate::vocabulary::{Topic, TopicId};

    fn task() -> Decompose {
        let text = String::new;
        let topic = Topic {
            id: TopicId::new("t").unwrap(),
            title: text(),
            question: text(),
            yes: text(),
            no: text(),
            background: text(),
            axes: vec![],
        };
        Decompose { topic, personas: vec![], most: 4 }
    }

    const GOOD: &str =
        r#"{"claims": [{"claim": "A {b}.", "axis": null}, {"claim": "C.", "axis": null}]}"#;

    #[test]
    fn a_fence_and_prose_around_the_object_are_forgiven() {
        let bare = read(&task(), GOOD).unwrap();
        for text in
            [format!("```json\n{GOOD}\n```"), format!("Here it is: {GOOD} I hope it helps.")]
        {
            assert_eq!(read(&task(), &text), Ok(bare.clone()));
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let faults = |text: &str| -> String {
            read::<Decompose>(&task(), text).map(|_: DecomposeAnswer| ()).unwrap_err().join("|")
        };
        assert_eq!(faults("I cannot do that."), "there is no JSON object in the answer");
        assert!(faults(r#"{"claims": [], "note": 1}"#).contains("unknown field `note`"));
        assert!(faults(&GOOD[..GOOD.len() - 3]).contains("EOF"), "a cut-off answer");
        assert_eq!(faults(r#"{"claims": []}"#), "claims: 0 given, 2 to 4 wanted");
    }
}
