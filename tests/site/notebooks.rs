//! Pages of notebooks: what is shown, what is refused, and how large a page gets.

use faultline_report::notebook::{self, Change, State};
use faultline_report::site::NotebookFile;
use serde_json::{Value, json};

use crate::fixture::{self, Whole};
use crate::{HOSTILE, check_ids, files, markup};

fn code(source: &str, outputs: &[Value]) -> Value {
    json!({"cell_type": "code", "source": source, "outputs": outputs, "execution_count": 1, "metadata": {}})
}

fn prose(source: &str) -> Value {
    json!({"cell_type": "markdown", "source": source, "metadata": {}})
}

fn value(data: &Value) -> Value {
    json!({"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": 1})
}

fn stdout(text: &str) -> Value {
    json!({"output_type": "stream", "name": "stdout", "text": text})
}

fn file(cells: &[Value], state: State) -> NotebookFile {
    let hash = "0f".repeat(32);
    let text = json!({"nbformat": 4, "nbformat_minor": 5, "metadata": {
        "faultline": {"cells": hash, "runs": {"ai-jobs-0123456789ab": hash}, "version": "0.1.0"}
    }, "cells": cells});
    let content = notebook::read(&text.to_string()).map(|notebook| (notebook, state));
    NotebookFile { path: "experiments/first-look.ipynb".to_owned(), content }
}

/// A notebook with one output of each kind.
pub(crate) fn example() -> NotebookFile {
    let drawing = "<svg class=\"fl\" role=\"img\" aria-labelledby=\"t\" viewBox=\"0 0 9 9\"><title id=\"t\">A graph</title>\
        <a href=\"#n1\" aria-label=\"n1\"><rect id=\"n1\" width=\"9\" height=\"9\"/></a></svg>";
    let cells = [
        prose("# A first look\n\nWhat the debates say, in *one* table."),
        code(
            "let debates = store.debates(\"ai-jobs\")?; // all of them\ndebates.table()",
            &[
                stdout("\u{1b}[32m2 debates\u{1b}[0m\n"),
                value(&json!({
                    "text/html": ["<table><thead><tr><th>mode</th></tr></thead>", "<tbody><tr><td>graph</td></tr></tbody></table>"],
                    "text/plain": "mode\ngraph"
                })),
            ],
        ),
        prose("## Drawing\n\n```rust\nlet x = 1;\n```"),
        code("graph()", &[value(&json!({"text/html": drawing, "text/plain": "n1"}))]),
        prose("## Two\n\n### Below"),
        code("chart()", &[value(&json!({"image/png": "iVBORw0K", "text/plain": "A chart"}))]),
        code("twice()", &[value(&json!({"text/html": drawing, "text/plain": "n1"}))]),
    ];
    file(&cells, State::Current)
}

fn whole(notebook: NotebookFile) -> Whole {
    let mut whole = fixture::experiment();
    whole.experiment.notebooks = vec![notebook];
    whole
}

/// The page of a notebook and its twin.
fn pages(notebook: NotebookFile) -> (String, String) {
    let mut files = files(&whole(notebook));
    check_ids(&files);
    let mut page = |ending: &str| files.remove(&format!("notebooks/first-look.{ending}")).unwrap();
    (page("html"), page("md"))
}

#[test]
fn a_notebook_as_markdown() {
    let (_, markdown) = pages(example());
    insta::with_settings!({ snapshot_path => "../golden/site", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("notebook", markdown);
    });
}

