"""`jaipur tournament`: every player against every other, and ratings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer
from rich import box
from rich.table import Table

from jaipur.arena.entrant import Entrant
from jaipur.arena.pair import Pair
from jaipur.arena.plot import svg_plot, text_plot
from jaipur.arena.statistics import Estimate
from jaipur.arena.tournament import Standings, Tournament, play_tournament
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
from jaipur.cli.options import Json, RulesetName, SeedText, check_writable

__all__ = ["EXAMPLE", "tournament"]

_PLOT_WIDTH: Final = 50
_MAX_WITH_INTERVALS: Final = 4  # with more players, a table with intervals is too wide

EXAMPLE = "jaipur tournament random greedy --rounds 20 --seed 7 --plot ratings.svg"


def tournament(
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help="Players, or 'bot:COMMAND'.")
    ],
    rounds: Annotated[
        int, typer.Option(help="Rounds for every two players: an even number, two a deal.")
    ] = 200,
    milliseconds: Milliseconds = None,
    samples: Samples = None,
    ruleset: RulesetName = "standard",
    seed: SeedText = None,
    anchor: Annotated[
        str | None, typer.Option(help="The player whose rating is 0; without it, the mean is 0.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the ratings in this SVG file.")] = None,
    out: Out = None,
    jobs: Jobs = None,
    ray: RayAddress = None,
    logs: Logs = None,
    json: Json = False,
) -> None:
    """Play every player against every other, and rate them all.

    All pairings play the same deals, so `jaipur duel A B` with the same seed gives the result of
    one pairing. Ratings are printed twice: from the results, and with the luck of draws and bonus
    tokens taken out, which makes the intervals narrower. Ctrl-C ends the tournament; the rounds
    played so far count.
    """
    budget = budget_of(milliseconds, samples)
    entrants = tuple(entrant_of(text, budget) for text in players)
    _check(players, entrants, anchor)
    fixed = None if anchor is None else players.index(anchor)
    pairs = even(rounds, "--rounds") // 2 * len(players) * (len(players) - 1) // 2
    check_writable(plot)
    with open_run(seed=seed, pairs=pairs, out=out, jobs=jobs, ray=ray, logs=logs) as run:
        planned = Tournament(entrants, rounds, run.seed, ruleset, fixed)

        def on_pair(pair: Pair) -> None:
            run.save(pair)
            run.advance("")

        standings = play_tournament(planned, worker=run.play, hosting=run.hosting, on_pair=on_pair)
    _report(standings, run, plot, json=json)
    if run.interrupted:
        raise typer.Exit(130)


def _check(players: list[str], entrants: tuple[Entrant, ...], anchor: str | None) -> None:
    if len(players) < 2:
        raise typer.BadParameter(f"at least 2 are needed, got {len(players)}", param_hint="PLAYER")
    if len(set(entrants)) < len(entrants):
        raise typer.BadParameter(f"all must differ, got {' '.join(players)}", param_hint="PLAYER")
    if anchor is not None and anchor not in players:
        sentence = f"must be one of the players, got {anchor!r}"
        raise typer.BadParameter(sentence, param_hint="--anchor")


def _report(standings: Standings, run: ArenaRun, plot: Path | None, *, json: bool) -> None:
    ratings = standings.ratings
    order = sorted(range(len(ratings)), key=lambda player: -ratings[player].value)
    rows = [(standings.labels[player], ratings[player]) for player in order]
    if plot is not None:
        title = f"Elo, ruleset {standings.tournament.ruleset}, with 95 % intervals"
        plot.write_text(svg_plot(rows, title), encoding="utf-8")
    if json:
        drawing = {"plot": None if plot is None else str(plot)}
        print_json({**standings.summary(), **drawing, **run.files()})
        return
    console = stdout_console()
    print_table(_ratings(standings, order))
    print_table(_shares(standings, order))
    for line in (*text_plot(rows, _PLOT_WIDTH), "", *_lines(standings, run)):
        console.print(line, soft_wrap=True)


def _ratings(standings: Standings, order: list[int]) -> Table:
    titles = ("Elo ± 95 %", "without luck", "ms a move", "at most", "forfeits")
    table = _grid("", "player", *titles)
    ratings, adjusted = standings.ratings, standings.adjusted_ratings
    for place, player in enumerate(order, 1):
        mean, slowest = standings.milliseconds(player)
        table.add_row(
            f"{place}",
            standings.labels[player],
            _rating(ratings[player]),
            _rating(adjusted[player]),
            f"{mean:,.2f}",
            f"{slowest:,.1f}",
            f"{standings.forfeits(player).total():,}",
        )
    return table


def _rating(rating: Estimate) -> str:
    return f"{signed(rating.value)} ± {(rating.high - rating.low) / 2:.0f}"


def _shares(standings: Standings, order: list[int]) -> Table:
    """The share of rounds, in percent, that the row's player has won against the column's."""
    table = _grid("", "won, %", *(f"{place}" for place in range(1, len(order) + 1)))
    narrow = len(order) > _MAX_WITH_INTERVALS
    for place, one in enumerate(order, 1):
        cells = (_share(standings, one, other, narrow=narrow) for other in order)
        table.add_row(f"{place}", standings.labels[one], *cells)
    return table


def _share(standings: Standings, one: int, other: int, *, narrow: bool) -> str:
    if one == other:
        return "·"
    share = standings.share(one, other)
    half = (share.high - share.low) / 2
    return f"{100 * share.value:.1f}" + ("" if narrow else f" ± {100 * half:.1f}")


def _grid(*titles: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in titles:
        table.add_column(title, justify="left" if title in ("player", "won, %") else "right")
    return table


def _lines(standings: Standings, run: ArenaRun) -> Iterator[str]:
    tallies = standings.tallies.values()
    rounds, moves = sum(t.rounds for t in tallies), sum(t.plies for t in tallies)
    no_seal, stopped = sum(t.no_seal for t in tallies), sum(t.stopped for t in tallies)
    yield (
        f"{rounds:,} rounds, {no_seal:,} without a seal, {stopped:,} stopped at the ply limit, "
        f"{moves:,} moves"
    )
    for player, label in enumerate(standings.labels):
        yield from forfeit_lines(label, standings.forfeits(player), standings.details(player))
    if run.logs.exists():
        yield f"What bots wrote to standard error: {run.logs}"
    yield f"The same deals again: --seed {standings.tournament.seed}"
