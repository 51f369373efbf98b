"""What the public suite does not ask of a kernel."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from jupyter_client.manager import start_new_kernel

PROGRAM = os.environ["FAULTLINE_KERNEL"]
CACHE = os.environ["FAULTLINE_KERNEL_CACHE"]
PROJECT = Path(__file__).resolve().parents[2]
# Loads the features that `install` compiled in advance.
WITH_RUN = f':dep faultline = {{ path = "{PROJECT / "kernel"}", features = ["run", "chart"] }}\n'

# A cell that loads features may have to compile them first.
LONGEST = 600


class Cell:
    """What a cell sent, in order, and how it ended."""

    def __init__(self, client, code, on_output=None):
        self.outputs = []
        message_id = client.execute(code)
        while True:
            message = client.get_iopub_msg(timeout=LONGEST)
            if message["parent_header"].get("msg_id") != message_id:
                continue
            kind, content = message["msg_type"], message["content"]
            if kind == "status" and content["execution_state"] == "idle":
                break
            if kind not in ("status", "execute_input"):
                self.outputs.append((kind, content))
                if on_output:
                    on_output(kind, content)
        while True:
            reply = client.get_shell_msg(timeout=120)
            if reply["parent_header"].get("msg_id") == message_id:
                break
        self.reply = reply["content"]

    def kinds(self):
        return [kind for kind, _ in self.outputs]

    def text(self, name):
        streams = [content for kind, content in self.outputs if kind == "stream"]
        return "".join(content["text"] for content in streams if content["name"] == name)


def descendants(of):
    """The processes below a process, from /proc."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents[int(stat.parent.name)] = int(fields[1])
    found, new = set(), {of}
    while new:
        new = {process for process, parent in parents.items() if parent in new} - found
        found |= new
    return found


