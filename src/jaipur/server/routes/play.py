"""Routes of a running game: its event stream, its view, and the commands."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from jaipur import Cards
from jaipur.rules.view import view_of
from jaipur.server.authentication import (
    charge,
    client_address,
    client_of,
    current_user,
    is_program,
    require_user,
    session_token,
)
from jaipur.server.commands import (
    ClaimMatch,
    GiveToLevel,
    Leave,
    OfferRematch,
    Play,
    Ready,
    Resign,
    Reveal,
    TakeBack,
    decide,
)
from jaipur.server.event_stream import EventId, EventStream
from jaipur.server.events import table_view
from jaipur.server.explain import explain
from jaipur.server.game import FinishedGame, GameStatus
from jaipur.server.levels import check_level, level_names
from jaipur.server.live_game import RECENT_EVENTS
from jaipur.server.lobby.listing import REMATCH_KEY
from jaipur.server.new_game import (
    against_even_match,
    rematch_terms,
    store_new_game,
)
from jaipur.server.participation import acting_player, look_at, visit
from jaipur.server.phrases import Say
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.ratings.rated_terms import check_rated_player
from jaipur.server.routing import Routes, json_bytes
from jaipur.server.security_log import SecurityEvent
from jaipur.server.services import Services
from jaipur.server.shapes.events import GameEvent
from jaipur.server.shapes.info import StaleBody
from jaipur.server.shapes.judgements import Explained, Hint, Hints
from jaipur.server.shapes.requests import (
    CardSelection,
    ClaimRequest,
    EventsQuery,
    HintRequest,
    KeyOnly,
    PlayMove,
    RevealRequest,
    SayRequest,
    SeatQuery,
    TakeBackRequest,
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
    session = None if user is None or token is None else services.users.sessions.watch(token, user)
    participation = await visit(services, game, user)
    header = request.headers.get("last-event-id", "")
    last = EventId.parse(header) or EventId.parse(query.after or "")
    if last is not None:
        if participation.game.seq - last.seq > RECENT_EVENTS:
            charge(request, "histories", user)
        if not await participation.live.has_event(*last):
            last = None
    participation.perspective(query.seat)  # Problem before the stream begins
    viewer = StreamViewer(
        services=services,
        live=participation.live,
        user=participation.user,
        is_program=is_program(request),
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
    participation = await look_at(services, game, await current_user(request))
    view = table_view(participation.game, participation.perspective(query.seat))
    if view is None:
        raise Problem.of(ProblemCode.NOT_STARTED)
    return json_bytes(bytes(view))


@routes.post("/moves", answer=GameEvent, also=STALE)
async def play_move(request: Request, game: str, body: PlayMove) -> bytes:
    """Play a move. `seq` is `view.seq` of the position it is for: any other is `stale`."""
    live, user, seat = await acting_player(request, game)
    event = await live.submit(Play(seat, body.move, body.seq), by=user, key=body.key)
    return event.message(seat)


@routes.post("/reveal", answer=GameEvent)
async def reveal_nonce(request: Request, game: str, body: RevealRequest) -> bytes:
    """Reveal the nonce that you have committed to, once both seats are taken."""
    live, user, seat = await acting_player(request, game)
    event = await live.submit(Reveal(seat, bytes.fromhex(body.nonce)), by=user, key=body.key)
    return event.message(seat)


@routes.post("/explain", answer=Explained)
async def explain_selection(request: Request, game: str, body: CardSelection) -> Explained:
    """Why a selection of cards cannot become a move; also during the opponent's turn."""
    services = Services.of(request)
    participation = await visit(services, game, await require_user(request, "reads"))
    seat = participation.acting_seat() if body.seat is None else body.seat
    if seat not in participation.seats:
        raise Problem.of(ProblemCode.NOT_SEATED)
    round = participation.game.round
    if round is None:
        raise Problem.of(ProblemCode.NOT_STARTED)
    refusal = explain(view_of(round, seat), Cards(body.take), Cards(body.give))
    return Explained(refusal=refusal, sentence=None if refusal is None else refusal.sentence)


@routes.post("/ready", answer=GameEvent)
async def confirm_next_round(request: Request, game: str, body: KeyOnly = NO_KEY) -> bytes:
    """Confirm the next round; it is dealt once both players have."""
    live, user, seat = await acting_player(request, game)
    event = await live.submit(Ready(seat), by=user, key=body.key)
    return event.message(seat)


