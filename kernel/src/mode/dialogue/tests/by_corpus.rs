//! What corpora answer where the latest turns enter the graph.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use crate::corpus::samples::{everything, personas_with};
use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::run::moves::MoveLabel;
use crate::mode::conversation::run::samples::shown_turn;
use crate::mode::dialogue::questions::attack::AttackDraft;
use crate::mode::dialogue::questions::crystallize::{
    AcceptedDraft, Crystallize, CrystallizeAnswer, UpdateDraft,
};
use crate::mode::dialogue::questions::map_argument::MapArgument;
use crate::mode::shared::questions::argument::ShownArgument;
use crate::mode::shared::questions::samples::shown_argument;
use crate::question::samples::{complaints, topic};
use crate::question::{Brief, ByCorpus};
use crate::vocabulary::{Persona, PersonaId, Seed, StatementId};

fn personas() -> Vec<Persona> {
    personas_with(0, |own| own[0].concedes = vec!["people on foot stop more often".into()])
}

/// The argument that a persona's statement became.
fn argument(number: u32, by: &str, said: &str) -> MapArgument {
    let personas = personas();
    let author = personas.iter().find(|persona| persona.id.as_str() == by).unwrap();
    let id = StatementId::new(said).unwrap();
    let statement = author.corpora[&topic().id].statement(&id).unwrap();
    let argument = ShownArgument {
        axis: statement.axis.clone(),
        side: statement.side,
        assumptions: statement.assumptions.iter().map(|known| known.text.clone()).collect(),
        excerpts: vec![id],
        ..shown_argument(number, by, &statement.text)
    };
    MapArgument { argument, premises: vec![], assumptions: vec![], qualifiers: vec![] }
}

fn turn(number: u32, by: &str, label: MoveLabel, to: Option<u32>, said: &[&str]) -> ShownTurn {
    let excerpts = said.iter().map(|id| StatementId::new(*id).unwrap()).collect();
    ShownTurn { excerpts, ..shown_turn(number, by, label, to) }
}

fn crystallized(
    arguments: Vec<MapArgument>,
    earlier: Vec<ShownTurn>,
    turns: Vec<ShownTurn>,
) -> CrystallizeAnswer {
    let personas = personas();
    let briefs = personas.iter().map(|persona| Brief::new(persona, &topic())).collect();
    let question =
        Crystallize { topic: topic(), arguments, attacks: vec![], earlier, turns, briefs };
    let answer = question.by_corpus(&everything(&personas).voices(Seed(1))).unwrap();
    assert_eq!(complaints(&question, answer.clone()), [""; 0]);
    answer
}

fn added(answer: &CrystallizeAnswer) -> Vec<&str> {
    answer.added.iter().map(|new| new.argument.claim.as_str()).collect()
}

/// The attacks as `FROM TO`, in the order of these words.
fn attacks(answer: &CrystallizeAnswer) -> Vec<String> {
    let words = |attack: &AttackDraft| format!("{} {}", attack.from, attack.to);
    let mut attacks: Vec<String> = answer.added_attacks.iter().map(words).collect();
    attacks.sort();
    attacks
}

#[test]
fn dialogue_rule_2_a_corpus_enters_every_statement_of_an_opening_without_attacks() {
    let opening = turn(1, "walker", MoveLabel::Claim, None, &["stroll", "lungs"]);
    let answer = crystallized(vec![], vec![], vec![opening]);
    let [stroll, lungs] = ["stroll", "lungs"].map(|said| argument(1, "walker", said).argument);
    assert_eq!(added(&answer), [stroll.claim, lungs.claim]);
    assert_eq!(attacks(&answer), [""; 0]);
}

#[test]
fn dialogue_rule_11_a_corpus_enters_what_is_new_with_the_attacks_of_new_arguments_and_on_them() {
    let known = || vec![argument(3, "walker", "stroll"), argument(4, "keeper", "takings")];
    let said = |by, said: &[&str]| {
        crystallized(known(), vec![], vec![turn(5, by, MoveLabel::Challenge, Some(1), said)])
    };
    let rain = said("keeper", &["rain"]);
    assert_eq!(added(&rain), ["People on foot stay at home in the rain."]);
    assert_eq!(attacks(&rain), ["a1 n3"], "and nothing between what is known");
    let park = said("walker", &["park"]);
    assert_eq!(attacks(&park), ["a1 n4"], "it answers what is taken for granted there");
    let again = said("keeper", &["takings"]);
    assert_eq!((added(&again), attacks(&again)), (vec![], vec![]), "the graph has it");
}

#[test]
fn dialogue_rule_11_a_corpus_attacks_no_point_that_its_persona_shares() {
    let attacked = |known: MapArgument| {
        let turn = turn(5, "keeper", MoveLabel::Challenge, None, &["rain"]);
        attacks(&crystallized(vec![known], vec![], vec![turn])).len()
    };
    let mut shared = argument(3, "walker", "stroll");
    assert_eq!(attacked(shared.clone()), 1);
    shared.argument.endorsed_by = [PersonaId::new("keeper").unwrap()].into();
    assert_eq!(attacked(shared), 0);
}

#[test]
fn dialogue_rule_12_a_corpus_that_grants_a_point_beside_its_statement_restricts_the_statement() {
    let restricted = |label, text: &str| {
        let said = turn(5, "keeper", label, Some(1), &["takings"]);
        let said = ShownTurn { text: text.into(), ..said };
        let known = vec![argument(3, "walker", "stroll"), argument(4, "keeper", "takings")];
        let answer = crystallized(known, vec![], vec![said]);
        let of = |update: &UpdateDraft| {
            (update.node.clone(), update.qualifier.clone().unwrap_or_default())
        };
        answer.updated.iter().map(of).collect::<Vec<_>>()
    };
    let grants =
        "I grant this: People on foot stop more often. Even so: Shops lose the custom of drivers.";
    let point = "People on foot stop more often.".to_owned();
    assert_eq!(restricted(MoveLabel::Concede, grants), [("n4".to_owned(), point)]);
    assert_eq!(restricted(MoveLabel::Claim, grants), [], "it is no concession");
    assert_eq!(restricted(MoveLabel::Concede, "Granted."), [], "it does not say what it grants");
}

#[test]
fn dialogue_rule_12_a_corpus_accepts_the_argument_of_the_answered_turn_whose_point_it_shares() {
    let accepted = |label, to, text: &str| {
        let known = vec![
            argument(2, "keeper", "noise"),
            argument(3, "walker", "stroll"),
            argument(4, "walker", "din"),
        ];
        let din = turn(1, "walker", MoveLabel::Claim, None, &["din"]);
        let stroll = turn(2, "walker", MoveLabel::Claim, None, &["stroll"]);
        let earlier = vec![stroll, ShownTurn { text: text.into(), ..din }];
        let said = turn(5, "keeper", label, to, &["noise"]);
        let answer = crystallized(known, earlier, vec![said]);
        let of = |accepted: &AcceptedDraft| format!("{} {}", accepted.persona, accepted.node);
        answer.accepted.iter().map(of).collect::<Vec<_>>()
    };
    let din = "Nobody can hear himself think there.";
    assert_eq!(accepted(MoveLabel::Concede, Some(1), din), ["keeper n4"]);
    assert_eq!(accepted(MoveLabel::Claim, Some(1), din), [""; 0], "it is no concession");
    assert_eq!(accepted(MoveLabel::Concede, Some(2), din), [""; 0], "to another turn");
    assert_eq!(accepted(MoveLabel::Concede, Some(1), "It is."), [""; 0], "it was not said");
}
