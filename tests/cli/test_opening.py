"""`jaipur opening`."""

from collections.abc import Callable
from typing import Any

import pytest

from jaipur import Round, deal_from
from jaipur.coach.openings import find_opening

Run = Callable[..., Any]


def test_the_best_moves_come_first(run: Run) -> None:
    result = run("opening", "CP", "dsssc")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "market CPKKK, dealt DSSSC"
    found = find_opening("CP", "DSSSC")
    assert [line.split()[0] for line in lines[2:]] == [str(it.move) for it in found.moves]


def test_a_seed_shows_the_opening_of_its_first_round(run: Run) -> None:
    result = run("opening", "--seed", "7")
    deal = deal_from(7)
    round_ = Round.start(deal.deck, deal.bonus, deal.first)
    dealt = str(round_.hands[deal.first]) + "K" * round_.herds[deal.first]
    assert result.stdout.splitlines()[0] == f"market {round_.market}, dealt {dealt}"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((), "give a market and a hand, or --seed alone"),
        (("CP",), "give a market and a hand, or --seed alone"),
        (("CP", "DSSSC", "--seed", "7"), "give a market and a hand, or --seed alone"),
        (("CP", "DSS"), "the hand must be 5 cards"),
        (("CX", "DSSSC"), "is not a card"),
    ],
)
def test_what_cannot_be_looked_up_is_said(run: Run, args: tuple[str, ...], sentence: str) -> None:
    result = run("opening", *args)
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.split())
