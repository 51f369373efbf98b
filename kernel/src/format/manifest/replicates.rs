//! Checks that the replicates of a manifest can differ, and that there are enough of them to show
//! by how much.

use super::experiment::Manifest;
use super::provider::ProviderChoice;
use crate::format::fault::Faults;
use crate::format::toml_document::TomlDocument;
use crate::mode::Conflict;

/// The personas recall everything, so that every replicate is the same debate.
const EQUAL: Conflict = Conflict {
    key: "replicates",
    why: "all replicates would be equal: with the provider `corpus`, debates can differ only if `recall` is below 1",
    help: "remove `replicates`, or let the personas forget: `recall` below 1 in [provider]",
};
/// The personas forget statements, and there is one replicate.
const SINGLE_DRAW: Conflict = Conflict {
    key: "recall",
    why: "with `recall` below 1, one replicate would show a single draw of what the personas recall",
    help: "write `replicates` of 2 or more (20 give a useful interval), or remove `recall`",
};

impl Manifest {
    /// Checks that the number of replicates fits the provider.
    ///
    /// # Errors
    /// [`Conflict`] if the provider is `corpus`, and its replicates would be equal or show a single
    /// draw.
    pub fn check_replicates(&self) -> Result<(), Conflict> {
        let ProviderChoice::Corpus { recall } = self.provider else { return Ok(()) };
        match (recall.value() < 1.0, self.replicates) {
            (false, 2..) => Err(EQUAL),
            (true, 0..=1) => Err(SINGLE_DRAW),
            (false, 0..=1) | (true, 2..) => Ok(()),
        }
    }
}

/// Reports replicates that do not fit the provider, at the entry that must change.
pub(super) fn check(manifest: &Manifest, document: &TomlDocument<'_>, faults: &mut Faults) {
    let Err(error) = manifest.check_replicates() else { return };
    let mut unread = Faults::default();
    let mut table = document.table();
    let replicates = table.optional_number("replicates", 1..=1000, &mut unread);
    if unread.has_errors() {
        // The number is not known, and its fault is reported already.
        return;
    }
    let provider = table.table("provider", &mut unread);
    let recall = || provider.and_then(|provider| provider.span_of(error.key));
    let span = replicates.map(|number| number.span()).filter(|_| error == EQUAL).or_else(recall);
    let span = span.expect("only an entry differs from the defaults");
    faults.push(document.source().error(span, error.to_string()).with_help(error.help));
}

#[cfg(test)]
mod tests {
    use super::super::tests::{MINIMAL, open};

    fn faults(replicates: &str, recall: &str) -> Option<String> {
        let provider = format!("kind = \"corpus\"{recall}");
        open(&(replicates.to_owned() + &MINIMAL.replace("kind = \"corpus\"", &provider))).err()
    }

    #[test]
    fn equal_replicates_and_a_single_draw_are_refused_with_place_cause_and_remedy() {
        assert_eq!(
            faults("replicates = 3\n", "").unwrap(),
            "experiments/first.toml:1:14: error: all replicates would be equal: with the provider `corpus`, debates can \
             differ only if `recall` is below 1\n    \
             help: remove `replicates`, or let the personas forget: `recall` below 1 in [provider]\n"
        );
        assert_eq!(
            faults("", "\nrecall = 0.8").unwrap(),
            "experiments/first.toml:6:10: error: with `recall` below 1, one replicate would show a single draw of what the \
             personas recall\n    \
             help: write `replicates` of 2 or more (20 give a useful interval), or remove `recall`\n"
        );
        for (replicates, recall) in [
            ("", ""),
            ("", "\nrecall = 1"),
            ("replicates = 1\n", "\nrecall = 1.0"),
            ("replicates = 2\n", "\nrecall = 0.99"),
        ] {
            assert_eq!(faults(replicates, recall), None, "{replicates}{recall}");
        }
    }

    #[test]
    fn a_number_of_replicates_out_of_range_is_the_only_fault_reported() {
        let found = faults("replicates = 0\n", "\nrecall = 0.8").unwrap();
        assert_eq!(found.matches("error:").count(), 1, "{found}");
    }
}
