//! Reads numbers, booleans, and words of a closed set, from a table.

use std::ops::RangeInclusive;

use toml::Spanned;

use super::{Table, quoted};
use crate::format::attribute_value;
use crate::format::fault::Faults;
use crate::vocabulary::Probability;

impl Table<'_> {
    /// Reads a whole number. Returns the default if the number is missing or has a fault.
    pub(in crate::format) fn number(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u64>,
        default: u64,
        faults: &mut Faults,
    ) -> u64 {
        self.optional_number(key, range, faults).map_or(default, Spanned::into_inner)
    }

    /// Reads an optional whole number.
    pub(in crate::format) fn optional_number(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u64>,
        faults: &mut Faults,
    ) -> Option<Spanned<u64>> {
        let (span, value) = self.optional(key)?;
        let (from, to) = (*range.start(), *range.end());
        let remedy = || match to {
            u64::MAX => format!("write a whole number from {from} to 2^64 - 1"),
            to if from == to => format!("the only allowed value is {from}"),
            to => format!("write a whole number from {from} to {to}"),
        };
        let Some(integer) = value.as_integer() else {
            let fault = self.wrong_type((span, value), &quoted(key), "a whole number");
            faults.push(fault.with_help(remedy()));
            return None;
        };
        let number = u64::from_str_radix(integer.as_str(), integer.radix()).ok();
        if let Some(number) = number.filter(|number| range.contains(number)) {
            return Some(Spanned::new(span, number));
        }
        let fault = self.source.error(span, format!("`{key}` is out of range: {integer}"));
        faults.push(fault.with_help(remedy()));
        None
    }

    /// Reads an optional boolean.
    pub(in crate::format) fn optional_boolean(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Spanned<bool>> {
        let (span, value) = self.optional(key)?;
        let boolean = value.as_bool();
        if boolean.is_none() {
            faults.push(self.wrong_type((span.clone(), value), &quoted(key), "`true` or `false`"));
        }
        boolean.map(|boolean| Spanned::new(span, boolean))
    }

    /// Returns a share as [`Self::share`] does. A share of 0 is a fault.
    pub(in crate::format) fn positive_share(
        &mut self,
        key: &'static str,
        default: f64,
        faults: &mut Faults,
    ) -> Option<Probability> {
        let span = self.span_of(key);
        let share = self.share(key, Some(default), faults)?;
        if share.value() > 0.0 {
            return Some(share);
        }
        let fault = self.source.error(span?, format!("`{key}` is 0, so that nothing is left"));
        faults.push(fault.with_help("write a number above 0, at most 1"));
        None
    }

    /// Reads a number in [0, 1], which is required unless there is a default.
    pub(in crate::format) fn share(
        &mut self,
        key: &'static str,
        default: Option<f64>,
        faults: &mut Faults,
    ) -> Option<Probability> {
        let entry = if default.is_some() { self.optional(key) } else { self.required(key) };
        let Some((span, value)) = entry else {
            return default.and_then(|default| Probability::new(default).ok());
        };
        let written = match (value.as_float(), value.as_integer()) {
            (Some(float), _) => float.as_str(),
            (_, Some(integer)) => integer.as_str(),
            (None, None) => {
                faults.push(self.wrong_type((span, value), &quoted(key), "a number"));
                return None;
            }
        };
        let share = written.parse().ok().and_then(|number| Probability::new(number).ok());
        if share.is_none() {
            let fault = self.source.error(span, format!("`{key}` is out of range: {written}"));
            faults.push(fault.with_help("write a number from 0 to 1, such as 0.8"));
        }
        share
    }

    /// Reads a required word, one of `allowed`.
    pub(in crate::format) fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        allowed: &[(&str, T)],
        faults: &mut Faults,
    ) -> Option<T> {
        let text = self.text(key, faults)?;
        attribute_value::choice(self.source, &text, key, allowed, faults)
    }

    /// Reads an optional word, one of `allowed`.
    pub(in crate::format) fn optional_choice<T: Copy>(
        &mut self,
        key: &'static str,
        allowed: &[(&str, T)],
        faults: &mut Faults,
    ) -> Option<T> {
        let text = self.optional_text(key, faults)?;
        attribute_value::choice(self.source, &text, key, allowed, faults)
    }
}
