//! Reads `experiments/<name>.toml`: which personas debate which topics, in which modes, how often.

mod arguments;
mod budget;
mod condition;
mod controls;
mod experiment;
mod folders;
mod models;
mod modes;
mod notebooks;
mod preset;
mod provider;
mod provider_override;
mod remote;
mod replicates;
mod search;
mod selection;

use std::path::Path;

use toml::Spanned;

use super::fault::{Fault, Faults};
use super::project_files::{ProjectNames, files};
use super::source::Source;
use super::suggestion;
use super::toml_document::TomlDocument;
use super::toml_table::Table;
use crate::vocabulary::{ExperimentId, PersonaId, Seed, TopicId};

pub use arguments::{Argument, DebateArguments};
pub use condition::ConditionError;
pub use experiment::Manifest;
pub use folders::FolderError;
pub use provider::ProviderChoice;
pub use provider_override::{NamedProvider, ProviderOverrideError};
pub use selection::{Combination, Condition, Selection};

/// The usual folder of manifests.
const EXPERIMENTS: &str = "experiments";
/// What an empty file should contain.
const NEEDS: &str = "a manifest needs `title`, `topics`, `personas`, `[provider]` and at least one mode `[modes.NAME]`";

impl Manifest {
    /// Reads a manifest. Its names must exist in the project at `root`; `path` can be relative to
    /// `root`.
    ///
    /// # Errors
    /// All faults of the manifest.
    pub fn open(root: &Path, path: &Path) -> Result<Self, Faults> {
        let (manifest, faults) = Self::read(root, path);
        manifest.ok_or(faults)
    }

    /// Reads a manifest as [`Manifest::open`] does and returns its warnings too. The manifest is
    /// `None` if it has errors.
    pub fn read(root: &Path, path: &Path) -> (Option<Self>, Faults) {
        let mut faults = Faults::default();
        let manifest = Self::from_file(root, path, &mut faults);
        (manifest.filter(|_| !faults.has_errors()), faults)
    }

    fn from_file(root: &Path, path: &Path, faults: &mut Faults) -> Option<Self> {
        if !root.join(path).exists() {
            faults.push(missing(root, path));
            return None;
        }
        let source = Source::read(root, path, NEEDS, faults)?;
        Self::from_source(root, &source, faults)
    }

    fn from_source(root: &Path, source: &Source, faults: &mut Faults) -> Option<Self> {
        let name = stem(&source.path, faults);
        let document = TomlDocument::parse(source);
        let mut found = Faults::default();
        let manifest = Self::checked(root, name, &document, &mut found);
        if let Some(manifest) = &manifest {
            replicates::check(manifest, &document, &mut found);
            controls::check(manifest, &document, &mut found);
            search::check(manifest, &document, &mut found);
        }
        document.report(found, faults);
        manifest
    }

    fn checked(
        root: &Path,
        name: Option<ExperimentId>,
        document: &TomlDocument<'_>,
        faults: &mut Faults,
    ) -> Option<Self> {
        let mut table = document.table();
        let names = ProjectNames::of(root);
        let title = table.text("title", faults).map(Spanned::into_inner);
        let description = table.optional_text("description", faults).map(Spanned::into_inner);
        let topics = topics(&mut table, &names, faults);
        let personas = groups(&mut table, &names, faults);
        let replicates = table.number("replicates", 1..=1000, 1, faults);
        let seed = Seed(table.number("seed", 0..=u64::MAX, 1, faults));
        let (out, store) = folders::read(&mut table, root, name.as_ref(), faults);
        let notebooks = notebooks::read(&mut table, root, &document.source().path, faults);
        let provider = provider::read(&mut table, root, faults);
        let models = models::read(&mut table, provider.as_ref(), personas.as_deref(), faults);
        let modes = modes::read(&mut table, faults);
        let search = search::read(&mut table, modes.as_ref(), faults);
        let budget = budget::read(&mut table, faults);
        let prices = budget::prices(&mut table, provider.as_ref(), &models, faults);
        let selection = condition::read(&mut table, replicates, faults);
        table.finish("in the manifest", faults);
        let mut manifest = Self {
            name: name?,
            title: title?,
            description,
            topics: topics?,
            personas: personas?,
            replicates: u32::try_from(replicates).expect("the range ends at 1000"),
            seed,
            out,
            store,
            notebooks,
            provider: provider?,
            search,
            models,
            modes: modes?,
            budget,
            prices,
            selection: Selection::default(),
        };
        manifest.selection = selection.check(&manifest, document.source(), faults);
        Some(manifest)
    }
}

