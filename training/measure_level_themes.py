"""Measure which mistakes each level makes: `python -m training.measure_level_themes`.

Each level plays rounds against itself, and they are reviewed as a person's match is. What a move
loses goes to the theme of its strongest reason (docs/reasons.md). The result is a table in
Markdown: what a decision loses by each theme, in percent of the seal, and the share of all losses.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from jaipur.coach.reason import ReasonCode
from jaipur.coach.review import review
from jaipur.coach.reviewed_move import ReviewedMove
from jaipur.players.budget import Budget
from jaipur.players.levels import LEVELS, Level, LevelPlayer
from jaipur.players.play_match import play_match
from jaipur.rules.match import Match

THEMES: Final[dict[str, tuple[ReasonCode, ...]]] = {
    "sold too early or too few": (
        ReasonCode.SOLD_TOO_EARLY,
        ReasonCode.SOLD_TOO_FEW,
        ReasonCode.LARGER_SALE,
    ),
    "sold too late": (
        ReasonCode.SOLD_TOO_LATE,
        ReasonCode.TOP_TOKENS,
        ReasonCode.KNOWN_CARDS,
    ),
    "goods left or given to the other": (
        ReasonCode.PRECIOUS_LEFT,
        ReasonCode.GOODS_LEFT,
        ReasonCode.GAVE_AWAY,
        ReasonCode.FED_OTHER,
        ReasonCode.RICH_MARKET,
    ),
    "exchange or take": (ReasonCode.EXCHANGE_BETTER, ReasonCode.TAKE_BETTER, ReasonCode.HAND_FULL),
    "camels": (
        ReasonCode.CAMELS_LEFT,
        ReasonCode.CAMEL_TOKEN,
        ReasonCode.CAMELS_SPENT,
        ReasonCode.CAMELS_NEEDED,
        ReasonCode.OTHER_FULL,
        ReasonCode.CAMEL_MARKET,
        ReasonCode.CAMELS_OPENED,
    ),
    "the end of the round": (
        ReasonCode.THIRD_KIND,
        ReasonCode.DECK_CLOCK,
        ReasonCode.UNSOLD_CARDS,
    ),
}
NO_REASON: Final = "no reason found"
_THEME_OF: Final = {code: theme for theme, codes in THEMES.items() for code in codes}


def theme_of(move: ReviewedMove) -> str:
    """The theme of the strongest reason why a move lost."""
    return _THEME_OF[move.reasons[0].code] if move.reasons else NO_REASON


def losses(moves: Iterable[ReviewedMove]) -> tuple[int, dict[str, float]]:
    """How many decisions there were, and what they lost by theme."""
    decisions, lost = 0, defaultdict[str, float](float)
    for move in moves:
        if not move.trivial:
            decisions += 1
            if move.lost > 2 * move.error:
                lost[theme_of(move)] += move.lost
    return decisions, lost


def reviewed(level: Level, options: argparse.Namespace) -> Iterator[ReviewedMove]:
    """The moves of a level that plays against itself."""
    players = [LevelPlayer(level, seat, Budget(samples=options.samples)) for seat in (0, 1)]
    for number in range(options.rounds):
        deal = Match.deal(f"{options.seed} {number}", ruleset=options.ruleset, seals=1)
        match = play_match(players, deal, round_limit=1)
        yield from review(match, samples=options.samples, seed=options.seed).moves


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure which mistakes each level makes.")
    parser.add_argument("--rounds", type=int, default=8, help="rounds of each level")
    parser.add_argument("--samples", type=int, default=1000, help="for a move, played or reviewed")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    themes = [*THEMES, NO_REASON]
    print("| level | decisions | error | " + " | ".join(themes) + " |")
    print("| --- " * (3 + len(themes)) + "|")
    for level in LEVELS:
        decisions, lost = losses(reviewed(level, options))
        total = sum(lost.values()) or 1.0
        found = [lost.get(theme, 0.0) for theme in themes]
        cells = [f"{part / decisions:.2%} ({part / total:.0%})" for part in found]
        row = [f"`{level.name}`", str(decisions), f"{total / decisions:.1%}", *cells]
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
