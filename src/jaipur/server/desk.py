"""The desk that every route comes to: who is asking, which game, and from which seat."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any, Final

from fastapi import Request, Response

from jaipur.server.analysis import Analyses
from jaipur.server.event_log import EventDraft
from jaipur.server.events import Perspective, snapshot
from jaipur.server.game import Game, Status
from jaipur.server.lanes import Lane, Lanes
from jaipur.server.levels import Analyst
from jaipur.server.limits import Limits, network_of
from jaipur.server.people import People, User
from jaipur.server.presence import Presence
from jaipur.server.problems import Problem, Trouble
from jaipur.server.settings import Settings, World
from jaipur.server.store import Store
from jaipur.server.thinking import Thinking
from jaipur.server.wake import Wake

__all__ = ["COOKIE", "Desk", "Place", "json_bytes", "with_cookie"]

COOKIE: Final = "jaipur"
_YEAR: Final = 365 * 24 * 3600


@dataclass(slots=True, kw_only=True)
class Desk:
    """Everything that the routes share."""

    settings: Settings
    world: World
    store: Store
    lanes: Lanes
    people: People
    limits: Limits
    thinking: Thinking
    presence: Presence
    wake: Wake
    analyses: Analyses
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    wakers: set[asyncio.Event] = field(default_factory=set)

    @staticmethod
    def of(request: Request) -> Desk:
        """The desk of the application that got this request."""
        desk: Desk = request.app.state.desk
        return desk

    async def open(self) -> None:
        """Take up what the last process has left."""
        await self.presence.open()
        await self.wake.open()
        await self.thinking.resume()

    async def close(self) -> None:
        """End all streams, finish writing, and stop."""
        self.end_streams()
        await self.wake.close()
        self.thinking.close()
        self.analyses.close()
        await self.presence.close()
        self.store.close()

    def end_streams(self) -> None:
        """Let every stream end; its listener comes back with its last number."""
        self.closing.set()
        for waker in self.wakers:
            waker.set()

    async def beat(self, lane: Lane) -> None:
        """Somebody looks at a game: see to what is overdue."""
        await self.lanes.current(lane)
        await self.presence.look(lane)
        self.thinking.nudge(lane)

    @property
    def analyst(self) -> Analyst | None:
        """The engine behind hints, if there is one."""
        return self.analyses.analyst

    # Who is asking

    async def caller(self, request: Request, kind: str = "reads") -> User | None:
        """The user of a request, or None for one who is nobody yet; counts against a limit."""
        token = token_of(request)
        user = None if token is None else await self.people.by_token(token)
        if user is None and "authorization" in request.headers:
            raise Problem.of(Trouble.NOT_SIGNED_IN, headers={"WWW-Authenticate": "Bearer"})
        self.spend(kind, user, request)
        return user

    def spend(self, kind: str, user: User | None, request: Request) -> None:
        """Count something against the limits of the one who asks."""
        self.limits.spend(kind, user=user.id if user else None, address=address_of(request))

    async def known_caller(self, request: Request, kind: str = "acts") -> User:
        """The user of a request that somebody must make."""
        user = await self.caller(request, kind)
        if user is None:
            raise Problem.of(Trouble.NOT_SIGNED_IN)
        return user

    async def someone(self, request: Request, response: Response, kind: str = "acts") -> User:
        """The user of a request; one who is nobody yet becomes a guest."""
        return await self.caller(request, kind) or await self.new_guest(request, response)

    async def new_guest(self, request: Request, response: Response) -> User:
        """Somebody new, with a session that is left with the browser."""
        self.spend("guests", None, request)
        user, token = await self.people.create(None)
        self.set_cookie(request, response, token)
        return user

    def set_cookie(self, request: Request, response: Response, token: str) -> None:
        """Leave a session with the browser."""
        secure = request.scope["scheme"] == "https" or (self.settings.public_url or "").startswith(
            "https:"
        )
        response.set_cookie(
            COOKIE, token, max_age=_YEAR, path="/", httponly=True, samesite="lax", secure=secure
        )

    def base_url(self, request: Request) -> str:
        """The address of this server, for links that people pass on."""
        if self.settings.public_url is not None:
            return self.settings.public_url.rstrip("/")
        return f"{request.scope['scheme']}://{request.headers.get('host', 'localhost')}"

    # Which game, and from which seat

    async def place(self, game: str, user: User | None, *, to_act: bool = False) -> Place:
        """Where this user stands in a game; Problem if the game is none of theirs.

        Whoever acts for the one seat they have need not wait for the log: `act` looks again.
        """
        lane = await self.lanes.lane(game)
        place = Place(lane, lane.game, user.id if user else None)
        if not to_act or len(place.seats) != 1:
            place = replace(place, game=await self.lanes.current(lane))
        if not place.may_see:
            raise Problem.of(Trouble.NOT_FOUND)
        await self.presence.credit(lane)
        await self.presence.saw(lane, place.seats)
        return replace(place, game=lane.game)

    async def act(
        self, place: Place, seat: int | None, step: Any, *, key: str | None = None
    ) -> Response:
        """Do something in a game, and answer with its event as this seat hears it."""
        named = None if key is None else f"{place.user}/{key}"

        def decide(game: Game) -> EventDraft | None:
            if seat in place.seats and seat not in game.seats_of(place.user):
                raise Problem.of(Trouble.NOT_SEATED)  # it was given away meanwhile
            made: EventDraft | None = step(game)
            return made

        try:
            seq = await self.lanes.act(place.lane, decide, key=named)
        except Problem as problem:
            if problem.code == Trouble.STALE:
                problem.fields["current"] = snapshot(place.lane.game, seat)
            raise
        if seq is None:
            return json_bytes(self.lanes.snapshot(place.lane, seat))
        return json_bytes(await self.lanes.message(place.lane, seq, seat))


@dataclass(frozen=True, slots=True)
class Place:
    """A user in a game."""

    lane: Lane
    game: Game
    user: str | None

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the user has."""
        return self.game.seats_of(self.user)

    @property
    def may_see(self) -> bool:
        """Whether there is such a game for the user at all."""
        game = self.game
        if game.status is Status.OVER and game.match is not None:
            return True
        if self.user is not None:
            mine = (game.maker, *game.terms.reserved, *game.former)
            if self.seats or self.user in mine:
                return True
        return game.terms.watchable and game.status is not Status.OPEN

    def perspective(self, seat: int | None) -> Perspective:
        """Through whose eyes the user looks: a seat of theirs, or what everybody may see."""
        if seat is None:
            return self.seats[0] if len(self.seats) == 1 else None
        if seat in self.seats or self.game.status is Status.OVER:
            return seat
        raise Problem.of(Trouble.MATCH_RUNNING)

    def acting_seat(self) -> int:
        """The seat that the user acts for; with both, the one that is waited for."""
        if not self.seats:
            raise Problem.of(Trouble.NOT_SEATED)
        waited = [seat for seat in self.seats if seat in self.game.waits_for]
        return waited[0] if waited else self.seats[0]


def token_of(request: Request) -> str | None:
    """The bearer token of a request, or else its cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme:
        return token.strip() if scheme.lower() == "bearer" and token.strip() else None
    return request.cookies.get(COOKIE)


def address_of(request: Request) -> str:
    """What counts as the address of a request."""
    return network_of(request.scope["state"]["address"])


def with_cookie(cookies: Response, answer: Response) -> Response:
    """An answer that leaves the session of a new guest too, if there is one."""
    answer.raw_headers.extend(line for line in cookies.raw_headers if line[0] == b"set-cookie")
    return answer


def json_bytes(body: bytes, status: int = 200) -> Response:
    """An answer that is JSON already."""
    return Response(body, status_code=status, media_type="application/json")
