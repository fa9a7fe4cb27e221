"""Duels: what is counted, and when they stop."""

from typing import Any

import pytest

from jaipur.arena import Duel, Entrant, Pair, Sprt, Tally, Tournament, play_duel
from jaipur.arena.game_luck import GameLuck
from jaipur.arena.pair import Forfeit, Outcome, ThinkingTime
from jaipur.errors import UnknownRuleset

RANDOM, GREEDY = Entrant("random"), Entrant("greedy")


def an_outcome(points: int, forfeit: Forfeit | None = None) -> Outcome:
    thinking = (ThinkingTime(10, 1.0, 0.5), ThinkingTime(10, 0.1, 0.05))
    return Outcome(
        points=points,
        seals={2: (1, 0), 1: (0, 0), 0: (0, 1)}[points],
        ends=("forfeit" if forfeit else "deck",),
        plies=20,
        thinking=thinking,
        names=("one", "two"),
        forfeits=() if forfeit is None else (forfeit,),
        luck=GameLuck(),
        record={},
    )


def a_tally(*pairs: tuple[int, int]) -> Tally:
    tally = Tally((RANDOM, GREEDY))
    for index, (first, second) in enumerate(pairs):
        tally.add(Pair(index, (an_outcome(first), an_outcome(second))))
    return tally


def test_a_tally_counts_rounds_and_pairs() -> None:
    tally = a_tally((2, 2), (2, 0), (0, 0), (1, 2), (1, 1))
    assert tally.rounds == tally.games == 10
    assert tally.wins == tally.seals == [4, 3]
    assert tally.no_seal == 3
    assert tally.pairs == [1, 0, 2, 1, 1]
    assert tally.points == [4, 2, 0, 3, 2]
    assert tally.share.value == 0.55
    assert tally.plies == 200


def test_a_tally_times_both_sides() -> None:
    tally = a_tally((2, 2), (0, 0))
    assert tally.milliseconds(0) == pytest.approx((100, 500))
    assert tally.milliseconds(1) == pytest.approx((10, 50))
    assert Tally((RANDOM, GREEDY)).milliseconds(0) == (0, 0)


def test_a_tally_counts_forfeits_by_cause_and_keeps_the_first_detail() -> None:
    tally = Tally((RANDOM, GREEDY))
    for detail in ("first", "second"):
        late = Forfeit(1, "late", detail)
        tally.add(Pair(0, (an_outcome(2, late), an_outcome(2))))
    assert tally.forfeits[1] == {"late": 2}
    assert tally.details[1] == {"late": "first"}
    assert not tally.forfeits[0]


def test_labels_are_what_was_typed_but_for_bots() -> None:
    tally = a_tally((2, 2))
    assert tally.labels == ("random", "greedy")
    tally.entrants = (GREEDY, Entrant("bot:python x.py"))
    assert tally.labels == ("greedy", "two")
    tally.entrants = (Entrant("bot:a"), Entrant("bot:b"))
    tally.names = ["same", "same"]
    assert tally.labels == ("bot:a", "bot:b")
    tally.entrants = (Entrant("bot:a"), Entrant("bot:a"))
    assert tally.labels == ("same 1", "same 2")
    tally.entrants = (GREEDY, GREEDY)
    assert tally.labels == ("greedy 1", "greedy 2")


def test_a_duel_plays_as_many_rounds_as_it_should(ruleset: str) -> None:
    result = play_duel(Duel((RANDOM, RANDOM), rounds=10, seed="3", ruleset=ruleset))
    assert result.tally.rounds == 10
    assert sum(result.tally.wins) + result.tally.no_seal == 10
    assert result.verdict is None


