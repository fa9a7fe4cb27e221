"""What the fuzz tests share: wild values, damaged texts and trees, and the promise about errors.

The promise: whatever is passed, a call either gives a value that can be written and read again, or
raises one of the documented errors. It never ends the process and never accepts nonsense silently.
"""

import json
import pickle
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any, Final, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur import CAMEL, Cards, Good, JaipurError, Match, Move, Round, View
from tests.builders import ALL, played, shuffled

DOCUMENTED: Final = (JaipurError, TypeError, ValueError, OverflowError)
LETTERS: Final = "DGSCPLKdgk0129+-$_.~ \t\n\x00éſ٣🐫\ud800"

T = TypeVar("T")
E = TypeVar("E", bound=Exception)
Tree = Any


def fuzz(examples: int, **given_by: st.SearchStrategy[Any]) -> Callable[[Callable[..., None]], Any]:
    """A law as a test with so many examples, and as a long one with thirty times as many."""

    def make(law: Callable[..., None]) -> Any:
        long = pytest.param(30 * examples, marks=pytest.mark.long)

        @pytest.mark.parametrize("many", [examples, long])
        def test(many: int) -> None:
            settings(max_examples=many)(given(**given_by)(law))()

        test.__name__, test.__doc__ = law.__name__, law.__doc__
        return test

    return make


def attempt(
    call: Callable[..., T], *args: Any, only: tuple[type[Exception], ...] = DOCUMENTED, **named: Any
) -> T | None:
    """What a call gives, or None where it raises a documented error; any other goes through."""
    value, error = outcome(call, *args, only=only, **named)
    if error is not None:
        assert str(error)
    if isinstance(error, JaipurError):
        assert error.code
        assert str(pickle.loads(pickle.dumps(error))) == str(error)
    return value


def outcome(
    call: Callable[..., T], *args: Any, only: tuple[type[E], ...], **named: Any
) -> tuple[T | None, E | None]:
    """What a call gives, and the error if it raises one of these."""
    try:
        return call(*args, **named), None
    except only as error:
        return None, error


@cache
def rounds() -> tuple[Round, ...]:
    """Rounds of every ruleset, from the deal to each way to end."""
    found = [played(name, seed, 9 * seed) for name in ALL for seed in range(10)]
    running = [table for table in found if not table.is_over][:4]
    found += [table.forfeit(0) for table in running] + [table.stop() for table in running]
    return tuple(found + [shuffled(name, Random(1)) for name in ALL])


@cache
def matches() -> tuple[Match, ...]:
    """Matches at their start, in the middle, and at each way to end."""
    found = []
    for number, name in enumerate((*ALL, *ALL)):
        match, rng = Match.deal(seed=number, ruleset=name, seals=1 + number % 2), Random(number)
        for ply in range(60 * number):
            if match.is_over:
                break
            if match.is_between:
                match = match.next_round()
            if rng.random() < 0.01:
                match = match.forfeit(ply % 2) if rng.random() < 0.5 else match.stop_round()
            else:
                match = match.play(rng.choice(match.round.legal_moves()))
        found.append(match)
    running = [match for match in found if not match.is_over]
    return (*found, running[0].resign(0), running[-1].abandon(1))


@cache
def views() -> tuple[View, ...]:
    """Views of both seats and of spectators, in rounds and in matches."""
    alone = [table.view(seat) for table in rounds() for seat in (0, 1, None)]
    return (*alone, *(match.view(seat) for match in matches() for seat in (0, 1, None)))


# Wild values

NUMBERS: Final = st.one_of(
    st.integers(-3, 20),
    st.sampled_from([2**15, 2**31 - 1, 2**31, 2**32, 2**63, 2**64, -(2**31), -(2**63) - 1, 10**30]),
    st.integers(),
)
PLAIN: Final[st.SearchStrategy[Any]] = st.one_of(
    st.none(),
    st.booleans(),
    NUMBERS,
    st.floats(),
    st.sampled_from(["", "G", "K", "standard", "box", "nobody", "+G", "3", "٣", "deck", "\ud800"]),
    st.text(max_size=8),
)


def _nested(depth: int) -> list[Any]:
    outer: list[Any] = []
    for _ in range(depth):
        outer = [outer]
    return outer


JUNK: Final[st.SearchStrategy[Any]] = st.one_of(
    PLAIN,
    st.lists(PLAIN, max_size=4),
    st.dictionaries(st.text(max_size=3), PLAIN, max_size=3),
    st.sampled_from([3, 60]).map(_nested),
)
# Values that no JSON has.
ANYTHING: Final[st.SearchStrategy[Any]] = st.one_of(
    JUNK,
    st.binary(max_size=40),
    st.complex_numbers(),
    st.sampled_from([object(), int, CAMEL, Good.GOLD, Cards("GK"), range(3), ...]),
    st.sampled_from([Move.parse(text) for text in ("+G", "+K", "+DG-LK", "$D3", "$D7", "+DG")]),
    st.tuples(PLAIN, PLAIN),
    st.dictionaries(PLAIN, PLAIN, max_size=3),
    st.sets(PLAIN, max_size=3),
)


