//! One file of each kind in a store, each damaged in four ways: what `verify` finds, and that its
//! advice leads back to the same store.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::project::{Project, files, top};

/// What `VERSION` contains.
const VERSION: &str = "{\"hash\":\"blake3\",\"json\":\"rfc8785\",\"layout\":1}";

/// A file of the store, by its role.
struct Kind {
    name: &'static str,
    /// A folder of its path, and the ending of its name.
    place: (&'static str, &'static str),
    /// What only this file of the folder contains, so that no hash decides which one is damaged.
    says: &'static [&'static str],
    /// What its messages name.
    advice: &'static str,
}

/// The debate of mode `graph` between the engineer and the lamplighter has these files.
const KINDS: [Kind; 11] = [
    Kind { name: "`VERSION`", place: ("", "VERSION"), says: &[], advice: "write the file again" },
    Kind {
        name: "the first reply of a debate",
        place: ("cache", ".json"),
        says: &["You are Lamplighter.", "\\\"premises\\\":"],
        advice: "delete the reply and the `done.json`",
    },
    Kind {
        name: "its last reply",
        place: ("cache", ".json"),
        says: &["You are Lamplighter.", "\\\"attacks\\\":"],
        advice: "delete the reply and the `done.json`",
    },
    Kind {
        name: "a snapshot",
        place: ("objects", ".json"),
        says: &["\"question\":\"attacks\"", "\"persona\":\"lamplighter\""],
        advice: "delete the object and the `done.json`",
    },
    Kind {
        name: "an outcome",
        place: ("objects", ".json"),
        says: &["\"regime_sentence\":", "\"own\":3,\"persona\":\"lamplighter\""],
        advice: "delete the object and the `done.json`",
    },
    Kind {
        name: "`manifest.json`",
        place: ("runs", "manifest.json"),
        says: &[],
        advice: "delete it",
    },
    Kind {
        name: "`done.json`",
        place: ("runs", "done.json"),
        says: &["OUTCOME"],
        advice: "delete it",
    },
    Kind { name: "matches", place: ("matches", ".json"), says: &[], advice: "delete it" },
    Kind { name: "attempts", place: ("attempts", ".jsonl"), says: &[], advice: "delete the line" },
    Kind {
        name: "`spending.jsonl`",
        place: ("runs", "spending.jsonl"),
        says: &[],
        advice: "delete the line",
    },
    Kind { name: "a journal", place: ("journal", ".jsonl"), says: &[], advice: "delete the line" },
];

#[derive(Clone, Copy)]
enum Damage {
    Deleted,
    Flipped,
    Cut,
    Emptied,
}

const DAMAGES: [Damage; 4] = [Damage::Deleted, Damage::Flipped, Damage::Cut, Damage::Emptied];

impl Damage {
    fn apply(self, path: &Path) {
        let mut bytes = fs::read(path).unwrap();
        match self {
            Self::Deleted => return fs::remove_file(path).unwrap(),
            Self::Flipped => {
                let middle = bytes.len() / 2;
                // The lowest bit of a letter or digit: the file stays text.
                let is_plain = |byte: &u8| byte.is_ascii_alphanumeric();
                let place = middle + bytes[middle..].iter().position(is_plain).unwrap();
                bytes[place] ^= 1;
            }
            Self::Cut => bytes.truncate(bytes.len() / 2),
            Self::Emptied => bytes.clear(),
        }
        fs::write(path, bytes).unwrap();
    }
}

impl Kind {
    /// The only file with this role.
    fn file(&self, project: &Project) -> PathBuf {
        let (folder, ending) = self.place;
        let store = project.path("data/store");
        let is_it = |path: &PathBuf| {
            let inside = path.strip_prefix(&store).unwrap();
            let text = fs::read_to_string(path).unwrap();
            let says = |part: &str| match part {
                "OUTCOME" => text.contains(&hash(project, &KINDS[4].file(project))),
                part => text.contains(part),
            };
            (folder.is_empty() || inside.iter().any(|part| part == folder))
                && path.to_str().unwrap().ends_with(ending)
                && self.says.iter().all(|part| says(part))
        };
        let found: Vec<PathBuf> = files(&store).into_iter().filter(is_it).collect();
        let [file] = &found[..] else { panic!("{}: {found:?}", self.name) };
        file.clone()
    }

    /// Does what the messages advise, until `verify` finds nothing more.
    fn follow(&self, project: &Project, path: &Path) {
        if self.name == "`VERSION`" {
            return fs::write(path, VERSION).unwrap();
        }
        let hash = hash(project, path);
        if path.exists() {
            fs::remove_file(path).unwrap();
        }
        if self.advice.ends_with("`done.json`") {
            let all = files(&project.path("data/store/runs"));
            let done = all.iter().filter(|path| path.ends_with("done.json"));
            let verified = project.report(&["verify", "experiments/lamps.toml"]);
            for done in done {
                let is_named = verified.err.contains(&done.display().to_string())
                    || fs::read_to_string(done).unwrap().contains(&hash);
                if is_named {
                    fs::remove_file(done).unwrap();
                }
            }
        }
    }
}

/// The hash that names an object.
fn hash(project: &Project, object: &Path) -> String {
    let inside = object.strip_prefix(project.path("data/store")).unwrap().display().to_string();
    inside.trim_start_matches("objects/").trim_end_matches(".json").replace('/', "")
}

/// A row of the table: the kind of file, and one cell for each damage.
fn row(template: &Project, kind: &Kind, whole: &BTreeMap<PathBuf, Vec<u8>>) -> String {
    let mut asked = 0;
    let cells = DAMAGES.map(|damage| {
        let project = Project::of(&template.path(""), &["personas", "data", "experiments", "site"]);
        project.write("paid.json", &template.text("paid.json"));
        let path = kind.file(&project);
        damage.apply(&path);
        let verified = project.report(&["verify", "experiments/lamps.toml"]);
        let is_found = verified.code != Some(0);
        if is_found {
            let name = path.file_name().unwrap().to_str().unwrap();
            let is_deleted = kind.advice.starts_with("delete");
            verified.reports(name).reports(if is_deleted { "delete" } else { "help:" });
        }
        kind.follow(&project, &path);
        let built = project.build();
        built.exits(0);
        let (replies, _) = built.out.split_once(" requested").unwrap();
        asked = asked.max(number(replies));
        project.report(&["verify", "experiments/lamps.toml"]).exits(0);
        let built = project.seen("site", |path| fs::read(path).unwrap());
        assert_eq!(&built, whole, "{}", kind.name);
        if is_found { "found" } else { "not found" }
    });
    let asked = if asked == 0 { "nothing".to_owned() } else { format!("{asked} reply") };
    format!("| {} | {} | {} | {asked} |\n", kind.name, cells.join(" | "), kind.advice)
}

/// The number before the last word of a text.
fn number(text: &str) -> usize {
    text.rsplit([' ', '\n']).nth(1).unwrap().parse().unwrap()
}

#[test]
fn the_advice_for_every_damaged_file_leads_back_to_the_same_site() {
    let template = Project::paid();
    template.build().exits(0);
    let whole = template.seen("site", |path| fs::read(path).unwrap());
    let rows: String = KINDS.iter().map(|kind| row(&template, kind, &whole)).collect();
    let guide = fs::read_to_string(top().join("report/book/src/guides/store.md")).unwrap();
    assert!(guide.contains(&rows), "report/book/src/guides/store.md lacks this table:\n{rows}");
}
