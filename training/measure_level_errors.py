"""Measure what each level loses by a decision: `python -m training.measure_level_errors`.

Each level plays rounds against itself, and its moves are judged as those of a person are in a
review. The result is written into src/jaipur/coach/level_errors.json, from which reviews say which
level a player plays like. Run it again when the levels, the network or the search change. The file
is written after each round of all levels, so that a measurement that is stopped early counts.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import jaipur.coach
from jaipur.coach.accuracy import Accuracy, accuracy_of
from jaipur.coach.reviewed_move import ReviewedMove, judge_move
from jaipur.coach.sample_budget import SampleBudget
from jaipur.players.budget import Budget
from jaipur.players.levels import LEVELS, Level, LevelPlayer
from jaipur.players.play_match import play_match
from jaipur.rules.match import Match

FILE = Path(jaipur.coach.__file__).with_name("level_errors.json")
RULESETS = ("standard", "box")
SAMPLES = 1000
# So long a level that searches thinks, as where its rating was measured (docs/strength.md).
PLAYER_SAMPLES = 1000


def judged_round(
    level: Level, ruleset: str, number: int, options: argparse.Namespace
) -> list[ReviewedMove]:
    """The moves of a round that a level plays against itself."""
    players = [LevelPlayer(level, seat, Budget(samples=options.player_samples)) for seat in (0, 1)]
    deal = Match.deal(f"{options.seed} {ruleset} {number}", ruleset=ruleset, seals=1)
    match = play_match(players, deal, round_limit=1)
    budget = SampleBudget(milliseconds=None, samples=options.samples, seed=options.seed)
    return [judge_move(view, move, budget) for view, move in match.decisions()]


def as_data(accuracy: Accuracy) -> dict[str, Any]:
    """An accuracy as it is written."""
    return {
        "decisions": accuracy.decisions,
        "mean": round(accuracy.mean, 5),
        "error": round(accuracy.error, 5),
    }


def write(found: dict[tuple[str, str], Accuracy], rounds: int, options: argparse.Namespace) -> None:
    """Write the file after so many rounds, and print what is in it."""
    settings = {"rounds": rounds, "samples": options.samples, "seed": options.seed}
    settings["player_samples"] = options.player_samples
    rulesets = {
        ruleset: {level.name: as_data(found[ruleset, level.name]) for level in LEVELS}
        for ruleset in RULESETS
    }
    text = json.dumps({**settings, "rulesets": rulesets}, indent=2)
    options.out.write_text(text + "\n", encoding="utf-8")
    print(f"{rounds} rounds")
    for (ruleset, name), accuracy in found.items():
        print(
            f"{ruleset:8} {name:8} {accuracy.mean:6.2%} ± {accuracy.error:.2%}"
            f" of {accuracy.decisions:,} decisions",
            flush=True,
        )


def main() -> None:
    """Read the command line, measure, print and write."""
    parser = argparse.ArgumentParser(description="Measure what each level loses by a decision.")
    parser.add_argument("--rounds", type=int, default=8, help="rounds of each level")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="for a judged move")
    parser.add_argument("--player-samples", type=int, default=PLAYER_SAMPLES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()
    moves: dict[tuple[str, str], list[ReviewedMove]] = {
        (ruleset, level.name): [] for ruleset in RULESETS for level in LEVELS
    }
    for number in range(options.rounds):
        for ruleset in RULESETS:
            for level in LEVELS:
                moves[ruleset, level.name] += judged_round(level, ruleset, number, options)
        found = {key: accuracy_of(judged) for key, judged in moves.items()}
        write(found, number + 1, options)


if __name__ == "__main__":
    main()
