//! A project whose every text tries to leave its place, built by the command line, and the same with harmless texts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::check_foreign;

/// As many words, of the same letters, as [`tamed`] leaves of it: whoever compares words must find the same.
const HOSTILE: &str = "qq <script>qx</script> \"><img src=qy onerror=qz> ]]> --> [qa](javascript:qb) **qc** `qd` {{ qe }} \
    {% qf %} & &lt; # | ~~qg~~ $qh$ <!-- qi";

/// The same with a comma for every sign that any format gives a meaning.
fn tamed(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() || c == ' ' { c } else { ',' }).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// A TOML file with `text` behind each of its texts that pages show.
fn toml(file: &str, text: &str) -> String {
    const SHOWN: [&str; 17] = [
        "title",
        "description",
        "question",
        "yes",
        "no",
        "background",
        "settles",
        "name",
        "summary",
        "identity",
        "thinking",
        "epistemology",
        "horizon",
        "evidence_policy",
        "voice",
        "text",
        "when",
    ];
    let escaped = text.replace('"', "\\\"");
    let mut open = false;
    let lines = file.lines().map(|line| {
        let key = line.split(" = ").next().unwrap_or_default();
        let shown = SHOWN.contains(&key) || key == "then";
        if open && line.ends_with("\"\"\"") {
            open = false;
            return format!("{} {escaped}\"\"\"\n", line.trim_end_matches("\"\"\""));
        }
        if shown && line.ends_with("\"\"\"") {
            open = true;
        } else if shown && let Some(start) = line.strip_suffix('"') {
            return format!("{start} {escaped}\"\n");
        }
        format!("{line}\n")
    });
    lines.collect()
}

/// A file of Markdown with `text` behind its title, its prose and each item, and in every source.
fn markdown(file: &str, text: &str) -> String {
    let escaped = |text: &str| -> String {
        let meant = |c: char| c.is_ascii_punctuation();
        text.chars().flat_map(|c| meant(c).then_some('\\').into_iter().chain([c])).collect()
    };
    let text_here = escaped(text);
    let source = format!("source=\"{} ", text.replace(['"', '{', '}', '&'], ""));
    let lines = file.lines().map(|line| {
        let line = line.replace("source=\"", &source);
        match line.split_once(" {") {
            Some((said, braces)) if line.trim_start().starts_with("- ") => {
                format!("{said} {text_here} {{{braces}\n")
            }
            None if line.trim_start().starts_with("- ") => format!("{line} {text_here}\n"),
            _ if line.starts_with("title: ") => format!("{line} {text}\n"),
            _ if line.ends_with('.') => format!("{line} {text_here}\n"),
            _ => format!("{line}\n"),
        }
    });
    lines.collect()
}

/// The pages of this project's own experiment, with `text` in every text of every file.
fn built(text: &str) -> BTreeMap<String, String> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let project = tempfile::tempdir().unwrap();
    let folders = ["personas", "data/topics", "data/evidence", "experiments"];
    for path in folders.iter().flat_map(|folder| files(&top.join(folder))) {
        let target = project.path().join(path.strip_prefix(top).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        let file = fs::read_to_string(&path).unwrap();
        let changed = match path.extension().and_then(|extension| extension.to_str()) {
            Some("toml") => toml(&file, text),
            Some("md") => markdown(&file, text),
            Some(_) | None => file,
        };
        fs::write(target, changed).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_report"));
    command.args(["build", "experiments/ai-jobs.toml"]).current_dir(project.path());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let site = project.path().join("site/ai-jobs");
    let page = |path: PathBuf| {
        let name = path.strip_prefix(&site).unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    let pages: BTreeMap<String, String> = files(&site).into_iter().map(page).collect();
    // The names of debates' pages end in digits made of what the files say.
    let cells: Vec<String> = pages.keys().filter_map(|path| digits(path)).collect();
    let alike = |text: String| cells.iter().fold(text, |text, cell| text.replace(cell, "-digits"));
    pages.into_iter().map(|(path, text)| (alike(path), alike(text))).collect()
}

fn digits(path: &str) -> Option<String> {
    let (_, end) = path.strip_prefix("debates/")?.strip_suffix(".html")?.rsplit_once('-')?;
    Some(format!("-{end}"))
}

/// The names of all elements of a page, drawings and all.
fn elements(html: &str) -> Vec<&str> {
    let mut names: Vec<&str> = html
        .split('<')
        .skip(1)
        .map(|rest| rest.split(|c: char| c.is_whitespace() || c == '>').next().unwrap_or_default())
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn what_people_write_changes_the_words_of_the_pages_of_every_mode_and_nothing_else() {
    let (hostile, harmless) = (built(HOSTILE), built(&tamed(HOSTILE)));
    check_foreign("what the files say", &hostile, &harmless);
    for mode in ["single-", "graph-", "belief-"] {
        let of_mode = |path: &&String| path.starts_with("debates/") && path.contains(mode);
        let pages: Vec<&String> = hostile.keys().filter(of_mode).collect();
        assert!(pages.iter().any(|path| hostile[*path].contains("&#60;script")), "{mode}");
    }
    for (page, html) in hostile.iter().filter(|(path, _)| path.strip_suffix(".html").is_some()) {
        assert_eq!(elements(html), elements(&harmless[page]), "{page}");
    }
}
