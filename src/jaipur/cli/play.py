"""`jaipur play`: a match in the terminal against a bot."""

from __future__ import annotations

import sys
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Annotated

import typer

from jaipur.cli.arena_options import entrant_of
from jaipur.cli.console import print_error, stdout_console
from jaipur.cli.options import RulesetName, SeedText, check_new, read_seed
from jaipur.cli.terminal_match import TerminalMatch
from jaipur.cli.transcript import transcript
from jaipur.errors import BotFault
from jaipur.players import BotPlayer, Budget, Player, make_player, play_match
from jaipur.rules.deal import seed_bytes
from jaipur.rules.match import Match
from jaipur.rules.record_files import write_records

__all__ = ["EXAMPLE", "play"]

EXAMPLE = "jaipur play --opponent greedy --seed 7"


def play(
    opponent: Annotated[
        str, typer.Option(help="The opponent: greedy, kite to jeweller, level:1240, bot:COMMAND.")
    ] = "greedy",
    ruleset: RulesetName = "standard",
    seed: SeedText = None,
    seat: Annotated[int, typer.Option(min=0, max=1, help="Your seat.")] = 0,
    aid: Annotated[
        bool, typer.Option("--aid", help="Keep count of the opponent's camels and goods.")
    ] = False,
    stdin: Annotated[
        bool, typer.Option("--stdin", help="Read moves from a pipe or a file on standard input.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(help="Save the match as a record in this new file.")
    ] = None,
) -> None:
    """Play a match against a bot in the terminal.

    Type a move in notation, such as +D, +K, +DG-LK or $L3, in words, or by its number in the list;
    type `help` for more. If standard input is closed or not a terminal, two bots play a match,
    which is printed.
    """
    entrant = entrant_of(opponent, Budget())
    check_new(save, "--save")
    start = read_seed(seed)
    person = stdin or _at_a_terminal()
    names = _names("you" if person else "greedy", opponent, seat)
    source = seed_bytes(start)
    match = Match.deal(source, ruleset=ruleset, players=names)
    # The bot's seed comes from the deal's: the same seed is the same opponent.
    bot = make_player(entrant.name, int.from_bytes(source, "big"), entrant.budget)
    with bot if isinstance(bot, BotPlayer) else nullcontext():
        if person:
            match = _play_against_person(match, seat, bot, aid=aid)
        else:
            match = _play_bots(match, seat, bot)
    typer.echo(f"The same deals again: --seed {start.hex() if isinstance(start, bytes) else start}")
    if save is not None:
        write_records(save, [match.record()])


def _at_a_terminal() -> bool:
    return sys.stdin.isatty()


def _names(near: str, far: str, seat: int) -> tuple[str, str]:
    if near == far:
        near, far = f"{near} 1", f"{far} 2"
    return (near, far) if seat == 0 else (far, near)


def _play_against_person(match: Match, seat: int, bot: Player, *, aid: bool) -> Match:
    console, terminal = stdout_console(), _at_a_terminal()

    def ask(prompt: str) -> str:
        text = input(prompt)
        if not terminal:  # what comes from a pipe is not echoed
            console.print(text)
        return text

    if terminal:
        with suppress(ImportError):  # not on every system; it makes the line of input() editable
            import readline  # noqa: F401
    console.print("Type help for how to type moves, rules for the game in short.")
    return TerminalMatch(
        match=match, seat=seat, bot=bot, console=console, ask=ask, aid=aid, pause=terminal
    ).run()


def _play_bots(match: Match, seat: int, bot: Player) -> Match:
    near = make_player("greedy")
    names = match.players

    def name_fault(faulty: int, fault: BotFault) -> None:
        print_error(fault.code, f"{names[faulty]} forfeits the round: {fault}")

    players = (near, bot) if seat == 0 else (bot, near)
    match = play_match(players, match, on_fault=name_fault)
    console = stdout_console()
    for part in transcript(match, match.players):
        console.print(part)
    return match
