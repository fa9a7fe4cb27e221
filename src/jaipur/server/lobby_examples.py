"""Examples of the answers about the lobby, for the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from jaipur.server.event_stream import heartbeat
from jaipur.server.events import encode
from jaipur.server.shapes.lobby import (
    BlockShape,
    BlocksShape,
    Lobby,
    LobbyGame,
    PairingShape,
    PeopleHereShape,
    PersonHere,
    ShowMe,
)
from jaipur.server.shapes.rating_figure import RatingFigure

__all__ = ["lobby_examples"]

_START_MS: Final = 1_794_778_840_000


def lobby_examples(game: LobbyGame, now: int) -> dict[str, Any]:
    """An example of every answer about the lobby, by the name of its schema or operation."""
    block = BlockShape(id="sYp2kQ9YVwqVn0yGm2fRrW", name="Bela", since=_START_MS)
    pairing = PairingShape(game="OxYSa01P4VzAM0IfZgKD6g")
    bela = PersonHere(
        name="Bela", rating=RatingFigure(rating=1543, deviation=61, provisional=False), playing=True
    )
    here = PeopleHereShape(people=[bela], more=0, guests=2, shown=True)
    lobby = Lobby(invitations=[], mine=[game], watch=[], here=here)
    left = {"here": PeopleHereShape(people=[], more=0, guests=2, shown=True)}
    streamed = b"data: %b\n\n%bdata: %b\n\n" % (
        encode(lobby),
        heartbeat(None, now),
        encode(left),
    )
    return {
        "Blocks": BlocksShape(blocks=[block]),
        "Pairing": pairing,
        "Lobby": lobby,
        "ShowMe": ShowMe(shown=False),
        "stream_lobby": streamed.decode(),
    }
