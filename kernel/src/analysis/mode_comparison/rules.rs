//! What a comparison says of small hand-made debates.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]
#![expect(clippy::float_cmp, reason = "the figures are counts")]

use super::*;
use crate::record::{Crux, CruxReference, MatchedCrux, Outcome, Regime, Stop, Usage};
use crate::vocabulary::{CruxId, PersonaId};

fn topic() -> TopicId {
    TopicId::new("lamps").unwrap()
}

/// A debate: its cell, its mode, its group, and the letters of the cruxes that it names.
type Line = (&'static str, &'static str, &'static str, &'static str);

/// The comparison of some debates, each crux of which is named by a letter.
fn compared(lines: &[Line], roles: &[(&str, Role)]) -> ModeComparison {
    let mut cruxes: BTreeMap<char, MatchedCrux> = BTreeMap::new();
    let mut outcomes = Vec::new();
    for (cell, label, group, letters) in lines {
        let mut outcome = Outcome::new(
            Stop { reason: StopReason::NoMoves, rule: String::new(), rounds: 1 },
            Regime::Partial,
            String::new(),
        );
        for (letter, number) in letters.chars().zip(1..) {
            outcome.cruxes.push(crux(letter, number));
            let reference = CruxReference { cell: (*cell).to_owned(), crux: CruxId::new(number) };
            let question = format!("{letter}?");
            let new =
                || MatchedCrux { axis: None, question, other_wordings: vec![], cruxes: vec![] };
            cruxes.entry(letter).or_insert_with(new).cruxes.push(reference);
        }
        let personas: Vec<PersonaId> =
            group.split('+').map(|id| PersonaId::new(id).unwrap()).collect();
        outcomes.push((*cell, *label, personas, outcome));
    }
    let topic = topic();
    let debates: Vec<ComparedDebate<'_>> = outcomes
        .iter()
        .map(|(cell, label, personas, outcome)| ComparedDebate {
            cell,
            topic: &topic,
            personas,
            label,
            role: roles.iter().find(|(known, _)| known == label).map_or(Role::Protocol, |it| it.1),
            outcome,
        })
        .collect();
    let matches = Matches {
        topic: topic.clone(),
        debates: debates.iter().map(|debate| (debate.cell.to_owned(), String::new())).collect(),
        cruxes: cruxes.into_values().collect(),
        calls: vec![],
        usage: Usage::default(),
    };
    compare(&debates, &[(topic.clone(), matches)].into())
}

fn crux(letter: char, number: u32) -> Crux {
    let json = serde_json::json!({
        "id": CruxId::new(number).to_string(), "question": format!("{letter}?"), "found": "load", "kind": "claim",
        "score": {"value": 0.5, "rule": "none"}, "positions": [], "depends_on": [], "settling_question": "",
        "provenance": {"turns": [], "calls": []}
    });
    serde_json::from_value(json).unwrap()
}

fn value(comparison: &ModeComparison, mode: &str, figure: Figure) -> Option<f64> {
    let mode = comparison.modes.iter().find(|found| found.mode == mode).unwrap();
    mode.figures[&figure].map(|mean| mean.value)
}

fn of_cruxes(comparison: &ModeComparison) -> &FigureTests {
    comparison.tests.iter().find(|tests| tests.figure == Figure::Cruxes).unwrap()
}

/// Three modes in one block.
const THREE: [Line; 3] = [
    ("c1", "one", "ann+bob", "ab"),
    ("c2", "two", "ann+bob", "ac"),
    ("c3", "three", "ann+bob", "a"),
];

#[test]
fn cruxes_are_in_common_or_of_one_mode_or_missed_by_it() {
    let lines = [THREE[0], ("c2", "two", "ann+bob", "abc"), THREE[2]];
    let found = compared(&lines, &[]);
    let of = |mode| {
        [Figure::Cruxes, Figure::Matched, Figure::Unique, Figure::Missed]
            .map(|figure| value(&found, mode, figure).unwrap())
    };
    assert_eq!(of("one"), [2.0, 2.0, 0.0, 0.0]);
    assert_eq!(of("two"), [3.0, 2.0, 1.0, 0.0]);
    assert_eq!(of("three"), [1.0, 1.0, 0.0, 1.0], "both other modes name b");
    let rows: Vec<_> = found
        .cruxes
        .iter()
        .map(|row| {
            (row.question.as_str(), row.named_by_all, row.only.as_deref(), row.missed_by.len())
        })
        .collect();
    assert_eq!(
        rows,
        [("a?", true, None, 0), ("b?", false, None, 1), ("c?", false, Some("two"), 0)]
    );
    assert_eq!(found.cruxes[1].missed_by, ["three"]);
}

