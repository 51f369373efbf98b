//! Compares every semantics and task with the definitions, evaluated over all subsets, and with
//! laws for larger frameworks.
//!
//! The environment variable `FAULTLINE_FRAMEWORKS` sets how many random frameworks of up to 12
//! arguments are tested, 300 by default, after 3,000 of up to 5. `.ci/run` tests 20,000 with
//! optimisation, which takes half a minute.

#[path = "../src/oracle.rs"]
mod oracle;

use std::collections::BTreeSet;

use faultline_argue::{
    Extension, Framework, Semantics, Skeptical, accepted, count, credulous, extension, extensions,
    is_extension, skeptical,
};
use proptest::prelude::*;

use oracle::{Dice, Oracle, masks, members};

/// How much was compared.
#[derive(Default)]
struct Tally {
    frameworks: usize,
    arguments: usize,
    extensions: usize,
    questions: usize,
}

#[test]
fn every_task_agrees_with_the_definitions() {
    #[expect(clippy::disallowed_methods, reason = "the caller chooses the number of frameworks")]
    let wanted = std::env::var("FAULTLINE_FRAMEWORKS");
    let wanted = wanted.map_or(300, |wanted| wanted.parse().expect("a number of frameworks"));
    let mut dice = Dice::new(20);
    for (frameworks, most) in [(3_000, 5), (wanted, 12)] {
        let mut tally = Tally::default();
        for _ in 0..frameworks {
            let framework = dice.framework(most);
            let oracle = Oracle::new(&framework);
            for semantics in Semantics::ALL {
                let expected = oracle.extensions(semantics);
                check(&framework, semantics, &expected, &mut dice, &mut tally);
            }
            tally.frameworks += 1;
            tally.arguments += framework.len();
        }
        println!(
            "{} frameworks of up to {most} arguments, {} in all: {} extensions and {} questions compared",
            tally.frameworks, tally.arguments, tally.extensions, tally.questions
        );
    }
}

/// Compares all tasks. One argument is queried, and in one case of eight all are.
fn check(
    framework: &Framework,
    semantics: Semantics,
    expected: &[u32],
    dice: &mut Dice,
    tally: &mut Tally,
) {
    let n = framework.len();
    let place = || format!("{semantics} of {framework:?}");
    let is_expected = |set: &Extension| {
        let mask = set.iter().map(|a| 1_u32 << a).sum();
        expected.binary_search(&mask).is_ok()
    };
    assert_eq!(masks(extensions(framework, semantics)), expected, "{}", place());
    assert_eq!(count(framework, semantics), expected.len() as u64, "{}", place());
    let one = extension(framework, semantics);
    assert_eq!(one.is_none(), expected.is_empty(), "{}", place());
    assert!(one.is_none_or(|set| is_expected(&set)), "{}", place());

    let all = (1_u32 << n) - 1;
    let union = expected.iter().fold(0, |union, set| union | set);
    let common = expected.iter().fold(all, |common, set| common & set);
    let accepted = accepted(framework, semantics);
    let list = |set: u32| members(set).collect::<Vec<usize>>();
    assert_eq!(accepted.credulous, list(union), "{}", place());
    assert_eq!(accepted.skeptical, list(common), "{}", place());
    assert_eq!(accepted.disputed(), list(union & !common), "{}", place());
    tally.extensions += expected.len();
    // Three questions: all extensions, their number, one of them; and three lists of accepted
    // arguments.
    tally.questions += 6;

    let drawn = dice.below(n.max(1));
    let asks_all = dice.below(8) == 0;
    for a in (0..n).filter(|&a| asks_all || a == drawn) {
        let witness = credulous(framework, semantics, a);
        assert_eq!(witness.is_some(), union >> a & 1 == 1, "{a}, {}", place());
        let shows = |set: &Extension| set.contains(&a) && is_expected(set);
        assert!(witness.is_none_or(|set| shows(&set)), "{a}, {}", place());
        match skeptical(framework, semantics, a) {
            Skeptical::Holds => assert!(common >> a & 1 == 1, "{a}, {}", place()),
            Skeptical::Fails { counterexample: set } => {
                assert!(common >> a & 1 == 0, "{a}, {}", place());
                assert!(!set.contains(&a) && is_expected(&set), "{a}, {}", place());
            }
        }
        tally.questions += 2;
    }
    let drawn = dice.below(1 << n) as u32;
    for set in expected.iter().copied().take(4).chain([drawn]) {
        let is_one = is_extension(framework, semantics, &list(set));
        assert_eq!(is_one, expected.binary_search(&set).is_ok(), "{set:b}, {}", place());
        tally.questions += 1;
    }
}

