"""Playthroughs: rounds as text. They pin the order of moves, drawings, draws, tokens and scores."""

from pathlib import Path

import pytest

from jaipur import RoundEnd
from tests.golden.playthroughs import FILES, Playthrough, legal_moves_in
from tests.witness import BOXES, WitnessRound

PLAYED = sorted(FILES.glob("*.txt"))
MOST_LINES = 400


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.stem)
def test_a_playthrough_is_printed_as_it_was(file: Path) -> None:
    text = file.read_text("utf-8")
    assert Playthrough.read(text).write() == text


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.stem)
def test_the_witness_lists_the_moves_of_a_playthrough(file: Path) -> None:
    text = file.read_text("utf-8")
    played = Playthrough.read(text)
    opening = played.deal().opening
    assert opening is not None
    plain = WitnessRound(BOXES[played.ruleset], opening.deck, opening.bonus, opening.first)
    for legal, move in zip(legal_moves_in(text), played.moves, strict=True):
        assert plain.legal_moves() == legal
        plain.play(move)
    if not played.then:
        assert f"\nend {plain.end}, seal {plain.seal}, " in text


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.stem)
def test_a_playthrough_is_short_enough_to_be_read(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) < MOST_LINES


def test_there_is_a_playthrough_of_each_ruleset_and_each_end() -> None:
    texts = [file.read_text("utf-8") for file in PLAYED]
    assert {Playthrough.read(text).ruleset for text in texts} == {"standard", "box", "tiny"}
    assert {text.split("\nend ")[1].split(",")[0] for text in texts} == set(RoundEnd)
