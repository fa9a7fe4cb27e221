"""Mini-Jaipur is small enough to be solved, and this is its solution."""

import runpy
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from jaipur import ACTIONS, RULESETS, STANDARD, Move
from jaipur.envs import MINI
from jaipur.envs.compact_actions import compact_actions

SOLVER = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "solve_mini.py"))


@pytest.fixture(scope="module", params=["seal", "rupees"])
def tree(request: pytest.FixtureRequest) -> Any:
    game = pyspiel.load_game(SOLVER["GAME"].format(reward=request.param))
    return request.param, game, SOLVER["extensive_form"](game)


def test_the_docs_quote_its_numbers() -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    assert RULESETS["mini"] is MINI
    for text in ("9,084", "2,436", "19/60", "93/70"):
        assert text in page


def test_its_size_is_known(tree: Any) -> None:
    _, _, (_, nodes, infosets) = tree
    assert (nodes, infosets) == (9_084, 2_436)


def test_its_value_is_known(tree: Any) -> None:
    reward, _, (text, _, _) = tree
    value, exploitability = SOLVER["solve"](text, 120)
    exact = {"seal": 19 / 60, "rupees": 93 / 70}[reward]
    assert exploitability < (0.0003 if reward == "seal" else 0.001)
    assert value == pytest.approx(exact, abs=exploitability)


def test_the_stepwise_style_has_the_same_value() -> None:
    game = pyspiel.load_game("python_jaipur(ruleset=mini,first=0,style=stepwise)")
    value, exploitability = SOLVER["solve"](SOLVER["extensive_form"](game)[0], 60)
    assert exploitability < 0.001
    assert value == pytest.approx(19 / 60, abs=exploitability)


def test_no_round_of_it_is_longer_than_eight_plies() -> None:
    game = pyspiel.load_game("python_jaipur(ruleset=mini,first=0,ply_limit=8)")
    _, nodes, _ = SOLVER["extensive_form"](game)
    assert nodes == 9_084


def test_random_play_is_far_from_it() -> None:
    """The other reward's number is in an example of docs/environments.md."""
    game = pyspiel.load_game(SOLVER["GAME"].format(reward="rupees"))
    policy = pyspiel.UniformRandomPolicy(game)
    assert pyspiel.exploitability(game, policy) == pytest.approx(2.31, abs=1e-4)


def test_its_actions_are_few_and_all_of_them_occur() -> None:
    game = pyspiel.load_game("python_jaipur(ruleset=mini,first=0)")
    flat = pyspiel.load_game("python_jaipur(ruleset=mini,first=0,style=flat,ply_limit=500)")
    assert (game.num_distinct_actions(), flat.num_distinct_actions()) == (14, ACTIONS)
    seen, states = set(), [(game.new_initial_state(), flat.new_initial_state())]
    while states:
        small, large = states.pop()
        if small.is_terminal():
            assert small.returns() == large.returns()
            continue
        actions = small.legal_actions(), large.legal_actions()
        if not small.is_chance_node():
            seen |= set(actions[0])
            assert [compact_actions(MINI)[action] for action in actions[0]] == actions[1]
            moves = [small.action_to_string(action) for action in actions[0]]
            assert moves == [str(Move.from_action(action)) for action in actions[1]]
        states += [(small.child(one), large.child(two)) for one, two in zip(*actions, strict=True)]
    assert seen == set(range(14))


def test_its_information_state_is_short() -> None:
    game = pyspiel.load_game("python_jaipur(ruleset=mini,first=0)")
    assert game.information_state_tensor_size() == 2 + 4 + 3 + 8 * 10
    full = pyspiel.load_game("python_jaipur")
    assert full.information_state_tensor_size() == 2 + 8 + 7 + 500 * 22
    assert full.num_distinct_actions() == ACTIONS


def test_the_full_game_has_its_own_compact_actions_in_the_order_of_the_table() -> None:
    actions = compact_actions(STANDARD)
    assert list(actions) == sorted(actions)
    assert set(compact_actions(MINI)) < set(actions) <= set(range(ACTIONS))
