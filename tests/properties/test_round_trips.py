"""Laws: what is written can be read again: moves, positions, views, records, pickles."""

import copy
import json
import pickle
import re
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from jaipur import (
    ACTIONS,
    CAMEL,
    Cards,
    Exchange,
    Good,
    Match,
    Move,
    Round,
    Sell,
    Take,
    TakeCamels,
    View,
)
from tests.properties.strategies import follow, lines_of_play, rounds, rulesets, seeds

goods = st.sampled_from(Good)
cards = st.lists(st.sampled_from([*Good, CAMEL]), min_size=1, max_size=9).map(Cards)
moves: st.SearchStrategy[Move] = st.one_of(
    st.integers(0, ACTIONS - 1).map(Move.from_action),
    goods.map(Take),
    st.just(TakeCamels()),
    st.builds(Exchange, cards, cards),
    st.builds(Sell, st.sampled_from([*Good, CAMEL]), st.integers(1, 9)),
)


@given(moves)
def test_a_move_can_be_read_again(move: Move) -> None:
    assert Move.parse(str(move)) == move
    assert Move.parse(str(move).lower()) == move
    assert Move.parse(f"  {move} ") == move
    assert hash(Move.parse(str(move))) == hash(move)


@given(moves)
def test_the_words_of_a_move_can_be_read_again(move: Move) -> None:
    assert Move.parse(move.describe()) == move
    assert Move.parse(move.describe().upper()) == move


@given(moves, st.randoms(use_true_random=False))
def test_the_cards_of_a_move_are_read_in_any_order(move: Move, rng: object) -> None:
    if isinstance(move, Exchange):
        taken, given_back = list(str(move.taken)), list(str(move.given))
        shuffle: Callable[[list[str]], None] = rng.shuffle  # type: ignore[attr-defined]
        shuffle(taken)
        shuffle(given_back)
        assert Move.parse(f"+{''.join(taken)}-{''.join(given_back)}") is move or move.action is None


@given(moves)
def test_a_move_with_a_number_is_the_move_of_that_number(move: Move) -> None:
    if move.action is not None:
        assert Move.from_action(move.action) is move
        assert pickle.loads(pickle.dumps(move)) is move
    else:
        assert pickle.loads(pickle.dumps(move)) == move


@given(cards)
def test_cards_can_be_read_again(some: Cards) -> None:
    assert Cards(str(some)) == Cards(list(some)) == Cards(str(some).lower()) == some


@given(rounds())
def test_a_position_can_be_read_again(table: Round) -> None:
    text = table.to_text()
    again = Round.from_text(text)
    assert again == table
    assert again.to_text() == text
    assert (again.hands, again.market, again.deck) == (table.hands, table.market, table.deck)
    assert (again.known, again.shown, again.scores) == (table.known, table.shown, table.scores)
    assert (again.end, again.by, again.seal, again.turn) == (
        table.end,
        table.by,
        table.seal,
        table.turn,
    )
    assert again.legal_moves() == table.legal_moves()


@given(rounds())
def test_a_position_needs_no_escape_anywhere(table: Round) -> None:
    assert re.fullmatch(r"[A-Za-z0-9._~-]+", table.to_text())


@given(lines_of_play())
def test_different_positions_have_different_texts(positions: list[Round]) -> None:
    assert len({table.to_text() for table in positions}) == len(positions)


@given(rounds(), st.sampled_from([0, 1, None]))
def test_a_view_can_be_read_again(table: Round, seat: int | None) -> None:
    view = table.view(seat)
    assert View.from_json(view.to_json()) == view
    assert View.from_dict(view.to_dict()) == view
    assert View.from_dict(json.loads(view.to_json())).to_json() == view.to_json()
    assert json.loads(view.to_json()) == view.to_dict()
    assert pickle.loads(pickle.dumps(view)) == view


@given(rounds())
def test_a_round_survives_pickling_with_its_history(table: Round) -> None:
    for again in (pickle.loads(pickle.dumps(table)), copy.copy(table), copy.deepcopy(table)):
        assert again == table
        assert hash(again) == hash(table)
        assert (again.history, again.opening) == (table.history, table.opening)
        assert again.start_market == table.start_market
        assert again.view(0) == table.view(0)


@given(lines_of_play())
def test_an_opening_and_its_moves_make_the_round_again(positions: list[Round]) -> None:
    table = positions[-1]
    assert table.opening is not None
    first, deck, bonus = table.opening
    again = Round.start(deck=deck, bonus=bonus, first=first, ruleset=table.ruleset)
    assert again == positions[0]
    for move, drawn in table.history:
        again = again.play(str(move))
        assert again.history[-1] == (move, drawn)
    assert again == table


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A match of up to three rounds, played, forfeited or stopped, and perhaps given up."""
    match = Match.deal(seed=draw(seeds), ruleset=draw(rulesets), seals=draw(st.integers(1, 2)))
    for how in draw(st.lists(st.sampled_from(["play", "forfeit", "stop"]), max_size=3)):
        if match.is_between:
            match = match.next_round()
        start = match.round
        positions = follow(start, draw(st.lists(st.integers(0, 200), max_size=40)))
        for move, _ in positions[-1].history[start.ply :]:
            match = match.play(move)
        if match.is_over:
            break
        if match.is_between:
            continue
        if how == "forfeit":
            match = match.forfeit(draw(st.integers(0, 1)))
        elif how == "stop":
            match = match.stop_round()
        if match.is_over:
            break
    if not match.is_over and draw(st.booleans()):
        give_up = draw(st.sampled_from([match.resign, match.abandon]))
        match = give_up(draw(st.integers(0, 1)))
    return match


@given(matches())
def test_a_record_can_be_played_again(match: Match) -> None:
    record = match.record()
    again = Match.from_record(json.loads(json.dumps(record)))
    assert again.record() == record
    assert (again.rounds, again.round) == (match.rounds, match.round)
    assert (again.seals, again.winner, again.ended, again.by) == (
        match.seals,
        match.winner,
        match.ended,
        match.by,
    )


@given(matches())
def test_a_record_needs_only_the_fields_of_the_design(match: Match) -> None:
    record = match.record()
    needed = ("format", "ruleset", "players", "seals", "rounds", "ended", "by", "winner")
    again = Match.from_record({field: record[field] for field in needed})
    assert again.rounds == match.rounds
    assert Match.from_record({**record, "times": [1, 2], "level": "x"}).rounds == match.rounds


@given(seeds, rulesets)
def test_the_same_seed_makes_the_same_match(seed: int, ruleset: str) -> None:
    one, other = (Match.deal(seed=seed, ruleset=ruleset) for _ in range(2))
    assert one.round == other.round
    assert one.round.opening == other.round.opening
    assert one.record() == other.record()
    assert one.forfeit(0).next_round() == other.forfeit(0).next_round()
