//! The outputs of a cell as a notebook file holds them, up to a limit.

use serde_json::{Map, Value, json};

use crate::cell_error::CellError;
use crate::display::Display;
use crate::notebook_file::lines;

/// The outputs of a cell. What comes after the first output that has no room is left out, so that
/// what is kept is a beginning.
#[derive(Debug, Default)]
pub(crate) struct CellOutputs {
    /// The number of the cell among those that ran.
    pub(crate) count: u32,
    /// Each output with its size in bytes.
    kept: Vec<(Value, usize)>,
    /// The size of all of them.
    size: usize,
    /// How many bytes are left out.
    pub(crate) left_out: usize,
    error: Option<Value>,
}

impl CellOutputs {
    /// No outputs of the cell with this number.
    pub(crate) fn of(count: u32) -> Self {
        Self { count, ..Self::default() }
    }

    /// Adds an output and returns its place; `None` if it has no room.
    pub(crate) fn add(&mut self, output: Value, size: usize, limit: usize) -> Option<usize> {
        if self.room(limit) < size {
            self.left_out += size;
            return None;
        }
        self.size += size;
        self.kept.push((output, size));
        Some(self.kept.len() - 1)
    }

    /// How many bytes still have room.
    fn room(&self, limit: usize) -> usize {
        if self.left_out > 0 { 0 } else { limit.saturating_sub(self.size) }
    }

    /// Replaces the data of a display where there is room for the new ones.
    pub(crate) fn update(&mut self, place: usize, display: &Display, limit: usize) {
        let Some((output, old)) = self.kept.get_mut(place) else { return };
        let new = size(display);
        if self.size - *old + new > limit {
            self.left_out += new;
            return;
        }
        self.size = self.size - *old + new;
        *old = new;
        output["data"] = in_file(&display.data);
    }

    /// Adds text, as far as there is room. Text that follows text of the same stream is joined with
    /// it.
    pub(crate) fn stream(&mut self, name: &str, text: &str, limit: usize) {
        let (text, rest) = text.split_at(text.floor_char_boundary(self.room(limit)));
        if !text.is_empty() {
            self.size += text.len();
            match self.kept.last_mut().filter(|(last, _)| last["name"] == name) {
                Some((last, size)) => {
                    *size += text.len();
                    append(&mut last["text"], text);
                }
                None => self.kept.push((
                    json!({"output_type": "stream", "name": name, "text": lines(text)}),
                    text.len(),
                )),
            }
        }
        self.left_out += rest.len();
    }

    /// Adds the error that ended the cell. It is shown whatever came before, with its message and
    /// its traceback up to the limit each.
    pub(crate) fn error(&mut self, error: &CellError, limit: usize) {
        let CellError { name, value, traceback } = error;
        let mut cut = |text: &mut usize, line: &str| {
            let kept = line.floor_char_boundary(*text);
            *text -= kept;
            self.left_out += line.len() - kept;
            line[..kept].to_owned()
        };
        let [mut of_value, mut room] = [limit; 2];
        let value = cut(&mut of_value, value);
        let traceback: Vec<String> = traceback.iter().map(|line| cut(&mut room, line)).collect();
        self.error = Some(
            json!({"output_type": "error", "ename": name, "evalue": value, "traceback": traceback}),
        );
    }

    /// The outputs as the file holds them, with a sentence about what is left out.
    pub(crate) fn in_file(&self, limit: usize) -> Vec<Value> {
        let note = (self.left_out > 0).then(|| {
            let text = format!(
                "The output of this cell is longer than the limit of {} bytes: {} bytes are left out. \
                 `faultline-kernel execute --output-limit MB` raises the limit.\n",
                with_commas(limit),
                with_commas(self.left_out)
            );
            json!({"output_type": "stream", "name": "stderr", "text": lines(text)})
        });
        let kept = self.kept.iter().map(|(output, _)| output.clone());
        kept.chain(note).chain(self.error.clone()).collect()
    }
}

/// Adds text to a list of lines.
fn append(list: &mut Value, text: &str) {
    let Some(list) = list.as_array_mut() else { return };
    let is_open = |line: &Value| line.as_str().is_some_and(|line| !line.ends_with('\n'));
    let open = list.pop_if(|line| is_open(line));
    let begun = open.as_ref().and_then(Value::as_str).unwrap_or_default();
    if let Value::Array(added) = lines(begun.to_owned() + text) {
        list.extend(added);
    }
}

/// A whole number with a comma between thousands.
pub(crate) fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The size of a value in all its types. *Units*: bytes.
pub(crate) fn size(display: &Display) -> usize {
    let of = |value: &Value| value.as_str().map_or_else(|| value.to_string().len(), str::len);
    display.data.values().map(of).sum()
}

/// Texts are lists of lines in a file; JSON stays as it is.
pub(crate) fn in_file(data: &Map<String, Value>) -> Value {
    let value = |value: &Value| value.as_str().map_or_else(|| value.clone(), lines);
    data.iter().map(|(mime, content)| (mime.clone(), value(content))).collect::<Map<_, _>>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_joined_line_by_line() {
        let mut list = lines("a\nb");
        for text in ["c", "\n", "d\n", "e"] {
            append(&mut list, text);
        }
        assert_eq!(list, lines("a\nbc\nd\ne"));
    }

    #[test]
    fn thousands_are_separated() {
        assert_eq!([1, 1000, 10_000_000].map(with_commas), ["1", "1,000", "10,000,000"]);
    }
}
