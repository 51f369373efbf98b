//! Asks a search service for pages of the web on a claim.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fact_check::FoundPassage;
use crate::mode::procon::detail::Passage;
use crate::prompt::Template;
use crate::provider::MOST_RESULTS;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::WebAddress;

static FORM: Form = Form::new(Template::new(include_str!("../prompts/web_search.md"), &[]));

/// The maximum length of a query, which the service sets. *Units*: characters.
const MOST_QUERY: usize = 400;
/// The maximum length of what is read of a page. *Units*: characters.
const MOST_TEXT: usize = 2000;
/// The maximum length of a title or a date. *Units*: characters.
const MOST_TITLE: usize = 200;

/// Asks for pages of the web on a claim.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct WebSearch {
    pub(crate) query: String,
}

/// A page of the web that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WebPage {
    pub(crate) title: String,
    pub(crate) address: WebAddress,
    pub(crate) text: String,
    pub(crate) published: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A page of the web.")]
#[serde(deny_unknown_fields)]
pub(crate) struct PageDraft {
    #[schemars(description = "Its title.")]
    pub(crate) title: String,
    #[schemars(description = "Its address.")]
    pub(crate) url: String,
    #[schemars(description = "What it says about the query.")]
    pub(crate) content: String,
    #[schemars(description = "When it was published, or null.")]
    pub(crate) published_date: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WebSearchAnswer {
    #[schemars(description = "The pages, the best first.")]
    pub(crate) results: Vec<PageDraft>,
}

impl WebSearch {
    /// Searches for a claim, by its whole words as far as there is room.
    pub(crate) fn of(claim: &str) -> Self {
        let query = cut(claim, MOST_QUERY).map_or(claim, |cut| {
            cut.rsplit_once(char::is_whitespace).map_or(cut, |(whole, _)| whole)
        });
        Self { query: query.to_owned() }
    }
}

impl WebPage {
    /// A page of which no part is wrong. A long text is cut, which is recorded; every text is one
    /// line without hidden characters.
    fn of(draft: PageDraft, accept: &mut Accept) -> Option<Self> {
        let PageDraft { title, url, content, published_date } = draft;
        let shown = cut(&url, 80).unwrap_or(&url);
        let address =
            accept.kept(url.parse().ok(), || format!("`{shown}` is not a web address"))?;
        let mut within = |what: &str, text: String, most: usize| match cut(&text, most) {
            Some(start) => {
                let count = text.chars().count();
                accept.keep(false, || {
                    format!(
                        "`{shown}`: the {what} has {count} characters, of which {most} are read"
                    )
                });
                format!("{start}…")
            }
            None => text,
        };
        let text = within("text", content, MOST_TEXT);
        let title = within("title", title, MOST_TITLE);
        let published = published_date.map(|date| within("date", date, MOST_TITLE));
        let has_text = !text.trim().is_empty();
        let has_text = accept.keep(has_text, || format!("`{shown}`: the text is empty"));
        let title = if title.trim().is_empty() { shown.to_owned() } else { title };
        has_text.then_some(Self { title, address, text, published })
    }

    /// As the fact checker reads it: the page of this place among those for the claim of this
    /// number.
    pub(crate) fn passage(self, claim: usize, place: usize) -> FoundPassage {
        let Self { title, address, text, published } = self;
        let source = match published.filter(|date| !date.is_empty()) {
            Some(date) => format!("{title}, {date}"),
            None => title,
        };
        let (id, page) = (format!("w{claim}.{place}"), Some(address));
        let passage = Passage { id, text, source, caveats: vec![], evidence: None, page };
        FoundPassage { passage, verdict: None }
    }
}

/// The beginning of a text that is longer than this many characters.
fn cut(text: &str, most: usize) -> Option<&str> {
    text.char_indices().nth(most).map(|(end, _)| &text[..end])
}

impl Question for WebSearch {
    const SPEC: Spec =
        Spec { name: "web_search", version: 1, parameters: Parameters::SEARCH, form: &FORM };
    type Raw = WebSearchAnswer;
    type Answer = Vec<WebPage>;

