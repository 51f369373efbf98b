#!/usr/bin/env bash
# Measures how long the strengths of large bipolar frameworks take in Rust, in Python and with NumPy, in one run, and prints
# them side by side.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tools=target/tools
[[ -x $tools/bin/python ]] || python3 -m venv "$tools"
for attempt in 1 2 3 4; do
  if "$tools/bin/pip" install --quiet numpy==2.4.0; then
    break
  fi
  if ((attempt == 4)); then
    echo "numpy cannot be installed" >&2
    exit 1
  fi
  sleep $((attempt * 5))
done

cargo bench --locked -p faultline --bench gradual -- 'strengths|build'
"$tools/bin/python" tests/bench/strengths.py target/criterion
