"""What an attacker finds in Mini-Jaipur: `python -m training.measure_attack_on_mini`.

Mini-Jaipur is small enough for the exact best response to a player, and for the exact value of one
player against another: all that can come is followed through the tree. Shares are of rounds won, a
round without a seal counting half, for the starter and for the other seat.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import pyspiel
from open_spiel.python import policy as openspiel_policy
from open_spiel.python.algorithms.best_response import BestResponsePolicy

from jaipur.envs import openspiel  # noqa: F401 - registers the game
from jaipur.players import Budget, Player, make_player

GAME = "python_jaipur(ruleset=mini,first=0,reward=seal,style=flat)"


class PlayerPolicy(openspiel_policy.Policy):  # type: ignore[misc]
    """A player as a policy of OpenSpiel: it chooses once for an information state."""

    def __init__(self, game: Any, player: Player) -> None:
        super().__init__(game, [0, 1])
        self._player = player
        self._chosen: dict[str, int] = {}

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """All of the probability on the player's move."""
        known = state.information_state_string()
        if known not in self._chosen:
            move = self._player.choose(state.round.round().view(state.current_player()))
            assert move.action is not None
            self._chosen[known] = move.action
        return {self._chosen[known]: 1.0}


def value(state: Any, policies: tuple[Any, Any]) -> float:
    """The expected return of seat 0."""
    if state.is_terminal():
        return float(state.returns()[0])
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
    else:
        outcomes = policies[state.current_player()].action_probabilities(state).items()
    return sum((part * value(state.child(action), policies) for action, part in outcomes), 0.0)


def share(returned: float) -> float:
    """A return of -1 to 1 as a share of rounds."""
    return (1 + returned) / 2


def shares_against(victim: PlayerPolicy, attacker: PlayerPolicy) -> list[tuple[float, float]]:
    """For each seat of the attacker, its share and that of the best response."""
    game = pyspiel.load_game(GAME)
    root: Callable[[], Any] = game.new_initial_state
    found = []
    for seat in (0, 1):
        policies = (attacker, victim) if seat == 0 else (victim, attacker)
        returned = value(root(), policies) * (1 if seat == 0 else -1)
        best = BestResponsePolicy(game, seat, victim)
        found.append((share(returned), share(best.value(root()))))
    return found


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure an attacker against the best response.")
    parser.add_argument(
        "--attackers", nargs="+", default=["one-ply", "jeweller", "attacker:one-ply"]
    )
    parser.add_argument("--victim", default="one-ply")
    parser.add_argument("--samples", type=int, default=200, help="for a move")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game, budget = pyspiel.load_game(GAME), Budget(samples=options.samples)
    victim = PlayerPolicy(game, make_player(options.victim, options.seed, budget))
    print(f"| against `{options.victim}` | as starter | best response | second | best response |")
    print("| --- " * 5 + "|")
    for name in options.attackers:
        attacker = PlayerPolicy(game, make_player(name, options.seed, budget))
        cells = [f"{it:.1%}" for pair in shares_against(victim, attacker) for it in pair]
        print(f"| `{name}` | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
