"""Routes with public information: rulesets, levels, limits, health, metrics."""

from __future__ import annotations

import asyncio
from ipaddress import ip_network
from typing import Any, Final

from msgspec.structs import fields, replace
from starlette.requests import Request
from starlette.responses import Response

from jaipur import BOX, PLY_LIMIT, STANDARD, Good, Ruleset
from jaipur.rules.rulesets import PLY_WARNING
from jaipur.server import schema
from jaipur.server.authentication import current_user
from jaipur.server.database_status import OutageReason
from jaipur.server.levels import describe_levels
from jaipur.server.middleware import is_in_networks
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.routing import Routes
from jaipur.server.services import Services
from jaipur.server.settings import Settings
from jaipur.server.shapes.info import (
    CardCounts,
    Health,
    Levels,
    Limits,
    LimitShape,
    Rulesets,
    RulesetShape,
    Site,
)
from jaipur.server.shapes.views import TokensLeft
from jaipur.server.static_files import VERSION
from jaipur.server.store import Store

__all__ = ["describe_limits", "describe_rulesets", "routes"]

routes = Routes("", tag="info")
HEALTH_SECONDS: Final = 2.0


@routes.get("/api/rulesets", answer=Rulesets)
async def list_rulesets(request: Request) -> Rulesets:
    """Every number of the game, by ruleset, and the fields that differ from the default."""
    await current_user(request)
    return describe_rulesets()


def describe_rulesets() -> Rulesets:
    """The rulesets of this server, as the API describes them."""
    default = _ruleset(STANDARD)
    known = [default, _ruleset(BOX)]
    return Rulesets(rulesets=[replace(rules, differs=_differs(rules, default)) for rules in known])


def _ruleset(rules: Ruleset) -> RulesetShape:
    cards = {good.letter: rules.cards[good.index] for good in Good}
    return RulesetShape(
        name=rules.name,
        cards=CardCounts(**cards, K=rules.camels),
        tokens=TokensLeft(**{good.letter: list(rules.tokens_of(good)) for good in Good}),
        bonus={str(size): list(values) for size, values in rules.bonus.items()},
        precious=[good.letter for good in Good if good.precious],  # type: ignore[misc]
        camel_token=rules.camel_token,
        market_size=rules.market_size,
        deal_size=rules.deal_size,
        hand_limit=rules.hand_limit,
        precious_minimum=rules.precious_minimum,
        exchange_minimum=rules.exchange_minimum,
        camels_laid_out=rules.camels_laid_out,
        kinds_to_end=rules.kinds_to_end,
        ply_limit=PLY_LIMIT,
        ply_warning=PLY_WARNING,
        differs=[],
    )


def _differs(rules: RulesetShape, default: RulesetShape) -> list[str]:
    names = [each.name for each in fields(rules) if each.name not in ("name", "differs")]
    return [name for name in names if getattr(rules, name) != getattr(default, name)]


@routes.get("/api/levels", answer=Levels)
async def list_levels(request: Request) -> Levels:
    """The levels, the weakest first, the ratings between them, and whether there are hints."""
    services = Services.of(request)
    await current_user(request)
    return describe_levels(hints=services.analyst is not None)


@routes.get("/api/site", answer=Site)
async def get_site(request: Request) -> Site:
    """What this server offers to people besides the table."""
    await current_user(request)
    return Site(registration=Services.of(request).settings.registration)


@routes.get("/api/limits", answer=Limits)
async def get_limits(request: Request) -> Limits:
    """The rate limits: token buckets of `burst` that fill at `rate` a second."""
    services = Services.of(request)
    await current_user(request)
    return describe_limits(services.settings)


def describe_limits(settings: Settings) -> Limits:
    """The rate limits, as the API describes them."""
    return Limits(
        limits={
            name: LimitShape(burst=limit.burst, rate=limit.rate)
            for name, limit in settings.limits.items()
        },
        address_factor=settings.address_factor,
        streams_per_user=settings.streams_per_user,
        streams_per_address=settings.streams_per_address,
        body_limit=settings.body_limit,
        record_limit=settings.record_limit,
        heartbeat=settings.heartbeat,
    )


@routes.get("/healthz", answer=Health)
async def get_health(request: Request) -> Health:
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
    return Health(status="ok", version=VERSION, checks=checks)


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


@routes.get("/metrics", media="text/plain")
async def get_metrics(request: Request) -> Response:
    """Counters for Prometheus; from this machine only, unless configured otherwise."""
    services = Services.of(request)
    allowed = (ip_network(text, strict=False) for text in services.settings.metrics)
    if not is_in_networks(request.scope["state"]["address"], allowed):
        raise Problem.of(ProblemCode.NOT_FOUND)
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4")
