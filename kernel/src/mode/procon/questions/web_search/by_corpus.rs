//! `web_search`: a corpus holds no pages of the web.
//!
//! 1. A debate by corpus never searches the web. Only the estimate of a debate between models does,
//!    which is rehearsed by corpus.
//! 2. There, each search finds as many pages as it may, each of the usual length and without
//!    content, so that the estimate counts the prompt that shows them. No verdict rests on them.

use super::{PageDraft, WebSearch, WebSearchAnswer};
use crate::corpus::{Silence, Voices};
use crate::provider::MOST_RESULTS;
use crate::question::ByCorpus;

/// The usual length of what a search says of a page. *Units*: characters.
const USUAL_TEXT: usize = 800;

impl ByCorpus for WebSearch {
    fn by_corpus(&self, _: &Voices<'_>) -> Result<WebSearchAnswer, Silence> {
        Ok(answer())
    }
}

fn answer() -> WebSearchAnswer {
    let page = PageDraft {
        title: "A page of the web".to_owned(),
        url: "https://example.org".to_owned(),
        content: "… ".repeat(USUAL_TEXT / 2),
        published_date: None,
    };
    WebSearchAnswer { results: vec![page; MOST_RESULTS] }
}
