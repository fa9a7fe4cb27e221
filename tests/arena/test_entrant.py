"""Entrants as text."""

import sys
from typing import Any

import pytest

from jaipur.arena import Entrant
from jaipur.errors import UnknownPlayer
from jaipur.players import Budget


@pytest.mark.parametrize(
    ("text", "name", "budget"),
    [
        ("greedy", "greedy", Budget(samples=9)),
        ("greedy@100ms", "greedy", Budget(milliseconds=100)),
        ("greedy@400samples", "greedy", Budget(samples=400)),
        ("bot:./my bot --fast", "bot:./my bot --fast", Budget(samples=9)),
        ("bot:./my bot@50ms", "bot:./my bot", Budget(milliseconds=50)),
        ("bot:./me@home", "bot:./me@home", Budget(samples=9)),
        ("greedy@0ms", "greedy@0ms", Budget(samples=9)),
    ],
)
def test_a_name_may_have_a_budget_of_its_own(text: str, name: str, budget: Budget) -> None:
    assert Entrant.parse(text, Budget(samples=9)) == Entrant(name, budget)


@pytest.mark.parametrize("text", ["greedy", "greedy@100ms", "greedy@400samples", "bot:x@5ms"])
def test_an_entrant_prints_as_it_is_parsed(text: str) -> None:
    assert str(Entrant.parse(text)) == text


def test_only_bots_have_a_command() -> None:
    assert Entrant("greedy").command is None
    assert Entrant("bot:python a.py").command == "python a.py"


@pytest.mark.parametrize("text", ["greedy", f"bot:{sys.executable} -c pass"])
def test_a_known_player_or_program_passes_the_check(text: str) -> None:
    Entrant(text).check()


@pytest.mark.parametrize("text", ["nobody", "greedy@0ms", "bot:", "bot:'", "bot:/no/such/program"])
def test_an_unknown_player_or_program_does_not(text: str) -> None:
    with pytest.raises(UnknownPlayer):
        Entrant(text).check()


def test_an_entrant_is_a_name_and_a_budget() -> None:
    odd: Any = 3
    for make in (Entrant, Entrant.parse):
        with pytest.raises(TypeError, match="must be a str, got 3"):
            make(odd)
    with pytest.raises(TypeError, match="budget must be a Budget, got 3"):
        Entrant("greedy", odd)


def test_a_budget_is_time_or_samples() -> None:
    with pytest.raises(ValueError, match="got 1 milliseconds and 1 samples"):
        Budget(milliseconds=1, samples=1)
    wrong: dict[str, Any]
    for wrong in ({"milliseconds": 0}, {"samples": -1}, {"samples": "x"}, {"samples": 2.5}):
        with pytest.raises(ValueError, match="must be whole and at least 1, got"):
            Budget(**wrong)
