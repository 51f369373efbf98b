//! Reads `[modes.<label>]` of a manifest: which modes are run, with which parameters.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;

use crate::format::attribute_value::parsed;
use crate::format::fault::Faults;
use crate::format::suggestion;
use crate::format::toml_table::Table;
use crate::mode::{Control, Mode, ModeName, Parameter, Value, Values};
use crate::vocabulary::ExperimentId;

/// Reads all modes. Returns `None` if one of them has a fault.
///
/// The label of a table is the name of its mode, unless the table has the key `mode`. Then the
/// author can choose the label.
pub(super) fn read(table: &mut Table<'_>, faults: &mut Faults) -> Option<BTreeMap<String, Mode>> {
    let header = table.table("modes", faults)?;
    let entries = header.named_tables(faults);
    if header.is_empty() && !header.has_syntax_errors() {
        let fault = header.source().whole("the manifest names no mode");
        let names = suggestion::listed(&ModeName::ALL.map(ModeName::name));
        faults.push(fault.with_help(format!("add a table `[modes.NAME]`; modes: {names}")));
    }
    let wanted = entries.len();
    let mut modes: BTreeMap<String, Mode> = BTreeMap::new();
    for (label, entry) in entries {
        let Some((name, mode)) = mode(&label, entry, faults) else { continue };
        if let Some((same, _)) = modes.iter().find(|(_, other)| **other == mode) {
            let message =
                format!("`{same}` and `{name}` are the same mode with the same parameters");
            let help = "both labels name the same debate: change a parameter or remove one; `replicates` repeats debates";
            let fault = header.source().error(label.span(), message).as_warning();
            faults.push(fault.with_help(help));
        }
        modes.insert(name, mode);
    }
    (wanted > 0 && modes.len() == wanted).then_some(modes)
}

fn mode(
    label: &Spanned<String>,
    mut table: Table<'_>,
    faults: &mut Faults,
) -> Option<(String, Mode)> {
    let valid_label = parsed::<ExperimentId>(table.source(), label, faults);
    let written = table.optional_text("mode", faults);
    let named = written.as_ref().unwrap_or(label);
    let Some(mode) = ModeName::from_name(named.get_ref()) else {
        let names = ModeName::ALL.map(ModeName::name);
        let message = format!("no mode is named `{}`", named.get_ref());
        let remedy = suggestion::remedy(named.get_ref(), "modes", &names);
        faults.push(table.source().error(named.span(), message).with_help(remedy));
        return None;
    };
    let mode = parameters(mode, &mut table, faults);
    table.finish(&format!("in [modes.{}]", label.get_ref()), faults);
    valid_label.map(|_| (label.get_ref().clone(), mode))
}

/// Reads the parameters of a mode. A parameter that is missing or has a fault keeps its default.
fn parameters(name: ModeName, table: &mut Table<'_>, faults: &mut Faults) -> Mode {
    let mut mode = name.with_defaults();
    for parameter in name.about().parameters {
        if let Some(value) = value(parameter, table, faults) {
            mode.set(parameter.key, value).expect("a mode has each of its parameters");
        }
    }
    let control = control(name, table, faults);
    mode.under(control)
}

/// Reads the control of a mode. A mode takes one control at most, and only controls that have an
/// effect on it.
fn control(mode: ModeName, table: &mut Table<'_>, faults: &mut Faults) -> Option<Control> {
    let mut found: Option<(Control, Range<usize>)> = None;
    for control in Control::ALL {
        let Some(set) = table.optional_boolean(control.name(), faults) else { continue };
        if mode.about().effect(control).is_none() {
            let message = format!(
                "`{control}` has no effect in mode `{mode}`: no persona sees what the others say"
            );
            faults.push(table.source().error(set.span(), message).with_help("remove it"));
        } else if let (true, Some((first, span))) = (*set.get_ref(), &found) {
            let message = format!(
                "`{first}` and `{control}` exclude each other: a persona that sees nothing cannot see other contributions"
            );
            let first = table.source().related(span.clone(), "first set here");
            let help = "remove one of them; write two tables `[modes.LABEL]` to run both";
            let fault = table.source().error(set.span(), message);
            faults.push(fault.with_related(first).with_help(help));
        } else if *set.get_ref() {
            found = Some((control, set.span()));
        }
    }
    found.map(|(control, _)| control)
}

fn value(parameter: &Parameter, table: &mut Table<'_>, faults: &mut Faults) -> Option<Value> {
    match parameter.values {
        Values::Number(least, most) => {
            let range = u64::from(least)..=u64::from(most);
            let number = table.optional_number(parameter.key, range, faults)?.into_inner();
            Some(Value::Number(u32::try_from(number).expect("the range ends at a u32")))
        }
        Values::Odd(least, most) => {
            let range = u64::from(least)..=u64::from(most);
            let number = table.optional_number(parameter.key, range, faults)?;
            let (span, number) = (number.span(), *number.get_ref());
            if number % 2 == 0 {
                let message = format!("`{}` is even: {number}", parameter.key);
                let help = format!("write an odd number from {least} to {most}");
                faults.push(table.source().error(span, message).with_help(help));
                return None;
            }
            Some(Value::Number(u32::try_from(number).expect("the range ends at a u32")))
        }
        Values::Name(names) => {
            let names: Vec<_> = names().into_iter().map(|(name, _)| (name, name)).collect();
            table.optional_choice(parameter.key, &names, faults).map(Value::Name)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{MINIMAL, open};
    use super::*;

    #[test]
    fn each_number_of_each_mode_is_taken_at_both_ends_of_its_range_and_refused_beyond_them() {
        for name in ModeName::ALL {
            for parameter in name.about().parameters {
                let (Values::Number(least, most) | Values::Odd(least, most)) = parameter.values
                else {
                    continue;
                };
                let key = parameter.key;
                let read = |number: i64| {
                    let mode = format!("[modes.tried]\nmode = \"{name}\"\n{key} = {number}\n");
                    open(&(MINIMAL.to_owned() + &mode))
                };
                for taken in [least, most] {
                    let manifest = read(taken.into()).unwrap();
                    let values = manifest.modes["tried"].values();
                    assert!(values.contains(&Value::Number(taken)), "{name} {key}: {values:?}");
                }
                for refused in [i64::from(least) - 1, i64::from(most) + 1, 1_000_000] {
                    let fault = read(refused).unwrap_err();
                    let cause = fault.contains(&format!("`{key}` ")) && fault.contains("range");
                    assert!(cause && fault.contains(&format!("from {least} to {most}")), "{fault}");
                }
            }
        }
    }
}
