//! Divides what a cell writes to standard output into text, content to display, and lines for
//! evcxr.

/// How evcxr marks its lines. Content to display is between `EVCXR_BEGIN_CONTENT type` and
/// `EVCXR_END_CONTENT`.
const MARK: &str = "EVCXR_";
const BEGIN: &str = "EVCXR_BEGIN_CONTENT ";
const END: &str = "EVCXR_END_CONTENT";
/// A line with which evcxr says that the cell panicked.
pub(crate) const PANIC: &str = "EVCXR_PANIC_NOTIFICATION";
/// A line with which evcxr says that `?` returned an error.
pub(crate) const QUESTION_MARK: &str = "EVCXR_ERROR_OCCURRED";
/// A line with which evcxr says that the cell is done.
pub(crate) const COMPLETE: &str = "EVCXR_EXECUTION_COMPLETE";
/// The beginning of a line with which a cell asks for input; the rest is the prompt.
pub(crate) const INPUT: &str = "EVCXR_INPUT_REQUEST";
/// The beginning of a line with the name of a variable whose type changed.
const CHANGED_TYPE: &str = "EVCXR_VARIABLE_CHANGED_TYPE:";
/// The line that this kernel itself writes after a cell: everything before it belongs to the cell.
pub(crate) const CELL_END: &str = "EVCXR_FAULTLINE_CELL_END";

/// The beginning of the line with which the process that runs the cells begins; the rest is its
/// number.
pub(crate) const PROCESS: &str = "EVCXR_FAULTLINE_PROCESS ";

/// A part of the output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    /// Ordinary text.
    Text(String),
    /// Content of a MIME type.
    Content {
        /// The MIME type.
        mime: String,
        /// The content, without the line feed at its end.
        content: String,
    },
    /// A line for evcxr.
    Control(String),
    /// A process with this number runs the cells from now on.
    Process(String),
    /// The end of the cell.
    CellEnd,
}

/// A parser that is fed bytes as they arrive.
#[derive(Debug, Default)]
pub(crate) struct OutputParser {
    rest: Vec<u8>,
    /// The MIME type and the lines of content that has not ended yet.
    content: Option<(String, Vec<String>)>,
}

impl OutputParser {
    /// Takes bytes and returns the parts that are certain. Text is not held back until its line
    /// ends, except where it could be the beginning of a marker or of a character.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Vec<Part> {
        self.rest.extend_from_slice(bytes);
        let mut parts = Parts::default();
        let mut start = 0;
        while let Some(length) = self.rest[start..].iter().position(|&byte| byte == b'\n') {
            let line = String::from_utf8_lossy(&self.rest[start..start + length]).into_owned();
            start += length + 1;
            self.line(&line, &mut parts);
        }
        self.rest.drain(..start);
        if self.content.is_none() {
            let certain = certain_length(&self.rest);
            let text: Vec<u8> = self.rest.drain(..certain).collect();
            parts.text(&String::from_utf8_lossy(&text));
        }
        parts.0
    }

    fn line(&mut self, line: &str, parts: &mut Parts) {
        if let Some((mime, mut lines)) = self.content.take() {
            match line {
                END => parts.0.push(Part::Content { mime, content: lines.join("\n") }),
                // Content that was cut off, also within a line, is not shown.
                _ if line.ends_with(CELL_END) => parts.0.push(Part::CellEnd),
                PANIC | COMPLETE => parts.0.push(Part::Control(line.to_owned())),
                _ => {
                    lines.push(line.to_owned());
                    self.content = Some((mime, lines));
                }
            }
            return;
        }
        let marker = line.match_indices(MARK).find(|&(at, _)| is_marker(&line[at..]));
        let Some((at, _)) = marker else {
            parts.text(line);
            parts.text("\n");
            return;
        };
        // A cell that printed text without a line feed has the marker in the same line.
        let (text, marker) = line.split_at(at);
        parts.text(text);
        if let Some(mime) = marker.strip_prefix(BEGIN) {
            self.content = Some((mime.trim().to_owned(), Vec::new()));
        } else if marker == CELL_END {
            parts.0.push(Part::CellEnd);
        } else if let Some(number) = marker.strip_prefix(PROCESS) {
            parts.0.push(Part::Process(number.to_owned()));
        } else {
            parts.0.push(Part::Control(marker.to_owned()));
        }
    }
}

