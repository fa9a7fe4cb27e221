"""Problems: the error responses of the API.

All have one body: a stable code for programs, a whole sentence for people, and more fields by
code. Refusals of the rules have their own codes, those of `jaipur.errors.Refusal`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from jaipur.errors import JaipurError, Refusal

__all__ = ["Problem", "ProblemCode", "WriteConflict", "refused", "too_large"]


class ProblemCode(StrEnum):
    """The server's own error codes; `status` is for HTTP, `sentence` for people."""

    BAD_REQUEST = "bad_request"
    BAD_NAME = "bad_name"
    RESERVED_NAME = "reserved_name"
    BAD_RECORD = "bad_record"
    NOT_SIGNED_IN = "not_signed_in"
    SUSPENDED = "suspended"
    WRONG_ORIGIN = "wrong_origin"
    WRONG_HOST = "wrong_host"
    NOT_FOUND = "not_found"
    TOO_MANY_DEVICES = "too_many_devices"
    BAD_ENDPOINT = "bad_endpoint"
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
    ACCOUNT_NEEDED = "account_needed"
    CANNOT_BE_RATED = "cannot_be_rated"
    NOT_FOR_PROGRAMS = "not_for_programs"
    RATED_GAME = "rated_game"
    NO_PHRASES = "no_phrases"
    TOO_EARLY = "too_early"
    UNKNOWN_PLAYER = "unknown_player"
    UNKNOWN_LEVEL = "unknown_level"
    UNKNOWN_RULESET = "unknown_ruleset"
    TOO_LARGE = "too_large"
    TOO_MANY = "too_many"
    TOO_MANY_GAMES = "too_many_games"
    NO_ACCOUNTS = "no_accounts"
    NAME_TAKEN = "name_taken"
    RENAMED_LATELY = "renamed_lately"
    WEAK_PASSWORD = "weak_password"
    WRONG_LOGIN = "wrong_login"
    VERIFY_FIRST = "verify_first"
    NOT_AN_ACCOUNT = "not_an_account"
    ALREADY_AN_ACCOUNT = "already_an_account"
    REGISTRATION_CLOSED = "registration_closed"
    WRONG_INVITATION_CODE = "wrong_invitation_code"
    LAST_WAY_BACK = "last_way_back"
    GUEST_HAS_GAMES = "guest_has_games"
    WRONG_PASSKEY = "wrong_passkey"
    TOO_MANY_PASSKEYS = "too_many_passkeys"
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
        "A name has 1 to 24 visible characters. A word cannot mix alphabets.",
    ),
    ProblemCode.RESERVED_NAME: (
        422,
        "This name is reserved, or looks like one that is: those of levels and guests are.",
    ),
    ProblemCode.BAD_RECORD: (422, "This is no record of a match."),
    ProblemCode.NOT_SIGNED_IN: (401, "This needs a session; POST /api/me makes one."),
    ProblemCode.SUSPENDED: (403, "The administrators of this site have suspended you for a while."),
    ProblemCode.WRONG_ORIGIN: (403, "A call with a cookie must come from this server's own pages."),
    ProblemCode.WRONG_HOST: (
        421,
        "This server does not answer for this host name; see --public-url and --allowed-host.",
    ),
    ProblemCode.NOT_FOUND: (404, "There is nothing here for you."),
    ProblemCode.TOO_MANY_DEVICES: (
        409,
        "Notices go to so many devices at most; remove one first.",
    ),
    ProblemCode.BAD_ENDPOINT: (422, "Notices cannot be sent to this address."),
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
    ProblemCode.ACCOUNT_NEEDED: (403, "This needs an account, and guests have none."),
    ProblemCode.CANNOT_BE_RATED: (
        422,
        "A rated game is against a friend or a level by name, from the start, with a time limit, "
        "without hints and without taking back.",
    ),
    ProblemCode.NOT_FOR_PROGRAMS: (
        403,
        "A rated game is for people in the browser, not for programs with a token.",
    ),
    ProblemCode.RATED_GAME: (403, "In a rated game a level cannot take the place of a player."),
    ProblemCode.NO_PHRASES: (
        403,
        "Phrases and faces are for two people at one table, and for ten minutes after the match.",
    ),
    ProblemCode.TOO_EARLY: (409, "The other side still has time."),
    ProblemCode.UNKNOWN_PLAYER: (404, "There is nobody with this name whom you can challenge."),
    ProblemCode.UNKNOWN_LEVEL: (422, "There is no such level."),
    ProblemCode.UNKNOWN_RULESET: (422, "There is no such ruleset."),
    ProblemCode.TOO_LARGE: (413, "The request is too large."),
    ProblemCode.TOO_MANY: (429, "Too many requests; try again a little later."),
    ProblemCode.TOO_MANY_GAMES: (
        409,
        "There are too many games in progress; finish or leave one first.",
    ),
    ProblemCode.NO_ACCOUNTS: (404, "This server has no accounts."),
    ProblemCode.NAME_TAKEN: (409, "This name is an account's, or looks like one that is."),
    ProblemCode.RENAMED_LATELY: (409, "The name of an account can be changed once a month."),
    ProblemCode.WEAK_PASSWORD: (
        422,
        "A password has 8 to 128 characters, is not a common one, and is not made of your name.",
    ),
    ProblemCode.WRONG_LOGIN: (403, "The name, the password, the passkey or the code is wrong."),
    ProblemCode.VERIFY_FIRST: (
        403,
        "This needs your password, a passkey or a recovery code again: it was too long ago.",
    ),
    ProblemCode.NOT_AN_ACCOUNT: (409, "A guest has no account; POST /api/account makes one."),
    ProblemCode.ALREADY_AN_ACCOUNT: (409, "You have an account already."),
    ProblemCode.REGISTRATION_CLOSED: (403, "This server takes no new accounts."),
    ProblemCode.WRONG_INVITATION_CODE: (403, "This invitation code is wrong, used up or expired."),
    ProblemCode.LAST_WAY_BACK: (
        409,
        "This is the only way into the account; add another one first.",
    ),
    ProblemCode.GUEST_HAS_GAMES: (
        409,
        "You are a guest with games, which logging in leaves behind; confirm with leave_guest.",
    ),
    ProblemCode.WRONG_PASSKEY: (
        422,
        "This passkey could not be accepted; ask for a new challenge and try again.",
    ),
    ProblemCode.TOO_MANY_PASSKEYS: (409, "An account has at most ten passkeys; remove one first."),
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


def too_large(most: int) -> Problem:
    """The problem that a body has more than so many bytes."""
    return Problem.of(ProblemCode.TOO_LARGE, most=most)


class WriteConflict(Exception):
    """The row exists already, or another process has written to the game's log first."""
