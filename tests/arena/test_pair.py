"""A pair: one deal played twice, a function of its spec and its index."""

import hashlib
import json
from pathlib import Path

import pytest

from jaipur import deal_from, replay
from jaipur.arena import Entrant, Pair, PairSpec, play_pair
from jaipur.arena.running_bots import RunningBots
from jaipur.errors import Fault
from jaipur.players import ROUND_LIMIT, Budget
from jaipur.players.bot import BotLimits
from tests.builders import NO_EARLY_SALES
from tests.players.bot_support import LONG_LIMITS, SHORT_LIMITS, faulty_bot, zombies

RANDOM, GREEDY = Entrant("random"), Entrant("greedy")


def a_pair(
    one: Entrant = RANDOM,
    other: Entrant = GREEDY,
    *,
    index: int = 0,
    ruleset: str = "standard",
    ply_limit: int = 500,
    seals: int = 1,
) -> Pair:
    with RunningBots() as bots:
        return play_pair(PairSpec((one, other), "7", ruleset, ply_limit, seals), index, bots)


def records_of(pair: Pair) -> str:
    return json.dumps([outcome.record for outcome in pair.outcomes])


def test_both_rounds_are_the_same_deal_with_the_seats_swapped(ruleset: str) -> None:
    pair = a_pair(ruleset=ruleset, index=3)
    first, second = (outcome.record for outcome in pair.outcomes)
    assert first["players"] == ["random", "greedy"]
    assert second["players"] == ["greedy", "random"]
    for part in ("first", "deck", "bonus"):
        assert first["rounds"][0][part] == second["rounds"][0][part]


def test_the_deal_can_be_made_again_by_anyone() -> None:
    seed = hashlib.sha256(b"jaipur-duel/1 7 3").digest()
    record = a_pair(index=3).outcomes[0].record
    assert record["seed"] == seed.hex()
    assert record["rounds"][0]["deck"] == deal_from(seed).deck


def test_the_same_index_is_the_same_pair() -> None:
    assert records_of(a_pair(index=2)) == records_of(a_pair(index=2))
    assert records_of(a_pair(index=2)) != records_of(a_pair(index=3))


def test_the_players_of_a_pair_have_their_own_seeds() -> None:
    # With the same seeds in both rounds, a duel of a player with itself would prove nothing.
    first, second = (outcome.record["rounds"][0]["moves"] for outcome in a_pair(RANDOM).outcomes)
    assert first != second
    first, second = (
        outcome.record["rounds"][0]["moves"] for outcome in a_pair(RANDOM, RANDOM).outcomes
    )
    assert first != second


def test_the_points_are_those_of_the_first_entrant() -> None:
    assert [a_pair(GREEDY, RANDOM, index=index).points for index in range(5)] == [4] * 5
    assert [a_pair(RANDOM, GREEDY, index=index).points for index in range(5)] == [0] * 5
    for index in range(5):  # equal players: either may win, from either seat
        for number, outcome in enumerate(a_pair(RANDOM, RANDOM, index=index).outcomes):
            assert outcome.points == 2 * (outcome.record["winner"] == number)
            assert outcome.seals == ((1, 0) if outcome.points else (0, 1))


def test_every_record_can_be_replayed() -> None:
    for index in range(3):
        for outcome in a_pair(index=index).outcomes:
            match = replay(outcome.record)
            assert match.seals_to_win == 1
            assert [round_.ply for round_ in match.rounds] == [outcome.plies]


def test_a_round_that_reaches_the_limit_is_scored() -> None:
    for outcome in a_pair(ply_limit=10).outcomes:
        assert (outcome.ends, outcome.plies) == (("stopped",), 10)
        assert len(outcome.record["rounds"]) == 1
        match = replay(outcome.record)
        assert match.rounds[0].end == "stopped"
        assert outcome.record["winner"] == match.rounds[0].seal is not None
        assert outcome.points in (0, 2)


def test_thinking_is_timed_for_each_side() -> None:
    outcome = a_pair(RANDOM, GREEDY).outcomes[1]
    random, greedy = outcome.thinking
    assert random.moves + greedy.moves == outcome.plies
    assert 0 < random.slowest <= random.seconds


def against_greedy(how: str, limits: BotLimits, pairs: int = 2) -> list[Pair]:
    """Pairs of a faulty bot against greedy, one after the other."""
    bot = Entrant(f"bot:{faulty_bot(how)}", Budget(milliseconds=1))
    with RunningBots(limits=limits) as bots:
        return [play_pair(PairSpec((bot, GREEDY), "7"), index, bots) for index in range(pairs)]


