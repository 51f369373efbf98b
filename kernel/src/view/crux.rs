//! The card of a crux: what pages, terminals and notebooks show of it, in the same words.

use super::load::{self, Chain, Load};
use super::sentence::{full_stop, with_ground};
use super::{Fact, Flip, History, Inline, Text, first_wordings, glossary};
use crate::graph::{Edge, Node};
use crate::record::{Crux, FoundBy, Hinge, Position};
use crate::vocabulary::{AxisId, Component, CruxId, NodeId, PersonaId, Reach, Side};

/// A crux of a debate as its card shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct CruxCard {
    /// Its rank as an id.
    pub id: CruxId,
    /// The axis that it belongs to, if known.
    pub axis: Option<AxisId>,
    /// The question that divides. Every stance is an answer to it.
    pub question: String,
    /// Whether personas on both sides declare what would change their answers to it.
    pub is_declared: bool,
    /// Whether the debate does not show for both sides how much depends on the question.
    pub is_load_unknown: bool,
    /// The answer of each persona.
    pub stances: Vec<CruxStance>,
    /// What would settle it: the observation that the topic names, or else the question that the
    /// debate names.
    pub settles: Option<String>,
    /// What else is known of it.
    pub facts: Vec<Fact>,
}

/// The answer of one persona to the question of a crux.
#[derive(Debug, Clone, PartialEq)]
pub struct CruxStance {
    /// The persona.
    pub persona: PersonaId,
    /// Its answer, where it gives one.
    pub side: Option<Side>,
    /// The reason for its thesis that answers the question, where it has one in other words than
    /// the text.
    pub reason: Option<String>,
    /// Its strongest argument with what it gives for it; may be empty.
    pub text: String,
    /// The node of this argument.
    pub node: Option<NodeId>,
    /// The argument that answers its arguments for the answer, which it has not given up, and to
    /// which no reply holds; `None` if one of them is left.
    pub refuted_by: Option<NodeId>,
    /// Whether its side only follows from its answer to the topic's question.
    pub is_guessed: bool,
    /// How much of its case rests on the answer; `None` if the mode does not look for it.
    pub load: Option<Load>,
    /// The other questions on the way.
    pub chain: Chain,
    /// What would change its mind, as its contract declares or its opening says.
    pub flip: Option<Flip>,
}

impl CruxCard {
    /// The card of a crux. What was inferred from texts without tags is not on it.
    pub fn of(history: &History<'_>, crux: &Crux) -> Self {
        let mut resolutions = history.outcome().resolution.iter();
        let observation = resolutions.find(|known| known.cruxes.contains(&crux.id));
        let observation = observation.and_then(|known| known.settles.as_deref());
        let asked = crux.settling_question.trim();
        let is_new = !asked.is_empty() && asked != crux.question.trim();
        let settles = observation.or_else(|| is_new.then_some(asked)).map(full_stop);
        Self {
            id: crux.id,
            axis: crux.axis.clone(),
            question: crux.question.trim().to_owned(),
            is_declared: crux.is_declared(),
            is_load_unknown: crux.found == FoundBy::LoadUnknown,
            stances: crux
                .positions
                .iter()
                .map(|held| CruxStance::of(history, crux, held))
                .collect(),
            settles,
            facts: facts(history, crux),
        }
    }

    /// What a card of text says below the stances.
    pub fn lines(&self) -> Vec<Fact> {
        let declared = "both sides say what would change their view of it";
        let declared =
            self.is_declared.then_some(declared).map(|text| fact("Double crux", text.into()));
        let settles = self.settles.clone().map(|text| fact("What would settle it", text.into()));
        declared.into_iter().chain(settles).chain(self.facts.iter().cloned()).collect()
    }
}

impl CruxStance {
    fn of(history: &History<'_>, crux: &Crux, held: &Position) -> Self {
        let ground = history.last().and_then(|graph| graph.ground(held.node?));
        let reasons = load::reasons(history, &held.persona);
        Self {
            persona: held.persona.clone(),
            side: held.side,
            reason: held.thesis_reason.as_deref().map(full_stop),
            text: with_ground(&held.text, ground),
            node: held.node,
            refuted_by: held.refuted_by,
            is_guessed: false,
            load: Load::of_position(held, crux.found, reasons),
            chain: Chain::of(history.outcome(), held, &crux.question),
            flip: held.flip.as_ref().map(Flip::declared),
        }
    }

    /// What a reader must know of its answer. That an accepted argument answers it does not show
    /// that it is wrong.
    pub fn remarks(&self) -> Vec<Text> {
        let answered = "Answered in this debate by {}, and no reply to it holds. The position was not given up.";
        let answered = self.refuted_by.map(|by| Text::of(answered, [by.into()]));
        let guessed = self.is_guessed.then(|| glossary::unclear_side(self.side).into());
        answered.into_iter().chain(guessed).collect()
    }

    /// Its reasons for its answer, in sentences; may be empty.
    pub fn reasons(&self) -> String {
        let reasons = [self.reason.as_deref().unwrap_or_default(), &self.text];
        reasons.join(" ").trim().to_owned()
    }

    /// Whether it says nothing.
    pub fn is_silent(&self) -> bool {
        self.reason.is_none() && self.text.is_empty()
    }

    /// What a card of text says below the reasons: its remarks, what depends on its answer, and
    /// what would change its mind.
    pub fn notes(&self) -> Vec<Text> {
        let flip = self.flip.iter().flat_map(|flip| {
            [format!("{}: {}", flip.label(), flip.when), format!("Then: {}", flip.then)]
        });
        let notes = self.in_case().into_iter().chain(flip).map(Text::from);
        self.remarks().into_iter().chain(notes).collect()
    }

