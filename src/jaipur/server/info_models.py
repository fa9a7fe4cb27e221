"""The models of public information: rulesets, levels, limits, health."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

__all__ = ["Health", "LevelsModel", "LimitsModel", "RulesetsModel"]


class RulesetModel(BaseModel):
    """Every number of the game, by letter of the good or by number of cards."""

    name: str
    cards: dict[str, int]
    tokens: dict[str, list[int]] = Field(description="The goods tokens, best first.")
    bonus: dict[str, list[int]]
    precious: list[str]
    camel_token: int
    market_size: int
    deal_size: int
    hand_limit: int
    precious_minimum: int
    exchange_minimum: int
    camels_laid_out: int
    kinds_to_end: int
    ply_limit: int = Field(description="A round is stopped and scored after so many moves.")
    ply_warning: int = Field(description="From this ply on, clients show how many are left.")
    differs: list[str] = Field(description="The fields that differ from the first ruleset's.")


class RulesetsModel(BaseModel):
    """All rulesets, the default first."""

    rulesets: list[RulesetModel]


class LevelModel(BaseModel):
    """A level: a named strength of opponent."""

    name: str
    title: str
    sentence: str
    rating: int | None = Field(description="With the default ruleset, if measured.")
    ratings: dict[str, int] = Field(description="By ruleset, as far as measured.")


class DialModel(BaseModel):
    """The ratings that can be played, as `level:1240`."""

    lowest: int
    highest: int


class LevelsModel(BaseModel):
    """The levels, the weakest first, and whether this server gives hints."""

    levels: list[LevelModel]
    dial: DialModel
    hints: bool


class LimitModel(BaseModel):
    """A token bucket: `burst` requests at once, `rate` a second in the long run."""

    burst: int
    rate: float


class LimitsModel(BaseModel):
    """The limits of a user; an address has `address_factor` times as much."""

    limits: dict[str, LimitModel]
    address_factor: int
    streams_per_user: int
    streams_per_address: int
    body_limit: int
    record_limit: int
    heartbeat: float


class Health(BaseModel):
    """The server is up, and its database can be read and written."""

    status: Literal["ok"]
    checks: dict[str, str] = Field(
        description="For `read` and `write`: `ok`; in a 503 also `unreachable`, `full`, `locked`, "
        "`read_only` or `failing`."
    )
    version: str = Field(description="Changes with the server and with the client that it serves.")
