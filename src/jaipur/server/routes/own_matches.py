"""Routes of a user's own matches: history, statistics, export."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import StreamingResponse

from jaipur.server.auth import client_address, require_user
from jaipur.server.events import encode
from jaipur.server.history_models import HistoryModel, StatisticsModel
from jaipur.server.own_export import export_chunks
from jaipur.server.own_matches import (
    MatchFilter,
    OwnMatch,
    count_matches,
    find_matches,
    opponents_of,
)
from jaipur.server.own_statistics import statistics_of
from jaipur.server.services import Services, json_bytes
from jaipur.server.stored_facts import LOGS_AT_ONCE, store_missing_facts

__all__ = ["describe_match", "router"]

router = APIRouter(prefix="/api/me", tags=["own matches"])
MATCHES_PER_REQUEST: Final = 50  # an export of more counts as several requests
LATEST_MS: Final = 10**15
Opponent = Annotated[
    Literal["kite", "porter", "spicer", "caravan", "jeweller", "rated", "people", "self"] | None,
    Query(description="A level, `rated` (any rating between them), `people`, `self`."),
]
RulesetQuery = Annotated[Literal["standard", "box"], Query()]


@router.get("/history", response_model=HistoryModel)
async def list_own_matches(
    request: Request,
    opponent: Opponent = None,
    result: Annotated[
        Literal["won", "lost", "none"] | None, Query(description="`none`: without a winner.")
    ] = None,
    ruleset: Annotated[Literal["standard", "box"] | None, Query()] = None,
    since: Annotated[
        int | None, Query(ge=0, le=LATEST_MS, description="Milliseconds since 1970.")
    ] = None,
    after: Annotated[str, Query(max_length=64, description="The `next` of a page.")] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> Response:
    """Your finished matches, the latest first. Taken-back moves are in none of the numbers."""
    user = (await require_user(request, "reads")).id
    store = Services.of(request).store
    missing = await store_missing_facts(store, user)
    wanted = MatchFilter(opponent=opponent, result=result, ruleset=ruleset, since=since)
    found = await find_matches(store, user, wanted, limit=limit + 1, after=after)
    page = found[:limit]
    answer = {
        "matches": [describe_match(match) for match in page],
        "count": await count_matches(store, user, wanted),
        "next": page[-1].cursor if len(found) > limit else None,
        "opponents": await opponents_of(store, user),
        "missing": missing,
    }
    return json_bytes(encode(answer))


@router.get("/statistics", response_model=StatisticsModel)
async def get_own_statistics(
    request: Request,
    ruleset: RulesetQuery = "standard",
    since: Annotated[int | None, Query(ge=0, le=LATEST_MS)] = None,
) -> Response:
    """Your figures, each with its 95 % interval, beside the measured figures of the levels.

    Matches from a position and those with both seats do not count.
    """
    user = (await require_user(request, "reads")).id
    store = Services.of(request).store
    missing = await store_missing_facts(store, user)
    wanted = MatchFilter(ruleset=ruleset, since=since, is_counted=True)
    matches = await find_matches(store, user, wanted)
    return json_bytes(encode({**statistics_of(matches, ruleset), "missing": missing}))


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "A zip file: `matches.jsonl` with the records, `matches.csv`, and a "
            "`statistics-….json` for each ruleset.",
            "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
        }
    },
)
async def export_own_matches(request: Request) -> Response:
    """All your finished matches as a zip file: records, a table, statistics."""
    services = Services.of(request)
    user = (await require_user(request, "histories")).id
    while await store_missing_facts(services.store, user):
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


def describe_match(match: OwnMatch) -> dict[str, Any]:
    """A match as the history lists it."""
    facts, review = match.facts, match.review
    return {
        "game": match.game,
        "ended_at": match.ended_at,
        "opponent": match.opponent,
        "level": match.level,
        "names": list(match.names),
        "ruleset": facts.ruleset,
        "result": match.result,
        "ended": facts.ended,
        "gave_up": facts.gave_up,
        "seals": list(facts.seals),
        "rounds": [
            {
                "started": round.started,
                "rupees": list(round.rupees),
                "won": round.won,
                "end": round.end,
            }
            for round in facts.rounds
        ],
        "taken_back": match.taken_back,
        "counted": match.is_counted,
        "review": None
        if review is None
        else {
            "luck": review.luck,
            "luck_error": review.luck_error,
            "error": review.accuracy.mean if review.decisions else None,
            "decisions": review.decisions,
        },
    }
