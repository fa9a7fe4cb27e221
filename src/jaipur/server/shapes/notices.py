"""The shapes of notices: devices, quiet hours, kinds, the feed."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from jaipur.server.shapes.fields import MillisecondsTime, Shape
from jaipur.server.shapes.requests import Request

__all__ = [
    "ChangeNotices",
    "DeviceShape",
    "FeedLink",
    "NewDevice",
    "NewFeed",
    "NoticesInfo",
    "QuietHoursShape",
]

LanguageName = Literal["en", "fr", "ru"]
TimeZone = Annotated[
    str, Meta(min_length=1, max_length=64, description="An IANA name, such as `Europe/Paris`.")
]
Minute = Annotated[int, Meta(ge=0, lt=1440, description="Minutes since midnight.")]
KindName = Literal["your_move", "reminder", "match_over", "challenge", "sat_down", "rematch"]


class QuietHoursShape(Request):
    """When nothing is sent; over midnight if `until` is less than `since`."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"since": 1320, "until": 480}
    since: Minute
    until: Minute


class DeviceShape(Shape):
    """A browser that gets notices."""

    id: str
    name: str
    created_at: MillisecondsTime
    sent_at: Annotated[
        int | None, Meta(description="When the last notice was sent to it, in milliseconds.")
    ]
    failed_at: int | None
    failure: Annotated[
        str | None, Meta(description="Why the last attempt failed; null after a success.")
    ]


class NoticesInfo(Shape):
    """What you have chosen about notices."""

    public_key: Annotated[str, Meta(description="The key with which a browser subscribes.")]
    devices: list[DeviceShape]
    most_devices: int
    kinds: Annotated[dict[KindName, bool], Meta(description="Which kinds of notice are sent.")]
    quiet: QuietHoursShape | None
    time_zone: TimeZone
    language: LanguageName
    feed: Annotated[bool, Meta(description="Whether there is a feed.")]


class NewDevice(Request):
    """A subscription of a browser, as `PushManager.subscribe` gives it."""

    EXAMPLE: ClassVar[dict[str, Any]] = {
        "endpoint": "https://push.example/send/abc",
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"
        "aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        "name": "Firefox, Linux",
        "language": "en",
        "time_zone": "Europe/Paris",
    }
    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=96, description="The browser's public key.")]
    auth: Annotated[str, Meta(max_length=32, description="The browser's secret.")]
    name: Annotated[
        Annotated[str, Meta(min_length=1, max_length=24)] | None,
        Meta(description="By default what the browser says that it is."),
    ] = None
    language: Annotated[
        LanguageName | None, Meta(description="By default that of your other notices.")
    ] = None
    time_zone: TimeZone = "UTC"


class ChangeNotices(Request):
    """What is to be changed; the rest stays."""

    EXAMPLE: ClassVar[dict[str, Any]] = {
        "kinds": {"reminder": False},
        "quiet": {"since": 1320, "until": 480},
        "time_zone": "Europe/Paris",
    }
    kinds: Annotated[
        dict[KindName, bool] | None, Meta(description="Kinds to switch on or off.")
    ] = None
    quiet: Annotated[
        QuietHoursShape | None, Meta(description="Equal times for no quiet hours.")
    ] = None
    time_zone: TimeZone | None = None
    language: LanguageName | None = None


class NewFeed(Request):
    """Make a feed, with a new secret address."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"language": "en"}
    language: LanguageName = "en"


class FeedLink(Shape):
    """The address of your feed; it is shown once."""

    link: Annotated[str, Meta(description="Whoever has it can read the feed.")]
