"""Everything that can go wrong, in one tree.

    JaipurError
    ├── IllegalMove         a move that may not be played now; carries its Refusal
    ├── NotationError       text that cannot be read; carries the column
    ├── RecordError         a record that cannot be replayed; carries line, round and ply
    ├── ShuffleError        a match that was not dealt as its proof says
    ├── ImpossiblePosition  cards or tokens that the game does not have, or that no round reaches
    ├── UnknownRuleset      a name under which no ruleset is known
    ├── UnknownPlayer       a name under which no player is known
    ├── BotFault            an outside program that broke the protocol; carries its Fault
    └── MissingPackage      a package of an extra that is not installed; carries both names

MissingPackage is also an ImportError; all others except the root are also ValueError. Each has a
stable ``code`` for programs and a whole sentence for people.
"""

from __future__ import annotations

from enum import StrEnum

__all__ = [
    "BotFault",
    "Fault",
    "IllegalMove",
    "ImpossiblePosition",
    "JaipurError",
    "MissingPackage",
    "NotationError",
    "RecordError",
    "Refusal",
    "ShuffleError",
    "UnknownPlayer",
    "UnknownRuleset",
]


class Refusal(StrEnum):
    """Why a move may not be played. The value is the code on the wire; `sentence` is for people."""

    NOT_A_MOVE = "not_a_move"
    ROUND_OVER = "round_over"
    NOT_YOUR_TURN = "not_your_turn"
    HAND_LIMIT = "hand_limit"
    NOT_IN_MARKET = "not_in_market"
    NOT_IN_HAND = "not_in_hand"
    NOT_IN_HERD = "not_in_herd"
    EXCHANGE_NEEDS_TWO = "exchange_needs_two"
    EXCHANGE_UNEVEN = "exchange_uneven"
    SAME_GOOD_BOTH_WAYS = "same_good_both_ways"
    CAMELS_NOT_EXCHANGEABLE = "camels_not_exchangeable"
    CAMELS_NOT_SOLD = "camels_not_sold"
    PRECIOUS_NEEDS_TWO = "precious_needs_two"
    NOTHING_TO_SELL = "nothing_to_sell"

    @property
    def sentence(self) -> str:
        """The rule that the move breaks, as a whole sentence."""
        return _SENTENCES[self]


_SENTENCES = {
    Refusal.NOT_A_MOVE: "This text is not a move.",
    Refusal.ROUND_OVER: "The round is over.",
    Refusal.NOT_YOUR_TURN: "It is the other seat's turn.",
    Refusal.HAND_LIMIT: "The hand would hold more goods than the limit allows.",
    Refusal.NOT_IN_MARKET: "The market does not hold these cards.",
    Refusal.NOT_IN_HAND: "The hand does not hold these goods.",
    Refusal.NOT_IN_HERD: "The herd does not hold that many camels.",
    Refusal.EXCHANGE_NEEDS_TWO: "An exchange takes two cards or more.",
    Refusal.EXCHANGE_UNEVEN: "An exchange gives back as many cards as it takes.",
    Refusal.SAME_GOOD_BOTH_WAYS: "The same good cannot be taken and given in one exchange.",
    Refusal.CAMELS_NOT_EXCHANGEABLE: "Camels leave the market all together, never in an exchange.",
    Refusal.CAMELS_NOT_SOLD: "Camels cannot be sold.",
    Refusal.PRECIOUS_NEEDS_TWO: "Diamonds, gold and silver are sold two at a time or more.",
    Refusal.NOTHING_TO_SELL: "The hand is empty, so there is nothing to sell.",
}


class JaipurError(Exception):
    """The root of every error that this package raises on purpose."""

    code = "error"


class IllegalMove(JaipurError, ValueError):
    """A move that may not be played now."""

    def __init__(self, refusal: Refusal, move: str) -> None:
        super().__init__(refusal, move)
        self.refusal = refusal
        self.move = move

    @property
    def code(self) -> str:  # type: ignore[override]
        """The refusal's code."""
        return self.refusal.value

    def __str__(self) -> str:
        return f"{self.move}: {self.refusal.sentence}" if self.move else self.refusal.sentence


