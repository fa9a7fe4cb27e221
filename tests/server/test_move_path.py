"""The way of a posted move through the server is the one that docs/server.md draws."""

from __future__ import annotations

import re
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import jaipur
from tests.server.games import Person, Server, seated

PAGE = Path(__file__).parents[2] / "docs" / "server.md"
OURS = str(Path(jaipur.__file__).parent)


class Tracer:
    """Keeps the frames of ours on the way to a function."""

    def __init__(self, function: str) -> None:
        self.function = function
        self.way: list[str] = []

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_qualname == self.function:
            self.way = []
            here: FrameType | None = frame
            while here is not None:
                if here.f_code.co_filename.startswith(OURS):
                    self.way.insert(0, here.f_code.co_qualname)
                here = here.f_back


def traced(server: Server, person: Person, game: str, function: str) -> list[str]:
    """The way to a function while a person moves."""
    tracer, done = Tracer(function), threading.Event()
    view = person.view(game)
    server.services.loop.call_soon_threadsafe(sys.setprofile, tracer)
    person.does(game, "moves", move=view["moves"][0], seq=view["seq"])
    server.services.loop.call_soon_threadsafe(sys.setprofile, None)
    server.services.loop.call_soon_threadsafe(done.set)
    assert done.wait(20)
    return tracer.way


def drawn() -> list[str]:
    """The functions in the picture, from the outside to the rules."""
    picture = re.search(r"```\nPOST …/moves.*?```", PAGE.read_text("utf-8"), re.DOTALL)
    assert picture is not None
    return re.findall(r"^  \d+ +([\w.]+)", picture[0], re.MULTILINE)


def test_a_posted_move_takes_the_way_that_the_docs_draw(server: Server) -> None:
    with seated(server) as (anna, bela, game):
        first = anna if 0 in anna.now(game)["table"]["waits_for"] else bela
        way = traced(server, first, game, "Match.play")
    assert way == drawn()
    assert len(way) <= 10
