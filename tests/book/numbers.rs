//! The page of the numbers by which texts are read, copied from the constants of the code with
//! their documentation.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What a group of files decides.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "What a persona says, answers and grants, and what rests on what",
        &["kernel/src/corpus/", "kernel/src/dependence.rs"],
    ),
    ("What a sentence says, and how much two texts have in common", &["kernel/src/text/"]),
    ("How much two words are alike", &["kernel/words/src/"]),
    ("What an essay without tags says", &["kernel/src/format/untagged/"]),
];

const INTRODUCTION: &str = "# Numbers in the rules

The rules by which texts are read have limits and weights. Here they are, each with what its documentation says; the lists of words \
are in the files. They decide what the provider `corpus` says and what rests on what, so a crux can depend on them.

None was fitted by search to the debates of the benchmark. Most are limits that a reader would set without looking at data, or \
are taken from the literature. Those of the likeness of words, and the least cosine of a link, were chosen while looking at how well \
reasons in other words are linked on the twelve sentence banks in `data/planted`, so the benchmark does not test these on unseen texts.

*This page is generated from the code.*
";

/// The page with the text that it should have. `files` has the path and the code of each file, from
/// the root of the project.
pub(crate) fn expected(src: &Path, files: &[(String, String)]) -> Vec<(PathBuf, String)> {
    let mut page = INTRODUCTION.to_owned();
    for (title, folders) in GROUPS {
        let _ =
            write!(page, "\n## {title}\n\n| Value | What it is | File |\n| ---: | --- | --- |\n");
        let of_group = |path: &str| folders.iter().any(|folder| path.starts_with(folder));
        for (path, code) in files.iter().filter(|(path, _)| of_group(path)) {
            let file = path.trim_start_matches("kernel/src/").trim_start_matches("kernel/");
            for (value, meaning) in numbers(code) {
                let _ = writeln!(page, "| {value} | {meaning} | `{file}` |");
            }
        }
    }
    vec![(src.join("reference/numbers.md"), page)]
}

/// The numbers of a file, each with its documentation in one line. Tests are left out.
fn numbers(code: &str) -> Vec<(&str, String)> {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let (mut found, mut docs) = (Vec::new(), Vec::new());
    for line in code.lines().map(str::trim) {
        if let Some(doc) = line.strip_prefix("///") {
            docs.push(doc.trim());
            continue;
        }
        if let Some(value) = number(line) {
            let meaning = docs.join(" ").replace("[`", "`").replace("`]", "`").replace('|', "\\|");
            assert!(!meaning.is_empty(), "the number has no documentation: {line}");
            found.push((value, meaning));
        }
        docs.clear();
    }
    found
}

/// The value of a line that defines a number.
fn number(line: &str) -> Option<&str> {
    let (name, value) = line.strip_suffix(';')?.split_once(" = ")?;
    let is_constant =
        name.starts_with("const ") || name.starts_with("pub") && name.contains(" const ");
    let is_number = value.starts_with(|c: char| c.is_ascii_digit());
    (is_constant && is_number).then_some(value)
}
