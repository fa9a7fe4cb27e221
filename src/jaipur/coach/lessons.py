"""Lessons: short series of positions, each solved by one move, for the rules and for advice.

The folder `lesson_files` has one file a lesson; docs/lessons.md says how one is written. The mover
has seat 0. What the page shows of them is written by `tools/write_lessons.py`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any, Final

from jaipur.coach.advice import Advice
from jaipur.rules.cards import Cards
from jaipur.rules.moves import Move
from jaipur.rules.round import Round
from jaipur.rules.rulesets import get_ruleset

__all__ = ["Lesson", "LessonPart", "LessonStep", "lessons"]

RULESET: Final = "standard"
RIGHT: Final = "right"
WRONG: Final = "wrong"


class LessonPart(StrEnum):
    """What a lesson is about."""

    RULES = "rules"
    ADVICE = "advice"


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonStep:
    """One position, what to do in it, and what is said of each move."""

    key: str
    round: Round
    """The position; seat 0 is to move."""
    slots: str
    """The market as it lies, from the left."""
    seals: tuple[int, int]
    right: tuple[Move, ...]
    """The moves that solve it."""
    tries: Mapping[str, tuple[Move, ...]]
    """Moves that do not solve it and have a sentence of their own, by the key of that sentence."""
    sentences: Mapping[str, str]
    """In English: `do`, `right`, `wrong` and those of the tries."""
    advice: Advice | None = None
    """The advice that it is about."""
    advice_holds: bool = True
    """Whether the advice decides here; else it is wrong."""

    def answer(self, move: Move) -> str:
        """The key of what is said of a move: `right`, that of a try, or `wrong`."""
        if move in self.right:
            return RIGHT
        return next((key for key, moves in self.tries.items() if move in moves), WRONG)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A few positions about one thing."""

    name: str
    part: LessonPart
    title: str
    steps: tuple[LessonStep, ...]


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons, in the order in which they are taught."""
    folder = files("jaipur.coach").joinpath("lesson_files")
    found = sorted(each.name for each in folder.iterdir() if each.name.endswith(".toml"))
    return tuple(_lesson(name, folder.joinpath(name).read_text("utf-8")) for name in found)


def _lesson(file: str, text: str) -> Lesson:
    data = tomllib.loads(text)
    return Lesson(
        name=file.removesuffix(".toml").split("_", 1)[1],
        part=LessonPart(data["part"]),
        title=data["title"],
        steps=tuple(_named_step(file, step) for step in data["step"]),
    )


def _named_step(file: str, data: Mapping[str, Any]) -> LessonStep:
    try:
        return _step(data)
    except ValueError as error:
        raise ValueError(f"{file}, step {data['key']!r}: {error}") from error


def _step(data: Mapping[str, Any]) -> LessonStep:
    round = _round(data)
    legal = list(round.legal_moves())
    right = _matching(data["right"], legal)
    rest = [move for move in legal if move not in right]
    tries: dict[str, tuple[Move, ...]] = {}
    for key, patterns in data.get("tries", {}).items():
        tries[key] = _matching(patterns, rest)
        rest = [move for move in rest if move not in tries[key]]
    mine, theirs = data.get("seals", (0, 0))
    advice = data.get("advice")
    return LessonStep(
        key=data["key"],
        round=round,
        slots=data["market"],
        seals=(mine, theirs),
        right=right,
        tries=tries,
        sentences=dict(data["say"]),
        advice=None if advice is None else Advice(advice),
        advice_holds=data.get("holds", True),
    )


def _round(data: Mapping[str, Any]) -> Round:
    """The position of a step, as docs/lessons.md describes its fields."""
    names = ("market", "hands", "herds", "goods", "known", "shown")
    fields = {name: data[name] for name in names if name in data}
    for name in ("bonus", "bonus_taken"):
        if name in data:
            fields[name] = _with_sizes(data[name])
    ply = data.get("ply", 0)
    deck, discard = _deck_and_discard(data)
    return Round.build(
        **fields, deck=deck, discard=discard, ply=ply, first=ply % 2, ruleset=RULESET
    )


def _deck_and_discard(data: Mapping[str, Any]) -> tuple[str, Cards]:
    """With `deck` all other cards were sold; with `discard`, or neither, the deck is the rest.

    `next` are the cards on top of the deck, the first one first.
    """
    rest = get_ruleset(RULESET).all_cards - Cards(data["market"])
    rest -= Cards("K" * sum(data.get("herds", (0, 0))))
    for hand in data["hands"]:
        rest -= Cards(hand)
    if "deck" in data:
        return data["deck"], rest - Cards(data["deck"])
    first, discard = data.get("next", ""), Cards(data.get("discard", ""))
    return first + str(rest - discard - Cards(first)), discard


def _with_sizes(bonus: Any) -> Any:
    """Bonus tokens by the number of cards: the keys of a file are text."""
    if isinstance(bonus, list):
        return [_with_sizes(each) for each in bonus]
    return {int(size): values for size, values in bonus.items()}


def _matching(patterns: Iterable[str], moves: Iterable[Move]) -> tuple[Move, ...]:
    """The moves whose text fits a pattern; a pattern that fits none is an error of the file."""
    found: list[Move] = []
    for pattern in patterns:
        fitting = [move for move in moves if fnmatchcase(str(move), pattern)]
        if not fitting:
            raise ValueError(f"each pattern of a lesson must fit a legal move, got {pattern!r}")
        found += [move for move in fitting if move not in found]
    return tuple(found)
