"""A program that runs every compiled part of the environments, for the sanitizers."""

import pickle
from random import Random

import jaipur.envs  # noqa: F401 - registers the ruleset mini
from jaipur import Round
from jaipur.envs.batch import Batch
from jaipur.envs.chance_round import ChanceRound
from jaipur.envs.information_state import information_state_text, observation_text
from jaipur.envs.stepwise import path_to

RULESETS = ("standard", "box", "mini")


def batches(ruleset: str) -> None:
    for style in ("flat", "stepwise"):
        for autoreset in ("next_step", "same_step", "disabled"):
            for opponent in ("none", "random", "greedy", "kite"):
                batch = Batch(
                    7,
                    ruleset=ruleset,
                    style=style,
                    autoreset=autoreset,
                    opponent=opponent,
                    episode="match",
                    ply_limit=60,
                    masks=True,
                    history=True,
                    threads=2,
                )
                batch.reset(seed=3)
                for turn in range(200):
                    batch.step(batch.sample())
                    if turn % 20 == 0:
                        read_rows(batch)
                        batch.step([-1, 25_499, 5, 20, 21, 2**40, 0])
                        batch.reset(rows=[2, 5])
                        overwrite(batch)
                batch.set_round(1, Round.deal(1, ruleset))


def read_rows(batch: Batch) -> None:
    batch = pickle.loads(pickle.dumps(batch))
    for row in range(batch.size):
        batch.observe(row, 0)
        batch.observe(row, 1)
        batch.state(row)
        batch.legal_row(row)
        batch.view(row, 0)
        batch.round(row)


def overwrite(batch: Batch) -> None:
    """Write to the arrays what the core must not believe."""
    batch.counts[:] = 10**6
    batch.legal[:] = -1
    batch.turns[:] = 1
    batch.choose("greedy")
    batch.sample()


def chance_rounds(ruleset: str) -> None:
    for style in ("flat", "stepwise"):
        rng, round = Random(5), ChanceRound(ruleset, style=style, ply_limit=80)
        while not round.is_over:
            if round.current_player < 0:
                round.apply(rng.choice(round.outcomes())[0])
            else:
                round.round().view(round.current_player)
                round.apply(rng.choice(round.legal_actions()))
            for seat in (0, 1):
                information_state_text(round, seat)
                observation_text(round, seat)
            round = pickle.loads(pickle.dumps(round.copy()))


for name in RULESETS:
    batches(name)
    chance_rounds(name)
for action in range(0, 25_499, 7):
    path_to(action)
print("ok")
