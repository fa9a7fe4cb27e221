"""The rating model: what moves a rating, and by how much."""

from __future__ import annotations

from dataclasses import replace

import pytest

from jaipur.coach.adjusted_rounds import adjusted_rounds
from jaipur.players import LevelPlayer, play_match
from jaipur.players.glicko import GlickoRating, GlickoResult, rate, rest
from jaipur.players.levels import LEVELS
from jaipur.players.rated_rounds import RatedRound, rated_rounds
from jaipur.players.rating_book import (
    PROVISIONAL_DEVIATION,
    START_RATING,
    STARTER_ADVANTAGE,
    WEEK_MS,
    RatedMatch,
    RatingBook,
    Standing,
)
from jaipur.rules.match import Match

DAY_MS = WEEK_MS // 7
NOW = 1_790_000_000_000


def a_match(
    number: int = 0,
    scores: str = "11",
    *,
    users: tuple[str | None, str | None] = ("anna", "bela"),
    level: str | None = None,
    at: int = NOW,
    first: int = 0,
) -> RatedMatch:
    """A match with these scores of seat 0, one a round."""
    rounds = tuple(RatedRound(first, float(score)) for score in scores)
    return RatedMatch(
        id=f"match{number}",
        ended_at=at,
        ruleset="standard",
        users=users,
        level=level,
        rounds=rounds,
    )


def against(level: str, number: int, scores: str, at: int = NOW) -> RatedMatch:
    return a_match(number, scores, users=("anna", None), level=level, at=at)


def settled(name: str, rating: float) -> dict[str, Standing]:
    known = GlickoRating(rating=rating, deviation=60)
    return {name: Standing(rating=known, at=NOW, matches=20, rounds=50)}


def test_who_wins_rises_and_who_loses_falls_as_much() -> None:
    book = RatingBook()
    book.add(a_match(scores="10"))
    anna, bela = (book.standings[name].rating for name in ("anna", "bela"))
    assert anna.rating + bela.rating == pytest.approx(2 * START_RATING.rating)
    book.add(a_match(1, "11", at=NOW + 1))
    assert book.standings["anna"].rating.rating > 1450
    assert (book.standings["anna"].matches, book.standings["anna"].rounds) == (2, 4)


def test_a_level_is_an_anchor_that_stays() -> None:
    book = RatingBook()
    for number in range(60):
        at = NOW + number * WEEK_MS
        book.add(against("spicer", number, "10", at))
    assert set(book.standings) == {"anna"}
    # Half of the rounds, all of which anna began: as strong as the level, less what that is worth.
    measured = LEVELS[2].rating() or 0
    assert book.standings["anna"].rating.rating == pytest.approx(
        measured - STARTER_ADVANTAGE["standard"], abs=35
    )


def test_to_win_without_beginning_is_worth_more() -> None:
    first, second = RatingBook(), RatingBook()
    first.add(a_match(first=0))
    second.add(a_match(first=1))
    assert second.standings["anna"].rating.rating > first.standings["anna"].rating.rating + 5


def test_a_pair_that_meets_again_within_a_week_counts_less_each_time() -> None:
    book = RatingBook()
    weights = [book.add(a_match(n, at=NOW + n * DAY_MS))[0].weight for n in range(4)]
    assert weights == [1, 1 / 2, 1 / 3, 1 / 4]
    swapped = a_match(4, users=("bela", "anna"), at=NOW + 4 * DAY_MS)
    assert book.add(swapped)[0].weight == 1 / 5
    assert book.add(a_match(5, users=("anna", "carl"), at=NOW + 4 * DAY_MS))[0].weight == 1
    # The first four were more than a week ago by then.
    assert book.add(a_match(6, at=NOW + 11 * DAY_MS - 1))[0].weight == 1 / 2


def test_a_hundred_wins_against_a_friend_in_a_week_are_worth_five() -> None:
    farmed, honest = RatingBook(settled("anna", 1400)), RatingBook(settled("anna", 1400))
    for number in range(100):
        farmed.add(a_match(number, at=NOW + number))
    for number in range(8):
        honest.add(a_match(number, users=("anna", f"other{number}"), at=NOW + number))
    gained, earned = (book.standings["anna"].rating.rating for book in (farmed, honest))
    assert gained < earned


def test_the_deviation_grows_with_the_time_away() -> None:
    standing = settled("anna", 1500)["anna"]
    year = standing.rating_at(NOW + 52 * WEEK_MS)
    assert (year.rating, round(year.deviation)) == (1500, 96)
    assert standing.rating_at(NOW - 5).deviation == pytest.approx(60)