    fn narrow(&self, schema: &mut Narrowing) {
        schema.count::<WebSearchAnswer>("results", 0..=MOST_RESULTS);
    }

    /// What is wrong with a page leaves it out: a search service does not read a list of faults.
    fn accept(&self, raw: WebSearchAnswer, accept: &mut Accept) -> Option<Vec<WebPage>> {
        let results = accept.at_most("results", MOST_RESULTS, raw.results);
        Some(results.into_iter().filter_map(|draft| WebPage::of(draft, accept)).collect())
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let page = |n| {
            let (title, content) = (nonsense.text("Page", n), nonsense.text("Text", n));
            json!({ "title": title, "url": "https://example.org", "content": content, "published_date": null })
        };
        json!({ "results": nonsense.many(3, page) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::WhichAnswer;
    use crate::question::samples::{complaints, parsed};
    use crate::reply;

    fn page(url: &str) -> PageDraft {
        PageDraft {
            title: "A page".into(),
            url: url.into(),
            content: "It says so.".into(),
            published_date: None,
        }
    }

    fn answer(results: Vec<PageDraft>) -> WebSearchAnswer {
        WebSearchAnswer { results }
    }

    #[test]
    fn a_query_is_the_claim_cut_after_a_whole_word() {
        assert_eq!(WebSearch::of("The mills closed.").query, "The mills closed.");
        let long = WebSearch::of(&"word ".repeat(100)).query;
        assert!(long.chars().count() <= MOST_QUERY && long.ends_with("word"), "{long}");
        assert_eq!(WebSearch::of(&"ü".repeat(500)).query.chars().count(), MOST_QUERY);
    }

    #[test]
    fn a_wrong_page_is_left_out_and_recorded_and_nothing_is_sent_back() {
        let search = WebSearch::of("The mills closed.");
        let long = PageDraft { content: "a".repeat(MOST_TEXT + 1), ..page("https://b.org") };
        let empty = PageDraft { content: " ".into(), ..page("https://c.org") };
        let raw = answer(vec![page("javascript:alert(1)"), page("https://a.org/1"), long, empty]);
        let pages = parsed(&search, raw.clone());
        let addresses: Vec<&str> = pages.iter().map(|page| page.address.as_str()).collect();
        assert_eq!(addresses, ["https://a.org/1", "https://b.org"]);
        assert_eq!(pages[1].text.chars().count(), MOST_TEXT + 1, "with an ellipsis");
        let expected = [
            "`javascript:alert(1)` is not a web address",
            "`https://b.org`: the text has 2001 characters, of which 2000 are read",
            "`https://c.org`: the text is empty",
        ];
        assert_eq!(complaints(&search, raw), expected);
        let many = answer(vec![page("https://a.org"); MOST_RESULTS + 2]);
        assert_eq!(parsed(&search, many.clone()).len(), MOST_RESULTS);
        assert_eq!(complaints(&search, many), ["results: 6 given, at most 4 wanted"]);
        assert_eq!(parsed(&search, answer(vec![])), []);
    }

    #[test]
    fn hidden_characters_and_line_breaks_of_a_page_reach_no_prompt() {
        let draft = PageDraft {
            title: "A\u{202e} page".into(),
            content: "It\nsays\u{200b} so.".into(),
            published_date: Some("2024-05-01".into()),
            ..page("https://a.org")
        };
        let text = serde_json::to_string(&answer(vec![draft])).unwrap();
        let read = reply::read(&WebSearch::of("So?"), &text, WhichAnswer::First).unwrap();
        let [page] = <[WebPage; 1]>::try_from(read.answer).unwrap();
        let FoundPassage { passage, .. } = page.passage(2, 1);
        let shown = (passage.id.as_str(), passage.source.as_str(), passage.text.as_str());
        assert_eq!(shown, ("w2.1", "A page, 2024-05-01", "It says so."));
    }
}
