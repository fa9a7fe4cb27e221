"""Solve Mini-Jaipur with OpenSpiel: the value for the starter, and the exploitability of a policy.

    python examples/solve_mini.py --iterations 1000

The tree is written once in the extensive form that OpenSpiel reads, so that CFR+ runs in C++.
`pyspiel.exploitability(game, policy)` works on the game itself.
"""

import argparse
import time
from importlib.util import find_spec
from typing import Any

import pyspiel

from jaipur.envs import openspiel  # noqa: F401 - registers the game

GAME = "python_jaipur(ruleset=mini,first=0,reward={reward})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--reward", choices=("seal", "rupees"), default="seal")
    parser.add_argument("--exact", action="store_true", help="needs cvxpy and ecos")
    options = parser.parse_args()
    if options.exact and not (find_spec("cvxpy") and find_spec("ecos")):
        parser.error("--exact needs the packages cvxpy and ecos: pip install cvxpy ecos")
    game = pyspiel.load_game(GAME.format(reward=options.reward))
    tree, nodes, infosets = extensive_form(game)
    print(f"{nodes:,} nodes, {infosets:,} information states")
    start = time.perf_counter()
    value, exploitability = solve(tree, options.iterations)
    seconds = time.perf_counter() - start
    print(f"CFR+, {options.iterations} iterations, {seconds:.0f} s")
    print(f"value for the starter {value:.6f}, exploitability {exploitability:.7f}")
    if options.exact:
        print(f"value by linear programming {exact(tree):.9f}")
    random = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    print(f"exploitability of random play {random:.4f}")


def solve(tree: str, iterations: int) -> tuple[float, float]:
    """The value for player 0, and the exploitability of the policy of CFR+."""
    game = pyspiel.load_efg_game(tree)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    returns = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
    return returns[0], pyspiel.exploitability(game, policy)


def exact(tree: str) -> float:
    """The value for player 0 by OpenSpiel's linear program over sequences."""
    from open_spiel.python.algorithms import sequence_form_lp

    value: float = sequence_form_lp.solve_zero_sum_game(pyspiel.load_efg_game(tree))[0]
    return value


def extensive_form(game: Any) -> tuple[str, int, int]:
    """The game's tree as text, with its number of nodes and of information states."""
    lines = ['EFG 2 R "mini" { "seat 0" "seat 1" }']
    numbers: tuple[dict[str, int], dict[str, int]] = ({}, {})
    states = [game.new_initial_state()]
    while states:
        state = states.pop()
        lines.append(line(state, len(lines), numbers))
        if not state.is_terminal():
            states += [state.child(action) for action in reversed(state.legal_actions())]
    return "\n".join(lines) + "\n", len(lines) - 1, len(numbers[0]) + len(numbers[1])


def line(state: Any, number: int, numbers: tuple[dict[str, int], dict[str, int]]) -> str:
    """One node: terminal, chance, or a player's, whose information states are numbered."""
    if state.is_terminal():
        north, south = state.returns()
        return f't "" {number} "" {{ {north} {south} }}'
    if state.is_chance_node():
        outcomes = " ".join(
            f'"{action}" {probability:.17g}' for action, probability in state.chance_outcomes()
        )
        return f'c "" {number} "" {{ {outcomes} }} 0'
    player = state.current_player()
    known = numbers[player]
    index = known.setdefault(state.information_state_string(player), len(known) + 1)
    actions = " ".join(f'"{action}"' for action in state.legal_actions())
    return f'p "" {player + 1} {index} "" {{ {actions} }} 0'


if __name__ == "__main__":
    main()
