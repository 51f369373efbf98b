use super::*;
use crate::site::route::Route;

fn shown(output: &Output) -> ShownOutput {
    let links = Links { here: Route::of_notebook("a"), notebooks: BTreeMap::new() };
    let (label, prefix) = ("Output 1 of code cell 1".to_owned(), "o1-".to_owned());
    ShownOutput::of(
        output,
        OutputContext { label, prefix, outline: &mut Outline::default(), links: &links },
    )
}

fn value(pairs: &[(&str, &str)]) -> ShownOutput {
    let data = pairs.iter().map(|(mime, data)| ((*mime).to_owned(), (*data).to_owned()));
    shown(&Output::Value(data.collect()))
}

fn text(text: &str) -> OutputForm {
    OutputForm::Text { text: text.to_owned(), is_stderr: false }
}

#[test]
fn the_best_form_of_a_value_is_shown() {
    let html = ("text/html", "<b>x</b>");
    let plain = ("text/plain", "x");
    let markup = OutputForm::Markup { html: "<b>x</b>".to_owned(), md: "    x".to_owned() };
    assert_eq!(value(&[html, plain]).form, markup);
    let png =
        OutputForm::Image { source: "data:image/png;base64,AA".to_owned(), text: "x".to_owned() };
    assert_eq!(value(&[("image/png", "AA"), plain]).form, png);
    let jpeg = value(&[("image/jpeg", "AA"), ("text/plain", "a\nb")]).form;
    assert!(matches!(jpeg, OutputForm::Image { text, .. } if text == "Output 1 of code cell 1"));
    assert_eq!(value(&[("application/json", "{}")]).form, text("{}"));
    assert_eq!(
        value(&[("text/markdown", "*a*")]).form,
        OutputForm::Markup { html: "<p><em>a</em></p>\n".to_owned(), md: "*a*".to_owned() }
    );
}

#[test]
fn markup_that_could_do_something_is_shown_as_text_with_the_reason() {
    let script = value(&[("text/html", "<script>alert(1)</script>"), ("text/plain", "safe")]);
    assert_eq!(
        (script.form, script.notes),
        (text("safe"), vec![OutputNote::Element("script".to_owned())])
    );
    let source = value(&[("text/html", "<img src=x onerror=alert(1)>")]);
    assert_eq!(source.form, text("<img src=x onerror=alert(1)>"));
    let open = value(&[("text/html", "<b>x"), ("text/plain", "x")]);
    assert_eq!(open.notes, [OutputNote::Malformed("`<b>` does not end".to_owned())]);
    let svg = value(&[
        ("image/svg+xml", "<svg><script>alert(1)</script></svg>"),
        ("text/plain", "chart"),
    ]);
    let OutputForm::Image { source, text } = svg.form else { panic!("{svg:?}") };
    assert_eq!(text, "chart");
    assert!(source.starts_with("data:image/svg+xml,%3Csvg%3E%3Cscript"), "{source}");
    let fake = value(&[("image/png", "\"><script>"), ("text/plain", "x")]);
    assert_eq!(fake.form, super::tests::text("x"));
}

#[test]
fn nothing_is_left_out_in_silence() {
    let unknown = value(&[("application/vnd.x+json", "{}"), ("video/mp4", "AA")]);
    let kinds = vec!["application/vnd.x+json".to_owned(), "video/mp4".to_owned()];
    assert_eq!((unknown.form, unknown.notes), (OutputForm::None, vec![OutputNote::NoForm(kinds)]));
    assert_eq!(value(&[]).notes, [OutputNote::NoForm(Vec::new())]);
    assert_eq!(
        shown(&Output::Unknown("pyout".to_owned())).notes,
        [OutputNote::Unknown("pyout".to_owned())]
    );
}

#[test]
fn a_huge_output_is_cut_and_says_how_much_is_left_out() {
    let long = "é<\n".repeat(1_000_000);
    let stream = shown(&Output::Stream { is_stderr: true, text: long.clone() });
    let OutputForm::Text { text: kept, is_stderr: true } = &stream.form else { panic!() };
    let left_out = 3_000_000 - kept.chars().count();
    assert_eq!(stream.notes, [OutputNote::Cut { left_out, all: 3_000_000 }]);
    assert!(stream.size() <= MOST_TEXT + 2_000, "{}", stream.size());
    let html = value(&[("text/html", &format!("<p>{long}</p>")), ("text/plain", "short")]);
    assert_eq!((html.form, html.notes), (text("short"), vec![OutputNote::TooLarge(4000)]));
    let image = value(&[("image/png", &"A".repeat(2_000_000)), ("text/plain", "x")]);
    assert_eq!((image.form, image.notes), (text("x"), vec![OutputNote::TooLarge(2000)]));
}

#[test]
fn an_error_is_shown_without_escape_sequences() {
    let error = Output::Error {
        name: "\u{1b}[31mPanic".to_owned(),
        value: "no".to_owned(),
        traceback: "\u{1b}[1mat\u{1b}[0m 1".to_owned(),
    };
    assert_eq!(
        shown(&error).form,
        OutputForm::Error { title: "Panic: no".to_owned(), text: "at 1".to_owned() }
    );
}
