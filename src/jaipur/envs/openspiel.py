"""OpenSpiel: the Python game `python_jaipur`, registered when this file is imported.

Chance is explicit: the lot, each hand, the first market, the cards laid out after a move and each
bonus token are chance nodes. Two players, zero sum, rewards at the end.

>>> import pyspiel
>>> from jaipur.envs import openspiel
>>> game = pyspiel.load_game("python_jaipur(ruleset=box,reward=rupees)")
>>> game.num_distinct_actions()
25499
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from jaipur.envs.explicit import ExplicitRound
from jaipur.envs.layout import CHOSEN, observation_pieces, observation_size
from jaipur.envs.multisets import cards_of_number, count_of_draws, number_of_cards
from jaipur.envs.recall import PLY_NUMBERS
from jaipur.envs.stepwise import CHOICE_NAMES, CHOICES
from jaipur.players.table import ROUND_LIMIT
from jaipur.rules.cards import CAMEL, Cards
from jaipur.rules.core.redeal import Belief
from jaipur.rules.deal import Seed, deal_from
from jaipur.rules.moves import ACTIONS, Move
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.rulesets import Ruleset, get_ruleset

__all__ = ["GAME_TYPE", "JaipurGame", "JaipurObserver", "JaipurState", "dealt_outcome"]

_PARAMETERS: Final = {
    "ruleset": "standard",
    "style": "flat",
    "reward": "seal",
    "seals": 0,
    "first": -1,
    "ply_limit": PLY_LIMIT,
}
_LONGEST_PATH: Final = 11
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
    """One round of Jaipur, or with `seals` a match until a seat has so many."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**_PARAMETERS, **(params or {})}
        self.rules = get_ruleset(chosen["ruleset"])
        self.style = chosen["style"]
        self.reward = chosen["reward"]
        self.seals = int(chosen["seals"])
        self.first = int(chosen["first"])
        self.ply_limit = int(chosen["ply_limit"])
        if self.style not in ("flat", "stepwise") or self.reward not in ("seal", "rupees"):
            raise ValueError("The style is flat or stepwise, and the reward is seal or rupees.")
        if not (-1 <= self.first <= 1 and self.seals >= 0 and self.ply_limit > 0):
            raise ValueError("The starter is 0, 1 or -1 for the lot; seals and plies are counted.")
        super().__init__(GAME_TYPE, self._info(), dict(params or {}))

    def _info(self) -> pyspiel.GameInfo:
        rounds = ROUND_LIMIT if self.seals else 1
        most = 1.0 if self.reward == "seal" else float(rounds * _all_rupees(self.rules))
        plies = rounds * self.ply_limit
        return pyspiel.GameInfo(
            num_distinct_actions=CHOICES if self.style == "stepwise" else ACTIONS,
            max_chance_outcomes=max(
                16, count_of_draws(max(self.rules.deal_size, self.rules.market_size))
            ),
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=plies * (_LONGEST_PATH if self.style == "stepwise" else 1),
        )

    def max_chance_nodes_in_history(self) -> int:
        """The lot and three nodes of the deal, and one for each ply."""
        return (ROUND_LIMIT if self.seals else 1) * (self.ply_limit + 4)

    def new_initial_state(self) -> JaipurState:
        """The state before anything is dealt."""
        return JaipurState(self)

    def new_round(self, first: int) -> ExplicitRound:
        """A round before it is dealt."""
        return ExplicitRound(
            self.rules,
            first=first,
            style=self.style,
            ply_limit=self.ply_limit,
            seals=self.seals or 2,
        )

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> JaipurObserver:
        """An observer: the observation of envs/layout.py, or all that was seen (perfect recall)."""
        if iig_obs_type is None:
            return JaipurObserver(self, perfect_recall=False)
        if not iig_obs_type.public_info or iig_obs_type.private_info != _OWN:
            raise ValueError("There are observers of all that one player sees, and no others.")
        return JaipurObserver(self, perfect_recall=iig_obs_type.perfect_recall)


