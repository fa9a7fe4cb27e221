"""Every environment deals what `jaipur.deal_from` deals, so a seed means the same everywhere."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import jaipur.envs.gymnasium
from jaipur import Match, Move, Round, deal_from, seed_bytes
from jaipur.envs.batch import Batch
from jaipur.envs.openspiel import seeded_outcome
from jaipur.envs.pettingzoo import jaipur_v1
from tests.envs.positions import RULESETS


def start_of(ruleset: str, seed: int, number: int) -> Round:
    deal = deal_from(seed, number, ruleset)
    return Round.start(deal.deck, deal.bonus, deal.first, ruleset)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_row_is_dealt_the_rounds_of_its_seed(ruleset: str) -> None:
    batch = Batch(50, ruleset=ruleset)
    batch.reset(seed=7)
    for number in (1, 2, 3):
        assert [batch.round(row) for row in range(50)] == [
            start_of(ruleset, 7 + row, number) for row in range(50)
        ]
        batch.reset()


def test_a_seed_can_be_given_for_each_row() -> None:
    batch = Batch(3)
    batch.reset(seed=[5, "text", bytes(32)])
    assert [batch.seed(row) for row in range(3)] == [
        (seed_bytes(5), 1),
        (seed_bytes("text"), 1),
        (bytes(32), 1),
    ]
    batch.reset(seed=[np.int64(9)], rows=[1])
    assert batch.round(1) == Round.deal(9)
    assert batch.round(0) == Round.deal(5)


def test_without_a_seed_every_row_is_new() -> None:
    one, other = Batch(2), Batch(2)
    one.reset()
    other.reset()
    assert len({batch.seed(row) for batch in (one, other) for row in range(2)}) == 4


def listed(env: Any, agent: str) -> list[int]:
    """The legal actions of an agent in PettingZoo's environment."""
    info = env.infos[agent]
    found: list[int] = info["legal"][: info["legal_count"]].tolist()
    return found


@pytest.mark.parametrize("ruleset", ["standard", "box"])
def test_the_same_seed_and_moves_are_the_same_match_everywhere(ruleset: str) -> None:
    match = Match.deal(seed=11, ruleset=ruleset)
    batch = Batch(1, ruleset=ruleset, episode="match")
    batch.reset(seed=11)
    seats = jaipur_v1.raw_env(ruleset=ruleset, episode="match")
    seats.reset(seed=11)
    state = pyspiel.load_game(f"python_jaipur(ruleset={ruleset},seals=2)").new_initial_state()
    rng = Random(3)
    while not match.is_over:
        if match.is_between:
            match = match.next_round()
        while state.is_chance_node():
            state.apply_action(seeded_outcome(state, 11))
        legal = list(match.round.legal_moves().actions)
        assert batch.legal_row(0).tolist() == listed(seats, seats.agent_selection) == legal
        assert state.legal_actions() == legal
        assert (state.current_player(), f"seat_{match.turn}") == (match.turn, seats.agent_selection)
        assert batch.round(0) == match.round
        assert (batch.seals(0), state.seals) == (match.seals, match.seals)
        action = rng.choice(legal)
        match = match.play(Move.from_action(action))
        batch.step([action])
        seats.step(action)
        state.apply_action(action)
    while state.is_chance_node():
        state.apply_action(seeded_outcome(state, 11))
    winner = match.winner
    assert winner is not None
    assert batch.terminated[0]
    assert state.returns()[winner] == 1
    assert seats.terminations == {"seat_0": True, "seat_1": True}
    assert batch.seals(0) == match.seals


@pytest.mark.parametrize("style", ["flat", "stepwise"])
def test_the_same_seed_and_actions_give_the_same_observations_everywhere(style: Any) -> None:
    """Seat 1 takes the last legal action, seat 0 the first; seat 0 is the agent."""

    def last_legal(seen: Any, legal: Any, counts: Any) -> Any:
        return legal[np.arange(len(legal)), counts - 1]

    single = gymnasium.make(jaipur.envs.gymnasium.ENV_ID, opponent=last_legal, style=style)
    many = gymnasium.make_vec(
        jaipur.envs.gymnasium.ENV_ID, num_envs=2, opponent=last_legal, style=style
    )
    seats = jaipur_v1.raw_env(style=style)
    seen, _ = single.reset(seed=12)
    rows, infos = many.reset(seed=11)
    seats.reset(seed=12)
    over = False
    while not over:
        while seats.agent_selection == "seat_1":
            seats.step(listed(seats, "seat_1")[-1])
        legal = listed(seats, "seat_0")
        assert infos["legal"][1, : infos["legal_count"][1]].tolist() == legal
        assert (seats.observe("seat_0")["observation"] == seen).all()
        assert (rows[1] == seen).all()
        seen, reward, ended, cut, _ = single.step(legal[0])
        rows, rewards, *_, infos = many.step(infos["legal"][:, 0])
        seats.step(legal[0])
        over = ended or cut
    while not any(seats.terminations.values()):
        seats.step(listed(seats, "seat_1")[-1])
    assert reward == rewards[1] == seats.rewards["seat_0"]


def test_a_gymnasium_environment_is_dealt_the_same() -> None:
    env = gymnasium.make(jaipur.envs.gymnasium.ENV_ID)
    for seed in range(20):
        deal = deal_from(seed)
        env.reset(seed=seed)
        round = env.unwrapped.batch.round(0)  # type: ignore[attr-defined]
        assert round.first == deal.first
        assert round.ply == deal.first  # seat 1 has already moved if it starts
        if not deal.first:
            assert round == Round.deal(seed)
