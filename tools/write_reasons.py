"""Positions with a move that lost, and the reasons given for it: a file to read, and a measurement.

    python -m tools.write_reasons                  writes tests/coach/reasons.jsonl
    python -m tools.write_reasons --again          writes it with the same positions
    python -m tools.write_reasons --show           prints that file, to be read
    python -m tools.write_reasons --measure        prints how often reasons are given and hold

Positions are those that people reach: rounds between the four levels that err, one move a round,
where it lost 1 % or more and more than two standard errors. Both rulesets come in turn.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

from jaipur.coach.reason import Reason
from jaipur.coach.reason_sentences import describe
from jaipur.coach.reasons import holding_facts, reasons
from jaipur.engine.analysis import JudgedMove, judge
from jaipur.engine.evaluation import MoveEvaluation
from jaipur.engine.grades import Grade
from jaipur.players.levels import LEVELS, LevelPlayer
from jaipur.rules.moves import Move
from jaipur.rules.round import Round
from jaipur.rules.view import View

FILE = Path(__file__).parents[1] / "tests" / "coach" / "reasons.jsonl"
POSITIONS = 200
JUDGE_SAMPLES = 4000
SAMPLES = 800
TRIES = 4
FRESH_SEEDS = 1_000_000  # added to a seed for samples that the file has not seen
NEW_SEEDS = 20_000  # rounds from here on are not those of the file
RULESETS = ("standard", "box")
ERRING = tuple(level for level in LEVELS if not level.thinks)


@dataclass(frozen=True, slots=True)
class Found:
    """A move that lost, in a position without its history."""

    seed: int
    level: str
    position: str
    played: str
    best: str
    lost: float
    error: float

    @property
    def view(self) -> View:
        """The view of the mover."""
        return mover_view(self.position)

    @property
    def judged(self) -> JudgedMove:
        """The move as it was judged; only the difference of the two is kept."""
        played, best = (
            MoveEvaluation(Move.parse(text), win, self.error, JUDGE_SAMPLES)
            for text, win in ((self.played, 0.0), (self.best, self.lost))
        )
        return JudgedMove(
            before=best.win, played=played, best=best, lost=self.lost, error=self.error
        )

    def reasons(self, seed: int) -> tuple[Reason, ...]:
        return reasons(self.view, self.judged, samples=SAMPLES, seed=seed)


def mover_view(position: str) -> View:
    table = Round.from_text(position)
    return table.view(table.turn)


def find(seed: int, ruleset: str) -> Found | None:
    """A move that lost in a round of two levels; None where a few tries do not find one."""
    rng = Random(f"reasons {ruleset} {seed}")
    players = [LevelPlayer(rng.choice(ERRING), seed=seed) for _ in range(2)]
    table = Round.deal(f"reasons {ruleset} {seed}", ruleset=ruleset)
    decisions: list[tuple[str, Move, str]] = []
    while (turn := table.turn) is not None:
        move = players[turn].choose(table.view(turn))
        if len(table.legal_moves()) > 1:
            decisions.append((table.to_text(), move, players[turn].name))
        table = table.play(move)
    for position, move, level in rng.sample(decisions, min(TRIES, len(decisions))):
        judged = judge(mover_view(position), move, samples=JUDGE_SAMPLES, seed=seed)
        if judged.grade is not Grade.FINE:
            lost, error = round(judged.lost, 4), round(judged.error, 4)
            best = str(judged.best.move)
            return Found(seed, level, position, str(move), best, lost, error)
    return None


def find_many(first: int) -> Iterator[Found]:
    for seed in count(first):
        found = find(seed, RULESETS[seed % 2])
        if found is not None:
            yield found


def line_of(found: Found) -> dict[str, Any]:
    given = found.reasons(found.seed)
    return {
        **asdict(found),
        "reasons": [reason.to_dict() for reason in given],
        "sentences": [describe(reason) for reason in given],
    }


def read() -> Iterator[Found]:
    """The positions of the file."""
    names = [each.name for each in fields(Found)]
    for text in FILE.read_text("utf-8").splitlines():
        line = json.loads(text)
        yield Found(**{name: line[name] for name in names})


def write(positions: Iterable[Found]) -> None:
    lines = [json.dumps(line_of(found)) + "\n" for found in positions]
    FILE.write_text("".join(lines), encoding="utf-8", newline="\n")


def show() -> None:
    for number, text in enumerate(FILE.read_text("utf-8").splitlines(), 1):
        line = json.loads(text)
        view = mover_view(line["position"])
        you, other = view.you, view.opponent
        assert you is not None
        assert other is not None
        tokens = " ".join(
            f"{good.letter}{''.join(map(str, values))}" for good, values in view.tokens.items()
        )
        print(
            f"{number}. {view.ruleset}, ply {view.ply}, {line['level']}: market {view.market}, "
            f"deck {view.deck}\n"
            f"   you {you.hand} herd {you.herd}; other {other.hand} cards, known {other.known}, "
            f"herd {other.herd}; tokens {tokens}\n"
            f"   played {line['played']}, best {line['best']}, lost {line['lost']:.1%}"
        )
        for reason, sentence in zip(line["reasons"], line["sentences"], strict=True):
            print(f"   * {reason['code']}: {sentence}")


@dataclass(slots=True)
class Tally:
    """How many moves of each grade got a reason, and how many reasons of each code held."""

    graded: Counter[str] = field(default_factory=Counter)
    reasoned: Counter[str] = field(default_factory=Counter)
    given: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)

    def add(self, found: Found) -> None:
        """Count the reasons of a move, in samples that the file did not see."""
        grade = found.judged.grade
        told = found.reasons(found.seed + FRESH_SEEDS)
        self.graded[grade] += 1
        self.reasoned[grade] += bool(told)
        if not told:
            return
        moves = found.judged.played.move, found.judged.best.move
        again = holding_facts(
            found.view, *moves, samples=SAMPLES, seed=found.seed + 2 * FRESH_SEEDS
        )
        held = {key_of(reason) for _, reason in again}
        for reason in told:
            self.given[reason.code] += 1
            self.held[reason.code] += key_of(reason) in held

    def show(self) -> None:
        for grade, number in self.graded.items():
            print(f"{grade}: {share(self.reasoned[grade], number)} get a reason")
        print(f"in all: {share(self.reasoned.total(), self.graded.total())} get a reason")
        print(f"hold in fresh samples: {share(self.held.total(), self.given.total())}")
        for code, number in self.given.most_common():
            print(f"  {code}: {self.held[code]} of {number}")


def measure(positions: Iterable[Found]) -> None:
    """Print how often a reason is given, by grade, and how often it holds in fresh samples.

    Ctrl-C ends it, and what was measured by then is printed.
    """
    tally = Tally()
    with suppress(KeyboardInterrupt):
        for found in positions:
            tally.add(found)
    tally.show()


def key_of(reason: Reason) -> tuple[object, ...]:
    return reason.code, reason.good, tuple(reason.numbers.items())


def share(part: int, whole: int) -> str:
    return f"{part} of {whole}, {part / max(1, whole):.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--again", action="store_true", help="only the reasons, anew")
    parser.add_argument("--show", action="store_true", help="print the file")
    parser.add_argument("--measure", action="store_true", help="measure, in fresh samples")
    parser.add_argument("--new", type=int, metavar="N", help="on N new positions")
    options = parser.parse_args()
    if options.show:
        show()
    elif options.measure:
        measure(read() if options.new is None else islice(find_many(NEW_SEEDS), options.new))
    elif options.again:
        write(list(read()))
    else:
        write(islice(find_many(0), POSITIONS))


if __name__ == "__main__":
    main()
