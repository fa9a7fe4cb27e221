"""With an empty deck the search knows how the round ends."""

from random import Random

import pytest

from jaipur import Belief, Round, Take, TakeCamels
from jaipur.engine.search import Search, think
from tests.builders import nearly_out_of_cards
from tests.engine.positions import of_random_play


def result(table: Round, seat: int) -> int:
    return 0 if table.seal is None else 1 if table.seal == seat else -1


def best_end(table: Round, low: int = -1, high: int = 1, plies: int = 4) -> int:
    """A plain search for the same: the best result for the seat to move."""
    seat = table.turn
    assert seat is not None
    # The last ply looks at what ends the round only.
    moves = [m for m in table.legal_moves() if plies > 1 or isinstance(m, Take | TakeCamels)]
    for move in moves:
        after = table.play(move)
        value = result(after, seat) if after.is_over else -best_end(after, -high, -low, plies - 1)
        low = max(low, value)
        if low >= high:
            break
    return low


@pytest.mark.parametrize("ruleset", ["standard", "box", "tiny"])
def test_it_agrees_with_a_search_of_every_end(ruleset: str) -> None:
    tables = [t for t in of_random_play(60, seed=3, ruleset=ruleset, keep=1) if not t.deck]
    assert len(tables) > 5
    for table in tables[:80]:
        assert table.turn is not None
        view = table.view(table.turn)
        ends = {best_end(Belief(view).redeal(Random(seed))) for seed in range(4)}
        if len(ends) == 1:  # else it depends on bonus tokens that nobody can see
            assert think(view, samples=600)[0].win == (1 + ends.pop()) / 2


def test_the_seat_that_is_ahead_ends_the_round() -> None:
    table = nearly_out_of_cards("")
    ahead = table.turn
    best = think(table.view(ahead), samples=200)[0]
    assert (best.win, best.error, best.reply) == (1.0, 0.0, None)
    assert table.play(best.move).is_over


def test_every_move_is_a_candidate_unless_the_search_is_not_exact() -> None:
    table = nearly_out_of_cards("")
    view = table.view(table.turn)
    assert Search(view, width=8).candidates == len(view.moves)
    assert Search(view, width=8, exact=False).candidates == 8
