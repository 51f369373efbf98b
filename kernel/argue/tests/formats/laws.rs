//! Written frameworks read back unchanged.

use std::collections::BTreeSet;
use std::fs;

use faultline_argue::Strength;
use faultline_argue::format::{
    BipolarFile, DungFile, Format, Ignored, Names, Request, WriteError, read_bipolar, read_dung,
    write_bipolar, write_dung,
};
use faultline_argue::{Bipolar, Framework, Influence};
use proptest::prelude::*;

use crate::folder;

const DUNG: [Format; 3] = [Format::Af, Format::Apx, Format::Tgf];

#[test]
fn reference_instances_are_unchanged_by_every_format() {
    let entries = fs::read_dir(folder("golden/af/instances")).unwrap();
    let mut number = 0;
    for path in entries.map(|entry| entry.unwrap().path()) {
        let read = read_dung(&fs::read(&path).unwrap(), Format::Af).unwrap();
        let names = Names::listed(
            (0..read.names.len())
                .map(|a| format!("a{a}"))
                .collect::<Vec<_>>()
                .iter()
                .map(String::as_str),
        );
        for format in DUNG {
            let written = write_dung(&read.framework, &read.names, format).unwrap();
            assert_eq!(
                read_dung(written.as_bytes(), format).as_ref(),
                Ok(&read),
                "{}",
                path.display()
            );
            if format != Format::Af {
                let written = write_dung(&read.framework, &names, format).unwrap();
                let renamed = read_dung(written.as_bytes(), format).unwrap();
                assert_eq!((&renamed.framework, &renamed.names), (&read.framework, &names));
            }
        }
        number += 1;
    }
    assert!(number > 30, "{number} instances");
}

#[test]
fn content_that_a_format_cannot_hold_is_an_error() {
    let framework = Framework::new(2, [(0, 1)]).unwrap();
    let listed = |name| Names::listed(["a", name]);
    assert_eq!(write_dung(&framework, &listed("b"), Format::Af), Err(WriteError::Named));
    for (name, format) in [
        ("b c", Format::Tgf),
        ("#", Format::Tgf),
        ("", Format::Tgf),
        ("b,c", Format::Apx),
        ("f(b)", Format::Apx),
        ("", Format::Apx),
    ] {
        let message = write_dung(&framework, &listed(name), format).unwrap_err();
        assert_eq!(message, WriteError::Name { name: name.to_owned(), format });
    }
    assert_eq!(
        write_dung(&framework, &listed("b"), Format::Json),
        Err(WriteError::OtherKind(Format::Json))
    );
    let half = Strength::new(0.5).unwrap();
    let file = |influence, request| BipolarFile {
        framework: Bipolar::new(&[half, half], [influence]).unwrap(),
        influences: vec![influence],
        names: Names::numbered(0, 2),
        request,
        ignored: Ignored::default(),
    };
    let attack = Influence::attack(0, 1);
    let weighted = file(attack.weighted(half), Request::default());
    assert_eq!(write_bipolar(&weighted, Format::Bag), Err(WriteError::Weighted));
    let asking = file(attack, Request { root: Some(0), ..Request::default() });
    assert_eq!(write_bipolar(&asking, Format::Bag), Err(WriteError::Request));
    assert_eq!(write_bipolar(&asking, Format::Tgf), Err(WriteError::OtherKind(Format::Tgf)));
}

/// Names that every format can hold, or the numbers from 1.
fn names(n: usize) -> impl Strategy<Value = Names> {
    let words = prop::collection::btree_set("[a-zA-Z0-9_.é«-]{1,6}", n).prop_shuffle_set();
    prop_oneof![
        Just(Names::numbered(1, n)),
        words.prop_map(|words| Names::listed(words.iter().map(String::as_str))),
    ]
}

trait ShuffleSet {
    fn prop_shuffle_set(self) -> BoxedStrategy<Vec<String>>;
}

