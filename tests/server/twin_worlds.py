"""Two worlds that differ only in what a seat cannot see, for comparing every byte that it gets.

The worlds have the same ids, clock, nonces and commitment, and play the same moves from two deals.
The deals agree in all that a seat may know, and differ in the other's unknown cards, in the deck,
in the bonus tokens of others and in the seed of later rounds.
"""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import itertools
import logging
import random
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

import jaipur
from jaipur import Deal, Match, Round, View, get_ruleset
from jaipur.server import fold, game_info, new_game, shuffle_proof
from jaipur.server.app import create_app
from jaipur.server.clock import Clock
from jaipur.server.entropy import Entropy
from jaipur.server.game import Game
from jaipur.server.levels import MoveEstimate
from jaipur.server.notices.push import Pushed, PushTarget
from jaipur.server.routes import games
from tests.builders import shuffled
from tests.server.games import roomy
from tests.server.push_service import Browser
from tests.server.table_openings import NONCE, open_table, register

SLOW_EVERY = 7  # so many games, one is by correspondence
OPENINGS = ("invitation", "challenge", "pairing")
PHRASES = ({"phrase": "oops"}, {"phrase": "lucky"}, {"face": "worry"})
REQUEST_ID = re.compile(r" request=\S+")
Transcript = list[tuple[Any, ...]]


@dataclass(frozen=True)
class Pair:
    """A deal, another that one seat (None: a spectator) cannot tell from it, and the moves."""

    seat: int | None
    ruleset: str
    deals: tuple[Deal, Deal]
    moves: tuple[str, ...]


def make_pair(number: int) -> Pair:
    rng = random.Random(number)
    ruleset = rng.choice(["standard", "box"])
    while True:
        table = shuffled(ruleset, rng)
        for _ in range(rng.randrange(20)):
            if table.is_over:
                break
            table = table.play(rng.choice(table.legal_moves()))
        if not table.is_over:
            break
    seat = rng.choice([0, 1, None])
    assert table.opening is not None
    moves = tuple(str(move) for move, _ in table.history)
    return Pair(seat, ruleset, (table.opening, other_deal(table, seat, rng)), moves)


def other_deal(table: Round, seat: int | None, rng: random.Random) -> Deal:
    """Another deal that led to the same for this seat. Nothing of the library's redeal is used."""
    deal = table.opening
    assert deal is not None
    size, laid = table.ruleset.deal_size, 2 * table.ruleset.deal_size
    hidden = [other for other in (0, 1) if other != seat]
    unknown = {other: str(table.hands[other] - table.known[other]) for other in hidden}
    pool = list("".join(unknown.values()) + table.deck)
    rng.shuffle(pool)
    hands = [deal.deck[:size], deal.deck[size:laid]]
    for other in hidden:
        new = [card for card in pool if card != "K"][: len(unknown[other])]
        for card in new:
            pool.remove(card)
        dealt = "".join(new) + str(table.shown[other])
        hands[other] = dealt + "K" * (size - len(dealt))
    public = deal.deck[laid : len(deal.deck) - len(table.deck)]
    return Deal(deal.first, "".join(hands) + public + "".join(pool), other_bonus(table, seat, rng))


def other_bonus(table: Round, seat: int | None, rng: random.Random) -> dict[int, tuple[int, ...]]:
    """The piles with all tokens but this seat's own in another order."""
    piles, position = {}, table.position
    for (size, _), values, owners in zip(
        table.ruleset.bonus.items(), position.bonus, position.bonus_owners, strict=True
    ):
        mine = [place for place, owner in enumerate(owners) if owner == seat]
        rest = [value for place, value in enumerate(values) if place not in mine]
        rng.shuffle(rest)
        piles[size] = tuple(
            values[place] if place in mine else rest.pop() for place in range(len(values))
        )
    return piles


class Reader:
    """An engine whose hints depend on every byte of the view, and on nothing else."""

    def best(self, view: View, count: int) -> list[MoveEstimate]:
        number = hashlib.sha256(view.to_json().encode()).digest()[0]
        moves = sorted(map(str, view.moves))[:count]
        return [MoveEstimate(move=move, win=number / 256, error=0.1) for move in moves]


class PushRecorder:
    """Keeps what would be sent to devices, by the user whose device it is."""

    public_key = "key"

    def __init__(self) -> None:
        self.payloads: dict[str, list[bytes]] = {"anna": [], "bela": []}

    async def send(self, target: PushTarget, payload: bytes, **_: object) -> Pushed:
        self.payloads[target.endpoint.rsplit("/", 1)[-1]].append(payload)
        return Pushed(is_sent=True)

    async def close(self) -> None:
        pass


