"""Measure what stopping early saves and costs: `python -m training.measure_early_stop`.

Positions come from rounds of the fourth level. In each the search goes on to the end of its budget,
and for each rule it is noted when it would have stopped, and with which move. Where that is not the
move of the whole budget, new samples say what it loses. The result is a table in Markdown.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, quantiles, stdev

from jaipur.engine.early_stop import CHECK_EVERY, is_established
from jaipur.engine.search import compare
from jaipur.engine.view_search import Search
from jaipur.players import make_player
from jaipur.rules.match import Match
from jaipur.rules.moves import Move
from jaipur.rules.view import View

DECISIONS_A_ROUND = 21
"""About so many decisions a seat has in a round between strong players."""


@dataclass
class Rule:
    """How many errors, and what is trivial; and what came of it, position by position."""

    errors: float
    trivial: float
    used: list[float] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)

    def stops(self, done: int, gaps: list[tuple[float, float]]) -> bool:
        """Whether a search with these gaps would end."""
        established = is_established(gaps, errors=self.errors, trivial=self.trivial)
        return done >= CHECK_EVERY and established

    def row(self) -> str:
        """Its line of the table."""
        loss, error = fmean(self.losses), stdev(self.losses) / sqrt(len(self.losses))
        fifths = " ".join(f"{part:.0%}" for part in quantiles(self.used, n=5))
        changed = sum(loss != 0 for loss in self.losses) / len(self.losses)
        whole = DECISIONS_A_ROUND
        return (
            f"| {self.errors:g} | {self.trivial:.1%} | {fmean(self.used):.0%} | {fifths} | "
            f"{changed:.1%} | {loss:.3%} ± {error:.3%} | {whole * loss:.2%} ± {whole * error:.2%} |"
        )


def positions(count: int, seed: int, ruleset: str, every: int = 5) -> Iterator[View]:
    """Views to decide on, from rounds of the fourth level: one decision in five."""
    number = 0
    while count > 0:
        match = Match.deal(f"{seed} {number}", ruleset=ruleset, seals=1)
        players = [make_player("caravan", 2 * number + seat) for seat in (0, 1)]
        number += 1
        while (turn := match.round.turn) is not None:
            view = match.round.view(turn)
            if match.round.ply % every == number % every and len(view.moves) > 1 and count > 0:
                count -= 1
                yield view
            match = match.play(players[turn].choose(view))


def think_on(view: View, samples: int, seed: int, rules: list[Rule]) -> tuple[Move, list[Move]]:
    """The choice of the whole budget, and that of each rule; how much each used is noted."""
    search = Search(view, seed=seed, finish=True, track_gaps=True)
    chosen: list[Move | None] = [None] * len(rules)
    used, phase_of = 0, [search.candidates]
    while phase_of[-1] > 2:
        phase_of.append((phase_of[-1] + 1) // 2)
    stops = [1.0] * len(rules)
    total = sum(max(1, samples // (len(phase_of) * count)) * count for count in phase_of)
    for phase, candidates in enumerate(phase_of):
        left = max(1, samples // (len(phase_of) * candidates))
        while left > 0:
            part = min(left, CHECK_EVERY)
            search.run(part, learn=phase < len(phase_of) - 1)
            left, used = left - part, used + part * candidates
            gaps = search.gaps()
            for place, rule in enumerate(rules):
                if chosen[place] is None and rule.stops(search.done, gaps):
                    chosen[place] = search.evaluations()[0].move
                    stops[place] = used / total
        if phase < len(phase_of) - 1:
            search.halve()
            search.adapt()
    best = search.evaluations()[0].move
    for rule, stop in zip(rules, stops, strict=True):
        rule.used.append(stop)
    return best, [move or best for move in chosen]


def measure(options: argparse.Namespace) -> list[Rule]:
    """Every rule, on all positions."""
    rules = [Rule(errors, trivial) for errors in options.errors for trivial in options.trivial]
    views = positions(options.positions, options.seed, options.ruleset)
    for number, view in enumerate(views):
        best, chosen = think_on(view, options.samples, options.seed + number, rules)
        others = sorted({move for move in chosen if move != best}, key=str)
        values = {best: 0.0}
        if others:
            judged = compare(view, [best, *others], samples=options.judge, seed=~number)
            values = {one.move: one.win for one in judged}
        for rule, move in zip(rules, chosen, strict=True):
            rule.losses.append(values[best] - values[move])
    return rules


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure what stopping early saves and costs.")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--samples", type=int, default=1000, help="the whole budget")
    parser.add_argument("--judge", type=int, default=4000, help="samples that judge a difference")
    parser.add_argument("--errors", type=float, nargs="+", default=[3.0, 4.0, 5.0])
    parser.add_argument("--trivial", type=float, nargs="+", default=[0.001, 0.003])
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(
        "| errors | trivial | samples used | by fifths | other move | loss a decision | a round |"
    )
    print("| --- " * 7 + "|")
    for rule in measure(options):
        print(rule.row())


if __name__ == "__main__":
    main()
