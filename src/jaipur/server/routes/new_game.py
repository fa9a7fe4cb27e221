"""How a game is opened: its terms, its row in the database, and the answer to its maker."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from jaipur import MatchEnd, get_ruleset
from jaipur.errors import UnknownRuleset
from jaipur.rules.shuffle import SHUFFLE_VERSION, commitment
from jaipur.server import schema
from jaipur.server.commands import rejoinable_seat
from jaipur.server.even_match import EVEN_LEVEL, find_even_match
from jaipur.server.events import contribution, encode, table
from jaipur.server.game import MAX_ROUNDS, REJOIN_MS, Game, GameStatus
from jaipur.server.game_terms import GameTerms
from jaipur.server.levels import check_level
from jaipur.server.participation import Participation
from jaipur.server.problems import Problem, ProblemCode, WriteConflict
from jaipur.server.routing import json_bytes
from jaipur.server.services import Services
from jaipur.server.shapes.answers import BeginInfo, GameInfo, LostSeat, Terms
from jaipur.server.shapes.requests import NewGame, StartPosition
from jaipur.server.source_match import MAX_MOVES, SourceMatch
from jaipur.server.store import DatabaseRow, new_game_row
from jaipur.server.user_names import clean_name
from jaipur.server.users import User

__all__ = [
    "REMATCH_KEY",
    "against_even_match",
    "game_info",
    "new_game_response",
    "public_terms",
    "reserve_seats",
    "shuffle_info",
    "start_from",
    "store_new_game",
    "terms_of",
]

# The key of a rematch is this and the id of the match before it.
REMATCH_KEY: Final = "rematch/"


def terms_of(services: Services, body: NewGame) -> GameTerms:
    """The terms that a request asks for; Problem if they are not available."""
    try:
        get_ruleset(body.ruleset)
    except UnknownRuleset:
        raise Problem.of(ProblemCode.UNKNOWN_RULESET) from None
    against_level = body.against == "level"
    adapts = against_level and body.level == EVEN_LEVEL
    if (body.begin is not None and not against_level) or (
        body.names is not None and body.against != "self"
    ):
        raise Problem.of(ProblemCode.BAD_REQUEST)
    return GameTerms(
        against=body.against,
        level=check_level(body.level) if against_level and not adapts else None,
        adapts=adapts,
        ruleset=body.ruleset,
        first={"lot": None, "me": 0, "other": 1}[body.first],
        time=body.time if body.against == "friend" else None,
        memory_aids=body.memory_aids,
        watchable=body.watchable,
        listed=body.listed and body.against == "friend",
        hints=body.hints and against_level and services.analyst is not None,
        take_backs=body.take_backs and against_level,
        names=None if body.names is None else _clean_names(*body.names),
        shuffle=SHUFFLE_VERSION,
    )


def _clean_names(north: str, south: str) -> tuple[str, str]:
    return clean_name(north), clean_name(south)


async def start_from(
    services: Services, terms: GameTerms, begin: StartPosition, user: User | None
) -> GameTerms:
    """The terms of a game that continues from a position of a finished match."""
    participation = await services.participation(begin.game, user)
    if participation.game.status is not GameStatus.OVER:
        raise Problem.of(ProblemCode.MATCH_RUNNING)
    then = await services.live_games.event(participation.live, begin.seq)
    match = then.after.match
    if match is None:
        raise Problem.of(ProblemCode.NOT_STARTED)
    if match.ended is MatchEnd.SEALS:
        raise Problem.of(ProblemCode.MATCH_OVER)
    if sum(round.ply for round in match.rounds) > MAX_MOVES:
        raise Problem.of(ProblemCode.TOO_LARGE, most_moves=MAX_MOVES)
    if match.is_between:
        if len(match.rounds) >= MAX_ROUNDS:
            raise Problem.of(ProblemCode.MATCH_OVER)
        match = match.next_round()
    seat = match.round.turn if begin.seat is None else begin.seat
    return replace(
        terms,
        ruleset=match.ruleset.name,
        first=match.rounds[0].first,
        seals=match.seals_to_win,
        begin={"game": begin.game, "seq": begin.seq, "seat": seat},
        source=SourceMatch.from_match(match),
    )


async def against_even_match(services: Services, terms: GameTerms, user: str | None) -> GameTerms:
    """The terms of a game against the user's match, with the rating that it has now."""
    found = await find_even_match(services.store, user, terms.ruleset)
    return replace(terms, level=found.level)


def reserve_seats(terms: GameTerms, user: User) -> GameTerms:
    """The terms with the maker's seats reserved."""
    if terms.against == "self":
        return replace(terms, reserved=(user.id, user.id))
    on_seat_1 = terms.begin is not None and terms.begin["seat"] == 1
    return replace(terms, reserved=(None, user.id) if on_seat_1 else (user.id, None))


async def store_new_game(
    services: Services,
    maker: str,
    terms: GameTerms,
    *,
    key: str | None = None,
    address: str | None = None,
) -> DatabaseRow:
    """Store a new game; if one was opened with the same key before, the row of that one.

    With the address of the maker, Problem if there are too many games in progress.
    """
    now, entropy = services.clock.now(), services.entropy
    game = Game(
        id=entropy.token(), maker=maker, terms=terms, secret=entropy.secret(), updated_at=now
    )
    invitation = entropy.token() if terms.against == "friend" else None
    row = new_game_row(game, now=now, invitation=invitation, key=key)
    try:
        if address is None:
            await services.store.add(schema.games, row)
        else:
            await services.game_limits.add(row, address)
    except (WriteConflict, Problem):
        found = (
            None if key is None else await services.store.find(schema.games, maker=maker, key=key)
        )
        if found is None:
            raise
        return found
    return row


async def new_game_response(
    services: Services, request: Request, user: User, row: DatabaseRow
) -> Response:
    """The answer to the user who has opened a game."""
    participation = await services.participation(row["id"], user)
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
        seals=terms.seals,
        memory_aids=terms.memory_aids,
        watchable=terms.watchable,
        hints=terms.hints,
        take_backs=terms.take_backs,
        names=terms.names,
        begin=None if terms.begin is None else BeginInfo(**terms.begin),
    )
