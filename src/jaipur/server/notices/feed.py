"""The feed: a user's latest notices as Atom (RFC 4287), for everything that reads feeds."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID, uuid5
from xml.etree import ElementTree

from jaipur.server.notices.messages import Row, facts_of, feed_rows
from jaipur.server.notices.words import feed_title, text_of

if TYPE_CHECKING:
    from jaipur.server.services import Services

__all__ = ["AtomFeed", "atom_feed", "render_feed"]

_ATOM: Final = "http://www.w3.org/2005/Atom"
# The namespace of the ids of entries; it never changes, so that readers know what they have shown.
_IDS: Final = UUID("6f0a2ab1-5c1e-4a53-9c6d-0f6f3f4e9a10")


class AtomFeed(NamedTuple):
    """A feed as it is sent."""

    body: bytes
    tag: str


async def render_feed(services: Services, owner: Mapping[str, Any], base: str) -> AtomFeed:
    """The feed of the user of these settings."""
    user, now = owner["user_id"], services.clock.now()
    rows = await services.store.read(partial(feed_rows, user=user, now=now))
    return atom_feed(owner, rows, base)


def atom_feed(owner: Mapping[str, Any], rows: list[Row], base: str) -> AtomFeed:
    """Notices as a feed; equal notices give equal bytes."""
    language = owner["language"]
    root = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": language})
    _add(root, "title", feed_title(language))
    _add(root, "id", uuid5(_IDS, f"feed {owner['user_id']}").urn)
    newest = rows[0]["due_at"] if rows else owner["created_at"]
    _add(root, "updated", _time(newest))
    ElementTree.SubElement(root, "link", {"href": f"{base}/"})
    _add(ElementTree.SubElement(root, "author"), "name", "Jaipur")
    for row in rows:
        _add_entry(root, row, base, language)
    body = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return AtomFeed(body, f'"{hashlib.sha256(body).hexdigest()[:24]}"')


def _add_entry(root: ElementTree.Element, row: Row, base: str, language: str) -> None:
    entry, text = ElementTree.SubElement(root, "entry"), text_of(facts_of(row, None), language)
    _add(entry, "title", text.title)
    _add(entry, "id", uuid5(_IDS, row["id"]).urn)
    _add(entry, "updated", _time(row["due_at"]))
    ElementTree.SubElement(entry, "link", {"href": f"{base}/game/{row['game']}"})
    _add(entry, "summary", text.body)


def _add(parent: ElementTree.Element, tag: str, text: str) -> None:
    ElementTree.SubElement(parent, tag).text = text


def _time(milliseconds: int) -> str:
    at = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return at.isoformat(timespec="seconds").replace("+00:00", "Z")
