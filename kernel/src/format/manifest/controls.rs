//! Finds the debate whose contributions the personas of a shuffled debate see, and checks that
//! there is one.

use super::experiment::Manifest;
use super::selection::Combination;
use crate::format::fault::Faults;
use crate::format::toml_document::TomlDocument;
use crate::mode::{Conflict, Control};

/// A shuffled debate has no contributions to show.
const fn conflict(why: &'static str, help: &'static str) -> Conflict {
    Conflict { key: Control::Shuffled.name(), why, help }
}

/// There is no other topic.
const ONE_TOPIC: Conflict = conflict(
    "`shuffled` shows contributions of a debate on another topic, and there is only one topic",
    "write a manifest with a second topic on which the same personas have written, or use `isolated`",
);
/// The mode is not run without a control.
const NO_MODE: Conflict = conflict(
    "`shuffled` shows contributions of the same mode without a control, and the manifest does not have this mode",
    "add a table `[modes.LABEL]` with the same mode and parameters and without `shuffled`",
);
/// The manifest excludes the debates on other topics.
const EXCLUDED: Conflict = conflict(
    "`shuffled` shows contributions of a debate on another topic, and the manifest excludes these debates of the mode \
     without a control",
    "exclude less: the same personas and replicate need a debate on a second topic",
);

impl Manifest {
    /// Returns the debate whose contributions the personas see instead of each other's: the same
    /// mode without its control, the same personas and the same replicate, on the next topic of the
    /// manifest that has this debate. The first topic follows the last one. Returns `None` unless
    /// the debate is shuffled.
    ///
    /// # Errors
    /// [`Conflict`] if there is no such debate.
    pub fn shown_instead(&self, debate: &Combination) -> Result<Option<Combination>, Conflict> {
        let mode = &self.modes[&debate.label];
        if mode.control() != Some(Control::Shuffled) {
            return Ok(None);
        }
        if self.topics.len() < 2 {
            return Err(ONE_TOPIC);
        }
        let true_mode = mode.clone().under(None);
        let found = self.modes.iter().find(|(_, other)| **other == true_mode);
        let (label, _) = found.ok_or(NO_MODE)?;
        let own = self.topics.iter().position(|topic| *topic == debate.topic);
        let own = own.expect("a debate of the manifest is on one of its topics");
        let next = self.topics[own + 1..].iter().chain(&self.topics[..own]);
        let mut on_others = next.map(|topic| Combination {
            topic: topic.clone(),
            label: label.clone(),
            ..debate.clone()
        });
        let shown = on_others.find(|other| self.selection.keeps(other));
        shown.map(Some).ok_or(EXCLUDED)
    }
}

/// Reports shuffled modes without contributions to show, each once.
pub(super) fn check(manifest: &Manifest, document: &TomlDocument<'_>, faults: &mut Faults) {
    let mut unread = Faults::default();
    let Some(modes) = document.table().table("modes", &mut unread) else { return };
    let mut kept = manifest.all();
    kept.retain(|debate| manifest.selection.keeps(debate));
    for (label, table) in modes.named_tables(&mut unread) {
        let mut of_label = kept.iter().filter(|debate| debate.label == *label.get_ref());
        let error = of_label.find_map(|debate| manifest.shown_instead(debate).err());
        if let Some(error) = error {
            let span = table.span_of(error.key).expect("only a table with the key is shuffled");
            faults.push(document.source().error(span, error.to_string()).with_help(error.help));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{MINIMAL, open};
    use super::*;

    const SHUFFLED: &str = "[modes.graph-shuffled]\nmode = \"graph\"\nshuffled = true\n";

    fn fault(text: &str) -> String {
        open(text).unwrap_err()
    }

    #[test]
    fn a_shuffled_mode_without_a_debate_on_another_topic_is_refused_with_cause_and_remedy() {
        let two = MINIMAL.replace("[\"jobs\"]", "[\"jobs\", \"rent\"]");
        for (text, cause, remedy) in [
            (MINIMAL.to_owned() + SHUFFLED, "there is only one topic", "a second topic"),
            (
                two.replace("[modes.graph]", "[modes.graph]\nmax_rounds = 2") + SHUFFLED,
                "the manifest does not have this mode",
                "with the same mode and parameters",
            ),
            (
                two.clone() + SHUFFLED + "[[exclude]]\ntopic = \"rent\"\n",
                "the manifest excludes these debates",
                "exclude less",
            ),
        ] {
            let fault = fault(&text);
            assert!(fault.contains(cause) && fault.contains(remedy), "{fault}");
            assert_eq!(fault.matches("error:").count(), 1, "{fault}");
        }
        open(&(two + SHUFFLED)).unwrap();
    }

    #[test]
    fn a_shuffled_debate_shows_its_mode_without_control_on_the_next_topic_that_has_it() {
        let three = MINIMAL.replace("[\"jobs\"]", "[\"jobs\", \"rent\", \"votes\"]");
        let manifest =
            open(&(three + SHUFFLED + "[[exclude]]\ntopic = \"rent\"\nmode = \"graph\"\n"));
        let manifest = manifest.unwrap();
        let mut shown = Vec::new();
        for debate in manifest.all() {
            if let Some(instead) = manifest.shown_instead(&debate).unwrap() {
                assert_eq!((&*debate.label, &*instead.label), ("graph-shuffled", "graph"));
                assert_eq!(debate.personas, instead.personas);
                shown.push((debate.topic.to_string(), instead.topic.to_string()));
            }
        }
        let shown: Vec<(&str, &str)> =
            shown.iter().map(|(own, other)| (own.as_str(), other.as_str())).collect();
        assert_eq!(shown, [("jobs", "votes"), ("rent", "votes"), ("votes", "jobs")]);
    }

    #[test]
    fn a_manifest_sets_at_most_one_control_and_only_where_it_has_an_effect() {
        let with = |mode: &str, keys: &str| open(&format!("{MINIMAL}[modes.{mode}]\n{keys}"));
        let both = with("again", "mode = \"graph\"\nisolated = true\nshuffled = true\n");
        let both = both.unwrap_err();
        assert!(both.contains("exclude each other") && both.contains("two tables"), "{both}");
        for control in Control::ALL {
            let single = with("single", &format!("{control} = true\n")).unwrap_err();
            assert!(
                single.contains(&format!("`{control}` has no effect in mode `single`")),
                "{single}"
            );
            assert!(single.contains("remove it"), "{single}");
        }
        let word = with("again", "mode = \"graph\"\nisolated = \"yes\"\n").unwrap_err();
        assert!(word.contains("`isolated` must be `true` or `false`"), "{word}");
        let manifest =
            with("again", "mode = \"graph\"\nisolated = true\nmax_rounds = 2\n").unwrap();
        assert_eq!(manifest.modes["again"].control(), Some(Control::Isolated));
        let unset =
            with("again", "mode = \"graph\"\nisolated = false\nshuffled = false\nmax_rounds = 2\n");
        assert_eq!(unset.unwrap().modes["again"].control(), None);
    }
}
