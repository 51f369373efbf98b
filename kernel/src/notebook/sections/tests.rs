use std::collections::BTreeSet;

use super::*;
use crate::argue::Label;
use crate::mode::{ModeName, Passages};
use crate::notebook::benchmark;
use crate::notebook::drawing::tests::{drawings, undefined};
use crate::record::{Outcome, Regime, Snapshot, Stop, StopReason};
use crate::view::{
    Action, Block, Chapter, Chart, ChatLine, ChatMessage, Column, Content, Entry, Fact, Ground,
    GroundKind, Inline, Moment, Outline, Related, Series, Tab, Table, Text,
};
use crate::vocabulary::{NodeId, PersonaId, TurnId};

fn ada() -> PersonaId {
    PersonaId::new("ada-lovelace").unwrap()
}

fn outline() -> Outline {
    let entry = |number, heading: &str, children| Entry {
        node: NodeId::new(number),
        heading: heading.into(),
        claim: format!("Claim {number}"),
        label: Some(Label::In),
        notes: vec![TurnId::new(1).into(), Text::default()],
        grounds: vec![Ground {
            kind: GroundKind::Assumption,
            text: "it is so".into(),
            evidence: None,
        }],
        children,
    };
    let entries = vec![entry(1, "", vec![entry(2, "attacks n1", Vec::new())])];
    Outline { title: "In words".into(), lead: Text::default(), is_merged: false, entries }
}

fn chat() -> Vec<ChatLine> {
    let said = |text: &str, notes| {
        let text = text.into();
        let said = ChatMessage {
            persona: ada(),
            badge: "asks".into(),
            source: TurnId::new(2).into(),
            text,
            notes,
        };
        ChatLine::Said(said)
    };
    vec![
        ChatLine::Mark("Free exchange".into()),
        said("Why <so>?", vec!["a hint".into()]),
        said("", vec![]),
    ]
}

/// One block of each kind except graphs.
fn blocks() -> Vec<Block> {
    let bar = Column { content: Content::Bar, ..Column::words("bar") };
    let table = Table {
        caption: "A caption.".into(),
        columns: vec![Column::words("word"), bar, Column::numbers("τ").under(&ada())],
        rows: vec![vec!["one".into(), Inline::Bar(vec![1, 2]).into(), Inline::Score(0.5).into()]],
    };
    let chart = Chart {
        title: "Strengths".into(),
        caption: "From 0 to 1.".into(),
        subject: "Thesis".into(),
        stages: vec!["Opening".into(), "Round 1".into()],
        series: vec![Series {
            persona: ada(),
            note: "yes".into(),
            name: "n1".into(),
            values: vec![0.25, 0.75],
        }],
    };
    let action = Action {
        text: "adds n3".into(),
        source: TurnId::new(3).into(),
        reason: "because".into(),
        details: vec!["a detail".into()],
    };
    let chapter = Chapter {
        node: NodeId::new(4),
        title: "The bell".into(),
        facts: vec![Fact {
            name: "length".into(),
            value: "2 turns".into(),
            meaning: "in all".into(),
        }],
        text: "It rings.".into(),
        points: vec!["a point".into()],
        relations: vec![Related {
            words: "branches from".into(),
            node: NodeId::new(5),
            title: "The crack".into(),
        }],
        lines: chat(),
    };
    let silent = Moment { persona: ada(), actions: Vec::new() };
    vec![
        Block::Prose("A paragraph.".into()),
        Block::Table(table),
        Block::Chart(chart),
        Block::Outline(outline()),
        Block::Timeline(vec![silent, Moment { persona: ada(), actions: vec![action] }]),
        Block::Chapters(vec![chapter]),
        Block::Tabs(vec![Tab { title: "A tab".into(), blocks: vec![Block::Chat(chat())] }]),
    ]
}

/// HTML with its drawings as elements instead of images.
fn with_drawings(html: &str) -> String {
    let mut drawings = drawings(html).into_iter();
    let mut pieces = html.split("<img ");
    let mut inline = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let (_, rest) = piece.split_once('>').unwrap();
        let drawing = drawings.next().unwrap();
        let drawing = drawing.replace(crate::draw::RULES, "RULES");
        inline = inline + &drawing.replace(crate::draw::PALETTE, "PALETTE") + rest;
    }
    inline
}

#[test]
fn every_kind_of_block_is_shown_with_all_its_words() {
    let stop = Stop { reason: StopReason::NoMoves, rule: String::new(), rounds: 0 };
    let outcome = Outcome::new(stop, Regime::Undetermined, String::new());
    let snapshots: [Snapshot; 0] = [];
    let history = History::new(&snapshots, &outcome);
    let seats = ["ada-lovelace".to_owned()];
    let mut section = Section::new("all", "All", "The lead.".into());
    section.blocks = blocks();
    let pieces = Pieces::of(&history, &seats, "cell").section(0, &section);
    let shown = Sections { sections: vec![Titled { id: "all", title: "All".into(), pieces }] };
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("sections_text", shown);
        insta::assert_snapshot!("sections_html", with_drawings(&shown.html()));
    });
}

#[test]
fn the_html_of_every_mode_is_closed_and_its_links_lead_to_boxes_that_it_draws() {
    let without_passages = |mode: &ModeName| mode.with_defaults().passages() == Passages::None;
    let modes = ModeName::ALL.into_iter().filter(without_passages).map(ModeName::name);
    let modes: Vec<&str> = modes.collect();
    let bench = benchmark(&modes, &["none"], 1, 1).unwrap();
    let (mut links, mut shown) = (0, BTreeSet::new());
    for debate in bench.debates("none").unwrap().iter() {
        let (title, sections) = (debate.title(), debate.sections().unwrap());
        assert!(!sections.sections.is_empty(), "{title}");
        let html = sections.html();
        for drawing in drawings(&html) {
            assert_eq!(undefined(&drawing), Vec::<&str>::new(), "{title}");
        }
        let html = with_drawings(&html);
        let mut open = Vec::new();
        for tag in html.split('<').skip(1).map(|tag| tag.split('>').next().unwrap()) {
            let name = tag.split([' ', '/']).next().unwrap();
            if let Some(closed) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(closed), "{title}");
            } else if !tag.ends_with('/') && name != "br" {
                open.push(name);
            }
        }
        assert_eq!(open, Vec::<&str>::new(), "{title}");
        let ids: Vec<&str> = html.split(" id=\"").skip(1).map(until_quote).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{title}: ids differ");
        for link in html.split(" href=\"#").skip(1).map(until_quote) {
            assert!(ids.contains(&link), "{title}: {link} leads nowhere");
            links += 1;
        }
        shown.insert(debate.planned.label.clone());
    }
    assert_eq!(shown.len(), modes.len(), "{shown:?}");
    assert!(links > 0, "some drawing has lines to others");
}

fn until_quote(text: &str) -> &str {
    text.split('"').next().unwrap()
}
