"""Pairs with their luck taken out: unbiased, with intervals that hold, and the same everywhere."""

from math import isclose, sqrt
from random import Random
from statistics import mean

import pytest

from jaipur.arena import Duel, DuelResult, Entrant, Sprt, play_duel, worker_for
from jaipur.arena.adjustment import Adjustment
from jaipur.arena.game_luck import GameLuck
from jaipur.arena.sprt import MIN_ADJUSTED_PAIRS
from jaipur.arena.statistics import ScoreSums, expected_share, share_estimate

CARAVAN, SPICER = Entrant("caravan"), Entrant("spicer")
GREEDY, RANDOM = Entrant("greedy"), Entrant("random")


def a_pair(rng: Random, share: float, scale: float = 1.0) -> tuple[float, GameLuck]:
    """The share and the luck of a made-up pair in which luck decides most, times `scale`."""
    points, lucks = 0, []
    for _ in range(2):
        draws, bonus = rng.uniform(-0.35, 0.35), rng.uniform(-0.1, 0.1)
        points += rng.random() < share + draws + bonus
        lucks.append(GameLuck(0.0, draws * scale, bonus * scale))
    return points / 2, GameLuck().plus(lucks[0], 0.5).plus(lucks[1], 0.5)


def adjusted(rng: Random, share: float, pairs: int, scale: float = 1.0) -> Adjustment:
    found = Adjustment()
    for _ in range(pairs):
        found.add(*a_pair(rng, share, scale))
    return found


@pytest.fixture(scope="module")
def against_itself() -> DuelResult:
    """A level against itself, whose noise makes the two rounds of a deal differ."""
    return play_duel(Duel((CARAVAN, CARAVAN), rounds=40, seed="7"))


def test_the_first_pair_loses_all_of_its_luck() -> None:
    found = Adjustment()
    found.add(0.75, GameLuck(0.05, 0.2, -0.1))
    assert isclose(found.scores[0], 0.75 - 0.15)


def test_where_all_pairs_are_alike_there_is_no_variance_to_lower() -> None:
    found = Adjustment()
    for draws in (0.1, -0.2, 0.3):
        found.add(1.0, GameLuck(0.0, draws, 0.0))
    assert found.variance_ratio is None


def test_coefficients_depend_on_earlier_pairs_only() -> None:
    rng = Random(2)
    pairs = [a_pair(rng, 0.5) for _ in range(40)]
    found = Adjustment()
    for share, luck in pairs[:20]:
        found.add(share, luck)
    before = found.coefficients
    # Whatever the next pair is, its luck is multiplied with what was fitted before it.
    for share, luck in ((0.0, GameLuck(0.0, 0.5, 0.5)), pairs[20]):
        again = Adjustment()
        for earlier in pairs[:20]:
            again.add(*earlier)
        again.add(share, luck)
        taken = sum(c * part for c, part in zip(before, luck, strict=True))
        assert isclose(again.scores[-1], share - taken)
        assert again.coefficients != before


def test_a_network_that_says_too_little_is_corrected() -> None:
    """Half of the true luck is worth twice as much."""
    found = adjusted(Random(3), 0.5, 3000, scale=0.5)
    assert isclose(found.coefficients.draws, 2.0, rel_tol=0.1)
    assert found.coefficients.deal == 1.0  # the deal says nothing in pairs of rounds


@pytest.mark.parametrize("scale", [1.0, 3.0, -1.0])
def test_the_adjusted_share_is_unbiased_whatever_the_network_says(scale: float) -> None:
    """The mean over 1,000 short duels, even where luck has the wrong size or sign."""
    rng, means = Random(4), []
    for _ in range(1000):
        means.append(mean(adjusted(rng, 0.55, 6, scale).scores))
    centre = mean(means)
    error = sqrt(sum((one - centre) ** 2 for one in means)) / len(means)
    assert abs(centre - 0.55) < 3 * error


@pytest.mark.parametrize("pairs", [15, 80])
def test_an_interval_of_95_percent_holds_the_truth_that_often(pairs: int) -> None:
    rng, tries = Random(5), 400
    shares = [adjusted(rng, 0.54, pairs).sums.share for _ in range(tries)]
    held = sum(share.low <= 0.54 <= share.high for share in shares) / tries
    assert 0.93 <= held <= 0.99
    assert sum(share.low > 0.54 for share in shares) / tries <= 0.04


def test_scores_of_whole_pairs_have_the_interval_of_their_counts() -> None:
    sums = ScoreSums()
    for score in [0.0] * 3 + [0.25] * 2 + [0.5] * 20 + [0.75] * 5 + [1.0] * 30:
        sums = sums.plus(score)
    counted = share_estimate([3, 2, 20, 5, 30])
    assert isclose(sums.share.low, counted.low)
    assert isclose(sums.share.high, counted.high)


