"""The events that clients receive, each with the view of its recipient.

An event is computed from its log entry and the game before and after it, so it has the same bytes
live, after a reconnect and after a restart. Like a view, it is built field by field from what the
recipient may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Raw

from jaipur import Good, Match, Move, Round, Sell
from jaipur.rules.view import view_of
from jaipur.server.commands import claim_at
from jaipur.server.event_log import EventKind, LogEntry
from jaipur.server.game import Game, GameStatus, Seat, parse_move
from jaipur.server.market_slots import emptied_slots
from jaipur.server.shapes import events as shapes
from jaipur.server.shapes.answers import ContributionShape
from jaipur.server.shapes.fields import Shape
from jaipur.server.shapes.tables import PlayerShape, RoundResultShape, ScoreShape, TableShape

__all__ = [
    "EVENT_FORMAT",
    "Perspective",
    "bonus_taken",
    "contribution",
    "encode",
    "event",
    "frame",
    "snapshot",
    "table",
    "table_view",
    "tokens_taken",
]

EVENT_FORMAT: Final = "jaipur-event/1"
# The seat of the recipient, or None for the public.
Perspective = int | None
Data = dict[str, Any]
AnyEvent: TypeAlias = Any  # one of shapes.GameEvent
encode: Callable[[Any], bytes] = msgspec.json.Encoder().encode


def snapshot(game: Game, perspective: Perspective) -> shapes.Snapshot:
    """The current state of the game, for a client that has just connected."""
    return shapes.Snapshot(
        game=game.id,
        seq=game.seq,
        at=game.updated_at,
        table=table(game),
        view=table_view(game, perspective),
    )


def event(
    before: Game, entry: LogEntry, after: Game, perspective: Perspective, told: Raw | None = None
) -> AnyEvent:
    """A log entry as an event for one recipient; `told` is the table, if its JSON was made."""
    kind, fields = _event_fields(before, entry, after, perspective)
    return kind(
        game=after.id,
        seq=entry.seq,
        at=entry.at,
        table=table(after) if told is None else told,
        view=table_view(after, perspective),
        **fields,
    )


def frame(message: bytes, seq: int, at: int) -> bytes:
    """A message as a Server-Sent Event."""
    return b"id: %d-%d\ndata: %b\n\n" % (seq, at, message)


def table_view(game: Game, perspective: Perspective) -> Raw | None:
    """The JSON of the view of a seat, or of the public one, with what only the server adds."""
    if game.match is None or game.round is None:
        return None
    view = view_of(game.round, perspective, game.round_number, game.match.seals).to_json()
    return Raw(f'{view[:-1]},"slots":"{game.slots}","seq":{game.position_seq}}}'.encode())


def table(game: Game) -> TableShape:
    """The public state of the game apart from the cards: players, status, finished rounds."""
    return TableShape(
        status=game.status,
        players=(_player(game, 0), _player(game, 1)),
        waits_for=list(game.waits_for),
        deadline=game.deadline,
        taken_back=game.taken_back,
        can_take_back=game.can_take_back,
        rounds=_results(game.match),
        ended=game.ended,
        by=game.by,
        winner=game.winner,
        rematch=game.rematch,
    )


def _results(match: Match | None) -> list[RoundResultShape]:
    rounds = () if match is None else match.rounds
    return [RoundResultShape(**_result(round)) for round in rounds if round.is_over]


def _player(game: Game, number: int) -> PlayerShape | None:
    seat = game.seats[number]
    if seat is None:
        return None
    return PlayerShape(
        name=seat.name,
        level=seat.level,
        ready=game.ready[number],
        away=game.away[number],
        claim_at=claim_at(game, number),
        offers_rematch=game.offers[number],
    )


def contribution(seat: Seat) -> ContributionShape:
    """What a seat has contributed to the shuffle so far, for everybody to know."""
    nonce = None if seat.nonce is None else seat.nonce.hex()
    return ContributionShape(nonce=nonce, commitment=seat.commitment)


def _result(round: Round) -> Data:
    """A finished round with everything that explains its score."""
    north, south = round.scores
    return {
        "first": round.first,
        "end": round.end,
        "by": round.by,
        "rupees": round.rupees,
        "seal": round.seal,
        "scores": (ScoreShape(**north._asdict()), ScoreShape(**south._asdict())),
        "goods": tuple(_goods_by_letter(round.goods_tokens(seat)) for seat in (0, 1)),
        "bonus": tuple(_bonus_by_pile(round.bonus_tokens(seat)) for seat in (0, 1)),
        "herds": round.herds,
    }


def _goods_by_letter(goods: Mapping[Good, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    return {good.letter: values for good, values in goods.items()}


def _bonus_by_pile(bonus: Mapping[int, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    return {str(pile): values for pile, values in bonus.items()}


def _event_fields(
    before: Game, entry: LogEntry, after: Game, perspective: Perspective
) -> tuple[type[Shape], Data]:
    """The shape of an event, and the fields that only this kind has."""
    data = entry.data
    match entry.kind:
        case EventKind.MOVED:
            return shapes.Moved, _move_fields(before, data, after, perspective)
        case EventKind.JOINED:
            return shapes.Joined, _joined_fields(data, after)
        case EventKind.REVEALED:
            return shapes.Revealed, {"seat": data["seat"], "nonce": data["nonce"]}
        case EventKind.DEALT:
            assert after.round is not None
            return shapes.Dealt, {"round": data["round"], "first": after.round.first}
        case EventKind.TAKEN_BACK:
            return shapes.TakenBack, {"seat": data["seat"], "to": data["to"]}
        case EventKind.READY:
            return shapes.ReadyForRound, {"seat": data["seat"]}
        case EventKind.ROUND_OVER:
            assert after.match is not None
            result, then = _result(after.match.round), _next_first(after)
            return shapes.RoundOver, {"round": data["round"], **result, "next_first": then}
        case EventKind.MATCH_OVER:
            ended, by = data["ended"], data["by"]
            return shapes.MatchOver, {"ended": ended, "by": by, "winner": after.winner}
        case EventKind.OFFERED:
            return shapes.Offered, {"seat": data["seat"], "rematch": data["game"]}
        case EventKind.AWAY:
            return shapes.Away, {"seat": data["seat"], "since": data["since"]}
        case EventKind.BACK:
            if data["seat"] is not None:
                return shapes.Back, {"seat": data["seat"]}
            return shapes.Back, {"seat": None, "since": data["since"], "until": data["until"]}


def _joined_fields(data: Data, after: Game) -> Data:
    seat = after.seats[data["seat"]]
    assert seat is not None
    given = contribution(seat)
    names = {"seat": data["seat"], "name": seat.name, "level": seat.level}
    return {**names, "nonce": given.nonce, "commitment": given.commitment}


def _move_fields(before: Game, data: Data, after: Game, perspective: Perspective) -> Data:
    assert before.round is not None
    assert after.round is not None
    move, seat = parse_move(data["move"]), data["seat"]
    return {
        "seat": seat,
        "move": str(move),
        "slots": emptied_slots(before.slots, move),
        "drawn": after.round.last_drawn,
        "tokens": tokens_taken(before.round, after.round, move, seat),
        "bonus": bonus_taken(before.round, after.round, seat, owner=perspective == seat),
    }


def tokens_taken(before: Round, after: Round, move: Move, seat: int) -> list[int]:
    """The goods tokens that a move has brought, in the order in which they were taken."""
    if not isinstance(move, Sell) or not isinstance(move.good, Good):
        return []
    had = before.goods_tokens(seat).get(move.good, ())
    return list(after.goods_tokens(seat).get(move.good, ())[len(had) :])


def bonus_taken(before: Round, after: Round, seat: int, *, owner: bool) -> shapes.BonusDrawn | None:
    """The pile of the bonus token, and its value if the recipient owns it (R11)."""
    had, has = before.bonus_tokens(seat), after.bonus_tokens(seat)
    for pile, values in has.items():
        if len(values) > len(had.get(pile, ())):
            return shapes.BonusDrawn(pile=pile, value=values[-1] if owner else None)
    return None


def _next_first(game: Game) -> int | None:
    if game.status is GameStatus.OVER or game.match is None or game.match.is_over:
        return None
    return game.match.round.next_first
