"""The command that measures ratings: its smallest run, and that each player is linked."""

import itertools
import json
import sys
from pathlib import Path

import pytest

from jaipur.players import NAMES
from jaipur.players.levels import LEVELS
from training import measure_ratings
from training.measure_ratings import HANDICAPS, STEPS, pairings, rated


def test_it_writes_a_rating_for_every_level_and_yardstick(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "ratings.json"
    out.write_text('{"box": {"kite": 1}}')
    monkeypatch.setattr(measure_ratings, "SAMPLES", 40)
    options = ["--deals", "4", "--rounds", "2", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["measure_ratings", *options])
    measure_ratings.main()
    found = json.loads(out.read_text())
    assert found["box"] == {"kite": 1}
    assert {level.name for level in LEVELS} < set(found["standard"]) < set(NAMES)
    assert found["standard"]["random"] == 0
    assert "| jeweller | " in capsys.readouterr().out


def test_the_strongest_level_meets_its_neighbours_only() -> None:
    met = {other for one, other in pairings() if one == LEVELS[-1].name}
    assert met == {"one-ply", "caravan"}


def test_the_scale_begins_at_random() -> None:
    names = [*HANDICAPS, *STEPS, "random"]
    scores = {(one, other): [3.0, 2.0] for one, other in itertools.pairwise(names)}
    ratings = rated(scores)
    assert ratings["random"].value == 0
    assert list(ratings) == names
