"""What is true for everybody: rulesets, levels, limits, health."""

from __future__ import annotations

import time
from dataclasses import asdict
from ipaddress import ip_network
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from starlette.responses import PlainTextResponse

from jaipur import BOX, STANDARD, Good, Ruleset
from jaipur.server import schema
from jaipur.server.desk import Desk
from jaipur.server.guard import lies_in
from jaipur.server.levels import levels
from jaipur.server.models_facts import Health, LevelsModel, LimitsModel, RulesetsModel
from jaipur.server.pages import VERSION
from jaipur.server.problems import Problem, Trouble
from jaipur.server.settings import Settings

__all__ = ["router", "told_limits", "told_rulesets"]

router = APIRouter(tags=["facts"])
STARTED: Final = time.time()


@router.get("/api/rulesets", response_model=RulesetsModel)
async def rulesets(request: Request) -> dict[str, Any]:
    """Every number of the game, by ruleset, and in what each differs from the first."""
    await Desk.of(request).caller(request)
    return told_rulesets()


def told_rulesets() -> dict[str, Any]:
    """The rulesets that are offered here, as they are told."""
    told = [_ruleset(rules) for rules in (STANDARD, BOX)]
    return {"rulesets": [{**rules, "differs": _differs(rules, told[0])} for rules in told]}


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
    }


def _differs(rules: dict[str, Any], default: dict[str, Any]) -> list[str]:
    return [field for field in rules if field != "name" and rules[field] != default[field]]


@router.get("/api/levels", response_model=LevelsModel)
async def all_levels(request: Request) -> dict[str, Any]:
    """The levels one can play against, the weakest first; whether there are hints."""
    desk = Desk.of(request)
    await desk.caller(request)
    return {"levels": [asdict(level) for level in levels()], "hints": desk.analyst is not None}


@router.get("/api/limits", response_model=LimitsModel)
async def limits(request: Request) -> dict[str, Any]:
    """How much one may ask: buckets of `burst` that fill at `rate` a second."""
    desk = Desk.of(request)
    await desk.caller(request)
    return told_limits(desk.settings)


def told_limits(settings: Settings) -> dict[str, Any]:
    """The limits as they are told."""
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
async def health(request: Request) -> dict[str, Any]:
    """Whether the server is up and reaches its games; `version` tells a page that it is old."""
    desk = Desk.of(request)
    await desk.store.find(schema.alive, id=1)
    if desk.closing.is_set():
        raise Problem.of(Trouble.UNAVAILABLE)
    return {"status": "ok", "version": VERSION}


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """Counters for Prometheus; from this machine only, unless configured otherwise."""
    desk = Desk.of(request)
    allowed = (ip_network(text, strict=False) for text in desk.settings.metrics)
    if not lies_in(request.scope["state"]["address"], allowed):
        raise Problem.of(Trouble.NOT_FOUND)
    lanes = desk.lanes.cached()
    values = {
        "jaipur_games_in_use": len(lanes),
        "jaipur_streams_open": len(desk.wakers),
        "jaipur_levels_thinking": sum(1 for lane in lanes.values() if lane.thinking is not None),
        "jaipur_commits_total": desk.store.commits,
        "jaipur_hints_heard_total": desk.wake.heard,
        "process_start_time_seconds": STARTED,
        "process_cpu_seconds_total": time.process_time(),
    }
    lines = [f"# TYPE {name} {_kind(name)}\n{name} {value}\n" for name, value in values.items()]
    return Response("".join(lines), media_type="text/plain; version=0.0.4")


def _kind(name: str) -> str:
    return "counter" if name.endswith("_total") else "gauge"
