"""Rounds out of any text, pieces, deck or pickle."""

import pickle
from random import Random
from typing import Any

from hypothesis import strategies as st

from jaipur import Belief, Deal, ImpossiblePosition, JaipurError, NotationError, Round, View
from jaipur.rules.position import LONGEST_PLY
from jaipur.rules.round import restore
from tests.builders import ALL
from tests.fuzz.damage import (
    ANYTHING,
    JUNK,
    NUMBERS,
    PLAIN,
    attempt,
    damaged_text,
    damaged_tree,
    fuzz,
    outcome,
    rounds,
)

ROUNDS = st.sampled_from(rounds())


def is_whole(table: Round) -> None:
    """A round that exists is written, read, pickled, seen and played without a surprise."""
    assert Round.from_text(table.to_text()) == table
    assert pickle.loads(pickle.dumps(table)) == table
    assert len(str(table)) < 2000
    assert sum(table.rupees) >= 0
    assert len(table.deck) + sum(map(len, (table.market, table.discard, *table.hands))) + sum(
        table.herds
    ) == len(table.ruleset.all_cards)
    for seat in (0, 1, None):
        view = table.view(seat)
        assert View.from_json(view.to_json()) == view
        if seat is not None:
            again = Belief(view).redeal(Random(0))
            assert again.view(seat) == view
    moves = table.legal_moves()
    assert bool(moves) != table.is_over
    for move in {*moves[:3], *moves[-3:]} if table.ply < LONGEST_PLY else ():
        after = table.play(move)
        assert Round.from_text(after.to_text()) == after


@fuzz(200, text=damaged_text(ROUNDS.map(Round.to_text)) | st.text())
def test_a_text_is_a_position_or_is_refused(text: str) -> None:
    table, error = outcome(Round.from_text, text, only=(NotationError, ImpossiblePosition))
    if isinstance(error, NotationError):
        assert 1 <= error.column <= len(text) + 1
        assert error.code == "bad_position"
    if table is not None:
        assert table.to_text() == text
        is_whole(table)


@st.composite
def shifted_text(draw: st.DrawFn) -> str:
    """A position's text whose cards, owners or tokens were moved about, so that it still reads."""
    fields = draw(ROUNDS).to_text().split("_")
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(2, 10))
        if place == 2:
            fields[2] = f"{draw(st.integers(0, 1))}.{draw(st.integers(0, 2**31))}"
        elif place == 10:
            fields[10] = draw(
                st.sampled_from(
                    ["running", "deck", "tokens", "forfeit0", "forfeit1", "limit", "stopped"]
                )
            )
        else:
            signs = list(fields[place])
            if place > 6:
                signs = list(draw(st.permutations(signs)))
            lost = draw(st.integers(0, 2 * len(signs)))
            if lost < len(signs):
                fields[draw(st.integers(3, 9))] += signs.pop(lost)
            fields[place] = "".join(signs)
    return "_".join(map(_in_order, range(11), fields))


def _in_order(place: int, field: str) -> str:
    if not 3 <= place <= 6:
        return field
    return ".".join("".join(sorted(part, key="DGSCPLK".find)) for part in field.split("."))


@fuzz(200, text=shifted_text())
def test_a_position_whose_cards_moved_is_whole_or_refused(text: str) -> None:
    table = attempt(Round.from_text, text, only=(JaipurError,))
    if table is not None:
        assert table.to_text() == text
        is_whole(table)


