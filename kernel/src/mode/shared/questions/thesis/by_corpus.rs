//! A thesis and the granted points from a corpus: the persona's case in short (rule 16), or without one the sentence of the
//! topic that it agrees with, and the points that it shares with others (rule 4).

use super::{GrantDraft, MOST_GRANTS, MOST_REASONS, ReasonDraft, ThesisDraft};
use crate::corpus::{Link, Voice, Voices};
use crate::vocabulary::{Side, Statement, Topic};

impl ReasonDraft {
    /// A reason or an assumption of a statement, with what it asserts.
    pub(crate) fn new(text: &str, link: Option<&Link>) -> Self {
        Self {
            text: text.to_owned(),
            axis: link.map(|link| link.asserts.axis.to_string()),
            side: link.map(|link| link.asserts.side),
        }
    }
}

impl ThesisDraft {
    /// The persona's case in short. Without one, the thesis rests on the topic's sentence alone.
    pub(crate) fn from_case(voice: &Voice<'_>, topic: &Topic) -> Self {
        let side = voice.thesis_side();
        let sentence = match side {
            Side::Yes => &topic.yes,
            Side::No => &topic.no,
        };
        let cases = voice.case().iter();
        let of_case = |case: &&Statement| {
            let links = &voice.links(case).reasons;
            let reasons = case.reasons.iter().zip(links);
            reasons
                .map(|(reason, link)| ReasonDraft::new(&reason.text, link.as_ref()))
                .collect::<Vec<_>>()
        };
        let mut rests_on: Vec<ReasonDraft> = cases.clone().flat_map(of_case).collect();
        if rests_on.is_empty() {
            rests_on.push(ReasonDraft::new(sentence, None));
        }
        rests_on.truncate(MOST_REASONS);
        let claim = cases.clone().next().map_or(sentence, |case| &case.text);
        let excerpts = cases.map(|case| case.id.to_string()).collect();
        Self { claim: claim.clone(), side, rests_on, excerpts }
    }
}

impl GrantDraft {
    /// The points that the persona shares with others, at most [`MOST_GRANTS`].
    pub(crate) fn shared_points(voice: &Voice<'_>, voices: &Voices<'_>) -> Vec<Self> {
        let shared = voice.statements().iter().filter(|own| voices.is_shared(own));
        let grant = |own: &&Statement| Self {
            text: own.text.clone(),
            axis: own.axis.as_ref().map(ToString::to_string),
            side: own.side,
            excerpts: vec![own.id.to_string()],
        };
        shared.map(grant).take(MOST_GRANTS).collect()
    }
}