class Kernel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.manager, cls.client = start_new_kernel(kernel_name="faultline", startup_timeout=60)

    @classmethod
    def tearDownClass(cls):
        kernel = cls.manager.provisioner.process.pid
        below = descendants(kernel)
        assert below, "the process that runs the cells"
        cls.client.stop_channels()
        cls.manager.shutdown_kernel()
        deadline = time.monotonic() + 20
        alive = below | {kernel}
        while alive and time.monotonic() < deadline:
            alive = {process for process in alive if Path(f"/proc/{process}").exists()}
            time.sleep(0.05)
        assert not alive, f"these processes outlive the kernel: {alive}"

    def run_cell(self, code, on_output=None):
        return Cell(self.client, code, on_output)

    def fails(self, code, name):
        cell = self.run_cell(code)
        self.assertEqual(cell.reply["status"], "error", cell.outputs)
        self.assertEqual(cell.reply["ename"], name, cell.reply)
        self.assertEqual(cell.outputs[-1][0], "error")
        self.assertEqual(cell.outputs[-1][1]["evalue"], cell.reply["evalue"])
        return cell

    def test_several_displays_come_in_order_and_the_last_value_is_the_result(self):
        cell = self.run_cell('"one".show(); println!("between"); "two".show(); 3')
        self.assertEqual(cell.kinds(), ["display_data", "stream", "display_data", "execute_result"])
        texts = [content["data"]["text/plain"] for kind, content in cell.outputs if kind != "stream"]
        self.assertEqual(texts, ["one", "two", "3"])

    def test_types_from_the_standard_library_are_found(self):
        values = {
            "numbers": ("vec![1_u8, 2]", "Vec<u8>"),
            "names": ('"a b".split(\' \').map(str::to_owned).collect::<Vec<String>>()', "Vec<String>"),
            "map": ('std::collections::HashMap::from([("a", vec![0.5])])', "std::collections::HashMap<&str, Vec<f64>>"),
            "looked_up": ('std::collections::HashMap::from([("a", vec![0.5])]).get("a").cloned()', "Option<Vec<f64>>"),
            "set": ("std::collections::HashSet::from([1_i64]).into_iter().max()", "Option<i64>"),
            "ordered": ("std::collections::BTreeMap::from([(1_u8, 'a')])", "std::collections::BTreeMap<u8, char>"),
            "parsed": ('"12".parse::<f64>().map_err(|error| error.to_string())', "Result<f64, String>"),
            "read": ('std::fs::read_to_string("nowhere")', "Result<String, std::io::Error>"),
            "shared": (
                "std::sync::Arc::new(std::sync::Mutex::new(3))",
                "std::sync::Arc<std::sync::Mutex<i32>>",
            ),
            "seconds": ("std::time::Duration::from_millis(5).as_secs_f64()", "f64"),
            "sum": ("(1..=4).rev().map(|n| n * 2_u64).sum::<u64>()", "u64"),
        }
        cell = self.run_cell("".join(f"let {name} = {value};" for name, (value, _) in values.items()))
        self.assertEqual(cell.reply["status"], "ok", cell.reply)
        listed = self.run_cell(":vars").outputs[0][1]["data"]["text/plain"].splitlines()
        found = dict(line.split(": ", 1) for line in listed)
        self.assertEqual({name: found.get(name) for name in values}, {name: kind for name, (_, kind) in values.items()})

    def test_the_standard_library_is_completed_and_documented(self):
        code = "let text = String::new(); text.split_whi"
        self.client.complete(code)
        self.assertIn("split_whitespace()", self.shell_reply()["matches"])
        self.client.inspect("Vec::push", len("Vec::push"))
        self.assertIn("Appends an element to the back", self.shell_reply()["data"]["text/plain"])

    def shell_reply(self):
        return self.client.get_shell_msg(timeout=120)["content"]

    def test_output_arrives_while_the_cell_runs(self):
        seen = []
        code = """
        for i in 0..3 { print!("{i} "); std::io::Write::flush(&mut std::io::stdout())?;
            std::thread::sleep(std::time::Duration::from_millis(1500)); }
        """
        cell = self.run_cell(code, lambda kind, content: seen.append(time.monotonic()))
        self.assertEqual(cell.text("stdout"), "0 1 2 ")
        self.assertGreater(seen[-1] - seen[0], 2, "not all at the end")

    def test_text_without_a_line_feed_is_not_lost(self):
        self.assertEqual(self.run_cell('print!("no line feed");').text("stdout"), "no line feed")

    def test_a_display_is_updated_from_a_later_cell(self):
        shown = self.run_cell('"0 %".show_as("bar");').outputs[0]
        self.assertEqual(shown[0], "display_data")
        updated = self.run_cell('"100 %".update("bar");').outputs[0]
        self.assertEqual(updated[0], "update_display_data")
        self.assertEqual(updated[1]["transient"], shown[1]["transient"])

    def test_a_panic_names_its_line_and_keeps_variables(self):
        self.run_cell("let kept = 7;")
        cell = self.fails("let v = vec![1];\nlet at = 5;\nv[at]", "Panic")
        self.assertEqual(cell.kinds(), ["error"])
        self.assertIn("index out of bounds", cell.reply["evalue"])
        self.assertIn("in line 3 of the cell: v[at]", cell.reply["traceback"])
        self.assertEqual(self.run_cell("kept").outputs[0][1]["data"]["text/plain"], "7")

    def test_a_failing_question_mark_is_an_error_with_its_message(self):
        cell = self.fails('notebook::open("nowhere")?.runs()?', "Error")
        self.assertIn("nowhere", cell.reply["evalue"])
        self.assertEqual(cell.text("stderr"), "")

    def test_an_error_of_the_compiler_shows_the_line_and_the_place(self):
        cell = self.fails('let a = 1;\nlet b: i32 = "x";', "CompilationError")
        self.assertEqual(cell.reply["evalue"], "mismatched types")
        self.assertIn('2 | let b: i32 = "x";', cell.reply["traceback"])
        self.assertTrue(any("^^^" in line for line in cell.reply["traceback"]))

    def test_a_borrow_error_shows_where_the_value_went(self):
        cell = self.fails('let s = String::from("a");\nlet t = s;\nprintln!("{s}{t}");', "CompilationError")
        self.assertEqual(cell.reply["evalue"], "borrow of moved value: `s`")
        for line in ["2 | let t = s;", '3 | println!("{s}{t}");']:
            self.assertIn(line, cell.reply["traceback"])
        self.run_cell("let numbers = vec![1];")
        cell = self.fails("let first = &numbers[0];", "CompilationError")
        self.assertIn("`first` contains a reference", cell.reply["evalue"])

    def test_a_syntax_error_in_a_cell_that_runs_shows_the_line_and_the_place(self):
        for code, line in [("let a = 1;\nlet b = (a + ;", 2), ("fn f( {", 1), ("let = 5", 1), ("let a = 1;\nlet = a;", 2)]:
            cell = self.fails(code, "CompilationError")
            self.assertIn(f"{line} | {code.splitlines()[line - 1]}", cell.reply["traceback"], cell.reply)
            self.assertTrue(any("^" in line for line in cell.reply["traceback"]))

    def test_a_cell_may_start_threads(self):
        code = """
        let threads: Vec<_> = (0..8).map(|number| std::thread::spawn(move || println!("thread {number}"))).collect();
        for thread in threads { thread.join().unwrap(); }
        println!("joined");
        """
        lines = self.run_cell(code).text("stdout").splitlines()
        self.assertEqual(sorted(lines[:-1]), [f"thread {number}" for number in range(8)])
        self.assertEqual(lines[-1], "joined")

    def test_a_panic_of_a_thread_is_shown_and_does_not_end_the_cell(self):
        cell = self.run_cell('std::thread::spawn(|| panic!("in a thread")).join().is_err()')
        self.assertEqual(cell.reply["status"], "ok", cell.reply)
        self.assertIn("in a thread", cell.text("stderr"))

    def test_what_a_thread_prints_after_its_cell_belongs_to_this_cell(self):
        code = """
        std::thread::spawn(|| { std::thread::sleep(std::time::Duration::from_secs(1)); println!("late"); });
        println!("early");
        """
        message_id = self.client.execute(code)
        text = ""
        while text != "early\nlate\n":
            message = self.client.get_iopub_msg(timeout=60)
            if message["msg_type"] == "stream":
                self.assertEqual(message["parent_header"]["msg_id"], message_id)
                text += message["content"]["text"]
        self.assertEqual(self.shell_reply()["status"], "ok")

    def test_a_thread_that_ends_the_process_is_reported_by_the_next_cell(self):
        self.run_cell("std::thread::spawn(|| { std::thread::sleep(std::time::Duration::from_millis(200)); std::process::abort(); });")
        time.sleep(1)
        cell = self.fails("1 + 1", "ProcessEnded")
        self.assertIn("All variables are lost", cell.reply["evalue"])
        self.assertEqual(self.run_cell("1 + 1").reply["status"], "ok", "the kernel goes on")

    def test_the_progress_of_a_run_is_one_display_that_is_updated(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = shutil.copytree(PROJECT / "tests/projects/lamps", Path(folder.name) / "lamps")
        run = f'{WITH_RUN}let debates = notebook::run("{root}", "experiments/lamps.toml")?;'
        cell = self.run_cell(run)
        self.assertEqual(cell.reply["status"], "ok", cell.reply)
        kinds = cell.kinds()
        self.assertEqual(kinds[0], "display_data", cell.outputs)
        self.assertEqual(set(kinds[1:]), {"update_display_data"}, cell.outputs)
        ids = {content["transient"]["display_id"] for _, content in cell.outputs}
        self.assertEqual(len(ids), 1, "all of them are about one display")
        self.assertIn("<progress", cell.outputs[0][1]["data"]["text/html"])
        self.assertIn("lamps: 0 of 4 debates ended", cell.outputs[0][1]["data"]["text/plain"])
        last = {"text/html": "<p>lamps: 4 debates done.</p>", "text/plain": "lamps: 4 debates done."}
        self.assertEqual(cell.outputs[-1][1]["data"], last)
        again = self.run_cell(run)
        self.assertEqual([content["data"] for _, content in again.outputs], [last], "what is done is not run again")
        tree = self.run_cell("debates.table().json()").outputs[0][1]["data"]
        self.assertEqual(tree["application/json"]["columns"][0], "topic")

    def test_names_that_cells_need_are_imported_and_can_be_imported_again(self):
        cell = self.run_cell("(Side::Yes.word(), Gradual::ALL.len() > 0, Semantics::ALL.len() > 0)")
        self.assertEqual(cell.outputs[0][1]["data"]["text/plain"], '("yes", true, true)', cell.reply)
        again = self.run_cell("use faultline::vocabulary::Side;\nlet answer = Side::No;\nanswer.word()")
        self.assertEqual(again.outputs[0][1]["data"]["text/plain"], '"no"', again.reply)

    def test_a_program_that_reads_input_ends(self):
        self.run_cell("let kept = 6;")
        cell = self.run_cell('std::process::Command::new("cat").status()?.success()')
        self.assertEqual(cell.reply["status"], "ok", cell.reply)
        self.assertEqual(self.run_cell("kept").outputs[0][1]["data"]["text/plain"], "6")

    def test_a_cell_that_asks_for_input_is_refused(self):
        self.fails("let mut s = String::new(); std::io::stdin().read_line(&mut s)?;", "InputRefused")

    def test_an_interrupt_stops_an_endless_cell_and_keeps_functions(self):
        self.run_cell("fn kept() -> u8 { 8 }")
        code = 'println!("begun"); let mut n = 0_u64; loop { n = n.wrapping_add(1); std::hint::black_box(n); }'
        interrupted = []

        def interrupt(kind, content):
            if kind == "stream" and not interrupted:
                interrupted.append(True)
                self.manager.interrupt_kernel()

        cell = self.run_cell(code, interrupt)
        self.assertEqual(cell.reply["ename"], "Interrupted", cell.reply)
        self.assertEqual(self.run_cell("kept()").outputs[0][1]["data"]["text/plain"], "8")

    def test_an_interrupt_before_a_cell_runs_keeps_variables(self):
        self.run_cell("let kept = 9;")
        slow = "macro_rules! many { ($($n:tt)*) => { $(let _ = std::hint::black_box(format!(\"{}\", $n));)* } }"
        numbers = " ".join(str(number) for number in range(4000))
        message_id = self.client.execute(f"{slow}\nmany!({numbers}); println!(\"ran\");")
        while self.client.get_iopub_msg(timeout=60)["msg_type"] != "execute_input":
            pass
        self.manager.interrupt_kernel()
        reply = self.client.get_shell_msg(timeout=120)
        self.assertEqual(reply["parent_header"]["msg_id"], message_id)
        self.assertEqual(reply["content"]["ename"], "Interrupted", reply["content"])
        self.assertIn("All variables are kept", reply["content"]["evalue"])
        kept = self.run_cell("kept")
        self.assertEqual(kept.kinds(), ["execute_result"], (kept.outputs, kept.reply))
        self.assertEqual(kept.outputs[0][1]["data"]["text/plain"], "9")

    def test_the_last_words_of_a_process_that_dies_are_shown(self):
        for code in ["std::process::abort();", "std::process::exit(3);"]:
            cell = self.fails(f'println!("last words"); {code}', "ProcessEnded")
            self.assertEqual(cell.text("stdout"), "last words\n")
        recursion = "fn deep(n: u64) -> u64 { if n == 0 { 0 } else { std::hint::black_box(deep(n + 1)) + 1 } }\ndeep(1)"
        cell = self.fails(recursion, "ProcessEnded")
        self.assertIn("most often a recursion without an end", cell.reply["evalue"])
        self.assertEqual(self.run_cell("1 + 1").reply["status"], "ok", "the kernel goes on")

    def test_large_and_binary_output_passes(self):
        cell = self.run_cell('for _ in 0..200_000 { println!("{}", "x".repeat(499)); }')
        self.assertEqual(len(cell.text("stdout")), 100_000_000)
        cell = self.run_cell("use std::io::Write; std::io::stdout().write_all(&[0xff, b'a', b'\\n'])?;")
        self.assertEqual(cell.text("stdout"), "\ufffda\n")

    def test_cells_that_wait_are_not_run_after_a_failure(self):
        first = self.client.execute("std::thread::sleep(std::time::Duration::from_secs(1)); panic!();")
        second = self.client.execute("1")
        replies = {}
        while len(replies) < 2:
            reply = self.client.get_shell_msg(timeout=60)
            replies[reply["parent_header"]["msg_id"]] = reply["content"]["status"]
        self.assertEqual((replies[first], replies[second]), ("error", "aborted"))


class Killed(unittest.TestCase):
    def test_a_cell_does_not_outlive_a_kernel_that_is_killed(self):
        manager, client = start_new_kernel(kernel_name="faultline", startup_timeout=60)
        try:
            client.execute('println!("begun"); loop { std::hint::spin_loop(); }')
            while client.get_iopub_msg(timeout=120)["msg_type"] != "stream":
                pass
            kernel = manager.provisioner.process.pid
            below = descendants(kernel)
            self.assertTrue(below)
            os.kill(kernel, signal.SIGKILL)
            deadline = time.monotonic() + 20
            while any(Path(f"/proc/{process}").exists() for process in below):
                self.assertLess(time.monotonic(), deadline, "the process that ran the cell still runs")
                time.sleep(0.05)
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)


