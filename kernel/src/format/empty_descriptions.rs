//! The warnings about descriptions that only a language model reads, and that are empty.

use super::fault::{Fault, Faults};

const IS_EMPTY: &str = " is empty";
/// The help of a warning about one of them.
pub(super) const HELP: &str = "fill it in, or remove it: the provider `corpus` does not read it, but a language model needs it";

/// Says that one of them is empty.
pub(super) fn message(name: &str) -> String {
    format!("`{name}`{IS_EMPTY}")
}

/// Makes one warning of all those of a file.
pub(super) fn join(faults: &mut Faults) {
    let is_one = |fault: &Fault| fault.help.as_deref() == Some(HELP);
    let all: Vec<Fault> =
        faults.sorted().into_iter().filter(|fault| is_one(fault)).cloned().collect();
    let Some((first, [_, ..])) = all.split_first() else { return };
    let names: Vec<&str> =
        all.iter().map(|fault| fault.message.trim_end_matches(IS_EMPTY)).collect();
    let message = format!("{} descriptions are empty: {}", names.len(), names.join(", "));
    let help = "fill them in, or remove them: the provider `corpus` does not read them, but a language model needs them";
    faults.retain(|fault| !is_one(fault));
    faults.push(Fault { message, ..first.clone() }.with_help(help));
}
