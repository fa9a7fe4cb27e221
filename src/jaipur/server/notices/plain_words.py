"""Names, moves and spans of time in the words of each language, as the page says them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from jaipur import Exchange, Move, Sell, Take

__all__ = ["LANGUAGES", "Language", "move_in_words", "shown_name", "time_in_words"]

Language = str
LANGUAGES: Final = ("en", "fr", "ru")
# Forms for one, for a few (Russian only) and for many; tests hold them to the page's own.
Forms = tuple[str, str, str]
_GOODS: Final[Mapping[Language, Mapping[str, Forms]]] = {
    "en": {
        "D": ("diamond", "diamonds", "diamonds"),
        "G": ("gold", "gold", "gold"),
        "S": ("silver", "silver", "silver"),
        "C": ("cloth", "cloth", "cloth"),
        "P": ("spice", "spice", "spice"),
        "L": ("leather", "leather", "leather"),
        "K": ("camel", "camels", "camels"),
    },
    "fr": {
        "D": ("diamant", "diamants", "diamants"),
        "G": ("or", "or", "or"),
        "S": ("argent", "argent", "argent"),
        "C": ("tissu", "tissus", "tissus"),
        "P": ("épice", "épices", "épices"),
        "L": ("cuir", "cuirs", "cuirs"),
        "K": ("chameau", "chameaux", "chameaux"),
    },
    "ru": {
        "D": ("алмаз", "алмаза", "алмазов"),
        "G": ("золото", "золота", "золота"),
        "S": ("серебро", "серебра", "серебра"),
        "C": ("ткань", "ткани", "тканей"),
        "P": ("пряность", "пряности", "пряностей"),
        "L": ("кожа", "кожи", "кож"),
        "K": ("верблюд", "верблюда", "верблюдов"),
    },
}
_UNITS: Final[Mapping[Language, tuple[Forms, Forms, Forms]]] = {
    "en": (("day", "days", "days"), ("hour", "hours", "hours"), ("minute",) + ("minutes",) * 2),
    "fr": (
        ("jour", "jours", "jours"),
        ("heure",) + ("heures",) * 2,
        ("minute",) + ("minutes",) * 2,
    ),
    "ru": (("день", "дня", "дней"), ("час", "часа", "часов"), ("минута", "минуты", "минут")),
}
_AND: Final = {"en": "and", "fr": "et", "ru": "и"}
_MOVES: Final = {
    "en": ("{who} took {take}.", "{who} took {take} and gave {give}.", "{who} sold {give}."),
    "fr": ("{who} a pris {take}.", "{who} a pris {take} contre {give}.", "{who} a vendu {give}."),
    "ru": (
        "{who} берёт: {take}.",
        "{who} берёт: {take}; взамен: {give}.",
        "{who} продаёт: {give}.",
    ),
}
_CAMELS: Final = {"en": "the camels", "fr": "les chameaux", "ru": "верблюды"}
_GUEST: Final = re.compile(r"^Guest (\d{4})$")
_GUESTS: Final = {"en": "Guest {}", "fr": "Invité {}", "ru": "Гость {}"}
_SOMEONE: Final = {"en": "Someone", "fr": "Quelqu’un", "ru": "Кто-то"}


def counted(number: int, forms: Forms, language: Language) -> str:
    """`2 diamonds`: a number with the form that the language has for it."""
    if language == "ru":
        tens, ones = number // 10 % 10, number % 10
        many = tens == 1 or ones == 0 or ones > 4
        form = forms[2] if many else forms[0] if ones == 1 else forms[1]
    else:
        is_one = number == 1 or (language == "fr" and number == 0)
        form = forms[0] if is_one else forms[2]
    return f"{number} {form}"


def shown_name(name: str | None, language: Language) -> str:
    """The name of a player; guests have theirs in the language of the reader."""
    if not name:
        return _SOMEONE[language]
    guest = _GUEST.match(name)
    return name if guest is None else _GUESTS[language].format(guest[1])


def move_in_words(move: Move, who: str, language: Language) -> str:
    """What a player did, which everybody at the table has seen."""
    took, exchanged, sold = _MOVES[language]
    match move:
        case Take(good=good):
            return took.format(who=who, take=_cards(good.letter, language))
        case Exchange(taken=taken, given=given):
            both = {"take": _cards(str(taken), language), "give": _cards(str(given), language)}
            return exchanged.format(who=who, **both)
        case Sell(good=good, count=count):
            return sold.format(who=who, give=_cards(good.letter * count, language))
        case _:
            return took.format(who=who, take=_CAMELS[language])


def _cards(letters: str, language: Language) -> str:
    goods, counts = _GOODS[language], Counter(letters)
    parts = [counted(counts[kind], goods[kind], language) for kind in goods if counts[kind]]
    if len(parts) == 1:
        return parts[0]
    comma = "," if language == "en" and len(parts) > 2 else ""
    return f"{', '.join(parts[:-1])}{comma} {_AND[language]} {parts[-1]}"


def time_in_words(milliseconds: int, language: Language) -> str:
    """A span of time, rounded to its largest unit: `2 days`, `5 hours`; at least a minute."""
    minutes = max(1, round(milliseconds / 60_000))
    days, hours, short = _UNITS[language]
    if minutes >= 36 * 60:
        return counted(round(minutes / (24 * 60)), days, language)
    if minutes >= 90:
        return counted(round(minutes / 60), hours, language)
    return counted(minutes, short, language)
