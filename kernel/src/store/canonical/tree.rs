//! A serde serializer into a tree with sorted tables, where every value is checked on the way.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::ser::{Serialize, Serializer};

use super::compound::{Fields, Items};
use super::{DEEPEST, Error, Fault};

pub(super) enum Node {
    Null,
    Truth(bool),
    Natural(u64),
    Negative(i64),
    Real(f64),
    Text(String),
    List(Vec<Self>),
    Table(BTreeMap<String, Self>),
}

/// The serializer; knows only how deep it stands.
#[derive(Clone, Copy)]
pub(super) struct Tree {
    depth: u8,
}

impl Tree {
    pub(super) const fn root() -> Self {
        Self { depth: 0 }
    }

    fn deeper(self, variant: Option<&str>) -> Result<Self, Error> {
        let depth = self.depth + if variant.is_some() { 2 } else { 1 };
        if depth > DEEPEST { Err(Error::new(Fault::TooDeep)) } else { Ok(Self { depth }) }
    }

    fn items(self, variant: Option<&'static str>) -> Result<Items, Error> {
        Ok(Items::new(self.deeper(variant)?, variant))
    }

    fn fields(self, variant: Option<&'static str>) -> Result<Fields, Error> {
        Ok(Fields::new(self.deeper(variant)?, variant))
    }
}

pub(super) fn wrap(variant: Option<&'static str>, node: Node) -> Node {
    match variant {
        Some(variant) => Node::Table(BTreeMap::from([(variant.to_owned(), node)])),
        None => node,
    }
}

fn real(number: f64, shown: impl Display) -> Result<Node, Error> {
    if number.is_finite() {
        // Adding zero turns -0.0 into 0.0 and leaves every other number alone.
        Ok(Node::Real(number + 0.0))
    } else {
        Err(Error::new(Fault::NotFinite(shown.to_string())))
    }
}

fn integer<N: Copy + Display + TryInto<u64> + TryInto<i64>>(number: N) -> Result<Node, Error> {
    let natural = TryInto::<u64>::try_into(number).map(Node::Natural);
    natural
        .or_else(|_| TryInto::<i64>::try_into(number).map(Node::Negative))
        .map_err(|_| Error::new(Fault::TooLarge(number.to_string())))
}

macro_rules! integers {
    ($($method:ident: $number:ty),*) => {$(
        fn $method(self, number: $number) -> Result<Node, Error> {
            integer(number)
        }
    )*};
}

impl Serializer for Tree {
    type Ok = Node;
    type Error = Error;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Fields;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Fields;

    integers!(serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128);
    integers!(serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128);

    fn serialize_bool(self, truth: bool) -> Result<Node, Error> {
        Ok(Node::Truth(truth))
    }

    fn serialize_f32(self, number: f32) -> Result<Node, Error> {
        // Through the digits, so that 0.1_f32 is written 0.1 and not 0.10000000149011612.
        let wide = number.to_string().parse().expect("Rust reads the floats it writes");
        real(wide, number)
    }

    fn serialize_f64(self, number: f64) -> Result<Node, Error> {
        real(number, number)
    }

    fn serialize_char(self, character: char) -> Result<Node, Error> {
        Ok(Node::Text(character.to_string()))
    }

    fn serialize_str(self, text: &str) -> Result<Node, Error> {
        Ok(Node::Text(text.to_owned()))
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Node, Error> {
        Ok(Node::List(bytes.iter().map(|byte| Node::Natural(u64::from(*byte))).collect()))
    }

    fn serialize_none(self) -> Result<Node, Error> {
        Ok(Node::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Node, Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Node, Error> {
        Ok(Node::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Node, Error> {
        Ok(Node::Null)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Node, Error> {
        Ok(Node::Text(variant.to_owned()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Node, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Node, Error> {
        let node = value.serialize(self.deeper(None)?).map_err(|error| error.under(variant))?;
        Ok(wrap(Some(variant), node))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items, Error> {
        self.items(None)
    }

    fn serialize_tuple(self, _: usize) -> Result<Items, Error> {
        self.items(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items, Error> {
        self.items(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items, Error> {
        self.items(Some(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Fields, Error> {
        self.fields(None)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Fields, Error> {
        if name.starts_with("$serde_json::private::") {
            return Err(Error::new(Fault::Foreign(name)));
        }
        self.fields(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Fields, Error> {
        self.fields(Some(variant))
    }
}
