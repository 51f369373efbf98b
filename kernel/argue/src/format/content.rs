//! The content of files.

use std::collections::{BTreeMap, BTreeSet};

use super::names::Names;
use crate::{Bipolar, Framework, Influence, Strength};

/// The content of a file of a Dung framework.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DungFile {
    /// The framework.
    pub framework: Framework,
    /// The names of its arguments.
    pub names: Names,
    /// Content that the framework does not keep.
    pub ignored: Ignored,
}

/// The content of a file of a bipolar framework.
#[derive(Debug, Clone, PartialEq)]
pub struct BipolarFile {
    /// The framework.
    pub framework: Bipolar,
    /// Its influences in the order of the file.
    pub influences: Vec<Influence>,
    /// The names of its arguments.
    pub names: Names,
    /// The revision request in the file.
    pub request: Request,
    /// Content that the framework does not keep.
    pub ignored: Ignored,
}

/// A revision request, as a JSON file may contain it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Request {
    /// The argument to explain or revise.
    pub root: Option<usize>,
    /// Its wanted strength.
    pub target: Option<Strength>,
    /// Arguments whose base scores must not change.
    pub frozen: BTreeSet<usize>,
    /// The costs of changing a base score by one, for arguments whose cost is not 1. *Range*:
    /// positive and finite.
    pub costs: BTreeMap<usize, f64>,
}

/// Content of a file that its framework does not keep.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ignored {
    /// Repetitions of attacks; an attack given twice is one attack.
    pub repeated: usize,
    /// Labels after the names of a trivial graph.
    pub labels: usize,
    /// Unknown keys of a JSON file.
    pub keys: Vec<String>,
}

/// Builds a framework, removing and counting repeated attacks.
pub(super) fn gathered(n: usize, mut attacks: Vec<(usize, usize)>) -> (Framework, Ignored) {
    let given = attacks.len();
    attacks.sort_unstable();
    attacks.dedup();
    let ignored = Ignored { repeated: given - attacks.len(), ..Ignored::default() };
    let framework =
        Framework::new(n, attacks).expect("attacks are distinct and within the framework");
    (framework, ignored)
}
