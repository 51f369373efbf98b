//! What can be read off the source of a cell before it runs.

use ra_ap_syntax::{
    AstNode, Edition, NodeOrToken, Parse, SourceFile, SyntaxKind, SyntaxNode, SyntaxToken, ast,
};

/// evcxr splits a cell into statements in the same way: as the body of a function.
const BEFORE: &str = "fn f(){";
const INDENT: &str = "    ";

/// The statement that writes what `print!` left in the buffer of standard output.
const FLUSH: &str = "\nlet _ = std::io::Write::flush(&mut std::io::stdout());";

/// Whether a cell can run as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Completeness {
    Complete,
    /// It needs more lines, the next of which begins with this indentation.
    Incomplete {
        indent: String,
    },
    Invalid,
}

/// An error of the syntax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) message: String,
    /// The line of the cell, from 1.
    pub(crate) line: usize,
    /// The character of the line, from 1.
    pub(crate) column: usize,
}

/// The source of a cell.
#[derive(Debug)]
pub(crate) struct CellSyntax {
    code: String,
    /// Without the lines at the beginning that are commands of evcxr.
    parse: Parse<SourceFile>,
    rust: String,
}

impl CellSyntax {
    pub(crate) fn new(code: &str) -> Self {
        let is_command = |line: &&str| {
            let line = line.trim_start();
            line.is_empty() || line.starts_with([':', '!']) || line.starts_with("//")
        };
        let commands = code.split_inclusive('\n').take_while(is_command).map(str::len).sum();
        let rust = code[commands..].to_owned();
        let parse = SourceFile::parse(&format!("{BEFORE}{rust}\n}}"), Edition::Edition2024);
        Self { code: code.to_owned(), parse, rust }
    }

    fn tokens(&self) -> Vec<SyntaxToken> {
        let elements = self.parse.syntax_node().descendants_with_tokens();
        let tokens = elements.filter_map(NodeOrToken::into_token);
        let is_code = |token: &SyntaxToken| {
            let start = usize::from(token.text_range().start());
            (BEFORE.len()..BEFORE.len() + self.rust.len()).contains(&start)
        };
        tokens.filter(is_code).filter(|token| !token.kind().is_trivia()).collect()
    }

    /// Whether the cell has a value: its last statement is an expression without a semicolon.
    pub(crate) fn ends_with_expression(&self) -> bool {
        self.statements().last().is_some_and(|node| ast::Expr::can_cast(node.kind()))
    }

    /// Whether the cell calls `stdin()`. The standard input of a cell is the channel on which evcxr
    /// sends its commands, so that a cell that reads it would wait for ever.
    pub(crate) fn reads_stdin(&self) -> bool {
        let tokens = self.tokens();
        tokens.windows(2).enumerate().any(|(at, pair)| {
            let is_method = at > 0 && tokens[at - 1].kind() == SyntaxKind::DOT;
            pair[0].text() == "stdin" && pair[1].kind() == SyntaxKind::L_PAREN && !is_method
        })
    }

    /// An error for which evcxr would leave code out without a word: a `let` without a pattern, or
    /// a cell of which nothing is a statement. It has its place in the cell, as a line and a column
    /// from 1.
    pub(crate) fn left_out(&self) -> Option<Fault> {
        let errors = self.parse.errors();
        let first = errors.first()?;
        let statements = self.statements();
        let is_left_out = |node: &SyntaxNode| {
            ast::LetStmt::cast(node.clone()).is_some_and(|statement| statement.pat().is_none())
        };
        let is_empty = statements.is_empty() && !self.tokens().is_empty();
        if !is_empty && !statements.iter().any(is_left_out) {
            return None;
        }
        let at = usize::from(first.range().start()).saturating_sub(BEFORE.len());
        let before = self.rust.get(..at).unwrap_or(&self.rust);
        let commands = self.code.len() - self.rust.len();
        let above = self.code[..commands].matches('\n').count() + before.matches('\n').count();
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
        Some(Fault { message: first.to_string(), line: above + 1, column: column + 1 })
    }

    /// The statements of the cell, as evcxr sees them.
    fn statements(&self) -> Vec<SyntaxNode> {
        let first = self.parse.syntax_node().children().next();
        let body = first.and_then(ast::Fn::cast).and_then(|function| function.body());
        let list = body.as_ref().and_then(ast::BlockExpr::stmt_list);
        list.map(|list| list.syntax().children().collect()).unwrap_or_default()
    }

    /// The code to evaluate: that of the cell, and a statement that flushes standard output where
    /// the cell may leave text in its buffer.
    pub(crate) fn to_evaluate(&self) -> String {
        let writes = |token: &SyntaxToken| matches!(token.text(), "print" | "write" | "stdout");
        let needs_flush = !self.ends_with_expression()
            && self.parse.errors().is_empty()
            && self.tokens().iter().any(writes);
        if needs_flush { self.code.clone() + FLUSH } else { self.code.clone() }
    }

