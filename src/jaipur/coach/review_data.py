"""A review as plain data, ready for JSON: the format `jaipur-review/1`.

Shares of the ledger stay integers, so that they still add up exactly; `scales` says of what. All of
them are exact in a double. Probabilities of the search are rounded to five places.
"""

from __future__ import annotations

from math import isinf
from typing import Any, Final

from jaipur.coach.accuracy import Accuracy
from jaipur.coach.ledger import LedgerLine, RoundLedger, Share
from jaipur.coach.level_errors import Placement
from jaipur.coach.match_values import MATCH_ONE
from jaipur.coach.review import Review
from jaipur.coach.reviewed_move import ReviewedMove
from jaipur.coach.summary import PartSum, PlayerSummary
from jaipur.engine.evaluation import MoveEvaluation
from jaipur.engine.luck import RUPEE_ONE, SEAL_ONE

__all__ = ["REVIEW_FORMAT", "move_data", "review_data"]

REVIEW_FORMAT: Final = "jaipur-review/1"
_PLACES: Final = 5


def review_data(review: Review) -> dict[str, Any]:
    """A review as plain data."""
    return {
        "format": REVIEW_FORMAT,
        "players": list(review.players),
        "ruleset": review.ruleset,
        "seals": review.seals_to_win,
        "ended": "unfinished" if review.ended is None else review.ended.value,
        "winner": review.winner,
        "samples": review.budget.samples,
        "milliseconds": review.budget.milliseconds,
        "seed": review.budget.seed,
        "scales": {"seal": SEAL_ONE, "match": SEAL_ONE * MATCH_ONE, "rupees": RUPEE_ONE},
        "total": review.ledger.match,
        "rounds": [_round(round) for round in review.ledger.rounds],
        "moves": [move_data(move) for move in review.moves],
        "summaries": [_summary(review, summary) for summary in review.summaries],
        "more_accurate": review.more_accurate,
    }


def _round(round: RoundLedger) -> dict[str, Any]:
    return {
        "round": round.number,
        "first": round.first,
        "ended": round.ended.value,
        "stake": round.stake,
        "total": _share(round.total),
        "lines": [_line(line) for line in round.lines],
    }


def _line(line: LedgerLine) -> dict[str, Any]:
    return {
        "kind": line.kind.value,
        "ply": line.ply,
        "seat": line.seat,
        "share": _share(line.share),
        "error": _share(line.error),
    }


def _share(share: Share) -> dict[str, int]:
    return share._asdict()


def move_data(move: ReviewedMove) -> dict[str, Any]:
    """A reviewed move as plain data."""
    return {
        "round": move.round,
        "ply": move.ply,
        "seat": move.seat,
        "phase": move.phase.value,
        "legal": move.legal,
        "trivial": move.trivial,
        "played": _evaluation(move.judged.played),
        "best": _evaluation(move.judged.best),
        "lost": _rounded(move.lost),
        "difference": _rounded(move.difference),
        "error": _rounded(move.error),
        "grade": move.grade.value,
        "table": [_evaluation(row) for row in move.table],
        "reasons": [reason.to_dict() for reason in move.reasons],
    }


def _evaluation(found: MoveEvaluation) -> dict[str, Any]:
    return {
        "move": str(found.move),
        "win": _rounded(found.win),
        "error": _rounded(found.error),
        "samples": found.samples,
        "reply": None if found.reply is None else str(found.reply),
        "reply_share": _rounded(found.reply_share),
    }


def _summary(review: Review, summary: PlayerSummary) -> dict[str, Any]:
    return {
        "seat": summary.seat,
        "name": summary.name,
        "luck": _part(summary.luck),
        "parts": {part.value: _part(found) for part, found in summary.parts.items()},
        "moves_rupees": summary.moves_rupees,
        "accuracy": _accuracy(summary.accuracy),
        "phases": {phase.value: _accuracy(found) for phase, found in summary.phases.items()},
        "grades": {grade.value: count for grade, count in summary.grades.items()},
        "forced": summary.forced,
        "placement": _placement(summary.placement),
        "costliest": [
            {"round": move.round, "ply": move.ply} for move in review.costliest(summary.seat)
        ],
    }


def _part(part: PartSum) -> dict[str, Any]:
    return {"share": _share(part.share), "error": _share(part.error)}


def _accuracy(accuracy: Accuracy) -> dict[str, Any]:
    return {
        "decisions": accuracy.decisions,
        "mean": _rounded(accuracy.mean),
        "error": None if isinf(accuracy.error) else _rounded(accuracy.error),
    }


def _placement(placement: Placement | None) -> dict[str, Any] | None:
    if placement is None:
        return None
    return {
        "like": list(placement.like),
        "weaker": placement.weaker,
        "stronger": placement.stronger,
    }


def _rounded(value: float) -> float:
    return round(value, _PLACES)
