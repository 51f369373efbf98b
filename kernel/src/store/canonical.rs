//! Canonical JSON: one value gives one sequence of bytes, the same in every language.
//!
//! The form is the JSON Canonicalization Scheme: keys sorted by UTF-16 code units, numbers as
//! ECMAScript prints them, no white space. A hash of the store can therefore be recomputed by any
//! program that has a BLAKE3 function and a library for that scheme; for values without
//! floating-point numbers Python's `json.dumps(value, sort_keys=True, separators=(",", ":"),
//! ensure_ascii=False)` is enough, if all keys are ASCII.
//!
//! The scheme knows only the numbers of IEEE 754 double precision. What it cannot hold is refused,
//! together with the location of the value: NaN and infinities, integers beyond 2^53 − 1 in either
//! direction, a key that occurs twice, and nesting that serde_json can write but not read.
//! [`Seed`](crate::vocabulary::Seed) shows how a type can write large integers: as text.
//!
//! # Source
//! Rundgren, Jordan, Erdtman, *JSON Canonicalization Scheme (JCS)*, RFC 8785 (2020); Bray, *The
//! I-JSON Message Format*, RFC 7493 (2015), for the range of integers.

mod error;
mod writer;

use serde::Serialize;

pub use error::{Error, Fault, MAX_DEPTH, MAX_INTEGER};
use writer::Writer;

/// Initial capacity of the output, enough for most values. *Units*: bytes.
const CAPACITY: usize = 8 * 1024;

/// Writes a value in canonical form.
///
/// # Errors
///
/// The value holds something that [`Fault`] lists; the error points at it.
///
/// # Examples
///
/// ```
/// use faultline::store::canonical;
///
/// #[derive(serde::Serialize)]
/// struct Claim { text: &'static str, strength: f64 }
///
/// let bytes = canonical::to_vec(&Claim { text: "It warms.", strength: 1.0 })?;
/// assert_eq!(bytes, br#"{"strength":1,"text":"It warms."}"#);
///
/// let fault = canonical::to_vec(&[Claim { text: "", strength: f64::NAN }]).unwrap_err();
/// assert_eq!(fault.to_string(), "at `/0/strength`: JSON has no number NaN");
/// # Ok::<(), canonical::Error>(())
/// ```
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, Error> {
    let mut out = Vec::with_capacity(CAPACITY);
    append(&mut out, value)?;
    Ok(out)
}

