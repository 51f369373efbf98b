//! Constraint propagation on the labels that arguments may still have.

use super::Framework;
use super::bit_set::BitSet;

/// A set of labels, one bit each.
pub(super) type Labels = u8;
pub(super) const IN: Labels = 1;
pub(super) const OUT: Labels = 2;
pub(super) const UNDEC: Labels = 4;
const EACH: [Labels; 3] = [IN, OUT, UNDEC];

/// The possible labels of each argument, with propagation of the constraints of complete
/// labellings.
///
/// The constraints: an argument is in exactly if all its attackers are out, out exactly if an
/// attacker is in, and undecided otherwise (Caminada 2006, doi:10.1007/11853886_11). An argument
/// that is not allowed to be in has an additional undecided attacker outside the framework. For
/// each argument, the number of attackers that may still have each label is maintained, so removing
/// a label takes time linear in the attacks of its argument, and so does restoring it.
///
/// The framework is a parameter and must be the same in each call, because enumerations own both.
#[derive(Debug)]
pub(super) struct Domains {
    allowed: BitSet,
    open: Vec<Labels>,
    /// For each argument, how many attackers may be `IN`, `OUT` and `UNDEC`.
    able: Vec<[u32; 3]>,
    /// For each argument, how many attackers are certainly in.
    beaten: Vec<u32>,
    /// The removed labels, in order.
    trail: Vec<(usize, Labels)>,
    /// Arguments whose labels changed since they were last propagated.
    changed: Vec<usize>,
    /// Arguments with attackers whose labels changed since then.
    touched: Vec<usize>,
    is_touched: Vec<bool>,
}

impl Domains {
    /// Allows every label for every argument.
    pub(super) fn new(framework: &Framework, allowed: BitSet) -> Self {
        let n = framework.len();
        let able = (0..n).map(|a| [framework.attackers(a).len() as u32; 3]).collect();
        Self {
            allowed,
            open: vec![IN | OUT | UNDEC; n],
            able,
            beaten: vec![0; n],
            trail: Vec::new(),
            changed: Vec::new(),
            touched: (0..n).collect(),
            is_touched: vec![true; n],
        }
    }

    /// Removes `labels` from every argument, then propagates.
    ///
    /// Call it once, before the first decision. Returns `false` if an argument has no possible
    /// label.
    pub(super) fn start(&mut self, framework: &Framework, labels: Labels) -> bool {
        let holds = (0..framework.len()).all(|a| {
            let can_be_in = self.can_be_in(framework, a);
            self.remove(framework, a, if can_be_in { labels } else { labels | IN })
        });
        holds && self.propagate(framework)
    }

    /// Returns whether neither a self-attack nor an outside attacker prevents the argument from
    /// being in.
    pub(super) fn can_be_in(&self, framework: &Framework, a: usize) -> bool {
        self.allowed.contains(a) && !framework.has_attack(a, a)
    }

    pub(super) fn open(&self, a: usize) -> Labels {
        self.open[a]
    }

    pub(super) fn is_decided(&self, a: usize) -> bool {
        self.open[a].is_power_of_two()
    }

    /// Returns whether the argument must be out and none of its attackers is in yet.
    pub(super) fn lacks_in_attacker(&self, a: usize) -> bool {
        self.open[a] == OUT && self.beaten[a] == 0
    }

    /// Returns how many attackers of `a` may be in.
    pub(super) fn possible_in_attackers(&self, a: usize) -> u32 {
        self.able[a][0]
    }

    /// Removes `labels` from `a` and propagates. Returns `false` if an argument has no possible
    /// label.
    pub(super) fn exclude(&mut self, framework: &Framework, a: usize, labels: Labels) -> bool {
        let holds = self.remove(framework, a, labels) && self.propagate(framework);
        if !holds {
            self.changed.clear();
            for b in self.touched.drain(..) {
                self.is_touched[b] = false;
            }
        }
        holds
    }

    /// Returns the length of the trail, for [`undo`](Self::undo).
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Restores all labels removed since `mark`.
    pub(super) fn undo(&mut self, framework: &Framework, mark: usize) {
        while self.trail.len() > mark {
            let (a, removed) = self.trail.pop().expect("the trail is longer than the mark");
            let was_in = u32::from(self.open[a] == IN);
            self.open[a] |= removed;
            let restored = EACH.map(|label| u32::from(removed & label != 0));
            for &b in framework.attacked(a) {
                for (count, more) in self.able[b].iter_mut().zip(restored) {
                    *count += more;
                }
                self.beaten[b] -= was_in;
            }
        }
    }

    fn remove(&mut self, framework: &Framework, a: usize, labels: Labels) -> bool {
        let removed = self.open[a] & labels;
        if removed == 0 {
            return true;
        }
        self.open[a] &= !removed;
        self.trail.push((a, removed));
        self.changed.push(a);
        self.touch(a);
        let is_in = u32::from(self.open[a] == IN);
        let lost = EACH.map(|label| u32::from(removed & label != 0));
        for &b in framework.attacked(a) {
            for (count, less) in self.able[b].iter_mut().zip(lost) {
                *count -= less;
            }
            self.beaten[b] += is_in;
            self.touch(b);
        }
        self.open[a] != 0
    }

    fn touch(&mut self, a: usize) {
        if !self.is_touched[a] {
            self.is_touched[a] = true;
            self.touched.push(a);
        }
    }

    fn propagate(&mut self, framework: &Framework) -> bool {
        loop {
            let holds = if let Some(a) = self.changed.pop() {
                self.propagate_to_neighbours(framework, a)
            } else if let Some(a) = self.touched.pop() {
                self.is_touched[a] = false;
                self.propagate_from_attackers(framework, a)
            } else {
                return true;
            };
            if !holds {
                return false;
            }
        }
    }

