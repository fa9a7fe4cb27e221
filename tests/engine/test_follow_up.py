"""Follow-ups: the same on any number of threads, fair, and counted as a plain playout counts."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from jaipur import CAMEL, STANDARD, Good, Move, Round, Sell, TakeCamels, register_ruleset
from jaipur.engine.follow_up import COLUMN_STARTS, FollowUp
from jaipur.engine.one_ply import move_logits
from jaipur.rules.core.redeal import redeal
from tests.builders import ALL, before_the_last_sale, played
from tests.engine.positions import of_good_play

# Bonus tokens of a pile are all the same, so that nothing about them is hidden.
EVEN_BONUS = register_ruleset(
    replace(STANDARD, name="even-bonus", bonus={3: (2,) * 6, 4: (5,) * 6, 5: (9,) * 6})
)
WIDTHS = {"drawn": 7, "reply_taken": 7, "next_taken": 7, "mover_bonus": 3, "other_bonus": 3}
WIDE = ("next_seller", "first_sale", "largest", "goods")


def rows(follow: FollowUp) -> dict[tuple[str, int, int], list[int]]:
    """Every column, by name, kind and place."""
    return {
        (name, kind, place): follow.column(name, place, kind)
        for name in COLUMN_STARTS
        for kind in range(6 if name.endswith(WIDE) else WIDTHS.get(name, 1))
        for place in range(len(follow.moves))
    }


@pytest.mark.parametrize("ruleset", ALL)
def test_any_number_of_threads_gives_the_same_rows(ruleset: str) -> None:
    table = played(ruleset, 5, 6)
    view = table.view(table.turn)
    alone = rows(FollowUp(view, view.moves[:3], samples=20, seed=4))
    for threads in (2, 3, 30):
        follow = FollowUp(view, view.moves[:3], samples=20, seed=4, threads=threads)
        assert rows(follow) == alone


def test_another_seed_gives_other_rows() -> None:
    table = of_good_play(3)[5]
    view = table.view(table.turn)
    first, second = (FollowUp(view, view.moves[:1], samples=20, seed=seed) for seed in (1, 2))
    assert rows(first) != rows(second)


def test_all_moves_meet_the_same_cards() -> None:
    table = of_good_play(3)[4]
    view = table.view(table.turn)
    follow = FollowUp(view, (view.moves[0], view.moves[0]), samples=20)
    for name in COLUMN_STARTS:
        assert follow.column(name, 0) == follow.column(name, 1)


def test_what_the_seat_cannot_see_changes_nothing() -> None:
    table = of_good_play(5)[7]
    assert table.turn is not None
    view = table.view(table.turn)
    other = redeal(view, Random(1))
    assert other != table
    again = other.view(table.turn)
    moves = view.moves[:2]
    assert rows(FollowUp(view, moves, samples=20)) == rows(FollowUp(again, moves, samples=20))


def test_a_move_that_ends_the_round_is_all_that_happens() -> None:
    view = before_the_last_sale({"D": 5, "S": 3}, {"G": 5}).view(0)
    follow = FollowUp(view, [Move.parse("$S2")], samples=5)
    assert follow.column("plies", 0) == [1] * 5
    assert follow.column("end", 0) == [2] * 5
    assert follow.column("mover_goods", 0, Good.SILVER.index) == [10] * 5
    assert follow.column("mover_first_sale", 0, Good.SILVER.index) == [2] * 5
    assert follow.column("next_seller", 0, Good.SILVER.index) == [1] * 5
    assert follow.column("reply_sold", 0) == [0] * 5


def nothing_hidden() -> Round:
    """A round in which the deck is all leather and the other hand is known."""
    return Round.build(
        market="DGCLK",
        hands=("DDSPP", "GGCPL"),
        herds=(5, 5),
        deck="LLLLLLLL",
        discard="DDDGGGSSSSSCCCCCCPPPPP",
        known=("", "GGCPL"),
        shown=("", "CCCCP"),
        ruleset="even-bonus",
    )


@pytest.mark.parametrize("text", ["+D", "+K", "$D2", "+DG-PP", "$P1"])
def test_rows_count_what_a_plain_playout_shows(text: str) -> None:
    table = nothing_hidden()
    move = Move.parse(text)
    expected: Counter[tuple[str, int]] = Counter()
    path = [(table, move)]
    while not (table := table.play(move)).is_over:
        move = max(move_logits(table.view(table.turn)), key=lambda pair: pair[1])[0]
        path.append((table, move))
    for ply, (before, choice) in enumerate(path):
        who = "mover" if before.turn == 0 else "other"
        after = before.play(choice)
        taken = {1: "reply_taken", 2: "next_taken"}.get(ply)
        if isinstance(choice, TakeCamels) and taken:
            expected[taken, CAMEL.index] += before.market.camels
        if isinstance(choice, Sell):
            assert isinstance(choice.good, Good)
            kind = choice.good.index
            expected["next_seller", kind] = expected["next_seller", kind] or 1 + (who == "other")
            first = f"{who}_first_sale", kind
            expected[first] = expected[first] or choice.count
            largest = f"{who}_largest", kind
            expected[largest] = max(expected[largest], choice.count)
            sold = {1: "reply_sold", 2: "next_sold"}.get(ply)
            if sold:
                expected[sold, 0] = choice.count
            values = before.tokens[choice.good]
            expected[f"{who}_goods", kind] += sum(values[: choice.count])
            for pile, size in enumerate(EVEN_BONUS.bonus):
                expected[f"{who}_bonus", pile] += len(before.bonus[size]) - len(after.bonus[size])
        elif taken:
            for good in Good:
                gain = before.market[good] - after.market[good]
                gain += Counter(after.last_drawn)[good.letter]
                expected[taken, good.index] += max(0, gain)
        if ply == 0:
            for card in (*Good, CAMEL):
                expected["drawn", card.index] = after.last_drawn.count(card.letter)
    expected["plies", 0] = len(path)
    expected["outcome", 0] = 1 if table.seal is None else 2 * (table.seal == 0)
    expected["end", 0] = {"deck": 1, "tokens": 2}[str(table.end)]
    for seat, who in enumerate(("mover", "other")):
        expected[f"{who}_rupees", 0] = table.rupees[seat]
        expected[f"{who}_herd", 0] = table.herds[seat]
        expected[f"{who}_unsold", 0] = len(table.hands[seat])
    follow = FollowUp(nothing_hidden().view(0), [Move.parse(text)], samples=3)
    for (name, kind, _), column in rows(follow).items():
        assert column == [expected[name, kind]] * 3, (name, kind)


def test_a_spectator_an_illegal_move_and_no_samples_are_refused() -> None:
    table = Round.deal(seed=7)
    view = table.view(table.turn)
    with pytest.raises(ValueError, match="the view must be of the seat whose turn it is"):
        FollowUp(table.view(None), view.moves[:1], samples=1)
    with pytest.raises(ValueError, match=r"moves must be legal and at least one, got \['\$L7'\]"):
        FollowUp(view, [Move.parse("$L7")], samples=1)
    with pytest.raises(ValueError, match="moves must be legal and at least one"):
        FollowUp(view, [], samples=1)
    with pytest.raises(ValueError, match="samples and threads must be at least 1, got samples 0"):
        FollowUp(view, view.moves[:1], samples=0)
    follow = FollowUp(view, view.moves[:1], samples=1)
    with pytest.raises(IndexError, match="there is no column plies of kind 1 for the move at 0"):
        follow.column("plies", 0, 1)
    with pytest.raises(KeyError, match="seals"):
        follow.column("seals", 0)