CARDS = st.text("DGSCPLK", max_size=8)
MARKETS = st.text("DGSCPLK", min_size=3, max_size=5) | ANYTHING
PIECES: dict[str, st.SearchStrategy[Any]] = {
    "hands": st.tuples(CARDS, CARDS) | ANYTHING,
    "herds": st.tuples(NUMBERS, NUMBERS) | ANYTHING,
    "deck": st.none() | CARDS | ANYTHING,
    "discard": CARDS | ANYTHING,
    "goods": st.none()
    | st.tuples(*[st.dictionaries(st.sampled_from("DGSCPLK"), NUMBERS, max_size=3)] * 2)
    | ANYTHING,
    "bonus": st.none()
    | st.dictionaries(st.integers(2, 6), st.lists(st.integers(0, 11), max_size=8), max_size=3)
    | ANYTHING,
    "bonus_taken": st.none()
    | st.tuples(*[st.dictionaries(st.integers(2, 6), st.lists(st.integers(0, 11), max_size=3))] * 2)
    | ANYTHING,
    "first": st.integers(-1, 2) | ANYTHING,
    "ply": NUMBERS | ANYTHING,
    "known": st.none() | st.tuples(CARDS, CARDS) | ANYTHING,
    "shown": st.none() | st.tuples(CARDS, CARDS) | ANYTHING,
    "ruleset": st.sampled_from(ALL) | ANYTHING,
}


@fuzz(200, pieces=st.fixed_dictionaries({"market": MARKETS}, optional=PIECES))
def test_pieces_make_a_position_or_are_refused(pieces: dict[str, Any]) -> None:
    table = attempt(Round.build, **pieces)
    if table is not None:
        is_whole(table)


@fuzz(200, table=ROUNDS, changes=st.fixed_dictionaries({}, optional={"market": MARKETS, **PIECES}))
def test_a_position_with_some_pieces_changed_is_whole_or_refused(
    table: Round, changes: dict[str, Any]
) -> None:
    pieces = {
        "market": str(table.market),
        "hands": tuple(map(str, table.hands)),
        "herds": table.herds,
        "deck": table.deck,
        "discard": str(table.discard),
        "known": table.known,
        "shown": table.shown,
        "first": table.first,
        "ply": table.ply,
        "bonus": table.bonus,
        "bonus_taken": (table.bonus_tokens(0), table.bonus_tokens(1)),
        "ruleset": table.ruleset,
    }
    made = attempt(Round.build, **{**pieces, **dict(list(changes.items())[:2])})
    if made is not None:
        is_whole(made)


OPENINGS: st.SearchStrategy[Any] = ROUNDS.filter(lambda table: table.opening is not None)


@fuzz(
    300,
    table=OPENINGS,
    deck=st.none() | damaged_text(OPENINGS.map(lambda table: table.opening.deck)) | ANYTHING,
    bonus=st.none() | damaged_tree(OPENINGS.map(lambda table: dict(table.opening.bonus))) | JUNK,
    first=st.integers(-1, 2) | ANYTHING,
    ruleset=st.none() | st.sampled_from(ALL) | ANYTHING,
)
def test_a_start_is_whole_or_refused(
    table: Round, deck: Any, bonus: Any, first: Any, ruleset: Any
) -> None:
    opening = table.opening
    assert opening is not None
    start = attempt(
        Round.start,
        opening.deck if deck is None else deck,
        opening.bonus if bonus is None else bonus,
        first,
        table.ruleset if ruleset is None else ruleset,
    )
    if start is not None:
        made = start.opening
        assert made is not None
        assert Round.start(*made[1:], made.first, start.ruleset) == start
        assert type(made.first) is int
        assert all(type(value) is int for pile in made.bonus.values() for value in pile)
        is_whole(start)


@fuzz(
    300,
    table=ROUNDS,
    past=st.none() | st.binary(max_size=13) | PLAIN,
    market=st.none() | ANYTHING,
    opening=st.none() | ANYTHING,
)
def test_a_pickle_with_wrong_parts_is_whole_or_refused(
    table: Round, past: Any, market: Any, opening: Any
) -> None:
    parts: Any = table.__reduce__()[1]
    position, own_past, own_market, own_opening = parts
    made = attempt(
        restore,
        position,
        own_past if past is None else past,
        own_market if market is None else market,
        own_opening if opening is None else opening,
    )
    if made is not None:
        assert made == table
        assert made.opening is None or isinstance(made.opening, Deal)
        assert str(made)
        assert len(made.history) * 4 == len(own_past if past is None else past)
        assert View.from_json(made.view(0).to_json()) == made.view(0)


@fuzz(200, position=ANYTHING)
def test_a_pickle_of_something_else_is_refused(position: Any) -> None:
    assert attempt(restore, position, b"", None, None) is None
