"""Positions of a reviewed match: the decision as its mover saw it, other moves tried in it, lines.

Everything here starts from the mover's own view. What comes after it is sampled, and never the deck
of the match.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from jaipur import Match, Move, NotationError, Refusal, View, redeal
from jaipur.coach.continuation import LineStep, continuation
from jaipur.coach.review_data import move_data
from jaipur.coach.reviewed_move import judge_move
from jaipur.coach.reviewer import Reviewer, is_fine
from jaipur.rules.view import view_of
from jaipur.server.events import bonus_taken, tokens_taken
from jaipur.server.game import parse_move
from jaipur.server.market_slots import emptied_slots, slots_after, slots_at
from jaipur.server.problems import Problem, ProblemCode, refused

__all__ = ["describe_lines", "try_move"]

_LINE_SEED: Final = 0
Data = dict[str, Any]


def try_move(reviewer: Reviewer, round: int, ply: int, text: str) -> Data:
    """Another move in the place of one that was played, judged as the review judges.

    A move of the review with `found` (whether it is as good as the best, as far as the search can
    tell) and the `line` that follows it.
    """
    number = _number(reviewer, round, ply)
    view, _ = reviewer.decisions[number]
    move = _legal_move(view, text)
    judged = judge_move(view, move, reviewer.budget)
    tried = reviewer.explain(number, judged, reviewer.reason_samples([judged]))
    line = _line(reviewer.match, view, move)
    return {**move_data(tried), "found": is_fine(tried), "line": line}


def describe_lines(reviewer: Reviewer, review: Data, round: int, ply: int) -> Data:
    """A decision as its mover saw it, and how it may go on after the played and the best move."""
    view, played = reviewer.decisions[_number(reviewer, round, ply)]
    found = next(move for move in review["moves"] if (move["round"], move["ply"]) == (round, ply))
    best = parse_move(found["best"]["move"])
    match = reviewer.match
    return {
        "view": _table_view(view.to_dict(), slots_at(match.rounds[round - 1], ply)),
        "played": _line(match, view, played),
        "best": _line(match, view, best),
    }


def _number(reviewer: Reviewer, round: int, ply: int) -> int:
    """The number of a decision in the match, from 0."""
    for number, (view, _) in enumerate(reviewer.decisions):
        if (view.round, view.ply) == (round, ply):
            return number
    raise Problem.of(ProblemCode.NOT_FOUND)


def _legal_move(view: View, text: str) -> Move:
    try:
        move = parse_move(text)
    except NotationError:
        raise refused(Refusal.NOT_A_MOVE) from None
    refusal = redeal(view, Random(0)).why_not(move)
    if refusal is not None:
        raise refused(refusal)
    return move


def _line(match: Match, view: View, move: Move) -> list[Data]:
    """A sampled continuation as events of a table, each with the view of the mover's seat."""
    assert view.round is not None
    slots, found = slots_at(match.rounds[view.round - 1], view.ply), []
    for step in continuation(view, move, seed=_LINE_SEED):
        after = slots_after(slots, step.move, step.after.last_drawn)
        found.append(_event(view, step, slots, after))
        slots = after
    return found


def _event(view: View, step: LineStep, slots: str, slots_then: str) -> Data:
    then = view_of(step.after, view.seat, view.round, view.seals)
    own = step.seat == view.seat
    return {
        "seat": step.seat,
        "move": str(step.move),
        "slots": emptied_slots(slots, step.move),
        "drawn": step.after.last_drawn,
        "tokens": tokens_taken(step.before, step.after, step.move, step.seat),
        "bonus": bonus_taken(step.before, step.after, step.seat, owner=own),
        "view": _table_view(then.to_dict(), slots_then),
    }


def _table_view(view: Data, slots: str) -> Data:
    """A view with the two fields that a table adds; no event has led to a sampled position."""
    return {**view, "slots": slots, "seq": 0}
