"""Where the commands write: standard output for results, standard error for errors.

Rich omits colours where the output is no terminal, or where NO_COLOR is set.
"""

from __future__ import annotations

import json
import sys

from rich.console import Console
from rich.text import Text

__all__ = ["print_error", "print_json", "stderr_console", "stdout_console"]


def stdout_console() -> Console:
    """A console on standard output."""
    return Console(highlight=False, emoji=False, markup=False)


def stderr_console() -> Console:
    """A console on standard error."""
    return Console(stderr=True, highlight=False, emoji=False, markup=False)


def print_error(code: str, sentence: str) -> None:
    """One red line on standard error: a stable code for programs, a sentence for people."""
    text = " ".join(f"{code}: {sentence}".split())
    line = "".join(letter if letter.isprintable() else "?" for letter in text)
    stderr_console().print(Text(line, style="red"), soft_wrap=True)


def print_json(data: object) -> None:
    """One line of JSON on standard output."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    sys.stdout.flush()
