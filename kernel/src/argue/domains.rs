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
#[derive(Debug)]
pub(super) struct Domains<'a> {
    framework: &'a Framework,
    allowed: &'a BitSet,
    open: Vec<Labels>,
    /// How many attackers of each argument have IN, OUT and UNDEC open.
    able: Vec<[usize; 3]>,
    /// What was struck out, in order.
    trail: Vec<(usize, Labels)>,
    /// Arguments whose own labels changed since they were last looked at.
    changed: Vec<usize>,
    /// Arguments whose attackers' labels changed since.
    touched: Vec<usize>,
    is_touched: Vec<bool>,
}

impl<'a> Domains<'a> {
    /// Opens every label to every argument.
    pub(super) fn new(framework: &'a Framework, allowed: &'a BitSet) -> Self {
        let n = framework.len();
        let able = (0..n).map(|a| [framework.attackers(a).len(); 3]).collect();
        let (changed, touched, is_touched) = (Vec::new(), (0..n).collect(), vec![true; n]);
        let (open, trail) = (vec![IN | OUT | UNDEC; n], Vec::new());
        Self { framework, allowed, open, able, trail, changed, touched, is_touched }
    }

    /// Strikes `labels` out for every argument, then everything that this and the constraints rule out.
    ///
    /// To be called once, before the first decision. Gives `false` where nothing is left for some argument.
    pub(super) fn start(&mut self, labels: Labels) -> bool {
        let allowed = self.allowed;
        let holds = (0..self.framework.len()).all(|a| {
            let can_be_in = allowed.contains(a) && !self.framework.has_attack(a, a);
            self.strike(a, if can_be_in { labels } else { labels | IN })
        });
        holds && self.propagate()
    }

    pub(super) fn open(&self, a: usize) -> Labels {
        self.open[a]
    }

    pub(super) fn is_decided(&self, a: usize) -> bool {
        self.open[a].is_power_of_two()
    }

