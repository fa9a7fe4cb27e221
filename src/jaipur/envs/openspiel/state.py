"""A state of the game: a round, or a match, at a decision, at a chance node or at its end."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pyspiel

from jaipur.envs.card_draws import cards_of_outcome, outcome_of_cards
from jaipur.envs.chance_round import ChanceRound
from jaipur.envs.information_state import information_state_text
from jaipur.envs.openspiel.belief_cache import BeliefCache
from jaipur.envs.stepwise import CHOICE_NAMES
from jaipur.players import ROUND_LIMIT
from jaipur.rules.deal import Seed, deal_from
from jaipur.rules.moves import Move

if TYPE_CHECKING:
    from jaipur.envs.openspiel.game import JaipurGame

__all__ = ["JaipurState", "seeded_outcome"]


class JaipurState(pyspiel.State):  # type: ignore[misc]
    """A round, or a match, that is played by `apply_action`, chance included."""

    def __init__(self, game: JaipurGame) -> None:
        super().__init__(game)
        self._round = game.new_round(game.first)
        self._seals = (0, 0)
        self._finished_rounds: tuple[str, ...] = ()
        self._rupees_ahead = 0  # of seat 0, over all finished rounds
        self._round_start = 0  # where the current round starts in the history
        self._beliefs = BeliefCache()

    @property
    def round(self) -> ChanceRound:
        """The current round."""
        return self._round

    @property
    def seals(self) -> tuple[int, int]:
        """The seals of both seats in a match."""
        return self._seals

    @property
    def finished_rounds(self) -> tuple[str, ...]:
        """The earlier rounds of a match as text, with what both seats knew."""
        return self._finished_rounds

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's number for chance or the end."""
        return self._round.current_player

    def is_terminal(self) -> bool:
        """Whether the round, or the match, is over."""
        return self._round.is_over

    def _legal_actions(self, player: int) -> list[int]:
        legal, table = self._round.legal_actions(), self.get_game().actions
        return legal if table is None else [bisect_left(table, action) for action in legal]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node, each with its probability."""
        return self._round.outcomes()

    def _apply_action(self, action: int) -> None:
        table = self.get_game().actions
        if table is not None and self._round.current_player >= 0:
            if not 0 <= action < len(table):
                raise ValueError(f"action must be one of legal_actions(), got {action}")
            action = table[action]
        self._round.apply(action)
        if self._round.is_over:
            self._after_round()

    def _after_round(self) -> None:
        """Count seals and rupees, and start the next round of a match that is not over."""
        game, seal = self.get_game(), self._round.seal
        north, south = self._round.rupees
        self._rupees_ahead += north - south
        if seal is not None:
            self._seals = (self._seals[0] + (seal == 0), self._seals[1] + (seal == 1))
        if not game.seals or max(self._seals) == game.seals:
            return
        if len(self._finished_rounds) + 1 == ROUND_LIMIT:
            return
        self._finished_rounds = (*self._finished_rounds, _both_seats(self._round))
        self._round_start = len(self.history()) + 1
        self._round = game.new_round(self._round.next_first)

    def returns(self) -> list[float]:
        """The results at the end: 1 for the winner and -1 for the loser, or the rupees ahead."""
        if not self._round.is_over:
            return [0.0, 0.0]
        game = self.get_game()
        if game.reward == "rupees":
            return [float(self._rupees_ahead), float(-self._rupees_ahead)]
        north, south = self._seals
        if game.seals and max(north, south) < game.seals:
            return [0.0, 0.0]
        ahead = float((north > south) - (north < south))
        return [ahead, -ahead]

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> JaipurState:
        """A state with the same information state for the player, each with its true probability.

        What the player may not know is dealt again and does not stand in the history. Choices that
        the other seat has made for a move that is not done are taken back.
        """
        rng = Random(int(sampler() * 2**53))
        hand, tokens = self._beliefs.sample(self._round, player_id, rng)
        other = f"hand_{1 - player_id}"
        state: JaipurState = self.get_game().new_initial_state()
        history = self.history()
        hidden = self._round.depth if player_id != self._round.current_player else 0
        for index, action in enumerate(history[: len(history) - hidden]):
            round = state.round
            if index >= self._round_start and round.phase == other:
                state.apply_action(outcome_of_cards(hand))
            elif index >= self._round_start and round.phase == "bonus" and round.mover != player_id:
                state.apply_action(tokens[round.bonus_pile[0]].pop(0))
            else:
                state.apply_action(action)
        return state

    def _action_to_string(self, player: int, action: int) -> str:
        table = self.get_game().actions
        if player >= 0 and table is not None:
            return str(Move.from_action(table[action]))
        if player >= 0:
            return CHOICE_NAMES[action] if self._round.stepwise else str(Move.from_action(action))
        if self._round.phase == "lot":
            return f"starter {action}"
        if self._round.phase == "bonus":
            return f"bonus {action}"
        return f"{self._round.phase} {cards_of_outcome(self._round.draw_size, action)}"

    def __str__(self) -> str:
        return " // ".join((*self._finished_rounds, _both_seats(self._round)))


def seeded_outcome(state: JaipurState, seed: Seed) -> int:
    """The outcome of a chance node with which the state follows `Match.deal(seed)`."""
    round = state.round
    if not state.is_chance_node():
        raise ValueError(f"the state must be at a chance node, got the phase {round.phase!r}")
    deal = deal_from(seed, len(state.finished_rounds) + 1, round.ruleset)
    if round.phase == "lot":
        return deal.first
    if round.phase == "bonus":
        pile, drawn = round.bonus_pile
        return deal.bonus[pile][drawn]
    dealt = len(deal.deck) - round.deck_left
    return outcome_of_cards(deal.deck[dealt : dealt + round.draw_size])


def _both_seats(round: ChanceRound) -> str:
    return " / ".join(information_state_text(round, seat) for seat in (0, 1))
