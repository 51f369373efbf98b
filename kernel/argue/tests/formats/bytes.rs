//! No sequence of bytes makes a reader panic, and everything that is read can be written.

use std::fs;

use faultline_argue::format::{
    BipolarFile, Cause, Format, Ignored, Request, read_bipolar, read_dung, write_bipolar,
    write_dung,
};
use proptest::prelude::*;

use crate::folder;

/// Reads bytes in every format; valid content is written and read back.
fn try_all(bytes: &[u8]) -> Result<usize, TestCaseError> {
    let mut sound = 0;
    let _ = Format::detect(None, bytes);
    for format in Format::ALL {
        if let Ok(file) = read_dung(bytes, format) {
            sound += 1;
            let written = write_dung(&file.framework, &file.names, format)
                .expect("it was read in this format");
            let again =
                read_dung(written.as_bytes(), format).expect("it was written in this format");
            prop_assert_eq!((&again.framework, &again.names), (&file.framework, &file.names));
        }
        if let Ok(file) = read_bipolar(bytes, format) {
            sound += 1;
            let file = BipolarFile { ignored: Ignored::default(), ..file };
            let written = write_bipolar(&file, format).expect("it was read in this format");
            prop_assert_eq!(read_bipolar(written.as_bytes(), format), Ok(file));
        }
    }
    Ok(sound)
}

/// Every file of the tests, valid and invalid.
fn corpus() -> Vec<Vec<u8>> {
    let mut corpus: Vec<Vec<u8>> = ["formats/examples", "formats/faults"]
        .into_iter()
        .flat_map(|name| fs::read_dir(folder(name)).unwrap())
        .map(|entry| fs::read(entry.unwrap().path()).unwrap())
        .filter(|bytes| bytes.len() < 1000)
        .collect();
    corpus.sort();
    corpus
}

/// One change to a file. Positions and lengths are shares of the file's length.
#[derive(Debug, Clone)]
enum Change {
    Replace(prop::sample::Index, u8),
    Remove(prop::sample::Index, u8),
    Repeat(prop::sample::Index, u8),
    Insert(prop::sample::Index, &'static str),
}

fn change() -> impl Strategy<Value = Change> {
    let words = [
        "(", ")", ",", ".", "\n", "\r", "#", "%", "arg(", "att(a,", "sup(", "p af ", "0", "-1",
        "1e999", "[", "{", "\"", "\0", "é", "\u{feff}", "\u{202e}", "99999999999999999999", "NaN",
        " ",
    ];
    let at = any::<prop::sample::Index>;
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, byte)| Change::Replace(at, byte)),
        (at(), 1..9_u8).prop_map(|(at, len)| Change::Remove(at, len)),
        (at(), 1..40_u8).prop_map(|(at, len)| Change::Repeat(at, len)),
        (at(), prop::sample::select(words.to_vec()))
            .prop_map(|(at, word)| Change::Insert(at, word)),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let len = bytes.len();
        let span = |at: &prop::sample::Index, n: u8| {
            let start = at.index(len + 1);
            start..(start + usize::from(n)).min(len)
        };
        match change {
            Change::Replace(at, byte) if len > 0 => bytes[at.index(len)] = *byte,
            Change::Replace(_, byte) => bytes.push(*byte),
            Change::Remove(at, n) => drop(bytes.drain(span(at, *n))),
            Change::Repeat(at, n) => {
                let part = bytes[span(at, *n)].to_vec();
                let at = at.index(len + 1);
                bytes.splice(at..at, part);
            }
            Change::Insert(at, word) => {
                let at = at.index(len + 1);
                bytes.splice(at..at, word.bytes());
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_files_are_read_or_are_errors(
        file in prop::sample::select(corpus()),
        changes in prop::collection::vec(change(), 0..6),
    ) {
        try_all(&changed(file, &changes))?;
    }

    #[test]
    fn arbitrary_bytes_are_read_or_are_errors(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        try_all(&bytes)?;
    }
}

#[test]
fn the_corpus_has_valid_files_of_every_format() {
    let sound: usize = corpus().iter().map(|bytes| try_all(bytes).unwrap()).sum();
    assert!(sound >= 5, "{sound}");
}

#[test]
fn a_large_cycle_is_read_in_every_format() {
    let n = 100_000;
    let attack = |a| format!("{} {}\n", a + 1, (a + 1) % n + 1);
    let af = (0..n).map(attack).collect::<Vec<_>>().concat();
    let file = read_dung(format!("p af {n}\n{af}").as_bytes(), Format::Af).unwrap();
    assert_eq!((file.framework.len(), file.framework.attacked(n - 1)), (n, &[0][..]));
    for format in [Format::Apx, Format::Tgf] {
        let written = write_dung(&file.framework, &file.names, format).unwrap();
        assert!(read_dung(written.as_bytes(), format).unwrap() == file, "{format}");
    }
    let fact = |a| format!("arg(x{a}, 0.5).\natt(x{a}, x{}).\n", (a + 1) % n);
    let bag = (0..n).map(fact).collect::<Vec<_>>().concat();
    let bag = read_bipolar(bag.as_bytes(), Format::Bag).unwrap();
    assert_eq!(bag.framework.acyclic().unwrap_err().cycle.len(), n);
    let json = write_bipolar(&bag, Format::Json).unwrap();
    assert!(read_bipolar(json.as_bytes(), Format::Json).unwrap() == bag);
    assert_eq!(bag.request, Request::default());
}

#[test]
fn a_line_of_many_megabytes_is_an_error_at_its_end() {
    let n = 4_000_000;
    let line = "7".repeat(n);
    for (text, format, column) in [
        (format!("p af {line}"), Format::Af, 6),
        (format!("arg({line}"), Format::Apx, n + 5),
        (format!("arg(a, {line})"), Format::Bag, 8),
        (line.clone(), Format::Tgf, n + 1),
        (format!("{{\"{line}"), Format::Json, n + 2),
    ] {
        let error = crate::fault(text.as_bytes(), format).unwrap();
        assert_eq!((error.line, error.column), (1, column), "{format}: {error}");
        assert!(error.to_string().len() < 300);
    }
}

#[test]
fn a_header_may_announce_as_many_arguments_as_fit_into_memory() {
    let file = read_dung(b"p af 3000000\n3000000 1\n", Format::Af).unwrap();
    assert_eq!(file.framework.attackers(0), [2_999_999]);
    let message = read_dung(b"p af 18446744073709551615\n", Format::Af).unwrap_err();
    assert_eq!(message.cause, Cause::TooMany { count: "18446744073709551615".to_owned() });
}
