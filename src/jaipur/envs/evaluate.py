"""How good an agent is: rounds against any player, each deal twice with the seats changed.

An agent is a player, the name of one, or a policy: a function of (observations, legal, counts) that
returns an action for each row, in the flat or in the stepwise style.

>>> evaluate("greedy", "random", rounds=20).points > 15
True
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from math import sqrt
from random import Random
from typing import Any, Final, cast

from jaipur.envs.batch import Batch  # first: where NumPy is missing, it names the extra

# isort: split
import numpy as np
from numpy.typing import NDArray

from jaipur.envs.duel import Opponent, Policy, as_policy
from jaipur.envs.layout import Style
from jaipur.envs.stepwise import CHOICES, path_to
from jaipur.players import Budget, Player, make_player
from jaipur.players.bot import BOT_PREFIX
from jaipur.players.levels import LEVELS
from jaipur.rules.box import Ruleset
from jaipur.rules.moves import Move
from jaipur.rules.redeal import redeal
from jaipur.rules.view import View

__all__ = [
    "OPPONENTS",
    "QUICK",
    "SAMPLES",
    "PolicyPlayer",
    "Result",
    "evaluate",
    "evaluate_all",
    "row_of",
    "table_row",
]

SAMPLES: Final = 400
"""How many samples a player that thinks is given, so that it plays the same on every machine."""
QUICK: Final = (
    "random",
    "greedy",
    *(level.name for level in LEVELS if not level.thinks),
    "one-ply",
)
"""Opponents that move at a glance: for learning curves."""
OPPONENTS: Final = (*QUICK, *(level.name for level in LEVELS if level.thinks))
"""Whom a row of the leaderboard is measured against."""


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

    @property
    def mirrored(self) -> Result:
        """The same rounds from the opponent's side."""
        return Result(self.rounds, self.rounds - self.points, -self.rupees_ahead, self.error)

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} ± {100 * self.error:.1f}"


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
    """Play an even number of rounds.

    The same seed deals the same rounds; no number deals them elsewhere, so that no agent has been
    trained on them. A player by name that thinks is given SAMPLES; make it yourself for more.
    """
    if rounds < 2 or rounds % 2:
        raise ValueError(f"Every deal is played twice, so {rounds} rounds cannot be played.")
    batch = Batch(rounds, ruleset=ruleset, style=style, autoreset="disabled", history=True)
    batch.reset(seed=[f"evaluate {seed} {row // 2}" for row in range(rounds)])
    seats = np.arange(rounds) % 2
    with _seated(agent, 2 * seed) as one, _seated(opponent, 2 * seed + 1) as two:
        while (running := batch.turns >= 0).any():
            own = running & (batch.turns == seats)
            _act(batch, one, np.flatnonzero(own))
            _act(batch, two, np.flatnonzero(running & ~own))
    return _result(batch, seats)


def evaluate_all(
    agent: Opponent, against: Iterable[str] = OPPONENTS, **options: Any
) -> list[Result]:
    """The same against each of several players."""
    return [evaluate(agent, opponent, **options) for opponent in against]


def row_of(name: str, results: Sequence[Result]) -> str:
    """A row of the leaderboard; the score is the mean of the shares."""
    score = 100 * sum(result.share for result in results) / len(results)
    return table_row(name, f"{score:.1f}", *results)


def table_row(*cells: object) -> str:
    """A row of a table in Markdown."""
    return f"| {' | '.join(map(str, cells))} |"


@contextmanager
def _seated(side: Opponent, seed: int) -> Iterator[Player | Policy]:
    """A player by name is made here, and sent away in the end."""
    if not isinstance(side, str):
        yield side
        return
    player = make_player(side, seed, Budget(samples=SAMPLES))
    try:
        yield player
    finally:
        if hasattr(player, "close"):
            player.close()


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
    """Measure an agent against the players of docs/leaderboard.md, and print its row."""
    parser = argparse.ArgumentParser(
        prog="python -m jaipur.envs.evaluate", description=main.__doc__
    )
    parser.add_argument("agent", help="a player by name, or module:policy")
    parser.add_argument("--style", choices=("flat", "stepwise"), default="flat")
    parser.add_argument("--against", nargs="+", default=OPPONENTS, help="players by name")
    parser.add_argument("--rounds", type=int, default=400, help="against each")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--seed", type=int, default=0)
    options = vars(parser.parse_args(arguments))
    sys.path.insert(0, "")
    name, against = options.pop("agent"), options.pop("against")
    results = evaluate_all(_found(name), against, **options)
    print(table_row("agent", "score", *against))
    print(row_of(f"`{name}`", results))


def _found(agent: str) -> Opponent:
    module, colon, name = agent.partition(":")
    if not colon or agent.startswith(BOT_PREFIX):
        return agent
    policy: Policy = getattr(import_module(module), name)
    return policy


if __name__ == "__main__":
    main()
