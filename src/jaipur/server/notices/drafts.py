"""Which notices follow from events: pure functions of a game before and after them.

- In a correspondence game (a day or more for a move) a player is notified at the start of each
  turn, and reminded when half and seven eighths of the time have passed.
- In any other game only a player who is away is notified.
- A challenge, an opponent who sits down, an offered rematch and a match lost by claim always give a
  notice.

A notice has a stable id, made of the game, the position and the seat, so drafting it twice gives
the same notice. Players are not notified of what they did themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from jaipur.server.event_log import EventKind, LogEntry
from jaipur.server.game import Game, GameStatus
from jaipur.server.game_terms import GameTerms

__all__ = ["NoticeDraft", "NoticeKind", "OutboxChange", "challenge_for", "notices_for"]

_DAY_SECONDS: Final = 86_400
_REMATCH_KEY: Final = "rematch/"  # a rematch is offered by an event of the match before it
# The parts of a move's time that are left when a player is reminded: a half, and an eighth.
_REMINDERS: Final = {"half": 2, "last": 8}


class NoticeKind(StrEnum):
    """What a notice is about; each can be switched off by itself."""

    YOUR_MOVE = "your_move"
    REMINDER = "reminder"
    MATCH_OVER = "match_over"
    CHALLENGE = "challenge"
    SAT_DOWN = "sat_down"
    REMATCH = "rematch"
    TEST = "test"


TURN_KINDS: Final = (NoticeKind.YOUR_MOVE, NoticeKind.REMINDER)


class NoticeDraft(NamedTuple):
    """A notice that is to be written to the outbox, if its user has notices."""

    id: str
    user_id: str
    kind: NoticeKind
    game: str
    seat: int
    due_at: int
    move: str | None = None


class OutboxChange(NamedTuple):
    """What events change in the outbox: new notices, and kinds of older ones that are over."""

    game: str
    drafts: tuple[NoticeDraft, ...]
    withdrawn: tuple[NoticeKind, ...]
    """Kinds of which no other notice of this game is sent any more."""


def notices_for(before: Game, entries: Sequence[LogEntry], after: Game) -> OutboxChange | None:
    """What these entries of a log change in the outbox; None for most moves."""
    is_move, nobody = len(entries) == 1 and entries[0].kind is EventKind.MOVED, (None, None)
    is_quick = (after.terms.time or 0) < _DAY_SECONDS and before.away == after.away == nobody
    if is_move and is_quick:
        return None
    drafts = [draft for entry in entries for draft in _of_entry(before, entry, after, entries[0])]
    withdrawn: tuple[NoticeKind, ...] = ()
    if _is_correspondence(after.terms) or any(before.away) or any(after.away):
        drafts += _of_turn(entries, after)
        withdrawn = TURN_KINDS
    if _is_challenge(after) and any(_answers(entry, after.maker) for entry in entries):
        withdrawn += (NoticeKind.CHALLENGE,)
    if not drafts and not withdrawn:
        return None
    return OutboxChange(after.id, tuple(drafts), withdrawn)


def challenge_for(row: Mapping[str, Any]) -> OutboxChange | None:
    """The challenge in the row of a game that is opened with a seat for another user."""
    if (row["key"] or "").startswith(_REMATCH_KEY):
        return None
    seats = [seat for seat in (0, 1) if row[f"user{seat}"] not in (None, row["maker"])]
    drafts = tuple(
        NoticeDraft(
            id=f"{row['id']}-0-{seat}-{NoticeKind.CHALLENGE}",
            user_id=row[f"user{seat}"],
            kind=NoticeKind.CHALLENGE,
            game=row["id"],
            seat=seat,
            due_at=row["created_at"],
        )
        for seat in seats
    )
    return OutboxChange(row["id"], drafts, ()) if drafts else None


def _is_challenge(game: Game) -> bool:
    return any(user not in (None, game.maker) for user in game.terms.reserved)


def _answers(entry: LogEntry, challenger: str) -> bool:
    """Whether an entry ends a challenge; that its maker sits down answers nothing."""
    if entry.kind is EventKind.JOINED:
        return bool(entry.data.get("user") != challenger)
    return entry.kind is EventKind.MATCH_OVER


def _is_correspondence(terms: GameTerms) -> bool:
    return terms.time is not None and terms.time >= _DAY_SECONDS


def _of_turn(entries: Sequence[LogEntry], after: Game) -> list[NoticeDraft]:
    """The notices that it is a player's turn, and the reminders of that."""
    found: list[NoticeDraft] = []
    for seat in after.waits_for:
        if (user := _user_of_two(after, seat)) is None:
            continue
        is_notified = _is_correspondence(after.terms) or after.away[seat] is not None
        if is_notified and after.status is not GameStatus.SHUFFLING and _actor(entries[0]) != seat:
            found.append(_turn(after, seat, user, NoticeKind.YOUR_MOVE, "", _now(entries)))
        found += _reminders(after, seat, user)
    return found


