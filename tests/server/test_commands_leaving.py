"""Commands that end a match early, replace an opponent or offer another match."""

from __future__ import annotations

import pytest

from jaipur.server.commands import (
    ClaimMatch,
    GiveToLevel,
    Join,
    Leave,
    OfferRematch,
    Play,
    Resign,
    claim_at,
    decide,
)
from jaipur.server.event_log import EventDraft, EventKind
from jaipur.server.game import ABSENCE_MS, REJOIN_MS, Game, GameStatus
from jaipur.server.problems import ProblemCode
from tests.server.game_builders import (
    START_MS,
    a_game,
    a_game_over,
    a_running_game,
    after,
    code_of,
    drafted,
    joined,
    logged,
    problem_of,
    with_move,
    with_round_played,
)

# Giving up


@pytest.mark.parametrize("seat", [0, 1])
def test_who_resigns_loses_the_match(seat: int) -> None:
    game = a_running_game()
    draft = drafted(game, Resign(seat))
    assert draft == EventDraft(EventKind.MATCH_OVER, {"ended": "resigned", "by": seat})
    game = after(game, draft)
    assert (game.winner, game.ended, game.by) == (1 - seat, "resigned", seat)
    assert code_of(drafted, game, Resign(seat)) == ProblemCode.MATCH_OVER
    assert code_of(drafted, a_game(), Resign(seat)) == ProblemCode.NOT_STARTED


def test_an_open_game_is_withdrawn_by_its_maker_or_by_who_has_a_seat() -> None:
    game = a_game()
    withdrawn = EventDraft(EventKind.MATCH_OVER, {"ended": "withdrawn", "by": None})
    assert drafted(game, Leave(), "anna") == withdrawn
    assert code_of(drafted, game, Leave(), "bela") == ProblemCode.NOT_SEATED
    game = after(game, joined(game, "bela", invited=True))
    assert drafted(game, Leave(), "bela") == withdrawn
    game = after(game, drafted(game, Leave(), "bela"))
    assert (game.status, game.match, game.winner) == (GameStatus.OVER, None, None)
    assert code_of(drafted, game, Leave(), "anna") == ProblemCode.MATCH_OVER


@pytest.mark.parametrize(("user", "seat"), [("anna", 0), ("bela", 1)])
def test_who_leaves_a_running_match_abandons_it(user: str, seat: int) -> None:
    game = a_running_game()
    draft = drafted(game, Leave(), user)
    assert draft == EventDraft(EventKind.MATCH_OVER, {"ended": "abandoned", "by": seat})
    assert after(game, draft).winner == 1 - seat
    assert code_of(drafted, game, Leave(), "cleo") == ProblemCode.NOT_SEATED


def test_a_user_with_both_seats_leaves_with_the_one_to_move() -> None:
    game = a_running_game("self")
    assert drafted(game, Leave(), "anna").data["by"] == 0
    assert drafted(with_move(game), Leave(), "anna").data["by"] == 1
    between, _ = with_round_played(game)
    assert drafted(between, Leave(), "anna").data["by"] == 0


# Late and absent opponents


def away(game: Game, seat: int, since: int) -> Game:
    return after(game, EventDraft(EventKind.AWAY, {"seat": seat, "since": since}))


def test_an_absent_opponent_is_replaced_after_two_minutes() -> None:
    game = away(a_running_game(), 1, START_MS)
    assert claim_at(game, 1) == START_MS + ABSENCE_MS
    early = problem_of(drafted, game, GiveToLevel(0, "kite", START_MS + ABSENCE_MS - 1))
    assert (early.code, early.fields) == ("too_early", {"claim_at": START_MS + ABSENCE_MS})
    draft = drafted(game, GiveToLevel(0, "kite", START_MS + ABSENCE_MS))
    assert draft == EventDraft(EventKind.JOINED, {"seat": 1, "level": "kite", "name": "kite"})
    game = after(game, draft)
    assert (game.former_users, game.away) == (("bela",), (None, None))
    assert claim_at(game, 1) is None


def test_nothing_is_claimed_before_the_match_or_after_it() -> None:
    late = START_MS + ABSENCE_MS
    for game, code in (
        (a_game(), ProblemCode.NOT_STARTED),
        (away(a_game_over(), 1, START_MS), ProblemCode.MATCH_OVER),
    ):
        assert code_of(drafted, game, ClaimMatch(0, late)) == code
        assert code_of(drafted, game, GiveToLevel(0, "kite", late)) == code


def test_a_replaced_user_takes_the_seat_back_within_ten_minutes() -> None:
    away_long = away(a_running_game(), 1, START_MS)
    given_at = START_MS + ABSENCE_MS
    draft = drafted(away_long, GiveToLevel(0, "kite", given_at))
    game = after(away_long, draft, given_at)
    late = problem_of(
        drafted,
        game,
        Join(name="Bela", contribution={}, invited=False, at=given_at + REJOIN_MS + 1),
        "bela",
    )
    other = problem_of(
        drafted, game, Join(name="Carl", contribution={}, invited=False, at=given_at), "carl"
    )
    assert (late.code, other.code) == ("seat_taken", "seat_taken")
    draft = drafted(
        game, Join(name="Bela", contribution={}, invited=False, at=given_at + REJOIN_MS), "bela"
    )
    assert draft == EventDraft(EventKind.JOINED, {"seat": 1, "user": "bela", "name": "Bela"})
    back = after(game, draft, given_at + REJOIN_MS)
    assert (back.seats, back.former_users) == (away_long.seats, ())
    assert back.joined_at == (START_MS, given_at + REJOIN_MS)
    assert back.replacements == (None, None)
    assert (
        problem_of(
            drafted, back, Join(name="Bela", contribution={}, invited=False, at=given_at), "bela"
        ).code
        == "seat_taken"
    )


