"""How fast the environments are, beside those of others: python benchmarks/envs.py [--seconds 0.5].

One core, one process. All measures take turns, several times over, so that a busy machine slows
them alike; rates are per second of processor time. Peers that are not installed are left out (the
extra `bench` brings them).
"""

from __future__ import annotations

import argparse
import json
import os
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any

REPEATS = 5
ROWS = 1024

Work = Callable[[], int]
"""Do a good deal of it, and say how many steps that were."""


@dataclass
class Measure:
    """Something to be measured: `make` prepares it, and may fail where a peer is missing."""

    name: str
    make: Callable[[], Work]
    goal: int | None = None
    rates: list[float] = field(default_factory=list)


def batch(**options: Any) -> Callable[[], Work]:
    """Steps of a batch of 1,024 rounds, a random legal action in each."""

    def make() -> Work:
        from jaipur.envs.batch import Batch

        rounds = Batch(ROWS, **options)
        rounds.reset(seed=1)

        def work() -> int:
            for _ in range(20):
                rounds.step(rounds.sample())
            return 20 * ROWS

        return work

    return make


def vector(**options: Any) -> Callable[[], Work]:
    """Steps of the agents in a vector environment; the opponents' moves are not counted."""

    def make() -> Work:
        import gymnasium

        import jaipur.envs.gymnasium

        envs = gymnasium.make_vec(jaipur.envs.gymnasium.ENV_ID, num_envs=ROWS, **options)
        envs.reset(seed=1)
        sample = envs.unwrapped.batch.sample  # type: ignore[attr-defined]

        def work() -> int:
            for _ in range(10):
                envs.step(sample())
            return 10 * ROWS

        return work

    return make


def agents(make_env: Callable[[], Any], *, sampled: bool = False) -> Callable[[], Work]:
    """Steps of an AEC environment, by its list of legal actions or sampled with its mask."""

    def make() -> Work:
        env, rng, seeds = make_env(), Random(1), iter(range(1_000_000))

        def work() -> int:
            steps = 0
            env.reset(seed=next(seeds))
            for agent in env.agent_iter():
                seen, _, terminated, truncated, info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                if sampled:
                    action = env.action_space(agent).sample(seen["action_mask"])
                else:
                    action = rng.choice(info["legal"])
                env.step(action)
                steps += 1
            return steps

        return work

    return make


def jaipur_aec(kind: str, style: str) -> Callable[[], Any]:
    def make_env() -> Any:
        from jaipur.envs.pettingzoo import jaipur_v0

        return getattr(jaipur_v0, kind)(style=style)

    return make_env


def pettingzoo_aec(name: str) -> Callable[[], Any]:
    def make_env() -> Any:
        import pettingzoo

        return pettingzoo.make("aec", name)

    return make_env


def spiel(name: str, module: str | None = None) -> Callable[[], Work]:
    """Decisions of a game of OpenSpiel that is driven from Python, chance included."""

    def make() -> Work:
        import importlib

        import pyspiel

        if module:
            importlib.import_module(module)
        game, rng = pyspiel.load_game(name), Random(1)

        def work() -> int:
            decisions, state = 0, game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(drawn(state.chance_outcomes(), rng))
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    decisions += 1
            state.returns()
            return decisions

        return work

    return make


def drawn(outcomes: list[tuple[int, float]], rng: Random) -> int:
    left = rng.random()
    for action, chance in outcomes:
        left -= chance
        if left < 0:
            return action
    return outcomes[-1][0]


def pgx_batch(name: str) -> Callable[[], Work]:
    """Steps of a batch of 1,024 games of Pgx, a random legal action in each."""

    def make() -> Work:
        import jax
        import pgx
        from pgx.experimental.wrappers import auto_reset

        env = pgx.make(name)
        step = auto_reset(env.step, env.init)

        def one(state: Any, key: Any) -> Any:
            choose, go_on = jax.random.split(key)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
            return step(state, jax.random.categorical(choose, logits), go_on)

        many = jax.jit(jax.vmap(one))
        key = jax.random.PRNGKey(1)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(key, ROWS))

        def work() -> int:
            nonlocal key, state
            for _ in range(5):
                key, now = jax.random.split(key)
                state = many(state, jax.random.split(now, ROWS))
            state.observation.block_until_ready()
            return 5 * ROWS

        work()
        return work

    return make


