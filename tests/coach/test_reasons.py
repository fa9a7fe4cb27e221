"""Reasons: each code is given where its fact holds, and not for a neighbouring move."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jaipur import Move, Round
from jaipur.coach.reason import Reason, ReasonCode
from jaipur.coach.reason_sentences import describe
from jaipur.coach.reasons import (
    MAX_REASONS,
    MIN_DIFFERENCE,
    SIGMAS,
    SURE_DIFFERENCE,
    holding_facts,
    reasons,
)
from jaipur.rules.core.redeal import redeal
from tests.coach.judged import judged, view_of_mover

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "reason_cases.jsonl").read_text("utf-8").splitlines()
]
SAMPLES = 300


def given(case: dict[str, Any], played: str) -> tuple[Reason, ...]:
    view = view_of_mover(case["position"])
    return reasons(view, judged(played, case["best"], case["lost"]), samples=SAMPLES)


def test_every_code_has_a_case() -> None:
    assert sorted(case["code"] for case in CASES) == sorted(ReasonCode)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["code"]))
def test_a_reason_is_given_where_its_fact_holds(case: dict[str, Any]) -> None:
    found = given(case, case["played"])
    assert case["code"] in [reason.code for reason in found]
    assert len(found) <= MAX_REASONS
    for reason in found:
        difference = abs(reason.best - reason.played)
        assert difference >= MIN_DIFFERENCE
        assert difference - SIGMAS * reason.error >= SURE_DIFFERENCE
        assert reason.explains > 0


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["code"]))
def test_it_is_not_given_for_a_neighbouring_move(case: dict[str, Any]) -> None:
    assert case["code"] not in [reason.code for reason in given(case, case["neighbour"])]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["code"]))
def test_a_reason_is_a_whole_sentence_and_plain_data(case: dict[str, Any]) -> None:
    for reason in given(case, case["played"]):
        sentence = describe(reason)
        assert re.fullmatch(r"[A-Z][^{}]+\.", sentence)
        assert (
            f"{reason.best:.0%}" in sentence
            or f"{reason.played:.0%}" in sentence
            or "not" in sentence
        )
        data = json.loads(json.dumps(reason.to_dict()))
        assert data["code"] == reason.code
        assert all(isinstance(number, int) for number in data["numbers"].values())
        assert set(data) == {"code", "good", "numbers", "played", "best", "error", "explains"}


def test_no_two_reasons_of_a_move_are_about_the_same_good() -> None:
    for case in CASES:
        goods = [reason.good for reason in given(case, case["played"]) if reason.good]
        assert len(goods) == len(set(goods))


def test_a_fine_move_has_no_reasons() -> None:
    case = CASES[0]
    view = view_of_mover(case["position"])
    fine = judged(case["played"], case["best"], 0.009)
    unsure = judged(case["played"], case["best"], 0.2, error=0.11)
    assert reasons(view, fine, samples=SAMPLES) == ()
    assert reasons(view, unsure, samples=SAMPLES) == ()


def test_nothing_is_said_where_the_samples_deny_the_loss() -> None:
    for case in CASES[:8]:
        view = view_of_mover(case["position"])
        played, best = Move.parse(case["played"]), Move.parse(case["best"])
        forward = holding_facts(view, played, best, samples=SAMPLES)
        backward = holding_facts(view, best, played, samples=SAMPLES)
        assert not (forward and backward)


def test_a_seed_gives_the_same_reasons_on_any_number_of_threads() -> None:
    case = next(case for case in CASES if case["code"] == ReasonCode.FED_OTHER)
    view = view_of_mover(case["position"])
    move = judged(case["played"], case["best"], case["lost"])
    alone = reasons(view, move, samples=SAMPLES, seed=3)
    assert alone
    assert reasons(view, move, samples=SAMPLES, seed=3, threads=3) == alone
    assert reasons(view, move, samples=SAMPLES, seed=4) != alone


def test_what_the_mover_cannot_see_changes_nothing() -> None:
    case = next(case for case in CASES if case["code"] == ReasonCode.CAMELS_LEFT)
    table = Round.from_text(case["position"])
    assert table.turn is not None
    other = redeal(table.view(table.turn), Random(5))
    assert other.hands != table.hands
    move = judged(case["played"], case["best"], case["lost"])
    assert reasons(other.view(table.turn), move, samples=SAMPLES) == given(case, case["played"])


def test_a_spectator_is_told_nothing() -> None:
    case = CASES[0]
    table = Round.from_text(case["position"])
    with pytest.raises(ValueError, match="the view must be of the seat whose turn it is"):
        reasons(table.view(None), judged(case["played"], case["best"], 0.05), samples=SAMPLES)
