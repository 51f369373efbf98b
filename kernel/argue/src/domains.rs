use super::Framework;
use super::bits::BitSet;

/// A set of labels, one bit each.
pub(super) type Labels = u8;
pub(super) const IN: Labels = 1;
pub(super) const OUT: Labels = 2;
pub(super) const UNDEC: Labels = 4;
const EACH: [Labels; 3] = [IN, OUT, UNDEC];

/// Keeps for each argument the labels still open, and strikes out what no complete labelling can have.
///
/// The constraints: an argument is in just if all its attackers are out, out just if one of them is in, and undecided
/// otherwise (Caminada 2006, doi:10.1007/11853886_11). An argument that is not allowed in has, beside its attackers,
/// an undecided one outside the framework. For each argument the attackers able to carry each label are counted, so a
/// label struck out costs time linear in the attacks of its argument, and so does taking it back.
///
/// The framework is passed in and must be the same each time: whoever streams labellings owns both.
#[derive(Debug)]
pub(super) struct Domains {
    allowed: BitSet,
    open: Vec<Labels>,
    /// How many attackers of each argument have IN, OUT and UNDEC open.
    able: Vec<[u32; 3]>,
    /// How many attackers of each argument are in for certain.
    beaten: Vec<u32>,
    /// What was struck out, in order.
    trail: Vec<(usize, Labels)>,
    /// Arguments whose own labels changed since they were last looked at.
    changed: Vec<usize>,
    /// Arguments whose attackers' labels changed since.
    touched: Vec<usize>,
    is_touched: Vec<bool>,
}

impl Domains {
    /// Opens every label to every argument.
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

    /// Strikes `labels` out for every argument, then everything that this and the constraints rule out.
    ///
    /// To be called once, before the first decision. Gives `false` where nothing is left for some argument.
    pub(super) fn start(&mut self, framework: &Framework, labels: Labels) -> bool {
        let holds = (0..framework.len()).all(|a| {
            let can_be_in = self.can_be_in(framework, a);
            self.strike(framework, a, if can_be_in { labels } else { labels | IN })
        });
        holds && self.propagate(framework)
    }

    /// Tells whether neither the argument itself nor somebody outside the framework keeps it from being in.
    pub(super) fn can_be_in(&self, framework: &Framework, a: usize) -> bool {
        self.allowed.contains(a) && !framework.has_attack(a, a)
    }

    pub(super) fn open(&self, a: usize) -> Labels {
        self.open[a]
    }

    pub(super) fn is_decided(&self, a: usize) -> bool {
        self.open[a].is_power_of_two()
    }

    /// Tells whether the argument must be out and none of its attackers is in yet.
    pub(super) fn is_unbeaten(&self, a: usize) -> bool {
        self.open[a] == OUT && self.beaten[a] == 0
    }

    /// Tells how many attackers of `a` may yet be in.
    pub(super) fn beaters(&self, a: usize) -> u32 {
        self.able[a][0]
    }

    /// Strikes `labels` out for `a`, and what follows; gives `false` where nothing is left for some argument.
    pub(super) fn exclude(&mut self, framework: &Framework, a: usize, labels: Labels) -> bool {
        let holds = self.strike(framework, a, labels) && self.propagate(framework);
        if !holds {
            self.changed.clear();
            for b in self.touched.drain(..) {
                self.is_touched[b] = false;
            }
        }
        holds
    }

    /// Tells how far the trail has come, for [`undo`](Self::undo).
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Opens again whatever was struck out since `mark`.
    pub(super) fn undo(&mut self, framework: &Framework, mark: usize) {
        while self.trail.len() > mark {
            let (a, struck) = self.trail.pop().expect("the trail is longer than the mark");
            let was_in = u32::from(self.open[a] == IN);
            self.open[a] |= struck;
            let freed = EACH.map(|label| u32::from(struck & label != 0));
            for &b in framework.attacked(a) {
                for (count, more) in self.able[b].iter_mut().zip(freed) {
                    *count += more;
                }
                self.beaten[b] -= was_in;
            }
        }
    }

