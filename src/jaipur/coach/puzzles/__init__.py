"""Puzzles: positions with one clearly best move, mined from rounds that people might play.

>>> from jaipur.coach.puzzles import find_puzzle
>>> puzzle = find_puzzle("s0001")
>>> puzzle.judge(puzzle.best).grade
<PuzzleGrade.RIGHT: 'right'>
"""

from jaipur.coach.puzzles.collection import (
    all_puzzles,
    daily_puzzle,
    find_puzzle,
    nearest_puzzles,
    puzzles_of,
)
from jaipur.coach.puzzles.proof import Margin, prove
from jaipur.coach.puzzles.puzzle import MoveLoss, Puzzle, PuzzleGrade
from jaipur.coach.puzzles.themes import THEMES, Theme, themes_of

__all__ = [
    "THEMES",
    "Margin",
    "MoveLoss",
    "Puzzle",
    "PuzzleGrade",
    "Theme",
    "all_puzzles",
    "daily_puzzle",
    "find_puzzle",
    "nearest_puzzles",
    "prove",
    "puzzles_of",
    "themes_of",
]
