//! The line of a manifest that changes a parameter which a server refuses.

/// The names of parameters in requests, each with the remedy where a server refuses it.
const REMEDIES: [(&str, &str); 10] = [
    ("temperature", SAMPLING),
    ("seed", SAMPLING),
    (
        "max_tokens",
        "write `output_limit = \"max_completion_tokens\"` in [provider]; if the limit is too high, lower `thinking_tokens`",
    ),
    (
        "max_completion_tokens",
        "write `output_limit = \"max_tokens\"` in [provider]; if the limit is too high, lower `thinking_tokens`",
    ),
    ("response_format", STRUCTURED),
    ("json_schema", STRUCTURED),
    ("output_config.format", UNENFORCED),
    ("output_format", UNENFORCED),
    ("reasoning_effort", EFFORT),
    ("effort", EFFORT),
];

const SAMPLING: &str =
    "write `sampling = \"server\"` in [provider]: the model then uses its own temperature";
const STRUCTURED: &str = "write `structured = \"json_object\"` in [provider], or `structured = \"none\"` if the server refuses that too";
const UNENFORCED: &str = "write `structured = \"none\"` in [provider]: prompts then show the schema of the answer, and the server enforces none; \
                          or choose a model with structured outputs in [models]";
/// For a schema that is too complex for the server, or that it cannot compile.
const SIMPLER: &str = "write `schemas = \"question\"` in [provider] for a simpler schema, or `structured = \"none\"`: prompts then show the \
                       schema, and the server enforces none";
const EFFORT: &str =
    "write another `effort` in [provider], or remove it: the model has only some efforts, or none";

/// The remedy for the parameter that an error names: as its own field, or else first in its
/// message. An error that names none may concern the schema.
pub(super) fn remedy(parameter: Option<&str>, message: &str) -> Option<&'static str> {
    let of =
        |name: &str| REMEDIES.iter().find(|(known, _)| *known == name).map(|(_, remedy)| *remedy);
    let named = parameter.and_then(|parameter| {
        of(parameter).or_else(|| of(parameter.split('.').next().unwrap_or_default()))
    });
    let named = named.or_else(|| {
        let places =
            REMEDIES.iter().filter_map(|(name, remedy)| Some((place(message, name)?, remedy)));
        places.min_by_key(|(place, _)| *place).map(|(_, remedy)| *remedy)
    });
    named.or_else(|| {
        let message = message.to_lowercase();
        ["schema", "schemas", "grammar"]
            .iter()
            .find_map(|word| place(&message, word))
            .map(|_| SIMPLER)
    })
}

/// The position of a word in a text.
fn place(text: &str, word: &str) -> Option<usize> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut places = text.match_indices(word).map(|(place, _)| place);
    places.find(|&place| {
        !text[..place].ends_with(is_letter) && !text[place + word.len()..].starts_with(is_letter)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parameter_that_a_server_refuses_leads_to_a_line_of_the_manifest() {
        let of = |parameter, message| remedy(parameter, message).unwrap_or_default();
        let unsupported = "Unsupported parameter: 'max_tokens' is not supported with this model. Use \
                           'max_completion_tokens' instead.";
        assert!(of(None, unsupported).contains("output_limit = \"max_completion_tokens\""));
        assert!(
            of(Some("max_completion_tokens"), unsupported)
                .contains("output_limit = \"max_tokens\"")
        );
        assert!(of(Some("temperature"), "Only the default (1) is supported.").contains("sampling"));
        let thinking = "`temperature` may only be set to 1 when thinking is enabled";
        assert!(of(None, thinking).contains("sampling = \"server\""));
        assert!(of(None, "output_config.effort: not supported by this model").contains("effort"));
        assert!(of(Some("response_format.json_schema"), "m").contains("structured"));
        let complex = "output_config.format.schema: Schema is too complex for compilation";
        assert!(of(None, complex).starts_with("write `structured = \"none\"`"));
        for complex in [
            "The compiled grammar is too large, which would cause performance issues.",
            "Failed to initialize samplers: failed to parse grammar",
            "Grammar error: the schema is not supported",
            "Schemas contains too many optional parameters (28), the limit is 24.",
        ] {
            assert!(of(None, complex).starts_with("write `schemas = \"question\"`"), "{complex}");
        }
        assert_eq!(remedy(None, "the preseeded maximum"), None);
    }
}
