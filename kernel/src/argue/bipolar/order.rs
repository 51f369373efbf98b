use super::Rows;

/// How far the walk has come with an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// Orders all arguments so that each comes after what bears on it, and close to it; where cycles forbid that, tells the
/// first that was met.
///
/// # Source
/// Depth-first post-order: Tarjan 1976, «Edge-disjoint spanning trees and depth-first search»,
/// doi:10.1007/BF00268499; without recursion.
pub(super) fn sources_first(rows: &Rows) -> (Vec<u32>, Option<Vec<usize>>) {
    let len = rows.len();
    let mut order = Vec::with_capacity(len);
    let mut cycle = None;
    let mut state = vec![State::New; len];
    let mut path: Vec<(u32, usize)> = Vec::new();
    for start in 0..len as u32 {
        if state[start as usize] == State::New {
            state[start as usize] = State::Open;
            path.push((start, 0));
        }
        while let Some((target, next)) = path.last_mut() {
            let Some(&source) = rows.sources(*target as usize).get(*next) else {
                state[*target as usize] = State::Done;
                order.push(*target);
                path.pop();
                continue;
            };
            *next += 1;
            match state[source as usize] {
                State::New => {
                    state[source as usize] = State::Open;
                    path.push((source, 0));
                }
                State::Open => {
                    cycle.get_or_insert_with(|| {
                        let open = path.iter().rev().map(|&(argument, _)| argument);
                        let inner = open.take_while(|&argument| argument != source);
                        std::iter::once(source).chain(inner).map(|a| a as usize).collect()
                    });
                }
                State::Done => {}
            }
        }
    }
    (order, cycle)
}
