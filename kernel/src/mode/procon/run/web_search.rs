//! Searches the web for passages on the claims of a draft.

use crate::mode::debate_context::DebateContext;
use crate::mode::procon::questions::claims::Claim;
use crate::mode::procon::questions::fact_check::FoundPassage;
use crate::mode::procon::questions::web_search::WebSearch;

/// The passages of the web for each claim, and why each search failed that did. A claim whose
/// search failed has no passages.
pub(super) async fn search_web(
    context: &mut DebateContext<'_>,
    claims: &[Claim],
) -> (Vec<Vec<FoundPassage>>, Vec<String>) {
    let searches: Vec<WebSearch> = claims.iter().map(|claim| WebSearch::of(&claim.text)).collect();
    let (mut found, mut failed) = (Vec::new(), Vec::new());
    for (searched, number) in context.ask_all(&searches).await.into_iter().zip(1..) {
        let pages = match searched {
            Ok(answered) => answered.answer,
            Err(unanswered) => {
                failed.push(unanswered.fault.to_string());
                vec![]
            }
        };
        found.push(
            pages.into_iter().zip(1..).map(|(page, place)| page.passage(number, place)).collect(),
        );
    }
    (found, failed)
}
