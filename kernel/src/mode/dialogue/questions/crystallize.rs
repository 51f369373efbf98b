//! Asks what the latest turns change in the graph.

mod by_corpus;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::attack::{Attack, AttackDraft, Named};
use super::discover::MOST_ATTACKS;
use super::map_argument::MapArgument;
use crate::mode::conversation::questions::{NEW_TURNS, ShownTurn};
use crate::mode::conversation::run::crystallizer::NodeTarget;
use crate::mode::conversation::run::moves::MoveLabel;
use crate::mode::dialogue::prompts::ARGUMENTS;
use crate::mode::shared::prompts::TOPIC;
#[cfg(test)]
use crate::mode::shared::questions::argument;
use crate::mode::shared::questions::argument::{
    Argument, ArgumentDraft, ShownArgument, ShownAttack,
};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, json};
use crate::question::{Accept, Brief, Form, Narrowing, Parameters, Question, Spec};
use crate::text::folded;
use crate::vocabulary::{NodeId, PersonaId, Topic, TurnId};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/crystallize.md"),
    &[TOPIC, NEW_TURNS, ARGUMENTS],
));

/// Asks what the latest turns change in the graph.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Crystallize {
    pub(crate) topic: Topic,
    /// The arguments of the graph.
    pub(crate) arguments: Vec<MapArgument>,
    pub(crate) attacks: Vec<ShownAttack>,
    /// Earlier turns, for context.
    pub(crate) earlier: Vec<ShownTurn>,
    /// The turns since the last update.
    pub(crate) turns: Vec<ShownTurn>,
    /// What is known of the personas: an argument may rest on the excerpts of its author.
    #[serde(skip)]
    pub(crate) briefs: Vec<Brief>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A change of an argument.")]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateDraft {
    #[schemars(description = "The id of the argument.")]
    pub(crate) node: String,
    #[schemars(description = "The new claim, or null where it stays.")]
    pub(crate) claim: Option<String>,
    #[schemars(
        description = "A restriction that its author has granted, as one sentence, or null."
    )]
    pub(crate) qualifier: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A persona accepts an argument of another.")]
#[serde(deny_unknown_fields)]
pub(crate) struct AcceptedDraft {
    #[schemars(description = "The id of the argument, which may be new.")]
    pub(crate) node: String,
    #[schemars(description = "The persona who accepts it now.")]
    pub(crate) persona: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A new argument.")]
#[serde(deny_unknown_fields)]
pub(crate) struct NewArgumentDraft {
    #[schemars(description = "The id of the new turn that makes it.")]
    pub(crate) turn: String,
    #[schemars(
        description = "A restriction that its author has granted, as one sentence, or null."
    )]
    pub(crate) qualifier: Option<String>,
    pub(crate) argument: ArgumentDraft,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "An attack that is withdrawn.")]
#[serde(deny_unknown_fields)]
pub(crate) struct WithdrawnDraft {
    #[schemars(description = "The id of the argument that attacks.")]
    pub(crate) from: String,
    #[schemars(description = "The id of the argument that is attacked.")]
    pub(crate) to: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CrystallizeAnswer {
    #[schemars(description = "The ids of arguments that their authors gave up.")]
    pub(crate) removed: Vec<String>,
    pub(crate) updated: Vec<UpdateDraft>,
    #[schemars(description = "The arguments of others that personas accept now.")]
    pub(crate) accepted: Vec<AcceptedDraft>,
    pub(crate) added: Vec<NewArgumentDraft>,
    pub(crate) removed_attacks: Vec<WithdrawnDraft>,
    pub(crate) added_attacks: Vec<AttackDraft>,
}

/// A new argument.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NewArgument {
    pub(crate) turn: TurnId,
    pub(crate) author: PersonaId,
    pub(crate) qualifier: Option<String>,
    pub(crate) argument: Argument,
}

/// A change of an argument.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Update {
    pub(crate) node: NodeId,
    pub(crate) claim: Option<String>,
    pub(crate) qualifier: Option<String>,
}

/// What the latest turns change.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Crystallized {
    pub(crate) removed: Vec<NodeId>,
    pub(crate) updated: Vec<Update>,
    pub(crate) accepted: Vec<(NodeTarget, PersonaId)>,
    pub(crate) added: Vec<NewArgument>,
    pub(crate) removed_attacks: Vec<(NodeId, NodeId)>,
    pub(crate) added_attacks: Vec<Attack>,
}

