"""The puzzles as the API gives them: their index, and chunks of them that never change.

The coach is imported when a puzzle is asked for: nothing that serves a running round loads it.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from jaipur.server.market_slots import initial_slots, slots_after

if TYPE_CHECKING:
    from jaipur.coach.puzzles import Puzzle
    from jaipur.rules.round import Round

__all__ = [
    "CHUNK_SIZE",
    "PUZZLES_FORMAT",
    "chunk_bytes",
    "find_puzzle",
    "index_bytes",
    "line_bytes",
    "puzzle_data",
    "puzzle_index",
    "puzzle_line",
    "puzzles_version",
]

PUZZLES_FORMAT: Final = "jaipur-puzzles/1"
CHUNK_SIZE: Final = 50
_CHUNKS_KEPT: Final = 128


def puzzles_version() -> str:
    """A hash of the data of all puzzles."""
    from jaipur.coach.puzzles.collection import data_version

    return data_version()


def find_puzzle(id: str) -> Puzzle | None:
    """The puzzle with this id, if there is one."""
    from jaipur.coach.puzzles import find_puzzle

    return find_puzzle(id)


def puzzle_index(ratings: Mapping[str, int]) -> dict[str, Any]:
    """Every puzzle in the order of the daily ones; `ratings` has those that have changed."""
    from jaipur.coach.puzzles import all_puzzles

    chunks = _chunk_of()
    return {
        "format": PUZZLES_FORMAT,
        "version": puzzles_version(),
        "puzzles": [
            {
                "id": puzzle.id,
                "ruleset": puzzle.ruleset,
                "rating": ratings.get(puzzle.id, puzzle.rating),
                "themes": list(puzzle.themes),
                "chunk": chunks[puzzle.id],
            }
            for puzzle in all_puzzles()
        ],
    }


@lru_cache(maxsize=1)
def index_bytes(ratings: tuple[tuple[str, int], ...]) -> bytes:
    """The index as compressed JSON; kept until a rating changes."""
    return _packed(puzzle_index(dict(ratings)))


@lru_cache(maxsize=_CHUNKS_KEPT)
def chunk_bytes(chunk: int) -> bytes | None:
    """A chunk of puzzles as compressed JSON; None where there is no such chunk."""
    chunks = _chunks()
    if not 0 <= chunk < len(chunks):
        return None
    return _packed({"puzzles": [puzzle_data(puzzle) for puzzle in chunks[chunk]]})


def line_bytes(puzzle: Puzzle) -> bytes:
    """The line of a puzzle as compressed JSON."""
    return _packed(puzzle_line(puzzle))


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as plain data, with all that a page needs to show it and to grade an answer."""
    return {
        "id": puzzle.id,
        "ruleset": puzzle.ruleset,
        "rating": puzzle.rating,
        "themes": list(puzzle.themes),
        "view": _views(puzzle)[0],
        "moves": [
            {"move": str(loss.move), "lost": round(loss.lost, 3), "error": round(loss.error, 3)}
            for loss in puzzle.losses
        ],
        "wrong": str(puzzle.wrong),
        "reasons": [reason.to_dict() for reason in puzzle.reasons],
        "line": [str(move) for move in puzzle.line],
    }


def puzzle_line(puzzle: Puzzle) -> dict[str, Any]:
    """The mover's views along the line: the puzzle's own first, then one after each ply."""
    return {"id": puzzle.id, "views": _views(puzzle)}


def _packed(body: dict[str, Any]) -> bytes:
    return gzip.compress(msgspec.json.encode(body), mtime=0)


def _views(puzzle: Puzzle) -> list[dict[str, Any]]:
    """The mover's views from the puzzle's on, each with the slots of the market."""
    end, seat, first = puzzle.line_end, puzzle.round.turn, puzzle.round.ply
    slots = _slots(end)
    return [
        {**end.at(ply).view(seat).to_dict(), "slots": slots[ply]}
        for ply in range(first, end.ply + 1)
    ]


def _slots(round: Round) -> list[str]:
    """The market as it lies, at every ply of a round."""
    found = [initial_slots(round.at(0))]
    for move, drawn in round.history:
        found.append(slots_after(found[-1], move, drawn))
    return found


@cache
def _chunks() -> list[list[Puzzle]]:
    """The puzzles of each ruleset in chunks, by id."""
    from jaipur.coach.puzzles.collection import PUZZLE_RULESETS, puzzles_of

    return [
        list(puzzles_of(ruleset)[start : start + CHUNK_SIZE])
        for ruleset in PUZZLE_RULESETS
        for start in range(0, len(puzzles_of(ruleset)), CHUNK_SIZE)
    ]


@cache
def _chunk_of() -> dict[str, int]:
    return {puzzle.id: number for number, chunk in enumerate(_chunks()) for puzzle in chunk}
