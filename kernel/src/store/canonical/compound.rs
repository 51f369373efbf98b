//! Lists and tables under way, for the serializer of [`tree`](super::tree).

use std::collections::BTreeMap;

use serde::ser::{self, Serialize};

use super::tree::{Node, Tree, wrap};
use super::{Error, Fault};

/// A list under way.
pub(super) struct Items {
    inside: Tree,
    variant: Option<&'static str>,
    done: Vec<Node>,
}

impl Items {
    pub(super) const fn new(inside: Tree, variant: Option<&'static str>) -> Self {
        Self { inside, variant, done: Vec::new() }
    }

    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let node = value.serialize(self.inside).map_err(|error| {
            let error = error.under(&self.done.len().to_string());
            self.variant.map_or(error.clone(), |variant| error.under(variant))
        })?;
        self.done.push(node);
        Ok(())
    }
}

/// A table under way; `key` is the one whose value comes next.
pub(super) struct Fields {
    inside: Tree,
    variant: Option<&'static str>,
    key: String,
    done: BTreeMap<String, Node>,
}

impl Fields {
    pub(super) const fn new(inside: Tree, variant: Option<&'static str>) -> Self {
        Self { inside, variant, key: String::new(), done: BTreeMap::new() }
    }

    fn insert<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), Error> {
        let node = value.serialize(self.inside).map_err(|error| {
            let error = error.under(key);
            self.variant.map_or(error.clone(), |variant| error.under(variant))
        })?;
        match self.done.insert(key.to_owned(), node) {
            None => Ok(()),
            Some(_) => Err(Error::new(Fault::KeyTwice(key.to_owned()))),
        }
    }
}

impl ser::SerializeMap for Fields {
    type Ok = Node;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.key = match key.serialize(self.inside)? {
            Node::Text(text) => text,
            Node::Natural(number) => number.to_string(),
            Node::Negative(number) => number.to_string(),
            Node::Truth(truth) => truth.to_string(),
            Node::Null | Node::Real(_) | Node::List(_) | Node::Table(_) => {
                return Err(Error::new(Fault::Key));
            }
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = std::mem::take(&mut self.key);
        self.insert(&key, value)
    }

    fn end(self) -> Result<Node, Error> {
        Ok(Node::Table(self.done))
    }
}

macro_rules! lists {
    ($($form:ident::$method:ident),*) => {$(
        impl ser::$form for Items {
            type Ok = Node;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.push(value)
            }

            fn end(self) -> Result<Node, Error> {
                Ok(wrap(self.variant, Node::List(self.done)))
            }
        }
    )*};
}

macro_rules! tables {
    ($($form:ident),*) => {$(
        impl ser::$form for Fields {
            type Ok = Node;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                self.insert(key, value)
            }

            fn end(self) -> Result<Node, Error> {
                Ok(wrap(self.variant, Node::Table(self.done)))
            }
        }
    )*};
}

lists!(SerializeSeq::serialize_element, SerializeTuple::serialize_element);
lists!(SerializeTupleStruct::serialize_field, SerializeTupleVariant::serialize_field);
tables!(SerializeStruct, SerializeStructVariant);
