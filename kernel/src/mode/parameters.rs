//! Parameters of modes: key, meaning, range and default, each stated once.

use std::fmt;

use super::Control;
use crate::argue::Gradual;

/// A parameter that a manifest may set.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Its key in a manifest.
    pub key: &'static str,
    /// Its name on pages.
    pub title: &'static str,
    /// What it sets, as one sentence.
    pub meaning: &'static str,
    /// The values that it can take.
    pub values: Values,
    pub(super) default: fn() -> Value,
}

/// The values that a parameter can take.
#[derive(Debug, Clone, Copy)]
pub enum Values {
    /// A whole number within these bounds, which are included.
    Number(u32, u32),
    /// An odd number within these bounds, which are included.
    Odd(u32, u32),
    /// One of these names, each with the title that pages show.
    Name(fn() -> Vec<(&'static str, &'static str)>),
}

/// The value of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(u32),
    /// A name out of a closed set.
    Name(&'static str),
}

/// Entries of a manifest that do not fit each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Conflict {
    /// The key of one of them, which the manifest sets.
    pub key: &'static str,
    /// Why, as a clause.
    pub why: &'static str,
    /// What to write instead.
    pub help: &'static str,
}

impl Parameter {
    /// Its value where a manifest does not set it.
    pub fn default(&self) -> Value {
        (self.default)()
    }

    /// The title of one of its values, as pages show it.
    pub fn title_of(&self, value: Value) -> String {
        let titles = match self.values {
            Values::Number(..) | Values::Odd(..) => Vec::new(),
            Values::Name(names) => names(),
        };
        let title = titles.into_iter().find(|(name, _)| Value::Name(name) == value);
        title.map_or_else(|| value.to_string(), |(_, title)| title.to_owned())
    }
}

impl Value {
    /// As a manifest writes it.
    pub fn to_toml(self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Name(name) => format!("\"{name}\""),
        }
    }
}

/// The value without quotation marks.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Name(name) => name.fmt(f),
        }
    }
}

/// As a sentence completes it: «1 to 10», «one of dfquad, qe».
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(least, most) => write!(f, "{least} to {most}"),
            Self::Odd(least, most) => write!(f, "odd, {least} to {most}"),
            Self::Name(names) => {
                let names: Vec<&str> = names().into_iter().map(|(name, _)| name).collect();
                write!(f, "one of {}", names.join(", "))
            }
        }
    }
}

/// What a manifest sets of a mode: the macro `parameters!` implements it.
pub(crate) trait HasParameters {
    /// The control under which the mode is run, if any.
    fn control(&self) -> Option<Control>;

    fn set_control(&mut self, control: Option<Control>);

    /// The value of each parameter, in the order in which manifests list them.
    fn values(&self) -> Vec<Value>;

    /// Sets the parameter of this key; nothing where there is no such parameter or it takes no such
    /// value.
    fn set(&mut self, key: &str, value: Value) -> Option<()>;
}

/// The type of a field that holds a parameter.
pub(super) trait Field: Copy {
    fn value(self) -> Value;

    /// The field for a value that the parameter can take.
    fn of(value: Value) -> Option<Self>;
}

impl Field for u32 {
    fn value(self) -> Value {
        Value::Number(self)
    }

    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Number(number) => Some(number),
            Value::Name(_) => None,
        }
    }
}

impl Field for Gradual {
    fn value(self) -> Value {
        Value::Name(self.name())
    }

    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Number(_) => None,
            Value::Name(name) => Self::from_name(name),
        }
    }
}

/// The gradual semantics that a parameter can name.
pub(super) fn gradual_semantics() -> Vec<(&'static str, &'static str)> {
    Gradual::ALL.map(|semantics| (semantics.name(), semantics.title())).into()
}

/// The meaning of the parameter that limits how many claims or propositions a topic is split into.
macro_rules! most_split {
    ($what:literal) => {
        concat!("The maximum number of ", $what, " that a topic without questions is split into.")
    };
}

