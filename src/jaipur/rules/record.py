"""Records: a match as plain data that holds everything needed to play it again.

A record is checked by doing that: every deck, move, count and seal is compared. More fields may
follow; they are left alone, but a `seed` must be one that gives the decks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeVar

from jaipur.errors import IllegalMove, ImpossiblePosition, JaipurError, RecordError
from jaipur.rules.cards import LETTERS
from jaipur.rules.deal import Deal, deal_from
from jaipur.rules.ends import RoundEnd
from jaipur.rules.round import Round
from jaipur.rules.rulesets import get_ruleset

if TYPE_CHECKING:
    from jaipur.rules.match import Match

__all__ = ["MOST_SEALS", "RECORD_FORMAT", "read_record", "write_record"]

RECORD_FORMAT: Final = "jaipur-record/1"
MOST_SEALS: Final = 1000
_MATCH_FIELDS: Final = ("format", "ruleset", "players", "seals", "rounds", "ended", "by", "winner")
_ROUND_FIELDS: Final = ("first", "deck", "bonus", "moves", "end", "by", "rupees", "seal")

M = TypeVar("M", bound="Match")


def write_record(match: Match) -> dict[str, Any]:
    """The match as plain data, ready for JSON."""
    record = {
        "format": RECORD_FORMAT,
        "ruleset": match.ruleset.name,
        "players": list(match.players),
        "seals": match.seals_to_win,
        "rounds": [_write_round(round) for round in match.rounds],
        "ended": _text(match.ended) or "unfinished",
        "by": match.by,
        "winner": match.winner,
    }
    return record if match.seed is None else {**record, "seed": match.seed.hex()}


def _write_round(round: Round) -> dict[str, Any]:
    opening = round.opening
    if opening is None:
        raise ImpossiblePosition("A round that was not dealt cannot be recorded.")
    return {
        "first": opening.first,
        "deck": opening.deck,
        "bonus": {str(size): list(values) for size, values in opening.bonus.items()},
        "moves": [str(move) for move, _ in round.history],
        "end": _text(round.end),
        "by": round.by,
        "rupees": list(round.rupees),
        "seal": round.seal,
    }


def read_record(cls: type[M], record: Mapping[str, Any]) -> M:
    """Replay a record and compare the results; RecordError says what is wrong, and where."""
    if not isinstance(record, Mapping):
        raise RecordError(f"A record must be a JSON object, got {_brief(record)}.")
    _need_fields(record, _MATCH_FIELDS, "record")
    if record["format"] != RECORD_FORMAT:
        raise RecordError(f"The format is {_brief(record['format'])}, not {RECORD_FORMAT!r}.")
    rounds = record["rounds"]
    if not isinstance(rounds, list) or not rounds:
        raise RecordError(f"rounds must be a list of at least one round, got {_brief(rounds)}.")
    seed = _read_seed(record)
    match = _open(cls, record, seed)
    for number, data in enumerate(rounds, 1):
        if number > 1:
            match = _go_on(match, data, number)
        match = _read_round(match, data, number)
    return _close(match, record)


def _need_fields(
    data: Mapping[str, Any], fields: tuple[str, ...], what: str, number: int | None = None
) -> None:
    missing = [field for field in fields if field not in data]
    if missing:
        raise RecordError(f"The {what} has no field {missing[0]!r}.", round=number)


def _read_seed(record: Mapping[str, Any]) -> bytes | None:
    if "seed" not in record:
        return None
    try:
        seed = bytes.fromhex(record["seed"])
    except (TypeError, ValueError):
        seed = b""
    if len(seed) != 32 or seed.hex() != record["seed"]:
        got = _brief(record["seed"])
        raise RecordError(f"seed must be 32 bytes in lower-case hexadecimal, got {got}.")
    return seed


def _open(cls: type[M], record: Mapping[str, Any], seed: bytes | None) -> M:
    players, seals = record["players"], record["seals"]
    if (
        not isinstance(players, list)
        or len(players) != 2
        or not all(isinstance(p, str) for p in players)
    ):
        raise RecordError(f"players must be a list of two names, got {_brief(players)}.")
    if not isinstance(seals, int) or isinstance(seals, bool) or not 1 <= seals <= MOST_SEALS:
        raise RecordError(f"seals must be from 1 to {MOST_SEALS}, got {_brief(seals)}.")
    try:
        rules = get_ruleset(record["ruleset"])
    except JaipurError as error:
        raise RecordError(str(error)) from error
    return cls(
        ruleset=rules,
        players=(players[0], players[1]),
        seals_to_win=seals,
        seed=seed,
        rounds=(_start(record["rounds"][0], rules.name, 1),),
    )


def _start(data: Any, ruleset: str, number: int) -> Round:
    if not isinstance(data, Mapping):
        raise RecordError(f"A round must be a JSON object, got {_brief(data)}.", round=number)
    _need_fields(data, _ROUND_FIELDS, "round", number)
    if not _is_seat(data["first"]):
        raise RecordError(f"first must be 0 or 1, got {_brief(data['first'])}.", round=number)
    if not isinstance(data["deck"], str) or not set(data["deck"]) <= set(LETTERS):
        got = _brief(data["deck"])
        raise RecordError(f"deck must be a string of D G S C P L K, got {got}.", round=number)
    if not _are_piles(data["bonus"]):
        got = _brief(data["bonus"])
        message = f'bonus must be lists of integers by number of cards ("3"), got {got}.'
        raise RecordError(message, round=number)
    try:
        return Round.start(data["deck"], data["bonus"], data["first"], ruleset)
    except (JaipurError, TypeError) as error:
        raise RecordError(str(error), round=number) from error


def _go_on(match: M, data: Any, number: int) -> M:
    """The match with the next round of the record before its first move."""
    if match.is_over:
        raise RecordError("The match was over before this round.", round=number)
    if not match.is_between:
        message = "The round was not finished, but another follows."
        raise RecordError(message, round=number - 1)
    start = _start(data, match.ruleset.name, number)
    if start.first != match.round.next_first:
        raise RecordError(f"Seat {match.round.next_first} starts this round.", round=number)
    return replace(match, rounds=(*match.rounds, start))


def _read_round(match: M, data: Mapping[str, Any], number: int) -> M:
    moves = data["moves"]
    if not isinstance(moves, list):
        raise RecordError(f"moves must be a list, got {_brief(moves)}.", round=number)
    for ply, move in enumerate(moves):
        if match.round.is_over:
            raise RecordError("The round was over before this move.", round=number, ply=ply)
        if not isinstance(move, str):
            message = f"A move must be a string, got {_brief(move)}."
            raise RecordError(message, round=number, ply=ply)
        try:
            match = match.play(move, ply_limit=None)  # `end` says whether it was stopped
        except IllegalMove as error:
            raise RecordError(str(error), round=number, ply=ply) from error
    match = _read_end(match, data, number)
    _compare(match.round, data, number)
    return match


def _read_end(match: M, data: Mapping[str, Any], number: int) -> M:
    """End a round that the moves have not ended, if the record says so."""
    if match.round.is_over:
        return match
    if data["end"] in (RoundEnd.STOPPED, RoundEnd.LIMIT):
        return match.stop_round(scored=data["end"] == RoundEnd.STOPPED)
    if data["end"] != RoundEnd.FORFEIT:
        return match
    if not _is_seat(data["by"]):
        got = _brief(data["by"])
        raise RecordError(f"by must be 0 or 1 for a forfeit, got {got}.", round=number)
    return match.forfeit(data["by"])


def _compare(round: Round, data: Mapping[str, Any], number: int) -> None:
    found = {
        "end": _text(round.end),
        "by": round.by,
        "rupees": list(round.rupees),
        "seal": round.seal,
    }
    for field, value in found.items():
        if not _same(data[field], value):
            message = f"The field {field!r} is {_brief(data[field])}, but the moves give {value!r}."
            raise RecordError(message, round=number, ply=round.ply)


def _close(match: M, record: Mapping[str, Any]) -> M:
    ended = record["ended"]
    if not match.is_over and ended in ("resigned", "abandoned"):
        if not _is_seat(record["by"]):
            got = _brief(record["by"])
            raise RecordError(f"by must be 0 or 1 in a match that was {ended}, got {got}.")
        match = match.resign(record["by"]) if ended == "resigned" else match.abandon(record["by"])
    found = {"ended": _text(match.ended) or "unfinished", "by": match.by, "winner": match.winner}
    for field, value in found.items():
        if not _same(record[field], value):
            raise RecordError(
                f"The field {field!r} is {_brief(record[field])}, but the rounds give {value!r}."
            )
    if "seed" in record:
        _check_decks(match)
    return match


def _check_decks(match: Match) -> None:
    for number, round in enumerate(match.rounds, 1):
        dealt = deal_from(match.seed, number, match.ruleset)
        if round.opening != Deal(round.first, dealt.deck, dealt.bonus):
            raise RecordError(
                "The seed does not give this deck and these bonus piles.", round=number
            )


def _text(end: StrEnum | None) -> str | None:
    """The plain text of an end."""
    return None if end is None else end.value


def _same(recorded: object, found: object) -> bool:
    """Equal and of the same type: true is not 1 in a record."""
    if isinstance(found, list):
        return (
            isinstance(recorded, list)
            and len(recorded) == len(found)
            and all(map(_same, recorded, found))
        )
    return type(recorded) is type(found) and recorded == found


def _is_seat(value: object) -> bool:
    return type(value) is int and value in (0, 1)


def _are_piles(piles: object) -> bool:
    return isinstance(piles, Mapping) and all(
        isinstance(key, str)
        and len(key) == 1
        and key in "234567"
        and isinstance(values, list)
        and all(type(value) is int for value in values)
        for key, values in piles.items()
    )


def _brief(value: object) -> str:
    """A value for a message: what was read may be deep, long, or a number of any size."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."