class NotationError(JaipurError, ValueError):
    """Text that cannot be read. `column` counts from 1."""

    def __init__(self, message: str, text: str, column: int, code: str = "not_a_move") -> None:
        super().__init__(message, text, column, code)
        self.message = message
        self.text = text
        self.column = column
        self.code = code

    def __str__(self) -> str:
        shown = self.text if len(self.text) <= 80 else self.text[:77] + "..."
        return f"{self.message} (column {self.column} of {shown!r})"


class RecordError(JaipurError, ValueError):
    """A record that cannot be replayed: which line of the file, which round, after which ply."""

    code = "bad_record"

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        round: int | None = None,
        ply: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.round = round
        self.ply = ply

    def __reduce__(self) -> tuple[object, ...]:
        return _record_error, (self.message, self.line, self.round, self.ply)

    def __str__(self) -> str:
        places = (("line", self.line), ("round", self.round), ("ply", self.ply))
        where = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        return f"{where}: {self.message}" if where else self.message


def _record_error(
    message: str, line: int | None, round: int | None, ply: int | None
) -> RecordError:
    return RecordError(message, line=line, round=round, ply=ply)


class ShuffleError(JaipurError, ValueError):
    """A match that was not dealt as the proof of its shuffle says."""

    code = "bad_shuffle"


class ImpossiblePosition(JaipurError, ValueError):
    """Cards or tokens that the game does not have, or a position that no round can reach."""

    code = "impossible_position"


class UnknownRuleset(JaipurError, ValueError):
    """A name that no ruleset has, or numbers that do not make a ruleset."""

    code = "unknown_ruleset"


class UnknownPlayer(JaipurError, ValueError):
    """A name that no player has."""

    code = "unknown_player"


class Fault(StrEnum):
    """How a bot lost a round without playing it out. The value is the code in reports."""

    NOT_STARTED = "not_started"
    NO_HELLO = "no_hello"
    WRONG_RULESET = "wrong_ruleset"
    ILLEGAL_MOVE = "illegal_move"
    NOT_JSON = "not_json"
    LINE_TOO_LONG = "line_too_long"
    LATE = "late"
    CRASHED = "crashed"

    @property
    def sentence(self) -> str:
        """What the bot did, as a whole sentence."""
        return _FAULTS[self]


_FAULTS = {
    Fault.NOT_STARTED: "The bot's command could not be started.",
    Fault.NO_HELLO: "The bot did not answer hello in time, or not as the protocol says.",
    Fault.WRONG_RULESET: "The bot does not play this ruleset.",
    Fault.ILLEGAL_MOVE: "The bot answered with a move that may not be played.",
    Fault.NOT_JSON: "The bot wrote a line that is not a JSON object.",
    Fault.LINE_TOO_LONG: "The bot wrote a line that is too long.",
    Fault.LATE: "The bot did not answer in time.",
    Fault.CRASHED: "The bot ended or closed its output.",
}


class BotFault(JaipurError, ValueError):
    """An outside program that broke the bot protocol; in an arena it forfeits the round."""

    def __init__(self, fault: Fault, detail: str = "") -> None:
        super().__init__(fault, detail)
        self.fault = fault
        self.detail = detail

    @property
    def code(self) -> str:  # type: ignore[override]
        """The fault's code."""
        return self.fault.value

    def __str__(self) -> str:
        return f"{self.fault.sentence} {self.detail}".rstrip()


class MissingPackage(JaipurError, ImportError):
    """A package that an extra of this distribution brings, and that is not installed."""

    code = "missing_package"

    def __init__(self, package: str | None, extra: str) -> None:
        super().__init__(package, extra)
        self.package = (package or extra).partition(".")[0]
        self.extra = extra

    def __str__(self) -> str:
        return (
            f"This needs the package {self.package}, which is not installed: "
            f"pip install 'pyjaipur[{self.extra}]'."
        )