impl<S: Strategy<Value = BTreeSet<String>> + 'static> ShuffleSet for S {
    fn prop_shuffle_set(self) -> BoxedStrategy<Vec<String>> {
        self.prop_map(|set| set.into_iter().collect::<Vec<_>>()).prop_shuffle().boxed()
    }
}

fn dung() -> impl Strategy<Value = DungFile> {
    (0..12_usize).prop_flat_map(|n| {
        let ends = (0..n.max(1), 0..n.max(1));
        let attacks = prop::collection::btree_set(ends, 0..=3 * n);
        (attacks, names(n)).prop_map(move |(attacks, names)| {
            let framework = Framework::new(n, attacks).unwrap();
            DungFile { framework, names, ignored: Ignored::default() }
        })
    })
}

fn unit() -> impl Strategy<Value = Strength> {
    prop_oneof![Just(0.0), Just(1.0), 0.0..=1.0, Just(f64::MIN_POSITIVE), Just(5e-324)]
        .prop_map(|value| Strength::new(value).unwrap())
}

fn bipolar() -> impl Strategy<Value = BipolarFile> {
    (0..10_usize).prop_flat_map(|n| {
        let ends = (0..n.max(1), 0..n.max(1));
        let edges = prop::collection::btree_map(ends, (any::<bool>(), unit()), 0..=2 * n);
        let costs = prop::collection::btree_map(0..n.max(1), 1e-9..1e9, 0..=n);
        let frozen = prop::collection::btree_set(0..n.max(1), 0..=n);
        let request = (prop::option::of(0..n.max(1)), prop::option::of(unit()), frozen, costs);
        let scores = prop::collection::vec(unit(), n);
        (scores, edges, names(n), request, any::<bool>()).prop_map(
            move |(scores, edges, names, (root, target, frozen, costs), is_plain)| {
                let influences = edges.into_iter().map(|((source, target), (attacks, weight))| {
                    let make = if attacks { Influence::attack } else { Influence::support };
                    let influence = make(source, target);
                    if is_plain { influence } else { influence.weighted(weight) }
                });
                let root = root.filter(|_| n > 0);
                let request = if is_plain {
                    Request::default()
                } else {
                    Request { root, target, frozen, costs }
                };
                let influences: Vec<Influence> = influences.collect();
                let framework = Bipolar::new(&scores, influences.iter().copied()).unwrap();
                BipolarFile { framework, influences, names, request, ignored: Ignored::default() }
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn dung_frameworks_read_back(file in dung()) {
        for format in DUNG {
            let Ok(written) = write_dung(&file.framework, &file.names, format) else {
                prop_assert!(format == Format::Af && file.names != Names::numbered(1, file.names.len()));
                continue;
            };
            let bytes = written.as_bytes();
            let read = read_dung(bytes, format);
            prop_assert_eq!(read.as_ref(), Ok(&file), "{}", written);
            if !file.names.is_empty() {
                prop_assert_eq!(Format::detect(None, bytes), Ok(format));
            }
        }
    }

    #[test]
    fn bipolar_frameworks_read_back(file in bipolar()) {
        let json = write_bipolar(&file, Format::Json).unwrap();
        let read = read_bipolar(json.as_bytes(), Format::Json);
        prop_assert_eq!(read.as_ref(), Ok(&file), "{}", json);
        prop_assert_eq!(Format::detect(None, json.as_bytes()), Ok(Format::Json));
        let bag = write_bipolar(&file, Format::Bag);
        let is_plain = file.request == Request::default()
            && file.framework.influences().all(|influence| influence.weight.value() >= 1.0);
        prop_assert_eq!(bag.is_ok(), is_plain);
        if let Ok(bag) = bag {
            let read = read_bipolar(bag.as_bytes(), Format::Bag);
            prop_assert_eq!(read.as_ref(), Ok(&file), "{}", bag);
        }
    }
}
