"""A pair: one deal, played twice, a function of its setup and its index."""

import hashlib
import json

import pytest

from jaipur import deal_from, replay
from jaipur.arena import Entrant, Pair, Setup, play_pair
from jaipur.arena.bots import Bots
from jaipur.errors import Fault
from jaipur.players import Budget
from jaipur.players.bot import BotLimits
from tests.players.bot_support import LONG_LIMITS, SHORT_LIMITS, faulty_bot, zombies

RANDOM, GREEDY = Entrant("random"), Entrant("greedy")


def a_pair(
    one: Entrant = RANDOM,
    other: Entrant = GREEDY,
    *,
    index: int = 0,
    ruleset: str = "standard",
    ply_limit: int = 500,
) -> Pair:
    with Bots() as bots:
        return play_pair(Setup((one, other), "7", ruleset, ply_limit), index, bots)


def untimed(pair: Pair) -> str:
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
    assert untimed(a_pair(index=2)) == untimed(a_pair(index=2))
    assert untimed(a_pair(index=2)) != untimed(a_pair(index=3))


def test_the_rounds_of_a_pair_have_chances_of_their_own() -> None:
    # If both seats drew the same chances in both rounds, a duel with oneself would prove nothing.
    first, second = (outcome.record["rounds"][0]["moves"] for outcome in a_pair(RANDOM).outcomes)
    assert first != second
    first, second = (
        outcome.record["rounds"][0]["moves"] for outcome in a_pair(RANDOM, RANDOM).outcomes
    )
    assert first != second


def test_the_points_are_those_of_the_first_entrant() -> None:
    assert [a_pair(GREEDY, RANDOM, index=index).points for index in range(5)] == [4] * 5
    assert [a_pair(RANDOM, GREEDY, index=index).points for index in range(5)] == [0] * 5
    for outcome in a_pair(RANDOM, RANDOM, index=1).outcomes:
        seat = outcome.record["players"].index("random")
        assert seat == 0
        assert outcome.points in (0, 2)


def test_every_record_can_be_replayed() -> None:
    for index in range(3):
        for outcome in a_pair(index=index).outcomes:
            match = replay(outcome.record)
            assert match.seals_to_win == 1
            assert match.rounds[0].ply == outcome.plies


def test_a_round_that_reaches_the_limit_has_no_seal_and_counts_half() -> None:
    pair = a_pair(ply_limit=10)
    assert pair.points == 2
    for outcome in pair.outcomes:
        assert (outcome.end, outcome.plies, outcome.points) == ("limit", 10, 1)
        assert len(outcome.record["rounds"]) == 1
        match = replay(outcome.record)
        assert match.rounds[0].end == "limit"
        assert outcome.record["winner"] is None


def test_thinking_is_timed_for_each_side() -> None:
    outcome = a_pair(RANDOM, GREEDY).outcomes[1]
    random, greedy = outcome.thinking
    assert random.moves + greedy.moves == outcome.plies
    assert 0 < random.slowest <= random.seconds


def against_greedy(how: str, limits: BotLimits, pairs: int = 2) -> list[Pair]:
    """Pairs of a faulty bot against greedy, one after the other."""
    bot = Entrant(f"bot:{faulty_bot(how)}", Budget(milliseconds=1))
    with Bots(limits=limits) as bots:
        return [play_pair(Setup((bot, GREEDY), "7"), index, bots) for index in range(pairs)]


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
def test_a_bot_that_misbehaves_forfeits_with_its_cause_and_the_arena_goes_on(
    how: str, cause: Fault, limits: BotLimits
) -> None:
    pairs = against_greedy(how, limits)
    assert len(pairs) == 2
    for number, outcome in enumerate(outcome for pair in pairs for outcome in pair.outcomes):
        assert outcome.forfeit is not None
        assert (outcome.forfeit.side, outcome.forfeit.cause) == (0, cause.value)
        assert (outcome.points, outcome.end) == (0, "forfeit")
        match = replay(outcome.record)
        assert match.rounds[0].by == number % 2
        assert match.winner == 1 - number % 2
        assert outcome.record["forfeit"]["cause"] == cause.value
    assert not zombies()


def test_a_bot_is_called_what_it_calls_itself() -> None:
    (pair,) = against_greedy("none", LONG_LIMITS, pairs=1)
    assert pair.outcomes[0].names == ("faulty bot none", "greedy")
    assert pair.outcomes[1].record["players"] == ["greedy", "faulty bot none"]


def test_a_bot_that_cannot_be_called_by_name_is_called_by_its_command() -> None:
    (pair,) = against_greedy("crash_at_hello", LONG_LIMITS, pairs=1)
    assert "faulty_bot.py" in pair.outcomes[0].names[0]


def test_two_bots_of_one_command_are_two_programs() -> None:
    entrant = Entrant(f"bot:{faulty_bot('none')}")
    with Bots(limits=LONG_LIMITS) as bots:
        pair = play_pair(Setup((entrant, entrant), "7"), 0, bots)
        assert bots.get(entrant, 0) is not bots.get(entrant, 1)
    assert [outcome.forfeit for outcome in pair.outcomes] == [None, None]
