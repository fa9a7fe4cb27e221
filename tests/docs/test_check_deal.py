"""The example program, which knows nothing of the library, deals as the library does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import jaipur

PROGRAM = Path(__file__).parents[2] / "examples" / "check_deal.py"


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", str(PROGRAM), *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def deals(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_it_is_short_and_does_not_use_the_library() -> None:
    text = PROGRAM.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 30
    assert "import jaipur" not in text
    assert "from jaipur" not in text


@pytest.mark.parametrize("ruleset", ["standard", "box"])
@pytest.mark.parametrize("seed", ["7", "0", "-1", "a caravan", "été"])
def test_it_deals_as_the_library_does(seed: str, ruleset: str) -> None:
    done = run(seed, ruleset, "1", "2", "3")
    assert done.returncode == 0, done.stderr
    for number, dealt in enumerate(deals(done.stdout), 1):
        first, deck, bonus = jaipur.deal_from(seed, number, ruleset)
        assert dealt == {
            "first": first,
            "deck": deck,
            "bonus": {str(size): list(pile) for size, pile in bonus.items()},
        }


def test_bytes_are_given_in_hexadecimal() -> None:
    seed = bytes(range(32))
    (dealt,) = deals(run(seed.hex(), "standard", "1").stdout)
    assert dealt["deck"] == jaipur.deal_from(seed).deck


def a_record_of_three_rounds() -> dict[str, Any]:
    match = jaipur.Match.deal(seed=7, ruleset="box").forfeit(0).next_round().forfeit(1)
    match = match.next_round()
    return match.play(match.round.legal_moves()[0]).record()


def test_a_record_that_was_dealt_from_the_seed_passes() -> None:
    record = a_record_of_three_rounds()
    done = run("7", "box", stdin=json.dumps(record))
    assert done.returncode == 0, done.stderr
    assert [dealt["deck"] for dealt in deals(done.stdout)] == [
        played["deck"] for played in record["rounds"]
    ]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_record_that_was_dealt_otherwise_fails(number: int) -> None:
    record = a_record_of_three_rounds()
    played = record["rounds"][number - 1]
    played["deck"] = played["deck"][::-1]
    done = run("7", "box", stdin=json.dumps(record))
    assert done.returncode == 1
    assert done.stderr == f"Round {number} of the record was dealt otherwise.\n"


def test_a_first_starter_who_was_not_drawn_fails() -> None:
    record = a_record_of_three_rounds()
    record["rounds"][0]["first"] ^= 1
    assert run("7", "box", stdin=json.dumps(record)).returncode == 1


def test_another_seed_fails() -> None:
    record = json.dumps(a_record_of_three_rounds())
    assert run("8", "box", stdin=record).returncode == 1
