"""Lists all extensions with `report solve` and with clingo, alternately, and prints both times side by side.

Usage: extensions.py REPORT FOLDER

REPORT is a release build of the program, FOLDER holds frameworks in ICCMA's format. Each row is the median of five runs in
processor time. For clingo it is the time that clingo reports, without the start of Python and without output; for `report`
it is the whole process with start, input and output. Both must find the same number of extensions.
"""

import re
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

RUNS = 5
HERE = Path(__file__).parent
# The task, clingo's program, and clingo's options: the greatest by the domain heuristic, or all.
TASKS = {
    "EE-PR": ("admissible.lp", ["--heuristic=Domain", "--enum-mode=domRec"]),
    "EE-ST": ("stable.lp", []),
    "EE-CO": ("complete.lp", []),
}
PREFERRED = ["grid_6x9", "even_12_link", "ws_60_4", "ba_200_2", "odd_60", "even_10", "scc_12x10", "er_150_3"]
ROWS = [
    *(("EE-PR", name) for name in PREFERRED),
    *(("EE-ST", name) for name in ["grid_6x9", "even_12_link", "ba_200_2"]),
    *(("EE-CO", name) for name in ["ws_60_4", "even_10", "ba_200_2"]),
]


def facts(path: Path) -> str:
    """Writes a framework as clingo reads it."""
    lines = [line.split() for line in path.read_text().splitlines() if line and line[0] != "#"]
    arguments = (f"arg({number})." for number in range(1, int(lines[0][2]) + 1))
    return "\n".join([*arguments, *(f"att({a},{b})." for a, b in lines[1:])])


def taken(command: list[str]) -> tuple[float, str]:
    """Runs a command; gives its processor time in seconds and what it printed, which goes to a file."""
    with tempfile.TemporaryFile("w+") as printed:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=printed, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        printed.seek(0)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, printed.read()


def ours(report: str, task: str, path: Path) -> tuple[float, int]:
    seconds, printed = taken([report, "solve", "-p", task, "-f", str(path)])
    return seconds, sum(line.startswith("w") for line in printed.splitlines())


def clingo(task: str, program: Path) -> tuple[float, int]:
    encoding, options = TASKS[task]
    module = [sys.executable, "-m", "clingo", "0", "--quiet", *options]
    _, printed = taken([*module, str(HERE / "clingo" / encoding), str(program)])
    said = {name: re.search(rf"{name} *: ([0-9.]+)", printed) for name in ("CPU Time", "Models")}
    if None in said.values():
        sys.exit(f"clingo did not end its work:\n{printed[-2000:]}")
    return float(said["CPU Time"][1]), int(said["Models"][1])


def main(report: str, folder: Path) -> None:
    print(f"{'task':6} {'framework':14} {'extensions':>10} {'report':>10} {'clingo':>10} {'ratio':>7}")
    for task, name in ROWS:
        path = folder / f"{name}.af"
        with tempfile.NamedTemporaryFile("w", suffix=".lp") as program:
            program.write(facts(path))
            program.flush()
            pairs = [(ours(report, task, path), clingo(task, Path(program.name))) for _ in range(RUNS)]
        counts = {found for pair in pairs for _, found in pair}
        if len(counts) > 1:
            sys.exit(f"{task} {name}: they disagree, {counts}")
        ms = [1000 * statistics.median(pair[side][0] for pair in pairs) for side in (0, 1)]
        ratio = ms[0] / ms[1] if ms[1] else float("inf")
        print(f"{task:6} {name:14} {counts.pop():10} {ms[0]:7.1f} ms {ms[1]:7.1f} ms {ratio:6.2f}×", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], Path(sys.argv[2]))
