"""Routes of a running game: its event stream, its view, and the commands."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from jaipur import Cards
from jaipur.rules.shuffle import SHUFFLE_VERSION
from jaipur.rules.view import view_of
from jaipur.server import commands
from jaipur.server.auth import (
    charge,
    client_address,
    client_of,
    current_user,
    require_user,
    session_token,
)
from jaipur.server.event_log import EventDraft
from jaipur.server.event_stream import EventId, EventStream
from jaipur.server.events import table_view
from jaipur.server.explain import explain
from jaipur.server.game import Game, GameStatus
from jaipur.server.game_terms import GameTerms
from jaipur.server.levels import check_level, level_names
from jaipur.server.live_games import RECENT_EVENTS
from jaipur.server.participation import Participation
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.routes.new_game import REMATCH_KEY, against_even_match, store_new_game
from jaipur.server.routing import Routes, json_bytes
from jaipur.server.security_log import SecurityEvent
from jaipur.server.services import Services
from jaipur.server.shapes.events import GameEvent
from jaipur.server.shapes.info import StaleBody
from jaipur.server.shapes.judgements import Explained, Hint, Hints
from jaipur.server.shapes.requests import (
    CardSelection,
    Claim,
    EventsQuery,
    HintRequest,
    KeyOnly,
    PlayMove,
    Reveal,
    SeatQuery,
    TakeBack,
)
from jaipur.server.shapes.views import TableView
from jaipur.server.viewers import StreamViewer

__all__ = ["routes"]

routes = Routes("/api/games/{game}", tag="play")
NO_KEY: Final = KeyOnly()
DEFAULT_HINTS: Final = HintRequest()
STALE: Final = {409: (StaleBody, "The position has changed; `current` is a snapshot.")}


@routes.get("/events", media="text/event-stream")
async def stream_events(request: Request, game: str, query: EventsQuery) -> EventStream:
    """The events of a game, as Server-Sent Events.

    Without an id the stream starts with a snapshot. After `Last-Event-ID` or `?after=` it sends
    every missed event, byte for byte as it was sent live; a snapshot if the game has no such event,
    since it was restored from a backup. A heartbeat with the latest number is
    sent once you are up to date, and then every ten seconds.
    """
    services = Services.of(request)
    user, token = await current_user(request), session_token(request)
    session = None if user is None or token is None else services.users.watch(token, user)
    participation = await services.participation(game, user)
    header = request.headers.get("last-event-id", "")
    last = EventId.parse(header) or EventId.parse(query.after or "")
    if last is not None:
        if participation.game.seq - last.seq > RECENT_EVENTS:
            charge(request, "histories", user)
        if not await services.live_games.has_event(participation.live, *last):
            last = None
    participation.perspective(query.seat)  # Problem before the stream begins
    viewer = StreamViewer(
        services=services,
        live=participation.live,
        user=participation.user,
        seat=query.seat,
        session=session,
    )
    if query.wait:
        viewer.count(client_address(request))
    after = None if last is None else last.seq
    return EventStream(
        services.stream_settings, participation.live, viewer, after=after, wait=query.wait == 1
    )


@routes.get("/view", answer=TableView)
async def get_view(request: Request, game: str, query: SeatQuery) -> Response:
    """The current position as one seat sees it."""
    services = Services.of(request)
    participation = await services.participation(game, await current_user(request))
    view = table_view(participation.game, participation.perspective(query.seat))
    if view is None:
        raise Problem.of(ProblemCode.NOT_STARTED)
    return json_bytes(bytes(view))


@routes.post("/moves", answer=GameEvent, also=STALE)
async def play_move(request: Request, game: str, body: PlayMove) -> Response:
    """Play a move. `seq` is `view.seq` of the position it is for: any other is `stale`."""
    services, participation, seat = await _player(request, game)
    return await services.submit(
        participation, seat, lambda now: commands.play(now, seat, body.move, body.seq), key=body.key
    )


@routes.post("/reveal", answer=GameEvent)
async def reveal_nonce(request: Request, game: str, body: Reveal) -> Response:
    """Reveal the nonce that you have committed to, once both seats are taken."""
    services, participation, seat = await _player(request, game)
    nonce = bytes.fromhex(body.nonce)
    return await services.submit(
        participation, seat, lambda now: commands.reveal(now, seat, nonce), key=body.key
    )


@routes.post("/explain", answer=Explained)
async def explain_selection(request: Request, game: str, body: CardSelection) -> Explained:
    """Why a selection of cards cannot become a move; also during the opponent's turn."""
    services = Services.of(request)
    participation = await services.participation(game, await require_user(request, "reads"))
    seat = participation.acting_seat() if body.seat is None else body.seat
    if seat not in participation.seats:
        raise Problem.of(ProblemCode.NOT_SEATED)
    match, round = participation.game.match, participation.game.round
    if match is None or round is None:
        raise Problem.of(ProblemCode.NOT_STARTED)
    refusal = explain(view_of(round, seat), Cards(body.take), Cards(body.give))
    return Explained(refusal=refusal, sentence=None if refusal is None else refusal.sentence)


