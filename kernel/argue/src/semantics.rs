//! The extension-based semantics.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// An extension-based semantics: which sets of arguments are acceptable together.
///
/// Let A be the arguments, and S⁺ the arguments that a set S ⊆ A attacks. S is *conflict-free* if S
/// ∩ S⁺ = ∅; it *defends* the arguments F(S) all of whose attackers are in S⁺; its *range* is S ∪
/// S⁺. Maximal, least and greatest refer to inclusion.
///
/// # Examples
/// ```
/// use faultline_argue::{Framework, Semantics, extensions};
///
/// // 0 and 1 attack each other, and 1 attacks the cycle 2 -> 3 -> 4 -> 2.
/// let framework = Framework::new(5, [(0, 1), (1, 0), (1, 2), (2, 3), (3, 4), (4, 2)])?;
/// let all = |semantics| extensions(&framework, semantics).collect::<Vec<_>>();
/// assert_eq!(all(Semantics::Preferred), [vec![0], vec![1, 3]]);
/// assert_eq!(all(Semantics::SemiStable), [[1, 3]]);
/// assert_eq!(all(Semantics::Ideal), [[0; 0]]);
/// assert_eq!(all(Semantics::Eager), [[1, 3]]);
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Semantics {
    /// Sets without attacks between members: S ∩ S⁺ = ∅.
    ///
    /// # Source
    /// Dung 1995, Definition 5, doi:10.1016/0004-3702(94)00041-X.
    ConflictFree,
    /// Maximal conflict-free sets.
    ///
    /// # Source
    /// Bondarenko, Dung, Kowalski and Toni 1997, «An abstract, argumentation-theoretic approach to
    /// default reasoning», doi:10.1016/S0004-3702(97)00015-5.
    Naive,
    /// Conflict-free sets that defend their members: S ⊆ F(S).
    ///
    /// # Source
    /// Dung 1995, Definition 6.
    Admissible,
    /// Admissible sets that contain all arguments that they defend: S = F(S).
    ///
    /// # Source
    /// Dung 1995, Definition 23.
    Complete,
    /// The least complete set, which is the least S = F(S). There is exactly one.
    ///
    /// # Source
    /// Dung 1995, Definition 20 and Theorem 25.
    Grounded,
    /// Maximal admissible sets, which are also the maximal complete sets.
    ///
    /// # Source
    /// Dung 1995, Definition 7 and Theorem 25.
    Preferred,
    /// Conflict-free sets that attack all other arguments: S ∪ S⁺ = A. There may be none.
    ///
    /// # Source
    /// Dung 1995, Definition 13.
    Stable,
    /// Admissible sets of maximal range. If stable sets exist, these are the stable sets.
    ///
    /// # Source
    /// Verheij 1996, «Two approaches to dialectical argumentation: admissible sets and
    /// argumentation stages», NAIC 1996; Caminada 2006, «Semi-stable semantics», COMMA 2006.
    SemiStable,
    /// Conflict-free sets of maximal range. If stable sets exist, these are the stable sets.
    ///
    /// # Source
    /// Verheij 1996, as above.
    Stage,
    /// The greatest admissible set within all preferred extensions. It is complete, and there is
    /// exactly one.
    ///
    /// # Source
    /// Dung, Mancarella and Toni 2007, «Computing ideal sceptical argumentation»,
    /// doi:10.1016/j.artint.2007.05.003.
    Ideal,
    /// The greatest admissible set within all semi-stable extensions. It is complete, and there is
    /// exactly one.
    ///
    /// # Source
    /// Caminada 2007, «Comparing two unique extension semantics for formal argumentation: ideal and
    /// eager», BNAIC 2007.
    Eager,
}

/// Reports that a text does not name a semantics.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{given}` is not a semantics: use CF, NA, AD, CO, GR, PR, ST, SST, STG, ID or EA")]
pub struct SemanticsError {
    /// The text as given.
    pub given: String,
}

impl Semantics {
    /// Every semantics, each after those that define it.
    pub const ALL: [Self; 11] = [
        Self::ConflictFree,
        Self::Naive,
        Self::Admissible,
        Self::Complete,
        Self::Grounded,
        Self::Preferred,
        Self::Stable,
        Self::SemiStable,
        Self::Stage,
        Self::Ideal,
        Self::Eager,
    ];

    /// Returns the two or three letters that the field and its competitions use, such as `SST`.
    pub const fn abbreviation(self) -> &'static str {
        match self {
            Self::ConflictFree => "CF",
            Self::Naive => "NA",
            Self::Admissible => "AD",
            Self::Complete => "CO",
            Self::Grounded => "GR",
            Self::Preferred => "PR",
            Self::Stable => "ST",
            Self::SemiStable => "SST",
            Self::Stage => "STG",
            Self::Ideal => "ID",
            Self::Eager => "EA",
        }
    }

    /// Returns the name in words, such as `semi-stable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ConflictFree => "conflict-free",
            Self::Naive => "naive",
            Self::Admissible => "admissible",
            Self::Complete => "complete",
            Self::Grounded => "grounded",
            Self::Preferred => "preferred",
            Self::Stable => "stable",
            Self::SemiStable => "semi-stable",
            Self::Stage => "stage",
            Self::Ideal => "ideal",
            Self::Eager => "eager",
        }
    }
}

impl fmt::Display for Semantics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the [abbreviation](Semantics::abbreviation) or the [name](Semantics::name), in upper or
/// lower case.
impl FromStr for Semantics {
    type Err = SemanticsError;

    fn from_str(text: &str) -> Result<Self, SemanticsError> {
        let is_meant = |semantics: &Self| {
            [semantics.abbreviation(), semantics.name()]
                .iter()
                .any(|name| name.eq_ignore_ascii_case(text))
        };
        Self::ALL
            .into_iter()
            .find(is_meant)
            .ok_or_else(|| SemanticsError { given: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_and_names_are_parsed() {
        for semantics in Semantics::ALL {
            assert_eq!(semantics.abbreviation().parse(), Ok(semantics));
            assert_eq!(semantics.to_string().parse(), Ok(semantics));
        }
        assert_eq!("sst".parse(), Ok(Semantics::SemiStable));
        let unknown = "PX".parse::<Semantics>().unwrap_err().to_string();
        assert!(Semantics::ALL.iter().all(|s| unknown.contains(s.abbreviation())), "{unknown}");
    }
}
