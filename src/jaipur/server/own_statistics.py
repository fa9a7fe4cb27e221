"""The statistics of a user, out of the facts of their matches, beside the figures of the levels.

Every figure has its value, its 95 % interval and the number of cases that it comes from, so that
a page can say when there are too few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum, isinf, sqrt
from typing import Any, Final

from jaipur.coach.accuracy import Accuracy
from jaipur.coach.estimates import Average, Proportion
from jaipur.coach.level_errors import level_errors, place
from jaipur.coach.level_style import level_styles
from jaipur.coach.level_themes import level_themes
from jaipur.coach.mistake_themes import MistakeTheme
from jaipur.coach.play_style import PlayStyle, style_of
from jaipur.coach.review_facts import ReviewFacts, ThemeLoss
from jaipur.server.own_matches import OPPONENTS, OwnMatch

__all__ = ["statistics_of"]

Data = dict[str, Any]
_PLACES: Final = 4
_Z: Final = 1.959964
COURSE_LENGTH: Final = 200
"""How many reviewed matches are listed one by one, the latest."""

# What is counted of a style, in the order in which it is shown.
_FIGURES: Final[Mapping[str, Callable[[PlayStyle], Proportion | Average]]] = {
    "started": lambda style: style.started,
    "followed": lambda style: style.followed,
    "sale": lambda style: style.sale,
    "bonus_tokens": lambda style: style.bonus_tokens,
    "camel_token": lambda style: style.camel_tokens,
    "rupees": lambda style: style.rupees,
    "plies": lambda style: style.plies,
    "takes": lambda style: Proportion(style.moves.takes, style.moves.all),
    "camels": lambda style: Proportion(style.moves.camels, style.moves.all),
    "exchanges": lambda style: Proportion(style.moves.exchanges, style.moves.all),
    "sales": lambda style: Proportion(style.moves.sales, style.moves.all),
}


def statistics_of(matches: Sequence[OwnMatch], ruleset: str) -> Data:
    """The statistics of matches with one ruleset, the latest match first."""
    style = style_of(round for match in matches for round in match.facts.rounds)
    return {
        "ruleset": ruleset,
        "matches": len(matches),
        "rounds": style.rounds,
        "since": matches[-1].ended_at if matches else None,
        "won": _figure(_won(matches)),
        "results": _results(matches, ruleset),
        "figures": [_compared(name, style, ruleset) for name in _FIGURES],
        "reviewed": _reviewed(matches, ruleset),
    }


def _won(matches: Iterable[OwnMatch]) -> Proportion:
    return Proportion.over(match.result == "won" for match in matches if match.result)


def _results(matches: Sequence[OwnMatch], ruleset: str) -> list[Data]:
    """Matches won against each opponent, and what the levels win against it."""
    levels = level_styles(ruleset)
    found = []
    for opponent in OPPONENTS:
        won = _won(match for match in matches if match.opponent == opponent)
        if won.of:
            others = {
                name: _figure(level.against[opponent])
                for name, level in levels.items()
                if opponent in level.against
            }
            found.append({"opponent": opponent, "you": _figure(won), "levels": others})
    return found


def _compared(name: str, style: PlayStyle, ruleset: str) -> Data:
    read = _FIGURES[name]
    levels = {level: _figure(read(own.style)) for level, own in level_styles(ruleset).items()}
    return {"name": name, "you": _figure(read(style)), "levels": levels}


def _reviewed(matches: Sequence[OwnMatch], ruleset: str) -> Data:
    """What the reviewed matches say: error per decision, luck, and themes of mistakes."""
    course = [(match, match.review) for match in matches if match.review is not None]
    total = sum((review for _, review in course), ReviewFacts())
    losses = sorted(total.themes.items(), key=lambda item: -item[1].lost)
    return {
        "matches": total.matches,
        "unreviewed": [match.game for match in matches if match.review is None][:COURSE_LENGTH],
        "error": {
            "name": "error",
            "you": _accuracy(total.accuracy),
            "levels": {name: _accuracy(own) for name, own in level_errors(ruleset).items()},
        },
        "like": _like(total.accuracy, ruleset),
        "luck": _luck([review for _, review in course]),
        "themes": [_theme(theme, loss, total.decisions, ruleset) for theme, loss in losses],
        "course": [_point(match, review) for match, review in course[:COURSE_LENGTH]],
    }


def _theme(theme: MistakeTheme, loss: ThemeLoss, decisions: int, ruleset: str) -> Data:
    """The mistakes of one theme, and what a decision loses by them, beside the levels."""
    levels = {
        name: _with_interval(level.lost_by_decision(theme), None, level.decisions)
        for name, level in level_themes(ruleset).items()
    }
    return {
        "theme": theme.value,
        "count": loss.count,
        "lost": round(loss.lost, _PLACES),
        "you": _with_interval(loss.lost / decisions, None, decisions),
        "levels": levels,
    }


def _like(accuracy: Accuracy, ruleset: str) -> Data | None:
    """The levels that play with such an error."""
    found = place(accuracy, ruleset)
    if found is None:
        return None
    return {"like": list(found.like), "weaker": found.weaker, "stronger": found.stronger}


def _luck(reviews: Sequence[ReviewFacts]) -> Data | None:
    """The luck of all matches together, in matches; `typical` is what chance alone would give."""
    if not reviews:
        return None
    return {
        "total": round(fsum(review.luck for review in reviews), _PLACES),
        "error": round(sqrt(fsum(review.luck_variance for review in reviews)), _PLACES),
        "typical": round(sqrt(fsum(review.luck**2 for review in reviews)), _PLACES),
    }


def _point(match: OwnMatch, review: ReviewFacts) -> Data:
    return {
        "game": match.game,
        "ended_at": match.ended_at,
        "decisions": review.decisions,
        "error": _accuracy(review.accuracy),
        "luck": round(review.luck, _PLACES),
    }


def _figure(found: Proportion | Average) -> Data | None:
    """A value with its interval; None without a case."""
    value = found.share if isinstance(found, Proportion) else found.mean
    if value is None:
        return None
    cases = found.of if isinstance(found, Proportion) else found.count
    return _with_interval(value, found.interval, cases)


def _accuracy(accuracy: Accuracy) -> Data | None:
    if not accuracy.decisions:
        return None
    mean, half = accuracy.mean, _Z * accuracy.error
    interval = None if isinf(half) else (mean - half, mean + half)
    return _with_interval(mean, interval, accuracy.decisions)


def _with_interval(value: float, interval: tuple[float, float] | None, cases: int) -> Data:
    low, high = interval or (None, None)
    return {
        "value": round(value, _PLACES),
        "low": None if low is None else round(low, _PLACES),
        "high": None if high is None else round(high, _PLACES),
        "of": cases,
    }
