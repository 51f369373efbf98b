//! A thesis and the granted points from a corpus: the persona's case in short (rule 16), or without
//! one the sentence of the topic that it agrees with, and the points that it shares with others
//! (rule 4).

use std::collections::BTreeSet;

use super::{GrantDraft, ReasonDraft, ThesisDraft};
use crate::corpus::{Link, Voice, Voices};
use crate::vocabulary::{AxisSide, Probability, Reason, Side, Statement, Topic};

impl ReasonDraft {
    /// A reason or an assumption of a statement, with what it asserts.
    pub(crate) fn new(text: &str, link: Option<&Link>) -> Self {
        Self {
            text: text.to_owned(),
            axis: link.map(|link| link.asserts.axis.to_string()),
            side: link.map(|link| link.asserts.side),
            certainty: link.and_then(Link::certainty_by_words).map(Probability::value),
            below: Vec::new(),
        }
    }

    /// The reasons and assumptions of a statement that assert an axis, each axis once.
    pub(crate) fn linked_of(voice: &Voice<'_>, own: &Statement) -> Vec<Self> {
        let mut named = BTreeSet::new();
        let linked = voice.clauses(own).filter_map(|(text, link)| {
            let link = link?;
            named.insert(&link.asserts.axis).then(|| Self::new(text, Some(link)))
        });
        linked.collect()
    }

    /// What a statement rests on: the reasons and assumptions that assert an axis, or its first
    /// reason where none does. Without a reason it is a mere assertion.
    pub(crate) fn of(voice: &Voice<'_>, own: &Statement) -> Vec<Self> {
        let linked = Self::linked_of(voice, own);
        let first = own.reasons.first().filter(|_| linked.is_empty());
        linked.into_iter().chain(first.map(|reason| Self::new(&reason.text, None))).collect()
    }
}

impl ThesisDraft {
    /// A thesis that says nothing about what would change it.
    pub(crate) fn new(claim: &str, side: Side, rests_on: Vec<ReasonDraft>) -> Self {
        let (decisive, idle, flips) = (vec![], vec![], vec![]);
        Self { claim: claim.to_owned(), side, rests_on, decisive, idle, flips, excerpts: vec![] }
    }

    /// The persona's case in short with all of its reasons. Without a case, the thesis rests on the
    /// topic's sentence alone.
    pub(crate) fn from_case(voice: &Voice<'_>, topic: &Topic) -> Self {
        let side = voice.thesis_side();
        let sentence = topic.answer(side);
        let cases = voice.case().iter();
        let of_case = |case: &&Statement| {
            let links = &voice.links(case).reasons;
            let reasons = case.reasons.iter().zip(links).zip(voice.asserted_below(case));
            let draft = |((reason, link), below): ((&Reason, &Option<Link>), Vec<AxisSide>)| {
                ReasonDraft { below, ..ReasonDraft::new(&reason.text, link.as_ref()) }
            };
            reasons.map(draft).collect::<Vec<_>>()
        };
        let claim = cases.clone().next().map_or(sentence, |case| &case.text);
        let mut rests_on: Vec<ReasonDraft> = cases.clone().flat_map(of_case).collect();
        if rests_on.is_empty() {
            rests_on.push(ReasonDraft::new(claim, None));
        }
        let excerpts = cases.map(|case| case.id.to_string()).collect();
        let below = rests_on.iter().flat_map(|reason| &reason.below);
        let below = below.map(|asserts| asserts.axis.as_str());
        let asserted = rests_on.iter().filter_map(|reason| reason.axis.as_deref());
        let asserted: BTreeSet<&str> = asserted.chain(below).collect();
        let idle = topic.axes.iter().filter(|axis| voice.dependence().is_declared_idle(&axis.id));
        let idle = idle.map(|axis| axis.id.to_string());
        let idle = idle.filter(|axis| !asserted.contains(axis.as_str())).collect();
        Self { idle, excerpts, ..Self::new(claim, side, rests_on) }
    }
}

impl GrantDraft {
    /// What the persona grants: the points that it shares with others and with which it does not
    /// argue, then the propositions of axes that it concedes word for word.
    pub(crate) fn of_voice(voice: &Voice<'_>, voices: &Voices<'_>) -> Vec<Self> {
        let pillars = voice.pillars();
        let is_argued = |own: &Statement| pillars.iter().any(|pillar| pillar.id == own.id);
        Self::granted(voice, voices, |own| !is_argued(own))
    }

