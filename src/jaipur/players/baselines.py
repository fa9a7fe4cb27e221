"""Players to measure against: the network alone, searches over a network, plain Monte Carlo."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jaipur.engine.flat import choose_flat
from jaipur.engine.network import Network
from jaipur.engine.one_ply import choose_one_ply
from jaipur.engine.search import Search, think
from jaipur.errors import UnknownPlayer
from jaipur.players.budget import Budget
from jaipur.players.levels import seed_for
from jaipur.players.player import in_turn
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = [
    "NETWORK_PREFIX",
    "SEARCH_PREFIX",
    "UNIFORM_PREFIX",
    "WHOLE_PREFIX",
    "FlatPlayer",
    "OnePlyPlayer",
    "ReferencePlayer",
    "SearchPlayer",
    "load_network",
]

NETWORK_PREFIX: Final = "network:"
"""What stands before the file of a network that plays alone, where a player is named."""
SEARCH_PREFIX: Final = "search:"
"""What stands before the file of a network that the search uses."""
WHOLE_PREFIX: Final = "whole:"
"""The same for a search that never stops early: it uses the whole of its budget."""
UNIFORM_PREFIX: Final = "uniform:"
"""The same for a search that takes every hand of the other seat for as likely as it is dealt."""

_DEFAULT_BUDGET: Final = Budget(milliseconds=100)


class OnePlyPlayer:
    """The move whose after-state the network values highest. Nothing random, no search."""

    def __init__(self, network: Network | None = None, name: str = "one-ply") -> None:
        self.name = name
        self._network = network

    @in_turn
    def choose(self, view: View) -> Move:
        """The network's choice."""
        return choose_one_ply(view, self._network)[0]


def load_network(path: str) -> Network:
    """The network of a weights file; UnknownPlayer where there is none."""
    try:
        return Network(Path(path).read_bytes())
    except OSError as error:
        sentence = f"The weights file {path!r} cannot be read: {error.strerror}."
        raise UnknownPlayer(sentence) from error
    except ValueError as error:
        raise UnknownPlayer(f"The weights file {path!r} cannot be used: {error}.") from error


class SearchPlayer:
    """The search of the strongest level with another network, or without a part of it."""

    def __init__(
        self,
        network: Network,
        name: str,
        seed: int = 0,
        budget: Budget | None = None,
        *,
        stop_early: bool = True,
        read_hand: bool = True,
    ) -> None:
        self.name = name
        self._network = network
        self._stop_early = stop_early
        self._read_hand = read_hand
        self._seed = seed
        self._budget = budget if budget is not None and str(budget) else _DEFAULT_BUDGET

    @in_turn
    def choose(self, view: View) -> Move:
        """The move that the strongest level would choose with this network."""
        found = think(
            view,
            milliseconds=self._budget.milliseconds,
            samples=self._budget.samples,
            seed=seed_for(self._seed, view),
            network=self._network,
            stop_early=self._stop_early,
            read_hand=self._read_hand,
        )
        return found[0].move


class ReferencePlayer:
    """The naive search. Its parameters are fixed, so that measurements stay comparable.

    The network's 8 best moves, each in the same 60 redeals; the other seat's reply and 7 further
    plies by the network's choice; the move with the best mean.
    """

    name = "reference"
    width: Final = 8
    redeals: Final = 60
    plies: Final = 8

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    @in_turn
    def choose(self, view: View) -> Move:
        """The candidate with the best mean."""
        seed = seed_for(self._seed, view)
        search = Search(view, width=self.width, depth=self.plies, seed=seed, exact=False)
        if search.candidates > 1:
            search.run(self.redeals)
        return search.evaluations()[0].move


class FlatPlayer:
    """Flat Monte Carlo: every legal move, random rounds to the end, the move that wins most."""

    name = "flat"

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        self._seed = seed
        self._budget = budget if budget is not None and str(budget) else _DEFAULT_BUDGET

    @in_turn
    def choose(self, view: View) -> Move:
        """The move that wins most random rounds."""
        move, _ = choose_flat(
            view,
            milliseconds=self._budget.milliseconds,
            samples=self._budget.samples,
            seed=seed_for(self._seed, view),
        )
        return move
