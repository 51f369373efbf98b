//! Finds the project: the folder that contains `personas` and `data`.

use std::path::{Component, Path, PathBuf};

use super::CommandError;
use super::command_line::shell_word;

/// The current folder.
///
/// # Errors
/// [`CommandError::Usage`] where it cannot be read.
pub(super) fn current_folder() -> Result<PathBuf, CommandError> {
    std::env::current_dir().map_err(|error| {
        CommandError::usage(
            format!("the current folder cannot be read: {error}"),
            "change to another folder",
        )
    })
}

/// A project, and how its paths are shown from the current folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectRoot {
    /// The project's folder, absolute.
    pub folder: PathBuf,
    /// The path to it from the current folder; empty where they are the same.
    pub prefix: PathBuf,
}

impl ProjectRoot {
    /// Takes the folder given with `--root`, or searches from `start` upward.
    ///
    /// # Errors
    /// [`CommandError::Usage`] where no project is found.
    pub fn find(named: Option<&Path>, start: &Path, current: &Path) -> Result<Self, CommandError> {
        let folder = match named {
            Some(named) if is_project(&current.join(named)) => current.join(named),
            Some(named) => {
                let folder = named.display();
                return Err(CommandError::usage(
                    format!(
                        "`{folder}` is not a project: it does not contain the folders `personas` and `data`"
                    ),
                    "name the folder of a project",
                ));
            }
            None => {
                let start = current.join(start);
                // An argument that is not a path, such as the name of an experiment, is looked up
                // from the current folder.
                let start = absolute(if start.exists() { &start } else { current });
                let found = start.ancestors().find(|folder| is_project(folder)).map(Path::to_owned);
                found.ok_or_else(|| {
                    let start = start.display();
                    CommandError::usage(
                        format!(
                            "neither `{start}` nor a folder above it contains `personas` and `data`"
                        ),
                        "change to the folder of a project, such as a checkout of Faultline, or name it with --root DIR; `mkdir personas data` makes \
                         this folder a project",
                    )
                })?
            }
        };
        let folder = absolute(&folder);
        let prefix = prefix(&folder, &absolute(current));
        Ok(Self { folder, prefix })
    }

    /// A path relative to the project; absolute where the two share nothing.
    pub fn path_from(&self, path: &Path) -> PathBuf {
        let path = absolute(path);
        relative(&self.folder, &path).unwrap_or(path)
    }

    /// The manifest that an argument means, from the project: the file at this path, else the
    /// experiment of this name, which is in the folder `experiments`.
    pub fn manifest(&self, current: &Path, argument: &Path) -> PathBuf {
        let path = self.path_from(&current.join(argument));
        if self.folder.join(&path).is_file() {
            return path;
        }
        let named = manifest_named(argument);
        named.filter(|_| argument.extension().is_none()).unwrap_or(path)
    }

    /// The experiment of this name, if its manifest exists.
    pub fn existing_manifest(&self, argument: &Path) -> Option<PathBuf> {
        manifest_named(argument).filter(|path| self.folder.join(path).is_file())
    }

    /// Whether the current folder is in the project, so that commands find it.
    fn is_around(&self) -> bool {
        self.prefix.components().all(|part| part == Component::ParentDir)
    }

    /// The option by which a command in the current folder finds the project; empty where it needs
    /// none.
    pub fn option(&self) -> String {
        if self.is_around() {
            return String::new();
        }
        format!(" --root {}", shell_word(self.prefix.display()))
    }

    /// The shortest argument by which a command in the current folder finds an experiment.
    pub fn experiment_argument(&self, name: &str) -> String {
        if self.is_around() {
            return name.to_owned();
        }
        shell_word(self.prefix.join("experiments").join(format!("{name}.toml")).display())
    }
}

/// The path without links and dots, if it exists.
pub(super) fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn is_project(folder: &Path) -> bool {
    folder.join("personas").is_dir() && folder.join("data").is_dir()
}

