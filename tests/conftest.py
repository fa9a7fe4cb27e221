"""What all tests share: the tiny ruleset is known, and Hypothesis draws the same every time."""

import signal

import pytest
from hypothesis import HealthCheck, settings

import jaipur
from tests.builders import BOTH, TINY

jaipur.register_ruleset(TINY)

# Started in the background by a shell, tests are deaf to Ctrl-C, and so would be what they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "project",
    derandomize=True,
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("project")


@pytest.fixture(params=BOTH)
def ruleset(request: pytest.FixtureRequest) -> str:
    """Both first-class rulesets, one after the other."""
    return str(request.param)
