"""Measure what luck taken out saves: `python -m training.measure_adjustment --repetitions 20`.

Lets the network's choice play against the same choice with a little noise, until the sequential
test is decided both on plain pairs and on adjusted ones, again and again on other deals. Prints how
many rounds each test took, and the variance of plain pairs over that of adjusted ones; at the end
the median of the shares of rounds, and how often both tests agree.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from statistics import median

from jaipur.arena import Sprt, SprtVerdict
from jaipur.arena.adjustment import Adjustment
from jaipur.arena.game_luck import GameLuck, game_luck
from jaipur.engine.handicap import choose_with_handicap
from jaipur.engine.traits import Handicap
from jaipur.players.levels import seed_for
from jaipur.rules.match import Match
from jaipur.rules.moves import Move
from jaipur.rules.view import View


@dataclass(frozen=True, slots=True)
class NoisyPlayer:
    """The move that the network values highest, with some noise in its values."""

    noise: float
    seed: int

    def choose(self, view: View) -> Move:
        """The network's choice, with noise."""
        handicap = Handicap(noise=self.noise)
        return choose_with_handicap(view, handicap, seed=seed_for(self.seed, view))


def play_pair(noises: tuple[float, float], deal: str) -> tuple[int, GameLuck]:
    """Half points and mean luck of the first player in two rounds of a deal."""
    points, luck = 0, GameLuck()
    for number in (0, 1):
        players = [NoisyPlayer(noise, 2 * number + side) for side, noise in enumerate(noises)]
        match = Match.deal(seed=deal, seals=1)
        while (turn := match.turn) is not None:
            match = match.play(players[turn ^ number].choose(match.view(turn)))
        points += 1 if match.winner is None else 2 * (match.winner == number)
        luck = luck.plus(game_luck(match, number), 0.5)
    return points, luck


def decide(
    test: Sprt, noises: tuple[float, float], seed: str, pairs: int
) -> tuple[Adjustment, tuple[SprtVerdict | None, int], tuple[SprtVerdict | None, int]]:
    """The pairs played, and the verdict of both tests with how many pairs they took."""
    found, counts, plain = Adjustment(), [0] * 5, None
    for number in range(1, pairs + 1):
        points, luck = play_pair(noises, f"{seed} {number}")
        found.add(points / 4, luck)
        counts[points] += 1
        if plain is None and test.verdict(counts) is not None:
            plain = test.verdict(counts), number
        if plain is not None and test.first_adjusted_verdict(found.scores) is not None:
            break
    adjusted = test.first_adjusted_verdict(found.scores)
    return found, plain or (None, len(found.scores)), adjusted or (None, len(found.scores))


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure what luck taken out saves.")
    parser.add_argument("--repetitions", type=int, default=20)
    parser.add_argument("--noise", type=float, default=0.07, help="of the second player")
    parser.add_argument("--elo", type=float, nargs=2, default=(0.0, 20.0), help="what is tested")
    parser.add_argument("--pairs", type=int, default=2000, help="at most, of a repetition")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    test, everything, totals = Sprt(*options.elo), Adjustment(), [0, 0]
    shares: list[float] = []
    agreed = 0
    for repetition in range(options.repetitions):
        seed = f"{options.seed} {repetition}"
        found, plain, adjusted = decide(test, (0.0, options.noise), seed, options.pairs)
        everything.shares += found.shares
        everything.scores += found.scores
        totals = [totals[0] + 2 * plain[1], totals[1] + 2 * adjusted[1]]
        shares.append(adjusted[1] / plain[1])
        agreed += plain[0] == adjusted[0]
        print(
            f"{repetition + 1:3}  plain {plain[0]} after {2 * plain[1]:,} rounds, "
            f"without luck {adjusted[0]} after {2 * adjusted[1]:,}; "
            f"{totals[1] / totals[0]:.0%} so far, variance ratio {everything.variance_ratio:.2f}, "
            f"share {sum(everything.scores) / len(everything.scores):.1%}",
            flush=True,
        )
    print(
        f"without luck {totals[1]:,} rounds instead of {totals[0]:,}: {totals[1] / totals[0]:.0%}, "
        f"in the median {median(shares):.0%}; {agreed} of {len(shares)} verdicts agree"
    )


if __name__ == "__main__":
    main()
