//! A serde serializer that writes straight into bytes, where every value is checked on the way.

use std::fmt::Display;
use std::io::Write;

use serde::ser::{Serialize, Serializer};

use super::compound::{Fields, Items};
use super::{DEEPEST, Error, Fault, READY};

/// The serializer; knows where it writes and how deep it stands.
pub(super) struct Writer<'a> {
    out: &'a mut Vec<u8>,
    depth: u8,
    /// Whether bytes are a value in canonical form.
    is_ready: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(out: &'a mut Vec<u8>, depth: u8) -> Self {
        Self { out, depth, is_ready: false }
    }

    fn deeper(&self, variant: Option<&str>) -> Result<u8, Error> {
        let depth = self.depth + if variant.is_some() { 2 } else { 1 };
        if depth > DEEPEST { Err(Error::new(Fault::TooDeep)) } else { Ok(depth) }
    }

    fn items(self, variant: Option<&'static str>) -> Result<Items<'a>, Error> {
        let depth = self.deeper(variant)?;
        Ok(Items::begin(self.out, depth, variant))
    }

    fn fields(self, variant: Option<&'static str>, count: usize) -> Result<Fields<'a>, Error> {
        let depth = self.deeper(variant)?;
        Ok(Fields::begin(self.out, depth, variant, count))
    }

    fn put(self, shown: std::fmt::Arguments<'_>) {
        self.out.write_fmt(shown).expect("a vector takes any bytes");
    }

    fn real(self, number: f64, shown: impl Display) -> Result<(), Error> {
        if number.is_finite() {
            // Adding zero turns -0.0 into 0.0 and leaves every other number alone.
            self.put(format_args!("{:?}", number + 0.0));
            Ok(())
        } else {
            Err(Error::new(Fault::NotFinite(shown.to_string())))
        }
    }

    fn integer<N: Copy + Display + TryInto<u64> + TryInto<i64>>(
        self,
        number: N,
    ) -> Result<(), Error> {
        if TryInto::<u64>::try_into(number).is_err() && TryInto::<i64>::try_into(number).is_err() {
            return Err(Error::new(Fault::TooLarge(number.to_string())));
        }
        self.put(format_args!("{number}"));
        Ok(())
    }
}

/// Begins the table of one field that stands for a variant.
pub(super) fn open_variant(variant: &str, out: &mut Vec<u8>) {
    out.push(b'{');
    text(variant, out);
    out.push(b':');
}

/// How much of a text is looked at in one go. *Units*: bytes.
const PIECE: usize = 32;

/// Writes a text, escaped where JSON demands it: most pieces of most texts nowhere.
pub(super) fn text(text: &str, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    let (pieces, rest) = bytes.as_chunks::<PIECE>();
    let mut span = Span { bytes, start: 0, out };
    span.out.push(b'"');
    for (place, piece) in pieces.iter().enumerate() {
        // Without a way out in its midst the loop is one over whole registers.
        if !piece.iter().fold(true, |plain, &byte| plain & is_plain(byte)) {
            span.escape(place * PIECE, piece);
        }
    }
    span.escape(bytes.len() - rest.len(), rest);
    span.out.extend_from_slice(&bytes[span.start..]);
    span.out.push(b'"');
}

const fn is_plain(byte: u8) -> bool {
    byte >= b' ' && byte != b'"' && byte != b'\\'
}

/// What of a text is to be written as it is: all from `start` on.
struct Span<'a> {
    bytes: &'a [u8],
    start: usize,
    out: &'a mut Vec<u8>,
}

impl Span<'_> {
    /// Writes what comes before each byte of a piece that needs an escape, and that byte escaped.
    fn escape(&mut self, offset: usize, piece: &[u8]) {
        for (place, &byte) in (offset..).zip(piece).filter(|&(_, &byte)| !is_plain(byte)) {
            self.out.extend_from_slice(&self.bytes[self.start..place]);
            self.start = place + 1;
            let letter = match byte {
                b'\n' => b'n',
                b'\r' => b'r',
                b'\t' => b't',
                0x08 => b'b',
                0x0c => b'f',
                0..b' ' => {
                    write!(self.out, "\\u{byte:04x}").expect("a vector takes any bytes");
                    continue;
                }
                _ => byte,
            };
            self.out.extend_from_slice(&[b'\\', letter]);
        }
    }
}

macro_rules! integers {
    ($($method:ident: $number:ty),*) => {$(
        fn $method(self, number: $number) -> Result<(), Error> {
            self.integer(number)
        }
    )*};
}

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Items<'a>;
    type SerializeMap = Fields<'a>;
    type SerializeStruct = Fields<'a>;
    type SerializeStructVariant = Fields<'a>;

    integers!(serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128);
    integers!(serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128);

    fn serialize_bool(self, truth: bool) -> Result<(), Error> {
        self.put(format_args!("{truth}"));
        Ok(())
    }

    fn serialize_f32(self, number: f32) -> Result<(), Error> {
        // Through the digits, so that 0.1_f32 is written 0.1 and not 0.10000000149011612.
        let wide = number.to_string().parse().expect("Rust reads the floats it writes");
        self.real(wide, number)
    }

    fn serialize_f64(self, number: f64) -> Result<(), Error> {
        self.real(number, number)
    }

    fn serialize_char(self, character: char) -> Result<(), Error> {
        text(character.encode_utf8(&mut [0; 4]), self.out);
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        text(value, self.out);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Error> {
        if self.is_ready {
            self.out.extend_from_slice(bytes);
            return Ok(());
        }
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        text(variant, self.out);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(Self { is_ready: name == READY, ..self })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let depth = self.deeper(None)?;
        let out = self.out;
        open_variant(variant, out);
        value.serialize(Writer::new(&mut *out, depth)).map_err(|error| error.under(variant))?;
        out.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'a>, Error> {
        self.items(None)
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'a>, Error> {
        self.items(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'a>, Error> {
        self.items(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'a>, Error> {
        self.items(Some(variant))
    }

    fn serialize_map(self, count: Option<usize>) -> Result<Fields<'a>, Error> {
        self.fields(None, count.unwrap_or_default())
    }

    fn serialize_struct(self, name: &'static str, count: usize) -> Result<Fields<'a>, Error> {
        if name.starts_with("$serde_json::private::") {
            return Err(Error::new(Fault::Foreign(name)));
        }
        self.fields(None, count)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        count: usize,
    ) -> Result<Fields<'a>, Error> {
        self.fields(Some(variant), count)
    }
}
