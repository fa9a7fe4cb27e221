"""`jaipur selfplay`: many matches between two players, saved as records.

Match i (counted from 0) is dealt from SHA-256("jaipur-selfplay/1 SEED i"), and each seat's player
gets a seed of its own out of the same bytes; so a match depends on the seed and its number only.
The first player named sits in seat 0 in even matches and in seat 1 in odd ones. Who starts is
drawn by lot with each deal.
"""

from __future__ import annotations

import hashlib
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jaipur.cli.options import Json, RulesetName, SeedText, read_seed

if TYPE_CHECKING:
    from jaipur.rules.match import Match

__all__ = ["EXAMPLE", "Tally", "match_seed", "play_one", "player_seed", "selfplay", "wilson"]

EXAMPLE = "jaipur selfplay --players random,greedy --matches 9 --seed 5 --out games.jsonl"


def selfplay(
    players: Annotated[
        str, typer.Option(help="Two players with a comma between.")
    ] = "random,greedy",
    matches: Annotated[int, typer.Option(min=1, help="How many matches to play.")] = 100,
    seed: SeedText = None,
    out: Annotated[
        Path | None, typer.Option(help="Save the records in this file, one a line.")
    ] = None,
    ruleset: RulesetName = "standard",
    json: Json = False,
) -> None:
    """Let two players play matches against each other, and count.

    The same seed writes the same file, byte for byte. The players swap seats from match to match.
    Ctrl-C ends after the match under way; what is written by then are whole records.
    """
    from jaipur.rules.record_files import write_records

    names = _two(players)
    start = read_seed(seed)
    text = start.hex() if isinstance(start, bytes) else start
    tally = Tally(names)
    with _interrupt() as stopped, _progress(matches) as tick:
        records = _play_all(tally, text, matches, ruleset, stopped, tick)
        if out is not None:
            write_records(out, records)
        else:
            for _ in records:
                pass
    _report(tally, {"seed": text, "ruleset": ruleset, "out": str(out) if out else None}, json=json)
    if tally.matches < matches:
        raise typer.Exit(130)


def _two(players: str) -> tuple[str, str]:
    from jaipur.players import make_player

    names = [name.strip() for name in players.split(",")]
    if len(names) != 2:
        raise typer.BadParameter("needs two names with a comma between", param_hint="--players")
    return make_player(names[0]).name, make_player(names[1]).name


def match_seed(seed: str, number: int) -> bytes:
    """The 32 bytes that a match is dealt from."""
    return hashlib.sha256(f"jaipur-selfplay/1 {seed} {number}".encode()).digest()


def player_seed(match: bytes, seat: int) -> int:
    """The seed of the player in a seat, out of the bytes of its match."""
    return int.from_bytes(hashlib.sha256(match + bytes([seat])).digest(), "big")


def play_one(names: tuple[str, str], seed: str, number: int, ruleset: str) -> Match:
    """One match of the series. In odd ones the first player named has seat 1."""
    from jaipur.players import make_player, play_match
    from jaipur.rules.match import Match

    bytes_ = match_seed(seed, number)
    seated = names if number % 2 == 0 else (names[1], names[0])
    players = [make_player(name, player_seed(bytes_, seat)) for seat, name in enumerate(seated)]
    return play_match(players, Match.deal(bytes_, ruleset=ruleset, players=seated))


def _play_all(
    tally: Tally,
    seed: str,
    matches: int,
    ruleset: str,
    stopped: Callable[[], bool],
    tick: Callable[[], None],
) -> Iterator[dict[str, Any]]:
    for number in range(matches):
        if stopped():
            return
        match = play_one(tally.names, seed, number, ruleset)
        tally.add(match, swapped=number % 2 == 1)
        tick()
        yield match.record()


@dataclass(slots=True)
class Tally:
    """What has been played, by player as named and not by seat."""

    names: tuple[str, str]
    matches: int = 0
    rounds: int = 0
    without_seal: int = 0
    moves: int = 0
    seals: list[int] = field(default_factory=lambda: [0, 0])
    wins: list[int] = field(default_factory=lambda: [0, 0])
    started: float = field(default_factory=time.perf_counter)

    def add(self, match: Match, *, swapped: bool) -> None:
        """Count a finished match."""
        self.matches += 1
        self.rounds += len(match.rounds)
        self.moves += sum(round_.ply for round_ in match.rounds)
        self.without_seal += sum(1 for round_ in match.rounds if round_.seal is None)
        for seat in (0, 1):
            self.seals[seat ^ swapped] += match.seals[seat]
        if match.winner is not None:
            self.wins[match.winner ^ swapped] += 1

    def summary(self) -> dict[str, Any]:
        """The counts, the shares of won matches with their intervals, and the speed."""
        seconds = time.perf_counter() - self.started
        return {
            "players": list(self.names),
            "matches": self.matches,
            "rounds": self.rounds,
            "rounds_without_seal": self.without_seal,
            "moves": self.moves,
            "seals": self.seals,
            "wins": self.wins,
            "share": [round(won / max(1, self.matches), 4) for won in self.wins],
            "interval_95": [wilson(won, self.matches) for won in self.wins],
            "seconds": round(seconds, 3),
            "moves_per_second": round(self.moves / seconds),
        }


def wilson(won: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, which stays inside 0 and 1."""
    if of == 0:
        return 0.0, 1.0
    z = 1.959964
    share, spread = won / of, z * z / of
    centre = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * ((share * (1 - share) + spread / 4) / of) ** 0.5
    return round(max(0.0, centre - half), 4), round(min(1.0, centre + half), 4)


@contextmanager
def _interrupt() -> Iterator[Callable[[], bool]]:
    """Ctrl-C once asks for an end after this match; twice ends at once."""
    pressed = False

    def press(_signal: int, _frame: object) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress(matches: int) -> Iterator[Callable[[], None]]:
    """A progress bar on standard error, where that is a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from jaipur.cli.console import trouble

    console = trouble()
    columns = ("matches", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=not shown) as bar:
        task = bar.add_task("matches", total=matches)
        yield lambda: bar.advance(task)


def _report(tally: Tally, about: dict[str, Any], *, json: bool) -> None:
    from rich import box
    from rich.table import Table as Grid

    from jaipur.cli.console import out, print_json

    summary = {**tally.summary(), **about}
    if json:
        print_json(summary)
        return
    table = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("player", "seals", "matches won", "share", "95 % interval"):
        table.add_column(title, justify="left" if title == "player" else "right")
    for index, name in enumerate(tally.names):
        low, high = summary["interval_95"][index]
        share = summary["share"][index]
        won = (f"{tally.seals[index]:,}", f"{tally.wins[index]:,}")
        table.add_row(name, *won, f"{share:.1%}", f"{low:.1%} – {high:.1%}")
    console = out()
    console.print(table)
    speed = f"{summary['moves_per_second']:,} moves/s"
    counts = f"{tally.matches:,} matches, {tally.rounds:,} rounds, {tally.moves:,} moves"
    console.print(f"{counts} in {summary['seconds']:,.1f} s ({speed}), seed {about['seed']}.")
    if tally.without_seal:
        console.print(f"Rounds without a seal: {tally.without_seal:,}.")
    if about["out"]:
        console.print(f"Records: {about['out']}", soft_wrap=True)
