"""deal, perft and bench."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from jaipur import Round, deal_from, seed_bytes

Run = Callable[..., Any]


def as_json(run: Run, *args: str) -> Any:
    result = run(*args, "--json")
    assert result.exit_code == 0
    assert result.stdout.count("\n") == 1
    return json.loads(result.stdout)


@pytest.mark.parametrize("number", [1, 2])
def test_a_deal_is_the_one_of_the_library(run: Run, number: int, ruleset: str) -> None:
    args = ("deal", "--seed", "7", "--round", str(number), "--ruleset", ruleset)
    found = as_json(run, *args)
    deal = deal_from(7, number, ruleset)
    assert found["seed"] == seed_bytes(7).hex()
    assert (found["first"], found["deck"]) == (deal.first, deal.deck)
    assert found["bonus"] == {str(size): list(pile) for size, pile in deal.bonus.items()}
    round_ = Round.start(deal.deck, deal.bonus, deal.first, ruleset)
    assert sorted(found["market"]) == sorted(str(round_.market))
    assert found["draw_pile"] == round_.deck
    for seat in (0, 1):
        dealt = str(round_.hands[seat]) + "K" * round_.herds[seat]
        assert sorted(found["hands"][seat]) == sorted(dealt)


def test_the_bytes_of_a_deal_give_the_same_deal(run: Run) -> None:
    found = as_json(run, "deal", "--seed", "7")
    assert as_json(run, "deal", "--seed", found["seed"]) == found


def test_a_seed_can_be_a_text(run: Run) -> None:
    assert (
        as_json(run, "deal", "--seed", "late afternoon")["deck"] == deal_from("late afternoon").deck
    )
    sixty_four = "z" * 64
    assert as_json(run, "deal", "--seed", sixty_four)["deck"] == deal_from(sixty_four).deck


def test_a_deal_can_be_read(run: Run) -> None:
    text = run("deal", "--seed", "7").stdout
    assert "starter      seat 0" in text
    assert "seat 0        P  P  L  G  K" in text
    assert "market        G  C  K  K  K" in text
    assert "bonus for 4  4 4 6 5 6 5" in text
    assert seed_bytes(7).hex() in text


def test_a_deal_fits_a_narrow_terminal(run: Run) -> None:
    lines = run("deal", "--seed", "7", COLUMNS="40").stdout.splitlines()
    pile = [line.split() for line in lines if line.startswith(("draw pile", " "))]
    assert [len(row) for row in pile] == [10, 8, 8, 8, 8]  # the first has its label, of two words


def test_a_round_beyond_the_last_one_is_refused(run: Run) -> None:
    result = run("deal", "--round", str(2**32))
    assert result.exit_code == 2
    assert "less than or equal to 4294967295" in result.stderr


def test_without_a_seed_deals_are_new(run: Run) -> None:
    assert as_json(run, "deal")["deck"] != as_json(run, "deal")["deck"]


def count(round_: Round, depth: int) -> int:
    if depth == 0 or round_.is_over:
        return 1
    return sum(count(round_.play(move), depth - 1) for move in round_.legal_moves())


def test_perft_counts_what_can_be_played(run: Run, ruleset: str) -> None:
    found = as_json(run, "perft", "--seed", "7", "--depth", "3", "--ruleset", ruleset)
    assert found["nodes"] == [count(Round.deal(7, ruleset), depth) for depth in (1, 2, 3)]


def test_perft_divides_by_the_first_move(run: Run) -> None:
    round_ = Round.deal(7)
    found = as_json(run, "perft", "--seed", "7", "--depth", "3", "--divide")["divide"]
    assert found == {str(move): count(round_.play(move), 2) for move in round_.legal_moves()}
    text = run("perft", "--seed", "7", "--depth", "3", "--divide").stdout
    assert text.splitlines()[-1].strip() == f"{sum(found.values()):,}"


def test_perft_can_be_read(run: Run) -> None:
    lines = run("perft", "--seed", "7", "--depth", "2").stdout.splitlines()
    assert [line.split()[:3] for line in lines] == [["depth", "1", "10"], ["depth", "2", "124"]]


def test_bench_measures_four_things_with_their_spread(run: Run) -> None:
    found = as_json(run, "bench", "--seconds", "0.1")
    assert set(found) == {"core", "python", "redeal", "network"}
    for result in found.values():
        assert 0 < result["slowest"] <= result["median"] <= result["fastest"]
        assert result["unit"].endswith("/s")


def test_bench_can_be_read(run: Run) -> None:
    text = run("bench", "--seconds", "0.1").stdout
    assert "random moves in the core" in text
    assert "moves/s" in text


@pytest.mark.parametrize("columns", ["20", "40"])
def test_bench_cuts_no_number_off(run: Run, columns: str) -> None:
    text = run("bench", "--seconds", "0.1", COLUMNS=columns).stdout
    assert "…" not in text
    assert text.count("/s") == 4
