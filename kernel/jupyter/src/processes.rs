//! The processes that this kernel started: compilers, and the process that runs the cells.

use rustix::process::{Pid, Signal};

/// A process and its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    id: u32,
    parent: u32,
}

/// Ends the compilers that run for this kernel, with everything that they started; returns how many
/// processes there were.
pub(crate) fn end_compilers(user_process: u32) -> usize {
    end_children(std::process::id(), user_process)
}

fn end_children(parent: u32, except: u32) -> usize {
    let entries = entries();
    let children = entries.iter().filter(|entry| entry.parent == parent && entry.id != except);
    let all: Vec<u32> = children.flat_map(|entry| with_descendants(entry.id, &entries)).collect();
    for &id in &all {
        signal(id, rustix::process::kill_process);
    }
    all.len()
}

/// Ends the process that runs the cells, with the programs that a cell started.
pub(crate) fn end_user_process(id: u32) {
    signal(id, rustix::process::kill_process_group);
}

fn signal(id: u32, send: impl Fn(Pid, Signal) -> rustix::io::Result<()>) {
    let pid = i32::try_from(id).ok().and_then(Pid::from_raw);
    if let Some(pid) = pid {
        // It may have ended in the meantime.
        let _ = send(pid, Signal::KILL);
    }
}

/// The process first, so that it starts nothing more while its descendants end.
fn with_descendants(id: u32, entries: &[Entry]) -> Vec<u32> {
    let mut found = vec![id];
    let mut next = 0;
    while next < found.len() {
        let children =
            entries.iter().filter(|entry| entry.parent == found[next]).map(|entry| entry.id);
        let new: Vec<u32> = children.filter(|child| !found.contains(child)).collect();
        found.extend(new);
        next += 1;
    }
    found
}

/// All processes, as the program `ps` or, where there is one, the folder `/proc` lists them.
fn entries() -> Vec<Entry> {
    if let Ok(folder) = std::fs::read_dir("/proc") {
        let stats = folder.filter_map(Result::ok).map(|entry| entry.path().join("stat"));
        let read = stats.filter_map(|path| std::fs::read_to_string(path).ok());
        return read.filter_map(|stat| from_stat(&stat)).collect();
    }
    let listed = std::process::Command::new("ps").args(["-A", "-o", "pid=,ppid="]).output();
    let listed = listed.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    listed.unwrap_or_default().lines().filter_map(from_ps).collect()
}

/// *Source*: the manual page proc(5). The name of the program, in brackets, may contain spaces and
/// brackets.
fn from_stat(stat: &str) -> Option<Entry> {
    let (id, rest) = stat.split_once(' ')?;
    let (_, after_name) = rest.rsplit_once(')')?;
    let parent = after_name.split_whitespace().nth(1)?;
    Some(Entry { id: id.parse().ok()?, parent: parent.parse().ok()? })
}

fn from_ps(line: &str) -> Option<Entry> {
    let (id, parent) = line.trim().split_once(char::is_whitespace)?;
    Some(Entry { id: id.parse().ok()?, parent: parent.trim().parse().ok()? })
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;

    use super::*;

    #[test]
    fn both_lists_of_processes_are_read() {
        let expected = Some(Entry { id: 12, parent: 3 });
        assert_eq!(from_stat("12 (a) b (c)) S 3 4 5"), expected);
        assert_eq!(from_ps("   12     3"), expected);
        assert_eq!(from_ps("PID PPID"), None);
    }

    #[test]
    fn descendants_are_found_through_several_generations() {
        let entry = |id, parent| Entry { id, parent };
        let entries = [entry(4, 3), entry(2, 1), entry(3, 2), entry(9, 8), entry(1, 4)];
        assert_eq!(with_descendants(2, &entries), [2, 3, 4, 1], "a cycle of reused numbers ends");
    }

    #[test]
    fn the_children_of_a_process_are_ended_and_the_process_is_not() {
        let script = "sleep 600 & echo started; wait; echo ended; read line";
        let mut shell = std::process::Command::new("sh");
        let shell = shell.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut shell = shell.spawn().unwrap();
        let mut lines = BufReader::new(shell.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "started");
        assert_eq!(end_children(shell.id(), 0), 1);
        assert_eq!(lines.next().unwrap().unwrap(), "ended", "the shell goes on");
        drop(shell.stdin.take());
        shell.wait().unwrap();
    }
}
