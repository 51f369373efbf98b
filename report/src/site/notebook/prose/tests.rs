use super::*;
use crate::site::route::Route;

fn links() -> Links {
    let route = Route::of_notebook("other");
    let notebooks = BTreeMap::from([("other.ipynb".to_owned(), route)]);
    Links { here: Route::of_notebook("this"), notebooks }
}

fn shown(source: &str) -> Prose {
    let mut outline = Outline { has_begun: true, ..Outline::default() };
    prose(source, &BTreeMap::new(), &mut outline, &links())
}

#[test]
fn markdown_becomes_html() {
    for (source, html) in [
        (
            "a *b* **c** `d<` ~~e~~",
            "<p>a <em>b</em> <strong>c</strong> <code>d&lt;</code> <del>e</del></p>\n",
        ),
        ("- a\n- b\n  1. c", "<ul><li>a</li>\n<li>b<ol><li>c</li>\n</ol>\n</li>\n</ul>\n"),
        ("> a\n\n---", "<blockquote><p>a</p>\n</blockquote>\n<hr>\n"),
        (
            "```rust\nlet a;\n```",
            "<pre class=\"code\"><code><span class=\"kw\">let</span> a;</code></pre>\n",
        ),
        ("```sh\nlet a\n```", "<pre class=\"code\"><code>let a</code></pre>\n"),
        (
            "| a |\n| --- |\n| b |",
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table 1 in the text\">\
            <table><thead><tr><th scope=\"col\">a</th></tr></thead><tbody>\n<tr><td>b</td></tr>\n</tbody></table></div>\n",
        ),
    ] {
        assert_eq!(shown(source).html, html, "{source}");
    }
}

#[test]
fn the_first_heading_is_the_title_and_the_others_descend_one_step_at_a_time() {
    let mut outline = Outline::default();
    let mut add = |source: &str| prose(source, &BTreeMap::new(), &mut outline, &links());
    assert_eq!(
        add("# The *title*\n\nx"),
        Prose { html: "<p>x</p>\n".to_owned(), md: "x".to_owned() }
    );
    assert_eq!(add("##### a").html, "<h2 id=\"s-a\">a</h2>\n");
    assert_eq!(add("##### a").html, "<h3 id=\"s-a-2\">a</h3>\n");
    assert_eq!(add("# b").html, "<h2 id=\"s-b\">b</h2>\n");
    assert_eq!(outline.title.as_deref(), Some("The title"));
    let section = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    assert_eq!(outline.sections, [section("a", "a"), section("b", "b")]);
}

#[test]
fn links_lead_to_pages_of_notebooks_and_out_of_the_site() {
    for (source, html, md) in [
        (
            "[a](other.ipynb#x)",
            "<p><a href=\"../notebooks/other.html\">a</a></p>\n",
            "[a](../notebooks/other.md)",
        ),
        (
            "[a](https://example.org)",
            "<p><a href=\"https://example.org\" rel=\"noopener noreferrer\">a</a></p>\n",
            "[a](https://example.org)",
        ),
        (
            "<https://a.org>",
            "<p><a href=\"https://a.org\" rel=\"noopener noreferrer\">https://a.org</a></p>\n",
            "[https://a.org](https://a.org)",
        ),
        ("[a *b*](javascript:alert(1))", "<p>a <em>b</em></p>\n", "a *b*"),
        ("[a](data:text/html,x)", "<p>a</p>\n", "a"),
        ("[a](../../secret)", "<p>a</p>\n", "a"),
        ("[a][b]\n\n[b]: javascript:alert(1)", "<p>a</p>\n", "a"),
    ] {
        assert_eq!(shown(source), Prose { html: html.to_owned(), md: md.to_owned() }, "{source}");
    }
}

#[test]
fn raw_html_and_images_from_elsewhere_are_text() {
    for (source, html) in [
        ("a <b onclick=x>b</b>", "<p>a &lt;b onclick=x&gt;b&lt;/b&gt;</p>\n"),
        ("<script>\nalert(1)\n</script>", "<p>&lt;script&gt;\nalert(1)\n&lt;/script&gt;</p>\n"),
        ("![a *b*](https://example.org/x.png)", "<p><em>a b</em></p>\n"),
        ("![a](x.svg)", "<p><em>a</em></p>\n"),
        ("<!-- note -->\n\na", "<p>a</p>\n"),
        ("a\u{202e}\u{1b}[31mb", "<p>a[31mb</p>\n"),
    ] {
        assert_eq!(shown(source).html, html, "{source}");
    }
}

#[test]
fn the_twin_has_the_same_structure() {
    for source in [
        "a *b* **c** `d<` ~~e~~",
        "- a\n- b\n  1. c\n  2. d",
        "> a\n>\n> - b\n\n---",
        "```rust\nlet a;\n```",
        "| a | b |\n| --- | --- |\n| c |  |",
        "## a\n\n1. b\n\n   c\n2. d",
    ] {
        let structure = |markdown: &str| -> Vec<String> {
            let is_paragraph = |event: &Event<'_>| {
                matches!(event, Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph))
            };
            let events = Parser::new_ext(markdown, OPTIONS).filter(|event| !is_paragraph(event));
            events.map(|event| format!("{event:?}")).collect()
        };
        let twin = shown(source).md;
        assert_eq!(structure(&twin), structure(source), "{source} becomes {twin}");
    }
}

#[test]
fn nothing_in_a_twin_has_another_meaning_beside_other_cells() {
    for cells in [
        ["a <b onclick=x>b</b>", ""],
        ["<script>\nalert(1)\n</script>", ""],
        ["<div>\n```\n</div>", "```\n<script>x</script>\n```"],
        ["```\nno end", "`<script>x</script>`"],
        ["- a", "    <script>x</script>"],
        ["[x]: javascript:alert(1)", "[x] ![x]"],
        ["![a](https://example.org/x.png) [![b](c)](javascript:d)", "a\\"],
        ["[a](javascript:b \"<script>\")", "<!-- `-->` <script> -->`"],
        ["\\<b> `<script>", "`"],
        ["| a |\n| --- |\n| `b | c <i>` |", "<i>"],
        ["<!-- a", "--> <b>"],
    ] {
        let twin = cells.map(|cell| shown(cell).md).join("\n\n");
        for event in Parser::new_ext(&twin, OPTIONS) {
            let is_foreign = matches!(
                event,
                Event::Html(_)
                    | Event::InlineHtml(_)
                    | Event::Start(Tag::Image { .. } | Tag::Link { .. })
            );
            assert!(!is_foreign, "{cells:?} becomes {twin}");
        }
    }
    let deep = ">".repeat(20_000) + " a";
    assert!(shown(&deep).md.len() < 200);
}

#[test]
fn an_attached_image_is_part_of_the_page() {
    let data = BTreeMap::from([("image/png".to_owned(), "iVBO\nRw0K".to_owned())]);
    let attachments = BTreeMap::from([("a.png".to_owned(), data)]);
    let shown = prose(
        "![b](attachment:a.png) ![c](attachment:d.png)",
        &attachments,
        &mut Outline::default(),
        &links(),
    );
    assert_eq!(
        shown.html,
        "<p><img src=\"data:image/png;base64,iVBORw0K\" alt=\"b\"> <em>c</em></p>\n"
    );
    assert_eq!(shown.md, "b c");
}