fn is_marker(text: &str) -> bool {
    matches!(text, PANIC | QUESTION_MARK | COMPLETE | CELL_END)
        || [BEGIN, INPUT, CHANGED_TYPE, PROCESS].iter().any(|prefix| text.starts_with(prefix))
}

/// How many bytes of an unfinished line cannot belong to a marker or to an unfinished character.
fn certain_length(rest: &[u8]) -> usize {
    let mark = MARK.as_bytes();
    let could_be_mark = |&at: &usize| {
        let tail = &rest[at..];
        tail.starts_with(mark) || mark.starts_with(tail)
    };
    let end = (0..rest.len()).find(could_be_mark).unwrap_or(rest.len());
    match std::str::from_utf8(&rest[..end]) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        Ok(_) | Err(_) => end,
    }
}

/// Parts, with neighbouring text joined.
#[derive(Default)]
struct Parts(Vec<Part>);

impl Parts {
    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(Part::Text(last)) = self.0.last_mut() {
            last.push_str(text);
        } else {
            self.0.push(Part::Text(text.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Part {
        Part::Text(text.to_owned())
    }

    fn content(mime: &str, content: &str) -> Part {
        Part::Content { mime: mime.to_owned(), content: content.to_owned() }
    }

    fn control(line: &str) -> Part {
        Part::Control(line.to_owned())
    }

    #[test]
    fn text_content_and_control_lines_are_distinguished() {
        let output = "one\ntwo\nEVCXR_BEGIN_CONTENT text/html\n<b>\n\n</b>\nEVCXR_END_CONTENT\nthree\nEVCXR_EXECUTION_COMPLETE\n";
        let expected = [
            text("one\ntwo\n"),
            content("text/html", "<b>\n\n</b>"),
            text("three\n"),
            control(COMPLETE),
        ];
        assert_eq!(OutputParser::default().push(output.as_bytes()), expected);
    }

    #[test]
    fn the_result_is_the_same_however_the_bytes_arrive() {
        let output = "é EVCX\nEVCXR_BEGIN_CONTENT a/b\né\nEVCXR_END_CONTENT\nno lineEVCXR_EXECUTION_COMPLETE\nEVCXR_FAULTLINE_CELL_END\n";
        let joined = |size: usize| {
            let mut parser = OutputParser::default();
            let mut parts = Parts::default();
            for chunk in output.as_bytes().chunks(size) {
                for part in parser.push(chunk) {
                    match part {
                        Part::Text(text) => parts.text(&text),
                        Part::Content { .. }
                        | Part::Control(_)
                        | Part::Process(_)
                        | Part::CellEnd => parts.0.push(part),
                    }
                }
            }
            parts.0
        };
        let whole = joined(output.len());
        assert_eq!(
            whole,
            [
                text("é EVCX\n"),
                content("a/b", "é"),
                text("no line"),
                control(COMPLETE),
                Part::CellEnd
            ]
        );
        for size in 1..20 {
            assert_eq!(joined(size), whole, "chunks of {size} bytes");
        }
    }

    #[test]
    fn text_without_a_line_feed_is_passed_on_immediately() {
        let mut parser = OutputParser::default();
        assert_eq!(parser.push(b"50 %"), [text("50 %")]);
        assert_eq!(parser.push(b" EVC"), [text(" ")]);
        assert_eq!(parser.push(b"!"), [text("EVC!")]);
    }

    #[test]
    fn content_that_a_panic_cut_off_is_not_shown() {
        let output = format!("EVCXR_BEGIN_CONTENT a/b\nhalf\n{PANIC}\n");
        assert_eq!(OutputParser::default().push(output.as_bytes()), [control(PANIC)]);
    }

    #[test]
    fn bytes_that_are_not_text_are_replaced() {
        assert_eq!(OutputParser::default().push(b"\xff\xfe\n"), [text("\u{fffd}\u{fffd}\n")]);
    }
}
