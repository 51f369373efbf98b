//! What the events of all modes look like: their schema, and what a transcript shows of them.

use std::borrow::Cow;
use std::collections::BTreeSet;

use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::{Mode, ModeName};
use crate::record::{Event, ModeEvent};
use crate::view::EventLine;

impl Mode {
    /// What a transcript shows of an event that this mode reported; nothing for one that the mode
    /// does not know.
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
        // Because one variant has no tag, the derived schema says `anyOf`. No two events have the
        // same name, so exactly one shape fits.
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
    use serde_json::Value;

    use super::*;
    use crate::mode::events::EventInfo;

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
