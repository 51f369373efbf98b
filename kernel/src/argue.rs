//! stub
use serde::{Deserialize, Serialize};
/// Label
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// in
    In,
    /// out
    Out,
    /// undec
    Undec,
}
/// fw
#[derive(Debug, Clone)]
pub struct Framework {
    n: usize,
    attacks: Vec<(usize, usize)>,
}
impl Framework {
    /// new
    pub fn new(
        n: usize,
        attacks: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Self, String> {
        Ok(Self { n, attacks: attacks.into_iter().collect() })
    }
    /// attacks
    pub fn attacks(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.attacks.iter().copied()
    }
    /// len
    pub fn len(&self) -> usize {
        self.n
    }
}
