//! `speech`: statements of the persona's corpus, each with reasons for it, at most as many as a
//! speech has room for claims.
//!
//! 1. A first speech begins with the persona's case in short (rule 16), or without one with the
//!    sentence of the topic for its side. The last speech of a side ends with it.
//! 2. Then come one point that the persona grants of what the other side said (rule 9), and replies
//!    to claims of the other side that its own side has not answered, the latest speech first: the
//!    statement that matches best (rule 8). Each reply quotes what it replies to.
//! 3. The rest are statements that were not said yet, in the order of the case: its pillars, then
//!    those that lead best (rule 5). In a first speech they come after the point that it grants and
//!    before replies, of which it has at most two.
//! 4. A statement is said with the reasons and assumptions that assert an axis (rule 15), and then
//!    with its first reasons, as far as a fifth of the word limit allows.
//! 5. A speech with fewer words than a speech must have says its side's statements again, in their
//!    order.
//! 6. What a fact checker found false is not said again: neither a statement nor a reason.
//!
//! A persona that was assigned the side against its own answer says the sentence of the topic for
//! that side, the statements in which it grants the other side something, and the propositions of
//! axes that speak for that side. Its thesis names no issue.

use crate::question::ByCorpus;
use std::cmp::Reverse;

use super::{LEAST_WORDS, OpeningDraft, Speech, SpeechAnswer};
use crate::corpus::{Heard, I_GRANT, Reply, Silence, Untagged, Voice, Voices, sortable};
use crate::mode::procon::questions::claims::MOST_CLAIMS;
use crate::mode::shared::questions::argument::opening_statements;
use crate::mode::shared::questions::thesis::{GrantDraft, ReasonDraft, ThesisDraft};
use crate::text::{folded, to_sentence, word_count};
use crate::vocabulary::{Axis, Component, Side, Statement, StatementId};

/// How a reply begins.
const REPLY: &str = "The other side says: “{}”";
/// The number of replies in a first speech and in any other.
const REPLIES: [usize; 2] = [2, 3];

impl ByCorpus for Speech {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<SpeechAnswer, Silence> {
        let voice = voices.voice(&self.brief.persona)?;
        let is_own_side = voice.thesis_side() == self.side;
        let writer = Writer { question: self, voices, voice: &voice };
        let mut speech = Paragraphs { limit: self.word_limit as usize, ..Paragraphs::default() };
        if is_own_side {
            writer.write(&mut speech);
        } else {
            writer.write_assigned(&mut speech);
        }
        let opening = self.is_first.then(|| {
            let thesis = if is_own_side {
                ThesisDraft::from_case(&voice, &self.topic)
            } else {
                let sentence = writer.motion();
                let rests_on = vec![ReasonDraft::new(sentence, None)];
                let claim = sentence.to_owned();
                ThesisDraft::new(&claim, self.side, rests_on)
            };
            let grants =
                if is_own_side { GrantDraft::all_of_voice(&voice, voices) } else { vec![] };
            // What it has written on the other questions is what its speeches say.
            OpeningDraft { thesis, grants, positions: vec![] }
        });
        Ok(SpeechAnswer {
            reflection: String::new(),
            critique: vec![],
            speech: speech.texts.join(" "),
            excerpts: speech.said.iter().map(ToString::to_string).collect(),
            opening,
        })
    }
}

/// A speech that is written.
#[derive(Default)]
struct Paragraphs {
    limit: usize,
    texts: Vec<String>,
    said: Vec<StatementId>,
}

impl Paragraphs {
    fn words(&self) -> usize {
        self.texts.iter().map(|text| word_count(text)).sum()
    }

    fn room(&self) -> usize {
        self.limit - self.words()
    }

    /// Adds a paragraph, if there is room for it.
    fn add(&mut self, text: String) -> bool {
        let fits = word_count(&text) <= self.room();
        if fits {
            self.texts.push(text);
        }
        fits
    }

    /// The number of statements for which there is room.
    fn left(&self) -> usize {
        MOST_CLAIMS.saturating_sub(self.said.len())
    }
}

