//! Lists and tables under way, for the serializer of [`writer`](super::writer).

use std::borrow::Cow;
use std::ops::Range;

use serde::ser::{self, Serialize};

use super::writer::{Writer, open_variant, text};
use super::{Error, Fault};

/// A list under way.
pub(super) struct Items<'a> {
    out: &'a mut Vec<u8>,
    depth: u8,
    variant: Option<&'static str>,
    count: usize,
}

impl<'a> Items<'a> {
    pub(super) fn begin(out: &'a mut Vec<u8>, depth: u8, variant: Option<&'static str>) -> Self {
        if let Some(variant) = variant {
            open_variant(variant, out);
        }
        out.push(b'[');
        Self { out, depth, variant, count: 0 }
    }

    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        if self.count > 0 {
            self.out.push(b',');
        }
        value
            .serialize(Writer::new(self.out, self.depth))
            .map_err(|error| within(error.under(&self.count.to_string()), self.variant))?;
        self.count += 1;
        Ok(())
    }

    fn close(self) {
        self.out.push(b']');
        if self.variant.is_some() {
            self.out.push(b'}');
        }
    }
}

/// A table under way. Fields are written as they come; where that is not the order of their keys, they are put in order
/// at the end.
pub(super) struct Fields<'a> {
    out: &'a mut Vec<u8>,
    depth: u8,
    variant: Option<&'static str>,
    /// The key whose value comes next, in a map.
    key: String,
    /// Each key, and where its field stands in `out`.
    written: Vec<(Cow<'static, str>, Range<usize>)>,
    is_sorted: bool,
}

impl<'a> Fields<'a> {
    /// Begins a table of about `count` fields.
    pub(super) fn begin(
        out: &'a mut Vec<u8>,
        depth: u8,
        variant: Option<&'static str>,
        count: usize,
    ) -> Self {
        if let Some(variant) = variant {
            open_variant(variant, out);
        }
        out.push(b'{');
        let written = Vec::with_capacity(count);
        Self { out, depth, variant, key: String::new(), written, is_sorted: true }
    }

    fn insert<T: Serialize + ?Sized>(
        &mut self,
        key: Cow<'static, str>,
        value: &T,
    ) -> Result<(), Error> {
        if let Some((last, _)) = self.written.last() {
            self.is_sorted &= *last < key;
            self.out.push(b',');
        }
        let start = self.out.len();
        text(&key, self.out);
        self.out.push(b':');
        value
            .serialize(Writer::new(self.out, self.depth))
            .map_err(|error| within(error.under(&key), self.variant))?;
        self.written.push((key, start..self.out.len()));
        Ok(())
    }

    fn close(mut self) -> Result<(), Error> {
        if !self.is_sorted {
            self.sort()?;
        }
        self.out.push(b'}');
        if self.variant.is_some() {
            self.out.push(b'}');
        }
        Ok(())
    }

    fn sort(&mut self) -> Result<(), Error> {
        let start = self.written[0].1.start;
        self.written.sort_by(|(one, _), (other, _)| one.cmp(other));
        if let Some(twice) = self.written.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(Error::new(Fault::KeyTwice(twice[0].0.to_string())));
        }
        let bytes = self.out.split_off(start);
        for (place, (_, range)) in self.written.iter().enumerate() {
            if place > 0 {
                self.out.push(b',');
            }
            self.out.extend_from_slice(&bytes[range.start - start..range.end - start]);
        }
        Ok(())
    }
}

fn within(error: Error, variant: Option<&str>) -> Error {
    variant.map_or(error.clone(), |variant| error.under(variant))
}

/// The text of a key: of a text itself, of an integer or truth value what it is written as.
fn key<T: Serialize + ?Sized>(key: &T, depth: u8) -> Result<String, Error> {
    let mut written = Vec::new();
    key.serialize(Writer::new(&mut written, depth))?;
    let refused = || Error::new(Fault::Key);
    if let [b'"', text @ .., b'"'] = &*written
        && !text.contains(&b'\\')
    {
        // Nothing is escaped in nearly all keys.
        return String::from_utf8(text.to_vec()).map_err(|_| refused());
    }
    if written.first() == Some(&b'"') {
        return serde_json::from_slice(&written).map_err(|_| refused());
    }
    let written = String::from_utf8(written).map_err(|_| refused())?;
    let is_integer = written.parse::<i128>().is_ok();
    if is_integer || written == "true" || written == "false" { Ok(written) } else { Err(refused()) }
}

impl ser::SerializeMap for Fields<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, next: &T) -> Result<(), Error> {
        self.key = key(next, self.depth)?;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = std::mem::take(&mut self.key);
        self.insert(Cow::Owned(key), value)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

macro_rules! lists {
    ($($form:ident::$method:ident),*) => {$(
        impl ser::$form for Items<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.push(value)
            }

            fn end(self) -> Result<(), Error> {
                self.close();
                Ok(())
            }
        }
    )*};
}

macro_rules! tables {
    ($($form:ident),*) => {$(
        impl ser::$form for Fields<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                self.insert(Cow::Borrowed(key), value)
            }

            fn end(self) -> Result<(), Error> {
                self.close()
            }
        }
    )*};
}

lists!(SerializeSeq::serialize_element, SerializeTuple::serialize_element);
lists!(SerializeTupleStruct::serialize_field, SerializeTupleVariant::serialize_field);
tables!(SerializeStruct, SerializeStructVariant);