def test_its_summary_is_plain_data() -> None:
    summary = play_duel(Duel((GREEDY, RANDOM), rounds=4, seed="3")).summary()
    assert summary["players"] == ["greedy", "random"]
    assert (summary["rounds"], summary["wins"], summary["pairs"]) == (4, [4, 0], [0, 0, 0, 0, 2])
    assert (summary["share"], summary["elo"], summary["elo_95"][1]) == (1.0, None, None)
    assert (summary["seed"], summary["ruleset"], summary["sprt"]) == ("3", "standard", None)


def test_a_sequential_test_stops_the_duel_at_its_verdict() -> None:
    result = play_duel(Duel((GREEDY, RANDOM), rounds=200, seed="3", sprt=Sprt(0, 100)))
    assert result.verdict == "elo1"
    assert result.tally.rounds < 60
    assert result.summary()["sprt"]["verdict"] == "elo1"
    # One pair fewer would not have been enough.
    before = list(result.tally.pairs)
    before[result.tally.points[-1]] -= 1
    assert Sprt(0, 100).verdict(before) is None


def test_the_callback_may_end_a_duel() -> None:
    indexes: list[int] = []

    def on_pair(pair: Pair) -> bool:
        indexes.append(pair.index)
        return pair.index == 2

    assert play_duel(Duel((RANDOM, RANDOM), rounds=100), on_pair=on_pair).tally.rounds == 6
    assert indexes == [0, 1, 2]


@pytest.mark.parametrize("rounds", [0, 1, 7, -2])
def test_rounds_and_matches_come_in_pairs(rounds: int) -> None:
    with pytest.raises(ValueError, match=f"rounds must be at least 2 and even, got {rounds}"):
        Duel((RANDOM, GREEDY), rounds)
    with pytest.raises(ValueError, match=f"matches must be at least 2 and even, got {rounds}"):
        Duel((RANDOM, GREEDY), matches=rounds)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"entrants": None}, "entrants must be a tuple of Entrant, got None"),
        ({"entrants": ("greedy", "random")}, "entrants must be a tuple of Entrant, got "),
        ({"rounds": "x"}, "rounds must be at least 2 and even, got 'x'"),
        ({"rounds": 2.5}, "rounds must be at least 2 and even, got 2.5"),
        ({"seed": None}, "seed must be a str or an int, got None"),
    ],
)
def test_a_wrong_type_is_named(fields: dict[str, Any], sentence: str) -> None:
    for made in (Duel, Tournament):
        with pytest.raises((TypeError, ValueError), match=sentence):
            made(**{"entrants": (RANDOM, GREEDY), "rounds": 2, **fields})


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"entrants": (RANDOM,)}, "entrants must be two, got 1"),
        ({"sprt": (0, 5)}, r"sprt must be a Sprt or None, got \(0, 5\)"),
    ],
)
def test_a_duel_names_its_own_wrong_types(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises((TypeError, ValueError), match=sentence):
        Duel(**{"entrants": (RANDOM, GREEDY), "rounds": 2, **fields})


def test_a_duel_has_rounds_or_matches() -> None:
    with pytest.raises(ValueError, match="rounds=None, matches=None"):
        Duel((RANDOM, GREEDY))
    with pytest.raises(ValueError, match="rounds=2, matches=2"):
        Duel((RANDOM, GREEDY), 2, matches=2)


def test_a_duel_of_matches_counts_matches_rounds_and_seals() -> None:
    result = play_duel(Duel((GREEDY, RANDOM), matches=4, seed="3"))
    tally = result.tally
    assert (tally.games, tally.wins, tally.pairs) == (4, [4, 0], [0, 0, 0, 0, 2])
    assert tally.seals[0] == 8
    assert tally.rounds == sum(tally.seals) + tally.no_seal == sum(tally.ends.values())
    assert (result.summary()["matches"], result.summary()["seals"]) == (4, tally.seals)
    assert play_duel(Duel((GREEDY, RANDOM), rounds=2)).summary()["matches"] is None


def test_the_ruleset_must_be_known() -> None:
    with pytest.raises(UnknownRuleset):
        Duel((RANDOM, GREEDY), 2, ruleset="chess")
