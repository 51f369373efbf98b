//! Labellings: in, out or undecided for each argument.

use super::Framework;

/// The label of an argument.
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// Accepted.
    In,
    /// Rejected: an accepted argument attacks it.
    Out,
    /// Neither.
    Undec,
}

/// A label for each argument of a framework.
///
/// # Source
/// Caminada 2006, «On the issue of reinstatement in argumentation», doi:10.1007/11853886_11; Modgil
/// and Caminada 2009, «Proof theories and algorithms for abstract argumentation frameworks»,
/// doi:10.1007/978-0-387-98197-0_6.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labelling {
    labels: Vec<Label>,
}

impl Labelling {
    /// Labels the members of `extension` in, the arguments that they attack out, and the rest
    /// undecided.
    ///
    /// The set should be conflict-free: a member that another member attacks is labelled in. Takes
    /// time linear in the size of the framework. Panics if a member is not an argument of the
    /// framework.
    ///
    /// # Source
    /// Caminada 2006, the function Ext2Lab, doi:10.1007/11853886_11.
    ///
    /// # Examples
    /// ```
    /// use faultline_argue::{Framework, Label, Labelling};
    ///
    /// let framework = Framework::new(3, [(0, 1), (2, 2)])?;
    /// let labelling = Labelling::from_extension(&framework, &[0]);
    /// assert_eq!(labelling.labels(), [Label::In, Label::Out, Label::Undec]);
    /// # Ok::<(), faultline_argue::FrameworkError>(())
    /// ```
    pub fn from_extension(framework: &Framework, extension: &[usize]) -> Self {
        let mut labels = vec![Label::Undec; framework.len()];
        for &a in extension {
            for &b in framework.attacked(a) {
                labels[b] = Label::Out;
            }
        }
        for &a in extension {
            labels[a] = Label::In;
        }
        Self { labels }
    }

    /// Wraps labels that form a labelling.
    pub(super) fn from_labels(labels: Vec<Label>) -> Self {
        Self { labels }
    }

    /// Returns the label of argument `a`.
    pub fn label(&self, a: usize) -> Label {
        self.labels[a]
    }

    /// Returns the labels in the order of the arguments.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Lists the arguments with `label`, ascending; the extension is `labelled(Label::In)`.
    pub fn labelled(&self, label: Label) -> Vec<usize> {
        (0..self.labels.len()).filter(|&a| self.labels[a] == label).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflicting_set_keeps_its_members_in() {
        let framework = Framework::new(4, [(0, 1), (1, 2), (3, 3)]).unwrap();
        let labelling = Labelling::from_extension(&framework, &[1, 0]);
        assert_eq!(labelling.labels(), [Label::In, Label::In, Label::Out, Label::Undec]);
        assert_eq!(labelling.labelled(Label::In), [0, 1]);
    }
}
