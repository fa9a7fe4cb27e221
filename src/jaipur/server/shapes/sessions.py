"""The shapes of sessions: the list of a user's own, and the name of one."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from jaipur.server.shapes.fields import MillisecondsTime, Shape
from jaipur.server.shapes.requests import Name, Request

__all__ = ["SessionInfo", "SessionList", "SessionName"]


class SessionInfo(Shape):
    """A browser or a program that is signed in as you."""

    id: str
    name: Annotated[str | None, Meta(description="As you have called it.")]
    device: Annotated[
        str | None, Meta(description="Browser and system as they were told, or the program.")
    ]
    network: Annotated[
        str | None, Meta(description="Where it began: the first parts of the address.")
    ]
    kind: Literal["browser", "program"]
    created_at: MillisecondsTime
    used_at: Annotated[
        int, Meta(ge=0, description="When it was last used, to the day; milliseconds since 1970.")
    ]
    current: Annotated[bool, Meta(description="Whether it is the one of this request.")]


class SessionList(Shape):
    """Your sessions, the one used last first."""

    sessions: list[SessionInfo]


class SessionName(Request):
    """What you call a session; null for no name."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"name": "My phone"}
    name: Name | None
