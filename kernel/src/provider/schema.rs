//! What an answer is to look like.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::LazyLock;

use serde_json::Value;

use crate::store::canonical::{Error, Ready};
use crate::task::{Kind, demands};

/// A JSON schema, and the form in which it enters the keys of requests.
#[derive(Debug, Clone, PartialEq)]
pub struct Schema {
    value: Value,
    ready: Ready,
}

/// The schema of every kind, made once: a debate asks for one with each call.
static SCHEMAS: LazyLock<BTreeMap<Kind, Schema>> = LazyLock::new(|| {
    let schema = |kind| Schema::new(demands(kind).0).expect("a schema has finite numbers");
    Kind::ALL.into_iter().map(|kind| (kind, schema(kind))).collect()
});

impl Schema {
    /// Takes a schema made elsewhere.
    ///
    /// # Errors
    /// It has no canonical form.
    pub fn new(value: Value) -> Result<Self, Error> {
        Ok(Self { ready: Ready::of(&value)?, value })
    }

    /// The schema of the answers to a kind of question.
    pub fn of(kind: Kind) -> &'static Self {
        &SCHEMAS[&kind]
    }

    pub(super) fn ready(&self) -> &Ready {
        &self.ready
    }
}

impl Deref for Schema {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.value
    }
}
