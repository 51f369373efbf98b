//! `experiments/<name>.toml`: which topics which personas debate, in which modes, how often.

mod arguments;
mod budget;
mod models;
mod modes;
mod place;
mod provider;
mod remote;
mod select;
mod switch;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;
use toml::Spanned;

use super::document::Document;
use super::fault::{Fault, Faults};
use super::listing::{Listing, files};
use super::source::Source;
use super::spell;
use super::table::Table;
use crate::mode::Mode;
use crate::task::Models;
use crate::vocabulary::{ExperimentId, PersonaId, Price, Seed, SpendingLimits, TopicId};

pub use arguments::{Argument, DebateArguments};
pub use place::PlaceError;
pub use provider::ProviderChoice;
pub use select::{Combination, Condition, ConditionError, Selection};
pub use switch::SwitchError;

/// Where manifests lie, unless somebody puts them elsewhere.
const EXPERIMENTS: &str = "experiments";
/// What an empty file ought to hold.
const NEEDS: &str = "a manifest needs `title`, `topics`, `personas`, `[provider]` and at least one mode such as `[modes.graph]`";

/// An experiment as a checked whole: every name in it exists, every number is within its range.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Manifest {
    /// Its name: the stem of its file.
    pub name: ExperimentId,
    /// What its report is headed with.
    pub title: String,
    /// What it is about, if said.
    pub description: Option<String>,
    /// The topics, at least one and none twice.
    pub topics: Vec<TopicId>,
    /// The groups that debate, at least one; in each at least two personas and none twice.
    pub personas: Vec<Vec<PersonaId>>,
    /// How often each cell is run. *Range*: 1–1000.
    pub replicates: u32,
    /// The only source of chance.
    pub seed: Seed,
    /// Where the site goes, from the project root: outside the store and of what people write.
    pub out: PathBuf,
    /// Where the store is, from the project root.
    pub store: PathBuf,
    /// Who answers.
    pub provider: ProviderChoice,
    /// Which models answer.
    pub models: Models,
    /// The modes by label, at least one.
    pub modes: BTreeMap<String, Mode>,
    /// How much may be spent on it.
    pub budget: SpendingLimits,
    /// What models charge, where that differs from the price list.
    pub prices: BTreeMap<String, Price>,
    /// Which of the debates that all this makes are had; at least one.
    pub selection: Selection,
}

impl Manifest {
    /// Reads a manifest; `root` is the project in which its names must exist, `path` may be given from there.
    ///
    /// # Errors
    /// Every fault of the manifest at once.
    pub fn open(root: &Path, path: &Path) -> Result<Self, Faults> {
        let (manifest, faults) = Self::read(root, path);
        manifest.ok_or(faults)
    }

    /// Reads a manifest as [`Manifest::open`] does and keeps its warnings; nothing where it has errors.
    pub fn read(root: &Path, path: &Path) -> (Option<Self>, Faults) {
        let mut faults = Faults::default();
        let manifest = Self::recovered(root, path, &mut faults);
        (manifest.filter(|_| !faults.has_errors()), faults)
    }

    /// Checks that the site may be put into the folder `out` instead of its own.
    ///
    /// # Errors
    /// [`PlaceError`] where it would lie over what people write, or share a place with the store.
    pub fn check_out(&self, root: &Path, out: &Path) -> Result<(), PlaceError> {
        place::check_site(root, out, &self.store)
    }

    /// All debates that topics, groups, modes and replicates make, by topic, then group, then label, then replicate;
    /// [`Manifest::selection`] says which of them are had.
    pub fn all(&self) -> Vec<Combination> {
        let mut all = Vec::new();
        for topic in &self.topics {
            for personas in &self.personas {
                for label in self.modes.keys() {
                    all.extend((1..=self.replicates).map(|replicate| Combination {
                        topic: topic.clone(),
                        personas: personas.clone(),
                        label: label.clone(),
                        replicate,
                    }));
                }
            }
        }
        all
    }

    fn recovered(root: &Path, path: &Path, faults: &mut Faults) -> Option<Self> {
        if !root.join(path).exists() {
            faults.push(absent(root, path));
            return None;
        }
        let source = Source::read(root, path, NEEDS, faults)?;
        Self::from_source(root, &source, faults)
    }

    fn from_source(root: &Path, source: &Source, faults: &mut Faults) -> Option<Self> {
        let name = stem(&source.path, faults);
        let document = Document::parse(source);
        let mut found = Faults::default();
        let manifest = Self::checked(root, name, &document, &mut found);
        document.settle(found, faults);
        manifest
    }

