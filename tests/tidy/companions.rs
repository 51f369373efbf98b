//! Files that each mode must have: prompts, a golden transcript, a page.

use std::path::{Path, PathBuf};

/// Returns the files that a mode must have and that are missing.
pub(crate) fn faults(modes: &[&str], files: &[PathBuf]) -> Vec<String> {
    let exists_in = |folder: &Path| files.iter().any(|file| file.starts_with(folder));
    let named = |folder: &str, stem: &str| {
        files.iter().any(|file| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            file.starts_with(folder) && name.split('.').next() == Some(stem)
        })
    };
    let mut faults = Vec::new();
    for mode in modes {
        let prompts = format!("templates/prompts/{mode}");
        if !exists_in(Path::new(&prompts)) {
            faults.push(format!("mode {mode} has no prompts in {prompts}"));
        }
        if !named("tests/golden/mode", mode) {
            faults.push(format!("mode {mode} has no transcript tests/golden/mode/{mode}.*"));
        }
        // Modes without a template of their own share one.
        if !["mode".to_owned(), format!("mode-{mode}")].iter().any(|p| named("templates/pages", p))
        {
            faults.push(format!("mode {mode} has no page templates/pages/mode[-{mode}].*"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_missing_file_of_a_mode_is_a_fault() {
        let all = [
            "templates/prompts/graph/attacks.md",
            "tests/golden/mode/graph.snap",
            "templates/pages/mode-graph.html",
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
    fn modes_may_share_one_page_template() {
        let shared =
            ["templates/pages/mode.html", "templates/pages/modern.html"].map(PathBuf::from);
        let pageless = |files: &[PathBuf]| {
            faults(&["graph"], files).iter().filter(|fault| fault.contains("page")).count()
        };
        assert_eq!(pageless(&shared), 0);
        assert_eq!(pageless(&shared[1..]), 1);
    }
}
