"""A call that would take all memory fails as a test, and not as a machine."""

import resource
from collections.abc import Iterator

import pytest

MOST_BYTES = 8 * 2**30


@pytest.fixture(autouse=True)
def limited_memory() -> Iterator[None]:
    """MemoryError beyond a few gigabytes, while a fuzz test runs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, hard))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
