"""Measure which mistakes each level makes: `python -m training.measure_level_themes`.

Each level plays rounds against itself, and they are reviewed as a person's match is. What a move
loses goes to the theme of its strongest reason (docs/reasons.md). The result is a table in
Markdown: what a decision loses by each theme, in percent of the seal, and the share of all losses.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator

from jaipur.coach.mistake_themes import MistakeTheme, theme_of
from jaipur.coach.review import review
from jaipur.coach.reviewed_move import ReviewedMove
from jaipur.players.budget import Budget
from jaipur.players.levels import LEVELS, Level, LevelPlayer
from jaipur.players.play_match import play_match
from jaipur.rules.match import Match


def losses(moves: Iterable[ReviewedMove]) -> tuple[int, dict[MistakeTheme, float]]:
    """How many decisions there were, and what they lost by theme."""
    decisions, lost = 0, defaultdict[MistakeTheme, float](float)
    for move in moves:
        if not move.trivial:
            decisions += 1
            if move.lost > 2 * move.error:
                lost[theme_of(reason.code for reason in move.reasons)] += move.lost
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
    themes = list(MistakeTheme)
    heads = [theme.value.replace("_", " ") for theme in themes]
    print("| level | decisions | error | " + " | ".join(heads) + " |")
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
