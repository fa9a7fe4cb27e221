"""Routes of a user's own matches: history, statistics, export."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from jaipur.server.authentication import client_address, require_user
from jaipur.server.events import encode
from jaipur.server.own_export import export_chunks
from jaipur.server.own_matches import (
    MatchFilter,
    OwnMatch,
    count_matches,
    find_matches,
    opponents_of,
)
from jaipur.server.own_statistics import statistics_of
from jaipur.server.routing import Routes, json_bytes
from jaipur.server.services import Services
from jaipur.server.shapes.own_matches import (
    History,
    HistoryMatch,
    HistoryReview,
    HistoryRound,
    Statistics,
)
from jaipur.server.shapes.requests import HistoryQuery, StatisticsQuery
from jaipur.server.stored_facts import LOGS_AT_ONCE, store_missing

__all__ = ["describe_match", "routes"]

routes = Routes("/api/me", tag="own matches")
MATCHES_PER_REQUEST: Final = 50  # an export of more counts as several requests


@routes.get("/history", answer=History)
async def list_own_matches(request: Request, query: HistoryQuery) -> History:
    """Your finished matches, the latest first. Taken-back moves are in none of the numbers."""
    user = (await require_user(request, "reads")).id
    store = Services.of(request).store
    missing = await store_missing(store, user)
    wanted = MatchFilter(
        opponent=query.opponent, result=query.result, ruleset=query.ruleset, since=query.since
    )
    limit = query.limit
    found = await find_matches(store, user, wanted, limit=limit + 1, after=query.after)
    page = found[:limit]
    return History(
        matches=[describe_match(match) for match in page],
        count=await count_matches(store, user, wanted),
        next=page[-1].cursor if len(found) > limit else None,
        opponents=await opponents_of(store, user),
        missing=missing,
    )


@routes.get("/statistics", answer=Statistics)
async def get_own_statistics(request: Request, query: StatisticsQuery) -> Response:
    """Your figures, each with its 95 % interval, beside the measured figures of the levels.

    Matches from a position and those with both seats do not count.
    """
    user = (await require_user(request, "reads")).id
    store = Services.of(request).store
    missing = await store_missing(store, user)
    wanted = MatchFilter(ruleset=query.ruleset, since=query.since, is_counted=True)
    matches = await find_matches(store, user, wanted)
    return json_bytes(encode({**statistics_of(matches, query.ruleset), "missing": missing}))


@routes.get("/export", media="application/zip")
async def export_own_matches(request: Request) -> Response:
    """All your finished matches as a zip file.

    `matches.jsonl` has the records, `matches.csv` a table of them, and there is a
    `statistics-….json` for each ruleset.
    """
    services = Services.of(request)
    user = (await require_user(request, "histories")).id
    while await store_missing(services.store, user):
        pass
    chunks = export_chunks(services.store, user)
    first = await anext(chunks)  # what fails now is still answered with a problem

    async def body() -> AsyncIterator[bytes]:
        yield first
        matches = LOGS_AT_ONCE
        async for chunk in chunks:
            requests, matches = divmod(matches + LOGS_AT_ONCE, MATCHES_PER_REQUEST)
            services.limits.charge_work(
                "histories", requests, user=user, address=client_address(request)
            )
            yield chunk

    headers = {"Content-Disposition": 'attachment; filename="jaipur-matches.zip"'}
    return StreamingResponse(body(), media_type="application/zip", headers=headers)


def describe_match(match: OwnMatch) -> HistoryMatch:
    """A match as the history lists it."""
    facts = match.facts
    return HistoryMatch(
        game=match.game,
        ended_at=match.ended_at,
        opponent=match.opponent,
        level=match.level,
        names=match.names,
        ruleset=facts.ruleset,
        result=match.result,
        ended=facts.ended,
        gave_up=facts.gave_up,
        seals=facts.seals,
        rounds=[
            HistoryRound(started=round.started, rupees=round.rupees, won=round.won, end=round.end)
            for round in facts.rounds
        ],
        taken_back=match.taken_back,
        counted=match.is_counted,
        review=_review(match),
    )


def _review(match: OwnMatch) -> HistoryReview | None:
    review = match.review
    if review is None:
        return None
    return HistoryReview(
        luck=review.luck,
        luck_error=review.luck_error,
        error=review.accuracy.mean if review.decisions else None,
        decisions=review.decisions,
    )