    /// Strikes `labels` out for `a`, and what follows; gives `false` where nothing is left for some argument.
    pub(super) fn exclude(&mut self, a: usize, labels: Labels) -> bool {
        let holds = self.strike(a, labels) && self.propagate();
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
    pub(super) fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let (a, labels) = self.trail.pop().expect("the trail is longer than the mark");
            self.open[a] |= labels;
            for &b in self.framework.attacked(a) {
                for (count, label) in self.able[b].iter_mut().zip(EACH) {
                    *count += usize::from(labels & label != 0);
                }
            }
        }
    }

    fn strike(&mut self, a: usize, labels: Labels) -> bool {
        let struck = self.open[a] & labels;
        if struck == 0 {
            return true;
        }
        self.open[a] &= !struck;
        self.trail.push((a, struck));
        self.changed.push(a);
        self.touch(a);
        for &b in self.framework.attacked(a) {
            for (count, label) in self.able[b].iter_mut().zip(EACH) {
                *count -= usize::from(struck & label != 0);
            }
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

    fn propagate(&mut self) -> bool {
        loop {
            let holds = if let Some(a) = self.changed.pop() {
                self.tell_neighbours(a)
            } else if let Some(a) = self.touched.pop() {
                self.is_touched[a] = false;
                self.heed_attackers(a)
            } else {
                return true;
            };
            if !holds {
                return false;
            }
        }
    }

    /// Applies what the labels of `a` mean for those that it attacks and that attack it.
    fn tell_neighbours(&mut self, a: usize) -> bool {
        let framework = self.framework;
        match self.open[a] {
            IN => {
                let mut neighbours = framework.attackers(a).iter().chain(framework.attacked(a));
                neighbours.all(|&b| self.strike(b, IN | UNDEC))
            }
            open if open & OUT == 0 => framework.attackers(a).iter().all(|&b| self.strike(b, IN)),
            _ => true,
        }
    }

    /// Applies what the labels of the attackers of `a` mean for `a`, and for the last attacker able to explain its
    /// label.
    fn heed_attackers(&mut self, a: usize) -> bool {
        let attackers = self.framework.attackers(a);
        let [ins, outs, mut undecs] = self.able[a];
        undecs += usize::from(!self.allowed.contains(a));
        let mut impossible = 0;
        if outs < attackers.len() {
            impossible |= IN;
        }
        if ins == 0 {
            impossible |= OUT;
        }
        if undecs == 0 {
            impossible |= UNDEC;
        }
        if !self.strike(a, impossible) {
            return false;
        }
        let sole = match self.open[a] {
            OUT if ins == 1 => IN,
            UNDEC if undecs == 1 => UNDEC,
            _ => return true,
        };
        let explains = attackers.iter().find(|&&b| self.open[b] & sole != 0);
        explains.is_none_or(|&b| self.strike(b, !sole))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opens(domains: &Domains<'_>) -> Vec<Labels> {
        domains.open.clone()
    }

    #[test]
    fn starting_finds_the_grounded_part() {
        let framework = Framework::new(6, [(0, 1), (1, 2), (3, 4), (4, 3), (5, 5)]).unwrap();
        let everything = BitSet::full(6);
        let mut domains = Domains::new(&framework, &everything);
        assert!(domains.start(0));
        let any = IN | OUT | UNDEC;
        assert_eq!(opens(&domains), [IN, OUT, IN, any, any, UNDEC]);
        let mut without_undecided = Domains::new(&framework, &everything);
        assert!(!without_undecided.start(UNDEC), "a lone self-attacker is undecided");
    }

    #[test]
    fn a_decision_spreads_and_is_undone() {
        // A ring of four: one argument decides all.
        let framework = Framework::new(4, [(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap();
        let everything = BitSet::full(4);
        let mut domains = Domains::new(&framework, &everything);
        assert!(domains.start(0));
        let before = (opens(&domains), domains.able.clone());
        for (label, expected) in
            [(IN, [IN, OUT, IN, OUT]), (OUT, [OUT, IN, OUT, IN]), (UNDEC, [UNDEC; 4])]
        {
            let mark = domains.mark();
            assert!(domains.exclude(0, !label));
            assert_eq!(opens(&domains), expected);
            domains.undo(mark);
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
            let mut domains = Domains::new(&framework, &everything);
            assert!(domains.start(0) && domains.exclude(0, !label));
            assert_eq!(opens(&domains), expected);
        }
        // With a third rival: what is not out has no attacker in, and nothing else is known.
        let framework = Framework::new(4, [(1, 0), (1, 2), (2, 1), (1, 3), (3, 1)]).unwrap();
        let everything = BitSet::full(4);
        let mut domains = Domains::new(&framework, &everything);
        assert!(domains.start(0) && domains.exclude(0, OUT));
        assert_eq!(opens(&domains), [IN | UNDEC, OUT | UNDEC, IN | UNDEC, IN | UNDEC]);
    }

    #[test]
    fn what_is_not_allowed_in_is_attacked_from_outside() {
        // 0 attacks 1; 0 may not be in, so it is undecided and so is 1.
        let framework = Framework::new(2, [(0, 1)]).unwrap();
        let second = BitSet::from_indices(2, [1]);
        let mut domains = Domains::new(&framework, &second);
        assert!(domains.start(0));
        assert_eq!(opens(&domains), [UNDEC, UNDEC]);
    }

    #[test]
    fn failing_leaves_nothing_queued() {
        // In an odd ring nothing can be in.
        let framework = Framework::new(3, [(0, 1), (1, 2), (2, 0)]).unwrap();
        let everything = BitSet::full(3);
        let mut domains = Domains::new(&framework, &everything);
        assert!(domains.start(0));
        let mark = domains.mark();
        assert!(!domains.exclude(0, OUT | UNDEC));
        domains.undo(mark);
        assert!(domains.exclude(0, IN));
        assert_eq!(opens(&domains)[0], UNDEC);
    }
}