    /// The same with all points that it shares, in modes in which a shared point is not an
    /// argument.
    pub(crate) fn all_of_voice(voice: &Voice<'_>, voices: &Voices<'_>) -> Vec<Self> {
        Self::granted(voice, voices, |_| true)
    }

    fn granted(
        voice: &Voice<'_>,
        voices: &Voices<'_>,
        grants: impl Fn(&Statement) -> bool,
    ) -> Vec<Self> {
        let shared = voice.statements().iter();
        let shared = shared.filter(|own| voices.is_shared(own) && grants(own));
        let point = |own: &&Statement| Self {
            text: own.text.clone(),
            axis: own.axis.as_ref().map(ToString::to_string),
            side: own.side,
            rests_on: ReasonDraft::linked_of(voice, own),
            excerpts: vec![own.id.to_string()],
        };
        let concession = |(own, asserts): (&Statement, &AxisSide)| {
            let text = voices.topic().axis(&asserts.axis)?.proposition(asserts.side).to_owned();
            Some(Self {
                text,
                axis: Some(asserts.axis.to_string()),
                side: Some(asserts.side),
                rests_on: vec![],
                excerpts: vec![own.id.to_string()],
            })
        };
        let mut conceded = voice.conceded();
        let mut named = BTreeSet::new();
        conceded.retain(|(_, asserts)| named.insert(*asserts));
        let conceded = conceded.into_iter().filter_map(concession);
        shared.map(point).chain(conceded).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::LinkedBy;
    use crate::corpus::samples::{everything, personas_with};
    use crate::vocabulary::samples::{reason, statement};
    use crate::vocabulary::{AxisId, Seed};

    #[test]
    fn only_what_words_say_is_uncertain() {
        let certainty = |by| {
            let asserts = AxisSide { axis: AxisId::new("air").unwrap(), side: Side::No };
            let link = Link { asserts, by, certainty: Probability::share(3, 4) };
            ReasonDraft::new("The exhaust stays.", Some(&link)).certainty
        };
        assert_eq!(certainty(LinkedBy::Words), Some(0.75));
        assert_eq!(certainty(LinkedBy::Tag), None);
    }

    #[test]
    fn a_statement_rests_on_its_linked_reasons_or_on_its_first_reason_or_on_nothing() {
        let personas = personas_with(0, |statements| {
            let asserts = AxisSide { axis: AxisId::new("air").unwrap(), side: Side::No };
            let linked = Reason { asserts: Some(asserts), ..reason("The exhaust stays.") };
            let of = |id, reasons| Statement {
                reasons,
                ..statement(id, "Rents fall.", "trade", Side::Yes)
            };
            statements.extend([
                of("linked", vec![reason("I saw it."), linked]),
                of("unlinked", vec![reason("I saw it."), reason("So did others.")]),
                of("bare", vec![]),
            ]);
        });
        let corpora = everything(&personas);
        let voices = corpora.voices(Seed(1));
        let voice = voices.voice(&personas[0].id).unwrap();
        let rests_on = |id: &str| -> Vec<(String, Option<String>)> {
            let own = voice.statements().iter().find(|own| own.id.as_str() == id).unwrap();
            let drafts = ReasonDraft::of(&voice, own).into_iter();
            drafts.map(|draft| (draft.text, draft.axis)).collect()
        };
        assert_eq!(rests_on("linked"), [("The exhaust stays.".into(), Some("air".into()))]);
        assert_eq!(rests_on("unlinked"), [("I saw it.".into(), None)]);
        assert_eq!(rests_on("bare"), []);
    }

    #[test]
    fn an_axis_that_a_reason_of_the_case_asserts_is_not_declared_idle() {
        let asserts = AxisSide { axis: AxisId::new("trade").unwrap(), side: Side::Yes };
        let mut personas = personas_with(0, |statements| {
            let rent = Reason { asserts: Some(asserts), ..reason("Drivers pay my rent.") };
            let case = statement("case", "Keep it open.", "trade", Side::No);
            statements.push(Statement { axis: None, reasons: vec![rent], ..case });
        });
        let topic = crate::vocabulary::samples::topic();
        let corpus = personas[0].corpora.get_mut(&topic.id).unwrap();
        corpus.notes[0].idle = topic.axes.iter().map(|axis| axis.id.clone()).collect();
        let corpora = everything(&personas);
        let voices = corpora.voices(Seed(1));
        let voice = voices.voice(&personas[0].id).unwrap();
        assert_eq!(ThesisDraft::from_case(&voice, &topic).idle, ["air"]);
    }
}
