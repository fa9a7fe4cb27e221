"""Names of users: normalised, visible, harmless to the text around them, and nobody else's.

Reserved are the names that the server and the browser give: those of levels, guests and "you", in
every language, and whatever looks like one of them.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import chain
from typing import Final

from jaipur.players.levels import LEVELS
from jaipur.server.problems import Problem, ProblemCode

__all__ = ["clean_name", "name_key", "visible_name"]

_MAX_LENGTH: Final = 24
_MAX_MARKS_IN_A_ROW: Final = 2
# Letters, marks and signs by category, but invisible.
_INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159"
) | frozenset(map(chr, chain(range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))))
# Phones add them to emoji, to choose between a coloured and a plain picture.
_EMOJI_STYLES: Final = {0xFE0E: None, 0xFE0F: None}
# Alphabets whose letters look like each other's, as the first word of Unicode's character names.
_ALIKE: Final = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC"})
# The titles in the languages of the browser; tests hold this list to its files.
_RESERVED: Final = (
    *(name for level in LEVELS for name in (level.name, level.title)),
    *("L’enfant au cerf-volant", "Le porteur", "La marchande d’épices", "Le chef de caravane"),
    *("Le joaillier", "Ребёнок с воздушным змеем", "Носильщик", "Торговка пряностями"),
    *("Вожатый каравана", "Ювелир"),
    *("Level", "Niveau", "Уровень", "Your match", "À votre niveau", "Вам под стать"),
    *("Guest", "Invité", "Гость", "Someone", "Quelqu’un", "Кто-то", "You", "Vous", "Вы"),
)
_ARTICLES: Final = ("the ", "le ", "la ", "l’")
# Letters that look like Latin ones, in lower case and without marks.
_LOOKS_LIKE: Final = {
    "a": "аαɑᴀ",
    "b": "вьβʙ",
    "c": "сϲᴄ",
    "d": "ԁᴅđ",
    "e": "еεᴇɛ",
    "f": "ꜰ",
    "g": "ɡɢց",
    "h": "һнհʜ",
    "j": "јᴊϳ",
    "k": "кκᴋ",
    "l": "iі1|ӏιɩıɪʟł",
    "m": "мᴍ",
    "n": "пηոռɴ",
    "o": "оοօᴏø0",
    "p": "рρᴘ",
    "q": "ԛզ",
    "r": "гʀ",
    "s": "ѕꜱ$5",
    "t": "тτᴛ",
    "u": "υսᴜμ",
    "v": "ѵνᴠ",
    "w": "ԝωᴡ",
    "x": "хχ",
    "y": "уγүʏ",
    "z": "ζᴢ",
}
_LATIN: Final = {
    **{ord(letter): latin for latin, letters in _LOOKS_LIKE.items() for letter in letters},
    # Letters in flags, and white letters in black circles and squares.
    **{
        start + number: "l" if letter == "i" else letter
        for start in (0x1F1E6, 0x1F150, 0x1F170)
        for number, letter in enumerate("abcdefghijklmnopqrstuvwxyz")
    },
}


def clean_name(text: str) -> str:
    """The name as it is stored; Problem if it is not allowed."""
    name = visible_name(text)
    if any(_mixes_alphabets(word) for word in name.split()):
        raise Problem.of(ProblemCode.BAD_NAME)
    if not _skeletons(name).isdisjoint(_reserved()):
        raise Problem.of(ProblemCode.RESERVED_NAME)
    return name


def visible_name(text: str) -> str:
    """The name as it is shown, whoever it may belong to; Problem if it is not visible."""
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        raise Problem.of(ProblemCode.BAD_NAME) from None
    name = " ".join(unicodedata.normalize("NFKC", text.translate(_EMOJI_STYLES)).split())
    if (
        not 1 <= len(name) <= _MAX_LENGTH
        or not all(map(_allowed, name))
        or not _has_few_marks(name)
    ):
        raise Problem.of(ProblemCode.BAD_NAME)
    return name


def name_key(name: str) -> str:
    """What a name looks like: two names with the same key could be taken for each other."""
    return _skeleton(name) or name.casefold()


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


def _mixes_alphabets(word: str) -> bool:
    """Whether a word has letters of two alphabets that look alike."""
    letters = (letter for letter in word if letter.isalpha())
    alphabets = {unicodedata.name(letter, "").split(" ")[0] for letter in letters}
    return len(alphabets & _ALIKE) > 1


@cache
def _reserved() -> frozenset[str]:
    names = {name.lower() for name in _RESERVED}
    names |= {name.removeprefix(article) for name in names for article in _ARTICLES}
    return frozenset(_skeleton(name) for name in names)


def _skeletons(name: str) -> set[str]:
    """What a name looks like, with digits that stand for letters and without digits."""
    without_digits = "".join(letter for letter in name if not letter.isdigit())
    return {_skeleton(name), _skeleton(without_digits)} - {""}


def _skeleton(name: str) -> str:
    """The letters of a name, each as the Latin one that it looks like."""
    plain = unicodedata.normalize("NFKD", name.casefold()).casefold()
    latin = "".join(c for c in plain if unicodedata.category(c)[0] != "M").translate(_LATIN)
    letters = "".join(letter for letter in latin if letter.isalnum())
    return letters.replace("rn", "m").replace("vv", "w")
