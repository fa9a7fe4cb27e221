"""Clocks per match and times per move: what is used, what is left, and what follows at zero."""

from __future__ import annotations

import pytest

from jaipur.server.clocks import REPLY_MS, MatchClock
from jaipur.server.commands import ClaimMatch, GiveToLevel, Join, Play, Ready, Resign, claim_at
from jaipur.server.event_log import EventDraft, EventKind, LogEntry
from jaipur.server.fold import apply_entry, fold
from jaipur.server.game import Game, GameStatus, PlayingGame
from jaipur.server.problems import ProblemCode
from jaipur.server.server_commands import SETTLED_AFTER_MS, ClaimForLevel, SettleMatch
from tests.server.game_builders import (
    START_MS,
    Data,
    a_game,
    a_running_game,
    after,
    code_of,
    drafted,
    joined,
    logged,
    with_move,
    with_round_played,
)

SECOND = 1000
FIVE_MINUTES = 300 * SECOND
INCREMENT = 8 * SECOND
FIVE_EIGHT = MatchClock(initial=300, increment=8)


def a_timed_game(against: str = "friend") -> Game:
    """A running game of 5 + 8; anna, on seat 0, is to move."""
    return a_running_game(against, clock=FIVE_EIGHT)


def moved_after(game: Game, *seconds: float) -> Game:
    """The game after moves that take so many seconds each."""
    for each in seconds:
        game = with_move(game, at=game.updated_at + int(each * SECOND))
    return game


def outage(game: Game, start: int, end: int, at: int) -> Game:
    data = {"seat": None, "since": start, "until": end}
    return after(game, EventDraft(EventKind.BACK, data), at)


def between_rounds(game: Game, at: int) -> Game:
    game, _ = with_round_played(game, at=at)
    assert game.status is GameStatus.BETWEEN
    return game


def test_a_clock_begins_with_its_initial_time_and_runs_for_who_is_to_move() -> None:
    game = a_timed_game()
    assert game.clocks.left == (FIVE_MINUTES, FIVE_MINUTES)
    assert (game.clocks.running, game.deadline) == (0, START_MS + FIVE_MINUTES)
    assert game.clocks.left_at(START_MS + 9 * SECOND) == (FIVE_MINUTES - 9 * SECOND, FIVE_MINUTES)


def test_a_move_costs_what_it_took_and_earns_the_increment() -> None:
    game = moved_after(a_timed_game(), 30)
    assert game.clocks.left == (FIVE_MINUTES - 22 * SECOND, FIVE_MINUTES)
    assert (game.clocks.running, game.deadline) == (1, START_MS + 30 * SECOND + FIVE_MINUTES)
    game = moved_after(game, 2, 0.25)
    assert game.clocks.left == (FIVE_MINUTES - 14_250, FIVE_MINUTES + 6 * SECOND)


def test_the_log_has_what_a_move_took_and_replays_to_the_same_clocks() -> None:
    game, entries = a_timed_game(), list[LogEntry]()
    start = game
    for seconds in (30, 2, 250, 7, 14):
        move = str(next(iter(game.round.legal_moves() if game.round else ())))
        draft = drafted(game, Play(game.turn or 0, move, game.position_seq))
        game, new = logged(game, draft, game.updated_at + seconds * SECOND)
        entries += new
    used = [entry.data["used"] for entry in entries if entry.kind is EventKind.MOVED]
    assert used == [30_000, 2_000, 250_000, 7_000, 14_000]
    assert fold(start, entries) == game
    assert game.clocks.left == (30 * SECOND, FIVE_MINUTES + 7 * SECOND)


def test_without_a_limit_the_log_still_has_what_a_move_took() -> None:
    game = moved_after(a_running_game(), 30, 2)
    assert (game.clocks.left, game.deadline) == (None, None)
    assert isinstance(game, PlayingGame)
    assert game.full_record()["rounds"][0]["used"] == [30_000, 2_000]


def test_a_move_of_an_older_log_is_not_timed() -> None:
    game = a_timed_game()
    data = {"seat": 0, "move": str(next(iter(game.round.legal_moves() if game.round else ())))}
    entry = LogEntry(seq=game.seq + 1, kind=EventKind.MOVED, at=START_MS + 99_000, data=data)
    after_move = apply_entry(game, entry)
    assert isinstance(after_move, PlayingGame)
    assert "used" not in after_move.full_record()["rounds"][0]
    assert after_move.clocks.overstepped == (None, None)


