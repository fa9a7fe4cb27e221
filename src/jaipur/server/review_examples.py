"""Examples of reviews in the OpenAPI document."""

from __future__ import annotations

from typing import Any

from msgspec import Raw

__all__ = ["review_examples"]

Data = dict[str, Any]


def review_examples(view: Raw | None) -> dict[str, Data]:
    """An example for each model of a review; `view` is any view of a table."""
    line = {"seat": 0, "move": "+D", "slots": [3], "drawn": "L", "tokens": [], "bonus": None}
    lines = [{**line, "view": view or {}}]
    move = _a_move()
    tried = {**move, "found": False, "line": lines}
    mistake = {"game": "WD1QCTwhXJrHJgJDldei_g", "round": 1, "ply": 0, "seat": 0}
    mistake |= {"grade": "mistake", "lost": 0.06, "ended_at": 1_767_225_600_000, "right": 0}
    mistake |= {"opponent": {"name": None, "level": "porter"}, "due_at": 0}
    return {
        "Review": {
            "format": "jaipur-review/1",
            "players": ["Anna", "porter"],
            "ruleset": "standard",
            "seals": 2,
            "ended": "seals",
            "winner": 0,
            "rounds": [],
            "moves": [move],
            "summaries": [],
            "more_accurate": None,
        },
        "TriedMove": tried,
        "OwnMistakes": {"due": 1, "total": 3, "next_due_at": None, "mistakes": [mistake]},
        "AnsweredMistake": {"tried": tried, "counted": True, "right": 0, "due_at": 0},
        "SampledLines": {"view": view or {}, "played": lines, "best": lines},
    }


def _a_move() -> Data:
    best = {"move": "+D", "win": 0.61, "error": 0.004, "samples": 1000, "reply": "+K"}
    reason = {"code": "precious_left", "good": "D", "numbers": {"count": 1, "given": 0, "known": 0}}
    return {
        "round": 1,
        "ply": 0,
        "seat": 0,
        "phase": "opening",
        "legal": 8,
        "trivial": False,
        "played": {**best, "move": "+K", "win": 0.55, "reply": "+D", "reply_share": 0.8},
        "best": {**best, "reply_share": 0.6},
        "lost": 0.06,
        "difference": 0.06,
        "error": 0.006,
        "grade": "mistake",
        "table": [],
        "reasons": [{**reason, "played": 0.8, "best": 0.0, "error": 0.02, "explains": 0.05}],
    }