class Twin:
    """One of the two worlds: its ids and its clock are those of the other."""

    def __init__(self, database: Path, side: int) -> None:
        self.side = side
        self.clock = 1_700_000_000_000
        tokens = (f"token-{number:06d}" for number in itertools.count())
        entropy = Entropy(
            token=lambda: next(tokens),
            secret=lambda: bytes([side]) * 32,  # the secret is hidden too, so it differs
        )
        self.app = create_app(
            roomy(database, registration="open", push_loopback=True, notice_interval=10**6),
            clock=Clock(lambda: self.clock),
            entropy=entropy,
            analyst=Reader(),
        )
        self.people: dict[str, httpx.AsyncClient] = {}
        self.feeds: dict[str, str] = {}
        self.pushes = PushRecorder()
        self.log: list[str] = []
        self.deal: Deal | None = None

    @asynccontextmanager
    async def living(self) -> AsyncIterator[Twin]:
        async with self.app.app.running():
            for name in ("anna", "bela", "carl"):
                transport = httpx.ASGITransport(self.app, client=("127.0.0.1", 1))
                person = httpx.AsyncClient(transport=transport, base_url="http://localhost")
                made = (await person.post("/api/me", json={"name": name, "token": True})).json()
                person.headers["Authorization"] = f"Bearer {made['token']}"
                self.people[name] = person
            for name in ("anna", "bela"):
                await register(self.app.app.services.store, name)
            await self.subscribe()
            yield self
            for person in self.people.values():
                await person.aclose()

    async def subscribe(self) -> None:
        """Both players have a device and a feed; nothing is sent before `notify`."""
        services = self.app.app.services
        services.notices._sender = self.pushes  # type: ignore[assignment]
        services.store.on_outbox = lambda: None
        for name in self.pushes.payloads:
            body = Browser(f"/{name}").subscription("http://127.0.0.1:9")
            await self.people[name].post("/api/me/notices/devices", json=body)
            made = await self.people[name].post("/api/me/notices/feed")
            self.feeds[name] = made.json()["link"]

    async def notify(self) -> None:
        """Send all notices that are due."""
        await self.app.app.services.notices.work()

    async def reach_notices(self, seat: int, transcript: Transcript) -> None:
        """The notices that came for a seat, and its feed."""
        await self.notify()
        name = ("anna", "bela")[seat]
        assert self.pushes.payloads[name]
        transcript.extend(("push", payload) for payload in self.pushes.payloads[name])
        self.pushes.payloads[name].clear()
        feed = await self.people["carl"].get(self.feeds[name])
        assert b"<entry>" in feed.content
        note(transcript, "feed", feed)

    async def play(self, pair: Pair, number: int) -> Transcript:
        """Play the pair's game in this world; what its seat and a spectator have got."""
        self.clock += 1000
        self.log.clear()
        self.deal = pair.deals[self.side]
        HERE.set(self)
        transcript: Transcript = []
        anna, bela, carl = self.people.values()
        slow = number % SLOW_EVERY == 0
        time = 3 * 24 * 3600 if slow else 90
        terms = {"against": "friend", "ruleset": pair.ruleset, "watchable": True, "time": time}
        seats = (anna, bela)
        how = OPENINGS[number % len(OPENINGS)]
        address, joined = await open_table(how, *seats, "bela", terms, key=str(number))
        transcript.append(("seq", joined.json()["seq"]))
        for person in (anna, bela, carl):  # between the last seat and the deal
            await reach_shuffle(person, address, transcript)
        revealed = await anna.post(f"{address}/reveal", json={"nonce": NONCE})
        assert revealed.json()["type"] == "revealed", revealed.text
        if pair.seat == 0:
            note(transcript, "reveal", revealed)
        seq = await self.moves(pair, seats, address, transcript, notify=slow)
        said = await seats[number % 2].post(f"{address}/say", json=PHRASES[number % 3])
        assert said.json()["type"] == "said", said.text
        if pair.seat is not None:
            await reach(seats[pair.seat], address, transcript, number, seq)
        await reach(carl, address, transcript, number, seq)
        await seats[0].post(f"{address}/leave", json={})
        if slow and pair.seat is not None:
            await self.reach_notices(pair.seat, transcript)
        transcript.extend(("log", line) for line in self.log)
        return transcript

    async def moves(
        self,
        pair: Pair,
        seats: tuple[httpx.AsyncClient, ...],
        address: str,
        transcript: Transcript,
        *,
        notify: bool,
    ) -> int:
        seq, turn = 4, pair.deals[0].first
        for move in pair.moves:
            self.clock += 7
            answer = await seats[turn].post(f"{address}/moves", json={"move": move, "seq": seq})
            assert answer.status_code == 200, answer.text
            seq = answer.json()["view"]["seq"]
            if turn == pair.seat:
                note(transcript, "move", answer)
            turn = 1 - turn
            if notify:
                await self.notify()
        return seq


HERE: ContextVar[Twin] = ContextVar("the world in which something happens")


def note(transcript: Transcript, what: str, answer: httpx.Response) -> None:
    transcript.append((what, answer.status_code, sorted(answer.headers.items()), answer.content))


READS = (
    "/events?wait=0",
    "/view",
    "",
    "/positions?seat=public&limit=5",
    "/positions?seat=open",
    "/view?seat=0",
    "/view?seat=1",
    "/record",
    "/proof",
    "/review",
    "/review/line?round=1&ply=0",
)


