use super::{Framework, Label, Labelling};

/// Returns whether no member of `set` attacks a member.
///
/// Takes time linear in the framework. Panics if a member is not an argument of the framework, as
/// do [`is_admissible`] and [`is_complete`].
///
/// # Source
/// Dung 1995, Definition 5, doi:10.1016/0004-3702(94)00041-X.
///
/// # Examples
/// ```
/// use faultline_argue::{Framework, is_conflict_free};
///
/// let framework = Framework::new(3, [(0, 1), (1, 2)])?;
/// assert!(is_conflict_free(&framework, &[0, 2]));
/// assert!(!is_conflict_free(&framework, &[0, 1]));
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
pub fn is_conflict_free(framework: &Framework, set: &[usize]) -> bool {
    let labelling = Labelling::from_extension(framework, set);
    set.iter().all(|&a| framework.attacked(a).iter().all(|&b| labelling.label(b) != Label::In))
}

/// Returns whether `set` is conflict-free and attacks every argument that attacks a member.
///
/// # Source
/// Dung 1995, Definition 6, doi:10.1016/0004-3702(94)00041-X.
///
/// # Examples
/// ```
/// use faultline_argue::{Framework, is_admissible};
///
/// let framework = Framework::new(3, [(0, 1), (1, 2)])?;
/// assert!(is_admissible(&framework, &[0, 2]));
/// assert!(!is_admissible(&framework, &[2]));
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
pub fn is_admissible(framework: &Framework, set: &[usize]) -> bool {
    let labelling = Labelling::from_extension(framework, set);
    is_conflict_free(framework, set) && set.iter().all(|&a| is_defended(framework, &labelling, a))
}

/// Returns whether `set` is admissible and contains every argument that it defends.
///
/// # Source
/// Dung 1995, Definition 23, doi:10.1016/0004-3702(94)00041-X.
///
/// # Examples
/// ```
/// use faultline_argue::{Framework, is_complete};
///
/// let framework = Framework::new(3, [(0, 1), (1, 2)])?;
/// assert!(is_complete(&framework, &[0, 2]));
/// assert!(!is_complete(&framework, &[0]));
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
pub fn is_complete(framework: &Framework, set: &[usize]) -> bool {
    let labelling = Labelling::from_extension(framework, set);
    let contains_if_defended =
        |a| labelling.label(a) == Label::In || !is_defended(framework, &labelling, a);
    is_admissible(framework, set) && (0..framework.len()).all(contains_if_defended)
}

fn is_defended(framework: &Framework, labelling: &Labelling, a: usize) -> bool {
    framework.attackers(a).iter().all(|&b| labelling.label(b) == Label::Out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{Dice, Oracle, members};

    #[test]
    fn a_self_attacker_is_in_no_conflict_free_set() {
        let framework = Framework::new(2, [(0, 0), (0, 1)]).unwrap();
        assert!(!is_conflict_free(&framework, &[0]));
        assert!(is_conflict_free(&framework, &[1]));
        assert!(!is_admissible(&framework, &[1]));
    }

    #[test]
    fn the_nixon_diamond_has_three_complete_sets() {
        let nixon = Framework::new(2, [(0, 1), (1, 0)]).unwrap();
        let sets: [&[usize]; 4] = [&[], &[0], &[1], &[0, 1]];
        assert_eq!(sets.map(|set| is_complete(&nixon, set)), [true, true, true, false]);
    }

    #[test]
    fn complete_sets_contain_what_they_defend() {
        // 0 and 1 attack each other, 1 attacks 2: {0} defends 2, so a complete set with 0 contains
        // 2.
        let framework = Framework::new(3, [(0, 1), (1, 0), (1, 2)]).unwrap();
        assert!(is_admissible(&framework, &[0]) && !is_complete(&framework, &[0]));
        assert!(is_complete(&framework, &[0, 2]));
    }

    #[test]
    fn is_conflict_free_is_admissible_and_is_complete_agree_with_the_definitions() {
        let mut dice = Dice::new(4);
        for _ in 0..400 {
            let framework = dice.framework(7);
            let oracle = Oracle::new(&framework);
            let those = |check: fn(&Framework, &[usize]) -> bool| -> Vec<u32> {
                let sets = 0..1_u32 << framework.len();
                sets.filter(|&set| check(&framework, &members(set).collect::<Vec<_>>())).collect()
            };
            assert_eq!(those(is_conflict_free), oracle.conflict_free(), "{framework:?}");
            assert_eq!(those(is_admissible), oracle.admissible(), "{framework:?}");
            assert_eq!(those(is_complete), oracle.complete(), "{framework:?}");
        }
    }
}
