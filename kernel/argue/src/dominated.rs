//! Arguments that change nothing for the others, which counting leaves out.

use super::{Framework, Label, grounded};

/// Restricts a framework to arguments that decide how many complete, preferred and stable
/// extensions it has.
///
/// Left out are the arguments that the grounded labelling decides, and then, one by one, each
/// argument x without a self-attack that attacks nothing or is *dominated*: another argument y has
/// only attackers of x, and attacks everything that x attacks. In a debate these are the arguments
/// that need more premises than another one for the same answer.
///
/// The labels of the others determine that of x. They do not depend on it: if x is in, so is y, and
/// if y is out, so is x; so what both attack has the label that y gives it. This maps the complete
/// labellings with x one to one to those without x. It keeps which of two labellings accepts more,
/// because more accepted arguments reject more attackers of x, and it keeps whether a labelling is
/// stable, because x is decided if its attackers are.
pub(super) fn without_dominated(framework: &Framework) -> Framework {
    let undecided = grounded(framework).labelled(Label::Undec);
    let mut rest = Rest::new(framework.restricted(&undecided));
    rest.reduce();
    let left: Vec<usize> = (0..rest.framework.len()).filter(|&a| rest.is_left[a]).collect();
    rest.framework.restricted(&left)
}

struct Rest {
    framework: Framework,
    is_left: Vec<bool>,
    /// For each argument, how many arguments that are left attack it.
    attackers: Vec<usize>,
}

impl Rest {
    fn new(framework: Framework) -> Self {
        let attackers = (0..framework.len()).map(|a| framework.attackers(a).len()).collect();
        Self { is_left: vec![true; framework.len()], attackers, framework }
    }

    fn reduce(&mut self) {
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for a in 0..self.framework.len() {
                // Without one argument, its attackers may attack less than others.
                let mut next = vec![a];
                while let Some(a) = next.pop() {
                    if self.is_left[a] && self.is_idle(a) {
                        self.is_left[a] = false;
                        is_done = false;
                        for &b in self.framework.attacked(a) {
                            self.attackers[b] -= 1;
                        }
                        next.extend(self.framework.attackers(a));
                    }
                }
            }
        }
    }

    /// Returns whether an argument changes nothing for the others.
    fn is_idle(&self, a: usize) -> bool {
        if self.framework.has_attack(a, a) {
            return false;
        }
        let attacked = self.left(self.framework.attacked(a));
        let Some(rarest) = attacked.min_by_key(|&b| self.attackers[b]) else { return true };
        let mut rivals = self.left(self.framework.attackers(rarest));
        rivals.any(|b| b != a && self.dominates(b, a))
    }

    fn dominates(&self, y: usize, x: usize) -> bool {
        self.attackers[y] <= self.attackers[x]
            && self.left(self.framework.attackers(y)).all(|a| self.framework.has_attack(a, x))
            && self.left(self.framework.attacked(x)).all(|b| self.framework.has_attack(y, b))
    }

    fn left<'a>(&'a self, arguments: &'a [usize]) -> impl Iterator<Item = usize> {
        arguments.iter().copied().filter(|&a| self.is_left[a])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{Dice, Oracle};

    #[test]
    fn counts_stay_the_same() {
        let mut dice = Dice::new(31);
        let mut smaller = 0;
        for _ in 0..3000 {
            let framework = dice.framework(9);
            let reduced = without_dominated(&framework);
            let (whole, rest) = (Oracle::new(&framework), Oracle::new(&reduced));
            assert_eq!(rest.complete().len(), whole.complete().len(), "{framework:?}");
            assert_eq!(rest.preferred().len(), whole.preferred().len(), "{framework:?}");
            assert_eq!(rest.stable().len(), whole.stable().len(), "{framework:?}");
            let undecided = grounded(&framework).labelled(Label::Undec).len();
            smaller += usize::from(reduced.len() < undecided && !reduced.is_empty());
        }
        assert!(smaller > 500, "{smaller} frameworks have a dominated argument and others");
    }

    #[test]
    fn of_two_equal_arguments_one_is_left() {
        // 0 and 1 attack 2 and are attacked by it; 3 has another attacker as well; 4 attacks
        // nothing.
        let attacks = [(0, 2), (1, 2), (2, 0), (2, 1), (2, 3), (3, 2), (5, 3), (5, 5), (2, 4)];
        let reduced = without_dominated(&Framework::new(6, attacks).unwrap());
        assert_eq!(reduced.attacks().collect::<Vec<_>>(), [(0, 1), (1, 0), (2, 2)]);
    }

    #[test]
    fn a_long_chain_is_left_out_in_linear_time() {
        let n = 100_000;
        let chain = (1..n).map(|b| (b - 1, b)).chain([(1, 0)]);
        let reduced = without_dominated(&Framework::new(n, chain).unwrap());
        assert_eq!(reduced.len(), 2);
    }
}