struct Writer<'q, 'v> {
    question: &'q Speech,
    voices: &'q Voices<'v>,
    voice: &'q Voice<'v>,
}

impl<'q, 'v: 'q> Writer<'q, 'v> {
    /// The sentence of the topic for the side.
    fn motion(&self) -> &'q str {
        self.question.topic.answer(self.question.side)
    }

    /// The persona's case in short.
    fn case(&self) -> &'q str {
        self.voice.case().first().map_or_else(|| self.motion(), |case| &case.text)
    }

    fn write(&self, speech: &mut Paragraphs) {
        let closes = self.question.is_last && !self.question.is_first;
        // What a last speech ends with needs room.
        let case = self.case().to_owned();
        let reserved = if closes { word_count(&case) } else { 0 };
        let limit = speech.limit;
        speech.limit = limit.saturating_sub(reserved);
        let [least, most] = REPLIES;
        if self.question.is_first {
            speech.add(case.clone());
            let replies = self.replies(speech).len().min(least);
            self.concession(speech);
            self.points(speech, MOST_CLAIMS - replies);
            self.reply(speech, least);
        } else {
            self.concession(speech);
            self.reply(speech, most);
            self.points(speech, MOST_CLAIMS);
        }
        speech.limit = limit;
        if closes {
            speech.add(case);
        }
        self.repeat(speech);
        self.propositions(speech, |axis| self.voice.stance(&axis.id).map(|stance| stance.side));
    }

    fn write_assigned(&self, speech: &mut Paragraphs) {
        let favouring = |axis: &Axis| axis.side_favouring(self.question.side);
        if self.question.is_first {
            speech.add(self.motion().to_owned());
        }
        for own in self.new_statements() {
            let axis = own.axis.as_ref().and_then(|axis| self.voice.axis(axis));
            let is_for_side = axis.and_then(favouring).map(|side| Some(side) == own.side);
            if is_for_side.unwrap_or_else(|| self.voice.grants(own)) && speech.left() > 0 {
                self.say(speech, own, None);
            }
        }
        self.propositions(speech, favouring);
        self.repeat(speech);
    }

    /// Adds what the axes say for these sides while the speech is too short.
    fn propositions(&self, speech: &mut Paragraphs, side: impl Fn(&Axis) -> Option<Side>) {
        for axis in &self.question.topic.axes {
            if let Some(side) = side(axis).filter(|_| speech.words() < LEAST_WORDS) {
                speech.add(axis.proposition(side).to_owned());
            }
        }
    }

    fn is_refuted(&self, text: &str) -> bool {
        let mut rejected = self.question.rejected.iter().flat_map(|draft| &draft.refuted);
        rejected.any(|refuted| folded(&refuted.text) == folded(text))
    }

    /// The speeches of one side, the latest first.
    fn speeches(&self, side: Side) -> impl Iterator<Item = &'q super::ShownSpeech> {
        self.question.speeches.iter().rev().filter(move |speech| speech.is_for(side))
    }

    /// Whether a speech of the persona's side contains a text.
    fn is_said(&self, text: &str) -> bool {
        self.speeches(self.question.side).any(|speech| speech.text.contains(text))
    }

    /// The persona's statements that were not said, in the order of its case.
    fn new_statements(&self) -> Vec<&'v Statement> {
        let opening = opening_statements(self.voice, self.voices, &self.question.topic, 0);
        let mut all: Vec<&Statement> = Vec::new();
        for own in opening.into_iter().chain(self.voice.by_worth()) {
            let is_new = all.iter().all(|other| other.id != own.id) && !self.is_said(&own.text);
            if is_new && !self.is_refuted(&own.text) {
                all.push(own);
            }
        }
        all
    }

    fn points(&self, speech: &mut Paragraphs, most: usize) {
        for own in self.new_statements() {
            let is_new = !speech.said.contains(&own.id);
            if !is_new || speech.said.len() >= most || !self.voice.is_position(own) {
                continue;
            }
            if !self.speaks_for_other(own) {
                self.say(speech, own, None);
            } else if speech.add(format!("{I_GRANT}{}", own.text)) {
                speech.said.push(own.id.clone());
            }
        }
    }

    /// Whether a statement takes the side of an axis that favours the other side of the motion, and
    /// the persona's own case does not rest on it.
    fn speaks_for_other(&self, own: &Statement) -> bool {
        let axis = own.axis.as_ref().and_then(|axis| self.voice.axis(axis));
        let favoured = axis.and_then(|axis| axis.side_favouring(self.question.side.opposite()));
        favoured.is_some()
            && favoured == own.side
            && own
                .axis
                .as_ref()
                .is_none_or(|axis| !self.voice.dependence().issues().contains(&axis))
    }

    /// The clauses of a statement in the order in which they are said: those that assert an axis,
    /// then its reasons.
    fn clauses(&self, own: &'v Statement) -> Vec<String> {
        let linked = ReasonDraft::linked_of(self.voice, own);
        let linked = linked.into_iter().map(|reason| to_sentence(&reason.text));
        let reasons = own.reasons.iter().map(|reason| to_sentence(&reason.text));
        let mut clauses: Vec<String> = Vec::new();
        for clause in linked.chain(reasons) {
            if !clauses.contains(&clause) && !self.is_refuted(&clause) {
                clauses.push(clause);
            }
        }
        clauses
    }

    /// Adds a paragraph with a statement, after what it replies to.
    fn say(&self, speech: &mut Paragraphs, own: &'v Statement, reply_to: Option<&str>) {
        let lead = reply_to.map(|said| REPLY.replace("{}", said));
        let mut text = lead.into_iter().chain([own.text.clone()]).collect::<Vec<_>>().join(" ");
        let linked = ReasonDraft::linked_of(self.voice, own).len();
        let share = self.question.word_limit as usize / MOST_CLAIMS;
        for (clause, place) in self.clauses(own).into_iter().zip(0..) {
            let longer = format!("{text} {clause}");
            let words = word_count(&longer);
            if words <= speech.room() && (place < linked.max(1) || words <= share) {
                text = longer;
            }
        }
        if speech.add(text) {
            speech.said.push(own.id.clone());
        }
    }

    /// What the other side said and the persona's side has not quoted, with the words that a reply
    /// to a component would quote.
    fn unanswered(&self) -> Vec<Heard<'q>> {
        let speeches = self.speeches(self.question.side.opposite());
        let heard = speeches.flat_map(|speech| speech.heard(self.voices));
        heard.filter(|heard| !self.is_said(&format!("“{}”", heard.text))).collect()
    }

    fn is_shared(&self, heard: &Heard<'_>) -> bool {
        !self.voice.concedes(heard).is_empty()
    }

    /// One reply to each claim that the persona can answer, in the order in which it heard them,
    /// each with what it replies to.
    fn replies(&self, speech: &Paragraphs) -> Vec<(&'q str, &'v Statement)> {
        let heard = self.unanswered();
        let may_be_said = |own: &Statement| {
            !speech.said.contains(&own.id)
                && !self.is_said(&own.text)
                && !self.is_refuted(&own.text)
                && self.voice.is_position(own)
        };
        let in_public = |at: usize, component| {
            // What is taken for granted was not said.
            !matches!(component, Component::Assumption(_)) && !self.is_shared(&heard[at])
        };
        let mut found = self.voice.replies(&heard, Untagged::BySide, in_public);
        found.retain(|reply| may_be_said(reply.statement));
        found.sort_by_key(|reply: &Reply<'_>| {
            (reply.heard, Reverse(sortable(reply.rank())), reply.statement.id.clone())
        });
        let mut replies: Vec<(&str, &Statement)> = Vec::new();
        for (at, to) in heard.iter().enumerate().filter(|(_, to)| !self.is_shared(to)) {
            let is_free = |own: &Statement| replies.iter().all(|(_, other)| other.id != own.id);
            let matching = found.iter().filter(|reply| reply.heard == at);
            let matching = matching.map(|reply| reply.statement).find(|own| is_free(own));
            replies.extend(matching.map(|own| (to.text, own)));
        }
        replies
    }

    fn reply(&self, speech: &mut Paragraphs, most: usize) {
        let replies = self.replies(speech);
        for (to, own) in replies.into_iter().take(most) {
            if speech.left() > 0 {
                self.say(speech, own, Some(to));
            }
        }
    }

    /// One point of the other side that the persona grants, before it says any statement.
    fn concession(&self, speech: &mut Paragraphs) {
        let heard: Vec<Heard<'_>> = self
            .speeches(self.question.side.opposite())
            .flat_map(|speech| speech.heard(self.voices))
            .collect();
        let granted = self.voice.grants_to(&heard).into_iter();
        let mut new = granted.map(|granted| (granted.statement, to_sentence(granted.text)));
        let new = new.find(|(_, text)| !self.is_said(text) && !self.is_refuted(text));
        if let Some((own, text)) = new
            && speech.add(format!("{I_GRANT}{text}"))
        {
            speech.said.push(own.id.clone());
        }
    }

    /// Says statements of the persona again where a speech would be too short.
    fn repeat(&self, speech: &mut Paragraphs) {
        let own = self.voice.statements().iter().copied();
        for own in own.filter(|own| self.is_said(&own.text) && !self.is_refuted(&own.text)) {
            if speech.words() < LEAST_WORDS && speech.left() > 0 && !speech.said.contains(&own.id) {
                self.say(speech, own, None);
            }
        }
        if speech.words() < LEAST_WORDS && !speech.texts.iter().any(|text| text == self.case()) {
            speech.add(self.case().to_owned());
        }
    }
}