/// Makes the fault of a manifest that does not exist, with the manifests that do.
fn missing(root: &Path, path: &Path) -> Fault {
    let existing = files(root, EXPERIMENTS, "toml");
    let existing =
        existing.iter().filter_map(|path| path.file_name()?.to_str()).collect::<Vec<_>>();
    let name = path.with_extension("toml");
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    let help = if existing.contains(&&*name) {
        format!("did you mean `{}`?", Path::new(EXPERIMENTS).join(&*name).display())
    } else {
        suggestion::remedy(&name, &format!("manifests in `{EXPERIMENTS}`"), &existing)
    };
    Fault::error(path, None, "the file does not exist").with_help(help)
}

fn stem(path: &Path, faults: &mut Faults) -> Option<ExperimentId> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    match ExperimentId::new(stem) {
        Ok(name) => Some(name),
        Err(error) => {
            let fault = Fault::error(path, None, error.to_string());
            faults.push(fault.with_help("rename the file: its name is the experiment's name"));
            None
        }
    }
}

fn topics(
    table: &mut Table<'_>,
    names: &ProjectNames,
    faults: &mut Faults,
) -> Option<Vec<TopicId>> {
    let written = table.texts("topics", faults)?;
    let source = table.source();
    if written.get_ref().is_empty() {
        let fault = source.error(written.span(), "`topics` is empty");
        faults.push(fault.with_help(suggestion::remedy("", "topics", &names.topic_names())));
        return None;
    }
    let mut topics: Vec<TopicId> = Vec::new();
    let mut all_exist = true;
    for text in written.get_ref() {
        let Some(topic) = names.topics.iter().find(|topic| topic.as_str() == text.get_ref()) else {
            let fault =
                source.error(text.span(), format!("no topic is named `{}`", text.get_ref()));
            let remedy = suggestion::remedy(text.get_ref(), "topics", &names.topic_names());
            faults.push(fault.with_help(remedy));
            all_exist = false;
            continue;
        };
        if topics.contains(topic) {
            let message = format!("the topic `{topic}` is listed twice");
            faults.push(source.error(text.span(), message).with_help("list it once"));
        }
        topics.push(topic.clone());
    }
    all_exist.then_some(topics)
}

fn groups(
    table: &mut Table<'_>,
    names: &ProjectNames,
    faults: &mut Faults,
) -> Option<Vec<Vec<PersonaId>>> {
    let written = table.text_lists("personas", faults)?;
    let source = table.source();
    if written.get_ref().is_empty() {
        let fault = source.error(written.span(), "`personas` is empty");
        faults.push(fault.with_help("write at least one group: [[\"one\", \"another\"]]"));
        return None;
    }
    let mut groups: Vec<Vec<PersonaId>> = Vec::new();
    for list in written.get_ref() {
        let Some(group) = group(list, source, names, faults) else { continue };
        if groups.contains(&group) {
            let fault = source.error(list.span(), "this group of personas is listed twice");
            faults.push(fault.with_help("list it once; `replicates` repeats debates"));
        }
        groups.push(group);
    }
    (groups.len() == written.get_ref().len()).then_some(groups)
}

