"""How good an agent is: rounds against any player, each deal twice with the seats changed.

An agent is a player, the name of one, a policy (jaipur.envs.policy) or a network of the engine.
Those that can play in the core do so, which is much faster. `jaipur evaluate` does the same from
the command line.

>>> evaluate("greedy", "random", rounds=20).points > 15
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Final, cast

from jaipur.envs.batch import Batch  # first: where NumPy is missing, it names the extra

# isort: split
import numpy as np
from numpy.typing import NDArray

from jaipur.engine.network import Network
from jaipur.envs.core_opponents import CORE_OPPONENTS
from jaipur.envs.observation import Style
from jaipur.envs.policy import Agent, as_policy
from jaipur.players import Budget, Player, make_player
from jaipur.players.baselines import NETWORK_PREFIX, load_network
from jaipur.players.budget import split_budget
from jaipur.players.levels import LEVELS
from jaipur.rules.ends import RoundEnd
from jaipur.rules.rulesets import Ruleset

__all__ = [
    "FAST_OPPONENTS",
    "LEADERBOARD_OPPONENTS",
    "SAMPLES_PER_MOVE",
    "Evaluation",
    "evaluate",
    "evaluate_all",
    "leaderboard_head",
    "leaderboard_row",
    "markdown_row",
    "mean_share",
]

SAMPLES_PER_MOVE: Final = 400
"""The budget of a named player that searches, so that it plays the same on every machine."""
FAST_OPPONENTS: Final = (
    "random",
    "greedy",
    *(level.name for level in LEVELS if not level.thinks),
    "one-ply",
)
"""Opponents that do not search: for learning curves."""
LEADERBOARD_OPPONENTS: Final = (
    *FAST_OPPONENTS,
    *(level.name for level in LEVELS if level.thinks),
)
"""The opponents of the leaderboard, one a column."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The result of an agent: a seal is one point, a round without a seal half a point."""

    rounds: int
    points: float
    rupees_ahead: float
    """How many more rupees than the opponent, in the mean of a round."""
    standard_error: float
    """Of `share`, from the pairs of rounds with the same deal."""
    stopped: int = 0
    """Rounds that were stopped at the ply limit, and scored (R10)."""
    forfeited: int = 0
    """Rounds that ended by an illegal action, of either side."""

    @property
    def share(self) -> float:
        """The share of all points."""
        return self.points / self.rounds

    @property
    def mirrored(self) -> Evaluation:
        """The same rounds from the opponent's side."""
        points = self.rounds - self.points
        return replace(self, points=points, rupees_ahead=-self.rupees_ahead)

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} ± {100 * self.standard_error:.1f}"


def evaluate(
    agent: Agent,
    opponent: Agent,
    *,
    rounds: int = 200,
    seed: int = 0,
    ruleset: str | Ruleset = "standard",
    style: Style = "flat",
) -> Evaluation:
    """Play an even number of rounds.

    The same seed deals the same rounds. They are dealt from a text, which no number as a seed
    gives, so that no agent was trained on them. A named player that searches gets SAMPLES_PER_MOVE,
    or what its name says: `jeweller@50samples`.
    """
    if not isinstance(rounds, int | np.integer) or rounds < 2 or rounds % 2:
        raise ValueError(
            f"rounds must be even and at least 2, as every deal is played twice, got {rounds!r}"
        )
    if not isinstance(seed, int | np.integer):
        raise TypeError(f"seed must be a whole number, got {seed!r}")
    batch = Batch(rounds, ruleset=ruleset, style=style, autoreset="disabled", history=True)
    batch.reset(seed=[f"evaluate {seed} {row // 2}" for row in range(rounds)])
    seats = np.arange(rounds) % 2
    with _as_player(agent, 2 * seed) as one, _as_player(opponent, 2 * seed + 1) as two:
        while (running := batch.turns >= 0).any():
            own = running & (batch.turns == seats)
            _step(batch, one, np.flatnonzero(own))
            _step(batch, two, np.flatnonzero(running & ~own))
    return _evaluation(batch, seats)


def evaluate_all(
    agent: Agent, against: Iterable[str] = LEADERBOARD_OPPONENTS, **options: Any
) -> list[Evaluation]:
    """Evaluate an agent against each of several players."""
    return [evaluate(agent, opponent, **options) for opponent in against]


def mean_share(results: Sequence[Evaluation]) -> float:
    """The score of the leaderboard: the mean of the shares."""
    return sum(result.share for result in results) / len(results)


def leaderboard_row(name: str, results: Sequence[Evaluation]) -> str:
    """A row of the leaderboard: name, score, results in per cent, and rounds that were stopped."""
    stopped = sum(result.stopped for result in results)
    return markdown_row(name, f"{100 * mean_share(results):.1f}", *results, f"{stopped:,}")


def leaderboard_head(opponents: Iterable[str]) -> str:
    """The titles above such rows."""
    return markdown_row("agent", "score", *opponents, "stopped")


def markdown_row(*cells: object) -> str:
    """A row of a Markdown table."""
    return f"| {' | '.join(map(str, cells))} |"


@contextmanager
def _as_player(agent: Agent, seed: int) -> Iterator[Agent]:
    """The agent itself, or the player of that name, which is closed in the end."""
    if not isinstance(agent, str) or agent in CORE_OPPONENTS:
        yield agent
        return
    if agent.startswith(NETWORK_PREFIX):
        yield load_network(agent.removeprefix(NETWORK_PREFIX))
        return
    name, budget = split_budget(agent)
    player = make_player(name, seed, budget or Budget(samples=SAMPLES_PER_MOVE))
    try:
        yield player
    finally:
        if hasattr(player, "close"):
            player.close()


def _step(batch: Batch, agent: Agent, rows: NDArray[np.int64]) -> None:
    if not rows.size:
        return
    if isinstance(agent, str | Network):
        batch.play(batch.choose(agent, rows), rows)
        return
    policy = as_policy(agent)
    if policy is not None:
        batch.step(policy(batch.observations[rows], batch.legal[rows], batch.counts[rows]), rows)
        return
    player = cast(Player, agent)
    moves = [player.choose(batch.view(int(row), int(batch.turns[row]))) for row in rows]
    batch.play([-1 if move.action is None else move.action for move in moves], rows)


def _evaluation(batch: Batch, seats: NDArray[np.int64]) -> Evaluation:
    seals, rows = batch.seals_won, np.arange(batch.size)
    points = np.where(seals < 0, 0.5, seals == seats)
    ahead = batch.rupees[rows, seats].astype(int) - batch.rupees[rows, 1 - seats]
    pairs = points.reshape(-1, 2).mean(1)
    error = sqrt(pairs.var(ddof=1) / len(pairs)) if len(pairs) > 1 else 0.5
    ends = [batch.round(row).end for row in range(batch.size)]
    return Evaluation(
        rounds=batch.size,
        points=float(points.sum()),
        rupees_ahead=float(ahead.mean()),
        standard_error=error,
        stopped=ends.count(RoundEnd.STOPPED),
        forfeited=ends.count(RoundEnd.FORFEIT),
    )
