//! The JSON schema of an answer.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::LazyLock;

use serde_json::Value;

use crate::store::{Hash, canonical};
use crate::task::{Kind, demands};

/// A JSON schema with its hash, which is part of the keys of requests.
#[derive(Debug, Clone, PartialEq)]
pub struct Schema {
    value: Value,
    hash: Hash,
}

/// The schema of every kind, computed once because every call needs one.
static SCHEMAS: LazyLock<BTreeMap<Kind, Schema>> = LazyLock::new(|| {
    let schema = |kind| Schema::new(demands(kind).0).expect("a schema has finite numbers");
    Kind::ALL.into_iter().map(|kind| (kind, schema(kind))).collect()
});

impl Schema {
    /// Creates a schema from its JSON.
    ///
    /// # Errors
    /// It has no canonical form.
    pub fn new(value: Value) -> Result<Self, canonical::Error> {
        Ok(Self { hash: Hash::of_value(&value)?, value })
    }

    /// The schema of the answers to a kind of question.
    pub fn of(kind: Kind) -> &'static Self {
        &SCHEMAS[&kind]
    }

    pub(super) fn hash(&self) -> &Hash {
        &self.hash
    }
}

impl Deref for Schema {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.value
    }
}