def test_a_level_does_not_move_for_a_user_who_is_back() -> None:
    game = away(a_running_game(), 0, START_MS)
    given = after(game, drafted(game, GiveToLevel(1, "kite", START_MS + ABSENCE_MS)))
    assert given.round is not None
    move, position = str(next(iter(given.round.legal_moves()))), given.position_seq
    draft = decide(Play(0, move, position), given, None)
    assert draft is not None
    assert draft.kind is EventKind.MOVED
    back = after(
        given,
        drafted(
            given,
            Join(name="Anna", contribution={}, invited=False, at=START_MS + ABSENCE_MS),
            "anna",
        ),
    )
    assert problem_of(decide, Play(0, move, position), back, None).code == "stale"


def test_an_opponent_who_is_present_is_not_replaced() -> None:
    game = away(a_running_game(), 1, START_MS)
    present = problem_of(drafted, game, GiveToLevel(1, "kite", START_MS + 10 * ABSENCE_MS))
    assert (present.code, present.fields) == ("too_early", {"claim_at": None})
    assert code_of(drafted, a_game(), GiveToLevel(0, "kite", 0)) == ProblemCode.NOT_STARTED
    assert code_of(drafted, a_game_over(), GiveToLevel(0, "kite", 0)) == ProblemCode.MATCH_OVER


def test_a_match_is_not_claimed_before_it_starts_or_after_it_ends() -> None:
    assert code_of(drafted, a_game(), ClaimMatch(0, 0)) == ProblemCode.NOT_STARTED
    assert code_of(drafted, a_game_over(), ClaimMatch(0, 0)) == ProblemCode.MATCH_OVER


def test_without_a_time_per_move_an_absence_does_not_win_the_match() -> None:
    game = away(a_running_game(), 1, START_MS)
    problem = problem_of(drafted, game, ClaimMatch(0, START_MS + ABSENCE_MS))
    assert (problem.code, problem.fields) == ("too_early", {"claim_at": None})


def test_a_late_opponent_loses_the_match_by_a_claim() -> None:
    game = a_running_game(time=90)
    deadline = START_MS + 90_000
    assert (claim_at(game, 0), claim_at(game, 1)) == (deadline, None)
    assert code_of(drafted, game, ClaimMatch(1, deadline - 1)) == ProblemCode.TOO_EARLY
    assert code_of(drafted, game, ClaimMatch(0, deadline)) == ProblemCode.TOO_EARLY
    draft = drafted(game, ClaimMatch(1, deadline))
    assert draft == EventDraft(EventKind.MATCH_OVER, {"ended": "claimed", "by": 0})
    assert drafted(game, GiveToLevel(1, "kite", deadline)).data["seat"] == 0


def test_with_a_time_per_move_an_absence_does_not_count() -> None:
    game = away(a_running_game(time=90), 1, START_MS)
    assert claim_at(game, 1) is None


def test_there_is_nothing_to_claim_against_a_level_or_oneself_or_an_empty_seat() -> None:
    assert claim_at(a_game(), 1) is None
    assert claim_at(away(a_running_game("level"), 1, START_MS), 1) is None
    assert claim_at(away(a_running_game("self"), 1, START_MS), 1) is None
    assert claim_at(away(a_game_over(), 1, START_MS), 1) is None


# Rematches


def test_a_rematch_is_offered_and_accepted() -> None:
    game = a_game_over()
    draft = drafted(game, OfferRematch(1, "next"))
    assert draft == EventDraft(EventKind.OFFERED, {"seat": 1, "game": "next"})
    game, entries = logged(game, draft)
    assert len(entries) == 1
    assert drafted(game, OfferRematch(1, "other")) is None
    assert drafted(game, OfferRematch(0, "other")) == EventDraft(
        EventKind.OFFERED,
        {"seat": 0, "game": "next"},
    )


def test_a_rematch_needs_a_match_that_is_over() -> None:
    assert code_of(drafted, a_running_game(), OfferRematch(0, "")) == ProblemCode.MATCH_RUNNING
    withdrawn = after(a_game(), drafted(a_game(), Leave(), "anna"))
    assert code_of(drafted, withdrawn, OfferRematch(0, "")) == ProblemCode.NOT_STARTED


@pytest.mark.parametrize("against", ["level", "self"])
def test_a_level_or_the_same_user_accepts_at_once(against: str) -> None:
    game = a_game_over(against)
    game, entries = logged(game, drafted(game, OfferRematch(0, "next")))
    assert [entry.data for entry in entries] == [
        {"seat": 0, "game": "next"},
        {"seat": 1, "game": "next"},
    ]
    assert game.offers == (True, True)
