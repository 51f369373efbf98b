//! A project with hostile text in every file, built by the command line, compared with the same
//! project with harmless text.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::check_hostile;

/// Hostile text. [`tamed`] has as many words with the same letters, so that both give the same
/// matches.
const HOSTILE: &str = "qq <script>qx</script> \"><img src=qy onerror=qz> ]]> --> [qa](javascript:qb) **qc** `qd` {{ qe }} \
    {% qf %} & &lt; # | ~~qg~~ $qh$ <!-- qi";

/// The same text with a comma in place of every mark that ends a clause, where a long sentence may
/// be shortened, and a dot in place of every other character that any format treats as markup.
fn tamed(text: &str) -> String {
    let tame = |c: char| match c {
        ',' | ';' | ':' | ')' => ',',
        c if c.is_alphanumeric() || c == ' ' => c,
        _ => '·',
    };
    text.chars().map(tame).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// A TOML file with `text` after each value that pages show.
fn toml(file: &str, text: &str) -> String {
    const SHOWN: [&str; 17] = [
        "title", "description", "question", "yes", "no", "background", "settles", "name",
        "summary", "identity", "thinking", "epistemology", "horizon", "evidence_policy", "voice",
        "text", "when",
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

/// A Markdown file with `text` after its title, its prose and each item, and in every source.
fn markdown(file: &str, text: &str) -> String {
    let escaped = |text: &str| -> String {
        let is_markup = |c: char| c.is_ascii_punctuation();
        text.chars().flat_map(|c| is_markup(c).then_some('\\').into_iter().chain([c])).collect()
    };
    let text_here = escaped(text);
    let source = format!("source=\"{} ", text.replace(['"', '{', '}', '&'], ""));
    let lines = file.lines().map(|line| {
        let line = line.replace("source=\"", &source);
        match line.split_once(" {") {
            Some((visible, braces)) if line.trim_start().starts_with("- ") => {
                format!("{visible} {text_here} {{{braces}\n")
            }
            None if line.trim_start().starts_with("- ") => format!("{line} {text_here}\n"),
            _ if line.starts_with("title: ") => format!("{line} {text}\n"),
            _ if line.ends_with('.') => format!("{line} {text_here}\n"),
            _ => format!("{line}\n"),
        }
    });
    lines.collect()
}

/// The pages of this project's own experiment with `text` added to every file.
fn built(text: &str) -> BTreeMap<String, String> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let project = tempfile::tempdir().unwrap();
    let folders = ["personas", "data/topics", "data/passages", "data/evidence", "experiments"];
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
    // The file names of debate pages end in a hash of the inputs.
    let cells: Vec<String> = pages.keys().filter_map(|path| digits(path)).collect();
    let alike = |text: String| cells.iter().fold(text, |text, cell| text.replace(cell, "-digits"));
    pages.into_iter().map(|(path, text)| (alike(path), alike(text))).collect()
}

fn digits(path: &str) -> Option<String> {
    let (_, end) = path.strip_prefix("debates/")?.strip_suffix(".html")?.rsplit_once('-')?;
    Some(format!("-{end}"))
}

/// The names of all elements of a page, including its drawings.
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
fn user_text_changes_only_the_words_of_the_pages_of_every_mode() {
    let (hostile, harmless) = (built(HOSTILE), built(&tamed(HOSTILE)));
    check_hostile("the text of the files", &hostile, &harmless);
    for mode in ["single-", "graph-", "belief-"] {
        let of_mode = |path: &&String| path.starts_with("debates/") && path.contains(mode);
        let pages: Vec<&String> = hostile.keys().filter(of_mode).collect();
        assert!(pages.iter().any(|path| hostile[*path].contains("&#60;script")), "{mode}");
    }
    for (page, html) in hostile.iter().filter(|(path, _)| path.strip_suffix(".html").is_some()) {
        assert_eq!(elements(html), elements(&harmless[page]), "{page}");
    }
}
