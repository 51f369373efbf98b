//! The pages of the modes, made from what each mode says about itself.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use faultline::mode::{About, ControlEffect, DebateSize, ModeName, Passages};

use crate::page::between_marks;

/// What follows from the modes in the book below `src`: each file with the text that it should
/// have.
pub(crate) fn expected(src: &Path, read: impl Fn(&Path) -> String) -> Vec<(PathBuf, String)> {
    let page = |mode: ModeName| (src.join(format!("modes/{mode}.md")), page(mode));
    let mut files: Vec<(PathBuf, String)> = ModeName::ALL.into_iter().map(page).collect();
    let overview = src.join("modes/overview.md");
    files.push((overview.clone(), between_marks(&read(&overview), "modes", &table())));
    let summary = src.join("SUMMARY.md");
    files.push((summary.clone(), summarised(&read(&summary))));
    files
}

/// What the manifest and the number of calls on a page are about: a topic of this project that the
/// mode can debate.
struct Example {
    title: &'static str,
    topic: &'static str,
    personas: [&'static str; 2],
    size: DebateSize,
    size_in_words: &'static str,
}

fn example(mode: ModeName) -> Example {
    match mode.with_defaults().passages() {
        Passages::None => Example {
            title: "AI and jobs, by one mode",
            topic: "ai-jobs",
            personas: ["displacement-bear", "institutional-macro"],
            size: DebateSize { personas: 2, axes: 8, ..DebateSize::default() },
            size_in_words: "a topic of eight axes",
        },
        Passages::First(_) | Passages::All => Example {
            title: "A parable, by one mode",
            topic: "parable",
            personas: ["literalist", "symbolist"],
            size: DebateSize { personas: 2, axes: 6, passages: 5, observers: 3 },
            size_in_words: "a topic of six axes, five passages and three observers",
        },
    }
}

fn page(mode: ModeName) -> String {
    let about = mode.about();
    let mut page = format!("# {}\n\n{}\n\n", about.title, about.summary);
    let folder = format!("kernel/src/mode/{mode}");
    let _ = write!(
        page,
        "*This page is generated from `{folder}.rs` and `{folder}/`. Manifests, commands and links call the mode \
         `{mode}`.*\n\n"
    );
    let _ = write!(page, "## Protocol\n\n{}\n\n", about.protocol.trim());
    page += &parameters(mode, about);
    page += &controls(about);
    page += &calls(mode);
    page += &questions(mode);
    page += &measures(about);
    page += &details(mode);
    page.trim_end().to_owned() + "\n"
}

fn parameters(mode: ModeName, about: &About) -> String {
    let mut text = String::from(
        "## Parameters\n\n| key | meaning | values | default |\n| --- | --- | --- | --- |\n",
    );
    for parameter in about.parameters {
        let (meaning, values) = (cell(parameter.meaning), cell(&parameter.values.to_string()));
        let default = parameter.default().to_toml();
        let _ = writeln!(text, "| `{}` | {meaning} | {values} | `{default}` |", parameter.key);
    }
    let Example { title, topic, personas: [first, second], .. } = example(mode);
    let _ = write!(
        text,
        "\nA manifest that sets every parameter to its default:\n\n```toml file=experiments/all-defaults.toml\n\
         title = \"{title}\"\ntopics = [\"{topic}\"]\npersonas = [[\"{first}\", \"{second}\"]]\n\n\
         [provider]\nkind = \"corpus\"\n\n[modes.{mode}]\n"
    );
    for parameter in about.parameters {
        let _ = writeln!(text, "{} = {}", parameter.key, parameter.default().to_toml());
    }
    text + "```\n\n```sh\nreport run experiments/all-defaults.toml\n```\n\n"
}

fn controls(about: &About) -> String {
    if about.controls.is_empty() {
        return "## Controls\n\nThis mode takes no [control](../guides/controls.md): no persona sees what the others say.\n\n"
            .to_owned();
    }
    let mut text = String::from(
        "## Controls\n\nWhat the mode finds beyond its [controls](../guides/controls.md) is what its protocol is worth.\n\n\
         | key | in this mode |\n| --- | --- |\n",
    );
    for ControlEffect { control, effect } in about.controls {
        let _ = writeln!(text, "| `{control}` | {} |", cell(effect));
    }
    text + "\n"
}

fn calls(mode: ModeName) -> String {
    let Example { size, size_in_words, .. } = example(mode);
    let calls = mode.with_defaults().calls(size);
    let formula = calls.to_string();
    let total = calls.total();
    let sum = if formula.contains(' ') { format!("{formula} = {total}") } else { formula };
    format!(
        "## Calls\n\nWith two personas, {size_in_words} and default parameters a debate makes at most this many calls, not counting [answers that are sent back and second calls of a judge](overview.md#common-rules):\n\n\
         ```text\n{sum}\n```\n\n"
    )
}

fn questions(mode: ModeName) -> String {
    let mut text = String::from(
        "## Questions to the provider\n\nThe protocol may ask the provider these questions. A language model gets each as a prompt.\n\n",
    );
    for question in mode.questions() {
        let _ = writeln!(text, "- `{}`", question.spec.name);
    }
    text + "\n"
}

fn details(mode: ModeName) -> String {
    let schema = |(record, _): &(&str, _)| {
        format!("[{record}](../reference/schemas/{mode}-{record}-detail.schema.json)")
    };
    let schemas: Vec<String> = mode.details().iter().map(schema).collect();
    if schemas.is_empty() {
        return String::new();
    }
    let listed = schemas.join(", ");
    format!(
        "\n## Records\n\nThe mode stores data of its own as `detail` of these records: {listed}.\n"
    )
}

fn measures(about: &About) -> String {
    if about.measures.is_empty() {
        return "## Measures\n\nThis mode reports no numbers of its own.\n".to_owned();
    }
    let mut text =
        String::from("## Measures\n\n| measure | meaning | aim |\n| --- | --- | --- |\n");
    for measure in about.measures {
        let (meaning, aim) = (cell(measure.meaning), cell(&measure.aim().unwrap_or_default()));
        let _ = writeln!(text, "| {} | {meaning} | {aim} |", measure.name);
    }
    text
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The table of all modes.
fn table() -> String {
    let mut text = String::from("\n| mode | | calls at most |\n| --- | --- | ---: |\n");
    for mode in ModeName::ALL {
        let (about, size) = (mode.about(), example(mode).size);
        let (title, summary) = (about.title, cell(about.summary));
        let calls = mode.with_defaults().calls(size).total();
        let _ = writeln!(text, "| [{title}: `{mode}`]({mode}.md) | {summary} | {calls} |");
    }
    text + "\n"
}

/// The summary with a line for each mode below the overview of modes.
fn summarised(summary: &str) -> String {
    let is_mode = |line: &&str| line.contains("(modes/") && !line.contains("overview");
    let others = summary.lines().filter(|line| !is_mode(line));
    let mut text = String::new();
    for line in others {
        let _ = writeln!(text, "{line}");
        if line.contains("(modes/overview.md)") {
            for mode in ModeName::ALL {
                let _ = writeln!(text, "  - [{}](modes/{mode}.md)", mode.about().title);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_lists_each_mode_once() {
        let once = summarised("- [Modes](modes/overview.md)\n- [End](end.md)\n");
        assert_eq!(once.matches("(modes/").count(), 1 + ModeName::ALL.len());
        assert!(once.ends_with("- [End](end.md)\n"));
        assert_eq!(summarised(&once), once);
    }
}
