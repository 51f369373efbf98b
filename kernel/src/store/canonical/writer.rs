//! A serde serializer that writes canonical JSON and refuses what has no canonical form.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Display;
use std::ops::Range;

use serde::ser::{self, Serialize, Serializer};

use super::error::{Error, Fault, MAX_DEPTH, MAX_INTEGER};

type Result<T = ()> = std::result::Result<T, Error>;

/// Writes one value; `depth` counts the lists and tables around it.
pub(super) struct Writer<'a> {
    out: &'a mut Vec<u8>,
    depth: u8,
}

impl<'a> Writer<'a> {
    pub(super) fn new(out: &'a mut Vec<u8>, depth: u8) -> Self {
        Self { out, depth }
    }

    /// Opens a list or table, within a table of one field for an enum variant with data.
    fn open(self, bracket: u8, variant: Option<&'static str>) -> Result<Compound<'a>> {
        let depth = self.depth + if variant.is_some() { 2 } else { 1 };
        if depth > MAX_DEPTH {
            return Err(Error::new(Fault::TooDeep));
        }
        if let Some(variant) = variant {
            open_variant(self.out, variant);
        }
        self.out.push(bracket);
        let start = self.out.len();
        Ok(Compound {
            out: self.out,
            depth,
            variant,
            start,
            fields: Vec::new(),
            count: 0,
            key: String::new(),
        })
    }

    fn integer(self, number: impl TryInto<i128> + Copy + Display) -> Result {
        let in_range = |number: i128| (-MAX_INTEGER..=MAX_INTEGER).contains(&number);
        let Some(small) = number.try_into().ok().filter(|&number| in_range(number)) else {
            return Err(Error::new(Fault::TooLarge(number.to_string())));
        };
        serde_json::to_writer(self.out, &(small as i64)).expect("memory takes any bytes");
        Ok(())
    }

    fn raw(self, json: &str) {
        self.out.extend_from_slice(json.as_bytes());
    }
}

/// Writes text, which serde_json escapes as the scheme demands.
fn write_text(out: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(out, text).expect("text can always be written to memory");
}

fn open_variant(out: &mut Vec<u8>, variant: &str) {
    out.push(b'{');
    write_text(out, variant);
    out.push(b':');
}

/// A list or table that is being written. Fields are written as they come; those of a table are
/// sorted at its end if they came in another order.
pub(super) struct Compound<'a> {
    out: &'a mut Vec<u8>,
    depth: u8,
    variant: Option<&'static str>,
    /// Where the content begins in `out`.
    start: usize,
    /// Each key of a table with the place of its field in `out`.
    fields: Vec<(Cow<'static, str>, Range<usize>)>,
    /// How many elements a list has so far.
    count: usize,
    /// The key of a map whose value comes next.
    key: String,
}

impl Compound<'_> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        if self.count > 0 {
            self.out.push(b',');
        }
        let written = value.serialize(Writer::new(self.out, self.depth));
        written.map_err(|error| self.located(error, &self.count.to_string()))?;
        self.count += 1;
        Ok(())
    }

    fn field<T: Serialize + ?Sized>(&mut self, key: Cow<'static, str>, value: &T) -> Result {
        if !self.fields.is_empty() {
            self.out.push(b',');
        }
        let start = self.out.len();
        write_text(self.out, &key);
        self.out.push(b':');
        let written = value.serialize(Writer::new(self.out, self.depth));
        written.map_err(|error| self.located(error, &key))?;
        self.fields.push((key, start..self.out.len()));
        Ok(())
    }

    fn located(&self, error: Error, key: &str) -> Error {
        let error = error.within(key);
        match self.variant {
            Some(variant) => error.within(variant),
            None => error,
        }
    }

    fn close_table(mut self) -> Result {
        let in_order =
            |pair: &[(Cow<'_, str>, _)]| by_utf16_units(&pair[0].0, &pair[1].0) == Ordering::Less;
        let is_sorted = self.fields.windows(2).all(in_order);
        if !is_sorted {
            self.sort()?;
        }
        self.close(b'}');
        Ok(())
    }

    fn sort(&mut self) -> Result {
        self.fields.sort_by(|(one, _), (other, _)| by_utf16_units(one, other));
        if let Some(pair) = self.fields.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(Error::new(Fault::DuplicateKey(pair[0].0.to_string())));
        }
        // The fields are copied in their order behind the table and then moved to its start.
        let end = self.out.len();
        for (place, (_, range)) in self.fields.iter().enumerate() {
            if place > 0 {
                self.out.push(b',');
            }
            self.out.extend_from_within(range.clone());
        }
        self.out.copy_within(end.., self.start);
        self.out.truncate(end);
        Ok(())
    }

    fn close(self, bracket: u8) {
        self.out.push(bracket);
        if self.variant.is_some() {
            self.out.push(b'}');
        }
    }
}