@pytest.mark.parametrize("terms", [{"clock": FIVE_EIGHT}, {"time": 300}], ids=["match", "move"])
def test_at_zero_the_opponent_may_claim_until_they_have_moved(terms: Data) -> None:
    game, deadline = a_running_game(**terms), START_MS + FIVE_MINUTES
    assert code_of(drafted, game, ClaimMatch(1, deadline - 1)) == ProblemCode.TOO_EARLY
    assert drafted(game, ClaimMatch(1, deadline)).data == {"ended": "claimed", "by": 0}
    late = moved_after(game, 301)
    assert claim_at(late, 0) == deadline
    assert drafted(late, ClaimMatch(1, deadline + 900 * SECOND)).data["by"] == 0
    assert drafted(late, GiveToLevel(1, "kite", deadline + SECOND)).data["seat"] == 0
    answered = moved_after(late, 1)
    assert claim_at(answered, 0) == answered.deadline
    assert (answered.deadline or 0) > answered.updated_at


def test_after_zero_a_move_leaves_only_the_increment() -> None:
    game = moved_after(a_timed_game(), 400)
    assert game.clocks.left == (INCREMENT, FIVE_MINUTES)
    assert moved_after(game, 1, 3).clocks.left == (INCREMENT - 3 * SECOND + INCREMENT, 307_000)


def test_a_move_in_the_last_millisecond_is_in_time() -> None:
    game = moved_after(a_timed_game(), 300)
    assert claim_at(game, 0) is None
    assert game.clocks.left == (INCREMENT, FIVE_MINUTES)


def test_between_rounds_both_clocks_stand() -> None:
    game = moved_after(a_timed_game(), 30)
    game = between_rounds(game, game.updated_at)
    left = game.clocks.left_at(game.updated_at + 900 * SECOND)
    assert left == game.clocks.left
    assert (game.clocks.running, game.deadline) == (None, None)
    game = after(game, drafted(game, Ready(0)), START_MS + 1000 * SECOND)
    assert game.deadline == START_MS + 1000 * SECOND + REPLY_MS
    assert claim_at(game, 0) is None
    assert claim_at(game, 1) == game.deadline
    ready_at = START_MS + 1100 * SECOND
    game = after(game, drafted(game, Ready(1)), ready_at)
    assert game.clocks.left == left
    assert game.turn is not None
    assert game.deadline == ready_at + (left or (0, 0))[game.turn]


def test_who_is_ready_has_waived_the_claim_against_a_late_last_move() -> None:
    game = a_timed_game()
    while game.status is GameStatus.PLAYING:
        game = moved_after(game, 301)
    claimed = [seat for seat in (0, 1) if claim_at(game, seat) is not None]
    assert len(claimed) == 1
    game = after(game, drafted(game, Ready(1 - claimed[0])), game.updated_at)
    assert claim_at(game, claimed[0]) == game.deadline


def test_while_nonces_are_revealed_the_clocks_stand_and_a_limit_runs() -> None:
    game = a_game(clock=FIVE_EIGHT)
    promise = {"commitment": "0" * 64}
    join = Join(name="Anna", contribution=promise, invited=False, at=START_MS)
    game = after(game, drafted(game, join, "anna"))
    game = after(game, joined(game, "bela", invited=True), START_MS + SECOND)
    assert game.status is GameStatus.SHUFFLING
    assert game.deadline == START_MS + SECOND + REPLY_MS
    aborted = drafted(game, ClaimMatch(1, game.deadline))
    assert aborted.data == {"ended": "aborted", "by": 0}


def test_an_outage_is_credited_to_the_running_clock() -> None:
    game, end = a_timed_game(), START_MS + 100 * SECOND
    game = outage(game, START_MS + 10 * SECOND, end, end)
    assert game.deadline == START_MS + FIVE_MINUTES + 90 * SECOND
    assert game.clocks.left_at(end) == (FIVE_MINUTES - 10 * SECOND, FIVE_MINUTES)
    game = with_move(game, at=end + SECOND)
    assert game.clocks.left == (FIVE_MINUTES - 3 * SECOND, FIVE_MINUTES)