    fn checked(
        root: &Path,
        name: Option<ExperimentId>,
        document: &Document<'_>,
        faults: &mut Faults,
    ) -> Option<Self> {
        let mut table = document.table();
        let listing = Listing::of(root);
        let title = table.text("title", faults).map(Spanned::into_inner);
        let description = table.optional_text("description", faults).map(Spanned::into_inner);
        let topics = topics(&mut table, &listing, faults);
        let personas = groups(&mut table, &listing, faults);
        let replicates = table.number("replicates", 1..=1000, 1, faults);
        let seed = Seed(table.number("seed", 0..=u64::MAX, 1, faults));
        let (out, store) = place::read(&mut table, root, name.as_ref(), faults);
        let provider = provider::read(&mut table, root, faults);
        let models = models::read(&mut table, provider.as_ref(), personas.as_deref(), faults);
        let modes = modes::read(&mut table, faults);
        let budget = budget::read(&mut table, faults);
        let prices = budget::prices(&mut table, provider.as_ref(), &models, faults);
        let selection = select::read(&mut table, replicates, faults);
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
            provider: provider?,
            models,
            modes: modes?,
            budget,
            prices,
            selection: Selection::default(),
        };
        manifest.selection = selection.checked(&manifest, document.source(), faults);
        Some(manifest)
    }
}

