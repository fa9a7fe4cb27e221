"""Examples of the answers about the lobby, for the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from jaipur.server.shapes.lobby import BlockShape, BlocksShape, PairingShape

__all__ = ["lobby_examples"]

_START_MS: Final = 1_794_778_840_000


def lobby_examples() -> dict[str, Any]:
    """An example of every answer about the lobby, by the name of its schema."""
    block = BlockShape(id="sYp2kQ9YVwqVn0yGm2fRrW", name="Bela", since=_START_MS)
    pairing = PairingShape(game="OxYSa01P4VzAM0IfZgKD6g")
    return {"Blocks": BlocksShape(blocks=[block]), "Pairing": pairing}
