"""`jaipur duel`: two players, many rounds or matches, and how sure the result is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Final

import typer
from rich import box
from rich.table import Table as Grid

from jaipur.arena.duel import Duel, DuelResult, play_duel
from jaipur.arena.pair import Pair
from jaipur.arena.sprt import Sprt, SprtVerdict
from jaipur.arena.statistics import Estimate, elo_estimate
from jaipur.cli.arena_options import (
    Jobs,
    Logs,
    Milliseconds,
    Out,
    RayAddress,
    Samples,
    budget_of,
    entrant_of,
    even,
)
from jaipur.cli.arena_run import ArenaRun, forfeit_lines, open_run, signed
from jaipur.cli.console import print_json, print_table, stdout_console
from jaipur.cli.options import Json, RulesetName, SeedText

__all__ = ["EXAMPLE", "duel"]

EXAMPLE = "jaipur duel greedy random --matches 10 --seed 7 --out games.jsonl"
_DEFAULT_ROUNDS: Final = 1000


def duel(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A player, 'bot:COMMAND', 'network:FILE', or MODULE:FUNCTION."
        ),
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    rounds: Annotated[
        int | None,
        typer.Option(help="Number of rounds: even, two per deal; default: 1,000."),
    ] = None,
    matches: Annotated[
        int | None, typer.Option(help="Number of whole matches instead: even, two per deal.")
    ] = None,
    milliseconds: Milliseconds = None,
    samples: Samples = None,
    ruleset: RulesetName = "standard",
    seed: SeedText = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="ELO0 ELO1", help="Stop when one of the two Elo differences is accepted."
        ),
    ] = None,
    adjusted_only: Annotated[
        bool,
        typer.Option("--adjusted-only", help="Let the test without luck end the duel instead."),
    ] = False,
    out: Out = None,
    jobs: Jobs = None,
    ray: RayAddress = None,
    logs: Logs = None,
    json: Json = False,
) -> None:
    """Compare two players over many rounds or matches.

    The result has a 95 % interval. Each deal is played twice with the seats swapped, and the
    interval comes from these pairs. The share is also estimated with the luck of draws and bonus
    tokens taken out, which makes the interval narrower. A name followed by @100ms or @400samples
    has that budget, whatever the options say. Ctrl-C ends the duel: the rounds played so far count,
    and the file of records contains only complete records.
    """
    budget = budget_of(milliseconds, samples)
    entrants = (entrant_of(a, budget), entrant_of(b, budget))
    test, (rounds, matches) = _test(sprt), _length(rounds, matches)
    if adjusted_only and test is None:
        raise typer.BadParameter("needs a test: --sprt ELO0 ELO1", param_hint="--adjusted-only")
    pairs, unit = (rounds or matches or 0) // 2, "rounds" if matches is None else "matches"
    with open_run(seed=seed, pairs=pairs, unit=unit, out=out, jobs=jobs, ray=ray, logs=logs) as run:
        planned = Duel(entrants, rounds, run.seed, ruleset, test, matches, adjusted_only)
        result = play_duel(planned, worker=run.play, hosting=run.hosting, on_pair=_on_pair(run, a))
    if json:
        print_json({**result.summary(), **run.files()})
    else:
        _show(result, run)
    if run.interrupted:
        raise typer.Exit(130)


def _length(rounds: int | None, matches: int | None) -> tuple[int | None, int | None]:
    """The number of rounds or of matches, whichever was asked for; the other is None."""
    if matches is None:
        return even(_DEFAULT_ROUNDS if rounds is None else rounds, "--rounds"), None
    if rounds is not None:
        sentence = f"only one may be given, got {rounds} and {matches}"
        raise typer.BadParameter(sentence, param_hint="--rounds, --matches")
    return None, even(matches, "--matches")


def _test(elos: tuple[float, float] | None) -> Sprt | None:
    try:
        return None if elos is None else Sprt(*elos)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--sprt") from error


def _on_pair(run: ArenaRun, name: str) -> Callable[[Pair], None]:
    """Saves each pair and advances the progress bar, with the share of the first player so far."""
    points = pairs = 0

    def on_pair(pair: Pair) -> None:
        nonlocal points, pairs
        points, pairs = points + pair.points, pairs + 1
        run.save(pair)
        run.advance(f"{name} {points / (4 * pairs):.1%}")

    return on_pair


def _show(result: DuelResult, run: ArenaRun) -> None:
    tally, console = result.tally, stdout_console()
    titles = ["player", "rounds won", "ms a move", "at most", "forfeits"]
    if result.duel.matches is not None:
        titles[1:2] = ["matches won", "seals"]
    table = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in titles:
        table.add_column(title, justify="left" if title == "player" else "right")
    for side, label in enumerate(tally.labels):
        mean, slowest = tally.milliseconds(side)
        won = [f"{tally.wins[side]:,}"]
        if result.duel.matches is not None:
            won.append(f"{tally.seals[side]:,}")
        forfeits = tally.forfeits[side].total()
        table.add_row(label, *won, f"{mean:,.2f}", f"{slowest:,.1f}", f"{forfeits:,}")
    print_table(table)
    for line in _lines(result, run):
        console.print(line, soft_wrap=True)


def _lines(result: DuelResult, run: ArenaRun) -> Iterator[str]:
    tally = result.tally
    unit = "rounds" if result.duel.matches is None else "matches"
    matches = "" if result.duel.matches is None else f"{tally.games:,} matches, "
    yield f"{tally.labels[0]} wins {_share_text(tally.share, f' of the {unit}')}"
    ratio = tally.adjustment.variance_ratio
    variance = "" if ratio is None else f"; variance of results / without luck: {ratio:.2g}"
    yield f"without luck: {_share_text(tally.adjusted_share)}{variance}"
    yield (
        f"{matches}{tally.rounds:,} rounds, {tally.no_seal:,} without a seal, "
        f"{tally.stopped:,} stopped at the ply limit, {tally.plies:,} moves; "
        f"pairs by {unit} won, 0 ½ 1 1½ 2: {' '.join(f'{n:,}' for n in tally.pairs)}"
    )
    if result.duel.sprt is not None:
        yield from _test_lines(result, result.duel.sprt)
    for side, label in enumerate(tally.labels):
        yield from forfeit_lines(label, tally.forfeits[side], tally.details[side])
    if run.out is not None:
        yield f"Records: {run.out}"
    if run.logs.exists():
        yield f"What bots wrote to standard error: {run.logs}"
    yield f"The same deals again: --seed {result.duel.seed}"


def _share_text(share: Estimate, unit: str = "") -> str:
    elo = elo_estimate(share)
    return (
        f"{share.value:.1%}{unit}, 95 % interval {share.low:.1%} – {share.high:.1%}; "
        f"Elo {signed(elo.value)} ({signed(elo.low)} to {signed(elo.high)})"
    )


def _test_lines(result: DuelResult, test: Sprt) -> Iterator[str]:
    verdicts = {
        None: "not decided",
        SprtVerdict.ELO0: f"Elo {test.elo0:g} is accepted",
        SprtVerdict.ELO1: f"Elo {test.elo1:g} is accepted",
    }
    low, high = test.bounds
    question, bounds = f"Elo {test.elo0:g} against {test.elo1:g}", f"({low:.2f} to {high:.2f})"
    yield f"{question}: {verdicts[result.verdict]}, LLR {result.ratio:.2f} {bounds}"
    verdict, pairs = result.adjusted_verdict or (None, 0)
    unit = "rounds" if result.duel.matches is None else "matches"
    after = "" if verdict is None else f" after {2 * pairs:,} {unit}"
    ratio = f"LLR {result.adjusted_ratio:.2f} {bounds}"
    yield f"{question}, without luck: {verdicts[verdict]}{after}, {ratio}"