impl Crystallize {
    fn shown(&self) -> impl Iterator<Item = &ShownArgument> {
        self.arguments.iter().map(|known| &known.argument)
    }

    fn argument(&self, id: &str, accept: &mut Accept) -> Option<&ShownArgument> {
        let known = self.shown().find(|argument| argument.id.to_string() == id);
        accept.required(known, || format!("there is no argument `{id}`"))
    }

    fn has_new_turn(&self, persona: &PersonaId) -> bool {
        self.turns.iter().any(|turn| turn.speaker == *persona)
    }

    /// Whether a persona made a new turn that can accept an argument: a concession, or a closing
    /// speech that calls a point agreed.
    fn agrees(&self, persona: &PersonaId) -> bool {
        let agrees = |turn: &ShownTurn| turn.label == MoveLabel::Concede || !turn.agreed.is_empty();
        self.turns.iter().any(|turn| turn.speaker == *persona && agrees(turn))
    }

    fn removal(&self, id: &str, accept: &mut Accept) -> Option<NodeId> {
        let argument = self.argument(id, accept)?;
        accept.require(self.has_new_turn(&argument.author), || {
            format!("{id}: its author has said nothing new")
        });
        Some(argument.id)
    }

    fn update(&self, draft: &UpdateDraft, accept: &mut Accept) -> Option<Update> {
        let argument = self.argument(&draft.node, accept)?;
        let of = |what: &str| format!("{}: {what}", draft.node);
        accept
            .require(self.has_new_turn(&argument.author), || of("its author has said nothing new"));
        let claim = draft.claim.clone().filter(|text| !text.trim().is_empty());
        let qualifier = restriction(draft.qualifier.clone());
        let claim = claim.filter(|claim| *claim != argument.claim);
        accept.require(claim.is_some() || qualifier.is_some(), || of("nothing is changed"));
        Some(Update { node: argument.id, claim, qualifier })
    }

    /// `named` are the arguments that stay, and those that are added.
    fn acceptance(
        &self,
        draft: &AcceptedDraft,
        named: &[Named],
        accept: &mut Accept,
    ) -> Option<(NodeTarget, PersonaId)> {
        let known = named.iter().find(|known| known.name == draft.node);
        let known = accept.required(known, || format!("there is no argument `{}`", draft.node))?;
        let of = |what: &str| format!("{}: {what}", draft.node);
        let brief = self.briefs.iter().find(|brief| brief.persona.as_str() == draft.persona);
        let persona = brief.map(|brief| brief.persona.clone());
        accept.require(persona.as_ref().is_some_and(|by| self.agrees(by)), || {
            of(&format!(
                "`{}` has made no new concession, and calls no point agreed",
                draft.persona
            ))
        });
        let is_own = persona.as_ref() == Some(&known.argument.author);
        accept.require(!is_own, || of("it is its author's own"));
        Some((known.end, persona?))
    }

    fn addition(&self, draft: NewArgumentDraft, accept: &mut Accept) -> Option<NewArgument> {
        let of = |what: &str| format!("new argument “{}”: {what}", draft.argument.claim);
        let turn = self.turns.iter().find(|turn| turn.id.to_string() == draft.turn);
        let missing = || of(&format!("there is no new turn `{}`", draft.turn));
        let turn = accept.required(turn, missing)?;
        let words = folded(&draft.argument.claim);
        let is_known =
            |known: &ShownArgument| known.author == turn.speaker && folded(&known.claim) == words;
        accept.require(!self.shown().any(is_known), || of("the graph has it already"));
        let brief = self.briefs.iter().find(|brief| brief.persona == turn.speaker)?;
        let argument = draft.argument.accept(brief, &self.topic, accept)?;
        let (author, qualifier) = (turn.speaker.clone(), restriction(draft.qualifier));
        Some(NewArgument { turn: turn.id, author, qualifier, argument })
    }

    /// The arguments that an attack may name: those that stay, and those that are added.
    fn named(&self, removed: &[NodeId], added: &[Option<NewArgument>]) -> Vec<Named> {
        let mut named = Named::all(&self.arguments);
        named.retain(|known| !removed.contains(&known.argument.id));
        let mut place = 0;
        for (new, number) in added.iter().zip(1..) {
            let Some(new) = new else { continue };
            let node = new.argument.to_node(NodeId::new(0), &new.author);
            let argument = ShownArgument::of(&node).expect("a new argument has an author");
            named.push(Named { name: format!("a{number}"), end: NodeTarget::New(place), argument });
            place += 1;
        }
        named
    }
}