    fn strike(&mut self, framework: &Framework, a: usize, labels: Labels) -> bool {
        let struck = self.open[a] & labels;
        if struck == 0 {
            return true;
        }
        self.open[a] &= !struck;
        self.trail.push((a, struck));
        self.changed.push(a);
        self.touch(a);
        let is_in = u32::from(self.open[a] == IN);
        let lost = EACH.map(|label| u32::from(struck & label != 0));
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
                self.tell_neighbours(framework, a)
            } else if let Some(a) = self.touched.pop() {
                self.is_touched[a] = false;
                self.heed_attackers(framework, a)
            } else {
                return true;
            };
            if !holds {
                return false;
            }
        }
    }

    /// Applies what the labels of `a` mean for those that it attacks and that attack it.
    fn tell_neighbours(&mut self, framework: &Framework, a: usize) -> bool {
        match self.open[a] {
            IN => {
                let mut neighbours = framework.attackers(a).iter().chain(framework.attacked(a));
                neighbours.all(|&b| self.strike(framework, b, IN | UNDEC))
            }
            open if open & OUT == 0 => {
                framework.attackers(a).iter().all(|&b| self.strike(framework, b, IN))
            }
            _ => true,
        }
    }

    /// Applies what the labels of the attackers of `a` mean for `a`, and for the last attacker able to explain its
    /// label.
    fn heed_attackers(&mut self, framework: &Framework, a: usize) -> bool {
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
        if !self.strike(framework, a, impossible) {
            return false;
        }
        let sole = match self.open[a] {
            OUT if ins == 1 => IN,
            UNDEC if undecs == 1 => UNDEC,
            _ => return true,
        };
        let explains = attackers.iter().find(|&&b| self.open[b] & sole != 0);
        explains.is_none_or(|&b| self.strike(framework, b, !sole))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opens(domains: &Domains) -> Vec<Labels> {
        domains.open.clone()
    }

    #[test]
    fn starting_finds_the_grounded_part() {
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
    fn a_decision_spreads_and_is_undone() {
        // A ring of four: one argument decides all.
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
    fn the_last_explanation_left_must_hold() {
        // 1 and 2 attack each other, 1 is all that attacks 0.
        let framework = Framework::new(3, [(1, 0), (1, 2), (2, 1)]).unwrap();
        let everything = BitSet::full(3);
        for (label, expected) in
            [(IN, [IN, OUT, IN]), (OUT, [OUT, IN, OUT]), (UNDEC, [UNDEC, UNDEC, UNDEC])]
        {
            let mut domains = Domains::new(&framework, everything.clone());
            assert!(domains.start(&framework, 0) && domains.exclude(&framework, 0, !label));
            assert_eq!(opens(&domains), expected);
        }
        // With a third rival: what is not out has no attacker in, and nothing else is known.
        let framework = Framework::new(4, [(1, 0), (1, 2), (2, 1), (1, 3), (3, 1)]).unwrap();
        let everything = BitSet::full(4);
        let mut domains = Domains::new(&framework, everything.clone());
        assert!(domains.start(&framework, 0) && domains.exclude(&framework, 0, OUT));
        assert_eq!(opens(&domains), [IN | UNDEC, OUT | UNDEC, IN | UNDEC, IN | UNDEC]);
    }

    #[test]
    fn what_is_not_allowed_in_is_attacked_from_outside() {
        // 0 attacks 1; 0 may not be in, so it is undecided and so is 1.
        let framework = Framework::new(2, [(0, 1)]).unwrap();
        let second = BitSet::from_indices(2, [1]);
        let mut domains = Domains::new(&framework, second);
        assert!(domains.start(&framework, 0));
        assert_eq!(opens(&domains), [UNDEC, UNDEC]);
    }

    #[test]
    fn failing_leaves_nothing_queued() {
        // In an odd ring nothing can be in.
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
