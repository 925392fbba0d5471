"""The requirements of the package and of one of its extras, for pip: `python docs/tools/requirements.py dev`.

Runs before anything is installed. pip alone would have to build the package to learn them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

if sys.version_info >= (3, 11):
    import tomllib
else:
    from pip._vendor import tomli as tomllib

_PROJECT: Final = Path(__file__).parents[2] / "pyproject.toml"

_APART: Final = ("ray",)
"""Not there for every Python and system: what can do without it is installed by itself."""


def requirements(extra: str) -> list[str]:
    """What the package and this extra need.

    >>> "mypy>=1.15" in requirements("dev"), any(each.startswith("ray") for each in requirements("dev"))
    (True, False)
    """
    project: dict[str, Any] = tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"][extra]]
    return [each for each in needed if not each.startswith(_APART)]


if __name__ == "__main__":
    print("\n".join(requirements(sys.argv[1])))
