"""How a game is opened: its terms, and its row in the database."""

from __future__ import annotations

from dataclasses import replace

from msgspec.structs import asdict

from jaipur import MatchEnd, get_ruleset
from jaipur.errors import UnknownRuleset
from jaipur.rules.rulesets import MINI
from jaipur.rules.shuffle import SHUFFLE_VERSION
from jaipur.server import schema
from jaipur.server.clocks import MatchClock
from jaipur.server.even_match import EVEN_LEVEL, find_even_match
from jaipur.server.game import MAX_ROUNDS, FinishedGame, GameStatus, OpenGame
from jaipur.server.game_rows import DatabaseRow, new_game_row
from jaipur.server.game_terms import GameTerms
from jaipur.server.levels import check_level
from jaipur.server.participation import look_at
from jaipur.server.problems import Problem, ProblemCode, WriteConflict
from jaipur.server.services import Services
from jaipur.server.sessions import User
from jaipur.server.shapes.requests import NewGame, StartPosition
from jaipur.server.source_match import MAX_MOVES, SourceMatch
from jaipur.server.user_names import clean_name

__all__ = [
    "against_even_match",
    "rematch_terms",
    "reserve_seats",
    "start_from",
    "store_new_game",
    "terms_of",
]


def terms_of(services: Services, body: NewGame) -> GameTerms:
    """The terms that a request asks for; Problem if they are not available."""
    _check_ruleset(body.ruleset)
    against_level = body.against == "level"
    adapts = against_level and body.level == EVEN_LEVEL
    if (
        (body.begin is not None and not against_level)
        or (body.names is not None and body.against != "self")
        or (body.opponent is not None and body.against != "friend")
    ):
        raise Problem.of(ProblemCode.BAD_REQUEST)
    time, clock = _limits(body)
    return GameTerms(
        against=body.against,
        level=check_level(body.level) if against_level and not adapts else None,
        adapts=adapts,
        ruleset=body.ruleset,
        first={"lot": None, "me": 0, "other": 1}[body.first],
        time=time,
        clock=clock,
        memory_aids=body.memory_aids,
        watchable=body.watchable,
        listed=body.listed and body.against == "friend" and body.opponent is None,
        hints=body.hints and against_level and services.analyst is not None,
        take_backs=body.take_backs and against_level and time is None and clock is None,
        rated=body.rated,
        names=None if body.names is None else _clean_names(*body.names),
        shuffle=SHUFFLE_VERSION,
    )


def _check_ruleset(name: str) -> None:
    """Problem for a ruleset that tables do not have: Mini-Jaipur is for programs."""
    try:
        known = get_ruleset(name) is not MINI
    except UnknownRuleset:
        known = False
    if not known:
        raise Problem.of(ProblemCode.UNKNOWN_RULESET)


def _limits(body: NewGame) -> tuple[int | None, MatchClock | None]:
    """The time for a move, or the clock for the match; a user with both seats has neither."""
    if body.time is not None and body.clock is not None:
        what = "`clock` and `time` exclude each other"
        errors = [{"where": ["body", "clock"], "what": what}]
        raise Problem.of(ProblemCode.BAD_REQUEST, errors=errors)
    if body.against == "self":
        return None, None
    return body.time, None if body.clock is None else MatchClock(**asdict(body.clock))


def _clean_names(north: str, south: str) -> tuple[str, str]:
    return clean_name(north), clean_name(south)


async def start_from(
    services: Services, terms: GameTerms, begin: StartPosition, user: User | None
) -> GameTerms:
    """The terms of a game that continues from a position of a finished match."""
    participation = await look_at(services, begin.game, user)
    if participation.game.status is not GameStatus.OVER:
        raise Problem.of(ProblemCode.MATCH_RUNNING)
    then = await participation.live.event(begin.seq)
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


def reserve_seats(terms: GameTerms, user: User, opponent: User | None = None) -> GameTerms:
    """The terms with the maker's seats reserved, and that of an opponent who is challenged."""
    if terms.against == "self":
        return replace(terms, reserved=(user.id, user.id))
    if opponent is not None:
        return replace(terms, reserved=(user.id, opponent.id))
    on_seat_1 = terms.begin is not None and terms.begin["seat"] == 1
    return replace(terms, reserved=(None, user.id) if on_seat_1 else (user.id, None))


def rematch_terms(game: FinishedGame) -> tuple[str, GameTerms]:
    """The maker and the terms of a rematch: the same seats, and the other one starts."""
    users = [seat.user for seat in game.seats]
    level = next((seat.level for seat in game.seats if seat.level), None)
    is_new_level = level is not None and game.terms.against != "level"
    first = 1 - game.match.rounds[0].first
    if users[0] is None:  # the level that has replaced seat 0 moves to seat 1
        users, first = [users[1], None], 1 - first
    maker = users[0]
    if maker is None:
        raise Problem.of(ProblemCode.NOT_SEATED)
    terms = replace(
        game.terms,
        against="level" if level else game.terms.against,
        level=level,
        first=first,
        # A level that has replaced a person takes no part in what two people have agreed on.
        time=None if is_new_level else game.terms.time,
        clock=None if is_new_level else game.terms.clock,
        listed=False,
        reserved=(maker, users[1]),
        shuffle=SHUFFLE_VERSION,
        begin=None,
        source=None,
    )
    return maker, terms


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
    game = OpenGame(
        id=entropy.token(), maker=maker, terms=terms, secret=entropy.secret(), updated_at=now
    )
    for_anybody = terms.against == "friend" and None in terms.reserved
    invitation = entropy.token() if for_anybody else None
    row = new_game_row(game, now=now, invitation=invitation, key=key)
    try:
        if address is None:
            await services.store.add_game(row)
        else:
            await services.game_limits.add(row, address)
    except (WriteConflict, Problem):
        found = (
            None if key is None else await services.store.find(schema.games, maker=maker, key=key)
        )
        if found is None:
            raise
        return found
    services.lobby_watch.game_opened(row)
    return row
