//! What a prompt says to a persona about itself.

use serde::{Deserialize, Serialize};

use crate::vocabulary::{
    AxisSide, Contract, Date, EvidenceId, Persona, PersonaId, Reason, Side, Statement, StatementId,
    Topic,
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
    /// Its reasons, assumptions, conditions and concessions, and the objections that it answers, as
    /// the items of a list. Empty where it is a sentence of a text.
    pub details: Vec<String>,
    /// The axis and the side that its author tagged it with, as `axis: side`.
    pub answers: Option<String>,
    /// Whether it is in one of the texts of the brief.
    pub is_in_text: bool,
    /// Whether it is a statement of the corpus, and not only a sentence of a text.
    pub is_statement: bool,
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
    /// Its texts on the topic: files without tags, and the prose beside tagged statements. The ids
    /// of their excerpts are in brackets.
    pub texts: Vec<String>,
    /// Its statements on the topic.
    pub excerpts: Vec<Excerpt>,
}

impl Brief {
    /// Makes the brief of a persona for a topic.
    pub fn new(persona: &Persona, topic: &Topic) -> Self {
        let corpus = persona.corpora.get(&topic.id);
        let notes = || corpus.into_iter().flat_map(|corpus| &corpus.notes);
        let texts = notes().map(|note| note.paragraphs.join("\n\n"));
        let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        let statements =
            notes().flat_map(|note| note.statements.iter().map(|own| (own, note.is_in_text(own))));
        let excerpts = statements.map(|(statement, is_in_text)| Excerpt {
            id: statement.id.clone(),
            text: statement.text.clone(),
            source: statement.source.clone(),
            date: statement.date.clone(),
            evidence: cited(statement),
            details: if is_in_text { Vec::new() } else { details(statement) },
            answers: statement
                .answers_axis()
                .filter(|_| statement.inferred.is_none())
                .as_ref()
                .map(shown),
            is_in_text,
            is_statement: true,
        });
        let sentences = notes().flat_map(|note| &note.sentences);
        let sentences = sentences.map(|sentence| Excerpt {
            id: sentence.id.clone(),
            text: sentence.text.clone(),
            source: None,
            date: None,
            evidence: Vec::new(),
            details: Vec::new(),
            answers: None,
            is_in_text: true,
            is_statement: false,
        });
        let excerpts = excerpts.chain(sentences).collect();
        Self {
            persona: persona.id.clone(),
            contract: persona.contract.clone(),
            stance: corpus.map(|corpus| corpus.stance),
            texts,
            excerpts,
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

fn shown(answers: &AxisSide) -> String {
    format!("{}: {}", answers.axis, answers.side.word())
}

/// What is nested below a statement, in the words of corpus files.
fn details(statement: &Statement) -> Vec<String> {
    fn tag(asserts: Option<&AxisSide>) -> String {
        asserts.map_or_else(String::new, |it| format!(" [{}]", shown(it)))
    }
    fn because(reason: &Reason, indent: &str, details: &mut Vec<String>) {
        let tag = tag(reason.asserts.as_ref());
        details.push(format!("{indent}- because: {}{tag}", reason.text));
        let indent = format!("{indent}  ");
        let evidence =
            reason.evidence.iter().map(|cited| format!("{indent}- evidence: {}", cited.text));
        details.extend(evidence);
        for below in &reason.reasons {
            because(below, &indent, details);
        }
    }
    let mut details = Vec::new();
    for reason in &statement.reasons {
        because(reason, "", &mut details);
    }
    let assumed = statement.assumptions.iter();
    details.extend(assumed.map(|it| format!("- assumes: {}{}", it.text, tag(it.asserts.as_ref()))));
    details.extend(statement.evidence.iter().map(|cited| format!("- evidence: {}", cited.text)));
    details.extend(statement.unless.iter().map(|text| format!("- unless: {text}")));
    details.extend(statement.concedes.iter().map(|text| format!("- concedes: {text}")));
    details.extend(statement.answers.iter().map(|it| format!("- answers: {}", it.text)));
    details
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::samples::{persona, reason, statement, topic};
    use crate::vocabulary::{Assumption, Inferred, Note, Sentence};

    #[test]
    fn a_brief_has_texts_as_they_are_and_statements_with_all_that_belongs_to_them() {
        let asserts = Some(AxisSide { axis: topic().axes[1].id.clone(), side: Side::No });
        let tagged = Statement {
            reasons: vec![Reason {
                asserts,
                reasons: vec![reason("It is so.")],
                ..reason("Wind blows.")
            }],
            assumptions: vec![Assumption::new("Cars stay.")],
            unless: vec!["takings rise".into()],
            concedes: vec!["some gain".into()],
            ..statement("takings", "Shops lose.", "trade", Side::Yes)
        };
        let mut ada = persona("ada", Side::No, vec![tagged]);
        let inferred = Statement {
            inferred: Some(Inferred::certain()),
            ..statement("loud", "It is loud.", "air", Side::Yes)
        };
        let essay = Note {
            title: "Essay".into(),
            date: None,
            paragraphs: vec!["[here] I live here.".into(), "[loud] It is loud.".into()],
            sentences: vec![Sentence {
                id: StatementId::new("here").unwrap(),
                text: "I live here.".into(),
                about: None,
            }],
            statements: vec![inferred],
            idle: vec![],
        };
        let notes = &mut ada.corpora.values_mut().next().unwrap().notes;
        notes[0].paragraphs = vec!["[beside] What stands beside it.".into()];
        notes.push(essay);
        let brief = Brief::new(&ada, &topic());
        let texts =
            ["[beside] What stands beside it.", "[here] I live here.\n\n[loud] It is loud."];
        assert_eq!(brief.texts, texts);
        let [takings, loud, here] = brief.excerpts.as_slice() else { panic!("{brief:?}") };
        assert_eq!(takings.answers.as_deref(), Some("trade: yes"));
        let expected = [
            "- because: Wind blows. [air: no]",
            "  - because: It is so.",
            "- assumes: Cars stay.",
            "- unless: takings rise",
            "- concedes: some gain",
        ];
        assert_eq!(takings.details, expected);
        assert!(loud.is_in_text && loud.details.is_empty() && loud.answers.is_none());
        assert!(loud.is_statement && here.is_in_text && !here.is_statement);
        assert_eq!(brief.excerpt("here"), Some(&here.id), "a model can cite it");
    }
}
