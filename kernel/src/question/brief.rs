//! What a prompt says to a persona about itself.

use serde::{Deserialize, Serialize};

use crate::vocabulary::{
    Contract, Corpus, Date, EvidenceId, Persona, PersonaId, Side, Statement, StatementId, Topic,
};

/// A statement of the persona, as prompts show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// Its id, by which an answer can refer to it.
    pub id: StatementId,
    /// Its text.
    pub text: String,
    /// Its source, as the persona cites it.
    pub source: Option<String>,
    /// Its date.
    pub date: Option<Date>,
    /// The items of evidence that it and its reasons cite, each once.
    pub evidence: Vec<EvidenceId>,
}

/// Who the persona is and what it has written on the topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Brief {
    /// Its id.
    pub persona: PersonaId,
    /// How it thinks and argues.
    pub contract: Contract,
    /// Its answer to the topic's question, where it has a corpus on it.
    pub stance: Option<Side>,
    /// Everything it has written on the topic.
    pub excerpts: Vec<Excerpt>,
}

impl Brief {
    /// Makes the brief of a persona for a topic.
    pub fn new(persona: &Persona, topic: &Topic) -> Self {
        let corpus = persona.corpora.get(&topic.id);
        let excerpts = corpus.into_iter().flat_map(Corpus::statements).map(|statement| Excerpt {
            id: statement.id.clone(),
            text: statement.text.clone(),
            source: statement.source.clone(),
            date: statement.date.clone(),
            evidence: cited(statement),
        });
        Self {
            persona: persona.id.clone(),
            contract: persona.contract.clone(),
            stance: corpus.map(|corpus| corpus.stance),
            excerpts: excerpts.collect(),
        }
    }

    /// The statement that an answer refers to, if the brief has it.
    pub fn excerpt(&self, id: &str) -> Option<&StatementId> {
        self.excerpts.iter().map(|excerpt| &excerpt.id).find(|known| known.as_str() == id)
    }

    /// The item of evidence that an answer refers to, if one of the excerpts cites it.
    pub fn evidence(&self, id: &str) -> Option<&EvidenceId> {
        self.excerpts
            .iter()
            .flat_map(|excerpt| &excerpt.evidence)
            .find(|known| known.as_str() == id)
    }
}

fn cited(statement: &Statement) -> Vec<EvidenceId> {
    let mut cited: Vec<EvidenceId> = Vec::new();
    for id in statement.citations().filter_map(|citation| citation.evidence.as_ref()) {
        if !cited.contains(id) {
            cited.push(id.clone());
        }
    }
    cited
}
