//! Files that the folder of each mode must have: the protocol in words, prompts of its own
//! questions, and scripted debates with their transcripts.

use std::path::{Path, PathBuf};

/// The modules of the modes are children of this module.
const MODES: &str = "kernel/src/mode";

/// Returns the files that the folder of a mode must have and that are missing.
pub(crate) fn faults(modes: &[&str], files: &[PathBuf]) -> Vec<String> {
    let exists = |path: &Path| files.iter().any(|file| file == path);
    let mut faults = Vec::new();
    for mode in modes {
        let folder = Path::new(MODES).join(mode);
        let mut missing = |what: &str, path: &Path| {
            faults.push(format!("mode {mode} has no {what} {}", path.display()));
        };
        let protocol = folder.join("protocol.md");
        if !exists(&protocol) {
            missing("description of its protocol", &protocol);
        }
        // A mode may ask only questions that others ask too.
        let asks = files.iter().any(|file| is_in(file, &folder.join("questions"), ".rs"));
        let prompts = folder.join("prompts");
        if asks && !files.iter().any(|file| is_in(file, &prompts, ".md")) {
            missing("prompt in", &prompts);
        }
        let tests = folder.join("tests");
        let scripts: Vec<&PathBuf> =
            files.iter().filter(|file| is_in(file, &tests, SCRIPT)).collect();
        if scripts.is_empty() {
            missing("scripted debate in", &tests);
        }
        for script in scripts {
            let transcript = script.to_string_lossy().replace(SCRIPT, ".snap");
            if !exists(Path::new(&transcript)) {
                missing("transcript", Path::new(&transcript));
            }
        }
    }
    faults
}

/// How the name of a scripted debate ends.
const SCRIPT: &str = ".script.json";

fn is_in(file: &Path, folder: &Path, ending: &str) -> bool {
    file.starts_with(folder) && file.to_string_lossy().ends_with(ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_missing_file_of_a_mode_is_a_fault() {
        let all = [
            "kernel/src/mode/graph/protocol.md",
            "kernel/src/mode/graph/prompts/attacks.md",
            "kernel/src/mode/graph/tests/agreed.script.json",
            "kernel/src/mode/graph/tests/agreed.snap",
            "kernel/src/mode/graph/tests/prompt-attacks.snap",
            "kernel/src/mode/graph/questions/attacks.rs",
        ];
        let without =
            |left_out: &str| all.iter().filter(|f| **f != left_out).map(PathBuf::from).collect();
        let faults_of = |files: Vec<PathBuf>| faults(&["graph"], &files);
        assert_eq!(faults_of(without("")), [""; 0]);
        assert!(faults_of(without(all[0]))[0].contains("protocol.md"));
        assert!(faults_of(without(all[1]))[0].contains("prompts"));
        assert!(faults_of(without(all[2]))[0].contains("scripted debate"));
        assert!(faults_of(without(all[3]))[0].contains("agreed.snap"));
        let own = |files: Vec<PathBuf>| -> Vec<PathBuf> {
            files.into_iter().filter(|file| !file.ends_with("questions/attacks.rs")).collect()
        };
        assert_eq!(faults_of(own(without(all[1]))), [""; 0], "it asks no question of its own");
        assert_eq!(faults(&["graph", "belief"], &without("")).len(), 2);
    }
}
