"""What is sent to the server, and what it answers about people and games.

Requests are checked by these; answers are only documented by them, since they are made as bytes.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "Act",
    "AnalysisModel",
    "Beginning",
    "Choice",
    "Claim",
    "Explained",
    "GameInfo",
    "Hints",
    "InvitationInfo",
    "Link",
    "LinkOrder",
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
    "SignIn",
    "TakeBack",
    "TakeSeat",
]

Key = Annotated[
    str | None,
    Field(
        min_length=1,
        max_length=64,
        pattern=r"^[\x21-\x7e]+$",
        description="Your name for this request; the same again gets the first answer again.",
    ),
]
Cards = Annotated[str, Field(max_length=12, pattern="^[DGSCPLKdgscplk]*$")]
Name = Annotated[str, Field(min_length=1, max_length=96)]
Seq = Annotated[
    int, Field(ge=0, le=2**31 - 1, description="`view.seq` of the position you look at.")
]


def _example(**fields: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [fields]})


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewGuest(_Request):
    """Be someone."""

    model_config = _example(name="Anna", token=True)
    name: Name | None = None
    token: bool = Field(
        default=False, description="Give a bearer token, for programs, instead of a cookie."
    )


class Rename(_Request):
    """Another name."""

    model_config = _example(name="Anna")
    name: Name


class LinkOrder(_Request):
    """`device`: works once, for ten minutes. `recovery`: to keep; a new one ends the old."""

    model_config = _example(kind="device")
    kind: Literal["device", "recovery"]


class SignIn(_Request):
    """The token of a link."""

    model_config = _example(link="sYp2kQ9YVwqVn0yGm2fRrW")
    link: str = Field(min_length=8, max_length=128)


class Beginning(_Request):
    """A position of a finished match: `seq` of an event, and the seat to play."""

    model_config = _example(game="OxYSa01P4VzAM0IfZgKD6g", seq=41, seat=0)
    game: str = Field(max_length=64)
    seq: Seq
    seat: Literal[0, 1] | None = Field(
        default=None, description="Yours; without it, the one to move."
    )


class NewGame(_Request):
    """Open a game. You sit on seat 0; take the seat with `POST /api/games/{game}/seat`."""

    model_config = _example(against="level", level="porter")
    against: Literal["level", "friend", "self"] = "level"
    level: str | None = Field(
        default=None, max_length=32, description="Which level; see /api/levels."
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
    begin: Beginning | None = Field(
        default=None, description="Against levels only: go on from a position."
    )
    key: Key = None


class TakeSeat(_Request):
    """Take a seat, with your part of the shuffle."""

    model_config = _example(nonce="00112233445566778899aabbccddeeff")
    nonce: str = Field(
        default="0" * 32,
        pattern="^[0-9a-f]{32}$",
        description="16 random bytes in hexadecimal, drawn after you have seen the commitment.",
    )
    key: Key = None


class PlayMove(_Request):
    """Play a move."""

    model_config = _example(move="+DG-LK", seq=41, key="a1")
    move: str = Field(max_length=200, description="Notation, as in `view.moves`, or words.")
    seq: Seq
    key: Key = None


class TakeBack(_Request):
    """Go back to your last decision."""

    model_config = _example(seq=41, key="a2")
    seq: Seq
    key: Key = None


class Act(_Request):
    """Nothing but a key."""

    model_config = _example(key="a3")
    key: Key = None


class Claim(_Request):
    """The other side's time has passed: take the match, or give its seat to a level."""

    model_config = _example(what="level", level="porter", key="a4")
    what: Literal["match", "level"]
    level: str | None = Field(default=None, max_length=32)
    key: Key = None


class Choice(_Request):
    """Cards that were chosen so far: out of the market, and out of hand and herd."""

    model_config = _example(take="DL", give="L")
    take: Cards = ""
    give: Cards = ""
    seat: Literal[0, 1] | None = None


class HintOrder(_Request):
    """How many moves to tell."""

    model_config = _example(count=3)
    count: int = Field(default=3, ge=1, le=10)


class ProblemBody(BaseModel):
    """Why something was not done. More fields may follow, by code."""

    code: str
    sentence: str


class Me(BaseModel):
    """Who you are; `null` before your first POST."""

    id: str | None
    name: str | None
    token: str | None = Field(default=None, description="Only where it was asked for.")


class Link(BaseModel):
    """A link to sign in elsewhere."""

    link: str
    token: str
    expires: int | None


class GameInfo(BaseModel):
    """A game as this caller may know it."""

    id: str
    seats: list[int] = Field(description="Your seats: [], [0], [1] or [0, 1].")
    yours: bool = Field(description="Whether you opened it.")
    terms: dict[str, Any]
    commitment: str = Field(description="SHA-256 of the secret behind the shuffle.")
    created_at: int
    invitation: str | None = Field(
        default=None, description="The link for your friend, while it waits."
    )
    table: dict[str, Any]
    seq: int


class InvitationInfo(BaseModel):
    """An invitation as one sees it before taking the seat."""

    game: str
    yours: bool
    open: bool
    by: str
    terms: dict[str, Any]
    commitment: str


class LobbyGame(BaseModel):
    """A line of the lobby."""

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
    invitation: str | None


class Lobby(BaseModel):
    """Open invitations, my games with mine to move first, games one may watch."""

    invitations: list[LobbyGame]
    mine: list[LobbyGame]
    watch: list[LobbyGame]


class Explained(BaseModel):
    """`refusal` is null where the choice can still become a move."""

    refusal: str | None
    sentence: str | None


class Hint(BaseModel):
    """A move and how likely it wins the seal of this round."""

    move: str
    win: float
    error: float


class Hints(BaseModel):
    """The best moves, the best first."""

    seq: int
    hints: list[Hint]


class AnalysedMove(Hint):
    """A move that was played, beside the best one; a mistake only where it is beyond the error."""

    round: int
    ply: int
    seat: int
    best: Hint
    lost: float
    lost_error: float
    mistake: bool
    seal0: float = Field(description="How likely seat 0 then takes the seal of this round.")
    match0: float = Field(description="How likely seat 0 then wins the match.")


class AnalysisModel(BaseModel):
    """Every move of a match, judged from the view of the one who played it."""

    format: Literal["jaipur-analysis/1"]
    game: str
    moves: list[AnalysedMove]


class ProgressModel(BaseModel):
    """An analysis under way."""

    status: Literal["working"]
    done: int
    of: int


class RecordModel(BaseModel):
    """A match with all that is needed to play it again; docs/schemas/record.schema.json."""

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
    """What the shuffle came from: seed = SHA-256(secret + nonces[0] + nonces[1])."""

    commitment: str
    secret: str
    nonces: list[str]
    seed: str
