//! A cell id changes with what decides the outcome, and with nothing else.

use std::path::Path;

use super::super::Plan;
use super::*;
use crate::mode::{Dialectic, Value};
use crate::provider::{Dialect, Remote};
use crate::question::{OwnModels, Tier};
use crate::vocabulary::{ExperimentId, Passage, PassageId, Price, Probability, Tokens};

const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/projects/lamps");

/// The project `lamps`: two groups, modes `single` and `graph`, two replicates.
fn plan() -> Plan {
    let root = Path::new(PROJECT);
    let mut manifest = Manifest::open(root, Path::new("experiments/lamps.toml")).unwrap();
    manifest.replicates = 2;
    let (library, faults) = Library::for_manifest(root, &manifest);
    assert!(!faults.has_errors(), "{faults}");
    let plan = Plan::new(root, manifest, &library).unwrap();
    assert_eq!(plan.cells.len(), 8);
    plan
}

/// The labels and last personas of the cells whose ids a change of the inputs changes.
fn changed(change: impl Fn(&mut Inputs)) -> BTreeMap<String, usize> {
    let plan = plan();
    let mut inputs = plan.inputs.clone();
    change(&mut inputs);
    let mut changed = BTreeMap::new();
    for cell in plan
        .cells
        .iter()
        .filter(|cell| inputs.id(cell, &mut Digests::default()).unwrap() != cell.id)
    {
        *changed.entry(format!("{} {}", cell.label, cell.personas[1])).or_insert(0) += 1;
    }
    changed
}

fn counts<const N: usize>(counts: [(&str, usize); N]) -> BTreeMap<String, usize> {
    counts.map(|(what, count)| (what.to_owned(), count)).into()
}

/// The ids of the cells that an edited manifest or library has and the project `lamps` has not.
fn new_ids(edit: impl FnOnce(&mut Manifest, &mut Library)) -> usize {
    let plan = plan();
    let root = Path::new(PROJECT);
    let mut manifest = plan.manifest.clone();
    let (mut library, _) = Library::for_manifest(root, &manifest);
    edit(&mut manifest, &mut library);
    let edited = Plan::new(root, manifest, &library).unwrap();
    let known: BTreeSet<&Name> = plan.cells.iter().map(|cell| &cell.id).collect();
    edited.cells.iter().filter(|cell| !known.contains(&cell.id)).count()
}

fn topic(library: &mut Library) -> &mut Topic {
    library.topics.values_mut().next().unwrap()
}

fn shopkeeper(library: &mut Library) -> &mut Persona {
    library.personas.get_mut(&PersonaId::new("shopkeeper").unwrap()).unwrap()
}

fn note(library: &mut Library) -> &mut Note {
    &mut shopkeeper(library).corpora.values_mut().next().unwrap().notes[0]
}

/// An edit of the manifest or the library.
type Edit = fn(&mut Manifest, &mut Library);

#[test]
fn a_cell_id_changes_with_everything_that_decides_the_outcome() {
    let edits: [(&str, usize, Edit); 17] = [
        ("the seed", 8, |manifest, _| manifest.seed = Seed(7)),
        ("one more replicate", 4, |manifest, _| manifest.replicates = 3),
        ("a parameter of graph", 4, |manifest, _| {
            let graph = manifest.modes.get_mut("graph").unwrap();
            graph.set("max_rounds", Value::Number(2)).unwrap();
        }),
        ("the order of the personas", 8, |manifest, _| {
            manifest.personas.iter_mut().for_each(|group| group.reverse());
        }),
        ("the recall of the corpora", 8, |manifest, _| {
            let recall = Probability::new(0.5).unwrap();
            manifest.provider = ProviderChoice::Corpus { recall };
        }),
        ("another provider", 8, |manifest, _| {
            manifest.provider = ProviderChoice::Remote(Remote::new(Dialect::OpenAi));
        }),
        ("the strong model", 8, |manifest, _| manifest.models.strong = "another".to_owned()),
        ("the fast model", 8, |manifest, _| manifest.models.fast = "another".to_owned()),
        ("the topic's question", 8, |_, library| topic(library).question.push('?')),
        ("the topic's background", 8, |_, library| topic(library).background.push('.')),
        ("the topic's thesis", 8, |_, library| topic(library).yes.push('.')),
        ("an axis' question", 8, |_, library| topic(library).axes[0].question.push('?')),
        ("an axis' keywords", 8, |_, library| topic(library).axes[0].keywords.clear()),
        ("a contract", 4, |_, library| shopkeeper(library).contract.identity.push('.')),
        ("a statement", 4, |_, library| note(library).statements[0].text.push('.')),
        ("a statement's confidence", 4, |_, library| {
            note(library).statements[0].confidence = Probability::new(0.123).unwrap();
        }),
        ("one statement fewer", 4, |_, library| drop(note(library).statements.pop())),
    ];
    for (edit, changed, apply) in edits {
        assert_eq!(new_ids(apply), changed, "{edit}");
    }
}