def test_scores_beyond_all_rounds_won_stay_within_one() -> None:
    sums = ScoreSums()
    for score in (1.1, 1.0, 1.05, 0.95):
        sums = sums.plus(score)
    assert (sums.share.value, sums.share.high) == (1.0, 1.0)
    assert 0.3 < sums.share.low < 0.9


@pytest.mark.parametrize(("truth", "verdict"), [(0, "elo0"), (60, "elo1")])
def test_the_adjusted_test_is_wrong_in_about_five_percent(truth: float, verdict: str) -> None:
    test, rng, tries, wrong = Sprt(0, 60), Random(6), 150, 0
    for _ in range(tries):
        found, decided = Adjustment(), None
        while decided is None:
            found.add(*a_pair(rng, expected_share(truth)))
            decided = test.adjusted_verdict(found.sums)
        wrong += decided != verdict
        assert found.sums.count >= MIN_ADJUSTED_PAIRS
    assert wrong / tries <= 0.08


def test_without_luck_the_adjusted_test_is_the_plain_one_nearly() -> None:
    pairs, sums = [50, 20, 300, 30, 80], ScoreSums()
    for count, score in zip(pairs, (0.0, 0.25, 0.5, 0.75, 1.0), strict=True):
        for _ in range(count):
            sums = sums.plus(score)
    test = Sprt(0, 10)
    assert isclose(test.adjusted_ratio(sums), test.ratio(pairs), rel_tol=0.03, abs_tol=0.02)


def test_there_is_no_adjusted_verdict_after_few_pairs() -> None:
    sums = ScoreSums()
    for _ in range(MIN_ADJUSTED_PAIRS - 1):
        sums = sums.plus(1.0)
    assert Sprt(0, 400).adjusted_verdict(sums) is None
    assert Sprt(0, 400).adjusted_verdict(sums.plus(1.0)) is not None


def test_a_player_against_itself_is_even(against_itself: DuelResult) -> None:
    share = against_itself.tally.adjusted_share
    assert share.low < 0.5 < share.high


def test_without_luck_pairs_vary_less(against_itself: DuelResult) -> None:
    tally = against_itself.tally
    assert tally.adjustment.variance_ratio is not None
    assert tally.adjustment.variance_ratio > 1.3
    assert tally.adjusted_share.high - tally.adjusted_share.low < (
        tally.share.high - tally.share.low
    )


def test_a_known_difference_is_found_again() -> None:
    """A level against one that is much weaker: results with and without luck agree."""
    tally = play_duel(Duel((CARAVAN, SPICER), rounds=24, seed="9")).tally
    assert tally.adjusted_share.low > 0.6  # 96.7 % in docs/strength.md
    assert tally.share.low < tally.adjusted_share.value <= 1
    assert tally.adjusted_share.low < tally.share.value


def test_the_adjusted_result_is_the_same_in_two_processes() -> None:
    duel = Duel((GREEDY, RANDOM), rounds=6, seed="3")
    here, there = play_duel(duel), play_duel(duel, worker=worker_for(2))
    assert here.tally.adjustment == there.tally.adjustment


def test_mirrored_rounds_of_a_player_without_chance_leave_nothing() -> None:
    """Both rounds of a deal are the same, with the seats swapped, and so is their luck."""
    tally = play_duel(Duel((Entrant("one-ply"), Entrant("one-ply")), rounds=8, seed="1")).tally
    assert tally.adjustment.scores == [0.5] * 4
    assert tally.adjustment.variance_ratio is None


def test_the_adjusted_test_ends_a_duel_if_asked_to() -> None:
    duel = Duel((CARAVAN, SPICER), rounds=200, seed="3", sprt=Sprt(0, 100), adjusted_only=True)
    result = play_duel(duel)
    assert result.adjusted_verdict == ("elo1", result.tally.games // 2)
    assert MIN_ADJUSTED_PAIRS <= result.tally.games // 2 < 60
    assert result.summary()["sprt"]["adjusted"] == {
        "llr": round(result.adjusted_ratio or 0.0, 4),
        "verdict": "elo1",
        "pairs": result.tally.games // 2,
        "ends_duel": True,
    }


def test_only_a_duel_with_a_test_can_end_by_the_adjusted_one() -> None:
    with pytest.raises(ValueError, match="adjusted_only needs a sequential test, got sprt=None"):
        Duel((CARAVAN, SPICER), rounds=2, adjusted_only=True)
