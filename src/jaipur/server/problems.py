"""Problems: the error responses of the API.

All have one body: a stable code for programs, a whole sentence for people, and more fields by
code. Refusals of the rules have their own codes, those of `jaipur.errors.Refusal`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from jaipur.errors import JaipurError, Refusal

__all__ = ["Problem", "ProblemCode", "WriteConflict", "refused"]


class ProblemCode(StrEnum):
    """The server's own error codes; `status` is for HTTP, `sentence` for people."""

    BAD_REQUEST = "bad_request"
    BAD_NAME = "bad_name"
    RESERVED_NAME = "reserved_name"
    BAD_RECORD = "bad_record"
    NOT_SIGNED_IN = "not_signed_in"
    WRONG_ORIGIN = "wrong_origin"
    WRONG_HOST = "wrong_host"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    LINK_GONE = "link_gone"
    STALE = "stale"
    SEAT_TAKEN = "seat_taken"
    NOT_SEATED = "not_seated"
    NOT_STARTED = "not_started"
    WRONG_NONCE = "wrong_nonce"
    NOTHING_TO_REVEAL = "nothing_to_reveal"
    MATCH_RUNNING = "match_running"
    MATCH_OVER = "match_over"
    ROUND_RUNNING = "round_running"
    NO_TAKE_BACK = "no_take_back"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    NO_HINTS = "no_hints"
    NO_ENGINE = "no_engine"
    TOO_EARLY = "too_early"
    UNKNOWN_LEVEL = "unknown_level"
    UNKNOWN_RULESET = "unknown_ruleset"
    TOO_LARGE = "too_large"
    TOO_MANY = "too_many"
    TOO_MANY_GAMES = "too_many_games"
    UNAVAILABLE = "unavailable"
    BROKEN = "broken"

    @property
    def status(self) -> int:
        """The HTTP status of the code."""
        return _TEXTS[self][0]

    @property
    def sentence(self) -> str:
        """What is wrong, as a whole sentence."""
        return _TEXTS[self][1]


_TEXTS: Final = {
    ProblemCode.BAD_REQUEST: (400, "The request is not of the documented form."),
    ProblemCode.BAD_NAME: (
        422,
        "A name has 1 to 24 visible characters, and each word letters of one alphabet.",
    ),
    ProblemCode.RESERVED_NAME: (
        422,
        "This name is reserved, or looks like one that is: those of levels and guests are.",
    ),
    ProblemCode.BAD_RECORD: (422, "This is no record of a match."),
    ProblemCode.NOT_SIGNED_IN: (401, "This needs a session; POST /api/me makes one."),
    ProblemCode.WRONG_ORIGIN: (403, "A call with a cookie must come from this server's own pages."),
    ProblemCode.WRONG_HOST: (
        421,
        "This server does not answer for this host name; see --public-url and --allowed-host.",
    ),
    ProblemCode.NOT_FOUND: (404, "There is nothing here for you."),
    ProblemCode.METHOD_NOT_ALLOWED: (405, "This address does not take this method."),
    ProblemCode.LINK_GONE: (410, "This link has been used or has expired."),
    ProblemCode.STALE: (409, "The position has changed; here is the current one."),
    ProblemCode.SEAT_TAKEN: (409, "This seat is taken."),
    ProblemCode.NOT_SEATED: (403, "You have no seat in this game."),
    ProblemCode.NOT_STARTED: (409, "The match has not started yet."),
    ProblemCode.WRONG_NONCE: (422, "This is not the nonce that you have committed to."),
    ProblemCode.NOTHING_TO_REVEAL: (
        409,
        "A nonce that you have committed to is revealed once both seats are taken.",
    ),
    ProblemCode.MATCH_RUNNING: (409, "This can be seen after the match."),
    ProblemCode.MATCH_OVER: (409, "The match is over."),
    ProblemCode.ROUND_RUNNING: (409, "The round is still being played."),
    ProblemCode.NO_TAKE_BACK: (403, "Moves are not taken back in this game."),
    ProblemCode.NOTHING_TO_TAKE_BACK: (409, "There is no decision of yours to take back."),
    ProblemCode.NO_HINTS: (403, "There are no hints in this game."),
    ProblemCode.NO_ENGINE: (404, "This server has no engine to ask."),
    ProblemCode.TOO_EARLY: (409, "The other side still has time."),
    ProblemCode.UNKNOWN_LEVEL: (422, "There is no such level."),
    ProblemCode.UNKNOWN_RULESET: (422, "There is no such ruleset."),
    ProblemCode.TOO_LARGE: (413, "The request is too large."),
    ProblemCode.TOO_MANY: (429, "Too many requests; try again a little later."),
    ProblemCode.TOO_MANY_GAMES: (
        409,
        "There are too many games in progress; finish or leave one first.",
    ),
    ProblemCode.UNAVAILABLE: (503, "The games cannot be read or written right now; try again."),
    ProblemCode.BROKEN: (500, "Something went wrong here; nothing was changed."),
}


class Problem(JaipurError):
    """An error response; `fields` are sent along with code and sentence."""

    def __init__(
        self, status: int, code: str, sentence: str, headers: dict[str, str], **fields: Any
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.sentence = sentence
        self.headers = headers
        self.fields = fields

    @classmethod
    def of(
        cls, code: ProblemCode, *, headers: dict[str, str] | None = None, **fields: Any
    ) -> Problem:
        """The problem with this code."""
        return cls(code.status, code.value, code.sentence, headers or {}, **fields)

    @property
    def body(self) -> dict[str, Any]:
        """The JSON body."""
        return {"code": self.code, "sentence": self.sentence, **self.fields}


def refused(refusal: Refusal) -> Problem:
    """A refusal of the rules, as a problem."""
    return Problem(422, refusal.value, refusal.sentence, {})


class WriteConflict(Exception):
    """The row exists already, or another process has written to the game's log first."""
