"""The shapes of public information: rulesets, levels, limits, health, and of problems."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from jaipur.server.shapes.events import Snapshot
from jaipur.server.shapes.fields import ClosedShape, GoodLetter, PileSize, Shape
from jaipur.server.shapes.views import TokensLeft

__all__ = [
    "Dial",
    "Health",
    "LevelShape",
    "Levels",
    "Limits",
    "ProblemBody",
    "RulesetShape",
    "Rulesets",
    "Site",
    "StaleBody",
]


class CardCounts(ClosedShape):
    """How many cards of each good there are, and camels: K."""

    D: int
    G: int
    S: int
    C: int
    P: int
    L: int
    K: int


class RulesetShape(Shape):
    """Every number of the game, by letter of the good or by number of cards."""

    name: str
    cards: CardCounts
    tokens: Annotated[TokensLeft, Meta(description="The goods tokens, best first.")]
    bonus: dict[PileSize, list[int]]
    precious: list[GoodLetter]
    camel_token: int
    market_size: int
    deal_size: int
    hand_limit: int
    precious_minimum: int
    exchange_minimum: int
    camels_laid_out: int
    kinds_to_end: int
    ply_limit: Annotated[
        int, Meta(description="A round is stopped and scored after so many moves.")
    ]
    ply_warning: Annotated[
        int, Meta(description="From this ply on, clients show how many are left.")
    ]
    differs: Annotated[
        list[str], Meta(description="The fields that differ from the first ruleset's.")
    ]


class Rulesets(Shape):
    """All rulesets, the default first."""

    rulesets: list[RulesetShape]


class LevelShape(Shape):
    """A level: a named strength of opponent."""

    name: str
    title: str
    sentence: str
    rating: Annotated[int | None, Meta(description="With the default ruleset, if measured.")]
    ratings: Annotated[dict[str, int], Meta(description="By ruleset, as far as measured.")]


class Dial(Shape):
    """The ratings that can be played, as `level:1240`."""

    lowest: int
    highest: int


class Levels(Shape):
    """The levels, the weakest first, and whether this server gives hints."""

    levels: list[LevelShape]
    dial: Dial
    hints: bool


class Site(Shape):
    """What this server offers to people besides the table."""

    registration: Annotated[
        Literal["off", "open", "invitation", "closed"],
        Meta(
            description="Who may have an account: with `off` nobody, and there are no ratings, "
            "profiles and notices either; with `closed` only who has one."
        ),
    ]


class LimitShape(Shape):
    """A token bucket: `burst` requests at once, `rate` a second in the long run."""

    burst: int
    rate: float


class Limits(Shape):
    """The limits of a user; an address has `address_factor` times as much."""

    limits: dict[str, LimitShape]
    address_factor: int
    streams_per_user: int
    streams_per_address: int
    body_limit: int
    record_limit: int
    heartbeat: float


class Health(Shape):
    """The server is up, and its database can be read and written."""

    status: Literal["ok"]
    checks: Annotated[
        dict[str, str],
        Meta(
            description="For `read` and `write`: `ok`; in a 503 also `unreachable`, `full`, "
            "`locked`, `read_only` or `failing`."
        ),
    ]
    version: Annotated[
        str, Meta(description="Changes with the server and with the client that it serves.")
    ]


class ProblemBody(Shape):
    """Why a request was refused. There may be more fields, by code."""

    code: str
    sentence: str


class StaleBody(ProblemBody):
    """The move was chosen in an earlier position."""

    current: Annotated[Snapshot | UnsetType | None, Meta(description="The present position.")] = (
        UNSET
    )
