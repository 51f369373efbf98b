//! Asks a persona for its next turn.

mod by_corpus;

pub(crate) use by_corpus::{Answerable, granted_point, next_turn, with_reason};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{RULES, ShownTurn, TURNS};
use crate::mode::conversation::run::ConversationTone;
use crate::mode::conversation::run::moves::Move;
use crate::mode::conversation::run::steering::Hint;
use crate::mode::shared::prompts::{PERSONA, TOPIC, WRITING};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value};
use crate::question::{Accept, Brief, Form, Narrowing, Parameters, Question, Spec};
use crate::text::sentences;
use crate::vocabulary::{AxisId, PersonaId, StatementId, Topic, TurnId};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/take_turn.md"),
    &[PERSONA, WRITING, RULES, TOPIC, TURNS],
));

/// Asks a persona for its next turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct TakeTurn {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
    #[serde(rename = "manner")]
    pub(crate) tone: ConversationTone,
    /// The latest turns.
    pub(crate) turns: Vec<ShownTurn>,
    /// The persona's own statements that the debate has heard already.
    pub(crate) said: Vec<StatementId>,
    /// What the persona has conceded already.
    pub(crate) conceded: Vec<String>,
    /// Whether the debate looks for its crux.
    pub(crate) may_propose: bool,
    /// The proposal of another persona with which this one has not agreed.
    pub(crate) proposal: Option<ShownTurn>,
    /// Whether the persona has proposed a crux.
    pub(crate) has_proposed: bool,
    /// A hint of the protocol.
    pub(crate) hint: Option<Hint>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TurnAnswer {
    #[serde(rename = "move")]
    pub(crate) chosen: Move,
    #[schemars(description = "The id of the turn that you answer, or null.")]
    pub(crate) replies_to: Option<String>,
    #[schemars(description = "What you say, in at most as many sentences as the prompt allows.")]
    pub(crate) text: String,
    #[schemars(
        description = "The id of the listed question that you propose as the crux, or null."
    )]
    pub(crate) axis: Option<String>,
    #[schemars(description = "Whether you agree with the crux that another person proposed.")]
    pub(crate) acknowledges_crux: bool,
    #[schemars(description = "The ids of the excerpts that you use.")]
    pub(crate) excerpts: Vec<String>,
}

/// A turn that was accepted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TakenTurn {
    pub(crate) chosen: Move,
    pub(crate) replies_to: Option<TurnId>,
    pub(crate) text: String,
    pub(crate) axis: Option<AxisId>,
    pub(crate) acknowledges: Option<TurnId>,
    pub(crate) excerpts: Vec<StatementId>,
}

impl TakeTurn {
    /// The turns of others that may be answered.
    fn of_others(&self) -> impl Iterator<Item = &ShownTurn> {
        self.turns.iter().filter(|turn| turn.speaker != self.brief.persona)
    }

    /// The text, or its first sentences where it has more than a turn may have. A turn that is too
    /// long is sent back first.
    fn within_length(&self, text: String, accept: &mut Accept) -> String {
        let said = sentences(&text);
        let Some(most) = self.tone.most_sentences().filter(|most| said.len() > *most) else {
            return text;
        };
        accept.check(false, || format!("turn: {} sentences, at most {most} wanted", said.len()));
        said[..most].join(" ")
    }
}

