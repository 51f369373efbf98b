//! The only maker of file names, links and anchors.

use faultline::vocabulary::{
    AxisId, CallId, CruxId, NodeId, PersonaId, StatementId, TopicId, TurnId,
};

use super::input::Debate;

/// A page or asset of the site.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Route {
    /// The front page.
    Home,
    /// One topic with its modes side by side.
    Topic(TopicId),
    /// One debate.
    Debate {
        /// Its topic, which is also its folder.
        topic: TopicId,
        /// The label of its mode as a slug.
        label: String,
        /// The head of its cell's hash.
        cell: String,
    },
    /// A page with moves and calls of one debate.
    Log {
        /// Its topic, which is also its folder.
        topic: TopicId,
        /// The label of its mode as a slug.
        label: String,
        /// The head of its cell's hash.
        cell: String,
        /// The number of the page, from 0.
        page: usize,
    },
    /// One persona.
    Persona(PersonaId),
    /// A page of one mode as the manifest labels it.
    Mode {
        /// The label as a slug.
        label: String,
        /// The number of the page, from 0.
        page: usize,
    },
    /// One notebook.
    Notebook {
        /// The name of its file as a slug.
        name: String,
    },
    /// The inputs and the run behind the pages.
    About,
    /// The search.
    Search,
    /// A file of the index of the search.
    SearchIndex {
        /// The part of the index.
        part: &'static str,
        /// The number of the file, from 0.
        page: usize,
    },
    /// The script of the search.
    SearchScript,
    /// The style sheet.
    Style,
    /// The style sheet of pages with several drawings, and of logs.
    Views,
    /// The style sheet of notebooks.
    NotebookStyle,
    /// The script.
    Script,
}

/// A place within a page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchor {
    /// A node in the written graph.
    Node(NodeId),
    /// A node in one of the page's drawings, counted from 0.
    Box(usize, NodeId),
    /// A node of a merged graph in the written graph.
    Merged(NodeId),
    /// A turn in the list of moves.
    Turn(TurnId),
    /// A call.
    Call(CallId),
    /// A crux card.
    Crux(CruxId),
    /// A round's changes.
    Round(u32),
    /// A statement of a corpus.
    Statement(TopicId, StatementId),
    /// An axis of a topic.
    Axis(AxisId),
    /// The card of a question over all debates of a topic.
    Question(TopicId, String),
    /// A heading of a notebook.
    Heading(String),
    /// A code cell of a notebook, numbered from 1.
    CodeCell(usize),
    /// A named section.
    Section(&'static str),
}

/// A link whose page exists in two forms.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    stem: String,
    fragment: String,
}

/// The prefix of the ids inside a drawing: `g` for the first one, then `g1`, `g2`, …
pub fn drawing(index: usize) -> String {
    if index == 0 { "g".to_owned() } else { format!("g{index}") }
}

impl Route {
    /// Makes the route of a debate.
    pub fn of_debate<R>(debate: &Debate<R>) -> Self {
        Self::of_cell(&debate.topic, &debate.label, &debate.cell)
    }

    /// Makes the route of the debate of a cell.
    pub fn of_cell(topic: &TopicId, label: &str, cell: &str) -> Self {
        Self::Debate { topic: topic.clone(), label: slug(label), cell: head(cell) }
    }

    /// Makes the route of a page with moves and calls of a debate; pages are numbered from 0.
    pub fn of_log<R>(debate: &Debate<R>, page: usize) -> Self {
        Self::Log {
            topic: debate.topic.clone(),
            label: slug(&debate.label),
            cell: head(&debate.cell),
            page,
        }
    }

    /// Makes the route of the first page of a mode as the manifest labels it.
    pub fn of_mode(label: &str) -> Self {
        Self::of_mode_page(label, 0)
    }

    /// Makes the route of a page of a mode; pages are numbered from 0.
    pub fn of_mode_page(label: &str, page: usize) -> Self {
        Self::Mode { label: slug(label), page }
    }

    /// Makes the route of a notebook by the name of its file without the ending.
    pub fn of_notebook(name: &str) -> Self {
        Self::Notebook { name: slug(name) }
    }

    /// The link from a page to the card of a crux.
    pub fn crux<R>(debate: &Debate<R>, crux: CruxId, from: &Self) -> Link {
        Self::of_debate(debate).link_to(from, &Anchor::Crux(crux))
    }

    /// The path of the page without its ending, from the site's folder.
    fn stem(&self) -> String {
        match self {
            Self::Home => "index".to_owned(),
            Self::Topic(id) => format!("topics/{id}"),
            Self::Debate { topic, label, cell } => format!("debates/{topic}/{label}-{cell}"),
            Self::Log { topic, label, cell, page: 0 } => format!("logs/{topic}/{label}-{cell}"),
            Self::Log { topic, label, cell, page } => {
                format!("logs/{topic}/{label}-{cell}-{}", page + 1)
            }
            Self::Persona(id) => format!("personas/{id}"),
            Self::Mode { label, page: 0 } => format!("modes/mode-{label}"),
            // No slug has two hyphens in a row, so this is the page of no other mode.
            Self::Mode { label, page } => format!("modes/mode-{label}--{}", page + 1),
            Self::Notebook { name } => format!("notebooks/{name}"),
            Self::About => "about".to_owned(),
            Self::Search => "search".to_owned(),
            Self::SearchIndex { part, page } => format!("search/{part}-{}", page + 1),
            Self::SearchScript => "assets/search".to_owned(),
            Self::Style => "assets/style".to_owned(),
            Self::Views => "assets/views".to_owned(),
            Self::NotebookStyle => "assets/notebook".to_owned(),
            Self::Script => "assets/site".to_owned(),
        }
    }

