"""Records as a dataset of Minari, for offline reinforcement learning.

An episode is a round as one seat saw it: its observations, its actions, and the reward at the end.
Needs Minari, which the extra `minari` installs.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final, Literal

from jaipur.envs.record_arrays import Source, as_matches
from jaipur.errors import MissingPackage

try:
    import minari
    import numpy as np
    from gymnasium import spec
    from gymnasium.envs.registration import EnvSpec
    from minari.data_collector import EpisodeBuffer
except ModuleNotFoundError as error:
    raise MissingPackage(error.name, extra="minari") from error

from jaipur.envs.batch import Batch
from jaipur.envs.gymnasium import ENV_ID
from jaipur.envs.spaces import action_space, observation_space
from jaipur.rules.ends import RoundEnd
from jaipur.rules.match import Match
from jaipur.rules.round import PLY_LIMIT, Round

__all__ = ["create_dataset", "episodes"]

_PLAYED_OUT: Final = (RoundEnd.DECK, RoundEnd.TOKENS, RoundEnd.STOPPED)


def create_dataset(
    source: Source,
    dataset_id: str,
    *,
    reward: Literal["seal", "rupees"] = "seal",
    player: str | None = None,
    **details: Any,
) -> Any:
    """Write the finished rounds of records to Minari's folder; returns the MinariDataset.

    With `player`, only the seats of that player. `details` are those of
    minari.create_dataset_from_buffers, such as `author` and `code_permalink`; without another `env`
    the dataset recovers that of Gymnasium, with its ruleset and reward.
    """
    matches = list(as_matches(source))
    found = list(episodes(matches, reward=reward, player=player))
    if not found:
        raise ValueError("source must have a finished round of such a player, got none")
    return minari.create_dataset_from_buffers(
        dataset_id,
        found,
        observation_space=observation_space("flat", "vector"),
        action_space=action_space("flat"),
        requirements=["pyjaipur[gymnasium]"],
        **{
            "env": _environment(matches, reward),
            "algorithm_name": player,
            "description": "Rounds of Jaipur, each as one seat saw it.",
            **details,
        },
    )


def _environment(matches: list[Match], reward: str) -> EnvSpec | None:
    """The environment whose episodes these are; None if they have several rulesets."""
    names = {match.ruleset.name for match in matches}
    if len(names) > 1:
        return None
    environment = deepcopy(spec(ENV_ID))
    environment.kwargs = {"ruleset": names.pop(), "reward": reward}
    return environment


def episodes(
    source: Source, *, reward: Literal["seal", "rupees"] = "seal", player: str | None = None
) -> Iterator[EpisodeBuffer]:
    """The finished rounds, each once for every seat that is asked for."""
    if reward not in ("seal", "rupees"):
        raise ValueError(f"reward must be seal or rupees, got {reward!r}")
    number = 0
    for match in as_matches(source):
        for round in match.rounds:
            for seat in (0, 1):
                if player in (None, match.players[seat]):
                    episode = _episode(match, round, seat, reward, number)
                    if episode is not None:
                        number += 1
                        yield episode


def _episode(
    match: Match, round: Round, seat: int, reward: str, number: int
) -> EpisodeBuffer | None:
    """A round as a seat saw it; None if it was not played to a scored end."""
    if round.end not in _PLAYED_OUT:
        return None
    batch = Batch(
        1,
        ruleset=match.ruleset,
        ply_limit=max(PLY_LIMIT, round.ply + 1),
        autoreset="disabled",
        agent=seat,
    )
    batch.set_round(0, round.at(0))
    seen, legal, counts, actions = [], [], [], []
    for move, _ in round.history:
        if batch.turns[0] == seat:
            seen.append(batch.observations[0].copy())
            legal.append(batch.legal[0].copy())
            counts.append(int(batch.counts[0]))
            actions.append(move.action)
        batch.step_row(0, move.action or 0)
    length = len(actions)
    rewards = np.zeros(length, np.float32)
    rewards[-1:] = _result(round, seat, reward)
    ended = np.arange(length) == length - 1
    return EpisodeBuffer(
        id=number,
        observations=np.stack([*seen, batch.observe(0, seat)]),
        actions=np.array(actions, np.int64),
        rewards=rewards,
        terminations=ended,
        truncations=np.zeros(length, np.bool_),
        infos={
            "legal": np.stack([*legal, np.full_like(legal[0], -1)]),
            "legal_count": np.array([*counts, 0], np.int64),
        },
    )


def _result(round: Round, seat: int, reward: str) -> float:
    if reward == "rupees":
        return round.rupees[seat] - round.rupees[1 - seat]
    return 0 if round.seal is None else 1 if round.seal == seat else -1