#[test]
fn a_cell_id_changes_with_the_passages_that_its_mode_reads_and_with_no_others() {
    let ids = |read: u32, texts: &[&str]| {
        let root = Path::new(PROJECT);
        let mut manifest = plan().manifest;
        let (mut library, _) = Library::for_manifest(root, &manifest);
        let reading = Mode::Dialectic(Dialectic { passages: read, ..Dialectic::default() });
        manifest.modes.insert("reading".to_owned(), reading);
        let passage = |text: &&str| Passage {
            id: PassageId::new(*text).unwrap(),
            title: "A passage".to_owned(),
            text: (*text).to_owned(),
            source: None,
        };
        topic(&mut library).passages = texts.iter().map(passage).collect();
        let cells = Plan::new(root, manifest, &library).map(|plan| plan.cells);
        let of = |is_reading: bool| -> Result<Vec<Name>, String> {
            let cells = cells.as_ref().map_err(ToString::to_string)?;
            let of_mode = cells.iter().filter(|cell| (cell.label == "reading") == is_reading);
            Ok(of_mode.map(|cell| cell.id.clone()).collect())
        };
        (of(true), of(false))
    };
    let (one, others) = ids(1, &["one"]);
    assert_eq!(ids(1, &["one", "two"]), (one.clone(), others.clone()), "the second is not read");
    assert_ne!(ids(1, &["two"]).0, one);
    assert_ne!(ids(0, &["one", "two"]).0, ids(0, &["one"]).0);
    assert_eq!(ids(0, &["one", "two"]).1, others, "other modes read no passages");
    for (read, texts) in [(0, &[][..]), (2, &["one"])] {
        let fault = ids(read, texts).0.unwrap_err();
        assert!(fault.contains("passages") && fault.contains("the mode reads"), "{fault}");
    }
}

#[test]
fn a_cell_id_does_not_change_with_limits_titles_and_folders() {
    let edits: [(&str, Edit); 15] = [
        ("nothing", |_, _| ()),
        ("the name", |manifest, _| manifest.name = ExperimentId::new("renamed").unwrap()),
        ("the title", |manifest, _| manifest.title.push('!')),
        ("the description", |manifest, _| manifest.description = Some("New.".to_owned())),
        ("the folder of the site", |manifest, _| manifest.out.push("elsewhere")),
        ("the folder of the store", |manifest, _| manifest.store.push("elsewhere")),
        ("the limits on spending", |manifest, _| {
            manifest.budget.run.usd = "1".parse().ok();
            manifest.budget.cell.tokens = Some(Tokens(1000));
        }),
        ("the prices", |manifest, _| {
            manifest.prices.insert("corpus".to_owned(), Price::FREE);
        }),
        ("a mode's label", |manifest, _| {
            let graph = manifest.modes.remove("graph").unwrap();
            manifest.modes.insert("arguments".to_owned(), graph);
        }),
        ("one mode fewer", |manifest, _| manifest.modes.retain(|label, _| label != "single")),
        ("one replicate fewer", |manifest, _| manifest.replicates = 1),
        ("the topic's title", |_, library| topic(library).title.push('!')),
        ("an axis' title", |_, library| topic(library).axes[0].title.push('!')),
        ("a note's title", |_, library| {
            note(library).title.push('!');
        }),
        ("the evidence store", |_, library| library.evidence.clear()),
    ];
    for (edit, apply) in edits {
        assert_eq!(new_ids(apply), 0, "{edit}");
    }
}

