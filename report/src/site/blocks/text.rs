//! Text with references, as markup.

use askama::Template;
use faultline::view::{Inline, Text, number};
use faultline::vocabulary::WebAddress;

use crate::site::escape;
use crate::site::persona_tag::Tag;
use crate::site::references::{NodeRef, Ref, References};
use crate::site::route::{Anchor, Route};
use crate::site::sentence::sentence;
use faultline::view::glossary::{self, Term};

/// Words and links, in reading order.
#[derive(Debug, Clone, Default)]
pub(in crate::site) struct RichText(Vec<Piece>);

#[derive(Debug, Clone)]
enum Piece {
    Plain(String),
    Strong(String),
    Quote(String),
    Node(NodeRef),
    Persona(Tag),
    Link(Ref),
    Crux(Ref),
    /// A page of the web.
    Web(String, WebAddress),
    Label(Term),
    Number(String),
    /// Where each share ends, in hundredths, the last share first.
    Bar(Vec<Share>),
}

#[derive(Debug, Clone)]
struct Share {
    class: &'static str,
    end: String,
}

/// The classes of the shares of a bar.
const SHARES: [&str; 3] = ["in", "undec", "out"];

#[derive(Template)]
#[template(path = "parts/text.html")]
pub(in crate::site) struct Html<'t> {
    pieces: &'t [Piece],
}

impl RichText {
    pub(in crate::site) fn new(references: &References<'_>, text: &Text) -> Self {
        Self(text.pieces().iter().map(|inline| piece(references, inline)).collect())
    }

    /// Words without links.
    pub(in crate::site) fn plain(words: impl Into<String>) -> Self {
        Self(vec![Piece::Plain(words.into())])
    }

    pub(in crate::site) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What it quotes.
    pub(in crate::site) fn quotes(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|piece| {
            if let Piece::Quote(text) = piece { Some(text.as_str()) } else { None }
        })
    }

    pub(in crate::site) fn html(&self) -> Html<'_> {
        Html { pieces: &self.0 }
    }

    /// The text as Markdown on one line. It may start the line.
    pub(in crate::site) fn md(&self) -> String {
        let mut line = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Strong(text) => {
                    line.push_str("**");
                    escape::continue_line(&mut line, text);
                    line.push_str("**");
                }
                Piece::Quote(text) => escape::continue_line(&mut line, &format!("“{text}”")),
                Piece::Node(node) => {
                    let by = node.by.as_ref().map(|by| format!(" ({})", by.initials));
                    let by = by.unwrap_or_default();
                    escape::continue_line(&mut line, &format!("{}{by}", node.id));
                }
                Piece::Web(title, address) => escape::link(&mut line, title, address),
                Piece::Plain(_)
                | Piece::Number(_)
                | Piece::Persona(_)
                | Piece::Link(_)
                | Piece::Crux(_)
                | Piece::Label(_)
                | Piece::Bar(_) => escape::continue_line(&mut line, piece.words()),
            }
        }
        line
    }

    /// Its words alone, for labels that are read aloud.
    pub(in crate::site) fn words(&self) -> String {
        self.0.iter().map(Piece::words).collect()
    }
}

impl Piece {
    fn words(&self) -> &str {
        match self {
            Self::Plain(text) | Self::Strong(text) | Self::Quote(text) | Self::Number(text) => text,
            Self::Node(node) => &node.id,
            Self::Persona(tag) => &tag.name,
            Self::Link(link) | Self::Crux(link) => &link.text,
            Self::Web(title, _) => title,
            Self::Label(term) => term.word,
            Self::Bar(_) => "",
        }
    }
}

fn piece(references: &References<'_>, inline: &Inline) -> Piece {
    let link = |text: String, anchor: &Anchor| {
        Piece::Link(Ref { text, gloss: "", link: references.place(anchor) })
    };
    match inline {
        Inline::Plain(words) => Piece::Plain(words.clone()),
        Inline::Quote(words) => Piece::Quote(sentence(words)),
        Inline::Node(node) => Piece::Node(references.node(*node)),
        Inline::Merged(node) => link(node.to_string(), &Anchor::Merged(*node)),
        Inline::Persona(persona) => Piece::Persona(references.tag(persona)),
        Inline::Turn(turn) => Piece::Link(references.turn(*turn)),
        Inline::Crux(crux) => Piece::Crux(references.crux(*crux)),
        Inline::Axis(axis) => Piece::Plain(references.question(axis)),
        Inline::Round(round) => {
            link(references.history.round_title(*round), &Anchor::Round(*round))
        }
        Inline::Statement(persona, statement) => {
            let anchor = Anchor::Statement(references.topic.id.clone(), statement.clone());
            match references.tag(persona).link {
                Some(_) => {
                    let page = Route::Persona(persona.clone());
                    let link = page.link_to(&references.here, &anchor);
                    Piece::Link(Ref {
                        text: statement.to_string(),
                        gloss: "a statement of its corpus",
                        link,
                    })
                }
                None => Piece::Strong(statement.to_string()),
            }
        }
        Inline::Web(title, address) => Piece::Web(title.clone(), address.clone()),
        Inline::Label(label) => Piece::Label(glossary::label(*label)),
        Inline::Integer(value) => Piece::Number(number::integer(*value)),
        Inline::Digits(digits) => Piece::Number(number::digits(digits)),
        Inline::Score(value) => Piece::Number(number::score(*value)),
        Inline::Signed(value) => Piece::Number(number::signed(*value)),
        Inline::Bar(shares) => Piece::Bar(bar(shares)),
    }
}

fn bar(shares: &[u64]) -> Vec<Share> {
    let whole = shares.iter().sum::<u64>().max(1);
    let mut end = 0;
    let mut bar = Vec::new();
    for (share, class) in shares.iter().zip(SHARES) {
        end += share;
        bar.push(Share { class, end: number::score(100.0 * end as f64 / whole as f64) });
    }
    bar.reverse();
    bar
}
