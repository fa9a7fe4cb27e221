"""Where the commands write: standard output for results, standard error for errors.

Rich omits colours if the output is not a terminal, or if NO_COLOR is set.
"""

from __future__ import annotations

import json
import sys

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

__all__ = ["print_error", "print_json", "print_table", "stderr_console", "stdout_console"]


def stdout_console() -> Console:
    """A console on standard output."""
    return Console(highlight=False, emoji=False, markup=False)


def stderr_console() -> Console:
    """A console on standard error."""
    return Console(stderr=True, highlight=False, emoji=False, markup=False)


def print_table(table: Table) -> None:
    """A table of texts on standard output. Words and numbers stay whole on a narrow terminal.

    Rich would cut them off; here cells wrap between words, and lines if that is not enough.
    """
    for column in table.columns:
        words = " ".join(map(str, (column.header, *column.cells))).split()
        column.min_width = max(map(cell_len, words), default=0)
    stdout_console().print(table, crop=False)


def print_error(code: str, sentence: str) -> None:
    """One red line on standard error: a stable code for programs, a sentence for people."""
    text = " ".join(f"{code}: {sentence}".split())
    line = "".join(letter if letter.isprintable() else "?" for letter in text)
    stderr_console().print(Text(line, style="red"), soft_wrap=True)


def print_json(data: object) -> None:
    """One line of JSON on standard output."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    sys.stdout.flush()