def test_a_rating_is_provisional_for_some_25_rounds() -> None:
    book = RatingBook()
    deviations = []
    for number in range(12):
        users = ("anna", f"other{number}")
        book.standings |= settled(f"other{number}", 1200)
        book.add(a_match(number, "101" if number % 2 else "010", users=users, at=NOW))
        deviations.append(book.standings["anna"].rating.deviation)
    sure = next(n for n, it in enumerate(deviations, 1) if it < PROVISIONAL_DEVIATION)
    assert 20 <= 3 * sure <= 30


def test_a_match_without_a_round_changes_nothing() -> None:
    book = RatingBook()
    assert book.add(a_match(scores="")) == []
    assert book.standings == {}


def test_a_level_that_was_not_measured_is_refused() -> None:
    with pytest.raises(ValueError, match="must be measured, got 'level:1240'"):
        RatingBook().add(against("level:1240", 0, "1"))


def test_going_on_from_stored_ratings_is_the_same_as_going_through() -> None:
    matches = [
        a_match(n, "110" if n % 3 else "00", users=("anna", "bela"), at=NOW + n * DAY_MS)
        for n in range(20)
    ]
    whole, first = RatingBook(), RatingBook()
    for match in matches:
        whole.add(match)
    for match in matches[:12]:
        first.add(match)
    met = [(match.pair, match.ended_at) for match in matches[:12]]
    rest_of_it = RatingBook(first.standings, met)
    for match in matches[12:]:
        rest_of_it.add(match)
    assert rest_of_it.standings == whole.standings


def test_a_weight_of_one_half_is_half_the_evidence() -> None:
    player = GlickoRating(rating=1500, deviation=100)
    other = GlickoRating(rating=1600, deviation=50)
    whole = rate(player, [GlickoResult(opponent=other, score=1.0)])
    halves = rate(player, 2 * [GlickoResult(opponent=other, score=1.0, weight=0.5)])
    assert halves.rating == pytest.approx(whole.rating)
    assert halves.deviation == pytest.approx(whole.deviation)


def test_an_advantage_is_a_lower_rating_of_the_opponent() -> None:
    player = GlickoRating(rating=1500, deviation=100)
    weak, strong = (GlickoRating(rating=it, deviation=50) for it in (1560, 1600))
    helped = rate(player, [GlickoResult(opponent=strong, score=1.0, advantage=40)])
    assert helped == rate(player, [GlickoResult(opponent=weak, score=1.0)])
    assert rest(rest(player, 0.5), 0.5).deviation == pytest.approx(rate(player, []).deviation)


# The rounds of a match.


def played_match() -> Match:
    players = [LevelPlayer(LEVELS[2], seed) for seed in (0, 1)]
    return play_match(players, Match.deal(7, first=0))


def test_each_round_counts_by_its_seal() -> None:
    match = played_match()
    scores = [float(played.seal == 0) for played in match.rounds]
    assert [it.score for it in rated_rounds(match)] == scores
    assert [it.first for it in rated_rounds(match)] == [it.first for it in match.rounds]


def test_who_gives_up_at_once_loses_two_rounds() -> None:
    match = Match.deal(7, first=0).resign(0)
    assert rated_rounds(match) == (RatedRound(0, 0.0), RatedRound(0, 0.0))
    other = Match.deal(7, first=0).abandon(1)
    assert rated_rounds(other) == (RatedRound(0, 1.0), RatedRound(1, 1.0))


def test_who_gives_up_behind_loses_the_round_that_was_left() -> None:
    match = played_match()
    one = replace(match, rounds=match.rounds[:1], ended=None)
    loser = 1 - (one.rounds[0].seal or 0)
    between = one.resign(loser)
    lost = float(loser == 1)
    assert rated_rounds(between) == (
        RatedRound(0, lost),
        RatedRound(loser, lost),
    )
    running = one.next_round().resign(loser)
    assert rated_rounds(running) == rated_rounds(between)
    ahead = one.next_round().resign(1 - loser)
    assert [it.score for it in rated_rounds(ahead)] == [lost, 1 - lost, 1 - lost]


def test_luck_taken_out_leaves_scores_between_the_results() -> None:
    matches = [
        play_match([LevelPlayer(LEVELS[3], n), LevelPlayer(LEVELS[3], n + 50)], Match.deal(n))
        for n in range(40)
    ]
    plain = [it.score for match in matches for it in rated_rounds(match)]
    adjusted = [it.score for match in matches for it in adjusted_rounds(match)]
    assert len(plain) == len(adjusted)
    mean = sum(adjusted) / len(adjusted)
    spread = sum((it - mean) ** 2 for it in adjusted) / len(adjusted)
    # Results of equals spread by a quarter; most of that is luck.
    assert spread < 0.12
    assert 0.3 < mean < 0.7
