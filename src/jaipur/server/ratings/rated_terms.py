"""Which games can be rated, and by whom they can be played."""

from __future__ import annotations

from jaipur.players.levels import find_level
from jaipur.players.rating_book import STARTER_ADVANTAGE
from jaipur.server.game_terms import GameTerms
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.sessions import User
from jaipur.server.settings import Settings

__all__ = ["check_rated_player", "check_rated_terms", "require_accounts"]


def require_accounts(settings: Settings) -> None:
    """Problem on a server without accounts."""
    if settings.registration == "off":
        raise Problem.of(ProblemCode.NO_ACCOUNTS)


def check_rated_terms(terms: GameTerms) -> None:
    """Problem if a game with these terms cannot be rated; `why` names the first obstacle."""
    why = _obstacle(terms)
    if terms.rated and why is not None:
        raise Problem.of(ProblemCode.CANNOT_BE_RATED, why=why)


def _obstacle(terms: GameTerms) -> str | None:
    obstacles = {
        "against": terms.against not in ("level", "friend"),
        "begin": terms.begin is not None or terms.source is not None,
        "ruleset": terms.ruleset not in STARTER_ADVANTAGE,
        "level": terms.against == "level" and not _is_measured(terms),
        "hints": terms.hints,
        "take_backs": terms.take_backs,
        "time": not terms.is_timed,
    }
    return next((name for name, found in obstacles.items() if found), None)


def _is_measured(terms: GameTerms) -> bool:
    """Whether the level has a measured rating that stays: those between the levels have none."""
    level = None if terms.level is None or terms.adapts else find_level(terms.level)
    return level is not None and level.rating(terms.ruleset) is not None


def check_rated_player(terms: GameTerms, user: User | None, *, is_program: bool) -> None:
    """Problem if this user may not open, join or play a rated game; others are for everybody."""
    if not terms.rated:
        return
    if is_program:
        raise Problem.of(ProblemCode.NOT_FOR_PROGRAMS)
    if user is None or not user.is_account:
        raise Problem.of(ProblemCode.ACCOUNT_NEEDED)
