//! Grounded semantics.

use super::{Framework, Label, Labelling};

/// Computes the grounded labelling: the complete labelling with the fewest arguments in.
///
/// Unattacked arguments are in, arguments attacked by an in argument are out, arguments with only
/// out attackers are in, and the rest is undecided. Takes time and memory linear in arguments plus
/// attacks.
///
/// # Source
/// Dung 1995, Definition 20, doi:10.1016/0004-3702(94)00041-X; as a labelling Modgil and Caminada
/// 2009, Algorithm for the grounded labelling, doi:10.1007/978-0-387-98197-0_6, with counters in
/// place of repeated passes.
///
/// # Examples
/// ```
/// use faultline_argue::{Framework, Label, grounded};
///
/// let chain = Framework::new(3, [(0, 1), (1, 2)])?;
/// assert_eq!(grounded(&chain).labels(), [Label::In, Label::Out, Label::In]);
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
pub fn grounded(framework: &Framework) -> Labelling {
    completed(framework, &[])
}

/// Computes the least complete labelling whose extension contains an admissible set, in linear time
/// like [`grounded`].
pub(super) fn completed(framework: &Framework, admissible: &[usize]) -> Labelling {
    let mut labels = vec![Label::Undec; framework.len()];
    let mut attackers_left: Vec<usize> =
        (0..framework.len()).map(|a| framework.attackers(a).len()).collect();
    let is_unattacked = |&a: &usize| framework.attackers(a).is_empty();
    let mut accepted: Vec<usize> = (0..framework.len()).filter(is_unattacked).collect();
    accepted.extend(admissible);
    while let Some(a) = accepted.pop() {
        labels[a] = Label::In;
        for &b in framework.attacked(a) {
            if labels[b] == Label::Out {
                continue;
            }
            labels[b] = Label::Out;
            for &c in framework.attacked(b) {
                attackers_left[c] -= 1;
                if attackers_left[c] == 0 && labels[c] == Label::Undec {
                    accepted.push(c);
                }
            }
        }
    }
    Labelling::from_labels(labels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{Dice, Oracle, masks};

    #[test]
    fn a_long_chain_alternates() {
        let n = 200_001;
        let chain = Framework::new(n, (1..n).map(|b| (b - 1, b))).unwrap();
        let accepted = grounded(&chain).labelled(Label::In);
        assert_eq!(accepted, (0..n).step_by(2).collect::<Vec<_>>());
    }

    #[test]
    fn cycles_and_self_attacks_stay_undecided() {
        // 0 <-> 1, both attack 2, 2 attacks 3; 4 attacks itself and 5; 6 is unattacked and attacks
        // 7.
        let attacks = [(0, 1), (1, 0), (0, 2), (1, 2), (2, 3), (4, 4), (4, 5), (6, 7)];
        let labelling = grounded(&Framework::new(8, attacks).unwrap());
        assert_eq!(labelling.labelled(Label::In), [6]);
        assert_eq!(labelling.labelled(Label::Out), [7]);
    }

    #[test]
    fn grounded_is_the_least_fixed_point() {
        let mut dice = Dice::new(3);
        for _ in 0..2000 {
            let framework = dice.framework(9);
            let labelling = grounded(&framework);
            let extension = labelling.labelled(Label::In);
            assert_eq!(
                masks([extension.clone()]),
                [Oracle::new(&framework).grounded()],
                "{framework:?}"
            );
            assert_eq!(labelling, Labelling::from_extension(&framework, &extension));
        }
    }
}
