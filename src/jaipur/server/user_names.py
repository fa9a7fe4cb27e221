"""Names of users: normalised, visible, and harmless to the text around them."""

from __future__ import annotations

import unicodedata
from typing import Final

from jaipur.server.problems import Problem, ProblemCode

__all__ = ["clean_name"]

_MAX_LENGTH: Final = 24
_MAX_MARKS_IN_A_ROW: Final = 2
# Letters by category, but invisible.
_INVISIBLE: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def clean_name(text: str) -> str:
    """The name as it is stored; Problem if it is not allowed."""
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        raise Problem.of(ProblemCode.BAD_NAME) from None
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if (
        not 1 <= len(name) <= _MAX_LENGTH
        or not all(map(_allowed, name))
        or not _has_few_marks(name)
    ):
        raise Problem.of(ProblemCode.BAD_NAME)
    return name


def _allowed(letter: str) -> bool:
    # L letters, M marks, N numbers, P punctuation, S signs; no control and no direction characters.
    return letter == " " or (
        unicodedata.category(letter)[0] in "LMNPS" and letter not in _INVISIBLE
    )


def _has_few_marks(name: str) -> bool:
    """Whether there are letters, and no more than a few marks on each."""
    row = _MAX_MARKS_IN_A_ROW
    for letter in name:
        row = row + 1 if unicodedata.category(letter)[0] == "M" else 0
        if row > _MAX_MARKS_IN_A_ROW:
            return False
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in name)
