"""The search: the same for a seed on any number of threads, exact where all is decided."""

import time
from math import inf, nan
from typing import Any

import pytest

from jaipur import Exchange, Move, Round, View
from jaipur.engine.samples import SampleBlock
from jaipur.engine.search import Search, compare, think
from jaipur.engine.waiting import exchange_cost
from tests.builders import ALL, before_the_last_sale, nearly_out_of_cards
from tests.engine.positions import of_good_play, of_random_play


def views(ruleset: str = "standard", seed: int = 8, rounds: int = 1) -> list[View]:
    tables = of_random_play(rounds, seed=seed, ruleset=ruleset)
    return [table.view(table.turn) for table in tables]


@pytest.mark.parametrize("ruleset", ALL)
def test_a_seed_and_a_number_of_samples_give_the_same_evaluations(ruleset: str) -> None:
    for view in views(ruleset):
        assert think(view, samples=120, seed=3) == think(view, samples=120, seed=3)


def test_another_seed_gives_other_samples() -> None:
    view = Round.deal(seed=7).view(0)
    assert think(view, samples=400, seed=3) != think(view, samples=400, seed=4)


@pytest.mark.parametrize("threads", [2, 3])
def test_any_number_of_threads_gives_the_same_evaluations(threads: int) -> None:
    for view in views(seed=9):
        alone = think(view, samples=300, seed=5, keep=3)
        assert think(view, samples=300, seed=5, keep=3, threads=threads) == alone


def test_a_move_that_was_not_tried_has_the_value_of_the_network() -> None:
    wins = [found.win for found in Search(Round.deal(seed=7).view(0), width=200).evaluations()]
    assert wins == sorted(wins, reverse=True)
    assert 0 < wins[-1] < wins[0] < 1


def test_fewer_samples_than_threads_will_do() -> None:
    view = Round.deal(seed=7).view(0)
    assert think(view, samples=1, threads=8) == think(view, samples=1)


def test_evaluations_are_probabilities_with_errors_best_first() -> None:
    for view in views(seed=10):
        evaluations = think(view, samples=300, keep=4)
        cost = exchange_cost(view) / 65536
        worths = [it.win - cost * isinstance(it.move, Exchange) for it in evaluations]
        assert worths == pytest.approx(sorted(worths, reverse=True))
        assert len(evaluations) == min(4, len(view.moves))
        for evaluation in evaluations:
            assert evaluation.move in view.moves
            assert 0 <= evaluation.win <= 1
            assert 0 <= evaluation.error <= 0.5
            assert evaluation.samples > 0


def test_replies_are_what_the_other_seat_does_most_often() -> None:
    table = of_good_play(7)[12]
    for evaluation in think(table.view(table.turn), samples=1000, keep=3):
        assert evaluation.reply is not None
        assert 0 < evaluation.reply_share <= 1


def test_a_sale_that_ends_the_round_is_known_exactly() -> None:
    # Seat 0 is far ahead, and its sale takes the last token of a third kind.
    table = before_the_last_sale(
        {"D": 5, "G": 5, "S": 3}, {"L": 2}, herds=(3, 2), bonus=((3, 3), ())
    )
    (sale,) = compare(table.view(0), [Move.parse("$S2")], samples=20)
    assert (sale.win, sale.error, sale.reply) == (1.0, 0.0, None)


def test_a_draw_that_ends_the_round_is_known_exactly() -> None:
    # The deck is empty, so any take ends the round; all the tokens sold are seat 0's.
    table = nearly_out_of_cards("")
    takes = [move for move in table.legal_moves() if str(move) in ("+D", "+G", "+C", "+K")]
    for evaluation in compare(table.view(0), takes, samples=40):
        ended = table.play(evaluation.move)
        assert ended.is_over
        assert evaluation.win == (ended.seal == 0)
        assert evaluation.error == 0


def test_the_only_move_needs_no_search() -> None:
    for table in of_random_play(40, seed=11, ruleset="tiny", keep=1):
        if len(table.legal_moves()) == 1:
            (evaluation,) = think(table.view(table.turn), milliseconds=10_000)
            assert evaluation.move is table.legal_moves()[0]
            return
    pytest.fail("no position with a single move was found")


def test_a_budget_in_milliseconds_is_kept() -> None:
    view = Round.deal(seed=7).view(0)
    think(view, milliseconds=1)
    start = time.process_time()
    assert think(view, milliseconds=60)
    assert time.process_time() - start < 0.5


def test_comparing_tries_all_equally_often() -> None:
    view = Round.deal(seed=7).view(0)
    evaluations = compare(view, view.moves[:5], samples=200, threads=2)
    assert {evaluation.move for evaluation in evaluations} == set(view.moves[:5])
    assert {evaluation.samples for evaluation in evaluations} == {40}


def test_halving_keeps_the_better_half() -> None:
    search = Search(Round.deal(seed=7).view(0), width=6)
    search.run(50)
    before = search.evaluations()
    search.halve()
    assert search.candidates == 3
    assert search.evaluations() == before[:3]


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"samples": 10, "milliseconds": 10},
        {"samples": 0},
        {"samples": 2.5},
        {"samples": nan},
        {"samples": True},
        {"milliseconds": -1},
        {"milliseconds": inf},
        {"milliseconds": nan},
        {"samples": 10, "width": 0},
        {"samples": 10, "depth": 0},
        {"samples": 10, "threads": 0},
        {"samples": 10, "threads": 20_000},
    ],
)
def test_a_wrong_budget_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        think(Round.deal(seed=7).view(0), **wrong)


def test_only_legal_moves_of_the_seat_to_move_are_searched() -> None:
    table = Round.deal(seed=7)
    other = table.play("+G")
    with pytest.raises(ValueError, match="legal"):
        compare(table.view(0), [other.legal_moves()[0]], samples=10)
    with pytest.raises(ValueError, match="legal"):
        compare(table.view(0), [], samples=10)
    for seat in (1, None):
        with pytest.raises(ValueError, match="turn"):
            think(table.view(seat), samples=10)


def test_a_finished_round_cannot_be_searched() -> None:
    table = nearly_out_of_cards("").play("+D")
    with pytest.raises(ValueError, match="turn"):
        think(table.view(0), samples=10)


class CountingSearch(Search):
    """A search that notes how many samples each of its blocks has."""

    blocks: list[int]

    def play_block(self, first: int, count: int, learn: bool) -> SampleBlock:
        self.blocks.append(count)
        return super().play_block(first, count, learn)


@pytest.mark.parametrize("threads", [1, 2])
def test_many_samples_are_played_in_small_blocks(threads: int) -> None:
    """So Ctrl-C need not wait for all of them, nor memory hold them all."""
    view = Round.deal(seed=7).view(0)
    moves = view.moves[:2]
    search = CountingSearch(view, moves=moves, depth=1, threads=threads)
    search.blocks = []
    search.run(10_000)
    assert sum(search.blocks) == 10_000
    assert max(search.blocks) <= 4096
    pieces = Search(view, moves=moves, depth=1)
    for count in (1, 6000, 3999):
        pieces.run(count)
    assert pieces.evaluations() == search.evaluations()
