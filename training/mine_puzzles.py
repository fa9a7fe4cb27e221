"""Mine puzzles: `python -m training.mine_puzzles --ruleset standard --count 2000`.

One puzzle a round at most, in five steps, each dearer than the one before and on fewer positions:

1. the decisions of a played round in random order: a short search finds a move that is ahead;
2. a level without a search must go wrong there;
3. all legal moves are compared in a few samples, and those that come near in many more;
4. the best is compared with every move that may be second in `PROOF_SAMPLES` fresh samples;
   the proof is given up after a third of them where the margin is too small by then;
5. reasons and a line are added.

Every result is one line of the work file under `build/`, in the order of the rounds. A run goes on
after the last round of the file, or else after those that the package's puzzles come from;
`training.pack_puzzles` adds the file's puzzles to the package.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from jaipur.coach.puzzles.collection import puzzles_of
from jaipur.coach.puzzles.opening import redealt_opening
from jaipur.coach.puzzles.proof import (
    CONTENDER_SIGMAS,
    MIN_MARGIN,
    PROOF_SAMPLES,
    Margin,
    margin_in,
)
from jaipur.coach.reasons import reasons
from jaipur.engine.analysis import JudgedMove
from jaipur.engine.evaluation import MoveEvaluation, difference_error
from jaipur.engine.search import GROUPS, Search, compare, think
from jaipur.rules.deal import Deal
from jaipur.rules.moves import Move, Take, TakeCamels
from jaipur.rules.round import Round
from jaipur.rules.view import View
from training.puzzle_files import mined_rounds, read_rows, row_line
from training.puzzle_rounds import played_round
from training.puzzle_solvers import SEARCHING, answers, some_level_fails

SCREEN_SAMPLES: Final = 200
SCREEN_MARGIN: Final = 0.06
ROUGH_SAMPLES: Final = 64
NEAR_SAMPLES: Final = 800
NEAR_MARGIN: Final = 0.047
GIVE_UP_MARGIN: Final = 0.038
REASON_SAMPLES: Final = 200
LINE_PLIES: Final = 5
LINE_SAMPLES: Final = 400
FEWEST_MOVES: Final = 4
POSITIONS: Final = 24  # of a round that are looked at
FEWEST_NEAR: Final = 3  # moves that are compared closely wherever they are
LATE_ROUNDS: Final = 0.5
LATE_PLIES: Final = 10
_NEAR_LOSS: Final = 0.10
_THOUSANDTH: Final = 1000


def mine_round(ruleset: str, number: int) -> dict[str, Any] | None:
    """A puzzle out of one round, as a row of the work file, or None."""
    seed = f"{ruleset} {number}"
    round, rng = played_round(ruleset, seed), Random(f"puzzle choice {seed}")
    for ply in chosen_plies(round.ply, rng)[:POSITIONS]:
        position = round.at(ply)
        view = position.view(position.turn)
        if len(view.moves) >= FEWEST_MOVES and view.history:
            found = mine_view(view, rng)
            if found is not None:
                return {"round": number, "ruleset": ruleset, **found}
    return None


def chosen_plies(plies: int, rng: Random) -> list[int]:
    """The plies of a round in random order, those near its end first in some rounds.

    Without it, few puzzles would be about the end of a round.
    """
    order = rng.sample(range(plies), plies)
    if rng.random() < LATE_ROUNDS:
        order.sort(key=lambda ply: ply < plies - LATE_PLIES)
    return order


def mine_view(view: View, rng: Random) -> dict[str, Any] | None:
    """A puzzle out of one view, or None where no move is far enough ahead."""
    seeds = [rng.getrandbits(63) for _ in range(6)]
    screened = think(view, samples=SCREEN_SAMPLES, seed=seeds[0], keep=3)
    best = screened[0].move
    if screened[0].win - screened[1].win < SCREEN_MARGIN:
        return None
    if rng.random() >= kept_share(best):
        return None
    found = answers(view)
    if not some_level_fails(found, best):
        return None
    losses = measured_losses(view, best, seeds)
    if losses is None or min(lost for lost, _ in losses.values()) < NEAR_MARGIN:
        return None
    rivals = [
        move
        for move, (lost, error) in losses.items()
        if lost - CONTENDER_SIGMAS * error < MIN_MARGIN
    ]
    rivals.append(min(losses, key=lambda move: losses[move][0]))
    proof = proven(view, best, {best, *rivals}, seeds[3])
    if proof is None:
        return None
    losses |= proof.losses
    found[SEARCHING] = Counter([think(view, samples=500, seed=seeds[4])[0].move])
    deal = redealt_opening(view, rng)
    return {
        **opening_data(deal, view),
        **loss_data(view, losses),
        **reason_data(view, best, losses, wrong_move(found, best), seeds[5]),
        "line": " ".join(map(str, played_line(view, deal, best))),
        "margin": round(proof.margin, 5),
        "error_of_margin": round(proof.error, 5),
        "found": {name: round(times[best] / times.total(), 3) for name, times in found.items()},
    }


def kept_share(best: Move) -> float:
    """Which share of the positions with such a best move is looked at further.

    Without it, a third of all puzzles would be camels in the first moves of a round.
    """
    if isinstance(best, TakeCamels):
        return 0.3
    return 0.6 if isinstance(best, Take) else 1.0


def measured_losses(
    view: View, best: Move, seeds: list[int]
) -> dict[Move, tuple[float, float]] | None:
    """What every other move loses with its error, near ones precisely; None where one is better."""
    rough = compared(view, view.moves, ROUGH_SAMPLES, seeds[1])
    losses = losses_against(rough, best)
    near = [move for move, (lost, error) in losses.items() if lost - 2 * error < _NEAR_LOSS]
    near += sorted(losses, key=lambda move: losses[move][0])[:FEWEST_NEAR]
    closer = losses_against(
        compared(view, [best, *dict.fromkeys(near)], NEAR_SAMPLES, seeds[2]), best
    )
    losses |= closer
    return losses if min(lost for lost, _ in losses.values()) > 0 else None


def compared(
    view: View, moves: list[Move] | tuple[Move, ...], samples: int, seed: int
) -> list[MoveEvaluation]:
    """The moves, each in so many samples."""
    return compare(view, moves, samples=samples * len(moves), seed=seed)


def losses_against(found: list[MoveEvaluation], best: Move) -> dict[Move, tuple[float, float]]:
    """What each of the other moves loses, with the standard error."""
    first = next(evaluation for evaluation in found if evaluation.move == best)
    return {
        other.move: (first.win - other.win, difference_error(first, other))
        for other in found
        if other is not first
    }


def proven(view: View, best: Move, moves: set[Move], seed: int) -> Margin | None:
    """The proof, the same as `compare` makes it, or None where the margin is too small."""
    search = Search(view, moves=moves, seed=seed, groups=GROUPS)
    count = PROOF_SAMPLES // len(moves)
    search.run(count // 3, learn=True)
    if margin_in(search.evaluations(), best).margin < GIVE_UP_MARGIN:
        return None
    search.adapt()
    search.run(count - count // 3)
    margin = margin_in(search.evaluations(), best)
    return margin if margin.is_proof else None


def wrong_move(found: dict[str, Counter[Move]], best: Move) -> Move:
    """The wrong move that the players choose most often, each player counted once."""
    votes: Counter[Move] = Counter()
    for times in found.values():
        for move, count in times.items():
            votes[move] += round(840 * count / times.total())
    del votes[best]
    return max(sorted(votes, key=str), key=votes.__getitem__)


def opening_data(deal: Deal, view: View) -> dict[str, Any]:
    return {
        "first": deal.first,
        "deck": deal.deck,
        "bonus": {
            str(size): "".join(format(v, "x") for v in pile) for size, pile in deal.bonus.items()
        },
        "moves": " ".join(str(move) for move, _ in view.history),
    }


def loss_data(view: View, losses: dict[Move, tuple[float, float]]) -> dict[str, Any]:
    """Losses and errors in thousandths, in the order of the legal moves; an error is at least 1."""
    ordered = [losses.get(move, (0.0, 0.0)) for move in view.moves]
    return {
        "lost": [round(lost * _THOUSANDTH) for lost, _ in ordered],
        "error": [max(1, round(error * _THOUSANDTH)) if lost else 0 for lost, error in ordered],
    }


def reason_data(
    view: View, best: Move, losses: dict[Move, tuple[float, float]], wrong: Move, seed: int
) -> dict[str, Any]:
    """Why the most frequent wrong move loses."""
    lost, error = losses[wrong]
    judged = JudgedMove(
        before=0.5,
        played=MoveEvaluation(wrong, 0.5 - lost, error, 1),
        best=MoveEvaluation(best, 0.5, error, 1),
        lost=lost,
        error=error,
    )
    found = reasons(view, judged, samples=REASON_SAMPLES, seed=seed)
    return {"wrong": str(wrong), "reasons": [reason.to_dict() for reason in found]}


def played_line(view: View, deal: Deal, best: Move) -> Iterator[Move]:
    """The best move, then what each seat plays from its own view, for a few plies of the redeal."""
    position = Round.start(deal.deck, deal.bonus, deal.first, view.ruleset)
    for move, _ in view.history:
        position = position.play(move)
    move = best
    for _ in range(LINE_PLIES):
        yield move
        position = position.play(move)
        if position.is_over:
            return
        move = think(position.view(position.turn), samples=LINE_SAMPLES, seed=position.ply)[0].move


def mine(ruleset: str, count: int, path: Path, seconds: float, *, after: int = 0) -> None:
    """Add puzzles of rounds after `after` to a work file until it has so many, or for this time."""
    rows = [row for row in read_rows(path) if row["round"] > after]
    number = max((row["round"] for row in rows), default=after)
    made = sum("deck" in row for row in rows)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(map(row_line, rows)), encoding="utf-8")
    began, before = time.monotonic(), made
    with path.open("a", encoding="utf-8") as file:
        while made < count and time.monotonic() - began < seconds:
            number += 1
            row = mine_round(ruleset, number) or {"round": number}
            made += "deck" in row
            file.write(row_line(row))
            file.flush()
            if number % 10 == 0:
                speed = (made - before) / max(1e-9, time.process_time())
                print(f"{ruleset}: {made} of {count}, {speed:.2f} a CPU second", flush=True)


def main() -> None:
    """Read the command line and mine."""
    parser = argparse.ArgumentParser(description="Mine puzzles out of played rounds.")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--count", type=int, default=2000, help="with those in the package")
    parser.add_argument("--file", type=Path, help="default: build/puzzles-RULESET.jsonl")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    options = parser.parse_args()
    ruleset = options.ruleset
    path = options.file or Path(f"build/puzzles-{ruleset}.jsonl")
    missing = options.count - len(puzzles_of(ruleset))
    mine(ruleset, missing, path, options.seconds, after=mined_rounds(ruleset))


if __name__ == "__main__":
    main()
