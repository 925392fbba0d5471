"""Run notebooks from top to bottom: `python notebooks/execute.py [FILE ...] [--out DIR]`.

Every notebook runs in an empty folder of its own. With `--out`, copies with everything they show are written there; the
notebooks themselves are kept without, because what they show changes with every run, if only in the seconds.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
NOTEBOOKS = sorted(HERE.glob("*.ipynb"))


def main() -> int:
    """Run what the command line asks for; 1 if something went wrong in one of them."""
    parser = argparse.ArgumentParser(description="Run notebooks from top to bottom.")
    parser.add_argument("files", nargs="*", type=Path, default=NOTEBOOKS, help="which; all of this folder if none")
    parser.add_argument("--out", type=Path, help="write copies with everything they show into this folder")
    given = parser.parse_args()
    return max([execute(path, given.out) for path in given.files], default=0)


def execute(path: Path, out: Path | None = None) -> int:
    """Run one notebook, say how it went, and give 0 or 1."""
    try:
        import nbformat
        from nbclient import NotebookClient
        from nbclient.exceptions import CellExecutionError
    except ImportError as error:
        print(f"notebooks need {error.name}, which is not installed: pip install 'pnyx[notebook]'", file=sys.stderr)
        return 1
    notebook = nbformat.read(path, as_version=4)
    began = time.monotonic()
    failure = None
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook,
            timeout=300,
            kernel_name="python3",
            resources={"metadata": {"path": folder}},
            # It warns of a connection in the clear, which goes from this machine to itself.
            extra_arguments=["--log-level=ERROR"],
        )
        try:
            client.execute()
        except CellExecutionError as error:
            failure = str(error)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, out / path.name)
    how = f"{time.monotonic() - began:.1f} s{'' if failure is None else ', failed'}"
    print(f"{path.name}: {len(notebook.cells)} cells, {how}")
    if failure is not None:
        print(failure, file=sys.stderr)
    return int(failure is not None)


if __name__ == "__main__":
    raise SystemExit(main())
