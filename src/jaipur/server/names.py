"""Names that people choose: normalised, visible, harmless to the text around them."""

from __future__ import annotations

import unicodedata
from typing import Final

from jaipur.server.problems import Problem, Trouble

__all__ = ["clean_name"]

_MOST: Final = 24
_MARKS_IN_A_ROW: Final = 2
# Letters by category, but nothing is to be seen of them.
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def clean_name(text: str) -> str:
    """The name as it is kept; Problem where it is not one."""
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        raise Problem.of(Trouble.BAD_NAME) from None
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= _MOST or not all(map(_allowed, name)) or not _calm(name):
        raise Problem.of(Trouble.BAD_NAME)
    return name


def _allowed(letter: str) -> bool:
    # L letters, M marks, N numbers, P punctuation, S signs; no controls and no direction marks.
    return letter == " " or (unicodedata.category(letter)[0] in "LMNPS" and letter not in _BLANK)


def _calm(name: str) -> bool:
    """Whether marks sit on letters, and are not piled up."""
    row = _MARKS_IN_A_ROW
    for letter in name:
        row = row + 1 if unicodedata.category(letter)[0] == "M" else 0
        if row > _MARKS_IN_A_ROW:
            return False
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in name)
