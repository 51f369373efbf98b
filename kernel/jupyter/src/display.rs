//! Values that a cell displays: several MIME types of one value, joined.

use serde_json::{Map, Value};

/// Content of this type begins a display and carries its id: `{"display_id": "a", "update": true}`.
/// Front ends ignore it, so that a cell shows its values in other kernels on evcxr too.
pub(crate) const DISPLAY: &str = "application/vnd.faultline.display+json";
/// Content of this type clears the output of the cell: `{"wait": true}`.
pub(crate) const CLEAR: &str = "application/vnd.faultline.clear+json";
/// Content of this type says what a cell has computed its output from: from the debates of a run,
/// `{"run": "a-0123456789ab", "debates": "…"}`, or by running debates, `{"rules": "…"}`.
pub(crate) const READING: &str = "application/vnd.faultline.reading+json";

/// A displayed value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Display {
    /// The value in each MIME type.
    pub(crate) data: Map<String, Value>,
    /// The id under which it can be updated.
    pub(crate) id: Option<String>,
    /// Whether it replaces the display with its id.
    pub(crate) is_update: bool,
}

impl Display {
    /// A value as plain text.
    pub(crate) fn plain(text: &str) -> Self {
        let data = [("text/plain".to_owned(), Value::from(text))];
        Self { data: data.into_iter().collect(), ..Self::default() }
    }

    /// Whether it only shows the unit value, which a notebook leaves out.
    pub(crate) fn is_unit(&self) -> bool {
        self.id.is_none()
            && self.data.len() == 1
            && self.data.get("text/plain") == Some(&Value::from("()"))
    }
}

/// What content means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shown {
    /// A value is complete.
    Display(Display),
    /// The output of the cell is cleared, now or before the next output.
    Clear {
        /// Before the next output.
        wait: bool,
    },
    /// The cell has read the debates of a run, or has run debates.
    Reading(Reading),
}

/// What a cell has computed its output from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reading {
    /// The debates of a run in a store.
    Debates {
        /// The name of the run.
        run: String,
        /// Its debates, a line each.
        debates: String,
    },
    /// Debates that it has run itself.
    Rules(
        /// The versions of what debates are computed by, a line each.
        String,
    ),
}

/// Joins the contents of a value. A type that occurs again begins the next value.
#[derive(Debug, Default)]
pub(crate) struct DisplayJoiner {
    open: Option<Display>,
}

impl DisplayJoiner {
    /// Takes content and returns what it completes.
    pub(crate) fn push(&mut self, mime: &str, content: &str) -> Vec<Shown> {
        let mut shown = Vec::new();
        if mime == READING {
            shown.extend(self.finish().map(Shown::Display));
            let fields: Value = serde_json::from_str(content).unwrap_or_default();
            let text = |name: &str| fields[name].as_str().unwrap_or_default().to_owned();
            shown.push(Shown::Reading(match fields["rules"].as_str() {
                Some(rules) => Reading::Rules(rules.to_owned()),
                None => Reading::Debates { run: text("run"), debates: text("debates") },
            }));
            return shown;
        }
        if mime == DISPLAY || mime == CLEAR {
            shown.extend(self.finish().map(Shown::Display));
            let fields: Value = serde_json::from_str(content).unwrap_or_default();
            if mime == CLEAR {
                shown.push(Shown::Clear { wait: fields["wait"] == true });
            } else {
                let id = fields["display_id"].as_str().map(str::to_owned);
                let is_update = id.is_some() && fields["update"] == true;
                self.open = Some(Display { data: Map::new(), id, is_update });
            }
            return shown;
        }
        if self.open.as_ref().is_some_and(|open| open.data.contains_key(mime)) {
            shown.extend(self.finish().map(Shown::Display));
        }
        let is_json = mime == "application/json" || mime.ends_with("+json");
        let parsed = if is_json { serde_json::from_str(content).ok() } else { None };
        let value = parsed.unwrap_or_else(|| Value::from(content));
        self.open.get_or_insert_default().data.insert(mime.to_owned(), value);
        shown
    }

    /// Whether a value waits for more content.
    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Ends the value that waits for more content.
    pub(crate) fn finish(&mut self) -> Option<Display> {
        self.open.take().filter(|display| !display.data.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn data(shown: &Shown) -> Value {
        match shown {
            Shown::Display(display) => Value::Object(display.data.clone()),
            Shown::Clear { wait } => json!({ "clear": wait }),
            Shown::Reading(Reading::Debates { run, debates }) => {
                json!({ "read": run, "debates": debates })
            }
            Shown::Reading(Reading::Rules(rules)) => json!({ "rules": rules }),
        }
    }

    #[test]
    fn the_types_of_a_value_are_joined_until_one_occurs_again() {
        let mut joiner = DisplayJoiner::default();
        assert!(joiner.push("text/html", "<b>1</b>").is_empty());
        assert!(joiner.push("text/plain", "1").is_empty());
        let first = joiner.push("text/html", "<b>2</b>");
        assert_eq!(data(&first[0]), json!({"text/html": "<b>1</b>", "text/plain": "1"}));
        let second = joiner.finish().unwrap();
        assert_eq!(second.data["text/html"], "<b>2</b>");
        assert_eq!(joiner.finish(), None);
    }

    #[test]
    fn an_id_begins_a_display_that_can_be_updated() {
        let mut joiner = DisplayJoiner::default();
        joiner.push("text/plain", "a");
        let shown = joiner.push(DISPLAY, r#"{"display_id": "bar", "update": true}"#);
        assert_eq!(shown.len(), 1, "the value before it is complete");
        joiner.push("text/plain", "b");
        let update = joiner.finish().unwrap();
        assert_eq!((update.id.as_deref(), update.is_update), (Some("bar"), true));
    }

    #[test]
    fn clearing_is_not_a_display() {
        let shown = DisplayJoiner::default().push(CLEAR, r#"{"wait": true}"#);
        assert_eq!(shown, [Shown::Clear { wait: true }]);
    }

    #[test]
    fn json_is_a_value_and_not_its_text() {
        let mut joiner = DisplayJoiner::default();
        joiner.push("application/json", "[1, 2]");
        assert_eq!(joiner.finish().unwrap().data["application/json"], json!([1, 2]));
    }
}
