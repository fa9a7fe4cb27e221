"""Every other entry point of the compiled code and the rulesets, with any values at all."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from jaipur import (
    BOX,
    STANDARD,
    IllegalMove,
    ImpossiblePosition,
    JaipurError,
    Match,
    Move,
    Refusal,
    Round,
    Ruleset,
    UnknownRuleset,
    deal_from,
    get_ruleset,
    seed_bytes,
)
from jaipur.cli.bench_kernels import random_rounds
from jaipur.rules.core import action_tables
from jaipur.rules.core.perft import perft
from tests.builders import ALL, TINY
from tests.fuzz.damage import ANYTHING, NUMBERS, attempt, fuzz, matches, outcome, rounds

ROUNDS = st.sampled_from(rounds())
SEATS = st.none() | st.integers(-1, 2) | ANYTHING


def is_seat(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in (0, 1)


@fuzz(300, table=ROUNDS, move=st.text(max_size=12) | ANYTHING, seat=SEATS)
def test_a_round_refuses_or_plays_anything(table: Round, move: Any, seat: Any) -> None:
    before = table.to_text()
    refused = attempt(table.why_not, move)
    if isinstance(move, str | Move):
        assert (move in table.legal_moves()) == (refused is None)
    attempt(table.why_not, move, seat)
    played = attempt(table.play, move)
    half = attempt(table.after, move)
    assert (played is None) == (half is None)
    if played is not None and half is not None:
        assert half.settle() == played
    legal = attempt(table.legal_moves, seat)
    assert (legal is not None) == (seat is None or is_seat(seat))
    for call in (table.view, table.forfeit, table.goods_tokens, table.bonus_tokens):
        found = attempt(call, seat)
        if found is not None:
            assert is_seat(seat) or (seat is None and call == table.view)
    assert table.to_text() == before


@fuzz(300, table=ROUNDS, cards=st.text("DGSCPLKx", max_size=5) | ANYTHING, bonus=ANYTHING | NUMBERS)
def test_chance_is_refused_or_settles(table: Round, cards: Any, bonus: Any) -> None:
    for move in {*table.legal_moves()[:2], *table.legal_moves()[-2:]}:
        half = table.after(move)
        named = attempt(half.settle, cards, bonus)
        for settled in (half.settle(), attempt(half.settle, cards), named):
            if settled is not None:
                assert Round.from_text(settled.to_text()) == settled
        if named is not None and isinstance(cards, str):
            assert named.history[-1][1] == cards
        assert repr(half)


@fuzz(200, table=ROUNDS, value=ANYTHING | NUMBERS)
def test_a_list_of_moves_answers_or_refuses(table: Round, value: Any) -> None:
    legal = table.legal_moves()
    moves = list(legal)
    move, error = outcome(legal.__getitem__, value, only=(IndexError, TypeError, ValueError))
    assert move in moves or error is not None
    assert not isinstance(value, int) or isinstance(error, IndexError | None)
    assert (value in legal) in (True, False)
    assert (legal == value) in (True, False)
    assert legal[:3] == moves[:3]
    assert (table == value) is False
    assert len(legal.actions) == len(legal) == len(moves)


@fuzz(
    200, seed=ANYTHING | NUMBERS, number=ANYTHING | NUMBERS, ruleset=st.sampled_from(ALL) | ANYTHING
)
def test_a_deal_is_whole_or_refused(seed: Any, number: Any, ruleset: Any) -> None:
    source = attempt(seed_bytes, seed)
    if source is not None:
        assert len(source) == 32
    deal = attempt(deal_from, seed, number, ruleset)
    if deal is not None:
        table = Round.start(deal.deck, deal.bonus, deal.first, ruleset)
        assert table.opening == deal
        assert seed is None or deal_from(source, number, ruleset) == deal
    attempt(get_ruleset, ruleset)
    attempt(Round.deal, seed, ruleset)


@fuzz(
    200,
    number=st.integers(0, len(matches()) - 1),
    value=ANYTHING | st.sampled_from(["+K", "+G", "$L1"]) | st.integers(0, 1),
)
def test_a_match_refuses_or_goes_on(number: int, value: Any) -> None:
    match = matches()[number]
    attempt(match.why_not, value)
    attempt(match.view, value)
    for call in (match.play, match.forfeit, match.resign, match.abandon):
        after = attempt(call, value)
        if after is not None:
            assert Match.from_record(after.record()) == after


@fuzz(200, seed=ANYTHING, players=ANYTHING, seals=ANYTHING | NUMBERS, first=SEATS)
def test_a_match_begins_or_is_refused(seed: Any, players: Any, seals: Any, first: Any) -> None:
    for named in ({"players": players}, {"seals": seals}, {"first": first}, {"ruleset": seals}):
        match = attempt(Match.deal, seed, **named)
        if match is not None:
            assert Match.from_record(match.record()) == match


@fuzz(200, rounds=ANYTHING | st.integers(-5, 5), seed=ANYTHING | NUMBERS, ruleset=ANYTHING)
def test_simulation_counts_or_refuses(rounds: Any, seed: Any, ruleset: Any) -> None:
    if not isinstance(rounds, int) or rounds <= 5 or rounds > 2**31:
        attempt(random_rounds, rounds, seed, "tiny")
        attempt(random_rounds, rounds, seed, ruleset)
    assert attempt(perft, seed, rounds) is None
    if not isinstance(rounds, int) or rounds <= 2 or rounds > 64:
        leaves = attempt(perft, _start(), rounds)
        assert leaves is None or leaves >= 1


def _start() -> Round:
    return Round.deal(1, TINY)


SMALL = st.integers(-1, 12)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "name": st.text("abc-_.A", max_size=26) | ANYTHING,
    "cards": st.lists(SMALL, min_size=6, max_size=6).map(tuple) | ANYTHING,
    "tokens": st.lists(
        st.lists(SMALL, max_size=16).map(lambda pile: tuple(sorted(pile, reverse=True))),
        min_size=6,
        max_size=6,
    ).map(tuple)
    | ANYTHING,
    "bonus": st.dictionaries(SMALL, st.lists(st.integers(-1, 17), max_size=9), max_size=4)
    | ANYTHING,
    **{
        name: SMALL | NUMBERS | ANYTHING
        for name in Ruleset.__slots__
        if name not in ("name", "cards", "tokens", "bonus")
    },
}
KNOWN = st.sampled_from([STANDARD, BOX, TINY])


@fuzz(
    300,
    known=KNOWN,
    changes=st.fixed_dictionaries({}, optional=FIELDS),
    few=st.integers(1, 4),
    seed=st.integers(0, 99),
)
def test_wild_numbers_make_a_ruleset_that_plays_or_are_refused(
    known: Ruleset, changes: dict[str, Any], few: int, seed: int
) -> None:
    fields = {name: getattr(known, name) for name in Ruleset.__slots__}
    wild = {**fields, "name": "wild", **dict(list(changes.items())[:few])}
    rules = attempt(Ruleset, **wild)
    if rules is None:
        return
    table, rng = Round.deal(seed, rules), Random(seed)
    for _ in range(200):
        if table.is_over:
            break
        assert table.legal_moves()
        table = table.play(rng.choice(table.legal_moves()))
    assert table.view(0).to_json()
    assert random_rounds(3, seed, rules) > 0


@fuzz(300, first=ANYTHING, second=ANYTHING, numbers=st.lists(SMALL | NUMBERS, max_size=9))
def test_the_tables_answer_or_refuse(first: Any, second: Any, numbers: list[int]) -> None:
    for one in (first, numbers, tuple(numbers)):
        for other in (second, numbers, (0, 0, 7, 0, 0, 7, -12), (2, 0, 0, 0, 0, 0, 0)):
            action = attempt(action_tables.action_of_exchange, one, other)
            assert action is None or 43 <= action < 25_499
    for number in (first, *numbers):
        attempt(action_tables.swap_of_action, number)
        for count in (second, *numbers):
            action = attempt(action_tables.action_of_sale, number, count)
            assert action is None or 7 <= action < 43


def test_the_errors_say_what_they_are() -> None:
    """The fuzz tests accept every documented error; here is one of each."""
    table = Round.deal(7)
    for call, error, code in (
        (lambda: table.play("$D7"), IllegalMove, Refusal.NOT_IN_HAND),
        (lambda: table.play("what"), IllegalMove, Refusal.NOT_A_MOVE),
        (lambda: Round.build(market="DDDDD", discard="DD"), ImpossiblePosition, None),
        (lambda: Round.deal(7, "nothing"), UnknownRuleset, None),
    ):
        _, raised = outcome(call, only=(JaipurError,))
        assert type(raised) is error
        assert code is None or (raised is not None and raised.code == code)
