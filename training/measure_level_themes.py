"""Measure which mistakes each level makes: `python -m training.measure_level_themes`.

Each level plays rounds against itself, and they are reviewed as a person's match is. What a move
loses goes to the theme of its strongest reason (docs/reasons.md). The sums are written into
src/jaipur/coach/level_themes.json, with which the page of statistics compares a person's mistakes.
The file is written after each round of all levels, so that a measurement that is stopped early
counts. The last sums are printed as a table: what a decision loses by each theme, in percent of the
seal, and its share of all losses.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import jaipur.coach
from jaipur.coach.mistake_themes import MistakeTheme
from jaipur.coach.review import review
from jaipur.coach.review_data import review_data
from jaipur.coach.review_facts import ReviewFacts, ThemeLoss, review_facts
from jaipur.players.budget import Budget
from jaipur.players.levels import LEVELS, Level, LevelPlayer
from jaipur.players.play_match import play_match
from jaipur.rules.match import Match

FILE = Path(jaipur.coach.__file__).with_name("level_themes.json")
RULESETS = ("standard", "box")
PLACES = 4
Found = dict[str, dict[str, ReviewFacts]]


def reviewed_round(
    level: Level, ruleset: str, number: int, options: argparse.Namespace
) -> ReviewFacts:
    """What the review of a round says about a level that plays it against itself."""
    players = [LevelPlayer(level, seat, Budget(samples=options.samples)) for seat in (0, 1)]
    deal = Match.deal(f"{options.seed} {ruleset} {number}", ruleset=ruleset, seals=1)
    match = play_match(players, deal, round_limit=1)
    data = review_data(review(match, samples=options.samples, seed=options.seed))
    return review_facts(data, 0) + review_facts(data, 1)


def as_data(facts: ReviewFacts) -> dict[str, Any]:
    """The sums of one level as they are written: for each theme the mistakes and what they lost."""
    losses = {theme: facts.themes.get(theme, ThemeLoss()) for theme in MistakeTheme}
    return {
        "decisions": facts.decisions,
        "themes": {
            theme.value: [loss.count, round(loss.lost, PLACES)] for theme, loss in losses.items()
        },
    }


def write(found: Found, rounds: int, options: argparse.Namespace) -> None:
    """Write the file after so many rounds."""
    head = {"rounds": rounds, "samples": options.samples, "seed": options.seed}
    rulesets = {
        ruleset: {name: as_data(facts) for name, facts in levels.items()}
        for ruleset, levels in found.items()
    }
    text = json.dumps({**head, "rulesets": rulesets}, indent=2)
    options.out.write_text(text + "\n", encoding="utf-8")


def show(found: Found) -> None:
    """Print the sums as tables in Markdown."""
    heads = [theme.value.replace("_", " ") for theme in MistakeTheme]
    for ruleset, levels in found.items():
        print(f"{ruleset}\n\n| level | decisions | mistakes | " + " | ".join(heads) + " |")
        print("| --- " * (3 + len(heads)) + "|")
        for name, facts in levels.items():
            print("| " + " | ".join(row(name, facts)) + " |", flush=True)


def row(name: str, facts: ReviewFacts) -> list[str]:
    """The cells of one level."""
    total = sum(loss.lost for loss in facts.themes.values()) or 1.0
    found = [facts.themes.get(theme, ThemeLoss()).lost for theme in MistakeTheme]
    cells = [f"{part / facts.decisions:.2%} ({part / total:.0%})" for part in found]
    mistakes = sum(loss.count for loss in facts.themes.values())
    return [f"`{name}`", str(facts.decisions), str(mistakes), *cells]


def main() -> None:
    """Read the command line, measure, write and print."""
    parser = argparse.ArgumentParser(description="Measure which mistakes each level makes.")
    parser.add_argument("--rounds", type=int, default=16, help="rounds of each level")
    parser.add_argument("--samples", type=int, default=1000, help="for a move, played or reviewed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()
    found: Found = {
        ruleset: {level.name: ReviewFacts() for level in LEVELS} for ruleset in RULESETS
    }
    for number in range(options.rounds):
        for ruleset, levels in found.items():
            for level in LEVELS:
                levels[level.name] += reviewed_round(level, ruleset, number, options)
        write(found, number + 1, options)
        print(f"{number + 1} rounds", flush=True)
    show(found)


if __name__ == "__main__":
    main()