@st.composite
def damaged_text(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """A good text with one to four signs lost, added, changed, or a stretch of it moved."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + draw(st.sampled_from([1, 1, 3, 40])))))
        put = draw(
            st.one_of(
                st.sampled_from(LETTERS),
                st.just(""),
                st.text(max_size=3),
                st.sampled_from([text[place : place + 5] for place in range(len(text) + 1)]),
            )
        )
        text = text[:start] + put + text[end:]
    return text


@st.composite
def damaged_tree(draw: st.DrawFn, trees: st.SearchStrategy[Tree]) -> Tree:
    """A good tree of plain data with one to three fields changed, lost or added."""
    tree = json.loads(json.dumps(draw(trees)))
    for _ in range(draw(st.integers(1, 3))):
        parent, key = draw(st.sampled_from(_places(tree)))
        how = draw(st.sampled_from(["nudge", "nudge", "junk", "lose", "add", "copy"]))
        if how == "lose":
            del parent[key]
        elif how == "add" and isinstance(parent, dict):
            parent[draw(st.text(max_size=4))] = draw(JUNK)
        elif how == "copy":
            other, place = draw(st.sampled_from(_places(tree)))
            if not isinstance(other[place], dict | list):  # no tree may hold itself
                parent[key] = other[place]
        else:
            parent[key] = _nudged(draw, parent[key]) if how == "nudge" else draw(JUNK)
        if not _places(tree):
            break
    return tree


NUMBERS_TO_TRY = (0, 1, 2, -1, 16, 100, 2**31, 2**63, 10**5000, 0.0, 1.0, float("nan"))
TEXTS_TO_TRY = ("", "D", "K", "KD", "d", "ſ", "٣", "+D", "+KK", "3", "\ud800", "0" * 64, "deck")
LISTS_TO_TRY: tuple[Any, ...] = ([], [[]], [0], [1, 1], ["D"], (), (0, 0), b"", "D" * 10_000)
OBJECTS_TO_TRY: tuple[Any, ...] = (
    {},
    {"D": 0},
    {"D": []},
    {"D": [True]},
    {"3": []},
    {"3": [1]},
    {"3": 0},
)
KEYS_TO_TRY: tuple[Any, ...] = ({3: 0}, {"٣": [1]}, {" 3": [1]}, {"": 0}, {"33": [1]})
TO_TRY: Final = (
    *(None, True, False),
    *NUMBERS_TO_TRY,
    *TEXTS_TO_TRY,
    *LISTS_TO_TRY,
    *OBJECTS_TO_TRY,
    *KEYS_TO_TRY,
)


def single_changes(tree: Tree) -> Iterator[tuple[object, Tree]]:
    """The tree with a change in one place at a time: another value, one more, one less.

    It comes with what was changed, and is put right again before the next change.
    """
    tree, deep = deepcopy(tree), _nested(5000)
    for parent, key in _places(tree):
        old = parent[key]
        for value in (*TO_TRY, deep, [*old, *old[-1:]] if isinstance(old, list) else old):
            parent[key] = value
            yield (key, old, type(value)), tree
        parent[key] = old
        whole = parent.copy()
        del parent[key]
        yield (key, old, "lost"), tree
        if isinstance(parent, list):
            parent[:] = whole
        else:
            parent.update(whole)


def _places(tree: Tree) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    heap = [tree]
    while heap:
        node = heap.pop()
        keys = node.keys() if isinstance(node, dict) else range(len(node))
        for key in keys:
            found.append((node, key))
            if isinstance(node[key], dict | list) and len(found) < 2000:
                heap.append(node[key])
    return found


def _nudged(draw: st.DrawFn, value: Any) -> Any:
    """A value of the same kind that is a little different, or the same in another type."""
    if isinstance(value, bool) or value is None:
        return draw(st.sampled_from([0, 1, True, False, None]))
    if isinstance(value, int):
        return draw(st.sampled_from([value + 1, value - 1, float(value), value == 1, str(value)]))
    if isinstance(value, str):
        return draw(damaged_text(st.just(value)))
    if isinstance(value, list) and value:
        place = draw(st.integers(0, len(value) - 1))
        return draw(
            st.sampled_from(
                [
                    value[::-1],
                    [*value, value[place]],
                    value[:place] + value[place + 1 :],
                    tuple(value),
                ]
            )
        )
    return draw(st.sampled_from([[], {}, None, [value]]))


def same(left: Tree, right: Tree) -> bool:
    """Whether two trees are equal, types included: true is not 1, and 1.0 is neither."""
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and bool(left == right)
