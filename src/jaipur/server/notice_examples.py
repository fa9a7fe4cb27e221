"""Examples of notices in the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from jaipur.server.notices.feed import atom_feed
from jaipur.server.routes.notices import describe_device, describe_notices
from jaipur.server.shapes.notices import FeedLink

__all__ = ["notice_examples"]

_AT: Final = 1_794_778_840_000
_GAME: Final = "OxYSa01P4VzAM0IfZgKD6g"
_KEY: Final = (
    "BHW8OEkK5G99kGCcvsod9xfbQLDpEQiXMEtRdbkjMhVEL8oPXDMrifGtV_4Cltyx-7ritEFKSm_A2qHuNpDNzek"
)


def notice_examples() -> dict[str, Any]:
    """An example of every answer about notices, by the name of its schema or media type."""
    device = {
        "id": "t12jQ68BPerXewJBpieutg",
        "name": "Firefox, Linux",
        "created_at": _AT,
        "sent_at": _AT,
        "failed_at": None,
        "failure": None,
    }
    chosen = {
        "user_id": "kq9YVwqVn0yGm2fRrW1Z3A",
        "created_at": _AT,
        "language": "en",
        "time_zone": "Europe/Paris",
        "quiet_from": 1320,
        "quiet_until": 480,
        "switched_off": "sat_down",
        "feed_hash": "",
    }
    notice = {
        "id": f"{_GAME}-8-0-your_move",
        "kind": "your_move",
        "game": _GAME,
        "seat": 0,
        "move": "$L3",
        "due_at": _AT,
        "status": "playing",
        "waits_for": 1,
        "deadline": None,
        "winner": None,
        "name0": "Anna",
        "name1": "Bela",
        "maker_name": "Anna",
    }
    return {
        "Device": describe_device(device),
        "NoticesInfo": describe_notices(_KEY, chosen, [device]),
        "FeedLink": FeedLink(link="https://jaipur.example/feeds/rwN5LPBjG_X4dKYE0qZaCh2E.atom"),
        "application/atom+xml": atom_feed(chosen, [notice], "https://jaipur.example").body.decode(),
    }
