"""Judged moves without a search, for tests of what is said about them."""

from jaipur import Move, Round, View
from jaipur.engine.analysis import JudgedMove
from jaipur.engine.evaluation import MoveEvaluation


def judged(played: str, best: str, lost: float, error: float = 0.001) -> JudgedMove:
    """A played move that lost so much against the best one."""
    moves = [
        MoveEvaluation(Move.parse(text), win, error, 1000)
        for text, win in ((played, 0.5), (best, 0.5 + lost))
    ]
    return JudgedMove(before=0.5 + lost, played=moves[0], best=moves[1], lost=lost, error=error)


def view_of_mover(position: str) -> View:
    """The view of the seat to move."""
    table = Round.from_text(position)
    return table.view(table.turn)
