//! Servers that cut a prompt which does not fit into their context, and do not say so.

use serde_json::json;

use crate::project::Project;
use crate::server::{MANIFEST, answer};
use crate::stub::{Act, Answer, Stub};

/// A reply by a server that counts so many tokens of the prompt.
fn having_read(tokens: u64) -> Act {
    let usage = json!({"prompt_tokens": tokens, "completion_tokens": 10});
    let choice = json!({"message": {"content": answer("")}, "finish_reason": "stop"});
    Act::Answer(Answer::json(200, &json!({"model": "m", "choices": [choice], "usage": usage})))
}

/// A project whose prompts have more than 20,000 characters.
fn project(stub: &Stub) -> Project {
    let project = Project::new(&format!("kind = \"openai\"\nbase_url = \"{}/v1\"", stub.url()));
    project.replace(MANIFEST, "replicates = 2", "replicates = 3");
    let words = "I have seen the same thing happen in every trade that I know. ".repeat(330);
    for persona in ["bear", "bull"] {
        let path = format!("personas/{persona}/persona.toml");
        project.write(&path, &format!("name = \"The {persona}\"\nidentity = \"{words}\"\n"));
    }
    project
}

#[test]
fn a_prompt_that_the_server_cut_interrupts_the_run_and_is_not_taken_for_an_answer() {
    // A context of 2,048 tokens holds about 9,000 characters of this prompt of 40,000.
    let stub = Stub::start([having_read(2048)]);
    let project = project(&stub);
    let (code, out, err) = project.report("build --jobs 1", &[]);
    let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!((code, stub.asked().len()), (Some(75), 1), "no further debate asks: {out}{err}");
    assert!(err.contains("the server read only 2048 tokens of a prompt of "), "{err}");
    assert!(err.contains("Ollama: OLLAMA_CONTEXT_LENGTH, llama.cpp: --ctx-size"), "{err}");
    let stored = crate::project::files(&project.path("data/store/cache"));
    assert_eq!(stored.len(), 0, "the reply to half a question is not kept: {stored:?}");
}

#[test]
fn a_prompt_that_was_read_whole_is_not_a_fault_however_long_its_words_are() {
    let stub = Stub::start([having_read(9000)]);
    let (code, out, err) = project(&stub).report("build --jobs 1", &[]);
    assert_eq!((code, stub.asked().len()), (Some(0), 3), "{out}{err}");
}
