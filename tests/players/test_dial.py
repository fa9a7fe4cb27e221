"""The dial: what `level:1240` means, and what it refuses."""

from dataclasses import astuple

import pytest

from jaipur import Match
from jaipur.errors import UnknownPlayer
from jaipur.players import make_player, play_match
from jaipur.players.dial import dial_range, level_at
from jaipur.players.levels import LEVELS, ratings
from tests.builders import BOTH, played


@pytest.mark.parametrize("ruleset", BOTH)
def test_at_the_rating_of_a_level_it_is_that_level(ruleset: str) -> None:
    for level in LEVELS[:-1]:
        rating = level.rating(ruleset)
        assert rating is not None
        found = level_at(rating, ruleset)
        assert astuple(found.handicap) == pytest.approx(astuple(level.handicap))
        assert not found.thinks
    top = LEVELS[-1].rating(ruleset)
    assert top is not None
    found = level_at(top, ruleset)
    assert (found.thinks, found.samples) == (True, 1000)


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_higher_rating_has_smaller_mistakes_and_then_more_samples(ruleset: str) -> None:
    known = ratings()[ruleset]
    one_ply = known["one-ply"]
    levels = [level_at(rating, ruleset) for rating in range(known["kite"], known["jeweller"], 10)]
    noises = [level.handicap.noise for level in levels]
    samples = [level.samples or 0 for level in levels]
    assert noises == sorted(noises, reverse=True)
    assert samples == sorted(samples)
    for level in levels:
        assert level.thinks == (int(level.name.removeprefix("level:")) > one_ply)


def test_a_dial_is_between_its_neighbours() -> None:
    kite, porter = (level.rating() for level in LEVELS[:2])
    assert kite is not None
    assert porter is not None
    middle = level_at((kite + porter) // 2, "standard").handicap
    assert LEVELS[1].handicap.noise < middle.noise < LEVELS[0].handicap.noise


def test_another_ruleset_plays_as_the_standard_one() -> None:
    assert level_at(dial_range()[0] + 100, "tiny") == level_at(dial_range()[0] + 100, "standard")


@pytest.mark.parametrize(
    "text", ["", "0", "-5", "12.5", "abc", "99999", "1e3", "01240", " 1240", "١٢٤٠"]
)
def test_a_rating_that_cannot_be_played_is_refused(text: str) -> None:
    lowest, highest = dial_range()
    message = f"must be a whole number from {lowest} to {highest}, got {text!r}"
    with pytest.raises(UnknownPlayer) as caught:
        make_player(f"level:{text}")
    assert message in str(caught.value)


def test_both_ends_of_the_range_can_be_played_with_both_rulesets() -> None:
    for rating in dial_range():
        for ruleset in BOTH:
            make_player(f"level:{rating}").choose(played(ruleset, 2, 9).view(1))
    for rating in (dial_range()[0] - 1, dial_range()[1] + 1):
        with pytest.raises(UnknownPlayer):
            make_player(f"level:{rating}")


def test_below_the_range_of_a_ruleset_no_level_is_made() -> None:
    with pytest.raises(ValueError, match="rating must be from .* to .* with box, got 1"):
        level_at(1, "box")


def test_a_dial_is_a_function_of_its_seed_and_the_view_and_says_its_name(ruleset: str) -> None:
    name = f"level:{dial_range()[0] + 150}"
    match = Match.deal(4, ruleset=ruleset, seals=1)
    games = [play_match([make_player(name, 3), make_player("greedy")], match) for _ in range(2)]
    assert games[0].record() == games[1].record()
    assert make_player(name).name == name
