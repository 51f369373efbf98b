//! Events that only one mode or a family of modes reports.
//!
//! A mode lists its events in `Run::EVENTS`. The schema of all events and what a transcript shows of them come from this list.

use std::borrow::Cow;
use std::collections::BTreeSet;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Mode, ModeName};
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
        Event::Of(ModeEvent::new(Self::NAME, self))
    }
}

/// Describes an event without its type.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EventInfo {
    pub(super) name: &'static str,
    schema: fn(&mut SchemaGenerator) -> Schema,
    lines: fn(&ModeEvent) -> Option<Vec<EventLine>>,
}

impl EventInfo {
    /// Describes an event.
    pub(crate) const fn of<R: Report>() -> Self {
        let lines = |event: &ModeEvent| Some(event.read::<R>()?.lines());
        Self { name: R::NAME, schema: R::json_schema, lines }
    }

    /// The schema of the event in the journal: its fields, after its name.
    fn schema(&self, generator: &mut SchemaGenerator) -> Value {
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

impl Mode {
    /// What a transcript shows of an event that this mode reported; nothing for one that the mode does not know.
    pub fn event_lines(&self, event: &ModeEvent) -> Option<Vec<EventLine>> {
        let known = self.name().events().find(|known| known.name == event.name())?;
        (known.lines)(event)
    }
}

/// The schema of every event: those that all modes can report, and those of each mode.
pub(crate) struct AnyEvent;

impl JsonSchema for AnyEvent {
    fn schema_name() -> Cow<'static, str> {
        Event::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Event::json_schema(generator);
        // Because one variant has no tag, the derived schema says `anyOf`. No two events have the same name, so exactly one shape fits.
        let mut shapes = schema.remove("anyOf").expect("an enum has several shapes");
        let all = shapes.as_array_mut().expect("shapes are a list");
        let mut known = BTreeSet::new();
        let events = ModeName::ALL.into_iter().flat_map(ModeName::events);
        let events = events.filter(|event| known.insert(event.name));
        all.extend(events.map(|event| event.schema(generator)));
        schema.insert("oneOf".to_owned(), shapes);
        schema
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_events_have_the_same_name() {
        let schema = schemars::schema_for!(AnyEvent).to_value();
        let shapes = schema["oneOf"].as_array().unwrap().iter();
        let names: Vec<&Value> =
            shapes.map(|shape| &shape["properties"]["event"]["const"]).collect();
        for (place, name) in names.iter().enumerate() {
            assert!(name.is_string() && !names[..place].contains(name), "{name}");
        }
        let schema_of = |event: &EventInfo| event.schema(&mut SchemaGenerator::default());
        let all = || ModeName::ALL.into_iter().flat_map(ModeName::events);
        for event in all() {
            let same_name = all().filter(|other| other.name == event.name);
            for other in same_name {
                assert_eq!(schema_of(event), schema_of(other), "{}", event.name);
            }
        }
    }
}