/// Where the manifest of an experiment is, if the argument is a name or the name of a file.
fn manifest_named(argument: &Path) -> Option<PathBuf> {
    let mut components = argument.components();
    let is_name =
        matches!((components.next(), components.next()), (Some(Component::Normal(_)), None));
    is_name.then(|| Path::new("experiments").join(argument.with_extension("toml")))
}

fn prefix(folder: &Path, current: &Path) -> PathBuf {
    relative(current, folder).unwrap_or_else(|| folder.to_owned())
}

/// The relative path from a folder to a path; `None` if they share only the root of the disk.
fn relative(from: &Path, to: &Path) -> Option<PathBuf> {
    let shared = from.components().zip(to.components()).take_while(|(one, two)| one == two);
    let depth = shared.clone().count();
    shared.into_iter().find(|(one, _)| matches!(one, Component::Normal(_)))?;
    let up = from.components().skip(depth).map(|_| Component::ParentDir);
    Some(up.chain(to.components().skip(depth)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_is_found_upward_and_its_paths_are_shown_from_the_current_folder() {
        let folder = tempfile::tempdir().unwrap();
        let project = absolute(folder.path()).join("project");
        std::fs::create_dir_all(project.join("personas/bear")).unwrap();
        std::fs::create_dir_all(project.join("data")).unwrap();
        let find = |named: Option<&str>, current: &Path| {
            let root = ProjectRoot::find(named.map(Path::new), Path::new(""), current);
            root.map(|root| root.prefix).map_err(|error| error.to_string())
        };
        assert_eq!(find(None, &project), Ok(PathBuf::new()));
        assert_eq!(find(None, &project.join("personas/bear")), Ok(PathBuf::from("../..")));
        assert_eq!(find(Some("project"), folder.path()), Ok(PathBuf::from("project")));
        let beside = folder.path().join("beside");
        std::fs::create_dir(&beside).unwrap();
        assert_eq!(find(Some("../project"), &beside), Ok(PathBuf::from("../project")));
        let elsewhere = find(Some("elsewhere"), folder.path()).unwrap_err();
        assert!(elsewhere.starts_with("`elsewhere` is not a project"), "{elsewhere}");
        let outside = find(None, folder.path()).unwrap_err();
        assert!(outside.starts_with("neither `"), "{outside}");
    }

    #[test]
    fn an_experiment_is_found_by_its_path_and_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let project = absolute(folder.path());
        for path in ["personas", "data/bread", "experiments"] {
            std::fs::create_dir_all(project.join(path)).unwrap();
        }
        for path in ["experiments/bread.toml", "experiments/tea.toml", "tea"] {
            std::fs::write(project.join(path), "").unwrap();
        }
        let root = ProjectRoot::find(None, Path::new(""), &project).unwrap();
        for (current, argument, found) in [
            ("", "bread", "experiments/bread.toml"),
            ("data", "bread", "experiments/bread.toml"),
            ("", "experiments/bread.toml", "experiments/bread.toml"),
            ("experiments", "bread.toml", "experiments/bread.toml"),
            ("", "tea", "tea"),
            ("", "milk", "experiments/milk.toml"),
            ("", "milk.toml", "milk.toml"),
            ("", "data/milk", "data/milk"),
        ] {
            let manifest = root.manifest(&project.join(current), Path::new(argument));
            assert_eq!(manifest, Path::new(found), "{argument} in `{current}`");
        }
        assert_eq!(root.experiment_argument("bread"), "bread");
        let outside = ProjectRoot { prefix: PathBuf::from("../project"), ..root };
        assert_eq!(outside.experiment_argument("bread"), "../project/experiments/bread.toml");
    }

    #[test]
    fn paths_are_relative_to_the_project_unless_they_share_nothing_with_it() {
        let root = ProjectRoot { folder: PathBuf::from("/a/project"), prefix: PathBuf::new() };
        for (path, written) in [
            ("/a/project/experiments/x.toml", "experiments/x.toml"),
            ("/a/project", ""),
            ("/a/beside/x.toml", "../beside/x.toml"),
            ("/elsewhere/x.toml", "/elsewhere/x.toml"),
        ] {
            assert_eq!(root.path_from(Path::new(path)), Path::new(written), "{path}");
        }
    }
}
