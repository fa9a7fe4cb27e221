"""`jaipur duel`: two players, many rounds, and what that proves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from jaipur.cli.contest import (
    Contest,
    Jobs,
    Logs,
    Milliseconds,
    Out,
    RayAddress,
    Rounds,
    Samples,
    budget_of,
    entrant_of,
    even,
    forfeit_lines,
    open_contest,
    signed,
)
from jaipur.cli.options import Json, RulesetName, SeedText

if TYPE_CHECKING:
    from jaipur.arena.duel import Result
    from jaipur.arena.pair import Pair
    from jaipur.arena.sprt import Sprt

__all__ = ["EXAMPLE", "duel"]

EXAMPLE = "jaipur duel greedy random --rounds 20 --seed 7"


def duel(
    a: Annotated[str, typer.Argument(metavar="A", help="A player, or 'bot:COMMAND'.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    rounds: Rounds = 1000,
    milliseconds: Milliseconds = None,
    samples: Samples = None,
    ruleset: RulesetName = "standard",
    seed: SeedText = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="ELO0 ELO1", help="Stop when one of the two Elo differences wins."),
    ] = None,
    out: Out = None,
    jobs: Jobs = None,
    ray: RayAddress = None,
    logs: Logs = None,
    json: Json = False,
) -> None:
    """Let two players play rounds against each other, and say how sure the result is.

    Each deal is played twice with the seats swapped, and the intervals come from these pairs. A
    name followed by @100ms or @400samples thinks so long whatever the options say. Ctrl-C ends
    the duel, and what was played by then counts.
    """
    from jaipur.arena.duel import Duel, play_duel

    budget = budget_of(milliseconds, samples)
    entrants = (entrant_of(a, budget), entrant_of(b, budget))
    test, pairs = _test(sprt), even(rounds) // 2
    with open_contest(seed=seed, pairs=pairs, out=out, jobs=jobs, ray=ray, logs=logs) as contest:
        what = Duel(entrants, rounds, contest.seed, ruleset, test)
        each = _watch(contest, a)
        result = play_duel(what, worker=contest.play, house=contest.house, each=each)
    if json:
        from jaipur.cli.console import print_json

        print_json({**result.summary(), **contest.places()})
    else:
        _show(result, contest)
    if contest.interrupted:
        raise typer.Exit(130)


def _test(elos: tuple[float, float] | None) -> Sprt | None:
    from jaipur.arena.sprt import Sprt

    try:
        return None if elos is None else Sprt(*elos)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--sprt") from error


def _watch(contest: Contest, name: str) -> Callable[[Pair], None]:
    """Saves each pair and moves the bar on, with the share of the first player so far."""
    points = pairs = 0

    def each(pair: Pair) -> None:
        nonlocal points, pairs
        points, pairs = points + pair.points, pairs + 1
        contest.save(pair)
        contest.tick(f"{name} {points / (4 * pairs):.1%}")

    return each


def _show(result: Result, contest: Contest) -> None:
    from rich import box
    from rich.table import Table as Grid

    from jaipur.cli.console import out

    tally, console = result.tally, out()
    table = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("player", "rounds won", "ms a move", "at most", "forfeits"):
        table.add_column(title, justify="left" if title == "player" else "right")
    for side, label in enumerate(tally.labels):
        mean, most = tally.milliseconds(side)
        forfeits = sum(tally.forfeits[side].values())
        counts = (f"{tally.wins[side]:,}", f"{mean:,.2f}", f"{most:,.1f}", f"{forfeits:,}")
        table.add_row(label, *counts)
    console.print(table)
    for line in _lines(result, contest):
        console.print(line, soft_wrap=True)


def _lines(result: Result, contest: Contest) -> Iterator[str]:
    from jaipur.arena.statistics import elo_estimate

    tally, share = result.tally, result.tally.share
    elo = elo_estimate(share)
    yield (
        f"{tally.labels[0]} wins {share.value:.1%} of the rounds, "
        f"95 % interval {share.low:.1%} – {share.high:.1%}; "
        f"Elo {signed(elo.value)} ({signed(elo.low)} to {signed(elo.high)})"
    )
    yield (
        f"{tally.rounds:,} rounds, {tally.no_seal:,} without a seal, {tally.plies:,} moves; "
        f"pairs by rounds won, 0 ½ 1 1½ 2: {' '.join(f'{n:,}' for n in tally.pairs)}"
    )
    if result.duel.sprt is not None:
        yield _test_line(result, result.duel.sprt)
    for side, label in enumerate(tally.labels):
        yield from forfeit_lines(label, tally.forfeits[side], tally.details[side])
    if contest.logs.exists():
        yield f"What bots wrote to standard error: {contest.logs}"
    yield f"The same deals again: --seed {result.duel.seed}"


def _test_line(result: Result, test: Sprt) -> str:
    verdicts = {
        None: "not decided",
        "elo0": f"Elo {test.elo0:g} is accepted",
        "elo1": f"Elo {test.elo1:g} is accepted",
    }
    low, high = test.bounds
    return (
        f"Elo {test.elo0:g} against {test.elo1:g}: {verdicts[result.verdict]}, "
        f"LLR {result.ratio:.2f} ({low:.2f} to {high:.2f})"
    )
