"""The events that clients receive, each with the view of its recipient.

An event is computed from its log entry and the game before and after it, so it has the same bytes
live, after a reconnect and after a restart. Like a view, it is built field by field from what the
recipient may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, Raw, UnsetType

from jaipur import Good, Move, Round, Sell
from jaipur.rules.view_json import view_json
from jaipur.server.commands import claim_at
from jaipur.server.event_log import EventKind, LogEntry
from jaipur.server.game import DealtGame, Game, GameStatus, Seat, parse_move
from jaipur.server.market_slots import emptied_slots
from jaipur.server.shapes import events as shapes
from jaipur.server.shapes.answers import ContributionShape
from jaipur.server.shapes.fields import Shape
from jaipur.server.shapes.tables import (
    ClocksShape,
    PlayerShape,
    RoundResultShape,
    ScoreShape,
    SeatRating,
    TableShape,
)

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
Fields: TypeAlias = Callable[[Game, Data, Game, Perspective], Data]
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
    before: Game,
    entry: LogEntry,
    after: Game,
    perspective: Perspective,
    encoded_table: Raw | None = None,
) -> AnyEvent:
    """A log entry as an event for one recipient; `encoded_table` saves encoding the table again."""
    shape, fields = _SHAPES[entry.kind]
    return shape(
        game=after.id,
        seq=entry.seq,
        at=entry.at,
        table=table(after) if encoded_table is None else encoded_table,
        view=table_view(after, perspective),
        **fields(before, entry.data, after, perspective),
    )


def frame(message: bytes, seq: int, at: int) -> bytes:
    """A message as a Server-Sent Event."""
    return b"id: %d-%d\ndata: %b\n\n" % (seq, at, message)


def table_view(game: Game, perspective: Perspective) -> Raw | None:
    """The JSON of the view of a seat, or of the public one, with what only the server adds."""
    if game.match is None:
        return None
    view = view_json(game.round, perspective, len(game.match.rounds), game.match.seals)
    more = f',"slots":"{game.slots}","seq":{game.position_seq}}}'
    return Raw(view[:-1] + more.encode())


def table(game: Game) -> TableShape:
    """The public state of the game apart from the cards: players, status, finished rounds."""
    match = game.match
    return TableShape(
        status=game.status,
        players=(_player(game, 0), _player(game, 1)),
        waits_for=list(game.waits_for),
        deadline=None if game.clocks.allowed is None else game.deadline,
        clocks=UNSET if game.clocks.left is None else _clocks(game),
        taken_back=game.taken_back,
        can_take_back=game.take_back_to is not None and game.can_take_back,
        rounds=[] if match is None else [_shape(each) for each in match.rounds if each.is_over],
        ended=game.ended,
        by=game.by,
        winner=None if match is None else match.winner,
        rematch=game.rematch,
    )


def _clocks(game: Game) -> ClocksShape | UnsetType:
    left = game.clocks.left_at(game.updated_at)
    return UNSET if left is None else ClocksShape(left=left, running=game.clocks.running)


def _player(game: Game, number: int) -> PlayerShape | None:
    seat, away, terms = game.seats[number], game.away[number], game.terms
    if seat is None:
        return None
    never = away is None and terms.time is None and terms.clock is None
    return PlayerShape(
        name=seat.name,
        level=seat.level,
        ready=game.ready[number],
        away=away,
        claim_at=None if never else claim_at(game, number),
        offers_rematch=game.offers[number],
        rating=UNSET if seat.rating is None else _seat_rating(*seat.rating),
    )


def _seat_rating(rating: int, deviation: int) -> SeatRating:
    return SeatRating(rating=rating, deviation=deviation)


def contribution(seat: Seat) -> ContributionShape:
    """What a seat has contributed to the shuffle so far, for everybody to know."""
    nonce = None if seat.nonce is None else seat.nonce.hex()
    return ContributionShape(nonce=nonce, commitment=seat.commitment)


def _shape(round: Round) -> RoundResultShape:
    return RoundResultShape(**_result(round))


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


def _said_fields(_: Game, data: Data, __: Game, ___: Perspective) -> Data:
    return {"seat": data["seat"], "phrase": data.get("phrase"), "face": data.get("face")}


def _joined_fields(_: Game, data: Data, after: Game, __: Perspective) -> Data:
    seat = after.seats[data["seat"]]
    if seat is None:
        raise ValueError(f"seat {data['seat']} was taken, got an empty one")
    given = contribution(seat)
    names = {"seat": data["seat"], "name": seat.name, "level": seat.level}
    return {**names, "nonce": given.nonce, "commitment": given.commitment}


def _dealt_fields(_: Game, data: Data, after: Game, __: Perspective) -> Data:
    return {"round": data["round"], "first": _dealt(after).round.first}


def _moved_fields(before: Game, data: Data, after: Game, perspective: Perspective) -> Data:
    move, seat = parse_move(data["move"]), data["seat"]
    if before.match is None or after.match is None:
        raise ValueError("a move was played in a round, got a game without one")
    drawn, used = after.round.last_drawn, data.get("used", UNSET)
    data = {"seat": seat, "move": str(move), "drawn": drawn, "used": used}
    if not isinstance(move, Sell):
        return {**data, "slots": emptied_slots(before.slots, move), "tokens": [], "bonus": None}
    tokens = tokens_taken(before.round, after.round, move, seat)
    bonus = bonus_taken(before.round, after.round, seat, owner=perspective == seat)
    return {**data, "slots": [], "tokens": tokens, "bonus": bonus}


def _round_over_fields(_: Game, data: Data, after: Game, __: Perspective) -> Data:
    game = _dealt(after)
    return {"round": data["round"], **_result(game.round), "next_first": _next_first(game)}


def _match_over_fields(_: Game, data: Data, after: Game, __: Perspective) -> Data:
    return {"ended": data["ended"], "by": data["by"], "winner": after.winner}


def _offered_fields(_: Game, data: Data, __: Game, ___: Perspective) -> Data:
    return {"seat": data["seat"], "rematch": data["game"]}


def _back_fields(_: Game, data: Data, __: Game, ___: Perspective) -> Data:
    if data["seat"] is not None:
        return {"seat": data["seat"]}
    return {"seat": None, "since": data["since"], "until": data["until"]}


def _as_logged(*names: str) -> Fields:
    """The fields of an event that tells what its entry has."""
    return lambda _, data, __, ___: {name: data[name] for name in names}


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


def _next_first(game: DealtGame) -> int | None:
    if game.status is GameStatus.OVER or game.match.is_over:
        return None
    return game.round.next_first


def _dealt(game: Game) -> DealtGame:
    """A game with cards: the log has dealt them before any event about them."""
    if game.match is None:
        raise ValueError(f"the cards were dealt before, got status {game.status}")
    return game


_SHAPES: Final[dict[EventKind, tuple[type[Shape], Fields]]] = {
    EventKind.JOINED: (shapes.Joined, _joined_fields),
    EventKind.REVEALED: (shapes.Revealed, _as_logged("seat", "nonce")),
    EventKind.DEALT: (shapes.Dealt, _dealt_fields),
    EventKind.MOVED: (shapes.Moved, _moved_fields),
    EventKind.TAKEN_BACK: (shapes.TakenBack, _as_logged("seat", "to")),
    EventKind.READY: (shapes.ReadyForRound, _as_logged("seat")),
    EventKind.ROUND_OVER: (shapes.RoundOver, _round_over_fields),
    EventKind.MATCH_OVER: (shapes.MatchOver, _match_over_fields),
    EventKind.OFFERED: (shapes.Offered, _offered_fields),
    EventKind.AWAY: (shapes.Away, _as_logged("seat", "since")),
    EventKind.BACK: (shapes.Back, _back_fields),
    EventKind.SAID: (shapes.Said, _said_fields),
}
"""The shape of each kind of event, and the fields that only this kind has."""
