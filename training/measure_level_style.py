"""Measure how each level plays: `python -m training.measure_level_style`.

Every level plays matches against every level, itself included, and each deal is played twice with
the seats changed. The sums are written into src/jaipur/coach/level_style.json, with which the page
of statistics compares a person's figures. Run it again when the levels or the network change. The
file is written after each deal of all pairings, so that a measurement that is stopped early counts.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import jaipur.coach
from jaipur.coach.estimates import Proportion
from jaipur.coach.match_facts import MatchFacts, match_facts
from jaipur.coach.play_style import PlayStyle, style_of
from jaipur.players.budget import Budget
from jaipur.players.levels import LEVELS, Level, LevelPlayer
from jaipur.players.play_match import play_match
from jaipur.rules.match import Match

FILE = Path(jaipur.coach.__file__).with_name("level_style.json")
RULESETS = ("standard", "box")
Found = dict[str, "Sums"]


class Sums:
    """What was counted for one level."""

    def __init__(self) -> None:
        self.style = PlayStyle()
        self.against: dict[str, Proportion] = defaultdict(Proportion)

    def add(self, facts: MatchFacts, other: Level) -> None:
        """Count one more match against a level."""
        self.style += style_of(facts.rounds)
        if facts.won is not None:
            self.against[other.name] += Proportion(int(facts.won), 1)

    def to_data(self) -> dict[str, Any]:
        """The sums as they are written."""
        against = {level.name: self.against[level.name] for level in LEVELS}
        return {
            "style": self.style.to_data(),
            "against": {name: [won.count, won.of] for name, won in against.items()},
        }


def matches(
    ruleset: str, number: int, options: argparse.Namespace
) -> Iterator[tuple[Match, tuple[Level, Level]]]:
    """One deal of every pairing, twice with the seats changed; a level against itself once."""
    budget = Budget(samples=options.player_samples)
    for one, other in combinations_with_replacement(LEVELS, 2):
        for pair in ((one, other), (other, one))[: 1 if one is other else 2]:
            seed = f"{options.seed} {ruleset} {number} {one.name} {other.name}"
            players = [LevelPlayer(level, seat, budget) for seat, level in enumerate(pair)]
            yield play_match(players, Match.deal(seed, ruleset=ruleset)), pair


def count(found: Found, ruleset: str, number: int, options: argparse.Namespace) -> None:
    """Play one deal of every pairing, and count it for both seats."""
    for match, pair in matches(ruleset, number, options):
        for seat in (0, 1):
            found[pair[seat].name].add(match_facts(match, seat), pair[1 - seat])


def write(found: dict[str, Found], deals: int, options: argparse.Namespace) -> None:
    """Write the file after so many deals."""
    head = {"deals": deals, "seed": options.seed, "player_samples": options.player_samples}
    lines = [f'{json.dumps(head)[:-1]}, "rulesets": {{']
    for ruleset, levels in found.items():
        lines.append(f"{json.dumps(ruleset)}: {{")
        lines += [f"{line(name, sums)}," for name, sums in levels.items()]
        lines[-1] = f"{lines[-1][:-1]}}},"
    lines[-1] = f"{lines[-1][:-1]}}}}}"
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


def line(name: str, sums: Sums) -> str:
    """A level as one line of the file."""
    return f" {json.dumps(name)}: {json.dumps(sums.to_data())}"


def show(found: dict[str, Found]) -> None:
    """Print the figures as a table."""
    print("ruleset  level    rounds  sale  bonus  camels  plies  rupees  start  follow")
    for ruleset, levels in found.items():
        for name, sums in levels.items():
            style = sums.style
            shares = (style.camel_tokens.share, style.started.share, style.followed.share)
            camels, started, followed = (100 * (share or 0.0) for share in shares)
            print(
                f"{ruleset:8} {name:8} {style.rounds:6,}  {style.sale.mean or 0:4.2f}"
                f"  {style.bonus_tokens.mean or 0:5.2f}  {camels:4.0f} %"
                f"  {style.plies.mean or 0:5.1f}  {style.rupees.mean or 0:6.1f}"
                f"  {started:3.0f} %  {followed:4.0f} %",
                flush=True,
            )


def main() -> None:
    """Read the command line, measure, print and write."""
    parser = argparse.ArgumentParser(description="Measure how each level plays.")
    parser.add_argument("--deals", type=int, default=30, help="deals of each pairing")
    parser.add_argument("--player-samples", type=int, default=200, help="of a level that searches")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()
    found = {ruleset: {level.name: Sums() for level in LEVELS} for ruleset in RULESETS}
    for number in range(options.deals):
        for ruleset in RULESETS:
            count(found[ruleset], ruleset, number, options)
        write(found, number + 1, options)
    show(found)


if __name__ == "__main__":
    main()
