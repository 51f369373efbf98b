use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use crate::format::LeftOut;
use crate::format::names::nearest;

/// Every key that is read.
const READ: [&str; 10] =
    ["n", "tau", "edges", "weights", "names", "root", "topic", "target", "frozen", "costs"];

/// Is a file as it stands, unchecked.
#[derive(Debug, Default)]
pub(super) struct Keys {
    pub(super) n: Option<usize>,
    pub(super) tau: Option<Vec<f64>>,
    pub(super) edges: Option<Vec<(u64, u64, i64)>>,
    pub(super) weights: Option<Vec<f64>>,
    pub(super) names: Option<Vec<String>>,
    pub(super) root: Option<u64>,
    /// Which of its two names the root goes by here.
    pub(super) root_key: &'static str,
    pub(super) target: Option<f64>,
    pub(super) frozen: Vec<u64>,
    pub(super) costs: Option<Vec<f64>>,
    given: Vec<&'static str>,
    unread: Vec<String>,
}

impl Keys {
    /// The keys that are not read, and of these one that is probably a misspelling of a key which is not there.
    pub(super) fn left_out(&self) -> (LeftOut, Option<(String, &'static str)>) {
        let absent = READ.into_iter().filter(|key| !self.given.contains(key));
        let absent: Vec<&str> = absent.collect();
        let meant = |key: &String| Some((key.clone(), *nearest(key, &absent)?));
        let misspelt = self.unread.iter().find_map(meant);
        (LeftOut { keys: self.unread.clone(), ..LeftOut::default() }, misspelt)
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
            _ => unreachable!("every key that is read has its place"),
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
