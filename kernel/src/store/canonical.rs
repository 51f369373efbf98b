//! Canonical JSON: one value, one sequence of bytes.
//!
//! The form is part of the store's layout; changing it means a new layout number.
//!
//! - Keys are sorted by code point at every level, whatever the order of struct fields or of a map.
//!   Sorting happens here, so serde_json's `preserve_order`, if another crate turns it on, changes
//!   nothing.
//! - No white space, but one newline at the end.
//! - Integers are those of 64 bits, signed or not. Floats are the shortest digits that read back to
//!   the same number, in the form of Rust's `{:?}` (`0.1`, `1.0`, `1e16`, `1e-7`), which does not
//!   move with a version of serde_json; an `f32` is written with the digits it needs as an `f32`.
//!   `-0.0` is written `0.0`.
//! - Text is UTF-8, escaped only where JSON demands it, and not normalised: `é` in one code point
//!   and in two differ.
//!
//! What JSON would change in silence is refused with the place of the value: NaN and infinities
//! (serde_json writes `null`), integers over 64 bits, a key twice, nesting that serde_json could
//! write and not read again.

mod compound;
mod writer;

use serde::Serialize;

use writer::Writer;

/// How deep lists and tables may nest; serde_json reads 127 levels, and a value may later be
/// wrapped.
pub const DEEPEST: u8 = 100;

/// Room that most values fit in. *Units*: bytes.
const FIRST_ROOM: usize = 8 * 1024;

/// Says why a value has no canonical form, and where in the value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("at `{place}`: {fault}")]
pub struct Error {
    /// A JSON pointer (RFC 6901) into the value; `/` alone for the value itself.
    pub place: String,
    /// What is wrong there.
    pub fault: Fault,
}

/// What a canonical value may not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A NaN or an infinity.
    #[error("{0} is not a number JSON can hold")]
    NotFinite(String),
    /// An integer outside `i64` and `u64`.
    #[error("{0} does not fit 64 bits")]
    TooLarge(String),
    /// A map key that is neither text nor an integer nor a truth value.
    #[error("a key must be text, an integer or a truth value")]
    Key,
    /// Two keys of one map that read the same once written.
    #[error("the key `{0}` occurs twice")]
    KeyTwice(String),
    /// More than [`DEEPEST`] levels.
    #[error("nested deeper than {DEEPEST} levels")]
    TooDeep,
    /// A serde_json type that smuggles its text past the serializer (`arbitrary_precision`,
    /// `raw_value`).
    #[error("`{0}` has no canonical form")]
    Foreign(&'static str),
    /// A failure of the value's own `Serialize`.
    #[error("{0}")]
    Custom(String),
}

impl Error {
    fn new(fault: Fault) -> Self {
        Self { place: "/".to_owned(), fault }
    }

    fn under(mut self, step: &str) -> Self {
        let step = step.replace('~', "~0").replace('/', "~1");
        self.place =
            if self.place == "/" { format!("/{step}") } else { format!("/{step}{}", self.place) };
        self
    }
}

impl serde::ser::Error for Error {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self::new(Fault::Custom(message.to_string()))
    }
}

/// Writes a value in canonical form, with the final newline.
///
/// # Errors
///
/// The value holds what [`Fault`] lists; the error points at it.
///
/// # Examples
///
/// ```
/// use faultline::store::canonical;
///
/// #[derive(serde::Serialize)]
/// struct Claim { text: &'static str, strength: f64 }
///
/// let bytes = canonical::to_vec(&Claim { text: "It warms.", strength: -0.0 })?;
/// assert_eq!(bytes, b"{\"strength\":0.0,\"text\":\"It warms.\"}\n");
///
/// let fault = canonical::to_vec(&[Claim { text: "", strength: f64::NAN }]).unwrap_err();
/// assert_eq!(fault.to_string(), "at `/0/strength`: NaN is not a number JSON can hold");
/// # Ok::<(), canonical::Error>(())
/// ```
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, Error> {
    let mut out = Vec::with_capacity(FIRST_ROOM);
    value.serialize(Writer::new(&mut out, 0))?;
    out.push(b'\n');
    Ok(out)
}

