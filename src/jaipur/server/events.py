"""The events that clients receive, each with the view of its recipient.

An event is computed from its log entry and the game before and after it, so it has the same bytes
live, after a reconnect and after a restart. Like a view, it is built field by field from what the
recipient may know.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from jaipur import Good, Match, Move, Round, Sell
from jaipur.rules.view import view_of
from jaipur.server.commands import claim_at
from jaipur.server.event_log import EventKind, LogEntry
from jaipur.server.game import Game, GameStatus, Seat, parse_move
from jaipur.server.market_slots import emptied_slots

__all__ = [
    "EVENT_FORMAT",
    "Perspective",
    "bonus_taken",
    "contribution",
    "encode",
    "event",
    "snapshot",
    "table",
    "table_view",
    "tokens_taken",
]

EVENT_FORMAT: Final = "jaipur-event/1"
# The seat of the recipient, or None for the public.
Perspective = int | None
Data = dict[str, Any]


def snapshot(game: Game, perspective: Perspective) -> Data:
    """The current state of the game, for a client that has just connected."""
    return {
        "format": EVENT_FORMAT,
        "type": "snapshot",
        "game": game.id,
        "seq": game.seq,
        "at": game.updated_at,
        "table": table(game),
        "view": table_view(game, perspective),
    }


def event(before: Game, entry: LogEntry, after: Game, perspective: Perspective) -> Data:
    """A log entry as an event for one recipient."""
    return {
        "format": EVENT_FORMAT,
        "type": entry.kind.value,
        "game": after.id,
        "seq": entry.seq,
        "at": entry.at,
        **_event_fields(before, entry, after, perspective),
        "table": table(after),
        "view": table_view(after, perspective),
    }


def encode(message: Data) -> bytes:
    """A message as JSON."""
    return msgspec.json.encode(message)


def table_view(game: Game, perspective: Perspective) -> Data | None:
    """The view of a seat, or the public one, with the two fields that only the server adds."""
    if game.match is None or game.round is None:
        return None
    view = view_of(game.round, perspective, game.round_number, game.match.seals).to_dict()
    return {**view, "slots": game.slots, "seq": game.position_seq}


def table(game: Game) -> Data:
    """The public state of the game apart from the cards: players, status, finished rounds."""
    return {
        "status": game.status.value,
        "players": [_player(game, number) for number in (0, 1)],
        "waits_for": list(game.waits_for),
        "deadline": game.deadline,
        "taken_back": game.taken_back,
        "can_take_back": game.can_take_back,
        "rounds": _results(game.match),
        "ended": game.ended,
        "by": game.by,
        "winner": game.winner,
        "rematch": game.rematch,
    }


def _results(match: Match | None) -> list[Data]:
    rounds = () if match is None else match.rounds
    return [_result(round) for round in rounds if round.is_over]


def _player(game: Game, number: int) -> Data | None:
    seat = game.seats[number]
    if seat is None:
        return None
    return {
        **_player_name_and_level(seat),
        "ready": game.ready[number],
        "away": game.away[number],
        "claim_at": claim_at(game, number),
        "offers_rematch": game.offers[number],
    }


def _player_name_and_level(seat: Seat) -> Data:
    return {"name": seat.name, "level": seat.level}


def contribution(seat: Seat) -> Data:
    """What a seat has contributed to the shuffle so far, for everybody to know."""
    return {
        "nonce": None if seat.nonce is None else seat.nonce.hex(),
        "commitment": seat.commitment,
    }


def _result(round: Round) -> Data:
    """A finished round with everything that explains its score."""
    return {
        "first": round.first,
        "end": round.end,
        "by": round.by,
        "rupees": list(round.rupees),
        "seal": round.seal,
        "scores": [score._asdict() for score in round.scores],
        "goods": [_goods_by_letter(round.goods_tokens(seat)) for seat in (0, 1)],
        "bonus": [_bonus_by_pile(round.bonus_tokens(seat)) for seat in (0, 1)],
        "herds": list(round.herds),
    }


def _goods_by_letter(goods: Any) -> Data:
    return {good.letter: list(values) for good, values in goods.items()}


def _bonus_by_pile(bonus: Any) -> Data:
    return {str(pile): list(values) for pile, values in bonus.items()}


def _event_fields(before: Game, entry: LogEntry, after: Game, perspective: Perspective) -> Data:
    data = entry.data
    match entry.kind:
        case EventKind.JOINED:
            seat = after.seats[data["seat"]]
            assert seat is not None
            return {
                "seat": data["seat"],
                **_player_name_and_level(seat),
                **contribution(seat),
            }
        case EventKind.REVEALED:
            return {"seat": data["seat"], "nonce": data["nonce"]}
        case EventKind.DEALT:
            assert after.round is not None
            return {"round": data["round"], "first": after.round.first}
        case EventKind.MOVED:
            return _move_fields(before, data, after, perspective)
        case EventKind.TAKEN_BACK:
            return {"seat": data["seat"], "to": data["to"]}
        case EventKind.READY:
            return {"seat": data["seat"]}
        case EventKind.ROUND_OVER:
            assert after.match is not None
            return {
                "round": data["round"],
                **_result(after.match.round),
                "next_first": _next_first(after),
            }
        case EventKind.MATCH_OVER:
            return {"ended": data["ended"], "by": data["by"], "winner": after.winner}
        case EventKind.OFFERED:
            return {"seat": data["seat"], "what": "rematch", "rematch": data["game"]}
        case EventKind.AWAY:
            return {"seat": data["seat"], "since": data["since"]}
        case EventKind.BACK:
            outage = (
                {"since": data["since"], "until": data["until"]} if data["seat"] is None else {}
            )
            return {"seat": data["seat"], **outage}


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


def bonus_taken(before: Round, after: Round, seat: int, *, owner: bool) -> Data | None:
    """The pile of the bonus token, and its value if the recipient owns it (R11)."""
    had, has = before.bonus_tokens(seat), after.bonus_tokens(seat)
    for pile, values in has.items():
        if len(values) > len(had.get(pile, ())):
            return {"pile": pile, "value": values[-1] if owner else None}
    return None


def _next_first(game: Game) -> int | None:
    if game.status is GameStatus.OVER or game.match is None or game.match.is_over:
        return None
    return game.match.round.next_first
