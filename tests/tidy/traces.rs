//! Traces of the machine on which a file was written: absolute paths and hosts of package
//! registries.

use std::path::Path;

/// Folders at the root of a developer's file system.
const FOLDERS: [&str; 9] =
    ["home", "Users", "root", "work", "mnt", "media", "builds", "workspace", "workspaces"];

/// Words in the names of hosts from which packages are downloaded.
const HOSTS: [&str; 12] = [
    "registry", "index", "mirror", "proxy", "artifactory", "nexus", "crates", "pypi",
    "pythonhosted", "npmjs", "debian", "goproxy",
];

/// Returns every absolute path and every host of a package registry in a text.
///
/// `Cargo.lock` and `deny.toml` identify the registry by the address of its index, which is not
/// such a host.
pub(crate) fn faults(path: &Path, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut report = |what: &str| faults.push(format!("{}:{number}: {what}", path.display()));
        for (at, _) in line.match_indices('/') {
            if let Some(folder) = FOLDERS.iter().find(|folder| starts_path_into(line, at, folder)) {
                report(&format!("a path below /{folder} of one machine"));
            }
        }
        for (at, _) in line.match_indices("://") {
            let host = &line[at + 3..];
            let end = host.find(|c: char| !c.is_alphanumeric() && !"-._".contains(c));
            let host = &host[..end.unwrap_or(host.len())];
            if host.split(['.', '-', '_']).any(|word| HOSTS.contains(&word)) {
                report(&format!("the host {host} of a package registry"));
            }
        }
    }
    faults
}

/// Whether an absolute path into the folder starts at the slash.
fn starts_path_into(line: &str, slash: usize, folder: &str) -> bool {
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
    fn absolute_paths_into_a_developers_folders_are_faults() {
        let slash = '/';
        for folder in FOLDERS {
            let text = format!("first\nsee `{slash}{folder}{slash}notes.md`");
            let fault = format!("a.md:2: a path below {slash}{folder} of one machine");
            assert_eq!(faults_of(&text), [fault]);
        }
        assert!(faults_of("data/home/a, https://example.org/work/a, /tmp, /homely/a").is_empty());
    }

    #[test]
    fn hosts_of_package_registries_are_faults() {
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
