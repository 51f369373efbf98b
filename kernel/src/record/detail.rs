//! Data that only one mode writes and reads.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Data of the mode itself, as JSON. Each mode defines the content of its own.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ModeDetail(Value);

/// Says that a mode cannot read its own data in a record.
#[derive(Debug, thiserror::Error)]
pub enum DetailFault {
    /// The record has no such data.
    #[error("{place} lacks the detail that its mode records")]
    Absent {
        /// The record, such as `the outcome`.
        place: String,
    },
    /// The data are not what the mode writes.
    #[error("the detail of {place} is not what its mode records")]
    Malformed {
        /// The record.
        place: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

impl DetailFault {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        "delete the done.json of the debate and run the experiment again: stored replies are not paid twice"
    }
}

impl ModeDetail {
    /// Stores a value as JSON, with the numbers that it will have when it is read again.
    ///
    /// # Panics
    /// If the value cannot be read back from JSON, such as one that contains a NaN.
    pub(crate) fn new<T: Serialize + DeserializeOwned>(value: &T) -> Self {
        let mut json = serde_json::to_value(value).expect("a detail has text keys only");
        T::deserialize(&json).expect("a detail can be read back");
        write_whole_numbers_as_integers(&mut json);
        Self(json)
    }

    /// Reads the detail of a record. `place` names the record in errors.
    ///
    /// # Errors
    /// [`DetailFault`] where there is no detail or it is of another type.
    pub(crate) fn read<T: DeserializeOwned>(
        detail: Option<&Self>,
        place: impl Into<String>,
    ) -> Result<T, DetailFault> {
        match detail {
            None => Err(DetailFault::Absent { place: place.into() }),
            Some(Self(json)) => T::deserialize(json)
                .map_err(|source| DetailFault::Malformed { place: place.into(), source }),
        }
    }
}

/// Writes 1.0 as 1, as canonical JSON does. Otherwise a stored record would differ from the record
/// that it was written from.
fn write_whole_numbers_as_integers(json: &mut Value) {
    match json {
        Value::Number(number) if number.is_f64() => {
            let whole = number.as_f64().filter(|value| value.fract() == 0.0);
            // The largest double below which every integer is exact; the cast cannot overflow.
            let exact = whole.filter(|value| value.abs() < (1_u64 << 53) as f64);
            if let Some(value) = exact {
                *json = Value::from(value as i64);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(write_whole_numbers_as_integers),
        Value::Object(fields) => fields.values_mut().for_each(write_whole_numbers_as_integers),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
#[cfg(feature = "run")]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Data {
        cost: f64,
        count: u32,
    }

    #[derive(Debug, Serialize, Deserialize)]
    struct Other {
        cost: f64,
    }

    const DATA: Data = Data { cost: 1.0, count: 2 };

    #[test]
    fn a_detail_is_equal_to_itself_after_canonical_json() {
        let detail = ModeDetail::new(&DATA);
        let canonical = r#"{"cost":1,"count":2}"#;
        assert_eq!(serde_json::to_string(&detail).unwrap(), canonical);
        let read: ModeDetail = serde_json::from_str(canonical).unwrap();
        assert_eq!(read, detail);
        assert_eq!(ModeDetail::read::<Data>(Some(&read), "turn t1").unwrap(), DATA);
    }

    #[test]
    fn a_detail_that_is_absent_or_of_another_type_is_an_error_that_names_the_record() {
        let absent = ModeDetail::read::<Data>(None, "turn t1").unwrap_err();
        assert_eq!(absent.to_string(), "turn t1 lacks the detail that its mode records");
        let other = ModeDetail::new(&Other { cost: 1.0 });
        let malformed = ModeDetail::read::<Data>(Some(&other), "turn t1").unwrap_err();
        assert_eq!(malformed.to_string(), "the detail of turn t1 is not what its mode records");
        let cause = std::error::Error::source(&malformed).unwrap();
        assert_eq!(cause.to_string(), "missing field `count`");
    }

    #[test]
    #[should_panic(expected = "can be read back")]
    fn a_detail_with_a_nan_is_refused() {
        ModeDetail::new(&Data { cost: f64::NAN, count: 0 });
    }
}