fn group(
    list: &Spanned<Vec<Spanned<String>>>,
    source: &Source,
    names: &ProjectNames,
    faults: &mut Faults,
) -> Option<Vec<PersonaId>> {
    if list.get_ref().len() < 2 {
        let fault = source.error(list.span(), "a debate needs at least two personas");
        faults.push(fault.with_help("add a persona to this group"));
    }
    let mut group: Vec<PersonaId> = Vec::new();
    for (index, text) in list.get_ref().iter().enumerate() {
        let name = text.get_ref();
        let Some(persona) = names.personas.iter().find(|persona| persona.as_str() == name) else {
            let fault = source.error(text.span(), format!("no persona is named `{name}`"));
            let remedy = suggestion::remedy(name, "personas", &names.persona_names());
            faults.push(fault.with_help(remedy));
            continue;
        };
        if let Some(first) = list.get_ref()[..index].iter().find(|other| other.get_ref() == name) {
            let fault = source.error(text.span(), format!("`{name}` is in this group twice"));
            let first = source.related(first.span(), "first listed here");
            faults.push(
                fault
                    .with_related(first)
                    .with_help("a persona cannot debate with itself: remove one of the two"),
            );
        }
        group.push(persona.clone());
    }
    (group.len() == list.get_ref().len()).then_some(group)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::mode::{Graph, Mode, Single};
    use crate::question::{Models, Tier};
    use crate::vocabulary::Probability;

    pub(super) const MINIMAL: &str = "title = \"T\"\ntopics = [\"jobs\"]\npersonas = [[\"bear\", \"bull\"]]\n\
                         [provider]\nkind = \"corpus\"\n[modes.graph]\n";

    pub(super) fn open(text: &str) -> Result<Manifest, String> {
        let root = tempfile::tempdir().unwrap();
        for folder in
            ["personas/bear", "personas/bull", "personas/owl", "data/topics", "experiments"]
        {
            std::fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        for topic in ["jobs", "rent", "votes"] {
            std::fs::write(root.path().join(format!("data/topics/{topic}.toml")), "").unwrap();
        }
        std::fs::write(root.path().join("experiments/first.toml"), text).unwrap();
        Manifest::open(root.path(), Path::new("experiments/first.toml"))
            .map_err(|faults| faults.to_string())
    }

    #[test]
    fn missing_keys_take_their_defaults() {
        let manifest = open(MINIMAL).unwrap();
        assert_eq!(manifest.name.as_str(), "first");
        assert_eq!(manifest.out, Path::new("site/first"));
        assert_eq!(manifest.store, Path::new("data/store"));
        assert_eq!((manifest.replicates, manifest.seed), (1, Seed(1)));
        assert_eq!(manifest.models, Models::default());
        let recall = Probability::ONE;
        assert_eq!(manifest.provider, ProviderChoice::Corpus { recall });
        let graph = Mode::Graph(Graph { max_rounds: 6, max_propositions: 8, control: None });
        assert_eq!(manifest.modes, BTreeMap::from([("graph".to_owned(), graph)]));
    }

    #[test]
    fn a_mode_can_have_a_label_of_the_authors_choice() {
        let text = "replicates = 2\n".to_owned()
            + &MINIMAL.replace("kind = \"corpus\"", "kind = \"corpus\"\nrecall = 0.5")
            + "max_rounds = 10\n[modes.short]\nmode = \"single\"\ncruxes = 1\n";
        let manifest = open(&text).unwrap();
        assert_eq!(
            manifest.provider,
            ProviderChoice::Corpus { recall: Probability::new(0.5).unwrap() }
        );
        assert_eq!(
            manifest.modes.into_iter().collect::<Vec<_>>(),
            [
                ("graph".to_owned(), Mode::Graph(Graph { max_rounds: 10, ..Graph::default() })),
                ("short".to_owned(), Mode::Single(Single { cruxes: 1, ..Single::default() })),
            ]
        );
    }

    #[test]
    fn models_are_only_allowed_with_a_provider_that_asks_models() {
        let named = MINIMAL.to_owned() + "[models]\nstrong = \"s\"\n";
        let fault = open(&named).unwrap_err();
        assert!(fault.contains("`[models]` is given, but the provider asks no model"), "{fault}");
        let scripted = "kind = \"script\"\nscript = \"experiments/first.toml\"";
        let manifest = open(&named.replace("kind = \"corpus\"", scripted)).unwrap();
        assert_eq!(manifest.models, Models::new("s", "corpus"));
        let own =
            named.replace("kind = \"corpus\"", scripted) + "[models.personas.bull]\nfast = \"f\"\n";
        let models = open(&own).unwrap().models;
        let model =
            |tier, persona: &str| models.of(tier, Some(&persona.parse().unwrap())).to_owned();
        assert_eq!([model(Tier::Strong, "bull"), model(Tier::Fast, "bull")], ["s", "f"]);
        assert_eq!([model(Tier::Strong, "bear"), model(Tier::Fast, "bear")], ["s", "corpus"]);
        assert_eq!(models.of(Tier::Fast, None), "corpus");
    }

    #[test]
    fn a_persona_that_recalls_nothing_is_refused() {
        let text = MINIMAL.replace("kind = \"corpus\"", "kind = \"corpus\"\nrecall = 0");
        let fault = open(&text).unwrap_err();
        assert!(fault.contains("`recall` is 0, so that nothing is left"), "{fault}");
        assert!(fault.contains("help: write a number above 0"), "{fault}");
    }

    #[test]
    fn replicates_must_be_from_1_to_1000() {
        for (written, legal) in
            [("1", true), ("1000", true), ("0", false), ("1001", false), ("-1", false)]
        {
            let recall = if written == "1" { "1" } else { "0.5" };
            let corpus = format!("kind = \"corpus\"\nrecall = {recall}");
            let text = MINIMAL.replace("kind = \"corpus\"", &corpus);
            let text = format!("replicates = {written}\n{text}");
            assert_eq!(open(&text).is_ok(), legal, "{written}");
        }
    }

    #[test]
    fn the_script_must_exist_and_keys_must_belong_to_the_kind_of_provider() {
        let text = MINIMAL
            .replace("kind = \"corpus\"", "kind = \"script\"\nscript = \"s.json\"\nrecall = 1");
        assert_eq!(
            open(&text).unwrap_err(),
            "experiments/first.toml:6:10: error: the file `s.json` does not exist\n    \
             help: write its path from the project root\n\
             experiments/first.toml:7:1: error: unknown key `recall`\n    \
             help: known keys in [provider] of kind `script`: `kind`, `script`\n"
        );
    }
}
