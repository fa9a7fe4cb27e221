"""The greedy player inside the core plays as the one in `players` does."""

import pytest

from jaipur.envs.batch import Batch
from jaipur.players import make_player
from tests.envs.positions import RULESETS


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_chooses_the_same_moves(ruleset: str) -> None:
    player = make_player("greedy")
    inside = Batch(1, ruleset=ruleset, opponent="greedy", history=True, autoreset="disabled")
    outside = Batch(1, ruleset=ruleset, autoreset="disabled")
    moves = 0
    for seed in range(40):
        inside.reset(seed=seed)
        outside.reset(seed=seed)
        while True:
            while outside.turns[0] == 1:
                outside.step([player.choose(outside.view(0, 1)).action or 0])
                moves += 1
            assert outside.round(0) == inside.round(0)
            if outside.terminated[0] or outside.truncated[0]:
                break
            action = player.choose(outside.view(0, 0)).action or 0
            if seed % 2:
                action = int(inside.sample()[0])
            inside.step([action])
            outside.step([action])
    assert moves > 50
