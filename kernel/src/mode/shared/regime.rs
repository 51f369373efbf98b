//! How the positions relate when a debate ends: the same rules for every mode.

use crate::record::{Regime, Thesis};

/// What a regime is read from.
pub(crate) struct Ending<'a> {
    /// The theses, in seat order.
    pub(crate) theses: &'a [Thesis],
    /// The names of the personas whose thesis lost its support.
    pub(crate) without_support: Vec<&'a str>,
    /// The number of cruxes, those of unknown load included.
    pub(crate) cruxes: usize,
    /// The number of points on which personas agree.
    pub(crate) agreed: usize,
}

impl Ending<'_> {
    /// The regime, and the reason as a sentence. Theses that oppose each other are never called a consensus.
    pub(crate) fn regime(&self) -> (Regime, String) {
        let one_side = self.theses.windows(2).all(|pair| pair[0].side == pair[1].side);
        let cruxes = counted(self.cruxes, "question divides", "questions divide");
        let agreed =
            if self.agreed == 1 { "one point" } else { &format!("{} points", self.agreed) };
        match (self.theses.len(), self.without_support.as_slice()) {
            (0, _) => (Regime::Undetermined, "No persona stated a thesis.".to_owned()),
            (1, _) => (
                Regime::Undetermined,
                "Only one persona stated a thesis, so no persona can agree or disagree with it."
                    .to_owned(),
            ),
            (_, [name]) if !one_side => (
                Regime::OneSided,
                format!("Nothing that the thesis of {name} rests on can be defended any more."),
            ),
            _ if one_side && self.cruxes == 0 => (
                Regime::Consensus,
                "All personas give the same answer to the question, and no other question divides them."
                    .to_owned(),
            ),
            _ if self.cruxes == 0 => (
                Regime::Undetermined,
                "The theses oppose each other, but no question was found on which both depend."
                    .to_owned(),
            ),
            _ if self.agreed > 0 => {
                (Regime::Partial, format!("{cruxes} the positions, and they agree on {agreed}."))
            }
            _ => (
                Regime::Polarized,
                format!("{cruxes} the positions, and they agree on nothing that was said."),
            ),
        }
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("One {one}") } else { format!("{count} {many}") }
}
