"""Install the wheel in a folder beside the tests it should pass everywhere, and run these: `python .ci/quick.py dist`.

For systems and Pythons other than the one on which everything is tested.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent

TESTS = (
    "api/test_asking.py",
    "api/test_certificates.py",
    "api/test_names.py",
    "api/test_positions.py",
    "api/test_results.py",
    "api/test_solvable.py",
    "api/test_value.py",
    "mates/test_real_positions.py",
    "notebook/test_answers.py",
    "reference/test_check.py",
)
NEEDED = ("hypothesis", "jsonschema", "pytest")


def main() -> int:
    """Run the quick tests; the exit status is pytest's."""
    if len(sys.argv) != 2:
        raise SystemExit("expected one argument, the folder with the wheel")
    wheels = sorted(Path(sys.argv[1]).glob("*.whl"))
    if len(wheels) != 1:
        raise SystemExit(f"expected one wheel in {sys.argv[1]!r}, got {[wheel.name for wheel in wheels]}")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        windows = sys.platform == "win32"
        python = Path(folder, "Scripts" if windows else "bin", "python.exe" if windows else "python")
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-c", ROOT / "constraints.txt", wheels[0], *NEEDED], check=True)
        tests = [str(ROOT / "tests" / name) for name in TESTS]
        return subprocess.run(
            [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not soak", *tests], check=False
        ).returncode


if __name__ == "__main__":
    raise SystemExit(main())
