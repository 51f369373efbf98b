//! Compares statements outside a debate, so that it can be measured on labelled pairs: pair by
//! pair, with the question that the matching of cruxes asks where there are more than one call can
//! compare. A debate compares many statements in one call, with another question.

use std::collections::BTreeMap;

use super::debate_context::{Contributions, DebateContext};
use super::shared::candidates::candidates;
use super::shared::comparison;
use super::shared::questions::compare::{Item, Likeness, Origin};
use super::{Interrupted, Setting};
use crate::record::Usage;
use crate::vocabulary::{AxisId, PersonaId, Side, StatementId, Topic};

/// A statement to compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedText {
    /// The text.
    pub text: String,
    /// Its author.
    pub author: PersonaId,
    /// The statement of the author's corpus that it is, where it is one.
    pub statement: Option<StatementId>,
    /// The axis it is about, where known.
    pub axis: Option<AxisId>,
    /// The side it takes there.
    pub side: Option<Side>,
}

/// The pairs that the matching of cruxes would judge if these texts were more than one call can
/// compare. Each pair is two positions, the smaller first.
pub fn candidate_pairs(topic: &Topic, texts: &[ComparedText]) -> Vec<(usize, usize)> {
    let statements: Vec<_> =
        texts.iter().map(|text| (text.text.as_str(), text.axis.as_ref())).collect();
    candidates(topic, &statements, |_, _| true)
}

/// The likeness of some pairs, and what the judgements took.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct JudgedTexts {
    /// The likeness of each pair, in the order of the pairs; `None` where it was not judged.
    pub likenesses: Vec<Option<Likeness>>,
    /// The calls and tokens.
    pub usage: Usage,
}

/// Judges pairs of statements, each given by two positions.
///
/// # Errors
/// [`Interrupted`] where the provider cannot be asked.
pub async fn judge_pairs(
    setting: Setting<'_>,
    texts: &[ComparedText],
    pairs: &[(usize, usize)],
) -> Result<JudgedTexts, Interrupted> {
    let mut listener = |_: &_| ();
    let mut context = DebateContext::new(setting, Contributions::True, &mut listener);
    let item = |(place, text): (usize, &ComparedText)| Item {
        id: format!("i{}", place + 1),
        text: text.text.clone(),
        origin: Origin {
            persona: text.author.clone(),
            excerpts: text.statement.iter().cloned().collect(),
            axis: text.axis.clone(),
            side: text.side,
        },
    };
    let items: Vec<Item> = texts.iter().enumerate().map(item).collect();
    let judged = comparison::judge(&mut context, setting.topic, &items, pairs).await;
    let (_, usage) = context.finish()?;
    let judged: BTreeMap<(usize, usize), Likeness> =
        judged.into_iter().map(|(pair, likeness, _)| (pair, likeness)).collect();
    let likenesses = pairs.iter().map(|pair| judged.get(pair).copied()).collect();
    Ok(JudgedTexts { likenesses, usage })
}
