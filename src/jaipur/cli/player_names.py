"""Players' names in sentences and in tables."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size

__all__ = ["printable", "with_verb"]


def with_verb(name: str, verb: str) -> str:
    """The name and the verb that agrees with it: you win, greedy wins."""
    return f"{name} {verb}" if name == "you" else f"{name} {verb}s"


def printable(name: str, longest: int = 16) -> str:
    """A name that is safe to print, and at most so many columns wide.

    In a record it can hold anything: control characters, or letters two columns wide.
    """
    clean = "".join(letter if letter.isprintable() else "?" for letter in name)
    if cell_len(clean) <= longest:
        return clean
    return set_cell_size(clean, longest - 1).rstrip() + "…"