/// The parameters of a mode: makes its struct, its defaults, and the table that readers of
/// manifests and pages use.
macro_rules! parameters {
    (
        $(#[$doc:meta])*
        $Mode:ident {
            $($key:ident: $kind:ty = $default:expr, $title:literal, $meaning:expr, $values:expr;)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub struct $Mode {
            $(#[doc = $meaning] pub $key: $kind,)*
            /// The control under which the mode is run, if any.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub control: Option<$crate::mode::Control>,
        }

        impl Default for $Mode {
            fn default() -> Self {
                Self { $($key: $default,)* control: None }
            }
        }

        impl $Mode {
            /// Every parameter, in the order in which manifests list them.
            pub(super) const PARAMETERS: &'static [$crate::mode::Parameter] = &[
                $($crate::mode::Parameter {
                    key: stringify!($key),
                    title: $title,
                    meaning: $meaning,
                    values: $values,
                    default: || <$kind as $crate::mode::parameters::Field>::value($default),
                },)*
            ];
        }

        impl $crate::mode::HasParameters for $Mode {
            fn control(&self) -> Option<$crate::mode::Control> {
                self.control
            }

            fn set_control(&mut self, control: Option<$crate::mode::Control>) {
                self.control = control;
            }

            fn values(&self) -> Vec<$crate::mode::Value> {
                vec![$($crate::mode::parameters::Field::value(self.$key),)*]
            }

            fn set(&mut self, key: &str, value: $crate::mode::Value) -> Option<()> {
                match key {
                    $(stringify!($key) => {
                        self.$key = $crate::mode::parameters::Field::of(value)?;
                    })*
                    _ => return None,
                }
                Some(())
            }
        }
    };
}

pub(super) use {most_split, parameters};

/// A choice that a manifest makes by name: makes an enum with the name of each option and the title
/// that pages show.
macro_rules! choice {
    (
        $(#[$doc:meta])*
        $Choice:ident {
            $($(#[$meaning:meta])* $Option:ident = $name:literal, $title:literal;)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $Choice {
            $($(#[$meaning])* #[serde(rename = $name)] $Option,)*
        }

        impl $Choice {
            /// The names with their titles.
            pub(super) fn names() -> Vec<(&'static str, &'static str)> {
                vec![$(($name, $title),)*]
            }
        }

        impl $crate::mode::parameters::Field for $Choice {
            fn value(self) -> $crate::mode::Value {
                $crate::mode::Value::Name(match self {
                    $(Self::$Option => $name,)*
                })
            }

            fn of(value: $crate::mode::Value) -> Option<Self> {
                [$(Self::$Option,)*].into_iter().find(|option| option.value() == value)
            }
        }
    };
}

pub(super) use choice;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::Belief;

    #[test]
    fn the_values_of_a_parameter_complete_a_sentence() {
        assert_eq!(Values::Number(1, 10).to_string(), "1 to 10");
        assert_eq!(Values::Odd(3, 15).to_string(), "odd, 3 to 15");
        let names: Vec<&str> = Gradual::ALL.map(Gradual::name).into();
        let listed = format!("one of {}", names.join(", "));
        assert_eq!(Values::Name(gradual_semantics).to_string(), listed);
    }

    #[test]
    fn a_parameter_takes_only_values_of_its_own_type() {
        let mut belief = Belief::default();
        for (key, value, taken) in [
            ("max_rounds", Value::Number(2), true),
            ("max_rounds", Value::Name("dfquad"), false),
            ("semantics", Value::Name(Gradual::ALL[1].name()), true),
            ("semantics", Value::Name("no-such-semantics"), false),
            ("semantics", Value::Number(1), false),
        ] {
            let before = belief.clone();
            assert_eq!(belief.set(key, value).is_some(), taken, "{key} = {value}");
            assert_eq!(belief == before, !taken, "{key} = {value}");
        }
    }
}
