"""Attackers of Mini-Jaipur beside the exact best response."""

import pyspiel
import pytest

from jaipur.players import Budget, make_player
from training.measure_attack_on_mini import GAME, PlayerPolicy, shares_against


def policy(name: str) -> PlayerPolicy:
    return PlayerPolicy(pyspiel.load_game(GAME), make_player(name, 1, Budget(samples=60)))


def test_nobody_takes_more_than_the_best_response_and_the_attacker_nearly_as_much() -> None:
    victim = policy("one-ply")
    starting, second = shares_against(victim, victim)
    assert starting[0] + second[0] == pytest.approx(1)
    attacks = shares_against(victim, policy("attacker:one-ply"))
    for plain, (share, best) in zip((starting, second), attacks, strict=True):
        assert plain[0] < share <= best + 1e-9
        assert best == pytest.approx(plain[1])
        assert best - share < 0.03
