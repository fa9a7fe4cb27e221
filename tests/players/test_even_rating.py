"""The rating that gives even chances: simulated people of known strength get there."""

from random import Random

import pytest

from jaipur.players.even_rating import MatchResult, even_rating, match_chance

START = 1000


def test_without_results_it_is_the_start() -> None:
    assert even_rating([], START) == START


def test_a_win_raises_it_and_a_loss_lowers_it() -> None:
    assert even_rating([MatchResult(START, True)], START) > START + 50
    assert even_rating([MatchResult(START, False)], START) < START - 50


def test_beating_the_stronger_says_more() -> None:
    weak, strong = MatchResult(START - 200, True), MatchResult(START + 200, True)
    assert even_rating([strong], START) > even_rating([weak], START)


def test_the_latest_results_count_most() -> None:
    better = [MatchResult(START, True)] * 5 + [MatchResult(START, False)] * 5
    assert even_rating(better, START) > START > even_rating(better[::-1], START)


def test_a_match_of_equals_is_even() -> None:
    assert match_chance(0) == 0.5
    assert match_chance(200) + match_chance(-200) == pytest.approx(1)
    assert match_chance(200) > 1 / (1 + 10 ** (-200 / 400))  # luck is less in more rounds


@pytest.mark.parametrize("strength", [800, 1100, 1400, 1700])
def test_simulated_people_come_to_even_chances(strength: int) -> None:
    won = matches = 0
    for person in range(12):
        rng, results = Random(f"{strength} {person}"), list[MatchResult]()
        for number in range(90):
            rating = even_rating(results[:30], START)
            result = MatchResult(rating, rng.random() < match_chance(strength - rating))
            results.insert(0, result)
            if number >= 30:
                won, matches = won + result.won, matches + 1
    assert won / matches == pytest.approx(0.5, abs=0.06)


def test_it_follows_somebody_who_improves() -> None:
    rng, results = Random(2), list[MatchResult]()
    for number in range(150):
        strength = 900 if number < 60 else 1300
        rating = even_rating(results[:30], START)
        results.insert(0, MatchResult(rating, rng.random() < match_chance(strength - rating)))
    last = [result.rating for result in results[:50]]
    assert sum(last) / len(last) == pytest.approx(1300, abs=80)
