//! What each mode has to bring: prompts, a golden transcript, a page.

use std::path::{Path, PathBuf};

/// What each of these modes lacks among the project's files.
pub(crate) fn faults(modes: &[&str], files: &[PathBuf]) -> Vec<String> {
    let lies_in = |folder: &Path| files.iter().any(|file| file.starts_with(folder));
    let named = |folder: &str, stem: &str| {
        files.iter().any(|file| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            file.starts_with(folder) && name.split('.').next() == Some(stem)
        })
    };
    let mut faults = Vec::new();
    for mode in modes {
        let prompts = format!("templates/prompts/{mode}");
        if !lies_in(Path::new(&prompts)) {
            faults.push(format!("mode {mode} has no prompts in {prompts}"));
        }
        if !named("tests/golden/mode", mode) {
            faults.push(format!("mode {mode} has no transcript tests/golden/mode/{mode}.*"));
        }
        let page = format!("mode-{mode}");
        let has_page = named("templates/pages", &page) || named("templates/parts", &page);
        if lies_in(Path::new("templates/pages")) && !has_page {
            faults.push(format!("mode {mode} has no page or part of one templates/*/{page}.*"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_companion_is_missed() {
        let all = [
            "templates/prompts/graph/attacks.md",
            "tests/golden/mode/graph.snap",
            "templates/parts/mode-graph.html",
            "templates/pages/home.html",
        ];
        let without =
            |left_out: &str| all.iter().filter(|f| **f != left_out).map(PathBuf::from).collect();
        let faults_of = |files: Vec<PathBuf>| faults(&["graph"], &files);
        assert!(faults_of(without("")).is_empty());
        assert!(faults_of(without(all[0]))[0].contains("prompts"));
        assert!(faults_of(without(all[1]))[0].contains("transcript"));
        assert!(faults_of(without(all[2]))[0].contains("page"));
        assert_eq!(faults(&["graph", "belief"], &without("")).len(), 3);
    }

    #[test]
    fn no_pages_are_asked_for_before_there_are_any() {
        let files = ["templates/prompts/graph/a.md", "tests/golden/mode/graph.snap"];
        assert!(faults(&["graph"], &files.map(PathBuf::from)).is_empty());
    }
}
