"""The page on security has the figures of the code."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from jaipur import PLY_LIMIT
from jaipur.server import game, http_protocol, source_match
from jaipur.server.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs/security.md").read_text("utf-8")
LIMITS = re.findall(r"^\| `(\w+)` \| (\d+) \| ([\d./]+) \|", PAGE, re.MULTILINE)
SETTINGS = re.findall(r"^\| `(\w+)` \| (\d+) \| [a-z]", PAGE, re.MULTILINE)


def test_every_limit_of_requests_is_listed() -> None:
    found = {name: (int(burst), float(Fraction(rate))) for name, burst, rate in LIMITS}
    limits = Settings().limits
    assert found == {name: (limit.burst, limit.rate) for name, limit in limits.items()}


@pytest.mark.parametrize(("name", "value"), SETTINGS)
def test_a_setting_has_the_default_of_the_page(name: str, value: str) -> None:
    assert getattr(Settings(), name) == int(value)


def test_the_page_lists_the_settings_that_limit_something() -> None:
    assert len(SETTINGS) >= 12


def test_the_fixed_limits_are_those_of_the_page() -> None:
    for number in (
        http_protocol.HEAD_BYTES,
        http_protocol.HEAD_FIELDS,
        http_protocol.PIPELINED_REQUESTS,
        game.MAX_ROUNDS,
        game.MAX_TAKE_BACKS,
        source_match.MAX_MOVES,
        PLY_LIMIT,
    ):
        assert re.search(rf"\b{number:,}\b", PAGE)


CITED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)


@pytest.mark.parametrize(("file", "test"), CITED)
def test_a_test_that_the_page_names_exists(file: str, test: str) -> None:
    assert f"def {test}(" in (Path(__file__).parents[2] / file).read_text("utf-8")


# OWASP ASVS 5.0.0: with how many items of levels 1 and 2 each section of these chapters begins;
# those of level 3 come last.
SECTIONS = (
    *(("6.1", 3), ("6.2", 12), ("6.3", 4), ("6.4", 4), ("6.5", 5), ("6.6", 3), ("6.8", 4)),
    *(("7.1", 3), ("7.2", 4), ("7.3", 2), ("7.4", 5), ("7.5", 2), ("7.6", 2)),
    *(("8.1", 2), ("8.2", 3), ("8.3", 1), ("8.4", 1)),
)
ITEMS = re.findall(r"^\| ((?:\d\.\d\.\d+(?:, )?)+) \| (.*) \|$", PAGE, re.MULTILINE)


def test_every_item_of_the_standard_is_on_the_page_once() -> None:
    found = sorted(item for items, _ in ITEMS for item in items.split(", "))
    listed = [f"{name}.{n + 1}" for name, count in SECTIONS for n in range(count)]
    assert found == sorted(listed)


def test_every_item_that_is_met_has_its_test() -> None:
    page = PAGE[PAGE.index("### OWASP ASVS") : PAGE.index("Not met, or not in full:")]
    met = re.findall(r"^\| \d\.\d\.\d.*$", page, re.MULTILINE)
    assert len(met) > 25
    assert [row for row in met if not re.search(r"\| `tests/[\w/]+\.py::\w+` \|$", row)] == []
