//! The search interface of Tavily.
//!
//! # Source
//! The reference of Tavily's `POST /search`. A basic search takes one credit of the account.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::classify::UnexpectedAnswer;
use super::merge::merge;
use crate::prompt::Role;
use crate::provider::{Finish, Remote, Reply, Request, Spent};

pub(super) const PATH: &str = "search";

/// The query is the user's message: the instructions in the system's message are for readers of the
/// log.
pub(super) fn body(remote: &Remote, request: &Request<'_>) -> Map<String, Value> {
    let of_user = request.messages.iter().find(|message| message.role == Role::User);
    let query = of_user.map_or("", |message| message.text.trim());
    let mut body = Map::from_iter([("query".to_owned(), Value::from(query))]);
    merge(&mut body, &remote.body);
    body
}

/// What is kept of an answer: the fields that the question reads.
#[derive(Deserialize, Serialize)]
struct Found {
    results: Vec<Page>,
}

#[derive(Deserialize, Serialize)]
struct Page {
    title: String,
    url: String,
    content: String,
    published_date: Option<String>,
}

pub(super) fn read(request: &Request<'_>, value: Value) -> Result<Reply, UnexpectedAnswer> {
    let unexpected = |error: serde_json::Error| UnexpectedAnswer(error.to_string());
    let found: Found = serde_json::from_value(value).map_err(unexpected)?;
    let text = serde_json::to_string(&found).map_err(unexpected)?;
    let model = request.model.clone();
    Ok(Reply { text, model, finish: Finish::Stop, spent: Spent::default() })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::prompt::Message;
    use crate::provider::samples::request;

    #[test]
    fn the_query_is_the_message_of_the_user_and_asks_for_passages_without_an_answer() {
        let message = |role, text: &str| Message { role, text: text.to_owned() };
        let mut request = request("Mills closed");
        request.messages.insert(0, message(Role::System, "This is a search."));
        let expected = json!({
            "query": "Mills closed", "search_depth": "basic", "max_results": 4, "include_answer": false,
        });
        assert_eq!(Value::Object(body(&Remote::tavily(), &request)), expected);
    }

    #[test]
    fn only_what_the_question_reads_is_kept_of_an_answer_and_another_form_is_refused() {
        let request = request("Mills closed");
        let page = json!({ "title": "T", "url": "https://a.org", "content": "C", "score": 0.9, "raw_content": null });
        let answer = json!({ "query": "q", "results": [page], "usage": { "credits": 1 } });
        let reply = read(&request, answer).unwrap();
        let expected = r#"{"results":[{"title":"T","url":"https://a.org","content":"C","published_date":null}]}"#;
        assert_eq!((reply.text.as_str(), reply.spent), (expected, Spent::default()));
        for other in
            [json!({}), json!({ "results": "none" }), json!({ "results": [{ "title": "T" }] })]
        {
            assert!(read(&request, other.clone()).is_err(), "{other}");
        }
    }
}
