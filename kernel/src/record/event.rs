//! The events that a debate reports while it runs.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{StopReason, Turn};
use crate::graph::Change;
use crate::vocabulary::CallId;

/// An event of a debate: one that every mode can report, or one of a single mode.
///
/// The recorder, progress displays and tests read events; a running mode has no other output.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The state in a sentence.
    BlackboardUpdate {
        /// The round.
        round: u32,
        /// The sentence.
        summary: String,
    },
    /// A turn was recorded, whether it was kept or not.
    TurnTaken {
        /// The turn.
        turn: Box<Turn>,
    },
    /// The graph changed. Every operation is reported, so that a listener can rebuild the graph.
    GraphChanged {
        /// The change.
        change: Box<Change>,
    },
    /// A call produced no usable answer.
    CallFailed {
        /// The call.
        call: CallId,
        /// Its question.
        question: String,
        /// The fault.
        fault: String,
    },
    /// An answer was sent back once.
    CallRepaired {
        /// The call.
        call: CallId,
        /// Its question.
        question: String,
        /// What was wrong with it.
        faults: Vec<String>,
    },
    /// A question without a usable answer was asked again, under the next sample index.
    CallReplaced {
        /// The call.
        call: CallId,
        /// Its question.
        question: String,
        /// Why the earlier answer was not usable.
        fault: String,
    },
    /// Parts of an answer were wrong and dropped, because it could do without them.
    PartsDropped {
        /// The call.
        call: CallId,
        /// Its question.
        question: String,
        /// Why each part was dropped.
        reasons: Vec<String>,
    },
    /// A reply gave other JSON objects before the last one, which counts.
    AnswerDrafted {
        /// The call.
        call: CallId,
        /// Its question.
        question: String,
        /// The other objects.
        drafts: Vec<String>,
    },
    /// The debate ended.
    DebateComplete {
        /// The reason.
        stop: StopReason,
        /// The number of cruxes that it found.
        cruxes: usize,
    },
    /// An event that only one mode or a family of modes reports: any name that is not one of the
    /// above.
    #[serde(untagged)]
    #[cfg_attr(feature = "run", schemars(skip))]
    Mode(ModeEvent),
}

/// An event of one mode or family, as JSON. Each mode defines its events and what is shown of them.
///
/// The journal writes 1.0 as 1, so an event that is read from it may hold another kind of number
/// than the reported one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModeEvent {
    /// Its name.
    #[serde(rename = "event")]
    name: String,
    #[serde(flatten)]
    fields: Map<String, Value>,
}

impl ModeEvent {
    /// Its name, unique among all modes.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Stores an event of this name.
    ///
    /// # Panics
    /// If the event is not a struct with named fields.
    pub(crate) fn new(name: &str, event: &impl Serialize) -> Self {
        let fields = match serde_json::to_value(event) {
            Ok(Value::Object(fields)) => fields,
            other => panic!("the event `{name}` is not an object: {other:?}"),
        };
        Self { name: name.to_owned(), fields }
    }

    /// Reads the event; nothing where it is of another type.
    pub(crate) fn read<T: serde::de::DeserializeOwned>(&self) -> Option<T> {
        T::deserialize(&self.fields).ok()
    }
}

#[cfg(test)]
#[cfg(feature = "run")]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Heard {
        words: u32,
        by: String,
        share: f64,
    }

    #[test]
    fn an_event_of_a_mode_is_stored_like_any_other_with_its_name_first_and_its_fields_in_their_order()
     {
        let heard = Heard { words: 3, by: "ada".into(), share: 1.0 };
        let event = Event::Mode(ModeEvent::new("heard", &heard));
        let json = r#"{"event":"heard","words":3,"by":"ada","share":1.0}"#;
        assert_eq!(serde_json::to_string(&event).unwrap(), json);
        let read: Event = serde_json::from_str(json).unwrap();
        assert_eq!(read, event);
        let Event::Mode(read) = read else { panic!("it is of a mode") };
        assert_eq!((read.name(), read.read()), ("heard", Some(heard)));
        assert_eq!(read.read::<Turn>(), None, "it is no turn");
    }

    #[test]
    fn an_event_that_all_modes_report_is_read_as_such() {
        let event = Event::DebateComplete { stop: StopReason::Converged, cruxes: 2 };
        let json = r#"{"event":"debate_complete","stop":"converged","cruxes":2}"#;
        assert_eq!(serde_json::to_string(&event).unwrap(), json);
        assert_eq!(serde_json::from_str::<Event>(json).unwrap(), event);
    }
}
