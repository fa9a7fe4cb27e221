"""Perft counts of perft.txt: the compiled core, plain play and the witness count the same."""

from pathlib import Path

import pytest

from jaipur import Round
from jaipur.rules.core.perft import perft
from tests import witness

Line = tuple[int, str, int, int]


def lines() -> list[Line]:
    text = (Path(__file__).parent / "perft.txt").read_text("utf-8")
    rows = [line.split() for line in text.splitlines() if not line.startswith("#")]
    return [(int(seed), ruleset, int(depth), int(count)) for seed, ruleset, depth, count in rows]


LINES = lines()


@pytest.mark.parametrize("line", LINES, ids=str)
def test_the_compiled_core_counts_what_the_file_says(line: Line) -> None:
    seed, ruleset, depth, count = line
    assert perft(Round.deal(seed, ruleset), depth) == count


@pytest.mark.parametrize("line", [line for line in LINES if line[3] < 60_000], ids=str)
def test_the_witness_counts_what_the_file_says(line: Line) -> None:
    seed, ruleset, depth, count = line
    opening = Round.deal(seed, ruleset).opening
    assert opening is not None
    box = witness.BOXES[ruleset]
    assert witness.perft(box, opening.deck, opening.bonus, opening.first, depth) == count


def by_play(table: Round, depth: int) -> int:
    if not depth or table.is_over:
        return 1
    return sum(by_play(table.play(move), depth - 1) for move in table.legal_moves())


@pytest.mark.parametrize("line", [line for line in LINES if line[3] < 20_000], ids=str)
def test_playing_counts_what_the_file_says(line: Line) -> None:
    seed, ruleset, depth, count = line
    assert by_play(Round.deal(seed, ruleset), depth) == count


def test_a_finished_round_is_one_leaf() -> None:
    over = Round.deal(7).forfeit(0)
    assert [perft(over, depth) for depth in range(4)] == [1, 1, 1, 1]


@pytest.mark.parametrize("depth", [-1, -100])
def test_a_depth_below_zero_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match=".+"):
        perft(Round.deal(7), depth)