@pytest.mark.parametrize(
    ("how", "cause", "limits"),
    [
        ("illegal", Fault.ILLEGAL_MOVE, LONG_LIMITS),
        ("garbage", Fault.NOT_JSON, LONG_LIMITS),
        ("silent", Fault.LATE, SHORT_LIMITS),
        ("crash", Fault.CRASHED, LONG_LIMITS),
        ("endless", Fault.LINE_TOO_LONG, LONG_LIMITS),
        ("endless_lines", Fault.LATE, SHORT_LIMITS),
        ("wrong_id", Fault.LATE, SHORT_LIMITS),
        ("long_line", Fault.LINE_TOO_LONG, LONG_LIMITS),
        ("closes_output", Fault.CRASHED, LONG_LIMITS),
        ("crash_at_hello", Fault.CRASHED, LONG_LIMITS),
        ("silent_hello", Fault.NO_HELLO, BotLimits(hello_seconds=0.2)),
        ("one_ruleset", Fault.WRONG_RULESET, LONG_LIMITS),
    ],
)
def test_a_bot_that_breaks_the_protocol_forfeits_and_the_arena_goes_on(
    how: str, cause: Fault, limits: BotLimits
) -> None:
    pairs = against_greedy(how, limits)
    assert len(pairs) == 2
    for number, outcome in enumerate(outcome for pair in pairs for outcome in pair.outcomes):
        (forfeit,) = outcome.forfeits
        assert (forfeit.side, forfeit.cause) == (0, cause.value)
        assert (outcome.points, outcome.ends) == (0, ("forfeit",))
        match = replay(outcome.record)
        assert match.rounds[0].by == number % 2
        assert match.winner == 1 - number % 2
        assert outcome.record["forfeit"]["cause"] == cause.value
    assert not zombies()


def test_a_bot_is_named_as_in_its_hello() -> None:
    (pair,) = against_greedy("none", LONG_LIMITS, pairs=1)
    assert pair.outcomes[0].names == ("faulty bot none", "greedy")
    assert pair.outcomes[1].record["players"] == ["greedy", "faulty bot none"]


def test_a_bot_without_a_hello_is_named_by_its_command() -> None:
    (pair,) = against_greedy("crash_at_hello", LONG_LIMITS, pairs=1)
    assert "faulty_bot.py" in pair.outcomes[0].names[0]


def test_two_bots_of_one_command_are_two_programs() -> None:
    entrant = Entrant(f"bot:{faulty_bot('none')}")
    with RunningBots(limits=LONG_LIMITS) as bots:
        pair = play_pair(PairSpec((entrant, entrant), "7"), 0, bots)
        assert bots.get(entrant, 0) is not bots.get(entrant, 1)
    assert [outcome.forfeits for outcome in pair.outcomes] == [(), ()]


def test_a_pair_of_matches_is_two_matches_from_one_seed(ruleset: str) -> None:
    pair = a_pair(index=3, ruleset=ruleset, seals=2)
    first, second = pair.outcomes
    assert first.record["seed"] == second.record["seed"]
    assert (first.record["players"], second.record["players"]) == (
        ["random", "greedy"],
        ["greedy", "random"],
    )
    for outcome in pair.outcomes:
        match = replay(outcome.record)
        assert match.ended == "seals"
        assert outcome.ends == tuple(round_.end for round_ in match.rounds)
        assert outcome.plies == sum(round_.ply for round_ in match.rounds)
        assert sorted(outcome.seals) == sorted(match.seals)
    assert replay(second.record).seals == second.seals[::-1]
    assert pair.points == 2 * (first.seals[0] == 2) + 2 * (second.seals[0] == 2)


def test_the_rounds_of_a_match_without_seals_are_limited() -> None:
    outcome = a_pair(ruleset=NO_EARLY_SALES.name, ply_limit=2, seals=2).outcomes[0]
    assert outcome.ends == ("stopped",) * ROUND_LIMIT
    assert (outcome.points, outcome.seals) == (1, (0, 0))
    assert replay(outcome.record).ended is None


def test_a_bot_in_a_match_is_told_of_every_round(tmp_path: Path) -> None:
    copy = tmp_path / "messages"
    bot = Entrant(f"bot:{faulty_bot('copies', copy)}")
    with RunningBots(limits=LONG_LIMITS) as bots:
        pair = play_pair(PairSpec((bot, GREEDY), "7", seals=2), 0, bots)
    messages = [json.loads(line) for line in copy.read_text().splitlines()]
    rounds = [(one["seat"], one["round"]) for one in messages if one["type"] == "round"]
    counts = [len(outcome.ends) for outcome in pair.outcomes]
    assert rounds == [(0, n + 1) for n in range(counts[0])] + [(1, n + 1) for n in range(counts[1])]
    assert sum(one["type"] == "over" for one in messages) == sum(counts)


def test_a_bot_that_forfeits_every_round_of_a_match_loses_it() -> None:
    bot = Entrant(f"bot:{faulty_bot('crash')}", Budget(milliseconds=1))
    with RunningBots(limits=LONG_LIMITS) as bots:
        outcome = play_pair(PairSpec((bot, GREEDY), "7", seals=2), 0, bots).outcomes[1]
    assert (outcome.points, outcome.seals, outcome.ends) == (0, (0, 2), ("forfeit", "forfeit"))
    assert [(forfeit.side, forfeit.round) for forfeit in outcome.forfeits] == [(0, 1), (0, 2)]
    assert [one["round"] for one in outcome.record["forfeits"]] == [1, 2]
    assert replay(outcome.record).winner == 0
