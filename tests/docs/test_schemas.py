"""The JSON Schemas in docs/ and the code say the same about records and views."""

from __future__ import annotations

import copy
import itertools
import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import jaipur
from tests.builders import ALL

DOCS = Path(__file__).parents[2] / "docs"
PLY_LIMIT = 300
Data = dict[str, Any]


def schema(name: str) -> Draft202012Validator:
    text = (DOCS / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
    return Draft202012Validator(json.loads(text))


RECORD, VIEW = schema("record"), schema("view")


def as_json(data: object) -> Any:
    return json.loads(json.dumps(data))


def problems(validator: Draft202012Validator, data: object) -> list[str]:
    return [error.message for error in validator.iter_errors(as_json(data))]


def random_match(seed: int, ruleset: str = "standard", plies: int = 10_000) -> jaipur.Match:
    """A match of random moves, given up here and there, unfinished after so many plies."""
    chance = random.Random(seed)
    match = jaipur.Match.deal(seed=seed, ruleset=ruleset)
    for _ in range(plies):
        if match.is_over:
            break
        if match.is_between:
            match = match.next_round()
        if match.round.ply >= PLY_LIMIT:
            match = match.stop_round()
        elif chance.random() < 0.002:
            match = match.forfeit(chance.randrange(2))
        else:
            match = match.play(chance.choice(list(match.round.legal_moves())))
    return match


@pytest.mark.parametrize("validator", [RECORD, VIEW])
def test_a_schema_is_a_schema(validator: Draft202012Validator) -> None:
    Draft202012Validator.check_schema(validator.schema)


# Records


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("seed", range(10))
def test_records_of_random_matches_keep_the_schema(seed: int, ruleset: str) -> None:
    assert problems(RECORD, random_match(seed, ruleset).record()) == []


@pytest.mark.parametrize("plies", [0, 1, 40, 90])
def test_records_of_matches_that_were_cut_short_keep_the_schema(plies: int) -> None:
    match = random_match(3, plies=plies)
    assert not match.is_over
    stopped = [match.stop_round(), match.stop_round(scored=False)]
    cuts = [match, *stopped, match.forfeit(0), match.resign(0), match.abandon(1)]
    for cut in cuts:
        record = cut.record()
        assert problems(RECORD, record) == []
        assert jaipur.Match.from_record(as_json(record)).record() == record


def test_a_record_may_have_more_fields() -> None:
    record = random_match(1).record()
    record["times"] = [1, 2, 3]
    record["rounds"][0]["level"] = "hard"
    assert problems(RECORD, record) == []


def test_the_record_in_the_docs_keeps_the_schema_and_replays() -> None:
    record = example("record")
    assert problems(RECORD, record) == []
    assert jaipur.replay(record).record() == record


def lose(*path: str | int) -> Callable[[Data], None]:
    def damage(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        del data[path[-1]]

    return damage


def put(value: object, *path: str | int) -> Callable[[Data], None]:
    def damage(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return damage


BROKEN_RECORDS = {
    **{
        f"no {name}": lose(name)
        for name in ("format", "ruleset", "players", "seals", "rounds", "ended", "by", "winner")
    },
    **{
        f"a round without {name}": lose("rounds", 0, name)
        for name in ("first", "deck", "bonus", "moves", "end", "by", "rupees", "seal")
    },
    "another format": put("jaipur-record/2", "format"),
    "one player": put(["north"], "players"),
    "no seals to win": put(0, "seals"),
    "no rounds": put([], "rounds"),
    "a seed in words": put("seven", "seed"),
    "an unknown ending": put("bored", "ended"),
    "resigned by nobody": put("resigned", "ended"),
    "unfinished with a winner": put("unfinished", "ended"),
    "seals without a winner": put(None, "winner"),
    "a third seat": put(2, "winner"),
    "a seat that is true": put(True, "winner"),
    "a short deck": put("DGK", "rounds", 0, "deck"),
    "a deck with other letters": put("X" * 52, "rounds", 0, "deck"),
    "a pile too few": lose("rounds", 0, "bonus", "4"),
    "a token too many": put([1, 1, 2, 2, 2, 3, 3], "rounds", 0, "bonus", "3"),
    "a token of nothing": put([0, 1, 2, 2, 3, 3], "rounds", 0, "bonus", "3"),
    "a pile for eight": put([1], "rounds", 0, "bonus", "8"),
    "words for a move": put(["take diamond"], "rounds", 0, "moves"),
    "an unsorted move": put(["+GD-LK"], "rounds", 0, "moves"),
    "a camel exchanged": put(["+DK-LL"], "rounds", 0, "moves"),
    "one for one": put(["+D-K"], "rounds", 0, "moves"),
    "a camel sold": put(["$K2"], "rounds", 0, "moves"),
    "nothing sold": put(["$D0"], "rounds", 0, "moves"),
    "forfeit by nobody": put("forfeit", "rounds", 0, "end"),
    "a limit with a seal": put("limit", "rounds", 0, "end"),
    "a round given up that was not": put(0, "rounds", 0, "by"),
    "less than no rupees": put([-1, 0], "rounds", 0, "rupees"),
    "rupees of three": put([1, 2, 3], "rounds", 0, "rupees"),
}


@pytest.mark.parametrize("damage", BROKEN_RECORDS.values(), ids=BROKEN_RECORDS.keys())
def test_a_damaged_record_breaks_the_schema(damage: Callable[[Data], None]) -> None:
    record = sealed_match().record()
    assert problems(RECORD, record) == []
    damage(record)
    assert problems(RECORD, record)


def sealed_match() -> jaipur.Match:
    """A match that was played to its end, whose first round was too."""
    for seed in range(100):
        match = random_match(seed)
        if match.rounds[0].end in ("deck", "tokens") and match.rounds[0].seal is not None:
            return match
    raise AssertionError("no random match has a round with a seal")


# Views


def views_of(match: jaipur.Match) -> Iterator[jaipur.View]:
    for seat in (0, 1, None):
        yield match.view(seat)
        yield match.round.view(seat)


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("seed", range(3))
def test_views_of_every_seat_keep_the_schema_to_the_end(seed: int, ruleset: str) -> None:
    chance = random.Random(seed)
    match = jaipur.Match.deal(seed=seed, ruleset=ruleset, seals=1)
    kinds = itertools.cycle(range(6))  # one of the views at each ply: all six take seconds
    while not match.round.is_over:
        view = list(views_of(match))[next(kinds)]
        assert problems(VIEW, view.to_dict()) == []
        over = match.round.ply >= PLY_LIMIT
        match = match.stop_round() if over else match.play(chance.choice(match.round.legal_moves()))
    for view in views_of(match):
        assert problems(VIEW, view.to_dict()) == []
        assert view.over is not None


def test_views_of_rounds_that_were_given_up_keep_the_schema() -> None:
    start = jaipur.Round.deal(seed=7)
    stopped = (start.stop(), start.stop(scored=False))
    for ended in (start.forfeit(0), start.forfeit(1), *stopped):
        for seat in (0, 1, None):
            assert problems(VIEW, ended.view(seat).to_dict()) == []


def test_a_table_may_add_slots_and_seq() -> None:
    view = a_view()
    view["slots"], view["seq"] = "KGKKC", 41
    assert problems(VIEW, view) == []


def test_the_view_in_the_docs_keeps_the_schema_and_can_be_read() -> None:
    view = example("view")
    assert problems(VIEW, view) == []
    assert jaipur.View.from_dict(view).to_dict() == view


def a_view(seat: int | None = 0) -> Data:
    """The view of a seat in the middle of a round, in which both have taken goods and a bonus."""
    match = jaipur.Match.deal(seed=7)
    chance = random.Random(7)
    while not all(match.round.bonus_tokens(seat) for seat in (0, 1)):
        if match.is_between:
            match = match.next_round()
        match = match.play(chance.choice(match.round.legal_moves()))
    data: Data = as_json(match.view(seat).to_dict())
    return data


BROKEN_VIEWS = {
    **{
        f"no {name}": lose(name)
        for name in (
            *("format", "ruleset", "seat", "turn", "round", "ply", "first", "seals", "market"),
            *("deck", "discard", "tokens", "bonus", "you", "opponent", "start", "history"),
            *("last", "moves", "over"),
        )
    },
    **{
        f"an own seat without {name}": lose("you", name)
        for name in ("hand", "herd", "goods", "bonus")
    },
    **{
        f"an opponent without {name}": lose("opponent", name)
        for name in ("hand", "known", "shown", "herd", "goods", "bonus")
    },
    "another format": put("jaipur-view/2", "format"),
    "a field that is not in it": put([], "notes"),
    "the deck in letters": put("DGSK", "deck"),
    "the opponent's cards": put("DDG", "opponent", "hand"),
    "the opponent's bonus values": put({"3": [2]}, "opponent", "bonus"),
    "the opponent's dealt cards": put("DDGLL", "opponent", "dealt"),
    "the order of a bonus pile": put([2, 1, 3], "bonus", "3"),
    "an unsorted market": put("KGKCK", "market"),
    "a camel in hand": put("DK", "you", "hand"),
    "a kind too few": lose("tokens", "L"),
    "a seventh kind": put([1], "tokens", "K"),
    "an empty kind listed": put([], "you", "goods", "D"),
    "a count of nothing": put(0, "discard", "D"),
    "a turn after the end": put(
        {
            "end": "deck",
            "rupees": [1, 2],
            "seal": 1,
            "hands": ["", ""],
            "herds": [5, 4],
            "bonus": [{}, {}],
        },
        "over",
    ),
    "no turn before the end": put(None, "turn"),
    "a spectator with a hand": put(None, "seat"),
    "seats seen by a seat": put([], "seats"),
    "a move in words": put(["take diamond"], "moves"),
    "a move twice": put(["+K", "+K"], "moves"),
    "a history without draws": put([["+K"]], "history"),
    "a history with more": put([["+K", "DGS", 1]], "history"),
    "a round from nought": put(0, "round"),
    "a round without seals": put(None, "seals"),
    "seals without a round": put(None, "round"),
}


@pytest.mark.parametrize("damage", BROKEN_VIEWS.values(), ids=BROKEN_VIEWS.keys())
def test_a_damaged_view_breaks_the_schema(damage: Callable[[Data], None]) -> None:
    view = a_view()
    assert problems(VIEW, view) == []
    damage(view)
    assert problems(VIEW, view)


@pytest.mark.parametrize("name", ["you", "opponent", "moves"])
def test_a_spectator_has_nothing_of_a_seat(name: str) -> None:
    view = a_view(None)
    assert problems(VIEW, view) == []
    view[name] = copy.deepcopy(a_view()[name])
    assert problems(VIEW, view)


def example(kind: str) -> Data:
    """The first block of JSON in the notation page that has this format."""
    text = (DOCS / "notation.md").read_text(encoding="utf-8")
    for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL):
        data: Data = json.loads(block)
        if data["format"] == f"jaipur-{kind}/1":
            return data
    raise AssertionError(f"the notation page shows no {kind}")