/// Whether a text ends with the quotation of something that was heard.
pub(in crate::mode::procon) fn ends_with_quote(text: &str, heard: &Heard<'_>) -> bool {
    text.trim_end().ends_with(&REPLY.replace("{}", heard.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Corpora;
    use crate::corpus::samples::{pair, personas_with};
    use crate::mode::procon::detail::side_name;
    use crate::mode::procon::questions::shown_speech::ShownSpeech;
    use crate::mode::procon::questions::speech::{Refuted, RejectedDraft};
    use crate::question::AnyQuestion as _;
    use crate::question::Brief;
    use crate::vocabulary::samples::{answer, reason, statement, topic};
    use crate::vocabulary::{
        Assumption, AxisId, AxisSide, Component, Objection, Persona, Probability, Reason, Seed,
        Side, Topic, TurnId,
    };

    /// The first speech of the keeper, where the side that it takes on the air favours the other
    /// answer.
    fn first_speech(personas: &[Persona]) -> String {
        let mut topic = topic();
        topic.axes[1].favours = Some(Side::No);
        spoken(&first(personas, &topic), personas)
    }

    fn spoken(question: &Speech, personas: &[Persona]) -> String {
        let corpora = Corpora::new(&question.topic, personas, Probability::ONE).unwrap();
        question.by_corpus(&corpora.voices(Seed(1))).unwrap().speech
    }

    fn first(personas: &[Persona], topic: &Topic) -> Speech {
        Speech {
            brief: Brief::new(&personas[0], topic),
            topic: topic.clone(),
            side: Side::No,
            side_name: "con",
            is_assigned: false,
            round: "Opening".into(),
            is_first: true,
            is_last: false,
            word_limit: 200,
            speeches: vec![],
            rejected: vec![],
        }
    }

    #[test]
    fn what_favours_the_other_side_is_granted_unless_the_persona_s_own_case_rests_on_it() {
        let granted = "I grant this: Exhaust goes round the corner.";
        assert!(first_speech(&pair()).contains(granted));
        let with_case = personas_with(0, |statements| {
            let asserts = AxisSide { axis: AxisId::new("air").unwrap(), side: Side::No };
            let tagged = Reason { asserts: Some(asserts), ..reason("The exhaust stays.") };
            let case = statement("case", "In short: leave it.", "trade", Side::No);
            statements.push(Statement { axis: None, reasons: vec![tagged], ..case });
        });
        let speech = first_speech(&with_case);
        assert!(!speech.contains(granted), "{speech}");
        assert!(speech.contains("Exhaust goes round the corner."), "{speech}");
    }

    fn said_by(personas: &[Persona], by: usize, ids: &[&str]) -> ShownSpeech {
        let corpus = &personas[by].corpora[&topic().id];
        let said = ids.iter().map(|id| corpus.statement(&id.parse().unwrap()).unwrap());
        let texts: Vec<&str> = said.map(|own| own.text.as_str()).collect();
        ShownSpeech {
            turn: TurnId::new(1),
            round: "Opening".into(),
            side: side_name(if by == 0 { Side::No } else { Side::Yes }),
            speaker: personas[by].id.clone(),
            text: texts.join(" "),
            checks: vec![],
            excerpts: ids.iter().map(|id| id.parse().unwrap()).collect(),
        }
    }

    /// A later speech of the keeper.
    fn later(personas: &[Persona], speeches: Vec<ShownSpeech>) -> String {
        let speech = Speech { is_first: false, speeches, ..first(personas, &topic()) };
        spoken(&speech, personas)
    }

    #[test]
    fn a_later_speech_quotes_the_claim_of_the_other_side_that_it_answers() {
        let personas = pair();
        let heard = vec![said_by(&personas, 1, &["lungs", "stroll"])];
        let speech = later(&personas, heard);
        let quoted = "“People on foot stop more often and spend more.” People on foot stay at home";
        assert!(speech.contains(quoted), "{speech}");
        let own = vec![said_by(&personas, 0, &["takings"])];
        assert!(!later(&personas, own).contains('“'), "no side answers itself");
        let said = vec![said_by(&personas, 1, &["stroll"]), said_by(&personas, 0, &["rain"])];
        let speech = later(&personas, said);
        assert!(!speech.contains(quoted), "its reply was said before: {speech}");
    }

    fn refuted(text: &str) -> RejectedDraft {
        let (text, reason) = (text.to_owned(), "The count says otherwise.".to_owned());
        let refuted = vec![Refuted { text, reason, passages: vec![] }];
        RejectedDraft { text: String::new(), why: "Something in it is false.".into(), refuted }
    }

    #[test]
    fn only_the_last_of_several_speeches_ends_with_the_case() {
        let long = vec!["word"; LEAST_WORDS].join(" ");
        let ends = |is_first, is_last| {
            let personas = personas_with(0, |statements| statements[0].text.clone_from(&long));
            let speech = Speech { is_first, is_last, ..first(&personas, &topic()) };
            spoken(&speech, &personas).ends_with("Keep it open.")
        };
        assert!(ends(false, true));
        assert!(!ends(false, false));
        assert!(!ends(true, true), "it began with it");
    }

    #[test]
    fn an_assigned_speaker_says_at_most_five_statements_which_favour_its_side() {
        let mut topic = topic();
        topic.axes[1].favours = Some(Side::No);
        let personas = personas_with(0, |statements| {
            statements.extend((1..6).map(|number| {
                statement(&format!("fume-{number}"), &format!("Fume {number}."), "air", Side::No)
            }));
        });
        let side = Side::Yes;
        let speech = Speech { is_assigned: true, side, ..first(&personas, &topic) };
        let speech = spoken(&speech, &personas);
        assert!(speech.contains("Exhaust goes round the corner."), "{speech}");
        assert!(!speech.contains("Shops lose the custom of drivers."), "{speech}");
        assert!(!speech.contains("too loud"), "it favours the other side: {speech}");
        assert_eq!(speech.matches("The reason of").count(), 5, "{speech}");
    }

    #[test]
    fn a_speech_has_at_most_five_statements_none_of_them_twice() {
        let personas = personas_with(0, |statements| {
            statements.extend((1..6).map(|number| {
                statement(&format!("fume-{number}"), &format!("Fume {number}."), "air", Side::No)
            }));
        });
        let speech = first_speech(&personas);
        let said = ["Shops lose the", "People on foot", "Exhaust", "Fume"];
        let said: usize = said.iter().map(|words| speech.matches(words).count()).sum();
        assert_eq!(said, MOST_CLAIMS, "{speech}");
    }

    #[test]
    fn what_was_found_false_is_not_said_again() {
        let said = |found: &str, text: &str| {
            let rejected = vec![refuted(found)];
            let speech = Speech { rejected, ..first(&pair(), &topic()) };
            spoken(&speech, &pair()).contains(text)
        };
        let (takings, because) = ("Shops lose the custom of drivers.", "The reason of takings.");
        assert!(said("It is so.", takings) && said("It is so.", because));
        assert!(!said(takings, takings));
        assert!(said(takings, "People on foot stay at home in the rain."));
        assert!(!said(because, because));
        assert!(said(because, takings), "only the reason is false");
        let repeated = |found: &str| {
            let speeches = vec![said_by(&pair(), 0, &["takings", "corner", "rain"])];
            let rejected = vec![refuted(found)];
            let speech = Speech { is_first: false, speeches, rejected, ..first(&pair(), &topic()) };
            spoken(&speech, &pair()).contains(takings)
        };
        assert!(repeated("It is so.") && !repeated(takings), "not even in a short speech");
    }

    #[test]
    fn a_statement_answers_one_claim_and_nothing_that_was_only_taken_for_granted() {
        let stroll = || answer(Component::Claim, "people on foot stop more often and spend more");
        let quotes = |written: Vec<Objection>| {
            let mut personas = personas_with(0, |statements| {
                statements.retain(|own| own.id.as_str() == "rain");
                statements[0].answers = written;
            });
            let walker = personas[1].corpora.values_mut().next().unwrap();
            walker.notes[0].statements[0].assumptions =
                vec![Assumption::new("Buyers carry no bags.")];
            let heard = vec![said_by(&personas, 1, &["stroll", "lungs"])];
            later(&personas, heard).matches('“').count()
        };
        let lungs = answer(Component::Claim, "children breathe cleaner air where exhaust is gone");
        assert_eq!(quotes(vec![stroll()]), 1);
        assert_eq!(quotes(vec![stroll(), lungs]), 1);
        assert_eq!(quotes(vec![answer(Component::Assumption(0), "buyers carry no bags")]), 0);
    }

    #[test]
    fn a_speech_grants_a_point_of_the_other_side_once_and_nothing_false() {
        let personas = personas_with(0, |statements| {
            statements[0].concedes = vec!["people on foot stop more often".into()];
            statements[2].answers.clear();
        });
        let granted = "I grant this: People on foot stop more often.";
        let grants = |own: Option<&str>, rejected: Vec<RejectedDraft>| {
            let mut speeches = vec![said_by(&personas, 1, &["stroll"])];
            speeches.extend(own.map(|text| ShownSpeech {
                text: text.into(),
                ..said_by(&personas, 0, &["corner"])
            }));
            let question =
                Speech { is_first: false, speeches, rejected, ..first(&personas, &topic()) };
            spoken(&question, &personas).contains(granted)
        };
        assert!(grants(None, vec![]));
        assert!(grants(Some("It is so."), vec![]));
        assert!(!grants(Some(granted), vec![]), "it has granted it");
        assert!(!grants(None, vec![refuted("People on foot stop more often.")]));
    }

    #[test]
    fn statements_are_said_again_only_where_a_speech_would_be_too_short() {
        let long = vec!["word"; 2 * LEAST_WORDS].join(" ");
        let personas = personas_with(0, |statements| {
            statements.retain(|own| ["takings", "corner"].contains(&own.id.as_str()));
            statements[1].text.clone_from(&long);
        });
        let (again, case) = ("Shops lose the custom of drivers.", "Keep it open.");
        let speech = later(&personas, vec![said_by(&personas, 0, &["takings"])]);
        assert!(speech.contains(&long) && !speech.contains(again), "{speech}");
        assert!(!speech.contains(case), "{speech}");
        let speech = later(&pair(), vec![said_by(&pair(), 0, &["takings", "corner", "rain"])]);
        assert!(speech.contains(again) && speech.contains(case), "{speech}");
        assert_eq!(speech.matches(again).count(), 1, "{speech}");
    }

    #[test]
    fn a_speech_of_the_least_length_says_nothing_again() {
        let takings = |words: usize| vec!["word"; words - 4].join(" ");
        let speech = |words: usize| {
            let personas = personas_with(0, |statements| {
                statements.truncate(2);
                statements[0].text = takings(words);
                statements[0].assumptions.clear();
            });
            later(&personas, vec![said_by(&personas, 0, &["corner"])])
        };
        let whole = |words: usize| format!("{} The reason of takings.", takings(words));
        assert_eq!(speech(LEAST_WORDS), whole(LEAST_WORDS));
        let repeated = " Exhaust goes round the corner. The reason of corner.";
        assert_eq!(speech(LEAST_WORDS - 1), whole(LEAST_WORDS - 1) + repeated);
    }

    #[test]
    fn a_statement_says_its_further_reasons_up_to_its_share_of_the_words() {
        let words = |count: usize| vec!["word"; count].join(" ");
        let says_both = |last: usize| {
            let personas = personas_with(0, |statements| {
                statements.truncate(1);
                statements[0].text = format!("{} end.", words(9));
                let reasons =
                    [format!("{} first.", words(9)), format!("{} second.", words(last - 1))];
                statements[0].reasons = reasons.iter().map(|text| reason(text)).collect();
                statements[0].assumptions.clear();
            });
            first_speech(&personas).contains("second.")
        };
        // The limit is 200 words, and a speech has up to five claims.
        assert!(says_both(20), "40 words");
        assert!(!says_both(21), "41 words");
    }

    #[test]
    fn a_statement_says_its_first_reason_where_the_speech_has_room_for_it() {
        let says_it = |word_limit: u32| {
            let personas = personas_with(0, |statements| {
                statements.truncate(1);
                statements[0].text = "One two three four.".into();
                statements[0].reasons = vec![reason("Five six reason.")];
                statements[0].assumptions.clear();
            });
            let speech = Speech { word_limit, ..first(&personas, &topic()) };
            spoken(&speech, &personas).contains("reason.")
        };
        // The speech begins with the sentence of the topic, which has three words.
        assert!(says_it(10));
        assert!(!says_it(9));
    }

    #[test]
    fn what_favours_the_own_side_is_not_granted() {
        let mut topic = topic();
        topic.axes[1].favours = Some(Side::Yes);
        let speech = spoken(&first(&pair(), &topic), &pair());
        assert!(speech.contains("Exhaust goes round the corner."), "{speech}");
        assert!(!speech.contains("I grant this: Exhaust"), "{speech}");
    }

    #[test]
    fn a_short_speech_repeats_no_more_statements_than_a_speech_has_claims() {
        let ids: Vec<String> = (0..7).map(|number| format!("s{number}")).collect();
        let personas = personas_with(0, |statements| {
            let own = ids.iter().map(|id| {
                let own = statement(id, &format!("Word{id} ends."), "trade", Side::Yes);
                Statement { reasons: vec![], ..own }
            });
            *statements = own.collect();
        });
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let speech = later(&personas, vec![said_by(&personas, 0, &ids)]);
        assert_eq!(speech.matches("ends.").count(), MOST_CLAIMS, "{speech}");
    }

    #[test]
    fn a_paragraph_may_use_up_the_words_of_a_speech() {
        let mut speech = Paragraphs { limit: 3, ..Paragraphs::default() };
        assert!(!speech.add("One two three four.".into()));
        assert!(speech.add("One two three.".into()));
    }

    #[test]
    fn only_a_first_speech_has_an_opening() {
        let opening = |is_first: bool| {
            let schema = Speech { is_first, ..first(&pair(), &topic()) }.narrowed_schema();
            schema["properties"]["opening"]["type"] == "null"
        };
        assert!(!opening(true));
        assert!(opening(false));
    }
}
