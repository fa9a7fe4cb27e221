"""Everything that is kept of a user, as a zip file: matches as records and a table, and the rest.

It is made while it is sent, a few matches at a time, so that its size does not matter.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, select

from jaipur.server import schema
from jaipur.server.events import encode
from jaipur.server.own_data import own_data
from jaipur.server.own_matches import MatchFilter, OwnMatch, find_matches
from jaipur.server.own_statistics import statistics_of
from jaipur.server.store import Store
from jaipur.server.stored_facts import LOGS_AT_ONCE, folded

__all__ = ["CSV_COLUMNS", "export_chunks"]

RULESETS: Final = ("standard", "box")
CSV_COLUMNS: Final = (
    *("game", "ended_at", "you", "opponent", "level", "ruleset", "result", "ended", "gave_up"),
    *("seals", "opponent_seals", "rounds", "started", "rupees", "opponent_rupees", "plies"),
    *("takes", "camels", "exchanges", "sales", "cards_sold", "bonus_tokens", "taken_back"),
    *("counted", "luck", "error_per_decision"),
)
_PAGE: Final = 500


class _Outbox(io.RawIOBase):
    """A buffer of what the zip file has written and the response has not yet sent."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def fetch(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)


async def export_chunks(store: Store, user: str) -> AsyncIterator[bytes]:
    """The zip file in chunks, each of a few matches; a chunk may be empty."""
    outbox = _Outbox()
    with zipfile.ZipFile(outbox, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (await store.read(partial(own_data, user=user))).items():
            archive.writestr(name, encode(content))
        matches = await _all_matches(store, user)
        archive.writestr("matches.csv", _as_csv(matches))
        for ruleset in RULESETS:
            counted = [m for m in matches if m.is_counted and m.facts.ruleset == ruleset]
            statistics = statistics_of(counted, ruleset)
            archive.writestr(f"statistics-{ruleset}.json", encode(statistics))
        with archive.open("matches.jsonl", "w") as file:
            for start in range(0, len(matches), LOGS_AT_ONCE):
                some = [match.game for match in matches[start : start + LOGS_AT_ONCE]]
                file.write(await store.read(partial(_records, games=some)))
                yield outbox.fetch()
    yield outbox.fetch()


async def _all_matches(store: Store, user: str) -> list[OwnMatch]:
    found: list[OwnMatch] = []
    after = ""
    while page := await find_matches(store, user, MatchFilter(), limit=_PAGE, after=after):
        found += page
        after = page[-1].cursor
    return found


def _records(connection: Connection, games: Sequence[str]) -> bytes:
    """The records of these games, one per line."""
    query = select(schema.games).where(schema.games.c.id.in_(games))
    rows = {row["id"]: dict(row) for row in connection.execute(query).mappings()}
    found = [folded(connection, rows[game])[0] for game in games if game in rows]
    return b"".join(encode(game.full_record()) + b"\n" for game in found if game.match is not None)


def _as_csv(matches: Iterable[OwnMatch]) -> str:
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(CSV_COLUMNS)
    table.writerows(_csv_row(match) for match in matches)
    return text.getvalue()


def _csv_row(match: OwnMatch) -> list[Any]:
    facts, rounds, review = match.facts, match.facts.rounds, match.review
    ended_at = datetime.fromtimestamp(match.ended_at / 1000, UTC).isoformat(timespec="seconds")
    you, other = map(_cell, match.names)
    error = None if review is None or not review.decisions else round(review.accuracy.mean, 5)
    return [
        *(match.game, ended_at, you, other, match.level, facts.ruleset, match.result),
        *(facts.ended, facts.gave_up, *facts.seals, len(rounds)),
        " ".join("you" if round.started else "opponent" for round in rounds),
        *(" ".join(str(round.rupees[whose]) for round in rounds) for whose in (0, 1)),
        sum(round.plies for round in rounds),
        sum(round.takes for round in rounds),
        sum(round.camels for round in rounds),
        sum(round.exchanges for round in rounds),
        sum(len(round.sales) for round in rounds),
        sum(sum(round.sales) for round in rounds),
        sum(round.bonus_tokens for round in rounds),
        *(match.taken_back, match.is_counted, None if review is None else review.luck, error),
    ]


def _cell(text: str) -> str:
    """A name that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
