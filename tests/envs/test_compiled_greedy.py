"""The compiled greedy player plays as the one in `players` does."""

import pytest

from jaipur.envs.batch import Batch
from jaipur.players import make_player
from tests.envs.positions import RULESETS


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_chooses_the_same_moves(ruleset: str) -> None:
    player = make_player("greedy")
    compiled = Batch(1, ruleset=ruleset, opponent="greedy", history=True, autoreset="disabled")
    python = Batch(1, ruleset=ruleset, autoreset="disabled")
    moves = 0
    for seed in range(40):
        compiled.reset(seed=seed)
        python.reset(seed=seed)
        while True:
            while python.turns[0] == 1:
                python.step([player.choose(python.view(0, 1)).action or 0])
                moves += 1
            assert python.round(0) == compiled.round(0)
            if python.terminated[0] or python.truncated[0]:
                break
            action = player.choose(python.view(0, 0)).action or 0
            if seed % 2:
                action = int(compiled.sample()[0])
            compiled.step([action])
            python.step([action])
    assert moves > 50