@routes.post("/take_back", answer=GameEvent, also=STALE)
async def take_back(request: Request, game: str, body: TakeBackRequest) -> bytes:
    """Against a level: return to your last decision in this round; the deck stays the same."""
    live, user, seat = await acting_player(request, game)
    event = await live.submit(TakeBack(seat, body.seq), by=user, key=body.key)
    return event.message(seat)


@routes.post("/resign", answer=GameEvent)
async def resign(request: Request, game: str, body: KeyOnly = NO_KEY) -> bytes:
    """Resign the match."""
    live, user, seat = await acting_player(request, game)
    event = await live.submit(Resign(seat), by=user, key=body.key)
    return event.message(seat)


@routes.post("/leave", answer=GameEvent)
async def leave(request: Request, game: str, body: KeyOnly = NO_KEY) -> bytes:
    """Leave the game: an open one is withdrawn or declined, a running match is abandoned."""
    user = await require_user(request)
    participation = await visit(Services.of(request), game, user)
    seat = participation.acting_seat() if participation.seats else None
    event = await participation.live.submit(Leave(), by=user.id, key=body.key)
    return event.message(seat)


@routes.post("/say", answer=GameEvent)
async def say_phrase(request: Request, game: str, body: SayRequest) -> bytes:
    """Show a phrase or a face to the other player: one in 3 seconds, ten in a minute.

    It does not change the position, so no move gets stale by it.
    """
    live, user, seat = await acting_player(request, game)
    command = Say(seat, *body.what, at=Services.of(request).clock.now())
    event = await live.submit(command, by=user, key=body.key)
    return event.message(seat)


@routes.post("/claim", answer=GameEvent)
async def claim(request: Request, game: str, body: ClaimRequest) -> bytes:
    """After `claim_at`, win the match against a late opponent, or let a level replace them.

    While `status` is `shuffling`, `match` aborts the game of an opponent who reveals no nonce.
    """
    services = Services.of(request)
    live, user, seat = await acting_player(request, game)
    level = check_level(body.level or level_names()[-1])
    at = services.clock.now()  # an outage that ends after this is not credited yet
    await services.check_overdue(live)
    command = ClaimMatch(seat, at) if body.what == "match" else GiveToLevel(seat, level, at)
    event = await live.submit(command, by=user, key=body.key)
    services.security_log.write(SecurityEvent.CLAIM, request.scope, user, what=body.what)
    return event.message(seat)


@routes.post("/rematch", answer=GameEvent)
async def rematch(request: Request, game: str, body: KeyOnly = NO_KEY) -> bytes:
    """Offer a rematch, or accept the opponent's offer.

    `rematch` in the event is the new game. When `table.players` shows that both have offered (a
    level does at once), take your seat there.
    """
    services, user = Services.of(request), await require_user(request)
    participation = await visit(services, game, user)  # as the log has it: it is judged here
    live, seat, now = participation.live, participation.acting_seat(), participation.game
    check_rated_player(now.terms, user, is_program=is_program(request))
    decide(OfferRematch(seat, ""), now, user.id)
    new = now.rematch or ""
    if not new and isinstance(now, FinishedGame):
        maker, terms = rematch_terms(now)
        if terms.adapts:
            terms = await against_even_match(services, terms, maker)
        new = (await store_new_game(services, maker, terms, key=f"{REMATCH_KEY}{now.id}"))["id"]
    event = await live.submit(OfferRematch(seat, new), by=user.id, key=body.key)
    return event.message(seat)


@routes.post("/hint", answer=Hints)
async def get_hints(request: Request, game: str, body: HintRequest = DEFAULT_HINTS) -> Hints:
    """The best moves with their probability of winning the seal, if the game allows hints."""
    services = Services.of(request)
    user = await require_user(request, "hints")
    participation = await visit(services, game, user)
    seat, now = participation.acting_seat(), participation.game
    if services.analyst is None:
        raise Problem.of(ProblemCode.NO_ENGINE)
    if not now.terms.hints:
        raise Problem.of(ProblemCode.NO_HINTS)
    if now.status is not GameStatus.PLAYING or now.turn != seat:
        raise Problem.of(ProblemCode.STALE)
    view = view_of(now.round, seat, now.round_number, now.match.seals)
    waiting = services.hints.waiting
    best = await services.hints.best(client_of(request, user), view, body.count)
    hints = [Hint(move=each.move, win=each.win, error=each.error) for each in best]
    return Hints(seq=now.position_seq, hints=hints, waiting=waiting)