/// The order of keys. Bytes of UTF-8 text sort like its UTF-16 code units, except that a character
/// beyond U+FFFF comes before those from U+E000: in UTF-8 one starts with a byte from 0xF0, the
/// others with 0xEE or 0xEF.
fn by_utf16_units(one: &str, other: &str) -> Ordering {
    let differing = one.bytes().zip(other.bytes()).find(|(a, b)| a != b);
    let rank = |byte: u8| if byte >= 0xF0 { (0xED, byte) } else { (byte, 0) };
    match differing {
        Some((a, b)) => rank(a).cmp(&rank(b)),
        None => one.len().cmp(&other.len()),
    }
}

/// The text of a map key: text as it is, an integer or boolean as its JSON.
fn key_text<T: Serialize + ?Sized>(key: &T) -> Result<String> {
    let mut json = Vec::new();
    key.serialize(Writer::new(&mut json, 0))?;
    let refused = || Error::new(Fault::Key);
    if json.first() == Some(&b'"') {
        return serde_json::from_slice(&json).map_err(|_| refused());
    }
    let text = String::from_utf8(json).map_err(|_| refused())?;
    let is_plain = text == "true" || text == "false" || text.parse::<i128>().is_ok();
    if is_plain { Ok(text) } else { Err(refused()) }
}

macro_rules! integers {
    ($($method:ident: $number:ty),*) => {$(
        fn $method(self, number: $number) -> Result {
            self.integer(number)
        }
    )*};
}

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Compound<'a>;
    type SerializeTuple = Compound<'a>;
    type SerializeTupleStruct = Compound<'a>;
    type SerializeTupleVariant = Compound<'a>;
    type SerializeMap = Compound<'a>;
    type SerializeStruct = Compound<'a>;
    type SerializeStructVariant = Compound<'a>;

    integers!(serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128);
    integers!(serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128);

    fn serialize_bool(self, boolean: bool) -> Result {
        self.raw(if boolean { "true" } else { "false" });
        Ok(())
    }

    fn serialize_f32(self, number: f32) -> Result {
        self.serialize_f64(number.into())
    }

    fn serialize_f64(self, number: f64) -> Result {
        if number.is_finite() {
            self.raw(ryu_js::Buffer::new().format_finite(number));
            Ok(())
        } else {
            Err(Error::new(Fault::NotFinite(number.to_string())))
        }
    }

    fn serialize_char(self, character: char) -> Result {
        self.serialize_str(character.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result {
        write_text(self.out, text);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Result {
        self.raw("null");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result {
        self.raw("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result {
        self.raw("null");
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result {
        let mut table = self.open(b'{', None)?;
        table.field(Cow::Borrowed(variant), value)?;
        table.close_table()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'a>> {
        self.open(b'[', None)
    }

    fn serialize_tuple(self, _: usize) -> Result<Compound<'a>> {
        self.open(b'[', None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound<'a>> {
        self.open(b'[', None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'a>> {
        self.open(b'[', Some(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'a>> {
        self.open(b'{', None)
    }

    fn serialize_struct(self, name: &'static str, fields: usize) -> Result<Compound<'a>> {
        if name.starts_with("$serde_json::private::") {
            return Err(Error::new(Fault::UnsupportedType(name)));
        }
        let mut table = self.open(b'{', None)?;
        table.fields.reserve_exact(fields);
        Ok(table)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'a>> {
        self.open(b'{', Some(variant))
    }
}

impl ser::SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result {
        self.key = key_text(key)?;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        let key = std::mem::take(&mut self.key);
        self.field(Cow::Owned(key), value)
    }

    fn end(self) -> Result {
        self.close_table()
    }
}

macro_rules! lists {
    ($($form:ident::$method:ident),*) => {$(
        impl ser::$form for Compound<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
                self.element(value)
            }

            fn end(self) -> Result {
                self.close(b']');
                Ok(())
            }
        }
    )*};
}

macro_rules! tables {
    ($($form:ident),*) => {$(
        impl ser::$form for Compound<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result {
                self.field(Cow::Borrowed(key), value)
            }

            fn end(self) -> Result {
                self.close_table()
            }
        }
    )*};
}

lists!(SerializeSeq::serialize_element, SerializeTuple::serialize_element);
lists!(SerializeTupleStruct::serialize_field, SerializeTupleVariant::serialize_field);
tables!(SerializeStruct, SerializeStructVariant);
