"""The shapes of requests: the bodies and the queries that the routes accept.

A request is validated by decoding it into its struct. `EXAMPLE` is shown in the documentation.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from jaipur import Round
from jaipur.rules.shuffle import NO_NONCE
from jaipur.server.shapes.events import Digest, NonceText
from jaipur.server.shapes.fields import ClosedShape, FaceCode, PhraseCode, SeatNumber, Shape
from jaipur.server.shapes.tables import MatchClockShape

__all__ = [
    "CardSelection",
    "ClaimRequest",
    "EventsQuery",
    "HintRequest",
    "HistoryQuery",
    "KeyOnly",
    "LinkRequest",
    "NewGame",
    "NewGuest",
    "NewReport",
    "PerspectiveQuery",
    "PlayMove",
    "PositionsQuery",
    "Rename",
    "RevealRequest",
    "RulesetQuery",
    "SayRequest",
    "SeatQuery",
    "SignIn",
    "StartPosition",
    "StatisticsQuery",
    "TakeBackRequest",
    "TakeSeat",
    "ViewSelection",
]

EVENT_ID_PATTERN = r"([0-9]{1,9})(?:-([0-9]{1,15}))?"
Key = Annotated[
    Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")] | None,
    Meta(description="Your id for this request; a repeated one gets the first answer again."),
]
OpponentKind = Annotated[Literal["level", "friend", "self"], Meta(title="OpponentKind")]
CardLetters = Annotated[str, Meta(max_length=12, pattern="^[DGSCPLKdgscplk]*$")]
Name = Annotated[str, Meta(min_length=1, max_length=96)]
Seq = Annotated[
    int,
    Meta(ge=0, le=2**31 - 1, description="`view.seq` of the position that you refer to."),
]
Since = Annotated[
    Annotated[int, Meta(ge=0, le=10**15)] | None, Meta(description="Milliseconds since 1970.")
]
SeatAsked = Annotated[
    Annotated[int, Meta(ge=0, le=1)] | None,
    Meta(description="The seat whose view you want, if you have both."),
]


class Request(ClosedShape):
    """The body of a request."""

    EXAMPLE: ClassVar[dict[str, Any]]


class NewGuest(Request):
    """Create a guest."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"name": "Anna", "token": True}
    name: Name | None = None
    token: Annotated[
        bool,
        Meta(description="Return a bearer token, for programs, instead of setting a cookie."),
    ] = False


class Rename(Request):
    """A new name."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"name": "Anna"}
    name: Name


class LinkRequest(Request):
    """`device`: valid once, for ten minutes. `recovery`: for a year, or until a new one is made."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"kind": "device"}
    kind: Literal["device", "recovery"]


class NewReport(Request):
    """What is wrong with the opponent of a game: the name, or how they behave."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"kind": "name"}
    kind: Literal["name", "behaviour"]


class SignIn(Request):
    """The token of a link."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"link": "sYp2kQ9YVwqVn0yGm2fRrW"}
    link: Annotated[str, Meta(min_length=8, max_length=128)]


class StartPosition(Request):
    """A position of a finished match: the `seq` of an event, and the seat that you play."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"game": "OxYSa01P4VzAM0IfZgKD6g", "seq": 41, "seat": 0}
    game: Annotated[str, Meta(max_length=64)]
    seq: Seq
    seat: Annotated[
        SeatNumber | None, Meta(description="Your seat; by default the one to move.")
    ] = None


class NewGame(Request):
    """Open a game. Your seat is 0; take it with `POST /api/games/{game}/seat`."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"against": "level", "level": "porter"}
    against: OpponentKind = "level"
    level: Annotated[
        Annotated[str, Meta(max_length=32)] | None,
        Meta(
            description="The name of a level (see /api/levels), a rating such as `level:1240`, or "
            "`even`: a rating that follows your results (see /api/me/match)."
        ),
    ] = None
    ruleset: Annotated[str, Meta(max_length=32)] = "standard"
    first: Literal["lot", "me", "other"] = "lot"
    time: Annotated[
        Literal[90, 86400, 259200, 604800] | None,
        Meta(description="Seconds for a move; not against `self`."),
    ] = None
    clock: Annotated[
        MatchClockShape | None,
        Meta(description="A clock for the whole match; not against `self`, nor with `time`."),
    ] = None
    memory_aids: bool = False
    watchable: bool = False
    listed: Annotated[bool, Meta(description="Show the invitation in the lobby to everybody.")] = (
        False
    )
    hints: Annotated[bool, Meta(description="Against levels only.")] = True
    take_backs: Annotated[
        bool, Meta(description="Against levels only, without `time` and `clock`.")
    ] = True
    rated: Annotated[
        bool,
        Meta(
            description="Whether the match changes ratings. Against a friend or one of the levels, "
            "with a time limit, without hints and `take_backs`; both need accounts."
        ),
    ] = False
    names: Annotated[
        tuple[Name, Name] | None,
        Meta(description="Against `self` only: the names of the players on seats 0 and 1."),
    ] = None
    begin: Annotated[
        StartPosition | None, Meta(description="Against levels only: continue from a position.")
    ] = None
    opponent: Annotated[
        Name | None,
        Meta(
            description="Against `friend` only: challenge the account with this name, for whom the "
            "other seat is reserved."
        ),
    ] = None
    key: Key = None


