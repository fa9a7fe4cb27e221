"""What happens at a table, and what one does there."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Query, Request, Response

from jaipur import Cards
from jaipur.rules.view import view_of
from jaipur.server import commands
from jaipur.server.desk import Desk, Place, address_of, json_bytes
from jaipur.server.event_log import EventDraft
from jaipur.server.events import Perspective, encode, table_view
from jaipur.server.explain import explain
from jaipur.server.game import Game, Status
from jaipur.server.lanes import RECENT
from jaipur.server.levels import level_names
from jaipur.server.models import (
    Act,
    Choice,
    Claim,
    Explained,
    HintOrder,
    Hints,
    PlayMove,
    TakeBack,
)
from jaipur.server.models_events import EventModel, StaleBody, ViewModel
from jaipur.server.problems import Problem, Trouble
from jaipur.server.routes.direct import DirectRoute
from jaipur.server.routes.opening import open_game
from jaipur.server.stream import EventStream, Listening
from jaipur.server.terms import Terms

__all__ = ["router"]

router = APIRouter(prefix="/api/games/{game}", tags=["play"], route_class=DirectRoute)
NO_KEY: Final = Act()
THREE_HINTS: Final = HintOrder()
SeatQuery = Annotated[
    int | None,
    Query(ge=0, le=1, description="Whose eyes to look through: for one who has both seats."),
]
STALE: dict[int | str, dict[str, Any]] = {
    409: {"model": StaleBody, "description": "The position has changed; `current` is a snapshot."}
}
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Messages of `jaipur-event/1`, each with an id; heartbeats without one.",
        "content": {"text/event-stream": {}},
    }
}


@router.get("/events", response_class=Response, responses=STREAM)
async def listen(
    request: Request,
    game: str,
    seat: SeatQuery = None,
    after: Annotated[
        int | None, Query(ge=0, le=2**31 - 1, description="The last number you have.")
    ] = None,
    wait: Annotated[int, Query(ge=0, le=1, description="0 sends what is missing and closes.")] = 1,
) -> Response:
    """Everything that happens, as Server-Sent Events.

    Without a number it begins with a snapshot. After `Last-Event-ID` or `?after=` every missed
    event follows, byte for byte as it would have come live. A heartbeat with the latest number
    comes as soon as you are up to date, and then every ten seconds.
    """
    desk = Desk.of(request)
    user = await desk.caller(request)
    place = await desk.place(game, user)
    last = request.headers.get("last-event-id", "")
    if last.isascii() and last.isdecimal() and len(last) < 10:
        after = int(last)
    if after is not None and place.game.seq - after > RECENT:
        desk.spend("histories", user, request)
    stream = _stream(desk, request, place, place.perspective(seat), endless=wait == 1)
    return EventStream(desk.lanes, place.lane, stream, after=after, wait=wait == 1)


def _stream(
    desk: Desk, request: Request, place: Place, perspective: Perspective, *, endless: bool
) -> Listening:
    """What a stream needs; it is counted while it lasts, and so is the one who listens."""
    user, address = place.user, address_of(request)
    counted = desk.limits.open_stream(user=user, address=address) if endless else ()
    seats = place.seats if endless else ()
    desk.presence.came(place.game.id, seats)

    def ended() -> None:
        desk.limits.close_stream(counted)
        desk.presence.went(place.game.id, seats)

    return Listening(
        perspective=perspective,
        heartbeat=desk.settings.heartbeat,
        send_timeout=desk.settings.send_timeout,
        closing=desk.closing,
        beat=desk.beat,
        ended=ended,
        wakers=desk.wakers,
    )


@router.get("/view", response_model=ViewModel)
async def look(request: Request, game: str, seat: SeatQuery = None) -> Response:
    """The position on the table as one seat sees it."""
    desk = Desk.of(request)
    place = await desk.place(game, await desk.caller(request))
    view = table_view(place.game, place.perspective(seat))
    if view is None:
        raise Problem.of(Trouble.NOT_STARTED)
    return json_bytes(encode(view))


@router.post("/moves", response_model=EventModel, responses=STALE)
async def play(request: Request, game: str, body: PlayMove) -> Response:
    """Play a move. `seq` is the `view.seq` in which you chose it: any other is `stale`."""
    desk, place, seat = await _seated(request, game)
    return await desk.act(
        place, seat, lambda now: commands.play(now, seat, body.move, body.seq), key=body.key
    )


@router.post("/explain", response_model=Explained)
async def why_not(request: Request, game: str, body: Choice) -> Response:
    """Why a choice of cards cannot become a move; also while the other side thinks."""
    desk = Desk.of(request)
    place = await desk.place(game, await desk.known_caller(request, "reads"))
    seat = place.acting_seat() if body.seat is None else body.seat
    if seat not in place.seats:
        raise Problem.of(Trouble.NOT_SEATED)
    match, round = place.game.match, place.game.round
    if match is None or round is None:
        raise Problem.of(Trouble.NOT_STARTED)
    refusal = explain(view_of(round, seat), Cards(body.take), Cards(body.give))
    answer = {
        "refusal": None if refusal is None else refusal.value,
        "sentence": None if refusal is None else refusal.sentence,
    }
    return json_bytes(encode(answer))


@router.post("/ready", response_model=EventModel)
async def next_round(
    request: Request, game: str, body: Annotated[Act, Body()] = NO_KEY
) -> Response:
    """Be ready for the next round; it is dealt when everybody is."""
    desk, place, seat = await _seated(request, game)
    return await desk.act(place, seat, lambda now: commands.ready(now, seat), key=body.key)


@router.post("/take_back", response_model=EventModel, responses=STALE)
async def take_back(request: Request, game: str, body: TakeBack) -> Response:
    """Against a level: go back to your own last decision in this round; the deck is the same."""
    desk, place, seat = await _seated(request, game)
    return await desk.act(
        place, seat, lambda now: commands.take_back(now, seat, body.seq), key=body.key
    )


@router.post("/resign", response_model=EventModel)
async def resign(request: Request, game: str, body: Annotated[Act, Body()] = NO_KEY) -> Response:
    """Give up the match."""
    desk, place, seat = await _seated(request, game)
    return await desk.act(place, seat, lambda now: commands.resign(now, seat), key=body.key)


@router.post("/leave", response_model=EventModel)
async def leave(request: Request, game: str, body: Annotated[Act, Body()] = NO_KEY) -> Response:
    """Leave for good: an open game is withdrawn, a running match is abandoned."""
    desk = Desk.of(request)
    user = await desk.known_caller(request)
    place = await desk.place(game, user)
    seat = place.acting_seat() if place.seats else None
    return await desk.act(place, seat, lambda now: commands.leave(now, user.id), key=body.key)


@router.post("/claim", response_model=EventModel)
async def claim(request: Request, game: str, body: Claim) -> Response:
    """After `claim_at`, win the match of one who is late, or give the seat to a level."""
    desk, place, seat = await _seated(request, game)
    level = body.level or level_names()[-1]
    if level not in level_names():
        raise Problem.of(Trouble.UNKNOWN_LEVEL, known=list(level_names()))
    await desk.beat(place.lane)

    def command(now: Game) -> EventDraft:
        if body.what == "match":
            return commands.claim_match(now, seat, desk.world.now())
        return commands.give_to_level(now, seat, level, desk.world.now())

    return await desk.act(place, seat, command, key=body.key)


@router.post("/rematch", response_model=EventModel)
async def rematch(request: Request, game: str, body: Annotated[Act, Body()] = NO_KEY) -> Response:
    """Offer another match, or accept the other side's offer.

    `rematch` in the event is the new game. When `table.players` shows that both have offered (a
    level does at once), take your seat there.
    """
    desk, place, seat = await _seated(request, game)
    now = place.game
    commands.offer_rematch(now, seat, "")
    new = now.rematch
    if new is None:
        maker, terms = _again(now)
        new = (await open_game(desk, maker, terms, key=f"rematch/{now.id}"))["id"]
    return await desk.act(place, seat, lambda g: commands.offer_rematch(g, seat, new), key=body.key)


def _again(game: Game) -> tuple[str, Terms]:
    """Who makes the rematch, and its terms: the other seat starts, and the seats are kept."""
    assert game.match is not None
    users = [seat.user if seat else None for seat in game.seats]
    level = next((seat.level for seat in game.seats if seat and seat.level), None)
    first = 1 - (*game.match.rounds, game.match.round)[0].first
    if users[0] is None:  # a level sits on seat 1, whoever left the table
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
        begin=None,
        script=None,
    )
    return users[0], terms


@router.post("/hint", response_model=Hints)
async def hint(
    request: Request, game: str, body: Annotated[HintOrder, Body()] = THREE_HINTS
) -> Response:
    """The best moves with how likely they win the seal, where the game allows it."""
    desk = Desk.of(request)
    place = await desk.place(game, await desk.known_caller(request, "hints"))
    seat, now = place.acting_seat(), place.game
    if desk.analyst is None:
        raise Problem.of(Trouble.NO_ENGINE)
    if not now.terms.hints:
        raise Problem.of(Trouble.NO_HINTS)
    if (
        now.status is not Status.PLAYING
        or now.turn != seat
        or now.round is None
        or now.match is None
    ):
        raise Problem.of(Trouble.STALE)
    view = view_of(now.round, seat, now.round_number, now.match.seals)
    thoughts = await asyncio.to_thread(desk.analyst.best, view, body.count)
    return json_bytes(
        encode({"seq": now.position, "hints": [asdict(thought) for thought in thoughts]})
    )


async def _seated(request: Request, game: str) -> tuple[Desk, Place, int]:
    desk = Desk.of(request)
    place = await desk.place(game, await desk.known_caller(request), to_act=True)
    return desk, place, place.acting_seat()