    /// How much of its case rests on its answer, in sentences. That all of it does is said by the
    /// condition that would change its main answer, where it declares one.
    pub fn in_case(&self) -> Option<String> {
        let says_all = |flip: &Flip| flip.changes == Reach::Answer;
        match &self.load {
            Some(Load::Decisive) if self.flip.as_ref().is_some_and(says_all) => {
                self.chain.continued()
            }
            load => load::in_case(load.as_ref(), &self.chain),
        }
    }
}

fn fact(name: &str, value: Text) -> Fact {
    Fact { name: name.to_owned(), value, meaning: String::new() }
}

fn facts(history: &History<'_>, crux: &Crux) -> Vec<Fact> {
    let nodes = Text::joined(crux.depends_on.iter().map(|&id| id.into()), ", ");
    let turns = Text::joined(crux.provenance.turns.iter().map(|&id| id.into()), ", ");
    let places = if nodes.is_empty() || turns.is_empty() {
        nodes
    } else {
        Text::of("{}; turns {}", [nodes, turns])
    };
    let (kind, found) = (glossary::kind(crux.kind), glossary::found(crux.found));
    let shared = first_wordings(&crux.shared, history.outcome());
    let shared = shared.filter_map(|id| history.node(id));
    let shared =
        shared.map(|node| Text::of("{} {}", [full_stop(&node.text).into(), node.id.into()]));
    let score = match crux.found {
        FoundBy::LoadUnknown => Text::default(),
        FoundBy::Load | FoundBy::Proposed => Inline::Score(crux.score.value.value()).into(),
    };
    let mut facts = vec![
        fact(
            "Attacked in the exchange",
            crux.turns_on.as_ref().map_or_else(Text::default, |found| hinge(history, found)),
        ),
        fact("Both sides say", Text::joined(shared, " ")),
        fact(
            "What a change would do",
            crux.counterfactual.as_deref().map(full_stop).unwrap_or_default().into(),
        ),
        fact("In the graph", places),
        Fact { meaning: kind.gloss.to_owned(), ..fact("Kind", kind.word.into()) },
        Fact {
            meaning: format!("{}; found {}: {}", crux.score.rule, found.word, found.gloss),
            ..fact("Score", score)
        },
    ];
    facts.retain(|fact| !fact.value.is_empty());
    facts
}

/// The premise or assumption that decides most, with those who hold and attack it.
fn hinge(history: &History<'_>, found: &Hinge) -> Text {
    let names = |ids: &[PersonaId]| Text::listed(ids.iter().map(Text::from).collect());
    let attacks = attacks(history, found)
        .into_iter()
        .map(|by| Text::of("{} {}", [Inline::Quote(by.text.clone()).into(), by.id.into()]));
    let attacks = Text::joined(attacks, "; ");
    let text = [full_stop(&found.text).into(), found.node.into(), names(&found.asserted_by)];
    let held = Text::of("{} {}, held by {}", text);
    let by = names(&found.denied_by);
    match (by.is_empty(), attacks.is_empty()) {
        (true, _) => Text::of("{}.", [held]),
        (false, true) => Text::of("{}, attacked by {}.", [held, by]),
        (false, false) => Text::of("{}, attacked by {}: {}", [held, by, attacks]),
    }
}

/// The arguments by which those who deny the text attack it, the surest first.
fn attacks<'h>(history: &History<'h>, found: &Hinge) -> Vec<&'h Node> {
    let Some(graph) = history.last() else { return Vec::new() };
    let Some(node) = graph.node(found.node) else { return Vec::new() };
    let aims_at_it = |edge: &&Edge| {
        let component = edge.component.unwrap_or(Component::Claim);
        edge.relation.is_attack() && node.component(component) == Some(found.text.as_str())
    };
    let attackers = graph.into_node(node.id).filter(aims_at_it);
    let mut attackers: Vec<&Node> = attackers.filter_map(|edge| graph.node(edge.from)).collect();
    attackers.retain(|by| by.author.as_ref().is_some_and(|by| found.denied_by.contains(by)));
    attackers.sort_by(|one, other| {
        other.confidence().total_cmp(&one.confidence()).then(one.id.cmp(&other.id))
    });
    attackers.dedup_by_key(|by| by.id);
    attackers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_that_changes_the_main_answer_says_that_all_of_the_case_rests_on_it() {
        let in_case = |load: Load, changes: Option<Reach>| {
            let (when, then) = ("It rains.".to_owned(), "I would stay.".to_owned());
            let stance = CruxStance {
                persona: PersonaId::new("ada").unwrap(),
                side: Some(Side::Yes),
                reason: None,
                text: "Yes.".to_owned(),
                node: None,
                refuted_by: None,
                is_guessed: false,
                load: Some(load),
                chain: Chain::default(),
                flip: changes.map(|changes| Flip { when, then, changes }),
            };
            stance.in_case()
        };
        let account = Some(Load::Decisive.to_string());
        assert_eq!(in_case(Load::Decisive, None), account);
        assert_eq!(in_case(Load::Decisive, Some(Reach::View)), account);
        assert_eq!(in_case(Load::Decisive, Some(Reach::Answer)), None);
        let share = Load::Reasons(1, 6);
        assert_eq!(in_case(share.clone(), Some(Reach::Answer)), Some(share.to_string()));
    }
}
