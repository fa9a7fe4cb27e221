"""The commands of a game and the events that follow from them, without a server."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from jaipur.errors import Refusal
from jaipur.rules.shuffle import NO_NONCE, commitment
from jaipur.server import commands
from jaipur.server.event_log import EventDraft, EventKind, LogEntry
from jaipur.server.game import ABSENCE_MS, MAX_TAKE_BACKS, REJOIN_MS, Game, GameStatus
from jaipur.server.game_terms import GameTerms
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.source_match import SourceMatch

START_MS = 1_700_000_000_000
RECORDS = Path(__file__).parents[1] / "golden" / "records"
Data = dict[str, Any]


def a_game(against: str = "friend", **options: Any) -> Game:
    """A game that anna has just opened."""
    reserved: Data = {"self": {"reserved": ("anna", "anna")}, "record": {}}
    terms = GameTerms(
        **{
            "against": against,
            "first": 0,
            "level": "kite" if against == "level" else None,
            **reserved.get(against, {"reserved": ("anna", None)}),
            **options,
        }
    )
    return Game(id="game", maker="anna", terms=terms, secret=bytes(32), updated_at=START_MS)


def logged(game: Game, draft: EventDraft | None, at: int = START_MS) -> tuple[Game, list[LogEntry]]:
    """The game after a command and its consequences, and their log entries."""
    assert draft is not None
    entries = [draft.entry(game.seq + 1, at)]
    game = game.after(entries[0])
    for entry in commands.consequences(game, at):
        entries.append(entry)
        game = game.after(entry)
    return game, entries


def after(game: Game, draft: EventDraft | None, at: int = START_MS) -> Game:
    return logged(game, draft, at)[0]


def joined(game: Game, user: str = "anna", *, invited: bool = False) -> EventDraft:
    return commands.join(
        game, user, user.title(), {"nonce": f"{len(user):02x}" * 16}, invited=invited
    )


def a_running_game(against: str = "friend", **options: Any) -> Game:
    """A game with both seats taken and its first round dealt; anna starts."""
    game = a_game(against, **options)
    game = after(game, joined(game))
    return after(game, joined(game, "bela", invited=True)) if against == "friend" else game


def with_move(game: Game, move: str | None = None) -> Game:
    """The game after a move of the seat to move: this one, or the first legal one."""
    assert game.round is not None
    assert game.turn is not None
    text = move or str(next(iter(game.round.legal_moves())))
    return after(game, commands.play(game, game.turn, text, game.position_seq))


def with_round_played(game: Game, seed: int = 1) -> tuple[Game, list[LogEntry]]:
    """The game after its round was played at random, and the entries of the last move."""
    rng = random.Random(seed)
    entries: list[LogEntry] = []
    while game.status is GameStatus.PLAYING:
        assert game.round is not None
        assert game.turn is not None
        move = str(rng.choice(list(game.round.legal_moves())))
        game, entries = logged(game, commands.play(game, game.turn, move, game.position_seq))
    return game, entries


def a_game_over(against: str = "friend", **options: Any) -> Game:
    game = a_running_game(against, **options)
    return after(game, commands.resign(game, 0))


def problem_of(command: Any, *args: Any, **options: Any) -> Problem:
    with pytest.raises(Problem) as caught:
        command(*args, **options)
    return caught.value


def code_of(command: Any, *args: Any, **options: Any) -> str:
    return problem_of(command, *args, **options).code


# Taking a seat


def test_the_maker_takes_the_reserved_seat() -> None:
    game = a_game()
    assert commands.join(game, "anna", "Anna", {"nonce": "01" * 16}, invited=False) == EventDraft(
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
    game = after(a_game(), commands.leave(a_game(), "anna"))
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


# The shuffle

NONCE = bytes([7]) * 16


def a_shuffling_game() -> Game:
    """A game in which anna has committed to NONCE, and bela has given a nonce in the clear."""
    game = a_game()
    promise = {"commitment": commitment(NONCE)}
    game = after(game, commands.join(game, "anna", "Anna", promise, invited=False))
    return after(game, joined(game, "bela", invited=True))


def test_the_cards_are_dealt_when_the_last_nonce_is_revealed() -> None:
    game = a_shuffling_game()
    assert (game.status, game.waits_for) == (GameStatus.SHUFFLING, (0,))
    draft = commands.reveal(game, 0, NONCE)
    assert draft == EventDraft(EventKind.REVEALED, {"seat": 0, "nonce": NONCE.hex()})
    game, entries = logged(game, draft)
    assert [entry.kind for entry in entries] == ["revealed", "dealt"]
    assert commands.reveal(game, 0, NONCE) is None


def test_only_the_nonce_that_was_committed_to_is_revealed() -> None:
    game = a_shuffling_game()
    assert code_of(commands.reveal, game, 0, bytes(16)) == ProblemCode.WRONG_NONCE
    assert code_of(commands.reveal, game, 1, NONCE) == ProblemCode.NOTHING_TO_REVEAL


def test_no_nonce_is_revealed_before_both_seats_are_taken_or_after_the_end() -> None:
    game = a_game()
    promise = {"commitment": commitment(NONCE)}
    game = after(game, commands.join(game, "anna", "Anna", promise, invited=False))
    assert code_of(commands.reveal, game, 0, NONCE) == ProblemCode.NOTHING_TO_REVEAL
    over = after(game, commands.leave(game, "anna"))
    assert code_of(commands.reveal, over, 0, NONCE) == ProblemCode.MATCH_OVER


def test_who_leaves_instead_of_revealing_a_nonce_aborts_the_game() -> None:
    game = a_shuffling_game()
    aborted = EventDraft(EventKind.MATCH_OVER, {"ended": "aborted", "by": 0})
    assert commands.leave(game, "anna") == aborted
    withdrawn = EventDraft(EventKind.MATCH_OVER, {"ended": "withdrawn", "by": None})
    assert commands.leave(game, "bela") == withdrawn


def test_an_absent_opponent_who_does_not_reveal_a_nonce_aborts_the_game() -> None:
    game = after(a_shuffling_game(), EventDraft(EventKind.AWAY, {"seat": 0, "since": START_MS}))
    late = START_MS + ABSENCE_MS
    assert code_of(commands.claim_match, game, 1, late - 1) == ProblemCode.TOO_EARLY
    aborted = EventDraft(EventKind.MATCH_OVER, {"ended": "aborted", "by": 0})
    assert commands.claim_match(game, 1, late) == aborted
    game = after(game, EventDraft(EventKind.AWAY, {"seat": 1, "since": START_MS}))
    assert code_of(commands.claim_match, game, 0, late) == ProblemCode.TOO_EARLY


# Moves


def test_a_move_is_logged_in_notation() -> None:
    game = a_running_game()
    draft = commands.play(game, 0, "camels", game.position_seq)
    assert draft == EventDraft(EventKind.MOVED, {"seat": 0, "move": "+K"})


def test_a_move_names_its_position() -> None:
    game = a_running_game()
    for seq in (game.position_seq - 1, game.position_seq + 1):
        assert code_of(commands.play, game, 0, "+K", seq) == ProblemCode.STALE
    old, game = game.position_seq, with_move(game)
    assert code_of(commands.play, game, 1, "+K", old) == ProblemCode.STALE


def test_text_that_is_no_move_is_refused() -> None:
    game = a_running_game()
    problem = problem_of(commands.play, game, 0, "castle", game.position_seq)
    assert (problem.code, problem.status) == (Refusal.NOT_A_MOVE, 422)


def test_the_rules_refuse_a_move() -> None:
    game = a_running_game()
    assert code_of(commands.play, game, 1, "+K", game.position_seq) == Refusal.NOT_YOUR_TURN
    assert code_of(commands.play, game, 0, "$D9", game.position_seq) == Refusal.NOT_IN_HAND


def test_no_move_is_played_before_the_match_between_rounds_and_after_it() -> None:
    game = a_game()
    assert code_of(commands.play, game, 0, "+K", 0) == ProblemCode.NOT_STARTED
    game, _ = with_round_played(a_running_game())
    assert code_of(commands.play, game, 0, "+K", game.position_seq) == Refusal.ROUND_OVER
    game = a_game_over()
    assert code_of(commands.play, game, 0, "+K", game.position_seq) == ProblemCode.MATCH_OVER


# The end of a round, and the next one


def test_a_finished_round_is_logged_with_its_last_move() -> None:
    game, entries = with_round_played(a_running_game())
    assert [(entry.kind, entry.data.get("round")) for entry in entries[1:]] == [
        (EventKind.ROUND_OVER, 1)
    ]
    assert (game.status, game.waits_for) == (GameStatus.BETWEEN, (0, 1))


def test_the_next_round_is_dealt_when_both_have_confirmed_it() -> None:
    game, _ = with_round_played(a_running_game())
    game, entries = logged(game, commands.ready(game, 1))
    assert [(entry.kind, entry.data) for entry in entries] == [(EventKind.READY, {"seat": 1})]
    assert commands.ready(game, 1) is None
    game, entries = logged(game, commands.ready(game, 0))
    assert [entry.kind for entry in entries] == ["ready", "dealt"]
    assert (entries[1].data, game.round_number) == ({"round": 2}, 2)
    assert game.ready == (False, False)


def test_the_next_round_is_not_confirmed_during_a_round() -> None:
    assert code_of(commands.ready, a_running_game(), 0) == ProblemCode.ROUND_RUNNING
    assert code_of(commands.ready, a_game(), 0) == ProblemCode.NOT_STARTED
    assert code_of(commands.ready, a_game_over(), 0) == ProblemCode.MATCH_OVER


def test_a_level_confirms_the_next_round_at_once() -> None:
    game, entries = with_round_played(a_running_game("level"))
    assert [entry.kind for entry in entries] == ["moved", "round_over", "ready"]
    assert (entries[2].data, game.waits_for) == ({"seat": 1}, (0,))
    _, entries = logged(game, commands.ready(game, 0))
    assert [entry.kind for entry in entries] == ["ready", "dealt"]


def test_a_user_with_both_seats_confirms_once() -> None:
    game, entries = with_round_played(a_running_game("self"))
    assert [entry.kind for entry in entries] == ["moved", "round_over"]
    _, entries = logged(game, commands.ready(game, 1))
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
    draft = commands.take_back(game, 0, game.position_seq)
    assert draft == EventDraft(EventKind.TAKEN_BACK, {"seat": 0, "to": decided})
    assert code_of(commands.take_back, game, 0, game.position_seq + 1) == ProblemCode.STALE
    game = after(game, draft)
    assert (game.round and game.round.ply, game.taken_back) == (0, 1)
    assert code_of(commands.take_back, game, 0, game.position_seq) == (
        ProblemCode.NOTHING_TO_TAKE_BACK
    )


def test_a_game_has_so_many_take_backs() -> None:
    game = with_move(a_running_game("level", take_backs=True))
    game = replace(game, taken_back=MAX_TAKE_BACKS - 1)
    assert commands.take_back(game, 0, game.position_seq).kind is EventKind.TAKEN_BACK
    game = replace(game, taken_back=MAX_TAKE_BACKS)
    assert code_of(commands.take_back, game, 0, game.position_seq) == (
        ProblemCode.NOTHING_TO_TAKE_BACK
    )


def test_a_take_back_needs_a_game_that_allows_it() -> None:
    game = with_move(a_running_game("level"))
    assert code_of(commands.take_back, game, 0, -1) == ProblemCode.NO_TAKE_BACK
    assert code_of(commands.take_back, a_game("level"), 0, 0) == ProblemCode.NOT_STARTED
    assert code_of(commands.take_back, a_game_over("level"), 0, 0) == ProblemCode.MATCH_OVER


# Giving up


@pytest.mark.parametrize("seat", [0, 1])
def test_who_resigns_loses_the_match(seat: int) -> None:
    game = a_running_game()
    draft = commands.resign(game, seat)
    assert draft == EventDraft(EventKind.MATCH_OVER, {"ended": "resigned", "by": seat})
    game = after(game, draft)
    assert (game.winner, game.ended, game.by) == (1 - seat, "resigned", seat)
    assert code_of(commands.resign, game, seat) == ProblemCode.MATCH_OVER
    assert code_of(commands.resign, a_game(), seat) == ProblemCode.NOT_STARTED


def test_an_open_game_is_withdrawn_by_its_maker_or_by_who_has_a_seat() -> None:
    game = a_game()
    withdrawn = EventDraft(EventKind.MATCH_OVER, {"ended": "withdrawn", "by": None})
    assert commands.leave(game, "anna") == withdrawn
    assert code_of(commands.leave, game, "bela") == ProblemCode.NOT_SEATED
    game = after(game, joined(game, "bela", invited=True))
    assert commands.leave(game, "bela") == withdrawn
    game = after(game, commands.leave(game, "bela"))
    assert (game.status, game.match, game.winner) == (GameStatus.OVER, None, None)
    assert code_of(commands.leave, game, "anna") == ProblemCode.MATCH_OVER


@pytest.mark.parametrize(("user", "seat"), [("anna", 0), ("bela", 1)])
def test_who_leaves_a_running_match_abandons_it(user: str, seat: int) -> None:
    game = a_running_game()
    draft = commands.leave(game, user)
    assert draft == EventDraft(EventKind.MATCH_OVER, {"ended": "abandoned", "by": seat})
    assert after(game, draft).winner == 1 - seat
    assert code_of(commands.leave, game, "cleo") == ProblemCode.NOT_SEATED


def test_a_user_with_both_seats_leaves_with_the_one_to_move() -> None:
    game = a_running_game("self")
    assert commands.leave(game, "anna").data["by"] == 0
    assert commands.leave(with_move(game), "anna").data["by"] == 1
    between, _ = with_round_played(game)
    assert commands.leave(between, "anna").data["by"] == 0


# Late and absent opponents


def away(game: Game, seat: int, since: int) -> Game:
    return after(game, EventDraft(EventKind.AWAY, {"seat": seat, "since": since}))


def test_an_absent_opponent_is_replaced_after_two_minutes() -> None:
    game = away(a_running_game(), 1, START_MS)
    assert commands.claim_at(game, 1) == START_MS + ABSENCE_MS
    early = problem_of(commands.give_to_level, game, 0, "kite", START_MS + ABSENCE_MS - 1)
    assert (early.code, early.fields) == ("too_early", {"claim_at": START_MS + ABSENCE_MS})
    draft = commands.give_to_level(game, 0, "kite", START_MS + ABSENCE_MS)
    assert draft == EventDraft(EventKind.JOINED, {"seat": 1, "level": "kite", "name": "kite"})
    game = after(game, draft)
    assert (game.former_users, game.away) == (("bela",), (None, None))
    assert commands.claim_at(game, 1) is None


def test_a_replaced_user_takes_the_seat_back_within_ten_minutes() -> None:
    away_long = away(a_running_game(), 1, START_MS)
    given_at = START_MS + ABSENCE_MS
    draft = commands.give_to_level(away_long, 0, "kite", given_at)
    game = after(away_long, draft, given_at)
    late = problem_of(commands.rejoin, game, "bela", "Bela", given_at + REJOIN_MS + 1)
    other = problem_of(commands.rejoin, game, "carl", "Carl", given_at)
    assert (late.code, other.code) == ("seat_taken", "seat_taken")
    draft = commands.rejoin(game, "bela", "Bela", given_at + REJOIN_MS)
    assert draft == EventDraft(EventKind.JOINED, {"seat": 1, "user": "bela", "name": "Bela"})
    back = after(game, draft, given_at + REJOIN_MS)
    assert (back.seats, back.former_users) == (away_long.seats, ())
    assert back.joined_at == (START_MS, given_at + REJOIN_MS)
    assert back.replacements == (None, None)
    assert problem_of(commands.rejoin, back, "bela", "Bela", given_at).code == "seat_taken"


def test_a_level_does_not_move_for_a_user_who_is_back() -> None:
    game = away(a_running_game(), 0, START_MS)
    given = after(game, commands.give_to_level(game, 1, "kite", START_MS + ABSENCE_MS))
    assert given.round is not None
    move, position = str(next(iter(given.round.legal_moves()))), given.position_seq
    assert commands.play_as_level(given, 0, move, position).kind is EventKind.MOVED
    back = after(given, commands.rejoin(given, "anna", "Anna", START_MS + ABSENCE_MS))
    assert problem_of(commands.play_as_level, back, 0, move, position).code == "stale"


def test_an_opponent_who_is_present_is_not_replaced() -> None:
    game = away(a_running_game(), 1, START_MS)
    present = problem_of(commands.give_to_level, game, 1, "kite", START_MS + 10 * ABSENCE_MS)
    assert (present.code, present.fields) == ("too_early", {"claim_at": None})
    assert code_of(commands.give_to_level, a_game(), 0, "kite", 0) == ProblemCode.NOT_STARTED
    assert code_of(commands.give_to_level, a_game_over(), 0, "kite", 0) == ProblemCode.MATCH_OVER


def test_without_a_time_per_move_an_absence_does_not_win_the_match() -> None:
    game = away(a_running_game(), 1, START_MS)
    problem = problem_of(commands.claim_match, game, 0, START_MS + ABSENCE_MS)
    assert (problem.code, problem.fields) == ("too_early", {"claim_at": None})


def test_a_late_opponent_loses_the_match_by_a_claim() -> None:
    game = a_running_game(time=90)
    deadline = START_MS + 90_000
    assert (commands.claim_at(game, 0), commands.claim_at(game, 1)) == (deadline, None)
    assert code_of(commands.claim_match, game, 1, deadline - 1) == ProblemCode.TOO_EARLY
    assert code_of(commands.claim_match, game, 0, deadline) == ProblemCode.TOO_EARLY
    draft = commands.claim_match(game, 1, deadline)
    assert draft == EventDraft(EventKind.MATCH_OVER, {"ended": "claimed", "by": 0})
    assert commands.give_to_level(game, 1, "kite", deadline).data["seat"] == 0


def test_with_a_time_per_move_an_absence_does_not_count() -> None:
    game = away(a_running_game(time=90), 1, START_MS)
    assert commands.claim_at(game, 1) is None


def test_there_is_nothing_to_claim_against_a_level_or_oneself_or_an_empty_seat() -> None:
    assert commands.claim_at(a_game(), 1) is None
    assert commands.claim_at(away(a_running_game("level"), 1, START_MS), 1) is None
    assert commands.claim_at(away(a_running_game("self"), 1, START_MS), 1) is None
    assert commands.claim_at(away(a_game_over(), 1, START_MS), 1) is None


# Rematches


def test_a_rematch_is_offered_and_accepted() -> None:
    game = a_game_over()
    draft = commands.offer_rematch(game, 1, "next")
    assert draft == EventDraft(EventKind.OFFERED, {"seat": 1, "game": "next"})
    game, entries = logged(game, draft)
    assert len(entries) == 1
    assert commands.offer_rematch(game, 1, "other") is None
    assert commands.offer_rematch(game, 0, "other") == EventDraft(
        EventKind.OFFERED,
        {"seat": 0, "game": "next"},
    )


def test_a_rematch_needs_a_match_that_is_over() -> None:
    assert code_of(commands.offer_rematch, a_running_game(), 0, "") == ProblemCode.MATCH_RUNNING
    withdrawn = after(a_game(), commands.leave(a_game(), "anna"))
    assert code_of(commands.offer_rematch, withdrawn, 0, "") == ProblemCode.NOT_STARTED


@pytest.mark.parametrize("against", ["level", "self"])
def test_a_level_or_the_same_user_accepts_at_once(against: str) -> None:
    game = a_game_over(against)
    game, entries = logged(game, commands.offer_rematch(game, 0, "next"))
    assert [entry.data for entry in entries] == [
        {"seat": 0, "game": "next"},
        {"seat": 1, "game": "next"},
    ]
    assert game.offers == (True, True)


# Replaying another match


def record_of(name: str) -> Data:
    return dict(json.loads((RECORDS / f"{name}.jsonl").read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_record_is_replayed_to_its_end(path: Path) -> None:
    record = record_of(path.stem)
    source = SourceMatch.from_record(record, (("Anna", None), ("", "kite")))
    game = a_game("record", source=source, ruleset=record["ruleset"], seals=record["seals"])
    game, entries = logged(game, commands.seat_recorded_players(game))
    nonce = NO_NONCE.hex()
    assert entries[0].data == {"seat": 0, "level": None, "name": "Anna", "nonce": nonce}
    assert entries[1].data == {"seat": 1, "level": "kite", "name": "", "nonce": nonce}
    moves = [entry.data["move"] for entry in entries if entry.kind is EventKind.MOVED]
    assert moves == [move for line in record["rounds"] for move in line["moves"]]
    assert game.status is GameStatus.OVER
    assert (game.ended, game.by) == (record["ended"], record["by"])
    assert game.winner == record["winner"]
    replayed = game.record()
    assert replayed["rounds"] == record["rounds"]
    assert commands.seat_recorded_players(game) is None


@pytest.mark.parametrize(("name", "end", "by"), [("round_forfeited_by_1", "forfeit", 1)])
def test_an_early_end_of_a_round_is_logged(name: str, end: str, by: int) -> None:
    record = record_of(name)
    source = SourceMatch.from_record(record, (("", None), ("", None)))
    game = a_game("record", source=source, ruleset=record["ruleset"], seals=record["seals"])
    _, entries = logged(game, commands.seat_recorded_players(game))
    ends = [entry.data for entry in entries if entry.kind is EventKind.ROUND_OVER]
    assert {"round": 1, "end": end, "by": by} in ends


def test_a_game_from_a_position_is_played_on_after_the_source() -> None:
    first = with_move(with_move(a_running_game("level")))
    assert first.match is not None
    source = SourceMatch.from_match(first.match)
    game = a_game("level", source=source, take_backs=True)
    game, entries = logged(game, joined(game))
    assert [entry.kind for entry in entries] == ["joined", "joined", "dealt", "moved", "moved"]
    assert [entry.data["seat"] for entry in entries[3:]] == [0, 1]
    assert game.round == first.round
    assert (game.status, game.take_back_to) == (GameStatus.PLAYING, None)
    game = with_move(game)
    assert game.take_back_to is not None
