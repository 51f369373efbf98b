//! Asks which of the opening arguments attack each other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::attack::{Attack, AttackDraft, Named, by_corpus};
use super::map_argument::MapArgument;
use crate::corpus::{Silence, Voices};
use crate::mode::dialogue::prompts::ARGUMENTS;
use crate::mode::shared::prompts::TOPIC;
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, ByCorpus, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::Topic;

static FORM: Form =
    Form::new(Template::new(include_str!("../prompts/discover.md"), &[TOPIC, ARGUMENTS]));

/// The maximum number of attacks that are read from one answer.
pub(super) const MOST_ATTACKS: usize = 60;

/// Asks for every attack between some arguments.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Discover {
    pub(crate) topic: Topic,
    pub(crate) arguments: Vec<MapArgument>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "An attack and whether it is sound.")]
#[serde(deny_unknown_fields)]
pub(crate) struct JudgedAttackDraft {
    pub(crate) attack: AttackDraft,
    #[schemars(description = "Whether the attack is relevant and commits no fallacy.")]
    pub(crate) valid: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DiscoverAnswer {
    #[schemars(description = "The attacks, the clearest ones first.")]
    pub(crate) attacks: Vec<JudgedAttackDraft>,
}

impl ByCorpus for Discover {
    /// All attacks that follow from the corpora.
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<DiscoverAnswer, Silence> {
        let mut attacks = by_corpus::attacks(&Named::all(&self.arguments), voices, |_, _| true);
        attacks.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
        attacks.truncate(MOST_ATTACKS);
        let judged = attacks.into_iter().map(|attack| JudgedAttackDraft { attack, valid: true });
        Ok(DiscoverAnswer { attacks: judged.collect() })
    }
}

impl Question for Discover {
    const SPEC: Spec = Spec {
        name: "discover",
        version: 6,
        parameters: Parameters::strong(0.3, 4000),
        form: &FORM,
    };
    type Raw = DiscoverAnswer;
    type Answer = Vec<Attack>;

    fn narrow(&self, schema: &mut Narrowing) {
        let ids = || self.arguments.iter().map(|known| known.argument.id);
        // Nothing is new yet, so that only the arguments of the graph can be named.
        schema.field::<AttackDraft>("from")["description"] =
            "The id of the argument that attacks, such as `n3`.".into();
        schema.field::<AttackDraft>("to")["description"] =
            "The id of the argument that is attacked.".into();
        schema.ids::<AttackDraft>("from", ids());
        schema.ids::<AttackDraft>("to", ids());
        schema.count::<DiscoverAnswer>("attacks", 0..=MOST_ATTACKS);
    }

    /// The valid attacks.
    fn accept(&self, raw: DiscoverAnswer, accept: &mut Accept) -> Option<Vec<Attack>> {
        let known = Named::all(&self.arguments);
        let drafts = accept.at_most("attacks", MOST_ATTACKS, raw.attacks);
        let valid = drafts.into_iter().filter(|judged| judged.valid);
        Some(accept.each(valid, |judged, accept| judged.attack.accept(&known, accept)))
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let ids = nonsense.of_all();
        let attack = |n: u64| {
            let (from, to) = (&ids[n as usize % ids.len()], &ids[(n as usize + 1) % ids.len()]);
            let attack = json!({
                "from": from, "to": to, "part": "claim", "number": 0, "relation": "rebut", "confidence": 0.5,
            });
            json!({ "attack": attack, "valid": true })
        };
        json!({ "attacks": nonsense.many(if ids.is_empty() { 0 } else { 1000 }, attack) })
    }
}