/// A value in canonical form, made once for many values that it is part of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ready(Vec<u8>);

/// What a value is called that is written as it is.
const READY: &str = "$faultline::canonical::Ready";

impl Ready {
    /// Puts a value into canonical form.
    ///
    /// # Errors
    ///
    /// As [`to_vec`].
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self, Error> {
        let mut bytes = to_vec(value)?;
        bytes.pop();
        Ok(Self(bytes))
    }
}

/// Only into canonical form.
impl Serialize for Ready {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Bytes<'a>(&'a [u8]);
        impl Serialize for Bytes<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_bytes(self.0)
            }
        }
        serializer.serialize_newtype_struct(READY, &Bytes(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn text(value: &impl Serialize) -> String {
        String::from_utf8(to_vec(value).unwrap()).unwrap()
    }

    fn fault(value: &impl Serialize) -> (String, Fault) {
        let error = to_vec(value).unwrap_err();
        (error.place, error.fault)
    }

    #[derive(Serialize)]
    enum Move {
        Pass,
        Claim(u8),
        Pair(u8, u8),
        Attack { target: u8, by: f64 },
    }

    #[derive(Serialize)]
    struct Forth {
        a: u8,
        b: Inner,
        c: (),
    }
    #[derive(Serialize)]
    struct Inner {
        x: i8,
        y: Option<u8>,
    }
    #[derive(Serialize)]
    struct Back {
        c: Option<u8>,
        b: BackInner,
        a: u8,
    }
    #[derive(Serialize)]
    struct BackInner {
        y: Option<u8>,
        x: i8,
    }

    #[test]
    fn the_order_of_fields_changes_nothing_at_any_level() {
        let forth = text(&Forth { a: 1, b: Inner { x: -2, y: Some(3) }, c: () });
        assert_eq!(forth, "{\"a\":1,\"b\":{\"x\":-2,\"y\":3},\"c\":null}\n");
        assert_eq!(forth, text(&Back { c: None, b: BackInner { y: Some(3), x: -2 }, a: 1 }));
    }

    #[test]
    fn variants_are_written_as_serde_json_does() {
        let moves =
            [Move::Pass, Move::Claim(1), Move::Pair(1, 2), Move::Attack { target: 1, by: 0.5 }];
        assert_eq!(
            text(&moves),
            "[\"Pass\",{\"Claim\":1},{\"Pair\":[1,2]},{\"Attack\":{\"by\":0.5,\"target\":1}}]\n"
        );
    }

    /// The form of numbers is part of the layout: these lines may not change.
    #[test]
    fn numbers_have_one_form() {
        let floats = [0.1, 1.0, -2.5, -0.0, 1e15, 1e16, 1.5e300, 1e-4, 1e-7, 5e-324, f64::MAX];
        assert_eq!(
            text(&floats),
            "[0.1,1.0,-2.5,0.0,1000000000000000.0,1e16,1.5e300,0.0001,1e-7,5e-324,1.7976931348623157e308]\n"
        );
        assert_eq!(
            text(&(u64::MAX, i64::MIN, 7_u128)),
            "[18446744073709551615,-9223372036854775808,7]\n"
        );
        assert_eq!(text(&[0.1_f32, 1e14_f32, -0.0_f32]), "[0.1,100000000000000.0,0.0]\n");
    }

    #[test]
    fn what_json_would_change_in_silence_is_refused_with_its_place() {
        let nan = BTreeMap::from([(
            "rounds",
            vec![Move::Pass, Move::Attack { target: 1, by: f64::NAN }],
        )]);
        assert_eq!(fault(&nan), ("/rounds/1/Attack/by".into(), Fault::NotFinite("NaN".into())));
        assert_eq!(fault(&f64::NEG_INFINITY), ("/".into(), Fault::NotFinite("-inf".into())));
        assert_eq!(fault(&[f32::INFINITY]), ("/0".into(), Fault::NotFinite("inf".into())));
        assert_eq!(fault(&BTreeMap::from([("a/b~c", u128::MAX)])).0, "/a~1b~0c");
        assert_eq!(fault(&BTreeMap::from([((1, 2), 3)])), ("/".into(), Fault::Key));
    }

    /// Under these names serde_json hands its own types to serializers, if another crate turns on
    /// `arbitrary_precision` or `raw_value`.
    #[test]
    fn what_serde_json_smuggles_is_refused() {
        #[derive(Serialize)]
        #[serde(rename = "$serde_json::private::RawValue")]
        struct Raw {
            text: &'static str,
        }
        let refused = Fault::Foreign("$serde_json::private::RawValue");
        assert_eq!(fault(&[Raw { text: "{}" }]), ("/0".into(), refused));
    }

    #[test]
    fn two_keys_that_read_the_same_are_refused() {
        struct Twice;
        impl Serialize for Twice {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map([("1", 1), ("1", 2)])
            }
        }
        assert_eq!(fault(&Twice), ("/".into(), Fault::KeyTwice("1".into())));
    }

    #[test]
    fn what_is_written_can_be_read_and_deeper_is_refused() {
        let nest = |levels: u8| (0..levels).fold(json!(1), |inner, _| json!([inner]));
        let deepest = to_vec(&nest(DEEPEST)).unwrap();
        assert_eq!(serde_json::from_slice::<Value>(&deepest).unwrap(), nest(DEEPEST));
        assert_eq!(fault(&nest(DEEPEST + 1)).1, Fault::TooDeep);
    }

    #[test]
    fn text_is_kept_as_it_is_and_sorted_by_code_point() {
        let keys = BTreeMap::from([("ﬀ", 1), ("𝕏", 2), ("é", 3), ("z", 4), ("Z", 5), ("", 6)]);
        assert_eq!(text(&keys), "{\"\":6,\"Z\":5,\"z\":4,\"é\":3,\"ﬀ\":1,\"𝕏\":2}\n");
        assert_eq!(
            text(&"e\u{301}\u{e9}\n\"\\/\u{1}\u{2028}"),
            "\"e\u{301}\u{e9}\\n\\\"\\\\/\\u0001\u{2028}\"\n"
        );
        assert_eq!(text(&BTreeMap::from([(10, 'a'), (9, 'b')])), "{\"10\":\"a\",\"9\":\"b\"}\n");
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<f64>()
                .prop_filter("finite", |x| x.is_finite() && *x != 0.0)
                .prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..6)
                    .prop_map(|map| map.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn text_is_escaped_as_serde_json_does(text: String, controls in "[\\x00-\\x7f]{0,99}") {
            for text in [text, controls] {
                let expected = serde_json::to_string(&text).unwrap() + "\n";
                prop_assert_eq!(to_vec(&text).unwrap(), expected.into_bytes());
            }
        }

        #[test]
        fn what_is_ready_is_written_as_what_it_was_made_of(value in any_value()) {
            let ready = Ready::of(&value).unwrap();
            prop_assert_eq!(to_vec(&[("a", &ready)]).unwrap(), to_vec(&[("a", &value)]).unwrap());
        }

        #[test]
        fn reading_back_gives_the_same_value_and_the_same_bytes(value in any_value()) {
            let bytes = to_vec(&value).unwrap();
            let back: Value = serde_json::from_slice(&bytes).unwrap();
            prop_assert_eq!(&back, &value);
            prop_assert_eq!(to_vec(&back).unwrap(), bytes);
        }

        #[test]
        fn a_short_float_reads_back_to_its_bits(bits: u32) {
            let number = f32::from_bits(bits);
            prop_assume!(number.is_finite() && number != 0.0);
            let back: f32 = serde_json::from_slice(&to_vec(&number).unwrap()).unwrap();
            prop_assert_eq!(back.to_bits(), bits);
        }
    }
}