/// A restriction that an author has granted, where there is one.
fn restriction(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

impl Question for Crystallize {
    const SPEC: Spec = Spec {
        name: "crystallize",
        version: 12,
        parameters: Parameters::strong(0.3, 5000),
        form: &FORM,
    };
    type Raw = CrystallizeAnswer;
    type Answer = Crystallized;

    fn narrow(&self, schema: &mut Narrowing) {
        let ids = || self.shown().map(|argument| argument.id);
        schema.axes(&self.topic);
        schema.ids::<UpdateDraft>("node", ids());
        schema.ids::<AcceptedDraft>("persona", self.briefs.iter().map(|brief| &brief.persona));
        schema.ids::<NewArgumentDraft>("turn", self.turns.iter().map(|turn| turn.id));
        schema.ids::<WithdrawnDraft>("from", ids());
        schema.ids::<WithdrawnDraft>("to", ids());
        ArgumentDraft::narrow(schema, &self.topic);
        schema.field::<AttackDraft>("number")["maximum"] =
            Value::from(self.topic.axes.len().max(3));
        schema.count::<CrystallizeAnswer>("added_attacks", 0..=MOST_ATTACKS);
    }

    fn accept(&self, raw: CrystallizeAnswer, accept: &mut Accept) -> Option<Crystallized> {
        let mut removed = accept.each(&raw.removed, |id, accept| self.removal(id, accept));
        removed.sort();
        removed.dedup();
        let mut updated = accept.each(&raw.updated, |draft, accept| self.update(draft, accept));
        updated.retain(|update| !removed.contains(&update.node));
        let mut said: BTreeSet<(String, String)> = BTreeSet::new();
        let mut added: Vec<Option<NewArgument>> = Vec::new();
        for draft in raw.added {
            let is_new = said.insert((draft.turn.clone(), folded(&draft.argument.claim)));
            let is_new = accept.keep(is_new, || {
                format!("new argument “{}”: it is given twice", draft.argument.claim)
            });
            let new = is_new.then(|| accept.item(|accept| self.addition(draft, accept)));
            added.push(new.flatten());
        }
        let known = self.named(&removed, &added);
        // What its author gave up in the same turns is not there to be accepted.
        let is_there =
            |draft: &&AcceptedDraft| removed.iter().all(|id| id.to_string() != draft.node);
        let still: Vec<&AcceptedDraft> = raw.accepted.iter().filter(is_there).collect();
        let accepted = accept.each(still, |draft, accept| self.acceptance(draft, &known, accept));
        let withdrawn = raw.removed_attacks.iter().filter_map(|WithdrawnDraft { from, to }| {
            let mut ends = self.attacks.iter().map(|attack| (attack.from, attack.to));
            let found = ends.find(|ends| ends.0.to_string() == *from && ends.1.to_string() == *to);
            accept.kept(found, || format!("there is no attack of `{from}` on `{to}`"))
        });
        let removed_attacks = withdrawn.collect();
        let drafts = accept.at_most("added_attacks", MOST_ATTACKS, raw.added_attacks);
        let added_attacks = accept.each(drafts, |draft, accept| draft.accept(&known, accept));
        let added = added.into_iter().flatten().collect();
        Some(Crystallized { removed, updated, accepted, added, removed_attacks, added_attacks })
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let turns = nonsense.new_turns();
        let added = nonsense.many(3, |n| {
            let argument = argument::nonsense(nonsense, n);
            json!({ "turn": turns[n as usize % turns.len()], "argument": argument })
        });
        let ids = nonsense.of_all();
        let attack = |n: u64| {
            json!({
                "from": format!("a{}", n % 3 + 1), "to": ids.get(n as usize), "part": "claim", "number": 0,
                "relation": "rebut", "confidence": 0.5,
            })
        };
        let attacks = nonsense.many(ids.len().min(9) as u64, attack);
        json!({
            "removed": ids, "updated": [], "accepted": [], "added": added, "removed_attacks": [],
            "added_attacks": attacks,
        })
    }
}
