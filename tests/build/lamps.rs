//! Variants of the small project `lamps`, and `report` run in them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::project::{Outcome, Project, files};

/// Almost everything is recalled, so that replicates are allowed and every debate succeeds.
const ALL: &str = r#"
title = "All of it"
topics = ["street-light", "house-light"]
personas = [["engineer", "lamplighter"], ["engineer", "shopkeeper"]]
replicates = 2

[provider]
kind = "corpus"
recall = 0.999

[modes.graph]
[modes.short]
mode = "graph"
max_rounds = 1
[modes.single]
"#;

/// The end of a manifest whose model has a price, and whose budget allows to spend without a
/// question.
pub(crate) const PAID: &str = "[models]\nstrong = \"big\"\n[prices]\nbig = { input = 1, output = 1 }\n\
                               [budget]\nrun_usd = 1000\n";

impl Project {
    /// The same debates with a script whose replies have a price, so that they are stored like
    /// those of a server.
    pub(crate) fn paid() -> Self {
        let project = Self::lamps();
        project.write("paid.json", &paid_script());
        let script = "kind = \"script\"\nscript = \"paid.json\"";
        project.replace("experiments/lamps.toml", "kind = \"corpus\"\nrecall = 1.0", script);
        let manifest = project.text("experiments/lamps.toml");
        project.write("experiments/lamps.toml", &format!("{manifest}\n{PAID}"));
        project
    }

    /// The project with a second topic, on which the personas say the same, and the experiment
    /// `all`: 2 topics, 2 groups, 3 modes (one of them twice) and 2 replicates, which makes 24
    /// debates.
    pub(crate) fn of_24() -> Self {
        let project = Self::lamps();
        let copy = |from: &str, to: &str, change: &dyn Fn(String) -> String| {
            project.write(to, &change(project.text(from)));
        };
        copy("data/topics/street-light.toml", "data/topics/house-light.toml", &|text| text);
        for persona in ["engineer", "lamplighter", "shopkeeper"] {
            let corpus = format!("personas/{persona}/corpus");
            let other = |text: String| {
                text.replace("street-light", "house-light").replace("{#", "{#house-")
            };
            copy(&format!("{corpus}/light.md"), &format!("{corpus}/house.md"), &other);
        }
        project.write("experiments/all.toml", ALL);
        project
    }

    pub(crate) fn report(&self, arguments: &[&str]) -> Outcome {
        Outcome::of(self.command().args(arguments))
    }

    pub(crate) fn build(&self) -> Outcome {
        self.report(&["build", "experiments/lamps.toml"])
    }

    /// Every file below a folder by its path from there, with what `look` makes of it.
    pub(crate) fn seen<T>(&self, folder: &str, look: impl Fn(&Path) -> T) -> BTreeMap<PathBuf, T> {
        let root = self.path(folder);
        files(&root)
            .into_iter()
            .map(|path| (path.strip_prefix(&root).unwrap().to_owned(), look(&path)))
            .collect()
    }
}

/// One question and its answer in a script.
pub(crate) fn line(question: &str, persona: Option<&str>, answer: &str, delay: u32) -> String {
    let persona = persona.map_or_else(String::new, |id| format!("\"persona\": \"{id}\", "));
    format!(r#"{{"question": "{question}", {persona}"answer": {answer}, "delay": {delay}}}"#)
}

/// A thesis and two arguments, for the question `arguments`.
pub(crate) fn arguments(side: &str, first: &str, second: &str) -> String {
    let argument = |claim: &str| {
        format!(
            r#"{{"claim": "{claim}", "premises": ["P."], "assumptions": [], "rests_on": [], "evidence": [],
                "excerpts": [], "axis": null, "side": null, "confidence": 0.5}}"#
        )
    };
    let thesis = format!(
        r#"{{"claim": "T.", "side": "{side}", "rests_on": [{{"text": "R.", "axis": null, "side": null}}],
             "decisive": [], "idle": [], "flips": [], "excerpts": []}}"#
    );
    let [first, second] = [first, second].map(argument);
    format!(r#"{{"thesis": {thesis}, "grants": [], "arguments": [{first}, {second}]}}"#)
}

fn paid_script() -> String {
    let mut lines = vec![
        line("cruxes", None, r#"{"cruxes": [], "common_ground": [], "idle_disputes": []}"#, 0),
        line("compare", None, r#"{"groups": [], "contradictions": [], "verbal": []}"#, 0),
        line("compare", None, r#"{"groups": [], "contradictions": [], "verbal": []}"#, 0),
    ];
    for (persona, side, first, second) in [
        ("engineer", "yes", "Dynamos hum.", "Cables last."),
        ("lamplighter", "no", "Gas glows.", "Rain falls."),
        ("shopkeeper", "no", "Shops close.", "Customers stay."),
    ] {
        lines.push(line("arguments", Some(persona), &arguments(side, first, second), 0));
        lines.push(line("attacks", Some(persona), r#"{"attacks": []}"#, 0));
    }
    format!("[{}]", lines.join(",\n"))
}
