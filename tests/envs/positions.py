"""Positions for the tests of environments: running rounds of every ruleset."""

from collections.abc import Iterator
from random import Random

import jaipur.envs  # noqa: F401 - registers the ruleset mini
from jaipur import Round
from tests.builders import played

RULESETS = ("standard", "box", "tiny", "mini")


def positions(ruleset: str, count: int, plies: int = 40) -> Iterator[Round]:
    """Running rounds after a random number of random moves."""
    rng = Random(count)
    found = 0
    for seed in range(100 * count):
        table = played(ruleset, seed, rng.randrange(plies))
        if not table.is_over:
            found += 1
            yield table
        if found == count:
            return