class Restarted(unittest.TestCase):
    def setUp(self):
        self.manager, self.client = start_new_kernel(kernel_name="faultline", startup_timeout=60)
        self.addCleanup(self.manager.shutdown_kernel, now=True)
        self.addCleanup(self.client.stop_channels)

    def restart(self):
        """Restarts the kernel as a front end does, and returns how it answered the request to shut down."""
        kernel = self.manager.provisioner.process.pid
        old = descendants(kernel) | {kernel}
        self.assertGreater(len(old), 1, "the process that runs the cells")
        message = self.client.session.msg("shutdown_request", {"restart": True})
        self.client.control_channel.send(message)
        reply = self.client.get_control_msg(timeout=30)
        self.assertEqual(reply["parent_header"]["msg_id"], message["header"]["msg_id"])
        # A front end asks once. A second request would wait for the next kernel, at the same port.
        deadline = time.monotonic() + 20
        while self.manager.is_alive() or any(Path(f"/proc/{process}").exists() for process in old - {kernel}):
            self.assertLess(time.monotonic(), deadline, "the kernel, or a process of it, outlives the restart")
            time.sleep(0.05)
        self.manager.restart_kernel(now=True)
        self.client.wait_for_ready(timeout=60)
        return reply["content"]

    def test_a_restarted_kernel_begins_without_variables_and_counts_from_one(self):
        self.assertEqual(Cell(self.client, "let own = 1; fn f() {}").reply["status"], "ok")
        self.assertEqual(self.restart(), {"status": "ok", "restart": True})
        shown = Cell(self.client, '"a".to_owned() + "b"')
        self.assertEqual(shown.outputs[-1][1]["data"]["text/plain"], '"ab"')
        self.assertEqual(shown.reply["execution_count"], 1)
        for code in ["own", "f()"]:
            self.assertEqual(Cell(self.client, code).reply["ename"], "CompilationError")
        self.assertEqual(Cell(self.client, 'notebook::open("nowhere").is_err()').outputs[-1][1]["data"]["text/plain"], "true")

    def test_a_kernel_is_restarted_while_a_cell_runs(self):
        self.client.execute('println!("begun"); loop { std::hint::spin_loop(); }')
        while self.client.get_iopub_msg(timeout=120)["msg_type"] != "stream":
            pass
        self.assertTrue(self.restart()["restart"])
        self.assertEqual(Cell(self.client, "6 * 7").outputs[-1][1]["data"]["text/plain"], "42")


