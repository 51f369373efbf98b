//! What the topic of a debate says about the conversation: who takes part, and who was left out.

use super::export::Export;
use super::selection::Options;
use super::votes::{Deliberation, Group};
use crate::site::sentence::listed;

/// The title of the conversation.
pub(super) fn title(export: &Export, options: &Options) -> String {
    export.title.clone().unwrap_or_else(|| options.name.replace('-', " "))
}

/// The background of the topic. `silent` are the large groups that are sure of too little to
/// debate.
pub(super) fn of(
    export: &Export,
    options: &Options,
    found: &Deliberation,
    silent: &[Group],
) -> String {
    let members =
        found.groups.iter().map(|group| format!("group {} with {}", group.letter(), group.members));
    let members: Vec<String> = members.collect();
    let description = export.description.as_deref();
    format!(
        "This topic comes from the Polis conversation “{}”, in which participants voted on each other's statements. Polis grouped \
         them by their votes: {} participants debate here.{} The questions of the topic are {}.{}",
        title(export, options),
        listed(&members),
        left_out(found, silent),
        match options.hold_back {
            Some(_) => "statements of the conversation",
            None => "statements that one group endorses and another one rejects",
        },
        description.map(|text| format!(" It was described as: “{text}”")).unwrap_or_default()
    )
}

/// A sentence about the participants for whom no persona speaks; empty where there are none.
fn left_out(found: &Deliberation, silent: &[Group]) -> String {
    let of = |groups: &[Group], why: &'static str| -> Vec<String> {
        let text = |group: &Group| {
            let members = participants(group.members);
            format!("group {} with {members}, which is {why}", group.letter())
        };
        groups.iter().map(text).collect()
    };
    let mut left = of(silent, "sure of too few statements");
    left.extend(of(&found.small_groups, "too small"));
    if found.ungrouped > 0 {
        left.push(format!("{} in no group", participants(found.ungrouped)));
    }
    if left.is_empty() {
        return String::new();
    }
    format!(" Not represented: {}.", left.join("; "))
}

fn participants(number: usize) -> String {
    format!("{number} participant{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_who_is_left_out_is_named_with_numbers() {
        let group = |number, members| Group { number, members };
        let found = Deliberation {
            groups: vec![group(0, 38), group(1, 31)],
            small_groups: vec![group(3, 4)],
            ungrouped: 1,
            statements: Vec::new(),
            too_few_votes: 0,
        };
        let expected = " Not represented: group C with 17 participants, which is sure of too few statements; group D with 4 \
                        participants, which is too small; 1 participant in no group.";
        assert_eq!(left_out(&found, &[group(2, 17)]), expected);
        let all = Deliberation { small_groups: Vec::new(), ungrouped: 0, ..found };
        assert_eq!(left_out(&all, &[]), "");
    }
}