/// Draws frameworks that are too large for the definitions; few of them have very many extensions.
fn larger() -> impl Strategy<Value = Framework> {
    (8_usize..26).prop_flat_map(|n| {
        let attacks = proptest::collection::btree_set((0..n, 0..n), n..3 * n);
        attacks.prop_map(move |attacks| {
            Framework::new(n, attacks).expect("distinct attacks within range")
        })
    })
}

fn listed(framework: &Framework, semantics: Semantics) -> BTreeSet<Extension> {
    extensions(framework, semantics).collect()
}

fn is_within(one: &Extension, other: &Extension) -> bool {
    one.iter().all(|a| other.contains(a))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn each_extension_satisfies_the_weaker_semantics(framework in larger()) {
        let refined = [
            (Semantics::Stable, Semantics::SemiStable),
            (Semantics::Stable, Semantics::Stage),
            (Semantics::SemiStable, Semantics::Preferred),
            (Semantics::Preferred, Semantics::Complete),
            (Semantics::Grounded, Semantics::Complete),
            (Semantics::Ideal, Semantics::Complete),
            (Semantics::Eager, Semantics::Complete),
            (Semantics::Complete, Semantics::Admissible),
            (Semantics::Admissible, Semantics::ConflictFree),
            (Semantics::Stage, Semantics::Naive),
            (Semantics::Naive, Semantics::ConflictFree),
        ];
        for (narrow, wide) in refined {
            for set in extensions(&framework, narrow).take(500) {
                prop_assert!(is_extension(&framework, wide, &set), "{} not {}: {:?}", narrow, wide, set);
            }
        }
        let stable = listed(&framework, Semantics::Stable);
        if !stable.is_empty() {
            prop_assert_eq!(&listed(&framework, Semantics::SemiStable), &stable);
            prop_assert_eq!(&listed(&framework, Semantics::Stage), &stable);
        }
    }

    #[test]
    fn unique_extensions_are_within_all_others(framework in larger()) {
        let only = |semantics| extension(&framework, semantics).unwrap();
        let (grounded, ideal, eager) =
            (only(Semantics::Grounded), only(Semantics::Ideal), only(Semantics::Eager));
        prop_assert!(is_within(&grounded, &ideal) && is_within(&ideal, &eager));
        prop_assert!(extensions(&framework, Semantics::Complete).take(500).all(|set| is_within(&grounded, &set)));
        prop_assert!(extensions(&framework, Semantics::Preferred).all(|set| is_within(&ideal, &set)));
        prop_assert!(extensions(&framework, Semantics::SemiStable).all(|set| is_within(&eager, &set)));
    }

    #[test]
    fn counting_and_acceptance_agree_with_the_listing(framework in larger()) {
        for semantics in [Semantics::Naive, Semantics::Complete, Semantics::Preferred, Semantics::Stable, Semantics::SemiStable, Semantics::Stage] {
            let listed = listed(&framework, semantics);
            prop_assert_eq!(count(&framework, semantics), listed.len() as u64, "{}", semantics);
            let accepted = accepted(&framework, semantics);
            for a in 0..framework.len() {
                let with = listed.iter().filter(|set| set.contains(&a)).count();
                prop_assert_eq!(accepted.credulous.contains(&a), with > 0, "{} {}", semantics, a);
                prop_assert_eq!(accepted.skeptical.contains(&a), with == listed.len(), "{} {}", semantics, a);
            }
        }
    }

    #[test]
    fn renaming_arguments_changes_nothing(framework in larger(), seed: u64) {
        let name = Dice::new(seed).shuffle(framework.len());
        let renamed = framework.attacks().map(|(a, b)| (name[a], name[b]));
        let renamed = Framework::new(framework.len(), renamed).unwrap();
        for semantics in Semantics::ALL {
            prop_assert_eq!(count(&framework, semantics), count(&renamed, semantics), "{}", semantics);
            for set in extensions(&framework, semantics).take(50) {
                let set: Vec<usize> = set.into_iter().map(|a| name[a]).collect();
                prop_assert!(is_extension(&renamed, semantics, &set), "{} {:?}", semantics, set);
            }
        }
    }

    #[test]
    fn side_by_side_counts_multiply(one in larger(), other in larger()) {
        let moved = other.attacks().map(|(a, b)| (a + one.len(), b + one.len()));
        let both = Framework::new(one.len() + other.len(), one.attacks().chain(moved)).unwrap();
        for semantics in Semantics::ALL {
            let product = &count(&one, semantics) * &count(&other, semantics);
            prop_assert_eq!(count(&both, semantics), product, "{}", semantics);
        }
    }
}
