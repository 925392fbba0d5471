"""Examples in docstrings become blocks of code on the pages of the reference.

To Markdown the lines of a doctest are words like others. This extension of Griffe, which reads the docstrings, puts
fences around them.
"""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Any, Final

from griffe import Extension, Object

_EXAMPLE: Final = re.compile(r"^ *>>> .*(?:\n.*\S.*)*", re.MULTILINE)


def fenced(text: str) -> str:
    """The text with fences around its examples, each of which ends with an empty line.

    >>> fenced("Add.\\n\\n    >>> 1 + 1\\n    2").splitlines()
    ['Add.', '', '```pycon', '>>> 1 + 1', '2', '```']
    """
    return _EXAMPLE.sub(lambda found: f"```pycon\n{dedent(found[0])}\n```", text)


class Doctests(Extension):
    """What Griffe calls for every object that it has read."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Mend the object's docstring."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
