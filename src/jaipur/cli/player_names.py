"""Players' names in sentences and in tables."""

from __future__ import annotations

__all__ = ["printable", "with_verb"]


def with_verb(name: str, verb: str) -> str:
    """The name and the verb that agrees with it: you win, greedy wins."""
    return f"{name} {verb}" if name == "you" else f"{name} {verb}s"


def printable(name: str, longest: int = 16) -> str:
    """A name that is safe to print: in a record it can hold anything, control characters too."""
    clean = "".join(letter if letter.isprintable() else "?" for letter in name)
    return clean if len(clean) <= longest else clean[: longest - 1] + "…"