    /// The path of the page for people, or of the asset.
    pub fn path(&self) -> String {
        let ending = match self {
            Self::Style | Self::Views | Self::NotebookStyle => "css",
            Self::Script | Self::SearchScript | Self::SearchIndex { .. } => "js",
            Self::Home
            | Self::Topic(_)
            | Self::Debate { .. }
            | Self::Log { .. }
            | Self::Persona(_)
            | Self::Mode { .. }
            | Self::Notebook { .. }
            | Self::About
            | Self::Search => "html",
        };
        format!("{}.{ending}", self.stem())
    }

    /// The path of the page's Markdown twin.
    pub fn twin(&self) -> String {
        format!("{}.md", self.stem())
    }

    /// The name of the page's Markdown twin within its folder.
    pub fn twin_name(&self) -> String {
        let twin = self.twin();
        twin.rsplit('/').next().unwrap_or(&twin).to_owned()
    }

    /// The path from the page's folder to the site's folder: empty or ending in a slash.
    pub fn to_root(&self) -> String {
        "../".repeat(self.stem().matches('/').count())
    }

    /// A link from a page to this one.
    pub fn link(&self, from: &Self) -> Link {
        Link { stem: format!("{}{}", from.to_root(), self.stem()), fragment: String::new() }
    }

    /// A link from a page to a place on this page; within one page the link is only the fragment.
    pub fn link_to(&self, from: &Self, anchor: &Anchor) -> Link {
        let stem = if self == from { String::new() } else { self.link(from).stem };
        Link { stem, fragment: format!("#{}", anchor.id()) }
    }

    /// A link from a page to this asset.
    pub fn asset(&self, from: &Self) -> String {
        format!("{}{}", from.to_root(), self.path())
    }
}

impl Anchor {
    /// The id of the element.
    pub fn id(&self) -> String {
        match self {
            Self::Node(id) => id.to_string(),
            Self::Box(index, id) => format!("{}-{id}", drawing(*index)),
            Self::Merged(id) => format!("merged-{id}"),
            Self::Turn(id) => id.to_string(),
            Self::Call(id) => id.to_string(),
            Self::Crux(id) => id.to_string(),
            Self::Round(round) => format!("round-{round}"),
            Self::Statement(topic, statement) => format!("{topic}--{statement}"),
            Self::Axis(id) => format!("axis-{id}"),
            Self::Question(topic, name) => format!("{topic}--{name}"),
            Self::Heading(name) => format!("s-{name}"),
            Self::CodeCell(number) => format!("cell-{number}"),
            Self::Section(name) => (*name).to_owned(),
        }
    }
}

impl Link {
    /// The link for a page for people.
    pub fn html(&self) -> String {
        self.ending("html")
    }

    /// The link for a Markdown twin. Twins have no anchors, so a place on the same page is a link
    /// to its top.
    pub fn md(&self) -> String {
        if self.is_here() { "#".to_owned() } else { format!("{}.md", self.stem) }
    }

    /// Whether it leads to a place on its own page.
    pub fn is_here(&self) -> bool {
        self.stem.is_empty()
    }

    fn ending(&self, ending: &str) -> String {
        if self.is_here() {
            self.fragment.clone()
        } else {
            format!("{}.{ending}{}", self.stem, self.fragment)
        }
    }
}

/// The head of a cell's hash, as file names have it.
fn head(cell: &str) -> String {
    cell.chars().filter(char::is_ascii_alphanumeric).take(10).collect()
}

/// Turns a label into a file name: lower-case letters, digits and single hyphens.
pub fn slug(label: &str) -> String {
    let lower = label.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "unnamed".to_owned() } else { words.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic() -> Route {
        Route::Topic(TopicId::new("ai-jobs").unwrap())
    }

    fn debate() -> Route {
        Route::Debate {
            topic: TopicId::new("ai-jobs").unwrap(),
            label: "graph".into(),
            cell: "0f".into(),
        }
    }

    #[test]
    fn a_link_climbs_one_folder_for_each_level_of_its_page() {
        assert_eq!(topic().link(&Route::Home).html(), "topics/ai-jobs.html");
        assert_eq!(topic().link(&debate()).html(), "../../topics/ai-jobs.html");
        assert_eq!(topic().link(&debate()).md(), "../../topics/ai-jobs.md");
        assert_eq!(Route::Style.asset(&topic()), "../assets/style.css");
        assert_eq!(debate().twin_name(), "graph-0f.md");
    }

    #[test]
    fn a_link_within_a_page_is_only_the_fragment() {
        let place = Anchor::Node(NodeId::new(3));
        assert_eq!(debate().link_to(&debate(), &place).html(), "#n3");
        assert_eq!(
            debate().link_to(&topic(), &place).html(),
            "../debates/ai-jobs/graph-0f.html#n3"
        );
    }

    #[test]
    fn a_slug_never_leaves_its_folder_or_needs_quoting() {
        for (label, expected) in [
            ("Graph, wide", "graph-wide"),
            ("../../etc/passwd", "etc-passwd"),
            ("a%20b\"<", "a-20b"),
            ("…", "unnamed"),
        ] {
            assert_eq!(slug(label), expected);
        }
    }
}
