//! The JSON schema of an answer.

use std::ops::Deref;

use serde_json::Value;

use crate::store::{Hash, canonical};

/// A JSON schema with its hash, which is part of the keys of requests.
#[derive(Debug, Clone, PartialEq)]
pub struct Schema {
    value: Value,
    hash: Hash,
}

impl Schema {
    /// Creates a schema from its JSON.
    ///
    /// # Errors
    /// It has no canonical form.
    pub fn new(value: Value) -> Result<Self, canonical::Error> {
        Ok(Self { hash: Hash::of_value(&value)?, value })
    }

    /// The hash that represents the schema in the keys of requests.
    pub(crate) fn hash(&self) -> &Hash {
        &self.hash
    }
}

impl Deref for Schema {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.value
    }
}