def test_an_outage_that_is_known_only_after_the_move_is_credited_too() -> None:
    game = moved_after(a_timed_game(), 100)  # 90 of them nobody served
    before = game.clocks.left
    game = outage(game, START_MS + 10 * SECOND, START_MS + 102 * SECOND, game.updated_at + 5_000)
    assert before == (FIVE_MINUTES - 92 * SECOND, FIVE_MINUTES)
    assert game.clocks.left == (FIVE_MINUTES - 2 * SECOND, FIVE_MINUTES)
    assert game.deadline == START_MS + 102 * SECOND + FIVE_MINUTES


def test_who_was_late_only_by_an_outage_was_not_late() -> None:
    game = moved_after(a_timed_game(), 310)
    assert claim_at(game, 0) is not None
    mended = outage(game, START_MS, START_MS + 20 * SECOND, game.updated_at)
    assert claim_at(mended, 0) is None
    assert mended.clocks.left == (18 * SECOND, FIVE_MINUTES)
    partly = outage(game, START_MS, START_MS + 4 * SECOND, game.updated_at)
    assert claim_at(partly, 0) == START_MS + 304 * SECOND
    assert partly.clocks.left == (INCREMENT, FIVE_MINUTES)


def test_at_the_end_of_the_match_the_clocks_show_what_was_left() -> None:
    game = a_timed_game()
    game = after(game, drafted(game, Resign(1)), START_MS + 40 * SECOND)
    assert (game.deadline, game.clocks.running) == (None, None)
    assert game.clocks.left_at(START_MS + 999_000) == (260 * SECOND, FIVE_MINUTES)


def test_a_level_in_the_seat_needs_no_clock_and_the_user_returns_to_a_minute() -> None:
    game, at = a_timed_game(), START_MS + 301 * SECOND
    game = after(game, drafted(game, GiveToLevel(1, "kite", at)), at)
    assert (game.deadline, game.clocks.running) == (None, None)
    join = Join(name="Anna", contribution={}, invited=False, at=at + SECOND)
    game = after(game, drafted(game, join, "anna"), at + SECOND)
    assert (game.clocks.left, game.clocks.running) == ((60 * SECOND, FIVE_MINUTES), 0)


def test_a_seat_given_away_does_not_wind_the_clock_of_the_other() -> None:
    game = moved_after(a_timed_game(), 301)  # bela is to move
    at = game.updated_at + 100 * SECOND
    game = after(game, drafted(game, GiveToLevel(1, "kite", at)), at)
    assert game.clocks.left_at(at) == (INCREMENT, 200 * SECOND)


def test_against_a_level_only_the_user_has_a_clock_and_the_level_claims() -> None:
    game = a_timed_game("level")
    deadline = START_MS + FIVE_MINUTES
    assert drafted(game, ClaimForLevel(deadline - 1)) is None
    assert drafted(game, ClaimForLevel(deadline)) == EventDraft(
        EventKind.MATCH_OVER, {"ended": "claimed", "by": 0}
    )
    game = moved_after(game, 10)
    assert (game.turn, game.clocks.running, game.deadline) == (1, None, None)
    assert drafted(game, ClaimForLevel(10 * deadline)) is None
    assert moved_after(game, 40).clocks.left == (FIVE_MINUTES - 2 * SECOND, FIVE_MINUTES)


def test_nobody_claims_for_a_level_that_has_replaced_a_person() -> None:
    game, at = a_timed_game(), START_MS + 301 * SECOND
    game = moved_after(after(game, drafted(game, GiveToLevel(1, "kite", at)), at), 1)
    assert game.turn == 1
    assert drafted(game, ClaimForLevel(at + 1000 * SECOND)) is None


def test_a_match_that_both_have_left_is_settled_long_after_its_deadline() -> None:
    game = a_running_game(time=90)
    settled_at = START_MS + 90 * SECOND + SETTLED_AFTER_MS
    assert drafted(game, SettleMatch(settled_at - 1)) is None
    draft = drafted(game, SettleMatch(settled_at))
    assert draft is not None
    assert draft.data == {"ended": "claimed", "by": 0}
    both_late, _ = with_round_played(game)
    draft = drafted(both_late, SettleMatch(settled_at))
    assert draft is not None
    assert draft.data == {"ended": "unfinished", "by": None}
    assert drafted(a_running_game(), SettleMatch(10 * settled_at)) is None
