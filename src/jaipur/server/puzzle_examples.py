"""Examples of the answers about puzzles, for the OpenAPI document."""

from __future__ import annotations

from typing import Any

from jaipur.server.puzzle_library import find_puzzle, puzzle_data, puzzle_index, puzzle_line
from jaipur.server.puzzle_ratings import PuzzleScore

__all__ = ["puzzle_examples"]


def puzzle_examples() -> dict[str, Any]:
    """An example of every answer about puzzles, by the name of its schema; lists are cut short."""
    index, puzzle = puzzle_index({}), find_puzzle("s0001")
    assert puzzle is not None
    score = PuzzleScore().data
    result = {"key": "a1", "id": puzzle.id, "grade": "right", "lost": 0.0, "change": 162.3}
    line = puzzle_line(puzzle)
    return {
        "PuzzleIndex": {**index, "puzzles": index["puzzles"][:2]},
        "PuzzleChunk": {"puzzles": [puzzle_data(puzzle)]},
        "PuzzleLine": {**line, "views": line["views"][:1]},
        "PuzzleRating": score,
        "PuzzleResults": {
            **score,
            "rating": round(score["rating"] + result["change"], 1),
            "deviation": 290.3,
            "attempts": 1,
            "right": 1,
            "results": [result],
        },
    }