#[test]
fn a_mode_names_a_crux_if_at_least_half_of_its_debates_do() {
    let draws = |letters: [&'static str; 2]| {
        [
            ("c1", "one", "ann+bob", letters[0]),
            ("c2", "one", "ann+bob", letters[1]),
            ("c3", "two", "ann+bob", "a"),
        ]
    };
    let half = compared(&draws(["a", "b"]), &[]);
    let row = half.cruxes.iter().find(|row| row.question == "a?").unwrap();
    assert!(row.named_by_all);
    assert_eq!((row.namings[0].named, row.namings[0].debates), (1, 2));
    assert_eq!(value(&half, "one", Figure::Similarity), Some(0.0));
    assert_eq!(value(&half, "two", Figure::Similarity), None, "one debate has no replicate");
    assert_eq!(value(&compared(&draws(["a", "a"]), &[]), "one", Figure::Similarity), Some(1.0));
}

#[test]
fn a_control_is_compared_with_the_modes_and_does_not_count_among_them() {
    let roles = [("three", Role::Control)];
    let lines = [("c3", "three", "ann+bob", "z"), THREE[0], ("c2", "two", "ann+bob", "ab")];
    let found = compared(&lines, &roles);
    let modes: Vec<&str> = found.modes.iter().map(|mode| mode.mode.as_str()).collect();
    assert_eq!(modes, ["one", "two", "three"], "controls come last");
    let of = |question: &str| found.cruxes.iter().find(|row| row.question == question).unwrap();
    assert!(of("a?").named_by_all && of("a?").missed_by.is_empty());
    assert_eq!(of("z?").only, None);
    assert_eq!(value(&found, "three", Figure::Missed), Some(2.0));
    assert_eq!(value(&found, "one", Figure::Unique), Some(0.0));
    assert!(found.tests.iter().all(|tests| tests.pairs + tests.pairs_apart == 1));
}

#[test]
fn blocks_are_compared_pairwise_only_where_both_modes_have_debates() {
    let groups = ["ann+bob", "ann+cid", "ann+dan", "ann+eve", "ann+fay", "ann+gus"];
    let cells = ["c0", "c1", "c2", "c3", "c4", "c5", "d0", "d1", "d2", "d3", "d4", "d5"];
    let mut lines: Vec<Line> = Vec::new();
    for (place, group) in groups.into_iter().enumerate() {
        lines.push((cells[place], "one", group, "ab"));
        lines.push((cells[place + 6], "two", group, "a"));
    }
    let found = compared(&lines, &[]);
    assert!(found.has_same_blocks());
    let tests = of_cruxes(&found);
    // Six blocks with the same sign: two of 64 choices of signs are as extreme.
    assert_eq!((tests.blocks_needed, tests.tests[0].blocks), (6, 6));
    assert_eq!(
        (tests.tests[0].difference, tests.tests[0].verdict),
        (1.0, DifferenceVerdict::Different)
    );
    assert_eq!(tests.tests[0].p, Some(2.0 / 64.0));
    assert_eq!(tests.tests[0].adjusted, tests.tests[0].p);
    assert_eq!(tests.verdicts(), ["one − two = +1.00 over 6 blocks, p = 0.0312, corrected 0.0312"]);

    lines.pop();
    let found = compared(&lines, &[]);
    assert!(!found.has_same_blocks());
    let tests = of_cruxes(&found);
    assert_eq!((tests.tests[0].blocks, tests.tests[0].p), (5, None));
    assert!(tests.is_too_small());
    assert_eq!(
        tests.verdicts(),
        ["n too small for 1 pair of modes: 5 blocks, and a verdict needs 6"]
    );
}

