"""Playthroughs: rounds as text. They pin the order of moves, drawings, draws and scores."""

from pathlib import Path

import pytest

from jaipur import Round
from tests.golden.playthroughs import FILES, deal_and_moves, write
from tests.witness import BOXES, WitnessRound

PLAYED = sorted(FILES.glob("*.txt"))


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.stem)
def test_a_playthrough_is_printed_as_it_was(file: Path) -> None:
    text = file.read_text("utf-8")
    assert write(*deal_and_moves(text)) == text


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.stem)
def test_the_witness_lists_the_moves_of_a_playthrough(file: Path) -> None:
    text = file.read_text("utf-8")
    seed, ruleset, moves = deal_and_moves(text)
    opening = Round.deal(seed, ruleset).opening
    assert opening is not None
    plain = WitnessRound(BOXES[ruleset], opening.deck, opening.bonus, opening.first)
    listed = [line.split()[1:] for line in text.splitlines() if line.startswith("legal ")]
    for legal, move in zip(listed, moves, strict=True):
        assert plain.legal_moves() == legal
        plain.play(move)
    assert text.endswith(f"end {plain.end}, seal {plain.seal}\n")


def test_there_is_a_playthrough_of_each_ruleset_and_each_end() -> None:
    texts = [file.read_text("utf-8") for file in PLAYED]
    assert {deal_and_moves(text)[1] for text in texts} == {"standard", "box", "tiny"}
    assert {text.split("\nend ")[1].split(",")[0] for text in texts} == {"deck", "tokens"}
