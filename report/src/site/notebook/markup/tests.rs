use super::*;

fn shown(html: &str) -> String {
    harmless(html, "o1-").unwrap()
}

#[test]
fn what_the_values_of_the_crate_write_stays() {
    for html in [
        "<table><thead><tr><th style=\"text-align:left;vertical-align:top\">a</th></tr></thead><tbody>\n<tr><td>b &amp; c</td></tr></tbody></table>",
        "<div style=\"margin:0 0 1.2em;max-width:60em\"><p><b>x</b><br>y</p></div>",
        "<ul><li>é &lt;b&gt;</li></ul>",
    ] {
        assert_eq!(shown(html), html);
    }
    let svg = "<svg class=\"fl\" role=\"group\" aria-labelledby=\"t\" viewBox=\"0 0 1 2\" data-last=\"0\"><title id=\"t\">x</title>\
        <style>.fl{color:red}</style><defs><pattern id=\"h\"><path d=\"M0 0\"/></pattern></defs>\
        <a href=\"#n\"><rect id=\"n\" fill=\"url(#h)\"/></a></svg>";
    assert_eq!(
        shown(svg),
        "<svg class=\"fl\" role=\"group\" aria-labelledby=\"o1-t\" viewBox=\"0 0 1 2\"><title id=\"o1-t\">x</title>\
         <defs><pattern id=\"o1-h\"><path d=\"M0 0\"></path></pattern></defs>\
         <a href=\"#o1-n\"><rect id=\"o1-n\" fill=\"url(#o1-h)\"></rect></a></svg>"
    );
}

#[test]
fn elements_that_do_something_are_refused_by_name() {
    for (html, name) in [
        ("<script>alert(1)</script>", "script"),
        ("<p>a<SCRIPT SRC=//x></SCRIPT></p>", "SCRIPT"),
        ("<img src=x onerror=alert(1)>", "img"),
        ("<iframe srcdoc='<script>'></iframe>", "iframe"),
        ("<object></object>", "object"),
        ("<form><input></form>", "form"),
        ("<meta http-equiv=refresh>", "meta"),
        ("<link rel=stylesheet>", "link"),
        ("<base href=//x>", "base"),
        ("<template></template>", "template"),
        ("<math></math>", "math"),
        ("<title>x</title>", "title"),
        ("<textarea></textarea>", "textarea"),
        ("<svg><script>alert(1)</script></svg>", "script"),
        ("<svg><foreignObject></foreignObject></svg>", "foreignObject"),
        ("<svg><animate attributeName=href></animate></svg>", "animate"),
        ("<svg><set></set></svg>", "set"),
        ("<svg><use href=#a></use></svg>", "use"),
        ("<svg><image href=//x></image></svg>", "image"),
        ("<svg><p>x</p></svg>", "p"),
        ("<svg><title><b>x</b></title></svg>", "b"),
        ("<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>", "noscript"),
    ] {
        assert_eq!(harmless(html, "o1-"), Err(Refusal::Element(name.to_owned())), "{html}");
    }
}

#[test]
fn html_that_a_browser_would_have_to_guess_is_refused() {
    for html in [
        "<b>x",
        "</b>",
        "<b><i></b></i>",
        "<b",
        "<b x",
        "<b x=",
        "<b x=\"y",
        "<",
        "a < b",
        "<1>",
        "<!doctype html>",
        "<!-- x",
        "<![CDATA[x]]>",
        "<?php ?>",
        "<style>x",
        "<div/>",
        "<b\"x\">",
        "<a href=\"#x\"><a href=\"#x\">y</a></a>",
        "</div></div>",
    ] {
        let refused = harmless(html, "o1-");
        assert!(matches!(refused, Err(Refusal::Malformed(_))), "{html}: {refused:?}");
    }
    let deep = "<div>".repeat(70) + &"</div>".repeat(70);
    assert!(
        matches!(harmless(&deep, ""), Err(Refusal::Malformed(why)) if why.contains("64 levels"))
    );
}

#[test]
fn attributes_that_do_something_or_leave_the_output_are_left_out() {
    for (html, expected) in [
        ("<p onclick=\"alert(1)\" class=skip data-x=1 tabindex=0>x</p>", "<p>x</p>"),
        ("<a href=\"javascript:alert(1)\">x</a>", "<a>x</a>"),
        ("<a href=\" &#106;avascript:alert(1)\">x</a>", "<a>x</a>"),
        ("<a href=\"java\nscript:alert(1)\">x</a>", "<a>x</a>"),
        ("<a href=\"data:text/html,x\">x</a>", "<a>x</a>"),
        ("<a href=\"../../etc\">x</a>", "<a>x</a>"),
        ("<a href=\"#main\">x</a>", "<a>x</a>"),
        (
            "<a href=\"https://example.org/a?b=1&amp;c\" target=_blank>x</a>",
            "<a href=\"https://example.org/a?b=1&amp;c\">x</a>",
        ),
        ("<p id=\"main\" aria-labelledby=\"other\">x</p>", "<p id=\"o1-main\">x</p>"),
        ("<p id='a\" onclick=\"x'>x</p>", "<p>x</p>"),
        ("<p title='a\" onclick=\"x'>x</p>", "<p title=\"a&#34; onclick=&#34;x\">x</p>"),
        ("<p role=alert aria-label=x>x</p>", "<p aria-label=\"x\">x</p>"),
        (
            "<p style=\"position:fixed;background:url(//x);margin:1em;margin-top:-9em;color:red;width:expression(1)\">x</p>",
            "<p style=\"margin:1em\">x</p>",
        ),
        (
            "<svg><path fill=\"url(//x)\" mask=\"url( #a)\" xlink:href=\"#a\" stroke=\"red\"/></svg>",
            "<svg><path stroke=\"red\"></path></svg>",
        ),
        ("<h1>x</h1>", "<p class=\"head\">x</p>"),
        ("a<!-- <script> -->b", "ab"),
        ("&lt;script&gt;&bogus;\u{202e}", "&lt;script&gt;&amp;bogus;"),
    ] {
        assert_eq!(shown(html), expected, "{html}");
    }
}

#[test]
fn an_image_of_a_drawing_becomes_the_drawing_and_is_as_harmless() {
    let image = "<p>a</p><img alt=\"T\" style=\"max-width:100%\" src=\"data:image/svg+xml,\
        %3Csvg class=%22fl%22%3E%3Cstyle%3E.fl{}%3C/style%3E%3Ctext id=%22t%22%3E%C3%A9 %26amp; b%3C/text%3E%3C/svg%3E\"><b>c</b>";
    let drawing = "<p>a</p><svg class=\"fl\"><text id=\"o1-t\">é &amp; b</text></svg><b>c</b>";
    assert_eq!(shown(image), drawing);
    let refused = |content: &str| {
        let image = format!("<img alt=\"\" src=\"data:image/svg+xml,{content}\">");
        let Err(Refusal::Element(name)) = harmless(&image, "o1-") else { panic!("{image}") };
        name
    };
    assert_eq!(refused("%3Csvg%3E%3Cscript%3E%3C/script%3E%3C/svg%3E"), "script");
    for other in ["%3Cp%3E%3C/p%3E", "%3Csvg%", "%3Csvg%ZZ", "%3Csvg%FF", ""] {
        assert_eq!(refused(other), "img", "{other}");
    }
}