#[test]
fn pairs_without_a_common_block_are_in_no_family_and_pairs_with_too_few_are_not_tested() {
    let groups =
        ["ann+bob", "ann+cid", "ann+dan", "ann+eve", "ann+fay", "ann+gus", "ann+hal", "ann+ida"];
    let mut cells = (0..).map(|number| -> &'static str { format!("c{number}").leak() });
    let mut lines: Vec<Line> = Vec::new();
    for group in groups {
        for (mode, letters) in [("one", "ab"), ("two", "a")] {
            lines.push((cells.next().unwrap(), mode, group, letters));
        }
    }
    // The third mode shares no block with the first and the second one.
    lines.push((cells.next().unwrap(), "three", "bob+cid", "a"));
    let found = compared(&lines, &[]);
    let tests = of_cruxes(&found);
    assert_eq!((tests.pairs, tests.pairs_apart, tests.blocks_needed), (1, 2, 6));
    assert_eq!(tests.tests[0].adjusted, Some(2.0 / 256.0), "a family of one test");
    assert_eq!(tests.verdicts().last().unwrap(), "2 pairs of modes without a block in common");

    // Now it shares one block with each.
    lines.last_mut().unwrap().2 = groups[0];
    let found = compared(&lines, &[]);
    let tests = of_cruxes(&found);
    assert_eq!((tests.pairs, tests.pairs_apart, tests.blocks_needed), (3, 0, 7));
    assert_eq!(tests.tests[0].adjusted, Some(3.0 * 2.0 / 256.0));
    let of_pairs: Vec<(Option<f64>, DifferenceVerdict)> =
        tests.tests[1..].iter().map(|pair| (pair.p, pair.verdict)).collect();
    assert_eq!(of_pairs, [(None, DifferenceVerdict::TooSmall); 2]);
    assert_eq!(
        tests.verdicts()[1],
        "one − three = +1.00 over 1 block, n too small: a verdict needs 7"
    );
    let similarity = found.tests.iter().find(|tests| tests.figure == Figure::Similarity).unwrap();
    assert_eq!(similarity.verdicts(), ["no two modes have this figure in the same block"]);
}

#[test]
fn intervals_are_sampled_from_blocks_or_from_the_replicates_of_the_only_one() {
    let of = |lines: &[Line]| compared(lines, &[]).resampled();
    assert_eq!(of(&THREE), None, "one debate of each mode");
    let replicates = [THREE[0], ("c4", "one", "ann+bob", "ab")];
    assert_eq!(of(&replicates), Some(Resampled::Replicates), "also if they are all equal");
    let blocks = [THREE[0], ("c4", "one", "ann+cid", "ab")];
    assert_eq!(of(&blocks), Some(Resampled::Blocks));
}

#[test]
fn without_matches_only_figures_that_need_none_are_given() {
    let outcome = Outcome::new(
        Stop { reason: StopReason::NoMoves, rule: String::new(), rounds: 2 },
        Regime::Undetermined,
        String::new(),
    );
    let (topic, personas) = (topic(), [PersonaId::new("ann").unwrap()]);
    let debate = ComparedDebate {
        cell: "c1",
        topic: &topic,
        personas: &personas,
        label: "one",
        role: Role::Protocol,
        outcome: &outcome,
    };
    let found = compare(&[debate], &BTreeMap::new());
    assert_eq!(found.unmatched, std::slice::from_ref(&topic));
    assert_eq!(value(&found, "one", Figure::Rounds), Some(2.0));
    assert_eq!(value(&found, "one", Figure::Unique), None);
    assert!(found.cruxes.is_empty() && found.tests.is_empty());
    assert_eq!(compare(&[], &BTreeMap::new()).blocks, 0);
}

#[test]
fn the_order_of_the_debates_changes_no_figure() {
    let lines = [
        ("c1", "one", "ann+bob", "ab"),
        ("c2", "one", "ann+cid", "b"),
        ("c3", "two", "ann+bob", "bc"),
        ("c4", "two", "ann+cid", "abc"),
    ];
    let reversed: Vec<Line> = lines.iter().rev().copied().collect();
    let (one, other) = (compared(&lines, &[]), compared(&reversed, &[]));
    for mode in ["one", "two"] {
        for figure in Figure::ALL {
            assert_eq!(value(&one, mode, figure), value(&other, mode, figure), "{figure:?}");
        }
    }
}