class Two(unittest.TestCase):
    def test_two_kernels_run_cells_at_the_same_time_and_share_no_variable(self):
        started = [start_new_kernel(kernel_name="faultline", startup_timeout=60) for _ in range(2)]
        try:
            clients = [client for _, client in started]
            pause = "std::thread::sleep(std::time::Duration::from_secs(1));"
            for number, client in enumerate(clients):
                client.execute(f"let own = {number}; {pause}")
            for client in clients:
                self.assertEqual(client.get_shell_msg(timeout=120)["content"]["status"], "ok")
            for number, client in enumerate(clients):
                shown = Cell(client, "own").outputs[-1][1]["data"]["text/plain"]
                self.assertEqual(shown, str(number))
        finally:
            for manager, client in started:
                client.stop_channels()
                manager.shutdown_kernel()


def notebook(*sources, **fields):
    cells = [
        {"cell_type": "code", "metadata": {}, "source": source, "outputs": [], "execution_count": None}
        for source in sources
    ]
    return {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells} | fields


class Headless(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def execute(self, content, *arguments, environment=()):
        path = self.folder / "a.ipynb"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        command = [PROGRAM, "execute", str(path), "--cache", CACHE, *arguments]
        environment = os.environ | dict(environment)
        return path, subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment)

    def test_a_notebook_runs_with_the_same_bytes_every_time(self):
        content = notebook(
            'let name = "a"; "shown".show_as("x"); eprintln!("warned"); println!("printed"); name',
            '"changed".update("x");',
            "",
            "std::env::current_dir()?.file_name().is_some()",
        )
        path, first = self.execute(content)
        self.assertEqual(first.returncode, 0, first.stderr)
        written = path.read_bytes()
        result = json.loads(written)
        self.assertEqual((result["nbformat"], result["nbformat_minor"]), (4, 5))
        self.assertEqual([cell["id"] for cell in result["cells"]], ["cell-1", "cell-2", "cell-3", "cell-4"])
        self.assertEqual([cell["execution_count"] for cell in result["cells"]], [1, 2, None, 3])
        kinds = [(o["output_type"], o.get("name")) for o in result["cells"][0]["outputs"]]
        expected = [("display_data", None), ("stream", "stdout"), ("execute_result", None), ("stream", "stderr")]
        self.assertEqual(kinds, expected)
        self.assertEqual(result["cells"][0]["outputs"][0]["data"]["text/plain"], ["changed"])
        other = self.folder / "other.ipynb"
        path, second = self.execute(written.decode(), "--out", str(other))
        self.assertEqual(second.returncode, 0, second.stderr)
        self.assertEqual(other.read_bytes(), written)
        import nbformat

        nbformat.validate(nbformat.read(other, as_version=4))

    def test_the_first_cell_shows_its_value_as_html_after_a_question_mark(self):
        store = f'notebook::open("{PROJECT}/data/store")?.runs()?'
        path, done = self.execute(notebook(store))
        self.assertEqual(done.returncode, 0, done.stderr)
        outputs = json.loads(path.read_text())["cells"][0]["outputs"]
        self.assertIn("text/html", outputs[0]["data"], outputs)

    def test_a_cell_that_takes_too_long_is_stopped(self):
        path, done = self.execute(notebook('println!("before"); loop {}', "1"), "--timeout", "5")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cell 1 of", done.stderr)
        self.assertIn("Timeout: the cell was stopped after 5 s", done.stderr)
        cells = json.loads(path.read_text())["cells"]
        self.assertEqual([output["output_type"] for output in cells[0]["outputs"]], ["stream", "error"])
        self.assertEqual(cells[1]["outputs"], [])

    def test_output_beyond_the_limit_is_left_out_and_counted(self):
        long = 'for _ in 0..30_000 { println!("{}", "x".repeat(99)); }'
        path, done = self.execute(notebook(long, '"short".show();'), "--output-limit", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        warning = "has more output than 2 MB: 1,000,000 bytes are left out. `--output-limit MB` raises the limit"
        self.assertIn(f"cell 1 of {path} {warning}", done.stderr)
        cells = json.loads(path.read_text())["cells"]
        text, note = ("".join(output["text"]) for output in cells[0]["outputs"])
        self.assertEqual(len(text), 2_000_000)
        self.assertTrue(note.startswith("The output of this cell is longer than the limit of 2,000,000 bytes: 1,000,000 bytes"), note)
        self.assertEqual(len(cells[1]["outputs"]), 1)
        path, done = self.execute(notebook(long))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        outputs = json.loads(path.read_text())["cells"][0]["outputs"]
        self.assertEqual([len("".join(output["text"])) for output in outputs], [3_000_000])

    def test_what_a_feature_adds_is_named_with_the_line_that_loads_it(self):
        path, done = self.execute(notebook('let a = 1;\nnotebook::run("..", "a.toml")?'))
        self.assertEqual(done.returncode, 1)
        self.assertIn("gated behind the `run` feature", done.stderr)
        load = f'load it with `:dep faultline = {{ path = "{PROJECT / "kernel"}", features = ["run", "chart"] }}`'
        self.assertIn(load, done.stderr)

    def test_a_notebook_is_repaired_and_an_output_that_cannot_be_written_is_refused_first(self):
        content = notebook("1", "2")
        for cell in content["cells"]:
            cell["id"] = "same"
        path, done = self.execute("\ufeff" + json.dumps(content))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("ids of cells that occur twice: 1 of them", done.stderr)
        self.assertEqual([cell["id"] for cell in json.loads(path.read_text())["cells"]], ["same", "cell-2"])
        path, done = self.execute(notebook('std::fs::write("ran", "")?;'), "--out", "/proc/a.ipynb")
        self.assertEqual(done.returncode, 1)
        self.assertIn("/proc/a.ipynb cannot be written", done.stderr)
        self.assertFalse((self.folder / "ran").exists(), "no cell has run")

    def test_a_session_begins_without_variables(self):
        path, done = self.execute(notebook(":vars", "let own = 1;", ":vars"))
        self.assertEqual(done.returncode, 0, done.stderr)
        listed = [cell["outputs"] for cell in json.loads(path.read_text())["cells"] if cell["outputs"]]
        texts = ["".join(outputs[0]["data"]["text/plain"]) for outputs in listed]
        self.assertEqual(texts, ["", "own: i32"])

    def test_the_sources_that_the_user_chose_are_read_unchanged(self):
        sysroot = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True)
        own = Path(sysroot.stdout.strip()) / "lib/rustlib/src/rust/library"
        chosen = os.environ.get("RUST_SRC_PATH", str(own))
        show = 'std::env::var("RUST_SRC_PATH")?'
        path, done = self.execute(notebook(show), environment={"RUST_SRC_PATH": chosen})
        self.assertEqual(done.returncode, 0, done.stderr)
        shown = json.loads(path.read_text())["cells"][0]["outputs"][0]["data"]["text/plain"]
        self.assertIn(chosen, "".join(shown))

    def test_a_cell_has_the_environment_of_the_user(self):
        path, done = self.execute(notebook('["RUSTC", "RUST_SRC_PATH"].map(|name| std::env::var(name).ok())'))
        self.assertEqual(done.returncode, 0, done.stderr)
        shown = "".join(json.loads(path.read_text())["cells"][0]["outputs"][0]["data"]["text/plain"])
        self.assertEqual(shown.count("None"), sum(name not in os.environ for name in ("RUSTC", "RUST_SRC_PATH")))

    def test_the_first_failure_stops_the_notebook_and_is_written(self):
        path, done = self.execute(notebook("let a = 1;", 'panic!("no");', 'println!("never");'))
        self.assertEqual(done.returncode, 1)
        self.assertIn("cell 2 of ", done.stderr)
        self.assertIn("Panic: no", done.stderr)
        cells = json.loads(path.read_text())["cells"]
        self.assertEqual([output["ename"] for output in cells[1]["outputs"]], ["Panic"])
        self.assertEqual((cells[2]["outputs"], cells[2]["execution_count"]), ([], None))

    def test_a_file_that_is_no_notebook_is_refused_without_being_changed(self):
        for content, why in [("{", "is not JSON"), (json.dumps({"nbformat": 3, "worksheets": []}), "format 3")]:
            path, done = self.execute(content)
            self.assertEqual(done.returncode, 1)
            self.assertIn(why, done.stderr)
            self.assertEqual(path.read_text(), content)

    def program(self, *arguments, **environment):
        """A run of the program with this environment besides; None removes a variable."""
        whole = {name: value for name, value in (os.environ | environment).items() if value is not None}
        return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=300, env=whole)

    def test_without_cargo_both_doctor_and_execute_say_what_to_install(self):
        path = self.folder / "a.ipynb"
        path.write_text(json.dumps(notebook("1")))
        faultline = ["--faultline", str(PROJECT / "kernel"), "--cache", CACHE]
        why = "the program `cargo` was not found: install Rust from https://rustup.rs"
        for arguments in [["doctor"], ["execute", str(path)]]:
            done = self.program(*arguments, *faultline, PATH=str(self.folder))
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(why, done.stdout + done.stderr)
        self.assertEqual(json.loads(path.read_text()), notebook("1"), "the notebook is as it was")

    def test_without_rust_src_both_doctor_and_execute_say_what_to_install(self):
        sysroot = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True)
        own, bare = Path(sysroot.stdout.strip()), self.folder / "sysroot"
        triple = subprocess.run(["rustc", "-vV"], capture_output=True, text=True, check=True).stdout
        triple = next(line.removeprefix("host: ") for line in triple.splitlines() if line.startswith("host: "))
        (bare / "lib/rustlib").mkdir(parents=True)
        (bare / "lib/rustlib" / triple).symlink_to(own / "lib/rustlib" / triple)
        programs = self.folder / "bin"
        programs.mkdir()
        for name, arguments in [("cargo", ""), ("rustc", f"--sysroot {bare} ")]:
            program = programs / name
            program.write_text(f'#!/bin/sh\nexec {own}/bin/{name} {arguments}"$@"\n')
            program.chmod(0o755)
        path = self.folder / "a.ipynb"
        path.write_text(json.dumps(notebook("1")))
        faultline = ["--faultline", str(PROJECT / "kernel"), "--cache", str(self.folder / "cache")]
        for arguments in [["doctor"], ["execute", str(path)]]:
            search = f"{programs}:{os.environ['PATH']}"
            done = self.program(*arguments, *faultline, PATH=search, RUST_SRC_PATH=None)
            self.assertEqual(done.returncode, 1, done.stdout)
            said = done.stdout + done.stderr
            self.assertIn(f"the sources of the standard library are missing in {bare}", said)
            self.assertIn("run `rustup component add rust-src`", said)

    def test_in_a_home_that_cannot_be_written_another_folder_is_asked_for(self):
        # No user can make a folder in /proc, not even root.
        tools = Path.home() / ".cargo", Path.home() / ".rustup"
        homes = {"HOME": "/proc", "CARGO_HOME": str(tools[0]), "RUSTUP_HOME": str(tools[1])}
        homes = {name: os.environ.get(name, value) if name != "HOME" else value for name, value in homes.items()}
        homes |= {"XDG_CACHE_HOME": None, "XDG_DATA_HOME": None, "JUPYTER_DATA_DIR": None}
        path = self.folder / "a.ipynb"
        path.write_text(json.dumps(notebook("1 + 1")))
        faultline = ["--faultline", str(PROJECT / "kernel")]
        for arguments in [["doctor"], ["install"], ["execute", str(path)]]:
            done = self.program(*arguments, *faultline, **homes)
            self.assertEqual(done.returncode, 1, done.stdout)
            said = done.stdout + done.stderr
            self.assertRegex(said, r"/proc/\S* cannot be written: .*Choose another folder with --cache DIR")
        done = self.program("execute", str(path), *faultline, "--cache", CACHE, **homes)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_store_can_be_read_while_another_process_writes_it(self):
        root = shutil.copytree(PROJECT / "tests/projects/lamps", self.folder / "lamps")
        manifest = root / "experiments/lamps.toml"
        manifest.write_text("replicates = 20\n" + manifest.read_text().replace("recall = 1.0", "recall = 0.9"))
        reader = self.folder / "reader.ipynb"
        code = f"""
        let wanted: usize = 80;
        let mut counts: Vec<usize> = Vec::new();
        while counts.last() != Some(&wanted) {{
            std::thread::sleep(std::time::Duration::from_millis(5));
            let Ok(store) = notebook::open("{root}/data/store") else {{ continue }};
            if store.runs()?.rows().is_empty() {{ continue }}
            let debates = store.debates("lamps")?;
            for debate in debates.iter() {{ let _ = (debate.cruxes().to_string(), debate.graph()); }}
            counts.push(debates.iter().len());
        }}
        counts.dedup();
        println!("{{}} {{}}", counts.is_sorted(), counts.len());
        """
        reader.write_text(json.dumps(notebook(code)))
        writer = self.folder / "writer.ipynb"
        writer.write_text(json.dumps(notebook(f'{WITH_RUN}notebook::run("{root}", "experiments/lamps.toml")?;')))
        started = [
            subprocess.Popen([PROGRAM, "execute", str(path), "--cache", CACHE], stderr=subprocess.PIPE, text=True)
            for path in (writer, reader)
        ]
        try:
            for process in started:
                _, errors = process.communicate(timeout=LONGEST)
                self.assertEqual(process.returncode, 0, errors)
        finally:
            for process in started:
                process.kill()
        text = "".join(json.loads(reader.read_text())["cells"][0]["outputs"][0]["text"])
        self.assertRegex(text, r"^true \d+\n$")

    def test_nbconvert_stops_at_a_panic(self):
        path = self.folder / "b.ipynb"
        content = notebook("let a = 1;", "if a == 1 { panic!() }", 'println!("never");')
        content["metadata"] = {"kernelspec": {"name": "faultline", "display_name": "", "language": "rust"}}
        path.write_text(json.dumps(content))
        command = ["jupyter", "nbconvert", "--to", "notebook", "--execute", "--stdout", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("Panic", done.stderr)
        self.assertNotIn("never", done.stdout)


if __name__ == "__main__":
    unittest.main()
