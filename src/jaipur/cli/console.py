"""Where the commands write: standard output for results, standard error for trouble.

Rich leaves colours out by itself where the output is no terminal, or where NO_COLOR is set.
"""

from __future__ import annotations

import json
import sys

from rich.console import Console
from rich.text import Text

__all__ = ["complain", "out", "print_json", "trouble"]


def out() -> Console:
    """A console on standard output."""
    return Console(highlight=False, emoji=False, markup=False)


def trouble() -> Console:
    """A console on standard error."""
    return Console(stderr=True, highlight=False, emoji=False, markup=False)


def complain(code: str, sentence: str) -> None:
    """One red line on standard error: a stable code for programs, a sentence for people."""
    words = " ".join(f"{code}: {sentence}".split())
    line = "".join(sign if sign.isprintable() else "?" for sign in words)
    trouble().print(Text(line, style="red"), soft_wrap=True)


def print_json(data: object) -> None:
    """One line of JSON on standard output."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    sys.stdout.flush()
