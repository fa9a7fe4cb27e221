"""What all tests share: the tiny ruleset is known, and Hypothesis draws the same every time."""

import pytest
from hypothesis import HealthCheck, settings

import jaipur
from tests.builders import BOTH, TINY

jaipur.register_ruleset(TINY)

settings.register_profile(
    "house",
    derandomize=True,
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")


@pytest.fixture(params=BOTH)
def ruleset(request: pytest.FixtureRequest) -> str:
    """Both first-class rulesets, one after the other."""
    return str(request.param)