class JaipurState(pyspiel.State):  # type: ignore[misc]
    """A place in a round, or in a match."""

    def __init__(self, game: JaipurGame) -> None:
        super().__init__(game)
        self._round = game.new_round(game.first)
        self._seals = (0, 0)
        self._rounds_told: tuple[str, ...] = ()  # the rounds that are over, all turned up
        self._ahead = 0
        self._began = 0  # how much of the history is about earlier rounds
        self._belief = _Beliefs()

    @property
    def round(self) -> ExplicitRound:
        """The round that is played."""
        return self._round

    @property
    def seals(self) -> tuple[int, int]:
        """The seals of both seats in a match."""
        return self._seals

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's number for chance or the end."""
        return self._round.turn

    def is_terminal(self) -> bool:
        """Whether the round, or the match, is over."""
        return self._round.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self._round.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can do, and how likely it is."""
        return self._round.outcomes()

    def _apply_action(self, action: int) -> None:
        self._round.apply(action)
        if self._round.is_over:
            self._after_round()

    def _after_round(self) -> None:
        game, seal = self.get_game(), self._round.seal
        north, south = self._round.rupees
        self._ahead += north - south
        if seal is not None:
            self._seals = (self._seals[0] + (seal == 0), self._seals[1] + (seal == 1))
        if not game.seals or max(self._seals) == game.seals:
            return
        if len(self._rounds_told) + 1 == ROUND_LIMIT:
            return
        told = f"{self._round.what_is_known(0)} / {self._round.what_is_known(1)}"
        self._rounds_told = (*self._rounds_told, told)
        self._began = len(self.history()) + 1
        self._round = game.new_round(self._round.next_first)

    def returns(self) -> list[float]:
        """What each seat has at the end: 1 or -1 for having won, or the rupees it is ahead."""
        if not self._round.is_over:
            return [0.0, 0.0]
        game = self.get_game()
        if game.reward == "rupees":
            return [float(self._ahead), float(-self._ahead)]
        north, south = self._seals
        if game.seals and max(north, south) < game.seals:
            return [0.0, 0.0]
        ahead = float((north > south) - (north < south))
        return [ahead, -ahead]

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> JaipurState:
        """A state that the player cannot tell from this one; every deal that agrees is as likely.

        What the player cannot see is dealt again, and nothing of it is left in the history. Choices
        that the other seat has made for a move that is not done are taken back.
        """
        rng = Random(int(sampler() * 2**53))
        dealt, tokens = self._belief.sample(self._round, player_id, rng)
        other = f"hand_{1 - player_id}"
        state: JaipurState = self.get_game().new_initial_state()
        unseen = self._round.depth if player_id != self._round.turn else 0
        history = self.history()
        for place, action in enumerate(history[: len(history) - unseen]):
            round = state.round
            if place >= self._began and round.phase == other:
                state.apply_action(number_of_cards(dealt))
            elif place >= self._began and round.phase == "bonus" and round.mover != player_id:
                state.apply_action(tokens[round.bonus_pile[0]].pop(0))
            else:
                state.apply_action(action)
        return state

    def _action_to_string(self, player: int, action: int) -> str:
        if player >= 0:
            return CHOICE_NAMES[action] if self._round.stepwise else str(Move.from_action(action))
        if self._round.phase == "lot":
            return f"starter {action}"
        if self._round.phase == "bonus":
            return f"bonus {action}"
        return f"{self._round.phase} {cards_of_number(self._round.draw_size, action)}"

    def __str__(self) -> str:
        seats = " / ".join(self._round.what_is_known(seat) for seat in (0, 1))
        return " // ".join((*self._rounds_told, seats))


class JaipurObserver:
    """Fills `tensor`, and `dict` with its named pieces; see open_spiel.python.observation."""

    def __init__(self, game: JaipurGame, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        pieces: list[tuple[str, tuple[int, ...]]] = [("player", (2,))]
        if perfect_recall:
            pieces += [("dealt", (8,)), ("start", (7,)), ("plies", (game.ply_limit, PLY_NUMBERS))]
            pieces += [("seals", (2,))] if game.seals else []
            pieces += [("chosen", (CHOSEN,))] if game.style == "stepwise" else []
        else:
            pieces += [(piece.name, piece.shape) for piece in observation_pieces(game.style)]
        self._seen = np.zeros(observation_size(game.style), np.float32)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape in pieces), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in pieces:
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: JaipurState, player: int) -> None:
        """Fill the tensor with what a player sees, or has seen."""
        own, other = state.seals[player], state.seals[1 - player]
        if not self.perfect_recall:
            state.round.observe(player, self.tensor[2:], state.seals)
        else:
            state.round.remember(player, self.dict["dealt"], self.dict["start"], self.dict["plies"])
            if "seals" in self.dict:
                self.dict["seals"][:] = (own, other)
            if "chosen" in self.dict:
                state.round.observe(player, self._seen)
                self.dict["chosen"][:] = self._seen[-CHOSEN:]
        self.dict["player"][:] = (player == 0, player == 1)

    def string_from(self, state: JaipurState, player: int) -> str:
        """What a player sees, or has seen, as text."""
        if not self.perfect_recall:
            own, other = state.seals[player], state.seals[1 - player]
            return f"{state.round.what_is_seen(player)}; seals {own} {other}"
        return " // ".join((*state._rounds_told, state.round.what_is_known(player)))


class _Beliefs:
    """What was worked out last about a place, as a search deals one view again and again."""

    def __init__(self) -> None:
        self._key: tuple[int, str] | None = None
        self._belief: Belief | None = None

    def __deepcopy__(self, memo: Any) -> _Beliefs:
        return _Beliefs()

    def __reduce__(self) -> tuple[type[_Beliefs], tuple[()]]:
        return _Beliefs, ()

    def sample(
        self, round: ExplicitRound, seat: int, rng: Random
    ) -> tuple[str, dict[int, list[int]]]:
        """What the other seat may have been dealt, and the bonus tokens that it may have drawn."""
        key = (seat, round.what_is_known(seat))
        if self._belief is None or self._key != key:
            self._key, self._belief = key, Belief(round.round().view(seat))
        drawn, other = self._belief.redeal(rng), 1 - seat
        goods = drawn.shown[other] + (drawn.hands[other] - drawn.known[other])
        camels = drawn.ruleset.deal_size - len(goods)
        tokens = {size: list(values) for size, values in drawn.bonus_tokens(other).items()}
        return str(goods + Cards({CAMEL: camels})), tokens


def dealt_outcome(state: JaipurState, seed: Seed) -> int:
    """The outcome of a chance node that makes the same round, or match, as `Match.deal(seed)`."""
    round = state.round
    deal = deal_from(seed, len(state._rounds_told) + 1, round.ruleset)
    if round.phase == "lot":
        return deal.first
    if round.phase == "bonus":
        pile, drawn = round.bonus_pile
        return deal.bonus[pile][drawn]
    place = len(deal.deck) - round.deck_left
    return number_of_cards(deal.deck[place : place + round.draw_size])


def _all_rupees(rules: Ruleset) -> int:
    piles = (*rules.tokens, *rules.bonus.values())
    return sum(map(sum, piles)) + rules.camel_token


pyspiel.register_game(GAME_TYPE, JaipurGame)