@routes.post("/ready", answer=GameEvent)
async def confirm_next_round(request: Request, game: str, body: KeyOnly = NO_KEY) -> Response:
    """Confirm the next round; it is dealt once both players have."""
    services, participation, seat = await _player(request, game)
    return await services.submit(
        participation, seat, lambda now: commands.ready(now, seat), key=body.key
    )


@routes.post("/take_back", answer=GameEvent, also=STALE)
async def take_back(request: Request, game: str, body: TakeBack) -> Response:
    """Against a level: return to your last decision in this round; the deck stays the same."""
    services, participation, seat = await _player(request, game)
    return await services.submit(
        participation, seat, lambda now: commands.take_back(now, seat, body.seq), key=body.key
    )


@routes.post("/resign", answer=GameEvent)
async def resign(request: Request, game: str, body: KeyOnly = NO_KEY) -> Response:
    """Resign the match."""
    services, participation, seat = await _player(request, game)
    return await services.submit(
        participation, seat, lambda now: commands.resign(now, seat), key=body.key
    )


@routes.post("/leave", answer=GameEvent)
async def leave(request: Request, game: str, body: KeyOnly = NO_KEY) -> Response:
    """Leave the game: an open one is withdrawn, a running match is abandoned."""
    services = Services.of(request)
    user = await require_user(request)
    participation = await services.participation(game, user)
    seat = participation.acting_seat() if participation.seats else None
    return await services.submit(
        participation, seat, lambda now: commands.leave(now, user.id), key=body.key
    )


@routes.post("/claim", answer=GameEvent)
async def claim(request: Request, game: str, body: Claim) -> Response:
    """After `claim_at`, win the match against a late opponent, or let a level replace them.

    While `status` is `shuffling`, `match` aborts the game of an opponent who reveals no nonce.
    """
    services, participation, seat = await _player(request, game)
    level = check_level(body.level or level_names()[-1])
    at = services.clock.now()  # an outage that ends after this is not credited yet
    await services.check_overdue(participation.live)

    def command(now: Game) -> EventDraft:
        if body.what == "match":
            return commands.claim_match(now, seat, at)
        return commands.give_to_level(now, seat, level, at)

    answer = await services.submit(participation, seat, command, key=body.key)
    services.security_log.write(
        SecurityEvent.CLAIM, request.scope, participation.user, what=body.what
    )
    return answer


@routes.post("/rematch", answer=GameEvent)
async def rematch(request: Request, game: str, body: KeyOnly = NO_KEY) -> Response:
    """Offer a rematch, or accept the opponent's offer.

    `rematch` in the event is the new game. When `table.players` shows that both have offered (a
    level does at once), take your seat there.
    """
    services, user = Services.of(request), await require_user(request)
    participation = await services.participation(game, user)  # as the log has it: it is judged here
    seat, now = participation.acting_seat(), participation.game
    commands.offer_rematch(now, seat, "")
    new = now.rematch
    if new is None:
        maker, terms = _rematch_terms(now)
        if terms.adapts:
            terms = await against_even_match(services, terms, maker)
        new = (await store_new_game(services, maker, terms, key=f"{REMATCH_KEY}{now.id}"))["id"]
    return await services.submit(
        participation, seat, lambda g: commands.offer_rematch(g, seat, new), key=body.key
    )


def _rematch_terms(game: Game) -> tuple[str, GameTerms]:
    """The maker and the terms of a rematch: the same seats, and the other one starts."""
    assert game.match is not None
    users = [seat.user if seat else None for seat in game.seats]
    level = next((seat.level for seat in game.seats if seat and seat.level), None)
    first = 1 - game.match.rounds[0].first
    if users[0] is None:  # the level that has replaced seat 0 moves to seat 1
        users, first = [users[1], None], 1 - first
    assert users[0] is not None
    terms = replace(
        game.terms,
        against="level" if level else game.terms.against,
        level=level,
        first=first,
        time=None if level else game.terms.time,
        listed=False,
        reserved=(users[0], users[1]),
        shuffle=SHUFFLE_VERSION,
        begin=None,
        source=None,
    )
    return users[0], terms


@routes.post("/hint", answer=Hints)
async def get_hints(request: Request, game: str, body: HintRequest = DEFAULT_HINTS) -> Hints:
    """The best moves with their probability of winning the seal, if the game allows hints."""
    services = Services.of(request)
    user = await require_user(request, "hints")
    participation = await services.participation(game, user)
    seat, now = participation.acting_seat(), participation.game
    if services.analyst is None:
        raise Problem.of(ProblemCode.NO_ENGINE)
    if not now.terms.hints:
        raise Problem.of(ProblemCode.NO_HINTS)
    if (
        now.status is not GameStatus.PLAYING
        or now.turn != seat
        or now.round is None
        or now.match is None
    ):
        raise Problem.of(ProblemCode.STALE)
    view = view_of(now.round, seat, now.round_number, now.match.seals)
    best = await services.hints.best(client_of(request, user), view, body.count)
    hints = [Hint(move=each.move, win=each.win, error=each.error) for each in best]
    return Hints(seq=now.position_seq, hints=hints)


async def _player(request: Request, game: str) -> tuple[Services, Participation, int]:
    services = Services.of(request)
    participation = await services.participation(game, await require_user(request), to_act=True)
    return services, participation, participation.acting_seat()