class TakeSeat(Request):
    """Take a seat, with your contribution to the shuffle: a nonce, or the commitment to one."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"nonce": "00112233445566778899aabbccddeeff"}
    nonce: Annotated[
        NonceText | None,
        Meta(
            description="16 random bytes in hexadecimal, drawn after you have seen the commitments "
            "of the server and of the other seat; zeros by default."
        ),
    ] = None
    commitment: Annotated[
        Digest | None,
        Meta(
            description="SHA-256 of your 16 random bytes, which you reveal once both seats are "
            "taken."
        ),
    ] = None
    key: Key = None

    def __post_init__(self) -> None:
        if self.nonce is not None and self.commitment is not None:
            raise ValueError("give a nonce or a commitment, got both")

    @property
    def contribution(self) -> dict[str, str]:
        """The nonce or the commitment, by name."""
        if self.commitment is not None:
            return {"commitment": self.commitment}
        return {"nonce": self.nonce or NO_NONCE.hex()}


class RevealRequest(Request):
    """Reveal the nonce that you have committed to."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"nonce": "00112233445566778899aabbccddeeff", "key": "a5"}
    nonce: NonceText
    key: Key = None


class PlayMove(Request):
    """Play a move."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"move": "+DG-LK", "seq": 41, "key": "a1"}
    move: Annotated[
        str,
        Meta(max_length=200, description="A move in notation, as in `view.moves`, or in words."),
    ]
    seq: Seq
    key: Key = None


class TakeBackRequest(Request):
    """Return to your last decision."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"seq": 41, "key": "a2"}
    seq: Seq
    key: Key = None


class KeyOnly(Request):
    """A request with nothing but a key."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"key": "a3"}
    key: Key = None


class SayRequest(Request):
    """Show a phrase or a face to the other player."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"phrase": "well_played", "key": "a6"}
    phrase: PhraseCode | None = None
    face: FaceCode | None = None
    key: Key = None

    def __post_init__(self) -> None:
        if (self.phrase is None) == (self.face is None):
            raise ValueError("give a phrase or a face, and not both")

    @property
    def what(self) -> tuple[Literal["phrase", "face"], str]:
        """Whether it is a phrase or a face, and which one."""
        return ("phrase", self.phrase) if self.phrase is not None else ("face", str(self.face))


class ClaimRequest(Request):
    """The opponent is late: win the match, or let a level replace them."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"what": "level", "level": "porter", "key": "a4"}
    what: Literal["match", "level"]
    level: Annotated[str, Meta(max_length=32)] | None = None
    key: Key = None


class CardSelection(Request):
    """The cards picked so far: from the market, and from hand and herd."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"take": "DL", "give": "L"}
    take: CardLetters = ""
    give: CardLetters = ""
    seat: SeatNumber | None = None


class HintRequest(Request):
    """How many moves to return."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"count": 3}
    count: Annotated[int, Meta(ge=1, le=10)] = 3


class SeatQuery(Shape):
    """Which of your seats you mean."""

    seat: SeatAsked = None


class EventsQuery(SeatQuery):
    """From which event on, and whether to wait for more."""

    after: Annotated[
        Annotated[str, Meta(pattern=f"^{EVENT_ID_PATTERN}$")] | None,
        Meta(description="The id of the last event you have, `seq-at`, or only its number `seq`."),
    ] = None
    wait: Annotated[int, Meta(ge=0, le=1, description="0 sends the missing events and closes.")] = 1


class PerspectiveQuery(Shape):
    """From which side a game's past is seen."""

    seat: Annotated[
        Literal["0", "1", "open", "public"] | None,
        Meta(
            description="A seat, `open` (both seats, after the match), `public`; your own by "
            "default."
        ),
    ] = None


class PositionsQuery(PerspectiveQuery):
    """Which events of a game."""

    after: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0
    limit: Annotated[int, Meta(ge=1, le=1000)] = 1000


class RulesetQuery(Shape):
    """Which ruleset."""

    ruleset: Literal["standard", "box"] = "standard"


class HistoryQuery(Shape):
    """Which of your finished matches."""

    opponent: Annotated[
        Literal["kite", "porter", "spicer", "caravan", "jeweller", "rated", "people", "self"]
        | None,
        Meta(description="A level, `rated` (any rating between them), `people`, `self`."),
    ] = None
    result: Annotated[
        Literal["won", "lost", "none"] | None, Meta(description="`none`: without a winner.")
    ] = None
    ruleset: Literal["standard", "box"] | None = None
    since: Since = None
    after: Annotated[str, Meta(max_length=64, description="The `next` of a page.")] = ""
    limit: Annotated[int, Meta(ge=1, le=100)] = 30


class StatisticsQuery(RulesetQuery):
    """Which of your finished matches are counted."""

    since: Since = None


class ViewSelection(Request):
    """A view of a seat, and the cards picked so far, or else a typed move."""

    EXAMPLE: ClassVar[dict[str, Any]] = {
        "view": Round.deal(seed=7).view(0).to_dict(),
        "take": "GK",
        "give": "",
    }
    view: Annotated[dict[str, Any], Meta(description="`jaipur-view/1`.")]
    take: CardLetters = ""
    give: CardLetters = ""
    move: Annotated[str, Meta(max_length=80)] | None = None
