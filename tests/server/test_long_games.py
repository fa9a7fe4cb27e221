"""Long games: the ply limit at a table, and logs from before there was one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import insert

from jaipur import Exchange, Match, Round
from jaipur.server import live_game, schema
from jaipur.server.event_log import EventKind, LogEntry, encode_data
from jaipur.server.fold import apply_entry
from jaipur.server.game import MAX_ROUNDS, Game, OpenGame
from jaipur.server.game_rows import new_game_row
from jaipur.server.game_terms import GameTerms
from tests.server.games import Person, Server, a_server, roomy, seated


def exchange_of(moves: list[str]) -> str:
    """The first exchange among some moves."""
    return next(move for move in moves if "-" in move)


def unwilling_move(moves: list[str]) -> str:
    """An exchange; where there is none, as little else as possible, and no sale if it can be."""
    return min(moves, key=lambda move: ("-" not in move, move.startswith("$"), len(move)))


def exchanges(start: Round, count: int) -> Iterator[str]:
    """So many exchanges from the start of a round, beyond any limit."""
    round = start
    for _ in range(count):
        move = next(move for move in round.legal_moves() if isinstance(move, Exchange))
        yield str(move)
        round = round.play(move, ply_limit=None)


def a_record(plies: int, *, earlier: int = 0) -> dict[str, Any]:
    """An unfinished match: rounds without a seal, then one with so many exchanges."""
    match = Match.deal(seed=7)
    for _ in range(earlier):
        match = match.stop_round(scored=False).next_round()
    for move in exchanges(match.round, plies):
        match = match.play(move, ply_limit=None)
    return match.record()


def continued(anna: Person, plies: int, *, earlier: int = 0) -> str:
    """A game against a level that goes on after these rounds and exchanges; anna is to move."""
    record = a_record(plies, earlier=earlier)
    imported = anna.http.post("/api/records", json=record)
    assert imported.status_code == 201, imported.text
    turn = (record["rounds"][-1]["first"] + plies) % 2
    begin = {"game": imported.json()["id"], "seq": 3 + 2 * earlier + plies, "seat": turn}
    game = str(anna.opens("level", begin=begin)["id"])
    anna.sits_down(game)
    return game


# The ply limit at a table


def test_two_seats_that_only_exchange_are_stopped_after_500_moves(server: Server) -> None:
    with seated(server) as (anna, bela, game):
        people = (anna, bela)
        while (now := anna.view(game))["over"] is None:
            view = people[now["turn"]].view(game)
            people[now["turn"]].does(
                game, "moves", move=unwilling_move(view["moves"]), seq=view["seq"]
            )
        assert now["ply"] == 500
        table = bela.now(game)["table"]
        (result,) = table["rounds"]
        assert (table["status"], result["end"], result["by"]) == ("between", "stopped", None)
        # R8: the richer seat wins; mostly nobody has sold anything, and the larger herd decides.
        north, south = result["rupees"]
        assert north != south or result["herds"][0] == result["herds"][1]
        if north != south:
            assert result["seal"] == int(south > north)
        refused = anna.tries(game, "moves", move="+K", seq=now["seq"])
        assert refused.json()["code"] == "round_over"
        for person in people:
            person.does(game, "ready")
        assert anna.view(game)["round"] == 2


def test_a_round_that_reaches_the_limit_is_over_for_both_and_the_next_is_dealt(
    server: Server,
) -> None:
    with Person(server, "Anna") as anna:
        game = continued(anna, 499)
        before = anna.waits_for_turn(game)["view"]
        assert before["ply"] == 499
        anna.does(game, "moves", move=exchange_of(before["moves"]), seq=before["seq"])
        events = anna.hears(game, after=before["seq"])
        assert [event["type"] for event in events][:2] == ["moved", "round_over"]
        over = events[1]
        assert (over["end"], over["by"], over["rupees"], over["seal"]) == (
            *("stopped", None),
            *([5, 0], 0),
        )
        assert over["view"]["over"]["end"] == "stopped"
        anna.does(game, "ready")
        dealt = anna.now(game)
        assert (dealt["table"]["status"], dealt["view"]["round"]) == ("playing", 2)
        assert dealt["view"]["first"] == over["next_first"] == 1
        anna.does(game, "resign")
        record = anna.http.get(f"/api/games/{game}/record").json()
        assert Match.from_record(record).rounds[0].end == "stopped"


def test_a_stopped_round_can_be_taken_back_and_is_stopped_again(server: Server) -> None:
    with Person(server, "Anna") as anna:
        game = continued(anna, 499)
        before = anna.waits_for_turn(game)["view"]
        move = exchange_of(before["moves"])
        anna.does(game, "moves", move=move, seq=before["seq"])
        over = anna.now(game)
        assert over["table"]["rounds"][-1]["end"] == "stopped"
        taken = anna.does(game, "take_back", seq=over["view"]["seq"])
        assert (taken["table"]["status"], taken["table"]["rounds"]) == ("playing", [])
        assert {**taken["view"], "seq": 0} == {**before, "seq": 0}
        anna.does(game, "moves", move=move, seq=taken["view"]["seq"])
        assert anna.now(game)["table"]["rounds"][-1]["end"] == "stopped"


def test_the_rulesets_say_the_limit_and_when_to_warn(server: Server) -> None:
    with Person(server) as anna:
        for ruleset in anna.http.get("/api/rulesets").json()["rulesets"]:
            assert (ruleset["ply_limit"], ruleset["ply_warning"]) == (500, 400)


def test_a_match_without_a_winner_ends_after_its_last_round(server: Server) -> None:
    with Person(server, "Anna") as anna:
        game = continued(anna, 499, earlier=MAX_ROUNDS - 1)
        before = anna.waits_for_turn(game)["view"]
        assert (before["round"], before["ply"]) == (MAX_ROUNDS, 499)
        anna.does(game, "moves", move=exchange_of(before["moves"]), seq=before["seq"])
        table = anna.now(game)["table"]
        assert [result["end"] for result in table["rounds"][-2:]] == ["limit", "stopped"]
        assert (table["status"], table["ended"], table["winner"]) == ("over", "unfinished", None)
        assert anna.http.get(f"/api/games/{game}/record").json()["ended"] == "unfinished"


def test_a_match_is_not_played_on_beyond_its_last_round(server: Server) -> None:
    match = Match.deal(seed=7).stop_round(scored=False)
    for _ in range(MAX_ROUNDS - 1):
        match = match.next_round().stop_round(scored=False)
    with Person(server, "Anna") as anna:
        imported = anna.http.post("/api/records", json=match.record()).json()
        begin = {"game": imported["id"], "seq": imported["seq"] - 1, "seat": 0}
        body = {"against": "level", "level": "kite", "begin": begin}
        refused = anna.http.post("/api/games", json=body)
        assert (refused.status_code, refused.json()["code"]) == (409, "match_over")


def test_take_backs_are_limited(anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jaipur.server.game.MAX_TAKE_BACKS", 2)
    game = anna.plays_against(first="me")
    for left in (2, 1, 0):
        moved = anna.does(game, "moves", move="+K", seq=anna.view(game)["seq"])
        assert moved["table"]["can_take_back"] == (left > 0)
        if left:
            now = anna.waits_for_turn(game)["view"]
            anna.does(game, "take_back", seq=now["seq"])
    now = anna.waits_for_turn(game)["view"]
    refused = anna.tries(game, "take_back", seq=now["seq"])
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_take_back")


# Logs from before there was a limit


def store_long_game(server: Server, owner: Person, moves: int) -> str:
    """Write the log of a running game of one user with both seats, as an older version did.

    Its last entry takes the last move back.
    """
    user = {"user": owner.id, "name": "Anna", "nonce": bytes(16).hex()}
    terms = GameTerms(against="self", take_backs=True, reserved=(owner.id, owner.id))
    game = OpenGame(id="long", maker=owner.id, terms=terms, secret=bytes(32))
    start = Match.deal(game.seed).round
    log = [(EventKind.JOINED, {"seat": seat, **user}) for seat in (0, 1)]
    log += [(EventKind.DEALT, {"round": 1})]
    for ply, move in enumerate(exchanges(start, moves)):
        log.append((EventKind.MOVED, {"seat": (start.first + ply) % 2, "move": move}))
    log.append((EventKind.TAKEN_BACK, {"seat": 0, "to": len(log) - 1}))
    rows = [
        {"game": game.id, "seq": seq, "kind": kind, "at": seq, "data": encode_data(data)}
        for seq, (kind, data) in enumerate(log, 1)
    ]
    row = {**new_game_row(game, now=1, invitation=None, key=None), "seq": len(rows)}

    async def write() -> None:
        await server.services.store.add(schema.games, {**row, "status": "playing"})
        await server.services.store.write(lambda c: c.execute(insert(schema.events), rows) and None)

    asyncio.run_coroutine_threadsafe(write(), server.services.loop).result()
    return game.id


@dataclass(frozen=True)
class LongGame:
    """A running game from before there was a limit."""

    server: Server
    owner: Person
    id: str

    def position(self, seq: int) -> dict[str, Any]:
        path = f"/api/games/{self.id}/positions/{seq}"
        return dict(self.owner.http.get(path, params={"seat": "public"}).json())


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LongGame]:
    path = tmp_path_factory.mktemp("long") / "g.db"
    with a_server(roomy(path)) as server, Person(server, "Anna") as anna:
        yield LongGame(server, anna, store_long_game(server, anna, 3000))


@pytest.fixture
def folded(old: LongGame, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """The largest number of entries that were folded in one turn of the event loop so far."""
    counts = [0]

    def counted(game: Game, entry: LogEntry) -> Game:
        if counts[-1] == 0:
            old.server.services.loop.call_soon(counts.append, 0)
        counts[-1] += 1
        return apply_entry(game, entry)

    monkeypatch.setattr(live_game, "apply_entry", counted)
    return lambda: max(counts)


def test_an_old_log_is_folded_in_slices(old: LongGame, folded: Callable[[], int]) -> None:
    old.server.services.live_games.evict(old.id)
    view = old.owner.view(old.id, seat=0)
    assert (view["ply"], len(view["history"])) == (2999, 2999)
    assert old.position(3004)["type"] == "taken_back"
    assert old.position(3002)["view"]["history"] == view["history"]
    assert 0 < folded() <= 64


def test_a_log_is_read_once_however_many_ask_for_it(
    old: LongGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = count_reads(old, monkeypatch)
    old.server.services.live_games.evict(old.id)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: old.owner.view(old.id, seat=0)["ply"], range(8)))
    assert found == [2999] * 8
    assert sum(read) == 3004


def count_reads(old: LongGame, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries each read of the log has given."""
    counts: list[int] = []
    entries = old.server.services.store.entries

    async def counted(*args: Any) -> list[LogEntry]:
        found = await entries(*args)
        counts.append(len(found))
        return found

    monkeypatch.setattr(old.server.services.store, "entries", counted)
    return counts