def _reminders(after: Game, seat: int, user: str) -> list[NoticeDraft]:
    if not _is_correspondence(after.terms) or after.deadline is None:
        return []
    time_ms = 1000 * (after.terms.time or 0)
    return [
        _turn(after, seat, user, NoticeKind.REMINDER, f"-{name}", after.deadline - time_ms // part)
        for name, part in _REMINDERS.items()
    ]


def _turn(
    after: Game, seat: int, user: str, kind: NoticeKind, ending: str, due_at: int
) -> NoticeDraft:
    return NoticeDraft(
        id=f"{after.id}-{after.position_seq}-{seat}-{kind}{ending}",
        user_id=user,
        kind=kind,
        game=after.id,
        seat=seat,
        due_at=due_at,
        move=_last_move(after, seat),
    )


def _last_move(after: Game, seat: int) -> str | None:
    """The move to which this seat answers: it is public."""
    if after.round is None or after.turn != seat or after.round.last is None:
        return None
    return str(after.round.last)


def _of_entry(before: Game, entry: LogEntry, after: Game, first: LogEntry) -> list[NoticeDraft]:
    """The notices of one entry, apart from whose turn it is."""
    match entry.kind:
        case EventKind.JOINED:
            return _sat_down(before, entry, after)
        case EventKind.OFFERED if not any(before.offers):
            return _draft_if_user(after, 1 - entry.data["seat"], NoticeKind.REMATCH, entry)
        case EventKind.MATCH_OVER:
            return _over(before, entry, after, first)
        case _:
            return []


def _sat_down(before: Game, entry: LogEntry, after: Game) -> list[NoticeDraft]:
    seat, user = entry.data["seat"], entry.data.get("user")
    if user in (None, after.maker) or before.seats[seat] is not None:
        return []
    owner = after.seats[1 - seat]
    waiting = owner.user if owner else after.terms.reserved[1 - seat]
    if waiting != after.maker:
        return []
    return [_draft(after, 1 - seat, waiting, NoticeKind.SAT_DOWN, entry)]


def _over(before: Game, entry: LogEntry, after: Game, first: LogEntry) -> list[NoticeDraft]:
    """Tell those who did not end the match themselves, and need not be at the table."""
    ended, by = entry.data["ended"], entry.data["by"]
    if ended == "withdrawn":
        return []
    knows = _who_ended(ended, by, first)
    found = []
    for seat in (0, 1):
        is_notified = ended == "claimed" or before.away[seat] is not None
        if seat != knows and (is_notified or _is_correspondence(after.terms)):
            found += _draft_if_user(after, seat, NoticeKind.MATCH_OVER, entry)
    return found


def _who_ended(ended: str, by: int | None, first: LogEntry) -> int | None:
    """The seat that has ended a match by acting; None if the log does not say."""
    if ended == "aborted":  # by the seat that left, or by a claim of the other
        return None
    if by is None:
        return _actor(first)
    return 1 - by if ended == "claimed" else by


def _draft_if_user(after: Game, seat: int, kind: NoticeKind, entry: LogEntry) -> list[NoticeDraft]:
    user = _user_of_two(after, seat)
    return [] if user is None else [_draft(after, seat, user, kind, entry)]


def _draft(after: Game, seat: int, user: str, kind: NoticeKind, entry: LogEntry) -> NoticeDraft:
    return NoticeDraft(
        id=f"{after.id}-{entry.seq}-{seat}-{kind}",
        user_id=user,
        kind=kind,
        game=after.id,
        seat=seat,
        due_at=entry.at,
    )


def _user_of_two(game: Game, seat: int) -> str | None:
    """The user of a seat whose opponent is another user."""
    this, other = game.seats[seat], game.seats[1 - seat]
    if this is None or other is None or other.user is None or this.user == other.user:
        return None
    return this.user


def _actor(entry: LogEntry) -> int | None:
    """The seat that has caused an entry by acting itself."""
    return None if entry.kind is EventKind.AWAY else entry.seat


def _now(entries: Sequence[LogEntry]) -> int:
    return entries[-1].at
