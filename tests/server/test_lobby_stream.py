"""The stream of the lobby: all of it first, then what changes for this user, and nothing else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.types import Message

from jaipur.server.clock import Clock
from jaipur.server.event_stream import MessageStream, StreamSettings
from jaipur.server.game_rows import delete_games
from jaipur.server.lobby.lobby_stream import LobbyStream
from jaipur.server.lobby.lobby_watch import LobbyFeed
from tests.server.finished_games import run
from tests.server.games import Data, Person, Server, a_server, frames, roomy, wait_for
from tests.server.lobby_people import Follower, Somebody, a_site, an_account, names

# Longer than two listings, so that a message for something would have come by then.
QUIET_SECONDS = 1.5


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # Heartbeats, which bring what was missed, are too rare to hide that something was.
    with a_site(tmp_path_factory.mktemp("site"), heartbeat=60) as server:
        yield server


def ids(games: list[Data]) -> list[str]:
    return [game["id"] for game in games]


def games_told(follower: Follower) -> int:
    """How many messages were about games: people of other tests come and go."""
    return sum(set(message) != {"here"} for message in follower.messages)


def open_invitation(person: Person, **terms: object) -> Data:
    opened = person.opens("friend", listed=True, **terms)
    person.commits(opened["id"])
    return opened


def test_the_lobby_is_sent_whole_and_then_a_heartbeat(site: Server) -> None:
    with Somebody(site, "Asha") as asha:
        answer = asha.http.get("/api/lobby/events?wait=0")
        assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        (kind, lobby), (name, beat) = frames(answer.content)
        assert (kind, name) == ("message", "heartbeat")
        assert lobby == asha.http.get("/api/lobby").content
        assert b'"seq"' not in beat
        assert b'"now"' in beat


def test_an_invitation_appears_and_disappears_for_others(site: Server) -> None:
    with (
        Somebody(site, "Asha") as asha,
        Somebody(site) as visitor,
        Somebody(site, "Bela") as bela,
        Follower(asha) as mine,
        Follower(visitor) as theirs,
    ):
        game = open_invitation(asha, time=90)["id"]
        seen = theirs.sees(lambda lobby: game in ids(lobby["invitations"]))["invitations"]
        (shown,) = (each for each in seen if each["id"] == game)
        assert shown["names"] == ["Asha", None]
        mine.sees(lambda lobby: game in ids(lobby["mine"]))
        assert game not in ids(mine.lobby["invitations"])
        bela.accepts(shown["invitation"])
        theirs.sees(lambda lobby: game not in ids(lobby["invitations"]))
        other = open_invitation(asha)["id"]
        theirs.sees(lambda lobby: other in ids(lobby["invitations"]))
        asha.does(other, "leave")
        theirs.sees(lambda lobby: other not in ids(lobby["invitations"]))


def test_what_another_has_asked_for_first_is_sent_too(site: Server) -> None:
    """All visitors share one lobby: who asks for it must not use up the news of the others."""
    with Somebody(site) as visitor, Person(site, "Bela") as bela, Follower(visitor) as theirs:
        for _ in range(3):
            game = open_invitation(bela)["id"]
            with Somebody(site) as other:
                assert game in ids(other.lobby()["invitations"])
            theirs.sees(lambda lobby, game=game: game in ids(lobby["invitations"]))  # type: ignore[misc]


def test_only_the_lists_that_have_changed_are_sent(site: Server) -> None:
    with Somebody(site) as visitor, Person(site, "Bela") as bela, Follower(visitor) as theirs:
        assert set(theirs.messages[0]) == {"invitations", "mine", "watch", "here"}
        game = open_invitation(bela)["id"]
        theirs.sees(lambda lobby: game in ids(lobby["invitations"]))
        changed = [set(each) for each in theirs.messages[1:]]
        assert {"invitations"} in changed or {"invitations", "here"} in changed
        assert all(each <= {"invitations", "here"} for each in changed)


def test_an_own_game_that_waits_is_sent_to_its_players_only(site: Server) -> None:
    with Somebody(site, "Asha") as asha, Somebody(site, "Bela") as bela, Somebody(site) as visitor:
        opened = asha.opens("friend", first="me")
        asha.sits_down(opened["id"])
        with Follower(asha) as mine, Follower(bela) as hers, Follower(visitor) as theirs:
            before = games_told(theirs)
            bela.accepts(opened["invitation"])

            def waits(follower: Follower, turn: bool) -> None:
                follower.sees(
                    lambda lobby: any(
                        game["id"] == opened["id"] and game["your_turn"] is turn
                        for game in lobby["mine"]
                    )
                )

            waits(mine, True)
            waits(hers, False)
            asha.moves(opened["id"])
            waits(mine, False)
            waits(hers, True)
            assert games_told(theirs) == before


def test_moves_in_a_game_to_watch_send_nothing_to_others(site: Server) -> None:
    with (
        Somebody(site, "Asha") as asha,
        Somebody(site, "Bela") as bela,
        Somebody(site) as visitor,
        Follower(visitor) as theirs,
    ):
        opened = asha.opens("friend", watchable=True, first="me")
        asha.sits_down(opened["id"])
        bela.accepts(opened["invitation"])
        theirs.sees(lambda lobby: opened["id"] in ids(lobby["watch"]))
        time.sleep(QUIET_SECONDS)
        before = games_told(theirs)
        for mover in (asha, bela, asha, bela):
            mover.moves(opened["id"])
        time.sleep(QUIET_SECONDS)
        with Follower(bela), Follower(asha):  # the lists are made anew for them
            guests = theirs.lobby["here"]["guests"]
            theirs.sees(lambda lobby: lobby["here"]["guests"] != guests or guests > 2)
            time.sleep(QUIET_SECONDS)
        assert games_told(theirs) == before
        asha.does(opened["id"], "resign")
        theirs.sees(lambda lobby: opened["id"] not in ids(lobby["watch"]))


def test_a_challenge_reaches_its_opponent_and_its_refusal_the_challenger(site: Server) -> None:
    with (
        an_account(site, "Kamal") as kamal,
        an_account(site, "Leela") as leela,
        Follower(kamal) as his,
        Follower(leela) as hers,
    ):
        game = kamal.opens("friend", opponent="Leela")["id"]
        (found,) = hers.sees(lambda lobby: lobby["mine"])["mine"]
        assert (found["id"], found["challenge"]) == (game, "received")
        leela.does(game, "leave")
        hers.sees(lambda lobby: not lobby["mine"])
        his.sees(lambda lobby: [each["challenge"] for each in lobby["mine"]] == ["declined"])


def test_many_changes_of_a_moment_are_few_messages(site: Server) -> None:
    with Somebody(site) as visitor, Person(site, "Bela") as bela, Follower(visitor) as theirs:
        before, start = len(theirs.messages), time.monotonic()
        opened = {open_invitation(bela)["id"] for _ in range(20)}
        theirs.sees(lambda lobby: opened <= set(ids(lobby["invitations"])))
        # At most two listings a second, and one for the change that began it.
        most = 2 * (time.monotonic() - start) + 2
        assert len(theirs.messages) - before <= most


def test_blocked_people_disappear_from_the_lobby_of_each_other(site: Server) -> None:
    with (
        Somebody(site, "Mira", account=True) as mira,
        Somebody(site, "Navin", account=True) as navin,
        Follower(mira) as hers,
        Follower(navin) as his,
    ):
        game = open_invitation(navin)["id"]
        hers.sees(lambda lobby: "Navin" in names(lobby) and game in ids(lobby["invitations"]))
        his.sees(lambda lobby: "Mira" in names(lobby))
        mira.blocks("Navin")
        for follower, other in ((hers, "Navin"), (his, "Mira")):
            follower.sees(lambda lobby, other=other: other not in names(lobby))  # type: ignore[misc]
        assert game not in ids(hers.lobby["invitations"])
        block = mira.http.get("/api/me/blocks").json()["blocks"][0]["id"]
        mira.http.delete(f"/api/me/blocks/{block}")
        hers.sees(lambda lobby: "Navin" in names(lobby) and game in ids(lobby["invitations"]))
        his.sees(lambda lobby: "Mira" in names(lobby))


def test_the_stream_ends_with_its_session(site: Server) -> None:
    with Somebody(site, "Asha") as asha, Follower(asha) as mine:
        assert asha.http.delete("/api/session").status_code == 204
        assert mine.ended.wait(10)


def test_streams_of_the_lobby_count_against_the_limits(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "games.db", streams_per_user=2)
    with a_server(settings) as server, Somebody(server, "Asha") as asha:
        game = asha.plays_against()
        with Follower(asha), Follower(asha, f"/api/games/{game}/events"):
            answer = asha.http.get("/api/lobby/events")
            assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
            assert asha.http.get("/api/lobby/events?wait=0").status_code == 200
        wait_for(lambda: len(server.services.stream_limits) == 0)
        with Follower(asha) as mine:
            assert mine.messages


def test_visitors_of_an_address_give_way_to_players(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "games.db", streams_per_address=1)
    with a_server(settings) as server, Somebody(server) as visitor, Somebody(server, "A") as asha:
        game = asha.plays_against()
        with Follower(visitor) as theirs, Follower(asha, f"/api/games/{game}/events"):
            assert theirs.ended.wait(10)


def test_nothing_is_kept_for_streams_that_have_ended(site: Server) -> None:
    with Somebody(site, "Asha") as asha:
        with Follower(asha):
            wait_for(lambda: asha.id in site.services.lobby_watch._feeds)
        wait_for(lambda: asha.id not in site.services.lobby_watch._feeds)


def test_without_streams_changes_cost_no_listing(site: Server) -> None:
    watch, listed = site.services.lobby_watch, 0
    shared = watch._listing.shared

    async def counting() -> object:
        nonlocal listed
        listed += 1
        return await shared()

    wait_for(lambda: not watch._feeds)
    watch._listing.shared = counting  # type: ignore[method-assign, assignment]
    try:
        with Person(site, "Bela") as bela:
            for _ in range(3):
                open_invitation(bela)
        time.sleep(QUIET_SECONDS)
        assert listed == 0
    finally:
        watch._listing.shared = shared  # type: ignore[method-assign]


def test_without_accounts_nobody_is_here_and_own_games_are_live(server: Server) -> None:
    with Somebody(server, "Asha") as asha, Follower(asha) as mine:
        assert mine.lobby["here"] is None
        game = asha.plays_against()
        mine.sees(lambda lobby: game in ids(lobby["mine"]))
        assert asha.http.patch("/api/me/presence", json={"shown": False}).status_code == 404


def test_a_listing_that_failed_is_done_later(site: Server) -> None:
    watch = site.services.lobby_watch
    shared, failures = watch._listing.shared, 1

    async def failing() -> object:
        nonlocal failures
        if failures:
            failures -= 1
            raise RuntimeError("once")
        return await shared()

    with Somebody(site) as visitor, Person(site, "Bela") as bela, Follower(visitor) as theirs:
        time.sleep(QUIET_SECONDS)
        watch._listing.shared = failing  # type: ignore[method-assign, assignment]
        try:
            game = open_invitation(bela)["id"]
            theirs.sees(lambda lobby: game in ids(lobby["invitations"]))
        finally:
            watch._listing.shared = shared  # type: ignore[method-assign]
    assert failures == 0


def test_a_game_that_is_deleted_without_a_word_is_gone_after_a_minute(site: Server) -> None:
    services = site.services
    with Somebody(site) as visitor, Person(site, "Bela") as bela, Follower(visitor) as theirs:
        game = open_invitation(bela)["id"]
        theirs.sees(lambda lobby: game in ids(lobby["invitations"]))

        async def delete() -> None:
            await services.store.write(lambda c: delete_games(c, [game]))
            services.lobby_watch._read_again_at -= 60_000

        run(site, delete())
        theirs.sees(lambda lobby: game not in ids(lobby["invitations"]))


class Client:
    """A client of a stream of its own, which takes messages while it is not stuck."""

    session = None

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.takes = asyncio.Event()
        self.takes.set()
        self.closed_by_server = False

    async def send(self, message: Message) -> None:
        await self.takes.wait()
        self.sent.append(message.get("body", b""))

    async def receive(self) -> Message:
        await asyncio.sleep(3600)
        raise AssertionError

    def check(self) -> None:
        pass

    def opened(self, stream: MessageStream) -> None:
        pass

    def closed(self, stream: MessageStream) -> None:
        self.closed_by_server = True


async def follow(client: Client, feed: LobbyFeed, send_timeout: float) -> asyncio.Task[None]:
    settings = StreamSettings(clock=Clock(), closing=asyncio.Event(), send_timeout=send_timeout)
    stream = LobbyStream(settings, feed, client, wait=True)
    scope = {"type": "http", "headers": []}
    task = asyncio.create_task(stream(scope, client.receive, client.send))
    while stream not in feed.listeners:
        assert not task.done(), task.exception()
        await asyncio.sleep(0.001)
    return task


def change(feed: LobbyFeed, **parts: bytes) -> None:
    feed.parts = {**feed.parts, **parts}
    for stream in tuple(feed.listeners):
        stream.wake()


def test_a_client_that_pauses_gets_the_latest_and_nothing_between() -> None:
    async def story() -> None:
        client, feed = Client(), LobbyFeed(None, parts={"mine": b"[]", "watch": b"[]"})
        task = await follow(client, feed, send_timeout=10)
        assert client.sent[1] == b'data: {"mine":[],"watch":[]}\n\n'
        before = len(client.sent)
        client.takes.clear()
        for number in range(5):
            change(feed, mine=b"[%d]" % number)
            await asyncio.sleep(0.01)
        client.takes.set()
        await asyncio.sleep(0.05)
        messages = [body for body in client.sent[before:] if b"heartbeat" not in body]
        assert messages == [b'data: {"mine":[0]}\n\n', b'data: {"mine":[4]}\n\n']
        task.cancel()

    asyncio.run(asyncio.wait_for(story(), 20))


def test_a_client_that_takes_nothing_is_dropped() -> None:
    async def story() -> None:
        client, feed = Client(), LobbyFeed(None, parts={"mine": b"[]"})
        task = await follow(client, feed, send_timeout=0.05)
        client.takes.clear()
        change(feed, mine=b"[1]")
        await asyncio.wait_for(task, 5)
        assert client.closed_by_server
        assert not feed.listeners

    asyncio.run(asyncio.wait_for(story(), 20))