#[test]
fn a_page_shows_title_contents_code_and_outputs() {
    let (html, _) = pages(example());
    for shown in [
        "<h1>A first look</h1>",
        "<li><a href=\"#s-drawing\">Drawing</a></li><li><a href=\"#s-two\">Two</a></li>",
        "<span class=\"kw\">let</span> debates = store.debates(<span class=\"str\">&#34;ai-jobs&#34;</span>)",
        "<pre>2 debates\n</pre>",
        "<table><thead><tr><th>mode</th></tr></thead><tbody><tr><td>graph</td></tr></tbody></table>",
        "<rect id=\"o3-n1\" width=\"9\" height=\"9\"></rect>",
        "<img src=\"data:image/png;base64,iVBORw0K\" alt=\"A chart\">",
        "nothing has changed since",
    ] {
        assert!(html.contains(shown), "{shown} is not in {html}");
    }
    assert_eq!(html.matches("A first look</h").count(), 1, "the title is shown once");
}

#[test]
fn the_front_page_links_to_notebooks_and_says_which_are_not_current() {
    let files = files(&whole(example()));
    let home = &files["index.html"];
    assert!(home.contains("<a href=\"notebooks/first-look.html\">A first look</a>"));
    assert!(
        files["index.md"]
            .contains("- [A first look](notebooks/first-look.md): experiments/first-look.ipynb\n")
    );
    let mut outdated = example();
    outdated.content.as_mut().unwrap().1 = State::Outdated(vec![Change::Cells]);
    let files = files_of(outdated);
    assert!(files.contains("its outputs are out of date"), "{files}");
    let mut none = fixture::experiment();
    none.experiment.notebooks = Vec::new();
    let files = crate::files(&none);
    assert!(!files["index.html"].contains("Notebooks"));
    assert!(!files.contains_key("assets/notebook.css"));
}

fn files_of(notebook: NotebookFile) -> String {
    files(&whole(notebook)).remove("index.html").unwrap()
}

#[test]
fn a_notebook_whose_outputs_are_not_current_says_why_and_what_to_run() {
    let run = || "ai-jobs-0123456789ab".to_owned();
    let other = || "ai-jobs-ba9876543210".to_owned();
    for (state, what) in [
        (State::Outdated(vec![Change::Cells]), "Code cells were edited, added or removed."),
        (State::Outdated(vec![Change::NotRun(2)]), "2 code cells have not been run."),
        (
            State::Outdated(vec![Change::Version {
                then: "0.0.9".to_owned(),
                now: "0.1.0".to_owned(),
            }]),
            "The outputs are of Faultline 0.0.9, these pages of Faultline 0.1.0.",
        ),
        (State::Outdated(vec![Change::Run { then: run(), now: other() }]), "these pages those of"),
        (
            State::Outdated(vec![Change::Debates(run())]),
            "has other debates in the store than the notebook read",
        ),
        (
            State::Outdated(vec![Change::NoRun { run: run(), why: String::new() }]),
            "is not in the store",
        ),
        (State::Unrecorded, "does not say from which cells and debates they were computed"),
        (State::NotRun, "No cell of the notebook"),
        (State::Failed { cell: 1, error: "Panic: no".to_owned() }, "Panic: no"),
    ] {
        let mut notebook = example();
        notebook.content.as_mut().unwrap().1 = state;
        let (html, markdown) = pages(notebook);
        for page in [html, markdown] {
            assert!(page.contains(what), "{what} is not in {page}");
            assert!(
                page.contains("faultline-kernel execute experiments/first-look.ipynb"),
                "{page}"
            );
        }
    }
}

#[test]
fn a_notebook_that_cannot_be_read_has_a_page_with_the_reason() {
    for (text, reason, help) in [
        ("{", "It is not JSON: ", "Restore the file"),
        (
            "{\"nbformat\": 3}",
            "It has format 3 of notebooks",
            "--nbformat 4 --inplace experiments/first-look.ipynb",
        ),
    ] {
        let content = notebook::read(text).map(|notebook| (notebook, State::Current));
        let (html, markdown) =
            pages(NotebookFile { path: "experiments/first-look.ipynb".to_owned(), content });
        for page in [html, markdown] {
            let page = page.replace("\\-", "-");
            assert!(page.contains(reason) && page.contains(help), "{page}");
        }
    }
}

