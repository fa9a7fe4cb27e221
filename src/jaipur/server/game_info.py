"""A game as a user may know it: its terms, its shuffle, its table, and the user's part in it."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from jaipur.rules.shuffle import commitment
from jaipur.server.commands import rejoinable_seat
from jaipur.server.events import contribution, encode, table
from jaipur.server.game import REJOIN_MS, Game, GameStatus
from jaipur.server.game_terms import GameTerms
from jaipur.server.lobby.listing import clock_shape
from jaipur.server.participation import Participation, look_at
from jaipur.server.routing import json_bytes
from jaipur.server.services import Services
from jaipur.server.sessions import User
from jaipur.server.shapes.answers import BeginInfo, GameInfo, LostSeat, Terms
from jaipur.server.store import DatabaseRow

__all__ = ["game_info", "new_game_response", "public_terms", "shuffle_info"]


async def new_game_response(
    services: Services, request: Request, user: User, row: DatabaseRow
) -> Response:
    """The answer to the user who has opened a game."""
    participation = await look_at(services, row["id"], user)
    return json_bytes(encode(game_info(services, request, participation, row)), 201)


def game_info(
    services: Services, request: Request, participation: Participation, row: DatabaseRow
) -> GameInfo:
    """A game as this user may know it."""
    game = participation.live.game
    yours = participation.user is not None and participation.user == game.maker
    link = None
    if yours and game.status is GameStatus.OPEN and row["invitation"] is not None:
        link = f"{services.base_url(request)}/join/{row['invitation']}"
    return GameInfo(
        id=game.id,
        seats=list(game.seats_of(participation.user)),
        yours=yours,
        terms=public_terms(game.terms),
        **shuffle_info(game),
        created_at=row["created_at"],
        invitation=link,
        lost_seat=_lost_seat(game, participation.user, services.clock.now()),
        table=table(game),
        seq=game.seq,
    )


def _lost_seat(game: Game, user: str | None, now: int) -> LostSeat | None:
    seat = None if user is None else rejoinable_seat(game, user, now)
    replacement = None if seat is None else game.replacements[seat]
    if seat is None or replacement is None:
        return None
    return LostSeat(seat=seat, until=replacement.at + REJOIN_MS)


def shuffle_info(game: Game) -> dict[str, Any]:
    """What is known of the shuffle before the match: the fields of a ShuffleInfo."""
    north, south = (None if seat is None else contribution(seat) for seat in game.seats)
    return {"commitment": commitment(game.secret), "nonces": (north, south)}


def public_terms(terms: GameTerms) -> Terms:
    """The terms that everybody who sees the game may know."""
    return Terms(
        against=terms.against,
        level=terms.level,
        adapts=terms.adapts,
        ruleset=terms.ruleset,
        first=terms.first,
        time=terms.time,
        clock=clock_shape(terms),
        seals=terms.seals,
        memory_aids=terms.memory_aids,
        watchable=terms.watchable,
        hints=terms.hints,
        take_backs=terms.take_backs,
        rated=terms.rated,
        names=terms.names,
        begin=None if terms.begin is None else BeginInfo(**terms.begin),
    )
