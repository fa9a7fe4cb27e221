"""The models of requests, and of answers about users and games.

Requests are validated by them. Answers are only documented by them, since they are made as bytes.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from jaipur.rules.shuffle import NO_NONCE

__all__ = [
    "CardSelection",
    "Claim",
    "EvenMatchModel",
    "Explained",
    "GameInfo",
    "Hints",
    "InvitationInfo",
    "KeyOnly",
    "Link",
    "LinkRequest",
    "Lobby",
    "Me",
    "Name",
    "NewGame",
    "NewGuest",
    "PlayMove",
    "ProblemBody",
    "ProgressModel",
    "Proof",
    "RecordModel",
    "Reveal",
    "SignIn",
    "StartPosition",
    "TakeBack",
    "TakeSeat",
]

Key = Annotated[
    str | None,
    Field(
        min_length=1,
        max_length=64,
        pattern=r"^[\x21-\x7e]+$",
        description="Your id for this request; a repeated one gets the first answer again.",
    ),
]
Cards = Annotated[str, Field(max_length=12, pattern="^[DGSCPLKdgscplk]*$")]
Nonce = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
Name = Annotated[str, Field(min_length=1, max_length=96)]
Seq = Annotated[
    int, Field(ge=0, le=2**31 - 1, description="`view.seq` of the position that you refer to.")
]


def _example(**fields: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [fields]})


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewGuest(_Request):
    """Create a guest."""

    model_config = _example(name="Anna", token=True)
    name: Name | None = None
    token: bool = Field(
        default=False,
        description="Return a bearer token, for programs, instead of setting a cookie.",
    )


class Rename(_Request):
    """A new name."""

    model_config = _example(name="Anna")
    name: Name


class LinkRequest(_Request):
    """`device`: valid once, for ten minutes. `recovery`: for a year, or until a new one is made."""

    model_config = _example(kind="device")
    kind: Literal["device", "recovery"]


class SignIn(_Request):
    """The token of a link."""

    model_config = _example(link="sYp2kQ9YVwqVn0yGm2fRrW")
    link: str = Field(min_length=8, max_length=128)


class StartPosition(_Request):
    """A position of a finished match: the `seq` of an event, and the seat that you play."""

    model_config = _example(game="OxYSa01P4VzAM0IfZgKD6g", seq=41, seat=0)
    game: str = Field(max_length=64)
    seq: Seq
    seat: Literal[0, 1] | None = Field(
        default=None, description="Your seat; by default the one to move."
    )


class NewGame(_Request):
    """Open a game. Your seat is 0; take it with `POST /api/games/{game}/seat`."""

    model_config = _example(against="level", level="porter")
    against: Literal["level", "friend", "self"] = "level"
    level: str | None = Field(
        default=None,
        max_length=32,
        description="The name of a level (see /api/levels), a rating such as `level:1240`, or "
        "`even`: a rating that follows your results (see /api/me/match).",
    )
    ruleset: str = Field(default="standard", max_length=32)
    first: Literal["lot", "me", "other"] = "lot"
    time: Literal[90, 259200] | None = Field(default=None, description="Seconds for a move.")
    memory_aids: bool = False
    watchable: bool = False
    listed: bool = Field(
        default=False, description="Show the invitation in the lobby to everybody."
    )
    hints: bool = Field(default=True, description="Against levels only.")
    take_backs: bool = Field(default=True, description="Against levels only.")
    names: tuple[Name, Name] | None = Field(
        default=None, description="Against `self` only: the names of the players on seats 0 and 1."
    )
    begin: StartPosition | None = Field(
        default=None, description="Against levels only: continue from a position."
    )
    key: Key = None


class TakeSeat(_Request):
    """Take a seat, with your contribution to the shuffle: a nonce, or the commitment to one."""

    model_config = _example(nonce="00112233445566778899aabbccddeeff")
    nonce: Nonce | None = Field(
        default=None,
        description="16 random bytes in hexadecimal, drawn after you have seen the commitments "
        "of the server and of the other seat; zeros by default.",
    )
    commitment: str | None = Field(
        default=None,
        pattern="^[0-9a-f]{64}$",
        description="SHA-256 of your 16 random bytes, which you reveal once both seats are taken.",
    )
    key: Key = None

    @model_validator(mode="after")
    def _check_contribution(self) -> Self:
        if self.nonce is not None and self.commitment is not None:
            raise ValueError("give a nonce or a commitment, got both")
        return self

    @property
    def contribution(self) -> dict[str, str]:
        """The nonce or the commitment, by name."""
        if self.commitment is not None:
            return {"commitment": self.commitment}
        return {"nonce": self.nonce or NO_NONCE.hex()}


class Reveal(_Request):
    """Reveal the nonce that you have committed to."""

    model_config = _example(nonce="00112233445566778899aabbccddeeff", key="a5")
    nonce: Nonce
    key: Key = None


class PlayMove(_Request):
    """Play a move."""

    model_config = _example(move="+DG-LK", seq=41, key="a1")
    move: str = Field(
        max_length=200, description="A move in notation, as in `view.moves`, or in words."
    )
    seq: Seq
    key: Key = None


class TakeBack(_Request):
    """Return to your last decision."""

    model_config = _example(seq=41, key="a2")
    seq: Seq
    key: Key = None


class KeyOnly(_Request):
    """A request with nothing but a key."""

    model_config = _example(key="a3")
    key: Key = None


class Claim(_Request):
    """The opponent is late: win the match, or let a level replace them."""

    model_config = _example(what="level", level="porter", key="a4")
    what: Literal["match", "level"]
    level: str | None = Field(default=None, max_length=32)
    key: Key = None


class CardSelection(_Request):
    """The cards picked so far: from the market, and from hand and herd."""

    model_config = _example(take="DL", give="L")
    take: Cards = ""
    give: Cards = ""
    seat: Literal[0, 1] | None = None


class HintRequest(_Request):
    """How many moves to return."""

    model_config = _example(count=3)
    count: int = Field(default=3, ge=1, le=10)


class ProblemBody(BaseModel):
    """Why a request was refused. There may be more fields, by code."""

    code: str
    sentence: str


class Me(BaseModel):
    """The current user; null fields for a visitor."""

    id: str | None
    name: str | None
    token: str | None = Field(default=None, description="Only if it was requested.")


class EvenMatchModel(BaseModel):
    """The opponent at your own level, and why it plays at this rating."""

    rating: int = Field(description="Its present rating, on the scale of the levels.")
    won: int = Field(description="How many of your latest matches against levels you have won.")
    matches: int = Field(description="How many the latest are: five at most.")


class Link(BaseModel):
    """A link to sign in elsewhere."""

    link: str
    token: str
    expires: int


class ContributionModel(BaseModel):
    """What a seat has contributed to the shuffle."""

    nonce: str | None = Field(description="Null until it is revealed.")
    commitment: str | None = Field(description="SHA-256 of the nonce, if the seat began with it.")


class LostSeat(BaseModel):
    """A seat that was given to a level and can be taken back with `POST …/seat`."""

    seat: int
    until: int = Field(description="Up to when, in milliseconds since 1970.")


class GameInfo(BaseModel):
    """A game as you may know it."""

    id: str
    seats: list[int] = Field(description="Your seats: [], [0], [1] or [0, 1].")
    yours: bool = Field(description="Whether you opened it.")
    terms: dict[str, Any]
    commitment: str = Field(description="SHA-256 of the secret behind the shuffle.")
    nonces: list[ContributionModel | None] = Field(
        description="What each seat has contributed to the shuffle; null for a free seat."
    )
    created_at: int
    invitation: str | None = Field(
        default=None, description="The link for your friend, while the seat is free."
    )
    lost_seat: LostSeat | None = Field(
        default=None, description="Your seat that was given to a level, while you can take it back."
    )
    table: dict[str, Any]
    seq: int


class InvitationInfo(BaseModel):
    """The game of an invitation, before the seat is taken."""

    game: str
    yours: bool
    open: bool
    by: str
    terms: dict[str, Any]
    commitment: str
    nonces: list[ContributionModel | None]


class LobbyResult(BaseModel):
    """The result of a finished match."""

    winner: int | None
    seals: list[int]


class LobbyGame(BaseModel):
    """A game in the lobby."""

    id: str
    status: str
    names: list[str | None]
    ruleset: str
    time: int | None
    against: str
    level: str | None
    seats: list[int]
    your_turn: bool
    deadline: int | None
    updated_at: int
    result: LobbyResult | None = Field(
        description="Once the match is over; null for matches of older servers."
    )
    rematch_of: str | None = Field(
        description="The match that an offered rematch follows, until somebody sits down in it."
    )
    invitation: str | None


class Lobby(BaseModel):
    """Open invitations, your games (those in which you must act first), games you may watch."""

    invitations: list[LobbyGame]
    mine: list[LobbyGame]
    watch: list[LobbyGame]


class Explained(BaseModel):
    """`refusal` is null if the selection can still become a move."""

    refusal: str | None
    sentence: str | None


class Hint(BaseModel):
    """A move and its probability of winning the seal of this round."""

    move: str
    win: float
    error: float


class Hints(BaseModel):
    """The best moves, the best first."""

    seq: int
    hints: list[Hint]


class ProgressModel(BaseModel):
    """A review that is being computed, in steps."""

    status: Literal["working"]
    done: int
    of: int


class RecordModel(BaseModel):
    """A match with all that is needed to replay it; docs/schemas/record.schema.json."""

    model_config = ConfigDict(extra="allow")
    format: Literal["jaipur-record/1"]
    ruleset: str
    players: list[str]
    seals: int
    rounds: list[dict[str, Any]]
    ended: Literal["seals", "resigned", "abandoned", "unfinished"]
    by: int | None
    winner: int | None


class Proof(BaseModel):
    """The source of the shuffle: seed = SHA-256(secret + nonces[0] + nonces[1])."""

    format: Literal["jaipur-proof/1", "jaipur-proof/2"] = Field(
        description="Version 1, of older matches, has no commitments of players."
    )
    commitment: str
    secret: str
    nonces: list[str]
    commitments: list[str | None] = Field(
        description="SHA-256 of the nonce, for each seat that began with it."
    )
    seed: str
    first: int | None = Field(description="The first starter by the terms; null for a lot.")
    from_round: int = Field(description="The first round that was dealt from the seed.")
