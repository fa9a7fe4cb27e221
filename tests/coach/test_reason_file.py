"""The file of reasons, which was read one by one: complete, and what the code still says."""

import json
from collections import Counter
from typing import Any

import pytest

from jaipur.coach.reason import ReasonCode
from jaipur.engine.analysis import MISTAKE_SIGMAS
from tools.write_reasons import FILE, POSITIONS, line_of, mover_view, read

LINES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def test_it_has_as_many_positions_as_it_says_each_of_another_round() -> None:
    assert len(LINES) == POSITIONS
    assert len({line["seed"] for line in LINES}) == POSITIONS


def test_every_move_lost_clearly_and_could_be_played() -> None:
    for line in LINES:
        assert line["lost"] >= 0.01
        assert line["lost"] > MISTAKE_SIGMAS * line["error"]
        moves = {str(move) for move in mover_view(line["position"]).moves}
        assert {line["played"], line["best"]} <= moves


def test_both_rulesets_and_most_codes_are_in_it() -> None:
    rulesets = Counter(mover_view(line["position"]).ruleset for line in LINES)
    codes = {reason["code"] for line in LINES for reason in line["reasons"]}
    assert min(rulesets["standard"], rulesets["box"]) >= POSITIONS // 3
    assert len(codes) >= len(ReasonCode) * 3 // 4


@pytest.mark.parametrize("number", range(0, POSITIONS, 20))
def test_the_reasons_are_those_of_the_file(number: int) -> None:
    found = list(read())[number]
    assert line_of(found) == LINES[number]
