"""How well the other hand is read from moves: `python -m training.measure_hand_reading`.

Each player meets itself, and at each decision the goods that the other hand hides are asked for
twice: by how often they are dealt, and by the moves of that seat too (`engine.likely_hands`). The
result is a table in Markdown: what probability the real ones had, as a mean over all decisions and
in the second half of the round, and by how much its logarithm rose. A negative rise says that the
moves of this player mislead.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import log, sqrt
from statistics import fmean, stdev

from jaipur.engine.likely_hands import likely_hands
from jaipur.engine.move_model import MoveModel
from jaipur.players import Budget, make_player
from jaipur.rules.cards import Cards
from jaipur.rules.match import Match
from jaipur.rules.round import Round

PLAYERS = ("jeweller", "one-ply", "caravan", "spicer", "porter", "kite")
YARDSTICKS = ("club", "casual", "beginner", "child", "greedy", "random")
_DEALT_ONLY = MoveModel(trust=0)
_LATE_PLY = 20


@dataclass
class Reading:
    """The probability that the real goods had, without and with the moves."""

    dealt: list[float] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    late: list[tuple[float, float]] = field(default_factory=list)
    rises: list[float] = field(default_factory=list)
    """Of each round, the mean rise of the logarithm."""

    def add_round(self, positions: Iterable[Round], model: MoveModel) -> None:
        """Ask at each decision of a round."""
        rises = []
        for table in positions:
            assert table.turn is not None
            view, real = table.view(table.turn), hidden_goods(table)
            dealt, read = likely_hands(view, _DEALT_ONLY), likely_hands(view, model)
            if dealt is None or read is None:
                continue
            self.dealt.append(_share(dealt, real))
            self.read.append(_share(read, real))
            if table.ply >= _LATE_PLY:
                self.late.append((self.dealt[-1], self.read[-1]))
            rises.append(log(self.read[-1] / self.dealt[-1]))
        if rises:
            self.rises.append(fmean(rises))

    def row(self, name: str) -> str:
        """Its line of the table."""
        late = [fmean(part) for part in zip(*self.late, strict=True)]
        error = stdev(self.rises) / sqrt(len(self.rises))
        return (
            f"| `{name}` | {len(self.read)} | {fmean(self.dealt):.0%} | {fmean(self.read):.0%} | "
            f"{late[0]:.0%} | {late[1]:.0%} | {fmean(self.rises):+.2f} ± {error:.2f} |"
        )


def hidden_goods(table: Round) -> Cards:
    """What the hand of the seat that waits holds and has not shown."""
    assert table.turn is not None
    view, other = table.view(table.turn), table.view(1 - table.turn)
    assert view.opponent is not None
    assert other.you is not None
    return other.you.hand - view.opponent.known


def _share(weights: Mapping[Cards, int], hand: Cards) -> float:
    """A hand's share of all the weight; half of the smallest weight where it was rounded to 0."""
    return max(weights[hand], 0.5) / sum(weights.values())


def positions(name: str, number: int, samples: int, ruleset: str) -> Iterable[Round]:
    """The positions of a round that a player plays against itself."""
    match = Match.deal(f"hand reading {number}", ruleset=ruleset, seals=1)
    players = [make_player(name, 2 * number + seat, Budget(samples=samples)) for seat in (0, 1)]
    while (turn := match.round.turn) is not None:
        yield match.round
        match = match.play(players[turn].choose(match.round.view(turn)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", nargs="+", default=[*PLAYERS, *YARDSTICKS])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--samples", type=int, default=500, help="for players that search")
    parser.add_argument("--ruleset", default="standard")
    model = MoveModel()
    parser.add_argument("--softness", type=float, default=model.softness)
    parser.add_argument("--mistakes", type=float, default=model.mistakes)
    parser.add_argument("--trust", type=float, default=model.trust)
    options = parser.parse_args()
    model = MoveModel(options.softness, options.mistakes, options.trust)
    print("| player | decisions | by the deal | by moves | late: by the deal | by moves | rise |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in options.players:
        reading = Reading()
        for number in range(options.rounds):
            reading.add_round(positions(name, number, options.samples, options.ruleset), model)
        print(reading.row(name), flush=True)


if __name__ == "__main__":
    main()
