"""Whether a password is a common one: the first that somebody who guesses would try.

It is one if nothing but a well-known word is left of it without capitals, digits and signs at its
ends and letters that are written as digits; or if it is a row of keys, a repetition, or a date. The
list of words is our own and small, but each stands for thousands of passwords: `Dragon1!`,
`dr4gon2024`, `dragondragon`.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

__all__ = ["common_words", "is_common"]

_ROWS: Final = (
    *("1234567890", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./", "qwertzuiopü", "azertyuiop"),
    *("qsdfghjklm", "wxcvbn", "abcdefghijklmnopqrstuvwxyz", "!@#$%^&*()", "йцукенгшщзхъ"),
    *("фывапролджэ", "ячсмитьбю", "1qaz2wsx3edc4rfv5tgb6yhn7ujm", "1q2w3e4r5t6y7u8i9o0p"),
    *("qazwsxedcrfvtgbyhnujm", "q1w2e3r4t5y6u7i8o9p0", "zaq12wsx", "!qaz@wsx#edc", "0987654321"),
    *("147258369", "159753", "963852741", "741852963", "123321", "112233445566778899", "13579"),
    "a1b2c3d4e5f6g7h8i9",
)
# Digits and signs that stand for letters.
_LETTERS: Final = str.maketrans("013457@$!|+", "oleastasiit")
_OTHER_LETTERS: Final = str.maketrans("1|", "ii")
_ENDS: Final = re.compile(r"^[\W\d_]+|[\W\d_]+$")
_SEPARATORS: Final = re.compile(r"[\W_]+")
_SHORTEST_ROW: Final = 4
_FEW_CHARACTERS: Final = 3


def is_common(password: str) -> bool:
    """Whether a password is one that many people have, or hardly differs from one."""
    text = password.casefold()
    spellings = {text, text.translate(_LETTERS), text.translate(_OTHER_LETTERS).translate(_LETTERS)}
    stems = {form for spelling in spellings for form in (spelling, _ENDS.sub("", spelling))}
    stems |= {_ENDS.sub("", text).translate(_LETTERS)}
    stems |= {_SEPARATORS.sub("", stem) for stem in stems}
    return (
        len(set(text)) <= _FEW_CHARACTERS
        or any(_is_word(stem) or _is_word(stem[::-1]) for stem in stems)
        or _is_made_of_rows(text)
        or _is_made_of_rows(_SEPARATORS.sub("", text))
        or _SEPARATORS.sub("", text).isdecimal()
    )


@cache
def common_words() -> frozenset[str]:
    """The words that make a password common."""
    text = files("jaipur.server.accounts").joinpath("common_words.txt").read_text("utf-8")
    return frozenset(text.split())


def _is_word(stem: str) -> bool:
    """Whether it is a common word, or one said several times."""
    return stem in common_words() or any(
        len(stem) % size == 0 and stem == stem[:size] * (len(stem) // size)
        for size in range(1, len(stem) // 2 + 1)
    )


def _is_made_of_rows(text: str) -> bool:
    """Whether it is keys in a row, forwards or backwards, one row after another."""
    while text:
        length = max(_row_length(text, row) for row in (*_ROWS, *(row[::-1] for row in _ROWS)))
        if length < _SHORTEST_ROW:
            return len(text) < _SHORTEST_ROW and text.isdecimal()
        text = text[length:]
    return True


def _row_length(text: str, row: str) -> int:
    """How many of the first characters of a text stand side by side in a row."""
    length = 0
    while length < len(text) and text[: length + 1] in row:
        length += 1
    return length
