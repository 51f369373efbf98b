//! A small project in a temporary folder: a village debates whether it needs a new well.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use faultline::format::{Library, Manifest};
use faultline::mode::{Control, DebateSize, Kind, Mode, ModeName, Passages, Resampling, Setting};
use faultline::provider::Corpus;
use faultline::question::Models;
use faultline::record::{FoundBy, Outcome};
use faultline::vocabulary::{Evidence, Persona, Probability, Seed, Topic, TopicId};

/// The topic and the personas.
pub(crate) struct Village {
    folder: tempfile::TempDir,
    personas: Vec<&'static str>,
}

const TOPIC: &str = "title = \"Well\"\nquestion = \"Should the village dig a new well?\"\n\
    yes = \"The village should dig a new well.\"\nno = \"The village should not dig a new well.\"\n\
    background = \"The old well is from 1931.\"\n";

const CONTRACT: &str = "name = \"P\"\nsummary = \"s\"\nidentity = \"i\"\nthinking = \"t\"\n\
    epistemology = \"e\"\nhorizon = \"h\"\nevidence_policy = \"e\"\nvoice = \"v\"\n\
    [stakes]\ntext = \"s\"\nlevel = 0.4\n[openness]\ntext = \"o\"\nlevel = 0.6\n";

/// An axis with the sentences for its two sides.
fn axis(id: &str) -> String {
    let others: [String; 3];
    let [question, yes, no] = match id {
        "water" => [
            "Is there water below the green?",
            "There is water below the green.",
            "There is no water below the green.",
        ],
        "dry" => [
            "Is the ground below the green dry?",
            "There is no water below the green.",
            "There is water below the green.",
        ],
        "price" => [
            "Can the village afford it?",
            "The village can afford a well.",
            "The village cannot afford a well.",
        ],
        "old" => ["Is the old well failing?", "The old well is failing.", "The old well is sound."],
        other => {
            others = [
                format!("Does {other} hold?"),
                format!("What {other} says holds."),
                format!("What {other} says fails."),
            ];
            others.each_ref().map(String::as_str)
        }
    };
    format!(
        "[[axes]]\nid = \"{id}\"\ntitle = \"{id}\"\nquestion = \"{question}\"\nyes = \"{yes}\"\nno = \"{no}\"\n\
         kind = \"claim\"\nkeywords = [\"{id}\"]\nsettles = \"Count.\"\n"
    )
}

/// The case in short of a persona, with its reasons.
pub(crate) fn case(side: &str, reasons: &[&str]) -> String {
    let answer = if side == "yes" { "Dig." } else { "Do not dig." };
    let mut text = format!("## In short {{side={side}}}\n- {answer}\n");
    for reason in reasons {
        writeln!(text, "  - because: {reason}").unwrap();
    }
    text + "\n"
}

/// Two statements with reasons on one side of an axis. Another `number` gives other words.
pub(crate) fn section(axis: &str, side: &str, number: usize) -> String {
    let [first, second, saw] = [
        ["first", "second", "the smith"],
        ["third", "fourth", "the vicar"],
        ["fifth", "sixth", "the miller"],
    ][number - 1];
    format!(
        "## {axis} {{axis={axis} side={side}}}\n\
         - The {first} remark on {axis} is {side}.\n  - because: {saw} saw it on Monday\n\
         - The {second} remark on {axis} is {side}.\n  - because: {saw} measured it\n\n"
    )
}

/// The modes that can debate the village's topic, which has no passages.
fn modes() -> impl Iterator<Item = ModeName> {
    ModeName::ALL.into_iter().filter(|name| name.with_defaults().passages() == Passages::None)
}

/// Those of them whose outcomes these tests hold to what every mode reports. `dispute` and `procon`
/// fail some of the tests: where a corpus says little besides its case in short, they hear too
/// little of it.
fn tested_modes() -> impl Iterator<Item = ModeName> {
    modes().filter(|name| ![ModeName::Dispute, ModeName::Procon].contains(name))
}

impl Village {
    /// The village with a topic that has these axes, and no personas.
    pub(crate) fn new(axes: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for path in ["data/topics", "experiments"] {
            fs::create_dir_all(folder.path().join(path)).unwrap();
        }
        let axes: String = axes.iter().map(|id| axis(id)).collect();
        fs::write(folder.path().join("data/topics/t.toml"), TOPIC.to_owned() + &axes).unwrap();
        Self { folder, personas: Vec::new() }
    }

    /// Two personas who dispute the axes of their corpora, on which both cases rest by tag.
    pub(crate) fn disputed(axes: &[&str], on: &[&str]) -> Self {
        let corpus = |side: &str, number| {
            let tags: Vec<String> =
                on.iter().map(|axis| format!("{axis} {{axis={axis} side={side}}}")).collect();
            let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
            let sections = on.iter().map(|axis| section(axis, side, number));
            case(side, &tags) + &sections.collect::<String>()
        };
        Self::new(axes).persona("ann", "yes", &corpus("yes", 1)).persona(
            "bob",
            "no",
            &corpus("no", 2),
        )
    }

    /// Adds a persona with one corpus file.
    pub(crate) fn persona(mut self, id: &'static str, stance: &str, corpus: &str) -> Self {
        let folder = self.folder.path().join("personas").join(id);
        fs::create_dir_all(folder.join("corpus")).unwrap();
        fs::write(folder.join("persona.toml"), CONTRACT).unwrap();
        let text = format!("---\ntopic: t\nstance: {stance}\n---\n\n{corpus}");
        fs::write(folder.join("corpus/well.md"), text).unwrap();
        self.personas.push(id);
        self
    }