/// A manifest that is not there, with those that are.
fn absent(root: &Path, path: &Path) -> Fault {
    let there = files(root, EXPERIMENTS, "toml");
    let there = there.iter().filter_map(|path| path.file_name()?.to_str()).collect::<Vec<_>>();
    let named = path.with_extension("toml");
    let named = named.file_name().unwrap_or_default().to_string_lossy();
    let help = spell::remedy(&named, &format!("manifests in `{EXPERIMENTS}`"), &there);
    Fault::error(path, None, "there is no such file").with_help(help)
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

fn topics(table: &mut Table<'_>, listing: &Listing, faults: &mut Faults) -> Option<Vec<TopicId>> {
    let written = table.texts("topics", faults)?;
    let source = table.source();
    if written.get_ref().is_empty() {
        let fault = source.error(written.span(), "`topics` names no topic");
        faults.push(fault.with_help(spell::remedy("", "topics", &listing.topic_names())));
        return None;
    }
    let mut topics: Vec<TopicId> = Vec::new();
    let mut whole = true;
    for text in written.get_ref() {
        let Some(topic) = listing.topics.iter().find(|topic| topic.as_str() == text.get_ref())
        else {
            let fault =
                source.error(text.span(), format!("no topic is named `{}`", text.get_ref()));
            let remedy = spell::remedy(text.get_ref(), "topics", &listing.topic_names());
            faults.push(fault.with_help(remedy));
            whole = false;
            continue;
        };
        if topics.contains(topic) {
            let message = format!("the topic `{topic}` is there twice");
            faults.push(source.error(text.span(), message).with_help("write it once"));
        }
        topics.push(topic.clone());
    }
    whole.then_some(topics)
}

fn groups(
    table: &mut Table<'_>,
    listing: &Listing,
    faults: &mut Faults,
) -> Option<Vec<Vec<PersonaId>>> {
    let written = table.text_lists("personas", faults)?;
    let source = table.source();
    if written.get_ref().is_empty() {
        let fault = source.error(written.span(), "`personas` names no group");
        faults.push(fault.with_help("write at least one: [[\"one\", \"another\"]]"));
        return None;
    }
    let mut groups: Vec<Vec<PersonaId>> = Vec::new();
    for list in written.get_ref() {
        let Some(group) = group(list, source, listing, faults) else { continue };
        if groups.contains(&group) {
            let fault = source.error(list.span(), "this group of personas is there twice");
            faults.push(fault.with_help("write it once; `replicates` repeats debates"));
        }
        groups.push(group);
    }
    (groups.len() == written.get_ref().len()).then_some(groups)
}

fn group(
    list: &Spanned<Vec<Spanned<String>>>,
    source: &Source,
    listing: &Listing,
    faults: &mut Faults,
) -> Option<Vec<PersonaId>> {
    if list.get_ref().len() < 2 {
        let fault = source.error(list.span(), "a debate needs at least two personas");
        faults.push(fault.with_help("add a persona to this group"));
    }
    let mut group: Vec<PersonaId> = Vec::new();
    for (index, text) in list.get_ref().iter().enumerate() {
        let name = text.get_ref();
        let Some(persona) = listing.personas.iter().find(|persona| persona.as_str() == name) else {
            let fault = source.error(text.span(), format!("no persona is named `{name}`"));
            let remedy = spell::remedy(name, "personas", &listing.persona_names());
            faults.push(fault.with_help(remedy));
            continue;
        };
        if let Some(first) = list.get_ref()[..index].iter().find(|other| other.get_ref() == name) {
            let fault = source.error(text.span(), format!("`{name}` is in this group twice"));
            let first = source.place(first.span(), "first here");
            faults.push(fault.with_related(first).with_help("nobody debates with oneself"));
        }
        group.push(persona.clone());
    }
    (group.len() == list.get_ref().len()).then_some(group)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::{Graph, Single};
    use crate::task::Tier;
    use crate::vocabulary::Probability;

    pub(super) const LEAST: &str = "title = \"T\"\ntopics = [\"jobs\"]\npersonas = [[\"bear\", \"bull\"]]\n\
                         [provider]\nkind = \"corpus\"\n[modes.graph]\n";

    pub(super) fn open(text: &str) -> Result<Manifest, String> {
        let root = tempfile::tempdir().unwrap();
        for folder in
            ["personas/bear", "personas/bull", "personas/owl", "data/topics", "experiments"]
        {
            std::fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        std::fs::write(root.path().join("data/topics/jobs.toml"), "").unwrap();
        std::fs::write(root.path().join("experiments/first.toml"), text).unwrap();
        Manifest::open(root.path(), Path::new("experiments/first.toml"))
            .map_err(|faults| faults.to_string())
    }

    #[test]
    fn what_is_left_out_takes_its_default() {
        let manifest = open(LEAST).unwrap();
        assert_eq!(manifest.name.as_str(), "first");
        assert_eq!(manifest.out, Path::new("site/first"));
        assert_eq!(manifest.store, Path::new("data/store"));
        assert_eq!((manifest.replicates, manifest.seed), (1, Seed(1)));
        assert_eq!(manifest.models, Models::default());
        let recall = Probability::new(0.8).unwrap();
        assert_eq!(manifest.provider, ProviderChoice::Corpus { recall });
        let graph = Mode::Graph(Graph { max_rounds: 3, max_claims: 4 });
        assert_eq!(manifest.modes, BTreeMap::from([("graph".to_owned(), graph)]));
    }

    #[test]
    fn what_is_written_counts_also_under_labels_of_the_writer() {
        let text = LEAST.replace("kind = \"corpus\"", "kind = \"corpus\"\nrecall = 1.0")
            + "max_rounds = 10\n[modes.short]\nmode = \"single\"\ncruxes = 1\n";
        let manifest = open(&text).unwrap();
        assert_eq!(
            manifest.provider,
            ProviderChoice::Corpus { recall: Probability::new(1.0).unwrap() }
        );
        assert_eq!(
            manifest.modes.into_iter().collect::<Vec<_>>(),
            [
                ("graph".to_owned(), Mode::Graph(Graph { max_rounds: 10, max_claims: 4 })),
                ("short".to_owned(), Mode::Single(Single { cruxes: 1 })),
            ]
        );
    }

    #[test]
    fn models_are_named_only_where_the_provider_may_ask_them() {
        let named = LEAST.to_owned() + "[models]\nstrong = \"s\"\n";
        let fault = open(&named).unwrap_err();
        assert!(fault.contains("`[models]` with a provider that asks no model"), "{fault}");
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
    fn numbers_end_where_their_range_ends() {
        for (written, legal) in
            [("1", true), ("1000", true), ("0", false), ("1001", false), ("-1", false)]
        {
            let text = format!("replicates = {written}\n{LEAST}");
            assert_eq!(open(&text).is_ok(), legal, "{written}");
        }
    }

    #[test]
    fn a_script_must_be_there_and_a_parameter_must_belong_to_its_kind() {
        let text = LEAST
            .replace("kind = \"corpus\"", "kind = \"script\"\nscript = \"s.json\"\nrecall = 1");
        assert_eq!(
            open(&text).unwrap_err(),
            "experiments/first.toml:6:10: error: there is no file `s.json`\n    \
             help: give its path from the project root\n\
             experiments/first.toml:7:1: error: unknown key `recall`\n    \
             help: known keys in [provider] of kind `script`: `kind`, `script`\n"
        );
    }
}
