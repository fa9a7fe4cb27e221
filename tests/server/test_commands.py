"""The commands of a game and the events that follow from them, without a server."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jaipur.errors import Refusal
from jaipur.rules.shuffle import NO_NONCE, commitment
from jaipur.server import consequences
from jaipur.server.commands import (
    ClaimMatch,
    GiveToLevel,
    Join,
    Leave,
    Play,
    Ready,
    Resign,
    Reveal,
    TakeBack,
    decide,
)
from jaipur.server.event_log import EventDraft, EventKind
from jaipur.server.game import ABSENCE_MS, MAX_TAKE_BACKS, Game, GameStatus
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

# Taking a seat


def test_the_maker_takes_the_reserved_seat() -> None:
    game = a_game()
    assert drafted(
        game,
        Join(name="Anna", contribution={"nonce": "01" * 16}, invited=False, at=START_MS),
        "anna",
    ) == EventDraft(
        EventKind.JOINED,
        {"seat": 0, "user": "anna", "name": "Anna", "nonce": "01" * 16},
    )


def test_a_seat_may_be_reserved_on_either_side() -> None:
    game = a_game("level", reserved=(None, "anna"))
    assert joined(game).data["seat"] == 1


def test_an_invited_user_takes_seat_1() -> None:
    assert joined(a_game(), "bela", invited=True).data["seat"] == 1


def test_a_seat_is_not_for_a_user_without_invitation() -> None:
    assert code_of(joined, a_game(), "bela") == ProblemCode.NOT_FOUND


@pytest.mark.parametrize("against", ["level", "self"])
def test_an_invitation_gives_no_seat_in_a_game_without_a_friend(against: str) -> None:
    assert code_of(joined, a_game(against), "bela", invited=True) == ProblemCode.NOT_FOUND


def test_an_invitation_gives_no_seat_that_is_reserved_for_another() -> None:
    game = a_game(reserved=("anna", "bela"))
    assert code_of(joined, game, "cleo", invited=True) == ProblemCode.NOT_FOUND
    assert joined(game, "bela").data["seat"] == 1


def test_a_seat_is_taken_once() -> None:
    game = after(a_game(), joined(a_game()))
    assert code_of(joined, game) == ProblemCode.SEAT_TAKEN


def test_no_seat_is_free_once_the_match_has_started() -> None:
    game = a_running_game()
    assert code_of(joined, game, "cleo", invited=True) == ProblemCode.SEAT_TAKEN


def test_no_seat_is_taken_in_a_game_that_was_withdrawn() -> None:
    game = after(a_game(), drafted(a_game(), Leave(), "anna"))
    assert code_of(joined, game, "bela", invited=True) == ProblemCode.SEAT_TAKEN


def test_the_first_round_is_dealt_when_both_seats_are_taken() -> None:
    game = a_game()
    game, entries = logged(game, joined(game))
    assert (game.status, len(entries)) == (GameStatus.OPEN, 1)
    game, entries = logged(game, joined(game, "bela", invited=True))
    assert [(entry.kind, entry.data.get("round")) for entry in entries[1:]] == [
        (EventKind.DEALT, 1)
    ]
    assert (game.status, game.turn) == (GameStatus.PLAYING, 0)


def test_a_level_takes_its_seat_at_once() -> None:
    game = a_game("level")
    _, entries = logged(game, joined(game), at=START_MS + 5)
    assert [entry.kind for entry in entries] == ["joined", "joined", "dealt"]
    nonce = NO_NONCE.hex()
    assert entries[1].data == {"seat": 1, "level": "kite", "name": "kite", "nonce": nonce}
    assert [entry.seq for entry in entries] == [1, 2, 3]
    assert {entry.at for entry in entries} == {START_MS + 5}


def test_a_user_who_plays_both_seats_takes_both() -> None:
    game = a_game("self")
    game, entries = logged(game, joined(game))
    nonce = NO_NONCE.hex()
    assert entries[1].data == {"seat": 1, "user": "anna", "name": "Anna", "nonce": nonce}
    assert game.seats_of("anna") == (0, 1)


# Who may do what


@pytest.mark.parametrize("by", ["bela", "cleo"])
def test_a_command_for_a_seat_is_refused_to_whoever_does_not_have_it(by: str) -> None:
    game = a_running_game()
    for command in (Play(0, "+K", game.position_seq), Resign(0), Ready(0), TakeBack(0, 0)):
        assert code_of(decide, command, game, by) == ProblemCode.NOT_SEATED
    assert decide(Resign(0), game, "anna") == drafted(game, Resign(0))


def test_the_server_moves_for_levels_only() -> None:
    game = a_running_game("level", first=1)
    assert decide(Play(1, "+K", game.position_seq), game, None) == drafted(
        game, Play(1, "+K", game.position_seq)
    )
    game = a_running_game("level")
    assert code_of(decide, Play(0, "+K", game.position_seq), game, None) == ProblemCode.STALE


def test_a_command_is_a_value() -> None:
    assert Play(0, "+K", 4) == Play(0, "+K", 4)
    with pytest.raises(AttributeError):
        Play(0, "+K", 4).seat = 1  # type: ignore[misc]


# The shuffle

NONCE = bytes([7]) * 16


def a_shuffling_game() -> Game:
    """A game in which anna has committed to NONCE, and bela has given a nonce in the clear."""
    game = a_game()
    promise = {"commitment": commitment(NONCE)}
    game = after(
        game,
        drafted(game, Join(name="Anna", contribution=promise, invited=False, at=START_MS), "anna"),
    )
    return after(game, joined(game, "bela", invited=True))


def test_the_cards_are_dealt_when_the_last_nonce_is_revealed() -> None:
    game = a_shuffling_game()
    assert (game.status, game.waits_for) == (GameStatus.SHUFFLING, (0,))
    draft = drafted(game, Reveal(0, NONCE))
    assert draft == EventDraft(EventKind.REVEALED, {"seat": 0, "nonce": NONCE.hex()})
    game, entries = logged(game, draft)
    assert [entry.kind for entry in entries] == ["revealed", "dealt"]
    assert drafted(game, Reveal(0, NONCE)) is None


def test_only_the_nonce_that_was_committed_to_is_revealed() -> None:
    game = a_shuffling_game()
    assert code_of(drafted, game, Reveal(0, bytes(16))) == ProblemCode.WRONG_NONCE
    assert code_of(drafted, game, Reveal(1, NONCE)) == ProblemCode.NOTHING_TO_REVEAL


def test_no_nonce_is_revealed_before_both_seats_are_taken_or_after_the_end() -> None:
    game = a_game()
    promise = {"commitment": commitment(NONCE)}
    game = after(
        game,
        drafted(game, Join(name="Anna", contribution=promise, invited=False, at=START_MS), "anna"),
    )
    assert code_of(drafted, game, Reveal(0, NONCE)) == ProblemCode.NOTHING_TO_REVEAL
    over = after(game, drafted(game, Leave(), "anna"))
    assert code_of(drafted, over, Reveal(0, NONCE)) == ProblemCode.MATCH_OVER


def test_who_leaves_instead_of_revealing_a_nonce_aborts_the_game() -> None:
    game = a_shuffling_game()
    aborted = EventDraft(EventKind.MATCH_OVER, {"ended": "aborted", "by": 0})
    assert drafted(game, Leave(), "anna") == aborted
    withdrawn = EventDraft(EventKind.MATCH_OVER, {"ended": "withdrawn", "by": None})
    assert drafted(game, Leave(), "bela") == withdrawn


def test_an_absent_opponent_who_does_not_reveal_a_nonce_aborts_the_game() -> None:
    game = after(a_shuffling_game(), EventDraft(EventKind.AWAY, {"seat": 0, "since": START_MS}))
    late = START_MS + ABSENCE_MS
    assert code_of(drafted, game, ClaimMatch(1, late - 1)) == ProblemCode.TOO_EARLY
    assert code_of(drafted, game, GiveToLevel(1, "kite", late)) == ProblemCode.NOT_STARTED
    aborted = EventDraft(EventKind.MATCH_OVER, {"ended": "aborted", "by": 0})
    assert drafted(game, ClaimMatch(1, late)) == aborted
    game = after(game, EventDraft(EventKind.AWAY, {"seat": 1, "since": START_MS}))
    assert code_of(drafted, game, ClaimMatch(0, late)) == ProblemCode.TOO_EARLY


# Moves


def test_a_move_is_logged_in_notation() -> None:
    game = a_running_game()
    draft = drafted(game, Play(0, "camels", game.position_seq))
    assert draft == EventDraft(EventKind.MOVED, {"seat": 0, "move": "+K"})


def test_a_move_names_its_position() -> None:
    game = a_running_game()
    for seq in (game.position_seq - 1, game.position_seq + 1):
        assert code_of(drafted, game, Play(0, "+K", seq)) == ProblemCode.STALE
    old, game = game.position_seq, with_move(game)
    assert code_of(drafted, game, Play(1, "+K", old)) == ProblemCode.STALE


def test_text_that_is_no_move_is_refused() -> None:
    game = a_running_game()
    problem = problem_of(drafted, game, Play(0, "castle", game.position_seq))
    assert (problem.code, problem.status) == (Refusal.NOT_A_MOVE, 422)


def test_the_rules_refuse_a_move() -> None:
    game = a_running_game()
    assert code_of(drafted, game, Play(1, "+K", game.position_seq)) == Refusal.NOT_YOUR_TURN
    assert code_of(drafted, game, Play(0, "$D9", game.position_seq)) == Refusal.NOT_IN_HAND


def test_no_move_is_played_before_the_match_between_rounds_and_after_it() -> None:
    game = a_game()
    assert code_of(drafted, game, Play(0, "+K", 0)) == ProblemCode.NOT_STARTED
    game, _ = with_round_played(a_running_game())
    assert code_of(drafted, game, Play(0, "+K", game.position_seq)) == Refusal.ROUND_OVER
    game = a_game_over()
    assert code_of(drafted, game, Play(0, "+K", game.position_seq)) == ProblemCode.MATCH_OVER


# The end of a round, and the next one


def test_a_finished_round_is_logged_with_its_last_move() -> None:
    game, entries = with_round_played(a_running_game())
    assert [(entry.kind, entry.data.get("round")) for entry in entries[1:]] == [
        (EventKind.ROUND_OVER, 1)
    ]
    assert (game.status, game.waits_for) == (GameStatus.BETWEEN, (0, 1))


def test_the_next_round_is_dealt_when_both_have_confirmed_it() -> None:
    game, _ = with_round_played(a_running_game())
    game, entries = logged(game, drafted(game, Ready(1)))
    assert [(entry.kind, entry.data) for entry in entries] == [(EventKind.READY, {"seat": 1})]
    assert drafted(game, Ready(1)) is None
    game, entries = logged(game, drafted(game, Ready(0)))
    assert [entry.kind for entry in entries] == ["ready", "dealt"]
    assert (entries[1].data, len(game.match.rounds) if game.match else 0) == ({"round": 2}, 2)
    assert game.ready == (False, False)


def test_a_round_is_stopped_at_the_ply_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consequences, "PLY_LIMIT", 2)
    game = with_move(a_running_game())
    assert game.status is GameStatus.PLAYING
    game, entries = logged(game, drafted(game, Play(1, "+K", game.position_seq)))
    assert [entry.kind for entry in entries] == ["moved", "round_over"]
    assert entries[1].data == {"round": 1, "end": "stopped", "by": None}
    assert game.round is not None
    assert (game.status, game.round.end) == (GameStatus.BETWEEN, "stopped")


def test_a_match_has_so_many_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consequences, "MAX_ROUNDS", 2)
    game, entries = with_round_played(a_running_game("self"))
    assert (game.status, game.match and len(game.match.rounds)) == (GameStatus.BETWEEN, 1)
    monkeypatch.setattr(consequences, "MAX_ROUNDS", 1)
    game, entries = with_round_played(a_running_game("self"))
    assert [entry.kind for entry in entries] == ["moved", "round_over", "match_over"]
    assert entries[2].data == {"ended": "unfinished", "by": None}


def test_the_next_round_is_not_confirmed_during_a_round() -> None:
    assert code_of(drafted, a_running_game(), Ready(0)) == ProblemCode.ROUND_RUNNING
    assert code_of(drafted, a_game(), Ready(0)) == ProblemCode.NOT_STARTED
    assert code_of(drafted, a_game_over(), Ready(0)) == ProblemCode.MATCH_OVER


def test_a_level_confirms_the_next_round_at_once() -> None:
    game, entries = with_round_played(a_running_game("level"))
    assert [entry.kind for entry in entries] == ["moved", "round_over", "ready"]
    assert (entries[2].data, game.waits_for) == ({"seat": 1}, (0,))
    _, entries = logged(game, drafted(game, Ready(0)))
    assert [entry.kind for entry in entries] == ["ready", "dealt"]


def test_a_user_with_both_seats_confirms_once() -> None:
    game, entries = with_round_played(a_running_game("self"))
    assert [entry.kind for entry in entries] == ["moved", "round_over"]
    _, entries = logged(game, drafted(game, Ready(1)))
    assert [(e.kind, e.data.get("seat")) for e in entries[:2]] == [("ready", 1), ("ready", 0)]
    assert entries[2].kind is EventKind.DEALT


def test_the_match_ends_with_its_last_seal() -> None:
    game, entries = with_round_played(a_running_game(seals=1))
    assert [entry.kind for entry in entries] == ["moved", "round_over", "match_over"]
    assert entries[2].data == {"ended": "seals", "by": None}
    assert (game.status, game.winner) == (GameStatus.OVER, game.round and game.round.seal)


# Take-backs


def test_a_take_back_returns_to_the_last_decision() -> None:
    game = a_running_game("level", take_backs=True)
    decided = game.position_seq
    game = with_move(with_move(game))
    draft = drafted(game, TakeBack(0, game.position_seq))
    assert draft == EventDraft(EventKind.TAKEN_BACK, {"seat": 0, "to": decided})
    assert code_of(drafted, game, TakeBack(0, game.position_seq + 1)) == ProblemCode.STALE
    game = after(game, draft)
    assert (game.round and game.round.ply, game.taken_back) == (0, 1)
    assert code_of(drafted, game, TakeBack(0, game.position_seq)) == (
        ProblemCode.NOTHING_TO_TAKE_BACK
    )


def test_a_game_has_so_many_take_backs() -> None:
    game = with_move(a_running_game("level", take_backs=True))
    game = replace(game, taken_back=MAX_TAKE_BACKS - 1)
    assert drafted(game, TakeBack(0, game.position_seq)).kind is EventKind.TAKEN_BACK
    game = replace(game, taken_back=MAX_TAKE_BACKS)
    assert code_of(drafted, game, TakeBack(0, game.position_seq)) == (
        ProblemCode.NOTHING_TO_TAKE_BACK
    )


def test_a_take_back_needs_a_game_that_allows_it() -> None:
    game = with_move(a_running_game("level"))
    assert code_of(drafted, game, TakeBack(0, -1)) == ProblemCode.NO_TAKE_BACK
    assert code_of(drafted, a_game("level"), TakeBack(0, 0)) == ProblemCode.NOT_STARTED
    assert code_of(drafted, a_game_over("level"), TakeBack(0, 0)) == ProblemCode.MATCH_OVER
