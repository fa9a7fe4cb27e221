"""What a player sees, or has seen, as a tensor and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from jaipur.envs.information_state import (
    PLY_NUMBERS,
    information_state_text,
    observation_text,
    write_information_state,
    write_observation,
)
from jaipur.envs.observation import CHOSEN_SIZE, Style, observation_pieces, observation_size

if TYPE_CHECKING:
    from jaipur.envs.openspiel.game import JaipurGame
    from jaipur.envs.openspiel.state import JaipurState

__all__ = ["JaipurObserver"]


class JaipurObserver:
    """Fills `tensor`, and `dict` with its named pieces; see open_spiel.python.observation."""

    def __init__(self, game: JaipurGame, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        pieces = _pieces(game, perfect_recall)
        self._observation = np.zeros(observation_size(_layout(game)), np.float32)
        # Written whole; the tensor has the columns of the kinds that the ruleset has.
        self._dealt = np.zeros(8, np.float32)
        self._start = np.zeros(7, np.float32)
        self._plies = np.zeros((game.ply_limit, PLY_NUMBERS), np.float32)
        self._kinds = _kinds(game)
        self._columns = _ply_columns(self._kinds)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape in pieces), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in pieces:
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: JaipurState, player: int) -> None:
        """Fill the tensor with what a player sees, or has seen."""
        if self.perfect_recall:
            self._set_information_state(state, player)
        else:
            write_observation(state.round, player, self.tensor[2:], state.seals)
        self.dict["player"][:] = (player == 0, player == 1)

    def _set_information_state(self, state: JaipurState, player: int) -> None:
        pieces = self.dict
        write_information_state(state.round, player, self._dealt, self._start, self._plies)
        pieces["dealt"][:] = self._dealt[[*self._kinds, 7]]
        pieces["start"][:] = self._start[self._kinds]
        pieces["plies"][:] = self._plies[:, self._columns]
        if "seals" in pieces:
            pieces["seals"][:] = (state.seals[player], state.seals[1 - player])
        if "chosen" in pieces:
            write_observation(state.round, player, self._observation)
            pieces["chosen"][:] = self._observation[-CHOSEN_SIZE:]

    def string_from(self, state: JaipurState, player: int) -> str:
        """What a player sees, or has seen, as text."""
        if not self.perfect_recall:
            own, other = state.seals[player], state.seals[1 - player]
            return f"{observation_text(state.round, player)}; seals {own} {other}"
        return " // ".join((*state.finished_rounds, information_state_text(state.round, player)))


def _layout(game: JaipurGame) -> Style:
    return "stepwise" if game.style == "stepwise" else "flat"


def _kinds(game: JaipurGame) -> list[int]:
    """The kinds of card that the ruleset has, by their places; camels are the last."""
    return [kind for kind, count in enumerate((*game.rules.cards, game.rules.camels)) if count]


def _ply_columns(kinds: list[int]) -> list[int]:
    """The numbers of a ply that these kinds need: taken, given, laid out, and the bonus token."""
    return [start + kind for start in (0, 7, 14) for kind in kinds] + [PLY_NUMBERS - 1]


def _pieces(game: JaipurGame, perfect_recall: bool) -> list[tuple[str, tuple[int, ...]]]:
    """The pieces of the tensor, by name and shape."""
    pieces: list[tuple[str, tuple[int, ...]]] = [("player", (2,))]
    if not perfect_recall:
        return pieces + [(piece.name, piece.shape) for piece in observation_pieces(_layout(game))]
    kinds = _kinds(game)
    pieces += [("dealt", (len(kinds) + 1,)), ("start", (len(kinds),))]
    pieces += [("plies", (game.ply_limit, len(_ply_columns(kinds))))]
    pieces += [("seals", (2,))] if game.seals else []
    pieces += [("chosen", (CHOSEN_SIZE,))] if game.style == "stepwise" else []
    return pieces
