"""The path of a posted move through the server is short, and the one that docs/server.md draws."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
import pytest

import jaipur
from jaipur.server.game import parse_move
from tests.server.games import Person, Server, a_server, roomy, seated

PAGE = Path(__file__).parents[2] / "docs" / "server.md"
OURS = str(Path(jaipur.__file__).parent)
SERVER = str(Path(OURS) / "server")
# From Python 3.12 on, comprehensions are no functions. Answers go back through the transport.
OUTSIDE = re.compile(r"<genexpr>$|<\w+comp>$|^HttpProtocol|^JoinedWrites")
MOST_LAYERS = 8
MOST_FUNCTIONS = 45


class Tracer:
    """Notes the functions of the server that a request calls, and those on the way to the rules."""

    def __init__(self) -> None:
        self.path: list[str] = []
        self.functions: set[tuple[str, str]] = set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        file, name = frame.f_code.co_filename, frame.f_code.co_qualname
        if event != "call" or not file.startswith(OURS):
            return
        frames = frames_of_ours(frame)
        if name == "Match.play":
            self.path = frames
        is_counted = file.startswith(SERVER) and not OUTSIDE.search(name)
        if is_counted and frames[0] == "SecurityMiddleware.__call__":
            self.functions.add((file, name))


def frames_of_ours(frame: FrameType | None) -> list[str]:
    """The functions of ours that have led to a frame, the outermost first."""
    found: list[str] = []
    while frame is not None:
        if frame.f_code.co_filename.startswith(OURS):
            found.insert(0, frame.f_code.co_qualname)
        frame = frame.f_back
    return found


def traced(server: Server, person: Person, game: str, kind: str) -> Tracer:
    """What is called while a person plays a move that begins like this, in a browser."""
    tracer, view = Tracer(), person.view(game)
    move = next(move for move in view["moves"] if move.startswith(kind))
    parse_move(move)  # of the moves that are played, most were parsed before

    async def set_profile(profile: Tracer | None) -> None:
        sys.setprofile(profile)

    browser = httpx.Client(cookies={"jaipur": person.token}, headers={"Origin": server.url})
    path, loop = f"{server.url}/api/games/{game}/moves", server.services.loop
    assert browser.post(path, json={"move": move, "seq": 0}).status_code == 409
    asyncio.run_coroutine_threadsafe(set_profile(tracer), loop).result(20)
    answer = browser.post(path, json={"move": move, "seq": view["seq"], "key": kind})
    asyncio.run_coroutine_threadsafe(set_profile(None), loop).result(20)
    assert answer.status_code == 200, answer.text
    browser.close()
    return tracer


def drawn() -> list[str]:
    """The functions in the picture, from the outside to the rules."""
    picture = re.search(r"```\nPOST …/moves.*?```", PAGE.read_text("utf-8"), re.DOTALL)
    assert picture is not None
    return re.findall(r"^  \d+ +([\w.]+)", picture[0], re.MULTILINE)


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> list[Tracer]:
    """What a take and a sale call, on a server with nothing else to do."""
    settings = roomy(tmp_path_factory.mktemp("path") / "path.db", heartbeat=1000)
    with a_server(settings) as server, seated(server) as (anna, bela, game):
        found: list[Tracer] = []
        for kind in ("+", "$"):
            mover = next(p for p in (anna, bela) if p.view(game)["turn"] == p.view(game)["seat"])
            found.append(traced(server, mover, game, kind))
        return found


def test_a_posted_move_takes_the_path_that_the_docs_draw(traces: list[Tracer]) -> None:
    for tracer in traces:
        assert tracer.path == drawn()
        assert len(tracer.path) <= MOST_LAYERS


def test_a_posted_move_calls_few_functions_of_the_server(traces: list[Tracer]) -> None:
    for tracer in traces:
        assert 30 < len(tracer.functions) <= MOST_FUNCTIONS, sorted(tracer.functions)
    said = re.search(r"(\d+) functions of the server", PAGE.read_text("utf-8"))
    assert said is not None
    assert int(said[1]) == MOST_FUNCTIONS
