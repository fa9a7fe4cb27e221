"""Routes with public information: rulesets, levels, limits, health, metrics."""

from __future__ import annotations

import asyncio
import time
from dataclasses import asdict
from ipaddress import ip_network
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from starlette.responses import PlainTextResponse

from jaipur import BOX, PLY_LIMIT, STANDARD, Good, Ruleset
from jaipur.rules.rulesets import PLY_WARNING
from jaipur.server import schema
from jaipur.server.auth import current_user
from jaipur.server.database_status import OutageReason
from jaipur.server.info_models import Health, LevelsModel, LimitsModel, RulesetsModel
from jaipur.server.levels import describe_levels
from jaipur.server.middleware import is_in_networks
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.services import Services
from jaipur.server.settings import Settings
from jaipur.server.static_files import VERSION
from jaipur.server.store import Store

__all__ = ["describe_limits", "describe_rulesets", "router"]

router = APIRouter(tags=["info"])
STARTED_SECONDS: Final = time.time()
HEALTH_SECONDS: Final = 2.0


@router.get("/api/rulesets", response_model=RulesetsModel)
async def list_rulesets(request: Request) -> dict[str, Any]:
    """Every number of the game, by ruleset, and the fields that differ from the default."""
    await current_user(request)
    return describe_rulesets()


def describe_rulesets() -> dict[str, Any]:
    """The rulesets of this server, as the API describes them."""
    known = [_ruleset(rules) for rules in (STANDARD, BOX)]
    return {"rulesets": [{**rules, "differs": _differs(rules, known[0])} for rules in known]}


def _ruleset(rules: Ruleset) -> dict[str, Any]:
    return {
        "name": rules.name,
        "cards": {**{good.letter: rules.cards[good.index] for good in Good}, "K": rules.camels},
        "tokens": {good.letter: list(rules.tokens_of(good)) for good in Good},
        "bonus": {str(size): list(values) for size, values in rules.bonus.items()},
        "precious": [good.letter for good in Good if good.precious],
        "camel_token": rules.camel_token,
        "market_size": rules.market_size,
        "deal_size": rules.deal_size,
        "hand_limit": rules.hand_limit,
        "precious_minimum": rules.precious_minimum,
        "exchange_minimum": rules.exchange_minimum,
        "camels_laid_out": rules.camels_laid_out,
        "kinds_to_end": rules.kinds_to_end,
        "ply_limit": PLY_LIMIT,
        "ply_warning": PLY_WARNING,
    }


def _differs(rules: dict[str, Any], default: dict[str, Any]) -> list[str]:
    return [field for field in rules if field != "name" and rules[field] != default[field]]


@router.get("/api/levels", response_model=LevelsModel)
async def list_levels(request: Request) -> dict[str, Any]:
    """The levels, the weakest first, the ratings between them, and whether there are hints."""
    services = Services.of(request)
    await current_user(request)
    return describe_levels(hints=services.analyst is not None)


@router.get("/api/limits", response_model=LimitsModel)
async def get_limits(request: Request) -> dict[str, Any]:
    """The rate limits: token buckets of `burst` that fill at `rate` a second."""
    services = Services.of(request)
    await current_user(request)
    return describe_limits(services.settings)


def describe_limits(settings: Settings) -> dict[str, Any]:
    """The rate limits, as the API describes them."""
    return {
        "limits": {name: asdict(limit) for name, limit in settings.limits.items()},
        "address_factor": settings.address_factor,
        "streams_per_user": settings.streams_per_user,
        "streams_per_address": settings.streams_per_address,
        "body_limit": settings.body_limit,
        "record_limit": settings.record_limit,
        "heartbeat": settings.heartbeat,
    }


@router.get("/healthz", response_model=Health)
async def get_health(request: Request) -> dict[str, Any]:
    """Whether the server is up and its database can be read and written.

    If not, it is a 503 with `status` and `checks` as well. `version` tells a page that it is old.
    """
    services = Services.of(request)
    state = "stopping" if services.closing.is_set() else "ok"
    checks = await _database_checks(services.store)
    if set(checks.values()) != {"ok"}:
        state = "failing"
    if state != "ok":
        problem = Problem.of(ProblemCode.UNAVAILABLE, version=VERSION, checks=checks)
        problem.fields["status"] = state
        raise problem
    return {"status": state, "version": VERSION, "checks": checks}


async def _database_checks(store: Store) -> dict[str, str]:
    """What the last write says about writing, and a read about reading, in bounded time."""
    reading = asyncio.ensure_future(store.find(schema.alive, id=1))
    done, _ = await asyncio.wait([reading], timeout=HEALTH_SECONDS)
    if not done:
        reading.add_done_callback(_ignore_outcome)  # it ends by its own limit
        return {**store.status.checks, "read": OutageReason.UNREACHABLE}
    if (error := reading.exception()) is not None and not isinstance(error, Problem):
        raise error
    checks = store.status.checks
    if error is not None and checks["read"] == "ok":
        checks["read"] = OutageReason.FAILING  # the statement itself was wrong
    return checks


def _ignore_outcome(task: asyncio.Future[Any]) -> None:
    """Have no complaint about an exception that nobody waits for."""
    if not task.cancelled():
        task.exception()


@router.get("/metrics", response_class=PlainTextResponse)
async def get_metrics(request: Request) -> Response:
    """Counters for Prometheus; from this machine only, unless configured otherwise."""
    services = Services.of(request)
    allowed = (ip_network(text, strict=False) for text in services.settings.metrics)
    if not is_in_networks(request.scope["state"]["address"], allowed):
        raise Problem.of(ProblemCode.NOT_FOUND)
    games = services.live_games.cached()
    thinking = [live for live in games.values() if live.level_thinks_at is not None]
    values = {
        "jaipur_games_in_use": len(games),
        "jaipur_streams_open": len(services.streams),
        "jaipur_levels_thinking": len(thinking),
        "jaipur_database_usable": int(set(services.store.status.checks.values()) == {"ok"}),
        "jaipur_commits_total": services.store.commits,
        "jaipur_hints_heard_total": services.sync.received,
        "process_start_time_seconds": STARTED_SECONDS,
        "process_cpu_seconds_total": time.process_time(),
    }
    lines = [
        f"# TYPE {name} {_metric_type(name)}\n{name} {value}\n" for name, value in values.items()
    ]
    return Response("".join(lines), media_type="text/plain; version=0.0.4")


def _metric_type(name: str) -> str:
    return "counter" if name.endswith("_total") else "gauge"
