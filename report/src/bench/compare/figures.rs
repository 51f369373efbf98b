//! Precision, recall and F1 of judgements.

use faultline::mode::Likeness;

/// Every likeness, in the order of tables.
pub const LIKENESSES: [Likeness; 4] =
    [Likeness::Same, Likeness::Opposed, Likeness::Related, Likeness::Different];

/// How often each label was judged as what. A pair without a judgement counts in the last column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Confusion(pub [[usize; 5]; 4]);

fn place(likeness: Likeness) -> usize {
    LIKENESSES.iter().position(|other| *other == likeness).expect("the list is complete")
}

impl Confusion {
    /// Counts labels and judgements.
    pub fn of(pairs: &[(Likeness, Option<Likeness>)]) -> Self {
        let mut counts = [[0; 5]; 4];
        for (label, judged) in pairs {
            counts[place(*label)][judged.map_or(4, place)] += 1;
        }
        Self(counts)
    }

    /// How many pairs have this label.
    pub fn labelled(&self, likeness: Likeness) -> usize {
        self.0[place(likeness)].iter().sum()
    }

    /// How many pairs were judged so.
    pub fn judged(&self, likeness: Likeness) -> usize {
        self.0.iter().map(|row| row[place(likeness)]).sum()
    }

    /// How many pairs have this label or were judged so.
    pub fn labelled_or_judged(&self, likeness: Likeness) -> usize {
        let at = place(likeness);
        self.labelled(likeness) + self.judged(likeness) - self.0[at][at]
    }

    /// The share of the pairs judged so that have this label; `None` if none was judged so.
    pub fn precision(&self, likeness: Likeness) -> Option<f64> {
        let judged = self.judged(likeness);
        let at = place(likeness);
        (judged > 0).then(|| self.0[at][at] as f64 / judged as f64)
    }

    /// The share of the pairs with this label that were judged so; `None` if none has it.
    pub fn recall(&self, likeness: Likeness) -> Option<f64> {
        let labelled = self.labelled(likeness);
        let at = place(likeness);
        (labelled > 0).then(|| self.0[at][at] as f64 / labelled as f64)
    }

    /// The harmonic mean of precision and recall: 0 where no pair was judged so; `None` if none has
    /// the label.
    pub fn f1(&self, likeness: Likeness) -> Option<f64> {
        let recall = self.recall(likeness)?;
        let precision = self.precision(likeness).unwrap_or(0.0);
        Some(if precision + recall > 0.0 {
            2.0 * precision * recall / (precision + recall)
        } else {
            0.0
        })
    }

    /// The mean F1 of the labels that occur; `None` without pairs.
    pub fn macro_f1(&self) -> Option<f64> {
        let scores: Vec<f64> = LIKENESSES.iter().filter_map(|&each| self.f1(each)).collect();
        (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
    }
}

/// A figure of a likeness.
#[derive(Debug, Clone, Copy)]
pub struct Figure {
    /// Its name.
    pub name: &'static str,
    /// Computes it.
    pub of: fn(&Confusion, Likeness) -> Option<f64>,
    /// Counts the pairs that it covers.
    pub pairs: fn(&Confusion, Likeness) -> usize,
}

/// The figures of each likeness.
pub const FIGURES: [Figure; 3] = [
    Figure { name: "precision", of: Confusion::precision, pairs: Confusion::judged },
    Figure { name: "recall", of: Confusion::recall, pairs: Confusion::labelled },
    Figure { name: "F1", of: Confusion::f1, pairs: Confusion::labelled_or_judged },
];

#[cfg(test)]
mod tests {
    use super::*;
    use Likeness::{Different, Opposed, Related, Same};

    #[test]
    fn precision_recall_and_f1_are_those_of_the_confusion_matrix() {
        let confusion = Confusion::of(&[
            (Same, Some(Same)),
            (Same, Some(Same)),
            (Same, Some(Related)),
            (Same, None),
            (Opposed, Some(Same)),
            (Opposed, Some(Opposed)),
        ]);
        let near = |found: Option<f64>, expected: f64| {
            assert!((found.unwrap() - expected).abs() < 1e-9, "{found:?}, not {expected}");
        };
        near(confusion.precision(Same), 2.0 / 3.0);
        near(confusion.recall(Same), 0.5);
        near(confusion.f1(Same), 4.0 / 7.0);
        let covered = FIGURES.map(|figure| (figure.pairs)(&confusion, Same));
        assert_eq!(covered, [3, 4, 5], "judged so, labelled so, either of them");
        near(confusion.recall(Opposed), 0.5);
        near(confusion.precision(Related), 0.0);
        assert_eq!((confusion.recall(Related), confusion.f1(Different)), (None, None));
        near(confusion.macro_f1(), f64::midpoint(4.0 / 7.0, 2.0 / 3.0));
        assert_eq!(Confusion::of(&[]).macro_f1(), None);
    }
}
