"""Players stop thinking once the best move is established: soon where it is obvious, never late."""

import time

import pytest

from jaipur.engine.early_stop import is_established
from jaipur.engine.search import Search, think
from jaipur.players import Budget, make_player
from jaipur.players.levels import seed_for
from tests.builders import BOTH, nearly_out_of_cards
from tests.engine.positions import of_good_play

VIEWS = [table.view(table.turn) for table in of_good_play(7)[::4]]


def tried(samples: int, *, stop_early: bool, place: int) -> int:
    """How many samples the moves that are left had in all."""
    return sum(
        one.samples for one in think(VIEWS[place], samples=samples, stop_early=stop_early, seed=3)
    )


@pytest.mark.parametrize(
    ("gaps", "established"),
    [
        ([(0.10, 0.01), (0.30, 0.05)], True),  # the best leads by many errors
        ([(0.10, 0.01), (0.02, 0.02)], False),  # the third may still be better
        ([(0.0, 0.0), (0.0001, 0.0002)], True),  # both are as good as the best
        ([(0.0, 0.01)], False),  # as good so far, but that is not certain
        ([], True),  # there is no other move
    ],
)
def test_a_move_is_established_if_no_other_can_be_better_by_much(
    gaps: list[tuple[float, float]], established: bool
) -> None:
    assert is_established(gaps) is established


def test_obvious_moves_take_a_part_of_the_budget_and_hard_ones_all_of_it() -> None:
    whole = [tried(4000, stop_early=False, place=place) for place in range(len(VIEWS))]
    early = [tried(4000, stop_early=True, place=place) for place in range(len(VIEWS))]
    assert min(early) < 0.3 * max(whole)
    assert any(a == b for a, b in zip(early, whole, strict=True))


def test_stopping_early_changes_no_choice_in_a_round_of_good_play() -> None:
    for view in VIEWS:
        early, late = (think(view, samples=3000, seed=5, stop_early=it)[0] for it in (True, False))
        if early.move != late.move:
            assert abs(early.win - late.win) < 0.02


@pytest.mark.parametrize("threads", [2, 3])
def test_any_number_of_threads_stops_at_the_same_sample(threads: int) -> None:
    for view in VIEWS:
        alone = think(view, samples=2000, seed=5, stop_early=True)
        assert think(view, samples=2000, seed=5, stop_early=True, threads=threads) == alone


def test_gaps_are_the_leads_of_the_best_over_the_others() -> None:
    for view in VIEWS[:3]:
        search = Search(view, width=4, track_gaps=True)
        search.run(200)
        best, *others = search.evaluations()
        leads = sorted(best.win - other.win for other in others)
        gaps = search.gaps()
        assert sorted(lead for lead, _ in gaps) == pytest.approx(leads)
        # The moves met the same cards, so a lead is surer than two independent values would be.
        assert all(error < best.error + max(it.error for it in others) for _, error in gaps)
        search.halve()
        assert sorted(lead for lead, _ in search.gaps()) == pytest.approx(leads[:1])


def test_without_tracking_there_are_no_gaps() -> None:
    search = Search(VIEWS[0])
    search.run(10)
    with pytest.raises(ValueError, match="track_gaps"):
        search.gaps()


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_level_that_searches_stops_early_and_reads_the_other_hand(ruleset: str) -> None:
    for table in of_good_play(4, ruleset=ruleset)[::9]:
        view, seed = table.view(table.turn), seed_for(4, table.view(table.turn))
        found = think(view, samples=300, seed=seed, stop_early=True, read_hand=True)
        player = make_player("jeweller", 4, Budget(samples=300))
        assert player.choose(view) == found[0].move


def test_a_decided_end_takes_no_time() -> None:
    # The deck is empty and everything is solved: one look is enough for seconds of budget.
    view = nearly_out_of_cards("").view(0)
    start = time.process_time()
    make_player("jeweller", 4, Budget(milliseconds=20_000)).choose(view)
    assert time.process_time() - start < 5