#[test]
fn foreign_text_in_a_notebook_runs_nothing_and_leads_nowhere() {
    let attacks = [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "</code></pre></div><script>alert(1)</script>",
        "<svg onload=alert(1)><script>alert(1)</script></svg>",
        "<a href=\"javascript:alert(1)\">x</a>",
        "[x](javascript:alert(1)) ![y](https://example.org/y.png)",
        "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
        "<p id=\"main\" style=\"position:fixed;background:url(https://example.org)\">x</p>",
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=x onerror=alert(1)&gt;\">",
        "{{ frame }}{% include %}",
    ];
    for text in attacks.into_iter().chain(HOSTILE) {
        let error =
            json!({"output_type": "error", "ename": text, "evalue": text, "traceback": [text]});
        let mut outputs = vec![stdout(text), error, json!({"output_type": text})];
        for mime in [
            "text/html", "image/svg+xml", "image/png", "text/markdown", "text/plain",
            "application/json", text,
        ] {
            outputs.push(value(&json!({mime: text})));
        }
        let cells = [
            prose(text),
            prose(&format!("# {text}\n\n## {text}")),
            code(text, &outputs),
            json!({"cell_type": "raw", "source": text}),
        ];
        let (html, markdown) =
            pages(file(&cells, State::Failed { cell: 1, error: text.to_owned() }));
        assert_eq!(html.matches("<script").count(), 1, "{text}: {html}");
        for tag in html.split('<').skip(1).map(|rest| rest.split('>').next().unwrap()) {
            for word in [" on", "srcdoc", "javascript:", "position", "example.org"] {
                // The value of an attribute may contain any word, for it is quoted.
                let outside: String = tag.split('"').step_by(2).collect();
                assert!(!outside.contains(word), "{text}: <{tag}>");
            }
        }
        for (name, harmless) in [("href", "#"), ("src", "data:image/")] {
            let addresses = markup::attributes(&html, name);
            let foreign = addresses.iter().filter(|address| {
                !address.starts_with(harmless) && !address.starts_with("../") && !address.is_empty()
            });
            let own = ["data:,", "first-look.md"];
            let foreign: Vec<&String> =
                foreign.filter(|address| !own.contains(&address.as_str())).collect();
            assert!(foreign.is_empty(), "{text}: {foreign:?}");
        }
        assert!(
            !markup::attributes(&html, "style").iter().any(|style| style.contains("url(")),
            "{text}"
        );
        for link in markup::markdown_links(&markdown) {
            assert!(!link.contains(':'), "{text}: {link} in {markdown}");
        }
        assert!(
            !markup::markdown_structure(&markdown).iter().any(|event| event.contains("Html")),
            "{text}: {markdown}"
        );
    }
}

#[test]
fn no_page_of_a_notebook_has_more_than_2_mb() {
    let long = "<&\"é\n".repeat(300_000);
    let outputs: Vec<Value> = (0..400).map(|_| stdout(&long[..200_000])).collect();
    let table = format!("<table>{}</table>", "<tr><td>x</td></tr>".repeat(40_000));
    let many: Vec<Value> = (0..20_000).map(|_| code("x", &[stdout("y")])).collect();
    let headings = "## a\n\n".repeat(100_000);
    for cells in [
        vec![code("x", &outputs), code("y", &[])],
        vec![code(&long, &[]), prose(&long), prose(&headings)],
        (0..5)
            .map(|_| code("x", &[value(&json!({"text/html": table, "text/plain": "t"}))]))
            .collect(),
        many,
        vec![prose(&format!("# {}", "long ".repeat(100_000))), prose(&long)],
    ] {
        let (html, markdown) = pages(file(&cells, State::Current));
        assert!(
            html.len() < 2_000_000 && markdown.len() < 2_000_000,
            "{} {}",
            html.len(),
            markdown.len()
        );
        for page in [html, markdown] {
            assert!(page.contains("because this page is full"), "{}", &page[..3_000]);
        }
    }
}