    /// Propagates the label of `a` to its attackers and to the arguments that it attacks.
    fn propagate_to_neighbours(&mut self, framework: &Framework, a: usize) -> bool {
        match self.open[a] {
            IN => {
                let mut neighbours = framework.attackers(a).iter().chain(framework.attacked(a));
                neighbours.all(|&b| self.remove(framework, b, IN | UNDEC))
            }
            open if open & OUT == 0 => {
                framework.attackers(a).iter().all(|&b| self.remove(framework, b, IN))
            }
            _ => true,
        }
    }

    /// Propagates the labels of the attackers of `a` to `a`, and forces the last attacker that can
    /// explain its label.
    fn propagate_from_attackers(&mut self, framework: &Framework, a: usize) -> bool {
        let attackers = framework.attackers(a);
        let [ins, outs, mut undecs] = self.able[a];
        undecs += u32::from(!self.allowed.contains(a));
        let mut impossible = 0;
        if (outs as usize) < attackers.len() {
            impossible |= IN;
        }
        if ins == 0 {
            impossible |= OUT;
        }
        if undecs == 0 {
            impossible |= UNDEC;
        }
        if !self.remove(framework, a, impossible) {
            return false;
        }
        let sole = match self.open[a] {
            OUT if ins == 1 => IN,
            UNDEC if undecs == 1 => UNDEC,
            _ => return true,
        };
        let explains = attackers.iter().find(|&&b| self.open[b] & sole != 0);
        explains.is_none_or(|&b| self.remove(framework, b, !sole))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opens(domains: &Domains) -> Vec<Labels> {
        domains.open.clone()
    }

    #[test]
    fn initial_propagation_finds_the_grounded_labelling() {
        let framework = Framework::new(6, [(0, 1), (1, 2), (3, 4), (4, 3), (5, 5)]).unwrap();
        let everything = BitSet::full(6);
        let mut domains = Domains::new(&framework, everything.clone());
        assert!(domains.start(&framework, 0));
        let any = IN | OUT | UNDEC;
        assert_eq!(opens(&domains), [IN, OUT, IN, any, any, UNDEC]);
        let mut without_undecided = Domains::new(&framework, everything.clone());
        assert!(!without_undecided.start(&framework, UNDEC), "a lone self-attacker is undecided");
    }

    #[test]
    fn decisions_are_propagated_and_undone() {
        // In a cycle of four, one argument decides all.
        let framework = Framework::new(4, [(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap();
        let everything = BitSet::full(4);
        let mut domains = Domains::new(&framework, everything.clone());
        assert!(domains.start(&framework, 0));
        let before = (opens(&domains), domains.able.clone());
        for (label, expected) in
            [(IN, [IN, OUT, IN, OUT]), (OUT, [OUT, IN, OUT, IN]), (UNDEC, [UNDEC; 4])]
        {
            let mark = domains.mark();
            assert!(domains.exclude(&framework, 0, !label));
            assert_eq!(opens(&domains), expected);
            domains.undo(&framework, mark);
            assert_eq!((opens(&domains), domains.able.clone()), before);
        }
    }

    #[test]
    fn the_last_possible_explanation_is_forced() {
        // 1 and 2 attack each other; 1 is the only attacker of 0.
        let framework = Framework::new(3, [(1, 0), (1, 2), (2, 1)]).unwrap();
        let everything = BitSet::full(3);
        for (label, expected) in
            [(IN, [IN, OUT, IN]), (OUT, [OUT, IN, OUT]), (UNDEC, [UNDEC, UNDEC, UNDEC])]
        {
            let mut domains = Domains::new(&framework, everything.clone());
            assert!(domains.start(&framework, 0) && domains.exclude(&framework, 0, !label));
            assert_eq!(opens(&domains), expected);
        }
        // With a third attacker, undecided or in is all that is known.
        let framework = Framework::new(4, [(1, 0), (1, 2), (2, 1), (1, 3), (3, 1)]).unwrap();
        let everything = BitSet::full(4);
        let mut domains = Domains::new(&framework, everything.clone());
        assert!(domains.start(&framework, 0) && domains.exclude(&framework, 0, OUT));
        assert_eq!(opens(&domains), [IN | UNDEC, OUT | UNDEC, IN | UNDEC, IN | UNDEC]);
    }

    #[test]
    fn arguments_that_are_not_allowed_in_have_an_undecided_attacker() {
        // 0 attacks 1; 0 may not be in, so it is undecided, and so is 1.
        let framework = Framework::new(2, [(0, 1)]).unwrap();
        let second = BitSet::from_indices(2, [1]);
        let mut domains = Domains::new(&framework, second);
        assert!(domains.start(&framework, 0));
        assert_eq!(opens(&domains), [UNDEC, UNDEC]);
    }

    #[test]
    fn a_contradiction_clears_the_queue() {
        // In an odd cycle no argument can be in.
        let framework = Framework::new(3, [(0, 1), (1, 2), (2, 0)]).unwrap();
        let everything = BitSet::full(3);
        let mut domains = Domains::new(&framework, everything.clone());
        assert!(domains.start(&framework, 0));
        let mark = domains.mark();
        assert!(!domains.exclude(&framework, 0, OUT | UNDEC));
        domains.undo(&framework, mark);
        assert!(domains.exclude(&framework, 0, IN));
        assert_eq!(opens(&domains)[0], UNDEC);
    }
}
