//! Events that only one mode or a family of modes reports.
//!
//! A mode lists its events in `Run::EVENTS`. The schema of all events and what a transcript shows
//! of them come from this list.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::record::{Event, ModeEvent};
use crate::view::EventLine;

/// An event of a mode or of a family of modes. Its fields are those that the journal has.
pub(crate) trait Report: Serialize + DeserializeOwned + JsonSchema {
    /// Its name in the journal, unique among all modes.
    const NAME: &'static str;

    /// What a transcript shows of it; nothing where its turns say enough.
    fn lines(&self) -> Vec<EventLine> {
        Vec::new()
    }

    /// The event as listeners receive it.
    fn to_event(&self) -> Event {
        Event::Mode(ModeEvent::new(Self::NAME, self))
    }
}

/// Describes an event without its type.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EventInfo {
    pub(super) name: &'static str,
    schema: fn(&mut SchemaGenerator) -> Schema,
    pub(super) lines: fn(&ModeEvent) -> Option<Vec<EventLine>>,
}

impl EventInfo {
    /// Describes an event.
    pub(crate) const fn of<R: Report>() -> Self {
        let lines = |event: &ModeEvent| Some(event.read::<R>()?.lines());
        Self { name: R::NAME, schema: R::json_schema, lines }
    }

    /// The schema of the event in the journal: its fields, after its name.
    pub(super) fn schema(&self, generator: &mut SchemaGenerator) -> Value {
        let mut schema = (self.schema)(generator);
        let shape = schema.ensure_object();
        let name = json!({ "type": "string", "const": self.name });
        shape["properties"]
            .as_object_mut()
            .expect("an event has fields")
            .insert("event".to_owned(), name);
        shape["required"]
            .as_array_mut()
            .expect("some fields are required")
            .insert(0, "event".into());
        schema.to_value()
    }
}
