//! What is sent to today's hosted models, in full: one question at each interface.

use std::fmt::Write as _;

use serde_json::json;

use crate::project::{Project, golden};
use crate::server::{CANARY, MANIFEST, answer, text_reply};
use crate::stub::{Act, Answer, Stub};

/// The request that a manifest without an address sends, with the address of the maker's server
/// replaced by the environment.
fn request(kind: &str, models: [&str; 2], reply: Act) -> String {
    let stub = Stub::start([reply]);
    // A stub on this machine would get schemas for each request.
    let project =
        Project::new(&format!("kind = \"{kind}\"\nschemas = \"question\"\neffort = \"high\""));
    project.write_corpora();
    project.replace(MANIFEST, "replicates = 2", "replicates = 1");
    project.replace(MANIFEST, "strong = \"large\"", &format!("strong = \"{}\"", models[0]));
    project.replace(MANIFEST, "fast = \"small\"", &format!("fast = \"{}\"", models[1]));
    project.replace(MANIFEST, "large = \"free\"", &format!("\"{}\" = \"free\"", models[0]));
    project.replace(MANIFEST, "small = \"free\"", &format!("\"{}\" = \"free\"", models[1]));
    let name = kind.to_uppercase();
    let path = if kind == "openai" { "/v1" } else { "" };
    let (key, address) = (format!("{name}_API_KEY"), format!("{name}_BASE_URL"));
    let url = format!("{}{path}", stub.url());
    let (code, out, err) = project.report("run", &[(&key, CANARY), (&address, &url)]);
    assert_eq!(code, Some(0), "{out}{err}");
    let asked = stub.asked();
    let mut printed = format!("{}\n", asked[0].line);
    for (header, value) in asked[0].headers.iter().filter(|(name, _)| *name != "host") {
        writeln!(printed, "{header}: {}", value.replace(CANARY, "[key]")).unwrap();
    }
    let body = serde_json::to_string_pretty(&asked[0].body).unwrap();
    // Prompts have lines.
    writeln!(printed, "\n{}", body.replace("\\n", "\n")).unwrap();
    printed
}

#[test]
fn the_request_to_a_current_model_of_openai_has_no_temperature_a_breakpoint_and_a_static_schema() {
    let printed = request("openai", ["gpt-5.6", "gpt-5.6-mini"], text_reply(&answer("")));
    for absent in ["\"temperature\"", "\"seed\"", "\"max_tokens\"", "\"minItems\""] {
        assert!(!printed.contains(absent), "{absent}: {printed}");
    }
    assert!(printed.contains("\"prompt_cache_breakpoint\""), "{printed}");
    golden("golden/live", "openai-current.request", &printed);
}

#[test]
fn the_request_to_a_current_model_of_anthropic_has_no_temperature_a_cache_mark_and_a_static_schema()
{
    let reply = json!({
        "model": "m", "content": [{"type": "text", "text": answer("")}], "stop_reason": "end_turn",
        "usage": {"input_tokens": 1000, "output_tokens": 10},
    });
    let reply = Act::Answer(Answer::json(200, &reply));
    let printed = request("anthropic", ["claude-opus-5", "claude-haiku-5"], reply);
    for absent in ["\"temperature\"", "\"seed\"", "\"minItems\"", "\"thinking\""] {
        assert!(!printed.contains(absent), "{absent}: {printed}");
    }
    assert!(printed.contains("\"cache_control\""), "{printed}");
    golden("golden/live", "anthropic-current.request", &printed);
}
