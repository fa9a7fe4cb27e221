"""Routes of notices: devices, quiet hours, kinds, a test, and the feed."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.accounts.device_names import device_name
from jaipur.server.authentication import charge, require_user
from jaipur.server.notices.feed import render_feed
from jaipur.server.notices.push import PushTarget
from jaipur.server.notices.quiet_hours import time_zone
from jaipur.server.notices.subscriptions import DEVICES_PER_USER, SWITCHED_KINDS
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.routing import Routes
from jaipur.server.services import Services
from jaipur.server.sessions import User
from jaipur.server.shapes.notices import (
    ChangeNotices,
    DeviceShape,
    FeedLink,
    NewDevice,
    NewFeed,
    NoticesInfo,
    QuietHoursShape,
)
from jaipur.server.store import DatabaseRow
from jaipur.server.user_names import visible_name

__all__ = ["describe_device", "describe_notices", "routes"]

routes = Routes("", tag="notices")
_FEED_ENDING: Final = ".atom"
_NEW_FEED: Final = NewFeed()


@routes.get("/api/me/notices", answer=NoticesInfo)
async def get_notices(request: Request) -> NoticesInfo:
    """Your devices, and what you have chosen about notices."""
    services, user = await _with_notices(request, "reads")
    return await _info(services, user)


@routes.patch("/api/me/notices", answer=NoticesInfo)
async def change_notices(request: Request, body: ChangeNotices) -> NoticesInfo:
    """Change quiet hours, the kinds that are sent, your time zone or language."""
    services, user = await _with_notices(request, "acts")
    now = await services.subscriptions.settings_of(user.id)
    await services.subscriptions.change(user.id, _changes(body, now))
    return await _info(services, user)


@routes.post("/api/me/notices/devices", answer=DeviceShape, status=201)
async def add_device(request: Request, body: NewDevice) -> DeviceShape:
    """Send notices to a browser; one that subscribes again replaces its older subscription."""
    services, user = await _with_notices(request, "acts")
    chosen = await services.subscriptions.settings_of(user.id)
    row = await services.subscriptions.add_device(
        user.id,
        PushTarget(body.endpoint, body.p256dh, body.auth),
        name=_device_name(request, body.name),
        language=body.language or chosen["language"],
        time_zone=_known_zone(body.time_zone),
    )
    return describe_device(row)


@routes.delete("/api/me/notices/devices/{device}", status=204)
async def remove_device(request: Request, device: str) -> Response:
    """Send no more notices to a browser."""
    services, user = await _with_notices(request, "acts")
    if not await services.subscriptions.remove_device(user.id, device):
        raise Problem.of(ProblemCode.NOT_FOUND)
    return Response(status_code=204)


@routes.post("/api/me/notices/test", status=202)
async def send_test_notice(request: Request) -> Response:
    """Send a notice to all your devices, to see whether it arrives."""
    services, user = await _with_notices(request, "hints")
    await services.subscriptions.send_test(user.id)
    return Response(status_code=202)


@routes.post("/api/me/notices/feed", answer=FeedLink, status=201)
async def make_feed(request: Request, body: NewFeed = _NEW_FEED) -> FeedLink:
    """Make a feed (Atom) with a secret address. An older address of yours ends with this."""
    services, user = await _with_notices(request, "acts")
    given = {"language": body.language}
    secret = await services.subscriptions.make_feed(user.id, given)
    return FeedLink(link=f"{services.base_url(request)}/feeds/{secret}{_FEED_ENDING}")


@routes.delete("/api/me/notices/feed", status=204)
async def remove_feed(request: Request) -> Response:
    """End your feed."""
    services, user = await _with_notices(request, "acts")
    await services.subscriptions.change(user.id, {"feed_hash": None})
    return Response(status_code=204)


@routes.get("/feeds/{file}", media="application/atom+xml")
async def get_feed(request: Request, file: str) -> Response:
    """Your latest notices as an Atom feed; the secret address stands for a session."""
    services = Services.of(request)
    charge(request, "reads", None)
    secret = file.removesuffix(_FEED_ENDING)
    owner = None
    if file != secret and services.settings.registration != "off":
        owner = await services.subscriptions.owner_of_feed(secret)
    if owner is None:
        raise Problem.of(ProblemCode.NOT_FOUND)
    feed = await render_feed(services, owner, services.base_url(request))
    headers = {"Cache-Control": "private, no-cache", "ETag": feed.tag}
    if feed.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(feed.body, media_type="application/atom+xml; charset=utf-8", headers=headers)


async def _with_notices(request: Request, limit: str) -> tuple[Services, User]:
    """The services and the user; Problem where there are no notices."""
    services = Services.of(request)
    if services.notices.public_key is None:
        charge(request, limit, None)
        raise Problem.of(ProblemCode.NO_ACCOUNTS)
    return services, await require_user(request, limit)


async def _info(services: Services, user: User) -> NoticesInfo:
    key = services.notices.public_key
    assert key is not None
    chosen = await services.subscriptions.settings_of(user.id)
    return describe_notices(key, chosen, await services.subscriptions.devices_of(user.id))


def describe_notices(key: str, chosen: DatabaseRow, devices: list[DatabaseRow]) -> NoticesInfo:
    """What a user has chosen, as the API tells it."""
    off, quiet = chosen["switched_off"].split(), None
    if chosen["quiet_from"] is not None:
        quiet = QuietHoursShape(since=chosen["quiet_from"], until=chosen["quiet_until"])
    return NoticesInfo(
        public_key=key,
        devices=[describe_device(row) for row in devices],
        most_devices=DEVICES_PER_USER,
        kinds={kind.value: kind not in off for kind in SWITCHED_KINDS},  # type: ignore[misc]
        quiet=quiet,
        time_zone=chosen["time_zone"],
        language=chosen["language"],
        feed=chosen["feed_hash"] is not None,
    )


def describe_device(row: DatabaseRow) -> DeviceShape:
    """A device, as the API tells it; its address is a secret of the browser."""
    shown = ("id", "name", "created_at", "sent_at", "failed_at", "failure")
    return DeviceShape(**{name: row[name] for name in shown})


def _device_name(request: Request, given: str | None) -> str:
    if given is not None:
        return visible_name(given)
    return device_name(request.headers.get("user-agent", "")) or "Browser"


def _changes(body: ChangeNotices, now: DatabaseRow) -> dict[str, Any]:
    """The columns that a request changes."""
    kinds = dict.fromkeys(now["switched_off"].split(), False) | dict(body.kinds or {})
    found: dict[str, Any] = {
        "switched_off": " ".join(sorted(kind for kind, on in kinds.items() if not on))
    }
    if body.quiet is not None:
        is_none = body.quiet.since == body.quiet.until
        found["quiet_from"] = None if is_none else body.quiet.since
        found["quiet_until"] = None if is_none else body.quiet.until
    if body.time_zone is not None:
        found["time_zone"] = _known_zone(body.time_zone)
    if body.language is not None:
        found["language"] = body.language
    return found


def _known_zone(name: str) -> str:
    if time_zone(name) is None:
        _refuse("time_zone", f"Expected an IANA name such as Europe/Paris, got {name!r}")
    return name


def _refuse(field: str, what: str) -> NoReturn:
    errors = [{"where": ["body", field], "what": what}]
    raise Problem.of(ProblemCode.BAD_REQUEST, errors=errors)
