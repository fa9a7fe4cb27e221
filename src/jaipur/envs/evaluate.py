"""How good an agent is: rounds against any player, each deal twice with the seats changed.

An agent is a player, the name of one, or a policy: a function of (observations, legal, counts) that
returns an action for each row, in the flat or in the stepwise style.

>>> evaluate("greedy", "random", rounds=20).points > 15
True
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from importlib import import_module
from math import sqrt
from random import Random
from typing import cast

import numpy as np
from numpy.typing import NDArray

from jaipur.envs.batch import Batch
from jaipur.envs.duel import Opponent, Policy, as_policy
from jaipur.envs.layout import Style
from jaipur.envs.stepwise import CHOICES, path_to
from jaipur.players import Player, make_player
from jaipur.players.bot import BOT_PREFIX
from jaipur.players.levels import LEVELS
from jaipur.rules.box import Ruleset
from jaipur.rules.moves import Move
from jaipur.rules.redeal import redeal
from jaipur.rules.view import View

__all__ = ["PolicyPlayer", "Result", "evaluate", "opponents"]


@dataclass(frozen=True, slots=True)
class Result:
    """What came out: a seal is one point, a round without a seal half a point for each."""

    rounds: int
    points: float
    rupees_ahead: float
    """Rupees more than the opponent in a round, on average."""
    error: float
    """The standard error of `share`, from the pairs of rounds with the same deal."""

    @property
    def share(self) -> float:
        """The points, as a share of all."""
        return self.points / self.rounds

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} ± {100 * self.error:.1f} %"


class PolicyPlayer:
    """A policy as a player, which can sit at any table and play in any duel.

    What it is shown is the observation of a round that agrees with its view; as an observation
    holds nothing that is hidden, it does not matter which.
    """

    def __init__(self, policy: Policy, name: str = "policy", style: Style = "flat") -> None:
        self.name = name
        self._policy = policy
        self._style = style
        self._batches: dict[str, Batch] = {}

    def choose(self, view: View) -> Move:
        """The policy's move."""
        if view.ruleset not in self._batches:
            self._batches[view.ruleset] = Batch(1, ruleset=view.ruleset, style=self._style)
        batch, path = self._batches[view.ruleset], []
        batch.set_round(0, redeal(view, Random(0)))
        while True:
            action = int(self._policy(batch.observations, batch.legal, batch.counts)[0])
            if self._style == "flat":
                return Move.from_action(action)
            path.append(action)
            if action == CHOICES - 1:
                return next(move for move in view.moves if path_to(move) == tuple(path))
            batch.step([action])


def evaluate(
    agent: Opponent,
    opponent: Opponent,
    *,
    rounds: int = 200,
    seed: int = 0,
    ruleset: str | Ruleset = "standard",
    style: Style = "flat",
) -> Result:
    """Play an even number of rounds. The same seed deals the same rounds."""
    if rounds < 2 or rounds % 2:
        raise ValueError(f"Every deal is played twice, so {rounds} rounds cannot be played.")
    batch = Batch(rounds, ruleset=ruleset, style=style, autoreset="disabled", history=True)
    batch.reset(seed=[seed + row // 2 for row in range(rounds)])
    seats = np.arange(rounds) % 2
    sides = _side(agent, 2 * seed), _side(opponent, 2 * seed + 1)
    while (running := batch.turns >= 0).any():
        own = running & (batch.turns == seats)
        _act(batch, sides[0], np.flatnonzero(own))
        _act(batch, sides[1], np.flatnonzero(running & ~own))
    return _result(batch, seats)


def _side(side: Opponent, seed: int) -> Player | Policy:
    return make_player(side, seed) if isinstance(side, str) else side


def _act(batch: Batch, side: Player | Policy, rows: NDArray[np.int64]) -> None:
    if not rows.size:
        return
    policy = as_policy(side)
    if policy is not None:
        batch.step(policy(batch.observations[rows], batch.legal[rows], batch.counts[rows]), rows)
        return
    player = cast(Player, side)
    moves = [player.choose(batch.view(int(row), int(batch.turns[row]))) for row in rows]
    batch.play([-1 if move.action is None else move.action for move in moves], rows)


def _result(batch: Batch, seats: NDArray[np.int64]) -> Result:
    seals, rows = batch.seals_won, np.arange(batch.size)
    points = np.where(seals < 0, 0.5, seals == seats)
    ahead = batch.rupees[rows, seats].astype(int) - batch.rupees[rows, 1 - seats]
    pairs = points.reshape(-1, 2).mean(1)
    error = sqrt(pairs.var(ddof=1) / len(pairs)) if len(pairs) > 1 else 0.5
    return Result(batch.size, float(points.sum()), float(ahead.mean()), error)


def main(arguments: list[str] | None = None) -> None:
    """Print a row of docs/leaderboard.md: python -m jaipur.envs.evaluate greedy."""
    parser = argparse.ArgumentParser(
        prog="python -m jaipur.envs.evaluate", description=main.__doc__
    )
    parser.add_argument("agent", help="a player by name, or module:policy")
    parser.add_argument("--style", choices=("flat", "stepwise"), default="flat")
    parser.add_argument("--against", nargs="+", default=opponents(), help="players by name")
    parser.add_argument("--rounds", type=int, default=400, help="against each")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    sys.path.insert(0, "")
    agent, shares = _found(options.agent), []
    for opponent in options.against:
        played = evaluate(
            agent,
            opponent,
            rounds=options.rounds,
            seed=options.seed,
            ruleset=options.ruleset,
            style=options.style,
        )
        shares.append(str(played) if opponent != options.agent else "")
    print("| | " + " | ".join(options.against) + " |")
    print(f"| {options.agent} | " + " | ".join(shares) + " |")


def opponents() -> list[str]:
    """Whom a row of the leaderboard is measured against: random, greedy and the levels."""
    return ["random", "greedy", *(level.name for level in LEVELS)]


def _found(agent: str) -> Opponent:
    module, colon, name = agent.partition(":")
    if not colon or agent.startswith(BOT_PREFIX):
        return agent
    policy: Policy = getattr(import_module(module), name)
    return policy


if __name__ == "__main__":
    main()
