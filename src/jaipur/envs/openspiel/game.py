"""The game as OpenSpiel sees it: its parameters, its size and its bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pyspiel

from jaipur.envs import MINI
from jaipur.envs.card_draws import outcome_count
from jaipur.envs.chance_round import ChanceRound
from jaipur.envs.compact_actions import compact_actions
from jaipur.envs.openspiel.observer import JaipurObserver
from jaipur.envs.openspiel.state import JaipurState
from jaipur.envs.stepwise import CHOICES
from jaipur.players import ROUND_LIMIT
from jaipur.rules.moves import ACTIONS
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.rulesets import Ruleset, get_ruleset

__all__ = ["GAME_TYPE", "JaipurGame"]

_PARAMETERS: Final = {
    "ruleset": "standard",
    "style": "default",
    "reward": "seal",
    "seals": 0,
    "first": -1,
    "ply_limit": 0,
}
_LONGEST_ROUND: Final = {MINI.name: 8}
"""Rulesets whose rounds cannot be longer: their tensors need no more room."""
_ALLOWED: Final = {
    "style": ("default", "flat", "stepwise", "compact"),
    "reward": ("seal", "rupees"),
    "first": (-1, 0, 1),
}
_MAXIMUM: Final = {"seals": 100, "ply_limit": 1_000_000}  # max_game_length has 32 bits
_LONGEST_PATH: Final = 11
_DEAL_NODES: Final = 4  # the lot, two hands, the first market
_OWN: Final = pyspiel.PrivateInfoType.SINGLE_PLAYER

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_jaipur",
    long_name="Jaipur",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=_PARAMETERS,
)


class JaipurGame(pyspiel.Game):  # type: ignore[misc]
    """One round of Jaipur, or with `seals` a match until a seat has won so many."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**_PARAMETERS, **(params or {})}
        _check(chosen)
        self.rules = get_ruleset(chosen["ruleset"])
        self.style = _style(chosen["style"], self.rules)
        self.actions = compact_actions(self.rules) if self.style == "compact" else None
        self.reward = chosen["reward"]
        self.seals = int(chosen["seals"])
        self.first = int(chosen["first"])
        longest = _LONGEST_ROUND.get(self.rules.name, PLY_LIMIT)
        self.ply_limit = int(chosen["ply_limit"]) or longest
        super().__init__(GAME_TYPE, self._info(), dict(params or {}))

    def _info(self) -> pyspiel.GameInfo:
        rounds = ROUND_LIMIT if self.seals else 1
        utility = 1.0 if self.reward == "seal" else float(rounds * self.rules.all_rupees)
        plies = rounds * self.ply_limit
        return pyspiel.GameInfo(
            num_distinct_actions=self._action_count(),
            max_chance_outcomes=max(
                16, outcome_count(max(self.rules.deal_size, self.rules.market_size))
            ),
            num_players=2,
            min_utility=-utility,
            max_utility=utility,
            utility_sum=0.0,
            max_game_length=plies * (_LONGEST_PATH if self.style == "stepwise" else 1),
        )

    def _action_count(self) -> int:
        if self.actions is not None:
            return len(self.actions)
        return CHOICES if self.style == "stepwise" else ACTIONS

    def max_chance_nodes_in_history(self) -> int:
        """The nodes of the deal and one for each ply, in every round."""
        return (ROUND_LIMIT if self.seals else 1) * (self.ply_limit + _DEAL_NODES)

    def new_initial_state(self) -> JaipurState:
        """The state before anything is dealt."""
        return JaipurState(self)

    def new_round(self, first: int) -> ChanceRound:
        """A round before it is dealt."""
        return ChanceRound(
            self.rules,
            first=first,
            style="stepwise" if self.style == "stepwise" else "flat",
            ply_limit=self.ply_limit,
            seals=self.seals or 2,
        )

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> JaipurObserver | None:
        """An observer of the present (jaipur.envs.observation), or with perfect recall.

        None for one that would show less than a player sees, or more: OpenSpiel then goes without.
        """
        if iig_obs_type is None:
            return JaipurObserver(self, perfect_recall=False)
        if not iig_obs_type.public_info or iig_obs_type.private_info != _OWN:
            return None
        return JaipurObserver(self, perfect_recall=iig_obs_type.perfect_recall)


def _style(style: str, rules: Ruleset) -> str:
    """The style that was chosen: by default compact for Mini-Jaipur, and flat for others."""
    if style != "default":
        return style
    return "compact" if rules.name in _LONGEST_ROUND else "flat"


def _check(chosen: Mapping[str, Any]) -> None:
    for name, allowed in _ALLOWED.items():
        if chosen[name] not in allowed:
            options = ", ".join(map(str, allowed))
            raise ValueError(f"{name} must be one of {options}, got {chosen[name]!r}")
    for name, maximum in _MAXIMUM.items():
        if not 0 <= int(chosen[name]) <= maximum:
            raise ValueError(f"{name} must be from 0 to {maximum:,}, got {chosen[name]}")
