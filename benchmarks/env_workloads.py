"""Workloads for the benchmark of environments: random legal actions.

Each function returns a workload: a function that plays some steps and returns how many. It raises
ImportError if a framework is not installed.
"""

import importlib
from collections.abc import Callable
from random import Random
from typing import Any

ROWS = 1024

Workload = Callable[[], int]


def batch(**options: Any) -> Workload:
    """Steps of a batch of 1,024 rounds."""
    from jaipur.envs.batch import Batch

    rounds = Batch(ROWS, **options)
    rounds.reset(seed=1)

    def work() -> int:
        for _ in range(20):
            rounds.step(rounds.sample())
        return 20 * ROWS

    return work


def vector(count: int = ROWS, **options: Any) -> Workload:
    """Steps of the agents in a vector environment; the opponents' moves are not counted."""
    import gymnasium

    import jaipur.envs.gymnasium

    envs = gymnasium.make_vec(jaipur.envs.gymnasium.ENV_ID, num_envs=count, **options)
    envs.reset(seed=1)
    sample = envs.unwrapped.batch.sample  # type: ignore[attr-defined]

    def work() -> int:
        for _ in range(10):
            envs.step(sample())
        return 10 * count

    return work


def jaipur_aec(kind: str, style: str, *, sampled: bool = False) -> Workload:
    """Steps of our PettingZoo environment, `env` or `raw_env`."""
    from jaipur.envs.pettingzoo import jaipur_v1

    return agents(getattr(jaipur_v1, kind)(style=style), sampled=sampled)


def pettingzoo_aec(name: str) -> Workload:
    """Steps of an environment that comes with PettingZoo."""
    import pettingzoo

    return agents(pettingzoo.make("aec", name), sampled=True)


def agents(env: Any, *, sampled: bool) -> Workload:
    """Steps of an AEC environment, by its list of legal actions or sampled with its mask."""
    rng, seeds = Random(1), iter(range(10**9))

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
                action = info["legal"][rng.randrange(info["legal_count"])]
            env.step(action)
            steps += 1
        return steps

    return work


def spiel(name: str, module: str | None = None) -> Workload:
    """Decisions of a game of OpenSpiel that is driven from Python, chance included."""
    import pyspiel

    if module:
        importlib.import_module(module)
    game, rng = pyspiel.load_game(name), Random(1)

    def work() -> int:
        decisions, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_sample(state.chance_outcomes(), rng))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        state.returns()
        return decisions

    return work


def _sample(outcomes: list[tuple[int, float]], rng: Random) -> int:
    rest = rng.random()
    for action, probability in outcomes:
        rest -= probability
        if rest < 0:
            return action
    return outcomes[-1][0]


def pgx_batch(name: str) -> Workload:
    """Steps of a batch of 1,024 games of Pgx."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def one(state: Any, key: Any) -> Any:
        action_key, step_key = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return step(state, jax.random.categorical(action_key, logits), step_key)

    many = jax.jit(jax.vmap(one))
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, ROWS))

    def work() -> int:
        nonlocal key, state
        for _ in range(5):
            key, batch_key = jax.random.split(key)
            state = many(state, jax.random.split(batch_key, ROWS))
        state.observation.block_until_ready()
        return 5 * ROWS

    work()  # compile before measuring
    return work


def rlcard(name: str) -> Workload:
    """Steps of a game of RLCard."""
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