@pytest.mark.parametrize("seq", [1, 4, 300, 1000, 2900])
def test_one_position_reads_a_part_of_the_log(
    old: LongGame, monkeypatch: pytest.MonkeyPatch, seq: int
) -> None:
    old.owner.view(old.id, seat=0)  # it is in memory now
    read = count_reads(old, monkeypatch)
    position = old.position(seq)
    assert (position["seq"], position["view"] and position["view"]["ply"]) == (
        seq,
        None if seq < 3 else seq - 3,
    )
    assert sum(read) <= min(seq, 256)


def test_a_page_of_positions_is_made_in_slices(
    old: LongGame, monkeypatch: pytest.MonkeyPatch, folded: Callable[[], int]
) -> None:
    old.owner.view(old.id, seat=0)
    read = count_reads(old, monkeypatch)
    path = f"/api/games/{old.id}/positions?seat=public&after=2000&limit=40"
    page = old.owner.http.get(path).json()
    assert [event["seq"] for event in page["events"]] == list(range(2001, 2041))
    assert page["events"][-1]["view"]["ply"] == 2037
    assert folded() <= 64
    assert sum(read) <= 256 + 40 + 32
    assert page["events"][-1] == old.position(2040)


def test_an_old_game_is_stopped_by_its_next_move(old: LongGame) -> None:
    view = next(
        view
        for view in (old.owner.view(old.id, seat=seat) for seat in (0, 1))
        if view["turn"] == view["seat"]
    )
    old.owner.does(old.id, "moves", move=exchange_of(view["moves"]), seq=view["seq"])
    table = old.owner.now(old.id)["table"]
    assert (table["status"], table["rounds"][0]["end"]) == ("between", "stopped")
    old.server.services.live_games.evict(old.id)
    assert old.owner.now(old.id)["table"] == table


def test_an_old_match_is_too_long_to_be_played_on(old: LongGame) -> None:
    old.owner.does(old.id, "resign")
    begin = {"game": old.id, "seq": 2000, "seat": 0}
    body = {"against": "level", "level": "kite", "begin": begin}
    refused = old.owner.http.post("/api/games", json=body)
    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")
    assert refused.json()["most_moves"] == 1000