    /// The topic and the personas in seat order.
    fn read(&self) -> (Topic, Vec<Persona>) {
        let (library, faults) = Library::open(self.folder.path());
        assert!(!faults.has_errors(), "{faults}");
        let topic = library.topics[&TopicId::new("t").unwrap()].clone();
        let seated = self.personas.iter().map(|id| library.personas[&id.parse().unwrap()].clone());
        (topic, seated.collect())
    }

    /// The outcome of a mode.
    pub(crate) fn outcome(&self, mode: &Mode) -> Outcome {
        let (topic, personas) = self.read();
        let provider = Corpus::new(&topic, &personas, Probability::new(1.0).unwrap()).unwrap();
        let setting = Setting {
            topic: &topic,
            personas: &personas,
            provider: &provider,
            models: &Models::default(),
            seed: Seed(1),
            replicate: 1,
            foreign: None,
            evidence: Evidence::none(),
            resampling: Resampling::NEVER,
        };
        pollster::block_on(mode.run(setting, &mut |_| ())).unwrap().outcome
    }

    /// The outcome of every mode.
    pub(crate) fn outcomes(&self) -> Vec<(ModeName, Outcome)> {
        tested_modes().map(|name| (name, self.outcome(&name.with_defaults()))).collect()
    }

    /// Asserts that no mode, isolated or not, makes more calls than its formula allows.
    #[track_caller]
    pub(crate) fn calls_follow_the_formulas(&self) {
        let (topic, personas) = self.read();
        for name in modes() {
            let plain = name.with_defaults();
            let isolated = plain.clone().under(Some(Control::Isolated));
            for mode in [plain, isolated] {
                let usage = self.outcome(&mode).usage;
                let most = mode.calls(DebateSize::new(&topic, personas.len()));
                let counts = format!("{name}: {} calls, at most {most}", usage.calls);
                assert!(usage.calls - usage.repairs <= most.total(), "{counts} = {}", most.total());
                assert_eq!(usage.not_judged, 0, "{counts}");
            }
        }
    }

    /// The outcomes of the modes that compute loads.
    pub(crate) fn outcomes_with_load(&self) -> Vec<(ModeName, Outcome)> {
        let mut outcomes = self.outcomes();
        outcomes.retain(|(mode, _)| mode.about().kind == Kind::Protocol);
        outcomes
    }

    /// Asserts what every mode reports, as [`summary`] writes it.
    #[track_caller]
    pub(crate) fn every_mode(&self, expected: &str) {
        let found: Vec<String> = self
            .outcomes()
            .iter()
            .map(|(mode, outcome)| format!("{mode}: {}", summary(outcome)))
            .collect();
        let expected: Vec<String> =
            tested_modes().map(|mode| format!("{mode}: {expected}")).collect();
        assert_eq!(found, expected);
    }

    /// What is wrong with a manifest whose first lines name the topic, the personas and every mode.
    pub(crate) fn manifest_faults(&self, text: &str) -> String {
        let head = format!(
            "title = \"e\"\ntopics = [\"t\"]\npersonas = [{:?}]\n{text}[modes.graph]\n",
            self.personas
        );
        fs::write(self.folder.path().join("experiments/e.toml"), head).unwrap();
        let (_, faults) = Manifest::read(self.folder.path(), Path::new("experiments/e.toml"));
        let messages = faults
            .sorted()
            .into_iter()
            .map(|fault| format!("{} {}\n", fault.message, fault.help.clone().unwrap_or_default()));
        messages.collect()
    }
}

/// The regime, the axes of the cruxes, and the axes that are answered alike.
pub(crate) fn summary(outcome: &Outcome) -> String {
    let mut text = serde_json::to_value(outcome.regime).unwrap().as_str().unwrap().to_owned();
    let mut cruxes: Vec<String> =
        outcome.cruxes.iter().map(|crux| crux.axis.as_ref().unwrap().to_string()).collect();
    cruxes.sort();
    let agreed = outcome.common_ground.questions.iter();
    let mut agreed: Vec<String> =
        agreed.map(|agreed| format!("{}={}", agreed.axis, agreed.side.word())).collect();
    agreed.sort();
    for (what, axes) in [("cruxes", cruxes), ("agrees", agreed)] {
        if !axes.is_empty() {
            write!(text, "; {what} {}", axes.join(" ")).unwrap();
        }
    }
    text
}

/// The axes that are disputed although no thesis on one side depends on them.
pub(crate) fn idle(outcome: &Outcome) -> Vec<&str> {
    outcome.idle_disputes.iter().map(|dispute| dispute.axis.as_str()).collect()
}

/// The load of each crux for each persona, in the order of the personas.
pub(crate) fn loads(outcome: &Outcome) -> Vec<(&str, Vec<Option<f64>>)> {
    let cruxes = outcome.cruxes.iter();
    let loads = |crux: &faultline::record::Crux| {
        crux.positions.iter().map(|one| one.load.map(Probability::value)).collect()
    };
    cruxes.map(|crux| (crux.axis.as_ref().unwrap().as_str(), loads(crux))).collect()
}

/// Whether every crux was found by its load.
pub(crate) fn every_load_is_known(outcome: &Outcome) -> bool {
    outcome.cruxes.iter().all(|crux| matches!(crux.found, FoundBy::Load))
}
