"""The models of events, views and tables. `docs/schemas` has them in full."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from jaipur.server.models import ProblemBody

__all__ = ["EventModel", "PositionModel", "PositionsModel", "StaleBody", "TableModel", "ViewModel"]


class PlayerModel(BaseModel):
    """The player of a seat."""

    name: str
    level: str | None = Field(description="The level that plays; null for a user.")
    ready: bool = Field(description="Whether the seat has confirmed the next round.")
    away: int | None = Field(
        description="Since when the seat has been away; null if it is present."
    )
    claim_at: int | None = Field(description="From when on the opponent may POST …/claim.")
    offers_rematch: bool


class RoundModel(BaseModel):
    """A finished round."""

    first: int
    end: Literal["deck", "tokens", "forfeit", "limit", "stopped"]
    by: int | None
    rupees: list[int]
    seal: int | None
    scores: list[dict[str, int]] = Field(
        description="goods, bonus, camel, rupees, and the tie-breaks bonus_tokens, goods_tokens."
    )
    goods: list[dict[str, list[int]]]
    bonus: list[dict[str, list[int]]]
    herds: list[int]


class TableModel(BaseModel):
    """The public state of the game apart from the cards."""

    status: Literal["open", "shuffling", "playing", "between", "over"]
    players: list[PlayerModel | None]
    waits_for: list[int] = Field(description="The seats that must act.")
    deadline: int | None
    taken_back: int
    can_take_back: bool
    rounds: list[RoundModel]
    ended: (
        Literal["seals", "resigned", "abandoned", "claimed", "aborted", "withdrawn", "unfinished"]
        | None
    )
    by: int | None
    winner: int | None
    rematch: str | None


class ViewModel(BaseModel):
    """What one seat may know: `jaipur-view/1` with `slots` and `seq`."""

    model_config = ConfigDict(extra="allow")
    format: Literal["jaipur-view/1"]
    ruleset: str
    seat: int | None
    turn: int | None
    round: int
    ply: int
    first: int
    seals: list[int]
    market: str
    deck: int
    discard: dict[str, int]
    tokens: dict[str, list[int]]
    bonus: dict[str, int]
    start: str
    history: list[list[str]]
    last: str | None
    over: dict[str, Any] | None
    slots: str
    seq: int


class EventModel(BaseModel):
    """An event, `jaipur-event/1`. It has more fields by type; docs/schemas/event.schema.json."""

    model_config = ConfigDict(extra="allow")
    format: Literal["jaipur-event/1"]
    type: Literal[
        "snapshot",
        "joined",
        "revealed",
        "dealt",
        "moved",
        "taken_back",
        "ready",
        "round_over",
        "match_over",
        "offered",
        "away",
        "back",
    ]
    game: str
    seq: int
    at: int
    table: TableModel
    view: ViewModel | None


class PositionModel(EventModel):
    """An event as it was sent; with `open` it has both `views`."""

    views: list[ViewModel | None] | None = None


class PositionsModel(BaseModel):
    """A game's events."""

    events: list[PositionModel]


class StaleBody(ProblemBody):
    """The move was chosen in an earlier position."""

    current: EventModel | None = None
