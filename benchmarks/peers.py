"""The same job elsewhere: list every legal move, choose one at random, play it, begin anew.

The witness is the plain Python round of the tests. The others are measured where they are installed
(extra `bench`); theirs are other games, so the numbers compare habits, not rules.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from benchmarks.measure import Contestant
from jaipur import PLY_LIMIT
from tests import witness


def contestants() -> list[Contestant]:
    """Those that can be measured here."""
    return [
        Contestant("witness", "the witness of the tests, plain Python", "moves/s", _witness),
        *_installed("chess", "python-chess", _chess),
        *_installed("pyspiel", "OpenSpiel, gin rummy", _gin_rummy),
    ]


def _installed(
    module: str, what: str, make: Callable[[Any], Callable[[int, int], int]]
) -> Iterator[Contestant]:
    if find_spec(module) is not None:
        yield Contestant(module, what, "moves/s", make(import_module(module)))


def _witness(rounds: int, seed: int) -> int:
    box, rng, moves = witness.STANDARD, Random(seed), 0
    cards = [letter for letter, count in box.cards.items() for _ in range(count)]
    del cards[-box.camels_laid_out :]
    for number in range(rounds):
        rng.shuffle(cards)
        bonus = {pile: rng.sample(values, len(values)) for pile, values in box.bonus.items()}
        table = witness.WitnessRound(box, "".join(cards), bonus, number % 2)
        while not table.end and table.ply < PLY_LIMIT:
            table.play(rng.choice(table.legal_moves()))
        moves += table.ply
    return moves


def _chess(chess: Any) -> Callable[[int, int], int]:
    def work(games: int, seed: int) -> int:
        rng, moves = Random(seed), 0
        for _ in range(games):
            board = chess.Board()
            legal = list(board.legal_moves)
            while legal and board.ply() < PLY_LIMIT:
                board.push(rng.choice(legal))
                legal = list(board.legal_moves)
            moves += board.ply()
        return moves

    return work


def _gin_rummy(pyspiel: Any) -> Callable[[int, int], int]:
    game = pyspiel.load_game("gin_rummy")

    def work(games: int, seed: int) -> int:
        rng, moves = Random(seed), 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():  # dealing and drawing, which are no moves
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, weights)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    moves += 1
        return moves

    return work