def rlcard(name: str) -> Callable[[], Work]:
    """Steps of a game of RLCard, a random legal action each."""

    def make() -> Work:
        import rlcard as library

        env, rng = library.make(name), Random(1)

        def work() -> int:
            steps = 0
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                steps += 1
            return steps

        return work

    return make


def measures() -> Iterator[Measure]:
    """Everything that is measured, ours first in each group."""
    yield Measure("batch: observations and lists of legal actions", batch(), 1_500_000)
    yield Measure("batch: dense masks as well", batch(masks=True), 1_000_000)
    yield Measure("batch: stepwise", batch(style="stepwise"))
    yield Measure("Pgx backgammon", pgx_batch("backgammon"))
    yield Measure("Pgx sparrow mahjong", pgx_batch("sparrow_mahjong"))
    yield Measure("Pgx leduc hold'em", pgx_batch("leduc_holdem"))
    yield Measure("Gymnasium vector, random opponent", vector(opponent="random"))
    yield Measure("Gymnasium vector, greedy opponent", vector(opponent="greedy"))
    yield Measure("PettingZoo raw_env, flat", agents(jaipur_aec("raw_env", "flat")), 20_000)
    yield Measure("PettingZoo raw_env, stepwise", agents(jaipur_aec("raw_env", "stepwise")), 40_000)
    yield Measure("PettingZoo env, flat", agents(jaipur_aec("env", "flat")))
    yield Measure("PettingZoo env, stepwise", agents(jaipur_aec("env", "stepwise")))
    yield Measure("PettingZoo env, flat, sampled", agents(jaipur_aec("env", "flat"), sampled=True))
    stepwise = agents(jaipur_aec("env", "stepwise"), sampled=True)
    yield Measure("PettingZoo env, stepwise, sampled", stepwise)
    for name in ("leduc_holdem_v4", "texas_holdem_no_limit_v6", "connect_four_v3"):
        peer = agents(pettingzoo_aec(f"classic/{name}"), sampled=True)
        yield Measure(f"PettingZoo's own {name}, sampled", peer)
    yield Measure("RLCard gin rummy", rlcard("gin-rummy"))
    ours = "jaipur.envs.openspiel"
    yield Measure("OpenSpiel python_jaipur", spiel("python_jaipur", ours), 20_000)
    yield Measure("OpenSpiel python_jaipur, stepwise", spiel("python_jaipur(style=stepwise)", ours))
    dominoes = "open_spiel.python.games.block_dominoes"
    yield Measure("OpenSpiel python_block_dominoes", spiel("python_block_dominoes", dominoes))
    yield Measure("OpenSpiel gin_rummy (C++)", spiel("gin_rummy"))


def rate(work: Work, seconds: float) -> float:
    """Steps per second of processor time."""
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += work()
    return done / spent


def run(seconds: float, only: str) -> list[Measure]:
    """Measure all that can be measured here, in turns."""
    ready: list[tuple[Measure, Work]] = []
    for measure in measures():
        if only not in measure.name:
            continue
        try:
            ready.append((measure, measure.make()))
        except ImportError as error:
            print(f"{measure.name}: left out, {error}")
    for repeat in range(REPEATS + 1):
        for measure, work in ready:
            speed = rate(work, seconds)
            if repeat:  # the first time warms up
                measure.rates.append(speed)
    return [measure for measure, _ in ready]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measure, each time")
    parser.add_argument("--only", default="", help="measure only what has this in its name")
    parser.add_argument("--json", help="save the rates in this file")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found = run(options.seconds, options.only)
    print(f"{'steps per second':52}{'median':>12}{'slowest':>12}{'fastest':>12}{'goal':>12}")
    for measure in found:
        rates, goal = measure.rates, f"{measure.goal:,}" if measure.goal else ""
        numbers = "".join(f"{number:12,.0f}" for number in (median(rates), min(rates), max(rates)))
        print(f"{measure.name:52}{numbers}{goal:>12}")
    if options.json:
        rows = {measure.name: measure.rates for measure in found}
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
