"""Exchanges without progress cost more and more, so that a won round is finished."""

from dataclasses import replace

import pytest

from jaipur import Exchange, Match, Round
from jaipur.engine.one_ply import choose_one_ply
from jaipur.engine.search import compare, think
from jaipur.engine.waiting import exchange_cost, exchanges_ahead
from jaipur.players import ExchangePlayer, make_player
from jaipur.rules.view import View


def after(*moves: str) -> View:
    """The view after moves that need not be legal: only their kinds count."""
    view = Round.deal(seed=7).view(0)
    played = Match.deal(seed=7).round
    exchange = next(move for move in played.legal_moves() if isinstance(move, Exchange))
    take = next(move for move in played.legal_moves() if not isinstance(move, Exchange))
    kinds = {"exchange": exchange, "progress": take}
    return replace(view, history=tuple((kinds[move], "") for move in moves))


@pytest.mark.parametrize(
    ("moves", "ahead"),
    [
        ((), 0),
        (("progress",) * 9, 0),
        (("exchange",) * 9, 9),
        (("progress",) * 9 + ("exchange",), 1),
        (("exchange", "progress") * 9, 0),
        (("exchange", "exchange", "progress"), 1),
    ],
)
def test_exchanges_count_up_and_progress_counts_down(moves: tuple[str, ...], ahead: int) -> None:
    assert exchanges_ahead(after(*moves)) == ahead


def test_the_cost_grows_with_the_square_and_never_beyond_the_seal() -> None:
    costs = [exchange_cost(after(*["exchange"] * count)) for count in (0, 1, 5, 20, 90)]
    assert costs == [0, 26, 26 * 25, 26 * 400, 65536]


def stalled_round() -> Round:
    """A position in which the seat to move has waited for a long time."""
    round_ = Round.deal(seed=7)
    while round_.ply < 60:
        round_ = round_.play(ExchangePlayer().choose(round_.view(round_.turn)))
    return round_


def test_after_many_exchanges_every_choice_is_progress() -> None:
    view = stalled_round().view(0)
    assert exchanges_ahead(view) > 40
    assert not isinstance(choose_one_ply(view)[0], Exchange)
    assert not isinstance(think(view, samples=200)[0].move, Exchange)
    assert not isinstance(make_player("kite", 1).choose(view), Exchange)


def test_evaluations_are_not_lowered_by_the_cost() -> None:
    view = stalled_round().view(0)
    exchanges = [it for it in think(view, samples=2000, keep=20) if isinstance(it.move, Exchange)]
    assert exchange_cost(view) > 0.5 * 65536
    assert exchanges
    for it in exchanges:
        assert it.win == pytest.approx(compare(view, {it.move}, samples=200)[0].win, abs=0.2)


def test_a_move_that_ends_the_round_is_always_a_candidate() -> None:
    found = 0
    for seed in range(12):
        round_ = Round.deal(seed=seed)
        player = make_player("greedy")
        while not round_.is_over:
            view = round_.view(round_.turn)
            ending = {move for move in view.moves if round_.play(move).is_over}
            if ending and view.deck:
                found += 1
                candidates = {it.move for it in think(view, samples=1, width=2, keep=60)}
                assert ending <= candidates
            round_ = round_.play(player.choose(view))
    assert found > 5
