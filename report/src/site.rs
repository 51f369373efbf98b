//! stub
pub mod input;
pub use input::{
    Debate, Exchange, Experiment, Failed, Finished, Message, ModeInfo, ProviderInfo, RunInfo,
};
/// stub
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// p
    pub path: String,
    /// b
    pub bytes: Vec<u8>,
}
/// stub
#[derive(Debug, thiserror::Error)]
#[error("x")]
pub struct Fault;
/// stub
pub fn pages(_: &Experiment) -> Result<Vec<Page>, Fault> {
    Ok(vec![])
}