impl Question for TakeTurn {
    const SPEC: Spec = Spec {
        name: "take_turn",
        version: 22,
        parameters: Parameters::strong(0.9, 400),
        form: &FORM,
    };
    type Raw = TurnAnswer;
    type Answer = TakenTurn;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        schema.axes(&self.topic);
        schema.excerpts(&self.brief);
        schema.ids::<TurnAnswer>("replies_to", self.of_others().map(|turn| turn.id));
        let mut moves = vec!["claim", "challenge", "clarify", "concede", "reframe", "pass"];
        moves.extend(self.may_propose.then_some("propose_crux"));
        *schema.field::<TurnAnswer>("move") = json!({ "enum": moves });
        if self.tone == ConversationTone::Adversarial {
            schema.field::<TurnAnswer>("text")["description"] =
                "What you say: one or two sentences.".into();
        }
    }

    fn accept(&self, raw: TurnAnswer, accept: &mut Accept) -> Option<TakenTurn> {
        let of = |what: &str| format!("turn: {what}");
        if raw.chosen != Move::Pass {
            accept.text("turn", &raw.text);
        }
        accept.require(self.may_propose || raw.chosen != Move::ProposeCrux, || {
            of("a crux cannot be proposed yet")
        });
        let text = self.within_length(raw.text, accept);
        let named = raw.replies_to.as_ref();
        let replies_to = ShownTurn::answered(self.of_others(), raw.chosen, named, accept);
        let axis = accept.axis(of, raw.axis.as_deref(), &self.topic);
        let open = self.proposal.as_ref().map(|proposal| proposal.id);
        accept.keep(open.is_some() || !raw.acknowledges_crux, || {
            of("there is no proposal of another person to agree with")
        });
        let excerpts = accept.excerpts(of, &raw.excerpts, &self.brief);
        Some(TakenTurn {
            chosen: raw.chosen,
            replies_to,
            text: if raw.chosen == Move::Pass { String::new() } else { text },
            axis,
            acknowledges: open.filter(|_| raw.acknowledges_crux),
            excerpts,
        })
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let may_propose = nonsense.asked().contains("looks for its crux");
        // Concessions and reframings lead to an update after every turn.
        let moves = ["challenge", "concede", "claim", "reframe", "pass", "clarify"];
        let chosen = if may_propose && nonsense.ordinal.is_multiple_of(3) {
            "propose_crux"
        } else {
            nonsense.choose(&moves)
        };
        json!({
            "move": chosen, "replies_to": nonsense.turns_of_others().last(),
            "text": nonsense.text("Turn", u64::from(nonsense.ordinal)), "axis": null, "acknowledges_crux": false,
            "excerpts": [],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, personas_with};
    use crate::mode::conversation::questions::resolution::Resolution;
    use crate::mode::conversation::run::moves::MoveLabel;
    use crate::mode::conversation::run::samples::{shown_turn, take_turn};
    use crate::question::samples::{brief, complaints, topic};
    use crate::question::{ByCorpus, WhichAnswer};
    use crate::vocabulary::samples::{answer as answers, reason, statement};
    use crate::vocabulary::{
        Assumption, AxisSide, Component, Flip, Objection, Persona, Reach, Reason, Seed, Side,
        Statement,
    };

    fn question(may_propose: bool) -> TakeTurn {
        let speakers = ["walker", brief().persona.as_str()].map(str::to_owned);
        let turns = (1..).zip(speakers).map(|(at, by)| shown_turn(at, &by, MoveLabel::Claim, None));
        TakeTurn { may_propose, ..take_turn(ConversationTone::Open, turns.collect()) }
    }

    fn answer(chosen: Move, replies_to: Option<&str>) -> TurnAnswer {
        TurnAnswer {
            chosen,
            replies_to: replies_to.map(Into::into),
            text: "They hurry past.".into(),
            axis: None,
            acknowledges_crux: false,
            excerpts: vec![],
        }
    }

    #[test]
    fn dialogue_rule_3_each_part_of_a_turn_is_checked() {
        let faults = |may_propose, answer| complaints(&question(may_propose), answer).join("|");
        assert_eq!(faults(false, answer(Move::Claim, None)), "");
        assert_eq!(faults(false, answer(Move::Challenge, Some("t1"))), "");
        let unnamed = "turn: a challenge or a concession names the turn that it answers";
        for chosen in [Move::Challenge, Move::Concede] {
            assert_eq!(faults(false, answer(chosen, None)), unnamed);
        }
        for unknown in ["t2", "t9", "nonsense"] {
            assert_eq!(
                faults(false, answer(Move::Clarify, Some(unknown))),
                format!("turn: `{unknown}` is not a turn of another person that is shown")
            );
        }
        let empty = TurnAnswer { text: " ".into(), ..answer(Move::Claim, None) };
        assert_eq!(faults(false, empty.clone()), "turn: the text is empty");
        let pass = TurnAnswer { chosen: Move::Pass, ..empty };
        assert_eq!(faults(false, pass), "");
        let agrees = TurnAnswer { acknowledges_crux: true, ..answer(Move::Claim, None) };
        assert_eq!(
            faults(true, agrees),
            "turn: there is no proposal of another person to agree with"
        );
    }

    /// What a corpus proposes as the crux in the search for it, and names as the core question at
    /// the end. The case of the keeper rests on trade; the walker takes this side of it.
    fn proposed(walker: Side) -> (Option<String>, Option<String>) {
        let (trade, topic) = (AxisId::new("trade").unwrap(), topic());
        let mut personas = personas_with(0, |statements| {
            let asserts = Some(AxisSide { axis: AxisId::new("trade").unwrap(), side: Side::Yes });
            let because = Reason { asserts, ..reason("Drivers pay my rent.") };
            let case = statement("case", "In short: leave it.", "trade", Side::No);
            statements.push(Statement { axis: None, reasons: vec![because], ..case });
        });
        let other = personas[1].corpora.values_mut().next().unwrap();
        for own in &mut other.notes[0].statements {
            own.side =
                own.side.map(|side| if own.axis.as_ref() == Some(&trade) { walker } else { side });
        }
        let turns: Vec<ShownTurn> = (1..)
            .zip(&personas)
            .map(|(at, persona)| ShownTurn {
                excerpts: vec![],
                ..shown_turn(at, persona.id.as_str(), MoveLabel::Claim, None)
            })
            .collect();
        let corpora = everything(&personas);
        let voices = corpora.voices(Seed(1));
        let (brief, tone) = (Brief::new(&personas[0], &topic), ConversationTone::Open);
        let turn =
            TakeTurn { brief: brief.clone(), may_propose: true, ..take_turn(tone, turns.clone()) };
        let turn = turn.by_corpus(&voices).unwrap();
        let core = Resolution { brief, topic, tone, turns, cruxes: vec![] };
        let core = core.by_corpus(&voices).unwrap();
        (turn.axis.filter(|_| turn.chosen == Move::ProposeCrux), core.axis)
    }

    #[test]
    fn a_corpus_proposes_no_question_as_the_crux_that_all_speakers_answer_alike() {
        let trade = Some("trade".to_owned());
        assert_eq!(proposed(Side::No), (trade.clone(), trade));
        let disputed = Some("air".to_owned());
        assert_eq!(proposed(Side::Yes), (None, disputed), "no case rests on what is left");
    }

    #[test]
    fn a_corpus_that_is_asked_what_would_change_its_mind_names_its_conditions_one_after_another() {
        let mut personas = personas_with(0, |_| ());
        let flip = |when: &str, changes| Flip {
            id: when.into(),
            axis: None,
            when: when.into(),
            then: "Close it.".into(),
            changes,
        };
        personas[0].contract.flips =
            vec![flip("The shops gain.", Reach::Answer), flip("The cars stay away.", Reach::View)];
        let corpora = everything(&personas);
        let voices = corpora.voices(Seed(1));
        let answered = |hint: Option<Hint>, said: &str| {
            let before = ShownTurn {
                text: said.into(),
                excerpts: vec![],
                ..shown_turn(1, personas[0].id.as_str(), MoveLabel::Clarify, None)
            };
            let question = TakeTurn {
                brief: Brief::new(&personas[0], &topic()),
                hint,
                ..take_turn(ConversationTone::Open, vec![before])
            };
            question.by_corpus(&voices).unwrap().text
        };
        let hint = Some(Hint::WhatWouldChangeYourMind);
        let conditions = [
            "I would change my mind if this happened: The shops gain. Close it.",
            "I would see this differently if this happened: The cars stay away. Close it.",
        ];
        assert_eq!(answered(hint.clone(), "It is so."), conditions[0]);
        assert_eq!(answered(hint.clone(), conditions[0]), conditions[1]);
        assert!(
            !conditions.contains(&answered(hint, &conditions.join(" ")).as_str()),
            "both are said"
        );
        assert!(!conditions.contains(&answered(None, "It is so.").as_str()), "no hint asks for it");
    }

    /// What the keeper says after these turns: each with its speaker and the statements that it
    /// says.
    fn next(personas: &[Persona], tone: ConversationTone, turns: &[(&str, &[&str])]) -> TurnAnswer {
        hinted(personas, tone, turns, None)
    }

    fn hinted(
        personas: &[Persona],
        tone: ConversationTone,
        turns: &[(&str, &[&str])],
        hint: Option<Hint>,
    ) -> TurnAnswer {
        answered(personas, &asked(personas, tone, turns, hint))
    }

    fn answered(personas: &[Persona], question: &TakeTurn) -> TurnAnswer {
        question.by_corpus(&everything(personas).voices(Seed(1))).unwrap()
    }

    fn asked(
        personas: &[Persona],
        tone: ConversationTone,
        turns: &[(&str, &[&str])],
        hint: Option<Hint>,
    ) -> TakeTurn {
        let turn = |(at, (by, said)): (u32, &(&str, &[&str]))| {
            let speaker = personas.iter().find(|persona| persona.id.as_str() == *by).unwrap();
            let own = |id: &&str| StatementId::new(*id).unwrap();
            let excerpts: Vec<StatementId> = said.iter().map(own).collect();
            let corpus = &speaker.corpora[&topic().id];
            let texts = excerpts.iter().map(|id| corpus.statement(id).unwrap().text.as_str());
            ShownTurn {
                text: texts.collect::<Vec<_>>().join(" "),
                excerpts,
                ..shown_turn(at, by, MoveLabel::Claim, None)
            }
        };
        let turns: Vec<ShownTurn> = (1..).zip(turns).map(turn).collect();
        let own = turns.iter().filter(|turn| turn.speaker == personas[0].id);
        let said = own.flat_map(|turn| turn.excerpts.clone()).collect();
        let brief = Brief::new(&personas[0], &topic());
        TakeTurn { brief, said, hint, ..take_turn(tone, turns) }
    }

    /// What the keeper says after its statement “takings” was challenged with “stroll”, which no
    /// other of its statements answers.
    fn challenged(
        edit: impl FnOnce(&mut Vec<Statement>),
        change: impl FnOnce(&mut TakeTurn),
    ) -> TurnAnswer {
        let personas = personas_with(0, |statements| {
            statements[2].answers.clear();
            edit(statements);
        });
        let turns: &[(&str, &[&str])] =
            &[("walker", &["lungs"]), ("keeper", &["takings"]), ("walker", &["stroll"])];
        let mut question = asked(&personas, ConversationTone::Open, turns, None);
        let challenge = question.turns.last_mut().unwrap();
        challenge.label = MoveLabel::Challenge;
        challenge.replies_to = Some(TurnId::new(2));
        change(&mut question);
        answered(&personas, &question)
    }

    #[test]
    fn dialogue_rule_15_a_corpus_that_is_challenged_stays_on_the_question_for_the_third_turn() {
        let lungs = "children breathe cleaner air where exhaust is gone";
        let written =
            |own: &mut Vec<Statement>| own[1].answers = vec![answers(Component::Claim, lungs)];
        let said = |change: &dyn Fn(&mut TakeTurn)| challenged(written, change).excerpts.concat();
        assert_eq!(said(&|_| ()), "rain", "another statement on the question");
        let other = said(&|asked| asked.turns[2].replies_to = Some(TurnId::new(1)));
        assert_eq!(other, "corner", "the challenge is to another turn");
        let claimed = said(&|asked| asked.turns[2].label = MoveLabel::Claim);
        assert_eq!(claimed, "corner", "it is not challenged");
        let third = said(&|asked| {
            let earlier = ShownTurn { id: TurnId::new(9), ..asked.turns[2].clone() };
            asked.turns.insert(1, ShownTurn { label: MoveLabel::Claim, ..earlier });
        });
        assert_eq!(third, "corner", "three turns were about it");
        let hint = said(&|asked| asked.hint = Some(Hint::open_question(&topic().axes[1])));
        assert_eq!(hint, "corner", "a hint names another question");
    }

    #[test]
    fn dialogue_rule_15_a_corpus_answers_a_challenge_before_it_says_what_answers_something_else() {
        let stroll = "people on foot stop more often and spend more";
        let edit = |own: &mut Vec<Statement>| {
            own[1].answers = vec![answers(Component::Claim, stroll)];
            own[2].answers = vec![answers(Component::Claim, "zebras are unheard of")];
        };
        let said = challenged(edit, |_| ());
        assert_eq!(said.excerpts, ["corner"], "an answer that is about another question");
        assert_eq!((said.chosen, said.replies_to.as_deref()), (Move::Challenge, Some("t3")));
    }

    #[test]
    fn dialogue_rule_17_a_corpus_grants_a_point_beside_the_answer_that_it_has() {
        let stroll = "people on foot stop more often and spend more";
        let edit = |own: &mut Vec<Statement>| {
            own[0].concedes = vec!["many people go home on foot".into()];
            own[2].answers = vec![answers(Component::Claim, stroll)];
        };
        let said = challenged(edit, |asked| asked.hint = Some(Hint::WhatIsRightInIt));
        let text = "I grant this: Many people go home on foot. Even so: People on foot stay at home in the rain.";
        assert_eq!((said.chosen, said.text.as_str()), (Move::Concede, text));
        assert_eq!(said.excerpts, ["rain"]);
    }

    #[test]
    fn dialogue_rule_17_a_corpus_without_an_answer_grants_what_it_concedes_on_the_question() {
        let granted = |concedes: &[(usize, &str)], hint: Option<Hint>| {
            let edit = |own: &mut Vec<Statement>| {
                for (at, point) in concedes {
                    own[*at].concedes.push((*point).into());
                }
            };
            let turn = challenged(edit, |asked| asked.hint = hint);
            (turn.chosen, turn.text, turn.replies_to.unwrap_or_default())
        };
        let two_words = "many people go home on foot";
        let concession = |text: &str, to: &str| (Move::Concede, text.to_owned(), to.to_owned());
        let text = "I grant this: Many people go home on foot.";
        assert_eq!(granted(&[(0, two_words)], None), concession(text, "t3"));
        let new = format!("{text} Even so: People on foot stay at home in the rain.");
        assert_eq!(
            granted(&[(2, two_words)], None),
            concession(&new, "t3"),
            "its statement is new"
        );
        assert_eq!(granted(&[(1, two_words)], None).0, Move::Claim, "on another question");
        let one_word = "many a shopper goes home on foot";
        assert_eq!(granted(&[(0, one_word)], None).0, Move::Claim, "one word in common is chance");
        let no_word = "winters differ";
        assert_eq!(granted(&[(0, no_word)], None).0, Move::Claim, "no word in common");
        let asked = Some(Hint::WhatIsRightInIt);
        assert_eq!(granted(&[(0, no_word)], asked.clone()).0, Move::Claim, "no one argued it");
        let both = granted(&[(0, no_word), (2, two_words)], asked.clone());
        assert_eq!(both, concession(&new, "t3"), "the one with most words in common");
        let earlier = |hint: Option<Hint>| {
            let edit = |own: &mut Vec<Statement>| {
                own[0].concedes = vec!["a car park may be full on market days".into()];
            };
            let turn = challenged(edit, |asked| {
                asked.turns[0].excerpts.push(StatementId::new("park").unwrap());
                asked.turns[0].text.push_str(" There is a car park at each end.");
                asked.hint = hint;
            });
            (turn.chosen, turn.replies_to.unwrap_or_default())
        };
        assert_eq!(earlier(None).0, Move::Claim, "no hint asks what is right in the other case");
        assert_eq!(
            earlier(asked.clone()),
            (Move::Concede, "t1".to_owned()),
            "an earlier turn said it"
        );
        let of_air = granted(&[(0, "children breathe cleaner air")], asked);
        assert_eq!(of_air.0, Move::Claim, "the earlier turn is about another question");
    }

    #[test]
    fn dispute_rule_8_a_corpus_presses_the_last_point_in_an_adversarial_debate_only() {
        let personas = personas_with(0, |statements| {
            statements[1].text = "Lorries will take the next road.".into();
        });
        let turns: &[(&str, &[&str])] =
            &[("walker", &["stroll"]), ("keeper", &["takings"]), ("walker", &["lungs"])];
        let said = |tone| {
            let turn = next(&personas, tone, turns);
            (turn.excerpts.concat(), turn.replies_to.unwrap_or_default())
        };
        let written = ("rain".to_owned(), "t1".to_owned());
        let pressed = ("corner".to_owned(), String::new());
        assert_eq!(said(ConversationTone::Open), written, "it was written to answer that turn");
        assert_eq!(
            said(ConversationTone::Adversarial),
            pressed,
            "on the question of the last turn"
        );
    }

    #[test]
    fn a_corpus_answers_first_what_an_opening_says_about_other_questions_than_the_exchange() {
        let personas = personas_with(0, |statements| {
            let lungs = "children breathe cleaner air where exhaust is gone";
            statements[1].answers = vec![answers(Component::Claim, lungs)];
        });
        let said = |turns: &[(&str, &[&str])]| {
            next(&personas, ConversationTone::Open, turns).excerpts.concat()
        };
        let opening: (&str, &[&str]) = ("walker", &["stroll", "lungs"]);
        assert_eq!(said(&[opening]), "rain");
        assert_eq!(said(&[opening, ("keeper", &["takings"])]), "corner", "trade was spoken of");
    }

    /// What the keeper says after “stroll”, where its statements are edited and “stroll” assumes
    /// something.
    fn after_stroll(edit: impl FnOnce(&mut Vec<Statement>)) -> TurnAnswer {
        let mut personas = personas_with(0, |statements| {
            statements[2].answers.clear();
            edit(statements);
        });
        let walker = personas[1].corpora.values_mut().next().unwrap();
        let stroll = &mut walker.notes[0].statements[0];
        stroll.reasons = vec![reason("Tills rang all winter.")];
        stroll.assumptions = vec![Assumption::new("Buyers carry no bags.")];
        next(&personas, ConversationTone::Open, &[("walker", &["stroll"])])
    }

    #[test]
    fn dialogue_rule_17_a_corpus_names_an_assumption_before_it_answers_it() {
        let answered = |component, text: &str| {
            let turn = after_stroll(|own| own[2].answers = vec![answers(component, text)]);
            (turn.replies_to.unwrap_or_default(), turn.text)
        };
        let own = "People on foot stay at home in the rain. The reason of rain.";
        let assumed = format!("That assumes this: Buyers carry no bags. {own}");
        let to_assumption = answered(Component::Assumption(0), "buyers carry no bags");
        assert_eq!(to_assumption, ("t1".to_owned(), assumed));
        let to_claim = answered(Component::Claim, "people on foot stop more often and spend more");
        assert_eq!(to_claim, ("t1".to_owned(), own.to_owned()));
    }

    #[test]
    fn dialogue_rule_17_a_corpus_grants_only_what_was_said() {
        let granted = |text: &str| {
            let turn = after_stroll(|own| own[0].concedes = vec![text.into()]);
            (turn.chosen, turn.text)
        };
        let said = granted("people on foot stop more often");
        let text = "I grant this: People on foot stop more often. Even so: Shops lose the custom of drivers.";
        assert_eq!(said, (Move::Concede, text.to_owned()));
        let half = granted("people on foot carry umbrellas");
        assert_eq!(half.0, Move::Claim, "half of its words: {}", half.1);
        let unsaid = granted("people on foot carry umbrellas home");
        assert_eq!(unsaid.0, Move::Claim, "{}", unsaid.1);
    }

    #[test]
    fn dialogue_rule_17_a_corpus_answers_an_inference_only_if_most_of_it_was_said() {
        let answered = |text: &str| {
            let turn =
                after_stroll(|own| own[2].answers = vec![answers(Component::Inference, text)]);
            (turn.excerpts.concat(), turn.replies_to.unwrap_or_default())
        };
        let of = |statement: &str, turn: &str| (statement.to_owned(), turn.to_owned());
        assert_eq!(answered("people on foot stop more often and spend more"), of("rain", "t1"));
        let with_reason = "from tills that rang all winter it follows that people spend more";
        assert_eq!(answered(with_reason), of("takings", ""), "the turn does not say the reason");
    }

    #[test]
    fn dialogue_rule_17_a_corpus_keeps_what_answers_a_point_until_the_point_was_made() {
        let said = |of: Vec<Objection>| {
            let personas = personas_with(0, |statements| statements[1].answers = of);
            next(&personas, ConversationTone::Open, &[("walker", &["quiet"])]).excerpts.concat()
        };
        assert_eq!(said(vec![]), "corner", "it gives the other answer");
        assert_eq!(said(vec![answers(Component::Claim, "zebras are unheard of")]), "takings");
    }

    #[test]
    fn dialogue_rule_15_a_corpus_turns_to_the_question_that_a_hint_names() {
        let personas = personas_with(0, |_| ());
        let turns: &[(&str, &[&str])] = &[("walker", &["stroll", "lungs"])];
        let said = |hint| hinted(&personas, ConversationTone::Open, turns, hint).excerpts.concat();
        assert_eq!(said(None), "rain");
        assert_eq!(said(Some(Hint::open_question(&topic().axes[1]))), "corner");
    }

    /// Lets the case of a persona rest on the answers to some questions.
    fn rest_on(persona: &mut Persona, axes: &[(&str, Side)]) {
        let stance = persona.corpora[&topic().id].stance;
        let because = |(axis, side): &(&str, Side)| Reason {
            asserts: Some(AxisSide { axis: AxisId::new(*axis).unwrap(), side: *side }),
            ..reason(&format!("That {axis} is decisive."))
        };
        let case = statement("case", "In short, that is it.", "trade", stance);
        let reasons = axes.iter().map(because).collect();
        let corpus = persona.corpora.get_mut(&topic().id).unwrap();
        corpus.notes[0].statements.push(Statement { axis: None, reasons, ..case });
    }

    fn trade() -> Option<AxisId> {
        AxisId::new("trade").ok()
    }

    #[test]
    fn dialogue_rule_16_a_corpus_agrees_with_a_proposal_on_which_both_cases_rest() {
        for (keeper, walker, agrees) in
            [(true, true, true), (true, false, false), (false, true, false), (false, false, false)]
        {
            let mut personas = personas_with(0, |_| ());
            for (at, rests, side) in [(0, keeper, Side::Yes), (1, walker, Side::No)] {
                if rests {
                    rest_on(&mut personas[at], &[("trade", side)]);
                }
            }
            let mut question =
                asked(&personas, ConversationTone::Open, &[("walker", &["lungs"])], None);
            let propose = shown_turn(2, "walker", MoveLabel::ProposeCrux, None);
            let propose = ShownTurn { axis: trade(), excerpts: vec![], ..propose };
            question.turns.push(propose.clone());
            question.proposal = Some(propose);
            (question.may_propose, question.has_proposed) = (true, true);
            let said = answered(&personas, &question);
            assert_eq!(said.acknowledges_crux, agrees, "{keeper} {walker}: {}", said.text);
            if agrees {
                let flip = "I would see this differently if this happened: Takings rise";
                assert!(said.text.starts_with(flip), "{}", said.text);
            }
        }
    }

    #[test]
    fn dialogue_rule_16_a_corpus_agrees_with_no_proposal_where_its_case_rests_more_on_another() {
        for (changes, agrees) in [(Reach::View, true), (Reach::Answer, false)] {
            let mut personas = personas_with(0, |_| ());
            rest_on(&mut personas[0], &[("trade", Side::Yes), ("air", Side::No)]);
            rest_on(&mut personas[1], &[("trade", Side::No), ("air", Side::Yes)]);
            personas[0].contract.flips[0].changes = changes;
            let said = [("walker", &["lungs", "stroll"][..])];
            let mut question = asked(&personas, ConversationTone::Open, &said, None);
            let propose = ShownTurn {
                axis: AxisId::new("air").ok(),
                excerpts: vec![],
                ..shown_turn(2, "walker", MoveLabel::ProposeCrux, None)
            };
            question.turns.push(propose.clone());
            question.proposal = Some(propose);
            question.may_propose = true;
            let said = answered(&personas, &question);
            assert_eq!(said.acknowledges_crux, agrees, "{}", said.text);
            let own = (!agrees).then(|| "trade".to_owned());
            assert_eq!(said.axis, own, "her case rests on trade as a whole");
        }
    }

    #[test]
    fn dialogue_rule_16_a_corpus_proposes_what_its_case_rests_on_most_then_what_was_last_answered()
    {
        let mut personas = personas_with(0, |_| ());
        rest_on(&mut personas[0], &[("trade", Side::Yes), ("air", Side::No)]);
        let proposed = |said: &[&str], open| proposed_by(&personas, said, open);
        assert_eq!(proposed(&["lungs"], None), "air");
        assert_eq!(proposed(&["stroll"], None), "trade");
        assert_eq!(
            proposed(&["lungs", "stroll"], Some("air")),
            "trade",
            "that is proposed already"
        );
        let mut decisive = personas.clone();
        decisive[0].contract.flips[0].changes = Reach::Answer;
        let earlier = [("walker", &["stroll"][..]), ("walker", &["lungs"][..])];
        let mut question = asked(&decisive, ConversationTone::Open, &earlier, None);
        question.may_propose = true;
        assert_eq!(answered(&decisive, &question).axis.as_deref(), Some("trade"));
        rest_on(&mut personas[1], &[("trade", Side::No)]);
        let of_both = proposed_by(&personas, &["stroll", "lungs"], None);
        assert_eq!(of_both, "trade", "the case of the other side rests on it, too");
    }

    /// The question that the keeper proposes after what the walker said.
    fn proposed_by(personas: &[Persona], said: &[&str], open: Option<&str>) -> String {
        let mut question = asked(personas, ConversationTone::Open, &[("walker", said)], None);
        question.may_propose = true;
        question.proposal = open.map(|axis| ShownTurn {
            axis: AxisId::new(axis).ok(),
            excerpts: vec![],
            ..shown_turn(9, "walker", MoveLabel::ProposeCrux, None)
        });
        answered(personas, &question).axis.unwrap_or_default()
    }

    #[test]
    fn dialogue_rule_16_the_core_question_is_the_agreed_one_or_else_one_on_which_the_case_rests() {
        let mut personas = personas_with(0, |_| ());
        rest_on(&mut personas[0], &[("trade", Side::Yes)]);
        let proposal = |at, axis: &str| ShownTurn {
            axis: AxisId::new(axis).ok(),
            excerpts: vec![],
            ..shown_turn(at, "walker", MoveLabel::ProposeCrux, None)
        };
        let of = |said: &[&str], cruxes: Vec<ShownTurn>, agrees_with: Option<u32>| {
            let TakeTurn { brief, topic, tone, mut turns, .. } = asked(
                &personas,
                ConversationTone::Open,
                &[("walker", said), ("keeper", &["corner"])],
                None,
            );
            let agrees = shown_turn(9, "keeper", MoveLabel::Clarify, agrees_with);
            turns.push(ShownTurn { excerpts: vec![], ..agrees });
            let question = Resolution { brief, topic, tone, turns, cruxes };
            let answer = question.by_corpus(&everything(&personas).voices(Seed(1))).unwrap();
            (answer.axis.unwrap_or_default(), answer.disputed)
        };
        let question = |at: usize| topic().axes[at].question.clone();
        let (trade, air) = (question(0), question(1));
        let (on_trade, both) = (vec![trade.clone()], vec![trade.clone(), air.clone()]);
        assert_eq!(of(&[], vec![], None), ("trade".into(), on_trade));
        assert_eq!(
            of(&["lungs"], vec![], None),
            ("trade".into(), both.clone()),
            "and what was said"
        );
        assert_eq!(of(&["stroll", "park", "lungs"], vec![], None).1, both, "each once");
        let cruxes = || vec![proposal(7, "trade"), proposal(8, "air")];
        assert_eq!(of(&[], cruxes(), None).0, "trade", "its case rests on it");
        assert_eq!(of(&[], vec![proposal(8, "air")], None).0, "trade", "not on what was proposed");
        assert_eq!(of(&[], cruxes(), Some(8)), ("air".into(), vec![air, trade]), "it agreed");
    }

    #[test]
    fn dialogue_rule_15_a_corpus_answers_the_turn_that_a_hint_names_before_the_latest() {
        let lungs = "children breathe cleaner air where exhaust is gone";
        let personas =
            personas_with(0, |own| own[1].answers = vec![answers(Component::Claim, lungs)]);
        let turns: &[(&str, &[&str])] = &[("walker", &["stroll"]), ("walker", &["lungs"])];
        let said = |hint| hinted(&personas, ConversationTone::Open, turns, hint).excerpts.concat();
        assert_eq!(said(None), "corner");
        let named =
            Hint::Answer { turn: TurnId::new(1), text: "People on foot spend more.".into() };
        assert_eq!(said(Some(named)), "rain");
    }

    #[test]
    fn dialogue_rule_15_a_corpus_answers_earlier_turns_on_a_question_of_two_turns_last() {
        let lungs = "children breathe cleaner air where exhaust is gone";
        let personas =
            personas_with(0, |own| own[1].answers = vec![answers(Component::Claim, lungs)]);
        let said = |turns: &[&str]| {
            let turns: Vec<[&str; 1]> = turns.iter().map(|said| [*said]).collect();
            let turns: Vec<(&str, &[&str])> =
                turns.iter().map(|said| ("walker", &said[..])).collect();
            next(&personas, ConversationTone::Open, &turns).excerpts.concat()
        };
        assert_eq!(said(&["lungs", "stroll"]), "rain", "the latest");
        assert_eq!(said(&["lungs", "stroll", "park"]), "corner", "two turns were about trade");
    }

    #[test]
    fn dialogue_rule_15_a_corpus_says_on_a_named_question_only_what_is_about_it() {
        let lungs = "children breathe cleaner air where exhaust is gone";
        let personas = personas_with(0, |own| {
            own[0].answers = vec![answers(Component::Claim, lungs)];
        });
        let said =
            |hint| hinted(&personas, ConversationTone::Open, &[("walker", &["lungs"])], hint);
        assert_eq!(said(None).excerpts, ["takings"], "written to answer it");
        let air = Some(Hint::open_question(&topic().axes[1]));
        assert_eq!(said(air).excerpts, ["corner"], "about the air");
    }

    #[test]
    fn dispute_rule_8_a_corpus_answers_a_challenge_before_it_opposes_the_latest_turn() {
        let personas = personas_with(0, |_| ());
        let turns: &[(&str, &[&str])] =
            &[("keeper", &["takings"]), ("walker", &["stroll"]), ("walker", &["lungs"])];
        let said = |label| {
            let mut question = asked(&personas, ConversationTone::Adversarial, turns, None);
            question.turns[1].label = label;
            question.turns[1].replies_to = Some(TurnId::new(1));
            answered(&personas, &question).excerpts.concat()
        };
        assert_eq!(said(MoveLabel::Challenge), "rain");
        assert_eq!(said(MoveLabel::Claim), "corner");
    }

    #[test]
    fn dispute_rule_8_a_corpus_answers_what_a_claim_rests_on_before_the_claim() {
        let mut personas = personas_with(0, |own| {
            let stroll = "people on foot stop more often and spend more";
            own[0].answers = vec![answers(Component::Assumption(0), "buyers carry no bags")];
            own[2].answers = vec![answers(Component::Claim, stroll)];
        });
        let walker = personas[1].corpora.values_mut().next().unwrap();
        walker.notes[0].statements[0].assumptions = vec![Assumption::new("Buyers carry no bags.")];
        let said = |tone| next(&personas, tone, &[("walker", &["stroll"])]).excerpts.concat();
        assert_eq!(said(ConversationTone::Open), "rain");
        assert_eq!(said(ConversationTone::Adversarial), "takings");
    }

    #[test]
    fn dialogue_rule_15_a_corpus_without_an_answer_explains_what_was_challenged_once() {
        let explained = |said: &str| {
            let turn =
                challenged(|own| own.truncate(1), |asked| asked.turns[1].text.push_str(said));
            (turn.chosen, turn.text)
        };
        let reason = "The reason of takings.".to_owned();
        let assumption = "Drivers will not walk from a car park.".to_owned();
        assert_eq!(explained(""), (Move::Clarify, reason.clone()));
        assert_eq!(explained(&format!(" {reason}")), (Move::Clarify, assumption));
    }

    #[test]
    fn dialogue_rule_15_a_corpus_says_nothing_twice_and_turns_to_another_subject_where_a_hint_asks()
    {
        let personas = personas_with(0, |own| {
            own.truncate(3);
            own[2].answers = vec![answers(Component::Claim, "zebras are unheard of")];
        });
        let turns: &[(&str, &[&str])] = &[("keeper", &["takings"]), ("walker", &["park"])];
        let said = |hint| {
            let turn = hinted(&personas, ConversationTone::Open, turns, hint);
            (turn.chosen, turn.text)
        };
        let corner = "Exhaust goes round the corner.";
        assert_eq!(said(None), (Move::Claim, format!("{corner} The reason of corner.")));
        let other = format!("Will the air get cleaner? {corner}");
        assert_eq!(said(Some(Hint::NextDisagreement)), (Move::Reframe, other));
    }

    #[test]
    fn dialogue_rule_17_a_corpus_that_is_asked_what_is_right_grants_what_its_answer_concedes_once()
    {
        let said = |concedes: &str, conceded: &str| {
            let personas = personas_with(0, |own| own[2].concedes = vec![concedes.into()]);
            let hint = Some(Hint::WhatIsRightInIt);
            let mut question =
                asked(&personas, ConversationTone::Open, &[("walker", &["stroll"])], hint);
            question.conceded = vec![conceded.to_owned()];
            let turn = answered(&personas, &question);
            (turn.chosen, turn.text)
        };
        let point = "people on foot stop more often";
        let granted = "I grant this: People on foot stop more often.";
        let rain = "People on foot stay at home in the rain.";
        assert_eq!(said(point, ""), (Move::Concede, format!("{granted} Even so: {rain}")));
        let reply = (Move::Challenge, format!("{rain} The reason of rain."));
        assert_eq!(said(point, granted), reply, "it has granted this");
        assert_eq!(said("umbrellas are cheap", ""), reply, "this was not said");
    }

    #[test]
    fn dialogue_rule_17_a_corpus_grants_a_shared_point_in_its_own_words() {
        let personas = personas_with(0, |_| ());
        let turn = next(&personas, ConversationTone::Open, &[("walker", &["din"])]);
        assert_eq!((turn.chosen, turn.text.as_str()), (Move::Concede, "The street is too loud."));
        assert_eq!(turn.replies_to.as_deref(), Some("t1"));
    }

    #[test]
    fn dispute_rule_8_an_adversarial_turn_has_one_or_two_sentences() {
        let with = |tone| TakeTurn { tone, ..question(false) };
        let said = |text: &str| TurnAnswer { text: text.into(), ..answer(Move::Claim, None) };
        let faults = |tone, text| complaints(&with(tone), said(text)).join("|");
        let three = "They hurry past. They buy nothing. They go home.";
        assert_eq!(faults(ConversationTone::Open, three), "");
        assert_eq!(faults(ConversationTone::Adversarial, "They hurry past. They buy nothing."), "");
        let too_long = "turn: 3 sentences, at most 2 wanted";
        assert_eq!(faults(ConversationTone::Adversarial, three), too_long);
        let mut accept = Accept::new(WhichAnswer::Last);
        let taken = with(ConversationTone::Adversarial).accept(said(three), &mut accept).unwrap();
        assert_eq!(taken.text, "They hurry past. They buy nothing.");
        assert_eq!(accept.complaints(), [too_long], "what is cut is counted");
    }

    #[test]
    fn dialogue_rule_3_a_crux_is_proposed_in_the_search_for_it_only() {
        let proposal = answer(Move::ProposeCrux, None);
        let faults = complaints(&question(false), proposal.clone());
        assert_eq!(faults, ["turn: a crux cannot be proposed yet"]);
        assert_eq!(complaints(&question(true), proposal), [""; 0]);
    }
}
