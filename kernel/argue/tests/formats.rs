//! File formats: reading, writing and error messages.
//!
//! Each `tests/formats/faults/<case>.<format>` is invalid; the snapshot beside it shows the error
//! message.

#![expect(clippy::unwrap_used, reason = "a test stops at an unexpected result")]

#[path = "formats/bytes.rs"]
mod bytes;
#[path = "formats/laws.rs"]
mod laws;

use std::fs;
use std::path::{Path, PathBuf};

use faultline_argue::Strength;
use faultline_argue::format::{Format, FormatError, Ignored, Names, read_bipolar, read_dung};
use faultline_argue::{Framework, Influence};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

fn example(name: &str) -> Vec<u8> {
    fs::read(folder("formats/examples").join(name)).unwrap()
}

fn is_bipolar(format: Format) -> bool {
    Format::BIPOLAR.contains(&format)
}

/// Reads an invalid file of either kind.
fn fault(bytes: &[u8], format: Format) -> Option<FormatError> {
    if is_bipolar(format) {
        read_bipolar(bytes, format).err()
    } else {
        read_dung(bytes, format).err()
    }
}

#[test]
fn every_error_has_place_cause_and_remedy() {
    let folder = folder("formats/faults");
    let names =
        fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let mut cases: Vec<String> = names.filter(|name| !name.contains(".snap")).collect();
    cases.sort();
    assert!(cases.len() > 60, "the cases are gone: {cases:?}");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder.canonicalize().unwrap());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for case in cases {
        let format = Format::from_name(case.rsplit_once('.').unwrap().1).unwrap();
        let fault = fault(&fs::read(folder.join(&case)).unwrap(), format);
        let fault = fault.unwrap_or_else(|| panic!("{case} is read without an error"));
        let message = format!("{fault}\n  help: {}", fault.cause.help());
        assert!(message.len() < 400, "{case}: {message}");
        settings.bind(|| insta::assert_snapshot!(case.clone(), message));
    }
}

#[test]
fn the_example_of_the_competition_is_read() {
    let file = read_dung(&example("iccma23.af"), Format::Af).unwrap();
    let attacks = [(0, 1), (1, 3), (3, 4), (4, 3), (4, 4)];
    assert_eq!(file.framework, Framework::new(5, attacks).unwrap());
    assert_eq!((file.names, file.ignored), (Names::numbered(1, 5), Ignored::default()));
}

#[test]
fn statements_may_be_in_any_order_and_share_lines() {
    let file = read_dung(&example("nixon.apx"), Format::Apx).unwrap();
    assert_eq!(file.framework, Framework::new(2, [(0, 1), (1, 0)]).unwrap());
    assert_eq!(file.names, Names::listed(["pacifist", "hawk"]));
    let turned = b"att( b , a ).arg(a).\n arg\t(b) . att(b,\r\nb).% end";
    let turned = read_dung(turned, Format::Apx).unwrap();
    assert_eq!(turned.framework, Framework::new(2, [(1, 0), (1, 1)]).unwrap());
}

#[test]
fn ignored_content_is_counted() {
    let labelled = read_dung(&example("two-nodes.tgf"), Format::Tgf).unwrap();
    assert_eq!(labelled.framework, Framework::new(2, [(0, 1)]).unwrap());
    assert_eq!(labelled.ignored, Ignored { labels: 3, ..Ignored::default() });
    for (text, format) in [
        ("p af 2\n1 2\n2 2\n1 2\n1 2\n", Format::Af),
        ("arg(a). arg(b). att(a,b). att(b,b). att(a,b). att(a,b).", Format::Apx),
        ("a\nb\n#\na b\nb b\na b\na b\n", Format::Tgf),
    ] {
        let file = read_dung(text.as_bytes(), format).unwrap();
        assert_eq!(file.framework, Framework::new(2, [(0, 1), (1, 1)]).unwrap());
        assert_eq!(file.ignored, Ignored { repeated: 2, ..Ignored::default() }, "{format}");
    }
}

#[test]
fn scores_signs_and_requests_are_read() {
    let bag = read_bipolar(&example("lamp.bag"), Format::Bag).unwrap();
    let strength = |value| Strength::new(value).unwrap();
    let scores: Vec<_> = (0..3).map(|a| bag.framework.base_score(a)).collect();
    assert_eq!(scores, [0.5, 0.8, 0.3].map(strength));
    let influences: Vec<_> = bag.framework.influences().collect();
    assert_eq!(influences, [Influence::attack(2, 0), Influence::support(1, 0)]);
    let json = read_bipolar(&example("lamp.json"), Format::Json).unwrap();
    assert_eq!((&json.framework, &json.names), (&bag.framework, &bag.names));
    assert_eq!(json.ignored.keys, ["id"]);
    let request = json.request;
    assert_eq!((request.root, request.target), (Some(0), Some(strength(0.6))));
    assert_eq!(request.frozen.into_iter().collect::<Vec<_>>(), [1]);
    assert_eq!(request.costs.into_iter().collect::<Vec<_>>(), [(1, 2.0), (2, 0.5)]);
}

#[test]
fn byte_order_marks_and_line_endings_do_not_matter() {
    let changed = |text: &[u8]| {
        let text = std::str::from_utf8(text).unwrap().replace('\n', "\r\n");
        format!("\u{feff}{text}\r\n \t\r\n").into_bytes()
    };
    for name in ["iccma23.af", "nixon.apx", "two-nodes.tgf", "lamp.bag", "lamp.json"] {
        let (plain, format) =
            (example(name), Format::from_name(name.rsplit_once('.').unwrap().1).unwrap());
        let changed = changed(&plain);
        if is_bipolar(format) {
            assert_eq!(read_bipolar(&plain, format), read_bipolar(&changed, format), "{name}");
        } else {
            assert_eq!(read_dung(&plain, format), read_dung(&changed, format), "{name}");
        }
        assert_eq!(Format::detect(None, &plain), Ok(format), "{name}");
        assert_eq!(Format::detect(None, &changed), Ok(format), "{name}");
    }
}