async def reach_shuffle(person: httpx.AsyncClient, address: str, transcript: Transcript) -> None:
    """What one can ask for before the deal; a wrong nonce is refused in the same way."""
    for read in ("/events?wait=0&after=0", "", "/view", "/proof", "/record"):
        note(transcript, read, await person.get(address + read))
    refused_nonce = await person.post(f"{address}/reveal", json={"nonce": "cc" * 16})
    assert refused_nonce.status_code >= 400
    note(transcript, "reveal", refused_nonce)


async def reach(
    person: httpx.AsyncClient, address: str, transcript: Transcript, number: int, seq: int
) -> None:
    """What one can ask for: all events, and half of the rest, another half for each game."""
    rng = random.Random(number)
    begin = {"game": address.rsplit("/", 1)[-1], "seq": 4}
    requests: list[tuple[str, dict[str, Any]]] = [
        ("moves", {"move": rng.choice(["+D", "+GG-LL", "$L3", "$D2", "+CP-KK"]), "seq": 10**6}),
        # In the position itself, but against the rules: the reason must reveal nothing either.
        ("moves", {"move": rng.choice(["$K9", "nonsense", "+DD-DD"]), "seq": seq}),
        ("moves", {"move": rng.choice(["$D9", "$L9", "+DDDDD-GGGGG"]), "seq": seq}),
        ("../../games", {"against": "level", "level": "kite", "begin": begin}),
        ("explain", {"take": rng.choice("DGSCPLK"), "give": rng.choice("DGSCPLK")}),
        ("explain", {"take": rng.choice(["DG", "LL", "CP"]), "give": ""}),
        ("explain", {"take": "", "give": rng.choice(["D", "G", "S", "L"])}),
        ("hint", {}),
        ("review/try", {"round": 1, "ply": 0, "move": "+K"}),
        ("take_back", {"seq": seq}),
        ("claim", {"what": "match"}),
        ("ready", {}),
        ("reveal", {"nonce": rng.choice(["aa", "bb"]) * 16}),
        ("rematch", {}),
        ("say", rng.choice(PHRASES)),
    ]
    note(transcript, "events", await person.get(f"{address}/events?wait=0&after=0"))
    if rng.random() < 0.2:  # it is long, with all the games before
        note(transcript, "lobby", await person.get("/api/lobby"))
        note(transcript, "lobby stream", await person.get("/api/lobby/events?wait=0"))
    for read in rng.sample(READS, 4):
        note(transcript, read, await person.get(address + read))
    for command, body in rng.sample(requests, 5):
        note(transcript, command, await person.post(f"{address}/{command}", json=body))


def deal_injected(opened: Game) -> Match:
    """The pair's deal in place of the one that the seed would give."""
    deal, rules = HERE.get().deal, get_ruleset(opened.terms.ruleset)
    assert deal is not None
    match = jaipur.Match.deal(
        opened.secret, ruleset=rules, players=("anna", "bela"), first=deal.first
    )
    dealt = Round.start(deal.deck, deal.bonus, deal.first, rules)
    return dataclasses.replace(match, rounds=(dealt,))


@pytest.fixture
def twin_worlds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(fold, "deal_match", deal_injected)
    for module in (shuffle_proof, game_info):
        monkeypatch.setattr(module, "commitment", lambda secret: "equal")
    # Users have no hints and no take-backs; here they do, since a level would draw its own moves.
    terms_of = new_game.terms_of
    monkeypatch.setattr(
        games,
        "terms_of",
        lambda *asked: replace(terms_of(*asked), hints=True, take_backs=True),
    )
    logger, handler = logging.getLogger("jaipur"), ToTwin()
    logger.setLevel(logging.DEBUG)
    logger.addHandler(handler)
    yield
    logger.removeHandler(handler)
    logger.setLevel(logging.NOTSET)


async def told_apart(folder: Path, numbers: range, world: type[Twin] = Twin) -> int | None:
    """Play the pairs in both worlds; the first that the seat could tell apart."""
    one, two = world(folder / "one.db", 0), world(folder / "two.db", 1)
    async with one.living(), two.living():
        for number in numbers:
            pair = make_pair(number)
            assert pair.deals[0] != pair.deals[1]
            transcripts = await asyncio.gather(one.play(pair, number), two.play(pair, number))
            assert len(transcripts[0]) > 10
            if transcripts[0] != transcripts[1]:
                return number
    return None


def hidden() -> str:
    """Something that neither seat may know."""
    return str(HERE.get().deal)


class ToTwin(logging.Handler):
    """Keeps what is logged with the world in which it was."""

    def emit(self, record: logging.LogRecord) -> None:
        if (twin := HERE.get(None)) is not None:
            line = f"{record.name} {record.getMessage()} {record.exc_text}"
            twin.log.append(REQUEST_ID.sub("", line))  # both worlds share the counter
