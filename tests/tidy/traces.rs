//! Traces of the machine that a text was written on.

use std::path::Path;

/// Folders at the root of somebody's file system.
const FOLDERS: [&str; 9] =
    ["home", "Users", "root", "work", "mnt", "media", "builds", "workspace", "workspaces"];

/// Parts of the names of hosts that packages are fetched from.
const HOSTS: [&str; 12] = [
    "registry",
    "index",
    "mirror",
    "proxy",
    "artifactory",
    "nexus",
    "crates",
    "pypi",
    "pythonhosted",
    "npmjs",
    "debian",
    "goproxy",
];

/// Every absolute path and every host of a package registry in a text.
///
/// What `Cargo.lock` and `deny.toml` name is no host but the registry itself, by the address of its index.
pub(crate) fn faults(path: &Path, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut tell = |what: &str| faults.push(format!("{}:{number}: {what}", path.display()));
        for (at, _) in line.match_indices('/') {
            if let Some(folder) = FOLDERS.iter().find(|folder| is_below(line, at, folder)) {
                tell(&format!("a path below /{folder} of one machine"));
            }
        }
        for (at, _) in line.match_indices("://") {
            let host = &line[at + 3..];
            let end = host.find(|c: char| !c.is_alphanumeric() && !"-._".contains(c));
            let host = &host[..end.unwrap_or(host.len())];
            if host.split(['.', '-', '_']).any(|part| HOSTS.contains(&part)) {
                tell(&format!("the host {host} of a package registry"));
            }
        }
    }
    faults
}

/// Whether an absolute path into the folder starts at the slash.
fn is_below(line: &str, slash: usize, folder: &str) -> bool {
    let before = line[..slash].chars().next_back();
    let starts = before.is_none_or(|c| c.is_whitespace() || "\"'`(=:<[,".contains(c));
    let after = line[slash + 1..].strip_prefix(folder);
    starts && after.is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_of(text: &str) -> Vec<String> {
        faults(Path::new("a.md"), text)
    }

    #[test]
    fn paths_of_one_machine_are_told() {
        let slash = '/';
        for folder in FOLDERS {
            let text = format!("first\nsee `{slash}{folder}{slash}notes.md`");
            let told = format!("a.md:2: a path below {slash}{folder} of one machine");
            assert_eq!(faults_of(&text), [told]);
        }
        assert!(faults_of("data/home/a, https://example.org/work/a, /tmp, /homely/a").is_empty());
    }

    #[test]
    fn hosts_of_registries_are_told() {
        for host in ["pypi.example", "static.crates.example", "npm-proxy.example"] {
            let text = format!("from https://{host}/a/b");
            assert_eq!(
                faults_of(&text),
                [format!("a.md:1: the host {host} of a package registry")]
            );
        }
        assert!(
            faults_of("https://example.org/index, https://doi.org/10.1000/registry").is_empty()
        );
    }
}
