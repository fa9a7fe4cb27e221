"""Each framework is imported by its own file, and by nothing else."""

import subprocess
import sys

import pytest

FRAMEWORKS = {
    "numpy",
    "gymnasium",
    "pettingzoo",
    "pyspiel",
    "torch",
    "stable_baselines3",
    "jax",
    "pyarrow",
}


@pytest.mark.parametrize(
    ("module", "brings"),
    [
        ("jaipur", set()),
        ("jaipur.envs", set()),
        ("jaipur.envs.observation", set()),
        ("jaipur.envs.stepwise", set()),
        ("jaipur.envs.batch", {"numpy"}),
        ("jaipur.envs.evaluate", {"numpy"}),
        ("jaipur.envs.learning_curve", {"numpy"}),
        ("jaipur.envs.record_arrays", {"numpy"}),
        ("jaipur.envs.arrow", {"numpy", "pyarrow"}),
        ("jaipur.envs.gymnasium", {"numpy", "gymnasium"}),
        ("jaipur.envs.pettingzoo", {"numpy", "gymnasium", "pettingzoo"}),
        ("jaipur.envs.openspiel", {"numpy", "pyspiel"}),
    ],
)
def test_a_module_brings_these_frameworks(module: str, brings: set[str]) -> None:
    program = f"import sys, {module}; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert set(run.stdout.split()) & FRAMEWORKS == brings