/// Writes a value in canonical form behind other bytes. After an error there may be a part of it.
pub(super) fn append<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) -> Result<(), Error> {
    value.serialize(Writer::new(out, 0))
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
        (error.pointer, error.fault)
    }

    #[derive(Serialize)]
    enum Move {
        Pass,
        Claim(u8),
        Pair(u8, u8),
        Attack { target: u8, by: f64 },
    }

    #[derive(Serialize)]
    struct Forward {
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
    struct Backward {
        c: Option<u8>,
        b: BackwardInner,
        a: u8,
    }
    #[derive(Serialize)]
    struct BackwardInner {
        y: Option<u8>,
        x: i8,
    }

    #[test]
    fn field_order_does_not_matter_at_any_level() {
        let forward = text(&Forward { a: 1, b: Inner { x: -2, y: Some(3) }, c: () });
        assert_eq!(forward, r#"{"a":1,"b":{"x":-2,"y":3},"c":null}"#);
        let backward = Backward { c: None, b: BackwardInner { y: Some(3), x: -2 }, a: 1 };
        assert_eq!(forward, text(&backward));
    }

    #[test]
    fn enum_variants_are_written_as_serde_json_writes_them() {
        let moves =
            [Move::Pass, Move::Claim(1), Move::Pair(1, 2), Move::Attack { target: 1, by: 0.5 }];
        assert_eq!(
            text(&moves),
            r#"["Pass",{"Claim":1},{"Pair":[1,2]},{"Attack":{"by":0.5,"target":1}}]"#
        );
    }

    /// The samples of RFC 8785, appendix B: the bits of a double and its text.
    #[test]
    fn numbers_match_the_samples_of_rfc_8785() {
        for (bits, expected) in [
            (0x0000_0000_0000_0000_u64, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ] {
            assert_eq!(text(&f64::from_bits(bits)), expected, "{bits:#018x}");
        }
        assert_eq!(text(&[0.1_f32, -0.0_f32]), "[0.10000000149011612,0]", "an f32 as a double");
        assert_eq!(text(&(1_u8, 1.0_f64, -7_i64)), "[1,1,-7]");
    }

    /// The object of RFC 8785, section 3.2.3: keys sorted by UTF-16 code units, not by code points.
    #[test]
    fn keys_are_sorted_by_utf_16_as_in_rfc_8785() {
        let keys = [
            ("\u{20ac}", "Euro Sign"),
            ("\r", "Carriage Return"),
            ("\u{fb33}", "Hebrew Letter Dalet With Dagesh"),
            ("1", "One"),
            ("\u{1f600}", "Emoji: Grinning Face"),
            ("\u{80}", "Control"),
            ("\u{f6}", "Latin Small Letter O With Diaeresis"),
        ];
        let written = text(&BTreeMap::from(keys));
        let places: Vec<usize> =
            ["Carriage Return", "One", "Control", "Latin Small", "Euro", "Emoji", "Hebrew"]
                .map(|name| written.find(name).unwrap())
                .into();
        assert!(places.is_sorted(), "{written}");
        assert_eq!(text(&BTreeMap::from([(10, 'a'), (9, 'b')])), r#"{"10":"a","9":"b"}"#);
    }

    #[test]
    fn text_is_escaped_only_where_rfc_8785_demands_it() {
        assert_eq!(
            text(&"e\u{301}\u{e9}\u{8}\t\n\u{c}\r\"\\/\u{1}\u{7f}\u{2028}"),
            "\"e\u{301}\u{e9}\\b\\t\\n\\f\\r\\\"\\\\/\\u0001\u{7f}\u{2028}\""
        );
    }

    #[test]
    fn values_that_json_would_change_silently_are_refused_with_their_location() {
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

    #[test]
    fn integers_beyond_2_to_the_53_are_refused() {
        let largest = (1_i64 << 53) - 1;
        assert_eq!(text(&largest), "9007199254740991");
        assert_eq!(text(&-largest), "-9007199254740991");
        let refused = |number: &str| ("/".to_owned(), Fault::TooLarge(number.to_owned()));
        assert_eq!(fault(&(largest + 1)), refused("9007199254740992"));
        assert_eq!(fault(&u64::MAX), refused("18446744073709551615"));
        assert_eq!(fault(&i64::MIN), refused("-9223372036854775808"));
    }

    /// serde_json passes its own types to serializers under these names if another crate turns on
    /// `arbitrary_precision` or `raw_value`.
    #[test]
    fn types_that_hide_text_from_the_serializer_are_refused() {
        #[derive(Serialize)]
        #[serde(rename = "$serde_json::private::RawValue")]
        struct Raw {
            text: &'static str,
        }
        let refused = Fault::UnsupportedType("$serde_json::private::RawValue");
        assert_eq!(fault(&[Raw { text: "{}" }]), ("/0".into(), refused));
    }

    #[test]
    fn duplicate_keys_are_refused() {
        struct Twice;
        impl Serialize for Twice {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map([("1", 1), ("1", 2)])
            }
        }
        assert_eq!(fault(&Twice), ("/".into(), Fault::DuplicateKey("1".into())));
    }

    #[test]
    fn the_deepest_nesting_can_be_read_back_and_deeper_is_refused() {
        let nest = |levels: u8| (0..levels).fold(json!(1), |inner, _| json!([inner]));
        let deepest = to_vec(&nest(MAX_DEPTH)).unwrap();
        assert_eq!(serde_json::from_slice::<Value>(&deepest).unwrap(), nest(MAX_DEPTH));
        assert_eq!(fault(&nest(MAX_DEPTH + 1)).1, Fault::TooDeep);
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (-MAX_INTEGER as i64..=MAX_INTEGER as i64).prop_map(Value::from),
            // A whole float of 2^53 or more is written like an integer, which a `Value` could not
            // write again.
            any::<f64>()
                .prop_filter("finite, not whole", |x| x.is_finite() && x.fract() != 0.0)
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
        /// An independent implementation agrees. It is not used itself since it writes a NaN within
        /// a list as `null`, rounds large integers, and takes about ten times as long.
        #[test]
        fn another_implementation_of_rfc_8785_writes_the_same_bytes(value in any_value()) {
            prop_assert_eq!(to_vec(&value).unwrap(), serde_json_canonicalizer::to_vec(&value).unwrap());
        }

        /// Around U+D800 to U+FFFF the order of code units is not that of code points.
        #[test]
        fn keys_are_sorted_by_their_utf16_units(
            keys in prop::collection::btree_set("[a\u{e9}\u{d7ff}\u{e000}\u{fffd}\u{10000}\u{10ffff}]{0,3}", 2..6)
        ) {
            let keys: Vec<String> = keys.into_iter().collect();
            let value: BTreeMap<&String, u8> = keys.iter().map(|key| (key, 0)).collect();
            let mut sorted: Vec<&String> = keys.iter().collect();
            sorted.sort_by_key(|key| key.encode_utf16().collect::<Vec<_>>());
            let wanted: Vec<String> = sorted.into_iter().map(|key| format!("\"{key}\":0")).collect();
            prop_assert_eq!(text(&value), format!("{{{}}}", wanted.join(",")));
        }

        #[test]
        fn floats_are_written_as_by_another_implementation(number in any::<f64>()) {
            prop_assume!(number.is_finite());
            prop_assert_eq!(to_vec(&number).unwrap(), serde_json_canonicalizer::to_vec(&number).unwrap());
        }

        #[test]
        fn reading_back_gives_the_same_value_and_the_same_bytes(value in any_value()) {
            let bytes = to_vec(&value).unwrap();
            let back: Value = serde_json::from_slice(&bytes).unwrap();
            prop_assert_eq!(&back, &value);
            prop_assert_eq!(to_vec(&back).unwrap(), bytes);
        }
    }
}