#[test]
fn a_cell_id_changes_with_seed_replicate_and_protocol_version_alone() {
    let plan = plan();
    let cell = &plan.cells[0];
    let id = |inputs: &Inputs, cell: &Cell| inputs.id(cell, &mut Digests::default()).unwrap();
    assert_eq!(id(&plan.inputs, cell), cell.id);
    let seed = Cell { seed: Seed(cell.seed.0 + 1), ..cell.clone() };
    assert_ne!(id(&plan.inputs, &seed), cell.id);
    let replicate = Cell { replicate: cell.replicate + 1, ..cell.clone() };
    assert_ne!(id(&plan.inputs, &replicate), cell.id);
    let raised = changed(|inputs| *inputs.versions.get_mut(&ModeName::Graph).unwrap() += 1);
    assert_eq!(raised, counts([("graph lamplighter", 2), ("graph shopkeeper", 2)]));
    let ids: BTreeSet<&Name> = plan.cells.iter().map(|cell| &cell.id).collect();
    assert_eq!(ids.len(), plan.cells.len(), "every debate has its own id");
}

#[test]
fn a_cell_id_changes_with_the_text_of_a_script_and_not_with_its_path() {
    let of = |path: &str, text: &str| {
        identity(&ProviderChoice::Script { path: path.into() }, Some(text))
    };
    assert_ne!(of("replies.json", "[]"), of("replies.json", "[ ]"));
    assert_eq!(of("replies.json", "[]"), of("elsewhere.json", "[]"));
    let other = changed(|inputs| inputs.provider = of("replies.json", "[]"));
    assert_eq!(other.values().sum::<usize>(), 8);
}

#[test]
fn a_cell_id_changes_with_schema_and_parameters_of_a_question() {
    type Edit = fn(&mut Decisions);
    let edits: [(&str, Edit); 4] = [
        ("schema", |question| question.schema = serde_json::json!({})),
        ("temperature", |question| question.parameters.temperature += 0.1),
        ("output limit", |question| question.parameters.max_output.0 += 1),
        ("tier", |question| question.parameters.tier = Tier::Strong),
    ];
    for (what, edit) in edits {
        let edited = changed(|inputs| {
            let questions = inputs.questions.values_mut().flatten();
            questions.filter(|question| question.name == "validate").for_each(edit);
        });
        assert_eq!(edited.values().sum::<usize>(), 4, "{what}: the debates of mode graph");
    }
}

#[test]
fn an_edited_prompt_changes_the_ids_of_the_modes_that_use_it() {
    let all = counts([
        ("graph lamplighter", 2),
        ("graph shopkeeper", 2),
        ("single lamplighter", 2),
        ("single shopkeeper", 2),
    ]);
    let with = |mode: &str| -> BTreeMap<String, usize> {
        all.clone().into_iter().filter(|(what, _)| what.starts_with(mode)).collect()
    };
    let edited = |name: &str| {
        changed(|inputs| {
            let questions = inputs.questions.values_mut().flatten();
            for question in questions.filter(|question| question.name == name) {
                question.prompt[0] = "Ask.";
            }
        })
    };
    assert_eq!(edited("attacks"), with("graph"));
    assert_eq!(edited("compare"), with("graph"));
    assert_eq!(edited("cruxes"), with("single"));
    assert_eq!(changed(|_| ()), BTreeMap::new());
    // A text that several prompts include is a source of each of them.
    let included = include_str!("../../mode/shared/prompts/topic.md");
    let everywhere = changed(|inputs| {
        let questions = inputs.questions.values_mut().flatten();
        for text in questions.flat_map(|question| &mut question.prompt) {
            if *text == included {
                *text = "The topic.";
            }
        }
    });
    assert_eq!(everywhere, all);
}

#[test]
fn a_new_version_of_a_corpus_rule_reruns_the_modes_that_ask_its_question() {
    let raised = changed(|inputs| {
        let questions = inputs.questions.values_mut().flatten();
        for question in questions.filter(|question| question.name == "validate") {
            question.version = question.version.map(|version| version + 1);
        }
    });
    assert_eq!(raised, counts([("graph lamplighter", 2), ("graph shopkeeper", 2)]));
}

#[test]
fn another_model_changes_the_ids_of_the_debates_it_takes_part_in() {
    let eight = |inputs: &mut Inputs| inputs.models.strong = "another".to_owned();
    assert_eq!(changed(eight).values().sum::<usize>(), 8);
    let own = |inputs: &mut Inputs| {
        let models = OwnModels { strong: Some("another".to_owned()), fast: None };
        inputs.models.personas.insert(PersonaId::new("shopkeeper").unwrap(), models);
    };
    assert_eq!(changed(own), counts([("graph shopkeeper", 2), ("single shopkeeper", 2)]));
}
