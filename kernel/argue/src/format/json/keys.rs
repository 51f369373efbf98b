//! The keys of a JSON file.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use crate::format::content::Ignored;
use crate::format::names::nearest;

/// Every known key.
const READ: [&str; 10] =
    ["n", "tau", "edges", "weights", "names", "root", "topic", "target", "frozen", "costs"];

/// The parsed values of a file, unchecked.
#[derive(Debug, Default)]
pub(super) struct Keys {
    pub(super) n: Option<usize>,
    pub(super) tau: Option<Vec<f64>>,
    pub(super) edges: Option<Vec<(u64, u64, i64)>>,
    pub(super) weights: Option<Vec<f64>>,
    pub(super) names: Option<Vec<String>>,
    pub(super) root: Option<u64>,
    /// The name under which the root is given.
    pub(super) root_key: &'static str,
    pub(super) target: Option<f64>,
    pub(super) frozen: Vec<u64>,
    pub(super) costs: Option<Vec<f64>>,
    given: Vec<&'static str>,
    unread: Vec<String>,
}

impl Keys {
    /// Returns the unknown keys, and the first of them that is probably a misspelling of a missing
    /// key.
    pub(super) fn ignored(&self) -> (Ignored, Option<(String, &'static str)>) {
        let absent = READ.into_iter().filter(|key| !self.given.contains(key));
        let absent: Vec<&str> = absent.collect();
        let meant = |key: &String| Some((key.clone(), *nearest(key, &absent)?));
        let misspelt = self.unread.iter().find_map(meant);
        (Ignored { keys: self.unread.clone(), ..Ignored::default() }, misspelt)
    }

    fn take<'de, A: MapAccess<'de>>(
        &mut self,
        key: &'static str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        if self.given.contains(&key) {
            return Err(A::Error::custom(format!("`{key}` is given twice")));
        }
        self.given.push(key);
        match key {
            "n" => self.n = Some(map.next_value()?),
            "tau" => self.tau = Some(map.next_value()?),
            "edges" => self.edges = Some(map.next_value()?),
            "weights" => self.weights = Some(map.next_value()?),
            "names" => self.names = Some(map.next_value()?),
            "root" | "topic" => {
                if self.root.is_some() {
                    return Err(A::Error::custom(
                        "`root` and `topic` are the same, and both are given",
                    ));
                }
                self.root_key = key;
                self.root = Some(map.next_value()?);
            }
            "target" => self.target = Some(map.next_value()?),
            "frozen" => self.frozen = map.next_value()?,
            "costs" => self.costs = Some(map.next_value()?),
            _ => unreachable!("every known key has a field"),
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(KeysVisitor)
    }
}

struct KeysVisitor;

impl<'de> Visitor<'de> for KeysVisitor {
    type Value = Keys;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `n`, `tau` and `edges`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
        let mut keys = Keys::default();
        while let Some(key) = map.next_key::<String>()? {
            if let Some(known) = READ.into_iter().find(|known| *known == key) {
                keys.take(known, &mut map)?;
            } else {
                map.next_value::<IgnoredAny>()?;
                keys.unread.push(key);
            }
        }
        Ok(keys)
    }
}
