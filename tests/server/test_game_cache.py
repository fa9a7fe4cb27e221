"""How many games a server keeps in memory, and for how long."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

from jaipur.server.game_cache import GameCache
from tests.server.games import Person, Server, a_server, roomy, wait_for
from tests.server.test_streams import Listener


class FakeGame:
    def __init__(self, *, is_over: bool = False) -> None:
        self.used_at = 0
        self.is_over = is_over


def test_the_least_recently_used_game_gives_way() -> None:
    cache: GameCache[FakeGame] = GameCache(most=3)
    for number in range(5):
        cache.keep(str(number), FakeGame(), number)
        if "0" in cache.all():
            cache.keep("0", cache.all()["0"], number)
    gc.collect()
    assert sorted(cache.all()) == ["0", "3", "4"]


def test_a_game_that_is_held_is_never_in_memory_twice() -> None:
    cache: GameCache[FakeGame] = GameCache(most=1)
    held = FakeGame()
    cache.keep("a", held, 0)
    cache.keep("b", FakeGame(), 1)
    assert cache.get("a") is held
    del held
    assert cache.get("a") is None


def test_games_go_when_they_are_idle() -> None:
    cache: GameCache[FakeGame] = GameCache(most=100)
    cache.keep("playing", FakeGame(), 0)
    cache.keep("over", FakeGame(is_over=True), 0)
    cache.drop_idle(60_000)
    assert sorted(cache.all()) == ["over", "playing"]
    cache.drop_idle(60_001)
    assert sorted(cache.all()) == ["playing"]
    cache.drop_idle(300_001)
    assert len(cache) == 0


def test_a_flood_of_games_does_not_fill_the_memory(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "games.db", live_games_kept=5)
    with a_server(settings) as server, Person(server, "Anna") as anna:
        watched = str(anna.opens("friend")["id"])
        listener = Listener(anna, watched)
        games = [str(anna.opens("friend")["id"]) for _ in range(30)]
        for game in games * 2:
            anna.now(game)
        wait_for(lambda: in_memory(server) <= 7)
        # The stream's game is still the only one of its id, and is told what happens.
        anna.sits_down(watched)
        listener.waits_for(1)
        for game in games:
            anna.sits_down(game)


def in_memory(server: Server) -> int:
    """The number of games in memory, counted in the server's own thread."""

    async def count() -> int:
        return len(server.services.live_games.cached())

    return asyncio.run_coroutine_threadsafe(count(), server.services.loop).result(10)
