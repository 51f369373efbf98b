//! Reads `[search]` of a manifest, and checks that the modes that search the web can.

use std::collections::BTreeMap;

use super::experiment::Manifest;
use super::provider::ProviderChoice;
use super::remote;
use crate::format::fault::Faults;
use crate::format::toml_document::TomlDocument;
use crate::format::toml_table::Table;
use crate::mode::{Conflict, Mode};
use crate::provider::Remote;

/// A mode searches the web, and the provider is `corpus`.
const SEARCH_BY_CORPUS: Conflict = Conflict {
    key: "evidence",
    why: "the mode searches the web, and the provider `corpus` is deterministic, works offline and reads no pages of the web",
    help: "write `evidence = \"files\"`, or a provider that asks language models",
};

impl Manifest {
    /// Checks that the parameters of a mode fit each other and the provider.
    ///
    /// # Errors
    /// [`Conflict`] if they do not.
    pub fn check_mode(&self, mode: &Mode) -> Result<(), Conflict> {
        match (mode.conflict(), &self.provider) {
            (Some(conflict), _) => Err(conflict),
            (None, ProviderChoice::Corpus { .. }) if mode.searches_web() => Err(SEARCH_BY_CORPUS),
            (None, _) => Ok(()),
        }
    }

    /// Whether debates of the experiment search the web through the service in
    /// [`Manifest::search`]: they do between models. A script answers searches as it answers every
    /// question.
    pub fn searches_web(&self) -> bool {
        self.provider.asks_models() && self.modes.values().any(Mode::searches_web)
    }
}

/// Reads the search service. Without a table it is that of Tavily, with its usual key.
pub(super) fn read(
    table: &mut Table<'_>,
    modes: Option<&BTreeMap<String, Mode>>,
    faults: &mut Faults,
) -> Remote {
    let mut service = Remote::tavily();
    let Some(mut table) = table.optional_table("search", faults) else { return service };
    if modes.is_some_and(|modes| !modes.values().any(Mode::searches_web)) {
        let fault = table.error("`[search]` is given, but no mode searches the web");
        let help = "write `evidence = \"tavily\"` in the table of a mode that checks facts, or remove the table";
        faults.push(fault.with_help(help));
    }
    service.base_url = remote::base_url(&mut table, faults);
    service.key_env = remote::variable(&mut table, faults);
    if let Some(span) = table.span_of("tokens_per_minute") {
        let fault = table
            .source()
            .error(span, "`tokens_per_minute` limits nothing: a search has no tokens");
        faults.push(fault.with_help("remove it; `requests_per_minute` limits searches"));
    }
    service.limits = remote::limits(&mut table, faults);
    table.finish("in [search]", faults);
    service
}

/// Reports modes that cannot be run, each at the entry that must change.
pub(super) fn check(manifest: &Manifest, document: &TomlDocument<'_>, faults: &mut Faults) {
    let mut unread = Faults::default();
    let Some(modes) = document.table().table("modes", &mut unread) else { return };
    for (label, table) in modes.named_tables(&mut unread) {
        let Some(mode) = manifest.modes.get(label.get_ref()) else { continue };
        let Err(error) = manifest.check_mode(mode) else { continue };
        let span = table.span_of(error.key).expect("only a table with the key differs");
        faults.push(document.source().error(span, error.to_string()).with_help(error.help));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{MINIMAL, open};
    use super::*;

    const SERVER: &str = "kind = \"openai\"\n[models]\nstrong = \"s\"\nfast = \"f\"\n";

    /// A manifest with a mode that searches the web.
    fn searching(provider: &str, more: &str) -> String {
        let mode = "[modes.procon]\nevidence = \"tavily\"\n";
        MINIMAL.replace("kind = \"corpus\"\n", provider) + mode + more
    }

    #[test]
    fn the_search_service_has_a_default_an_address_and_a_key() {
        let plain = open(&searching(SERVER, "")).unwrap();
        assert_eq!(plain.search, Remote::tavily());
        assert!(plain.searches_web());
        let table =
            "[search]\nbase_url = \"http://127.0.0.1:1\"\nkey_env = \"MY_KEY\"\nretries = 1\n";
        let own = open(&searching(SERVER, table)).unwrap().search;
        assert_eq!(own.base_url.as_deref(), Some("http://127.0.0.1:1"));
        assert_eq!((own.key_env.as_deref(), own.limits.retries), (Some("MY_KEY"), 1));
        assert_eq!(
            own.identity_hash(),
            plain.search.identity_hash(),
            "the address is not part of it"
        );
        assert!(!open(MINIMAL).unwrap().searches_web(), "files are the default");
    }

    #[test]
    fn a_search_that_cannot_be_made_is_refused_with_place_cause_and_remedy() {
        let corpus = "kind = \"corpus\"\n";
        let fault = open(&searching(corpus, "")).unwrap_err();
        assert!(
            fault.contains("first.toml:8:12: error: the mode searches the web, and"),
            "{fault}"
        );
        assert!(fault.contains("help: write `evidence = \"files\"`"), "{fault}");
        let fault = open(&searching(SERVER, "fact_check = \"off\"\n")).unwrap_err();
        assert!(fault.contains("`fact_check = \"off\"` leaves it out"), "{fault}");
        assert!(fault.contains("help: remove one of the two"), "{fault}");
        let fault = open(&format!("{MINIMAL}[search]\nkey_env = \"MY_KEY\"\n")).unwrap_err();
        assert!(fault.contains("`[search]` is given, but no mode searches the web"), "{fault}");
        let fault = open(&searching(SERVER, "[search]\nmodel = \"s\"\n")).unwrap_err();
        assert!(fault.contains("unknown key `model`"), "{fault}");
        let fault = open(&searching(SERVER, "[search]\ntokens_per_minute = 9\n")).unwrap_err();
        assert!(fault.contains("a search has no tokens"), "{fault}");
    }

    #[test]
    fn a_script_answers_searches_as_it_answers_every_question() {
        let script = "kind = \"script\"\nscript = \"experiments/first.toml\"\n";
        let manifest = open(&searching(script, "")).unwrap();
        assert!(!manifest.searches_web(), "no service is asked");
    }
}
