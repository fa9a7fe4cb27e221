"""What the other hand is worth to a search: `python -m training.measure_hidden_hand`.

In positions of a player against itself a search chooses three times: with every deal equally
likely, with the other hand as its moves make it likely (`engine.likely_hands`), and told what it
is. Where a choice differs from the first, both are judged in new samples with the real hand. What
the third gains is the most that reading a hand can gain.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev

from jaipur.engine.likely_hands import likely_hands
from jaipur.engine.search import Search, run_phases
from jaipur.rules.cards import Cards
from jaipur.rules.moves import Move
from jaipur.rules.round import Round
from jaipur.rules.view import View
from training.measure_early_stop import DECISIONS_A_ROUND
from training.measure_hand_reading import hidden_goods, positions

_EVERY = 5  # one decision in five is asked about


@dataclass
class Gains:
    """What a kind of knowledge gained at each decision."""

    changed: int = 0
    each: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        """Its line of the table."""
        error = stdev(self.each) / sqrt(len(self.each))
        gain, whole = fmean(self.each), DECISIONS_A_ROUND
        return (
            f"| {name} | {len(self.each)} | {self.changed / len(self.each):.0%} | "
            f"{whole * gain:+.2%} ± {whole * error:.2%} |"
        )


def choice(view: View, hands: Mapping[Cards, int] | None, samples: int, seed: int) -> Move:
    """The move of a search that draws the other hand so."""
    search = Search(view, seed=seed, finish=True, hands=hands)
    if search.candidates > 1:
        run_phases(search, 0.0, None, samples)
    return search.evaluations()[0].move


def gain(view: View, moves: tuple[Move, Move], hand: Cards, samples: int, seed: int) -> float:
    """By how much the first move wins more often than the second, with the real hand."""
    judge = Search(view, moves=moves, depth=24, seed=seed, hands={hand: 1})
    judge.run(samples // 6, learn=True)
    judge.adapt()
    judge.run(samples - samples // 6)
    wins = {it.move: it.win for it in judge.evaluations()}
    return wins[moves[0]] - wins[moves[1]]


def measure(options: argparse.Namespace) -> dict[str, Gains]:
    """The gains of a hand that was read and of one that was told."""
    found = {"read": Gains(), "told": Gains()}
    for seed, table in enumerate(_tables(options)):
        assert table.turn is not None
        view, real = table.view(table.turn), hidden_goods(table)
        plain = choice(view, None, options.samples, seed)
        known = {"read": likely_hands(view), "told": {real: 1} if len(real) else None}
        for name, hands in known.items():
            move = plain if hands is None else choice(view, hands, options.samples, seed)
            found[name].changed += move != plain
            better = 0.0
            if move != plain:
                better = gain(view, (move, plain), real, options.judge, ~seed)
            found[name].each.append(better)
    return found


def _tables(options: argparse.Namespace) -> Iterator[Round]:
    number, left = options.seed * 1_000_000, options.positions
    while left > 0:
        tables = positions("jeweller", number, options.player_samples, options.ruleset)
        for table in list(tables)[number % _EVERY :: _EVERY][:left]:
            left -= 1
            yield table
        number += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1500)
    parser.add_argument("--samples", type=int, default=3000)
    parser.add_argument("--judge", type=int, default=1800, help="samples of the judge")
    parser.add_argument("--player-samples", type=int, default=200, help="where positions are from")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--seed", type=int, default=1)
    print("| the other hand is | positions | another move | gain a round |")
    print("| --- | --- | --- | --- |")
    for name, gains in measure(parser.parse_args()).items():
        print(gains.row(name))


if __name__ == "__main__":
    main()
