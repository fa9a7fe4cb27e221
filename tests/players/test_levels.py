"""The levels: five of them, each a function of its seed and the view."""

import json
import re
from importlib.resources import files

import pytest

from jaipur import Match, Round
from jaipur.engine.traits import Handicap
from jaipur.players import NAMES, Budget, make_player, play_match
from jaipur.players.levels import LEVELS, find_level, ratings
from tests.builders import ALL, played

FEW = Budget(samples=30)
SEARCHING = ("reference", "flat")


def test_there_are_five_levels_with_short_names() -> None:
    assert len(LEVELS) == len({level.name for level in LEVELS}) == 5
    for place, level in enumerate(LEVELS):
        assert re.fullmatch("[a-z]{3,8}", level.name)
        assert level.name == str(level)
        assert level.name in NAMES
        assert level.order == place
        assert find_level(level.name) is level
        assert level.sentence.endswith(".")
    assert find_level("random") is None


@pytest.mark.parametrize("name", [name for name in NAMES if name != "random"])
def test_a_player_is_a_function_of_its_seed_and_the_view(name: str) -> None:
    player = make_player(name, 5, FEW)
    views = [table.view(table.turn) for table in (played("standard", 2, ply) for ply in (0, 9, 20))]
    first = [player.choose(view) for view in views]
    assert [player.choose(view) for view in reversed(views)] == first[::-1]
    assert [make_player(name, 5, FEW).choose(view) for view in views] == first


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("name", [name for name in NAMES if name not in SEARCHING])
def test_every_level_plays_every_ruleset(name: str, ruleset: str) -> None:
    players = [make_player(name, 1, FEW), make_player("random", 2)]
    match = play_match(players, Match.deal(4, ruleset=ruleset, seals=1))
    assert match.is_over


@pytest.mark.parametrize("name", SEARCHING)
@pytest.mark.parametrize("ruleset", ALL)
def test_baselines_that_search_play_every_ruleset(name: str, ruleset: str) -> None:
    table = Round.deal(seed=4, ruleset=ruleset)
    for _ in range(4):
        table = table.play(make_player(name, 1, FEW).choose(table.view(table.turn)))


def test_a_noisy_level_chooses_differently_with_every_seed() -> None:
    view = Round.deal(seed=7).view(0)
    assert len({make_player("kite", seed).choose(view) for seed in range(20)}) > 3
    assert len({make_player("one-ply", seed).choose(view) for seed in range(20)}) == 1


def test_only_the_strongest_level_searches() -> None:
    assert [level.thinks for level in LEVELS] == [False] * 4 + [True]
    assert LEVELS[-1].handicap == Handicap()
    view = played("standard", 2, 9).view(1)
    for level in LEVELS[:4]:
        moves = {make_player(level.name, 3, Budget(samples=n)).choose(view) for n in (1, 500)}
        assert len(moves) == 1


def test_ratings_are_numbers_of_known_players_or_not_there() -> None:
    data = json.loads(files("jaipur.players").joinpath("ratings.json").read_bytes())
    assert data == ratings()
    for ruleset in ("standard", "box"):
        assert set(data[ruleset]) <= set(NAMES)
        assert all(isinstance(rating, int) for rating in data[ruleset].values())
        found = [level.rating(ruleset) for level in LEVELS]
        known = [rating for rating in found if rating is not None]
        assert known == sorted(known)
        assert len(known) in (0, 5)