    /// Whether the cell can run as it is.
    pub(crate) fn completeness(&self) -> Completeness {
        let mut depth = 0_usize;
        for token in self.tokens() {
            if matches!(token.text(), "(" | "[" | "{") {
                depth += 1;
            } else if matches!(token.text(), ")" | "]" | "}") {
                let Some(less) = depth.checked_sub(1) else { return Completeness::Invalid };
                depth = less;
            }
        }
        let errors = self.parse.errors();
        let end = BEFORE.len() + self.rust.trim_end().len();
        let at_end = |error: &ra_ap_syntax::SyntaxError| usize::from(error.range().start()) >= end;
        let unclosed =
            |error: &ra_ap_syntax::SyntaxError| error.to_string().contains("Missing trailing");
        if depth > 0 || errors.iter().any(unclosed) {
            Completeness::Incomplete { indent: INDENT.repeat(depth) }
        } else if errors.is_empty() {
            Completeness::Complete
        } else if errors.iter().all(at_end) {
            Completeness::Incomplete { indent: INDENT.to_owned() }
        } else {
            Completeness::Invalid
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_last_expression_without_a_semicolon_is_a_value() {
        for code in
            ["1 + 1", "let x = 1;\nx", "x // the value", ":opt 0\nx", "vec![1]", "{ 1 }", "show()?"]
        {
            assert!(CellSyntax::new(code).ends_with_expression(), "{code}");
        }
        for code in
            ["", "let x = 1;", "x;", "fn f() {}", "use a::b;", "println!(\"{}\", 1);", ":vars"]
        {
            assert!(!CellSyntax::new(code).ends_with_expression(), "{code}");
        }
    }

    #[test]
    fn input_is_recognised_by_the_call_and_not_by_the_word() {
        for code in
            ["std::io::stdin().read_line(&mut s)?;", "use std::io::*;\nfor l in stdin().lines() {}"]
        {
            assert!(CellSyntax::new(code).reads_stdin(), "{code}");
        }
        for code in [
            "// stdin()\n1",
            "\"stdin()\"",
            "Command::new(\"a\").stdin(Stdio::null())",
            "let stdin = 1;",
        ] {
            assert!(!CellSyntax::new(code).reads_stdin(), "{code}");
        }
    }

    #[test]
    fn a_cell_is_incomplete_where_more_lines_could_complete_it() {
        let incomplete = |indent: usize| Completeness::Incomplete { indent: INDENT.repeat(indent) };
        for (code, expected) in [
            ("", Completeness::Complete),
            ("let x = 1;", Completeness::Complete),
            ("x", Completeness::Complete),
            (":dep serde", Completeness::Complete),
            ("fn f() {\n    1\n}", Completeness::Complete),
            ("fn f() {", incomplete(1)),
            ("for i in 0..3 {\n    if i > 1 {", incomplete(2)),
            ("let x = vec![1,", incomplete(1)),
            ("let s = \"abc", incomplete(0)),
            ("/* a comment", incomplete(0)),
            ("let x =", incomplete(1)),
            ("let x = 1 +", incomplete(1)),
            ("fn f() }", Completeness::Invalid),
            ("let 1x = ) 2;", Completeness::Invalid),
            ("let let x = 1;", Completeness::Invalid),
        ] {
            assert_eq!(CellSyntax::new(code).completeness(), expected, "{code}");
        }
    }

    #[test]
    fn what_evcxr_would_leave_out_is_an_error_with_its_place() {
        for (code, line, column) in
            [("let = 5", 1, 4), ("1;\nlet = 5;", 2, 4), (":opt 0\nlet = 5", 2, 4)]
        {
            let fault = CellSyntax::new(code).left_out().unwrap();
            assert_eq!((fault.line, fault.column), (line, column), "{code}: {}", fault.message);
            assert!(fault.message.contains("pattern"), "{}", fault.message);
        }
        for code in
            ["", "let x = 5;", "let x = (2 + ;", "fn f( {", ":vars", "// a", "x; let y: u8;"]
        {
            assert_eq!(CellSyntax::new(code).left_out(), None, "{code}");
        }
    }

    #[test]
    fn text_without_a_line_feed_is_flushed_and_other_cells_stay_as_they_are() {
        let code = "let x = 1;\nprint!(\"{x}\");";
        assert_eq!(CellSyntax::new(code).to_evaluate(), format!("{code}{FLUSH}"));
        for code in ["let x = 1;", "print!(\"a\"); 1", "print!(\"a\""] {
            assert_eq!(CellSyntax::new(code).to_evaluate(), code);
        }
    }
}
