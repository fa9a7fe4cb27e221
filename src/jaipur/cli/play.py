"""`jaipur play`: a match in the terminal against a bot."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jaipur.cli.options import RulesetName, SeedText, read_seed

if TYPE_CHECKING:
    from jaipur.players import Player
    from jaipur.rules.match import Match

__all__ = ["EXAMPLE", "play"]

EXAMPLE = "jaipur play --opponent greedy --seed 7"


def play(
    opponent: Annotated[
        str, typer.Option(help="Who sits across: greedy, random, or kite to jeweller.")
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
        Path | None, typer.Option(help="Save the match as a record in this file.")
    ] = None,
) -> None:
    """Play a match against a bot in the terminal.

    Type a move such as +D, +K, +DG-LK or $L3, or its words, or its number in the list; `help` at
    the table says more. Where standard input is closed or not a terminal, two bots play a match
    and it is printed.
    """
    from jaipur.players import make_player
    from jaipur.rules.deal import seed_bytes
    from jaipur.rules.match import Match
    from jaipur.rules.record_files import write_records

    if save is not None:
        save.open("ab").close()  # what cannot be written is said before the match, not after it
    start = read_seed(seed)
    person = stdin or _at_a_terminal()
    names = _names("you" if person else "greedy", opponent, seat)
    source = seed_bytes(start)
    match = Match.deal(source, ruleset=ruleset, players=names)
    # The deals decide the bot's chances too: the same seed is the same opponent.
    bot = make_player(opponent, int.from_bytes(source, "big"))
    match = _with_a_person(match, seat, bot, aid=aid) if person else _bots_only(match, seat, bot)
    typer.echo(f"The same deals again: --seed {start.hex() if isinstance(start, bytes) else start}")
    if save is not None:
        write_records(save, [match.record()])


def _at_a_terminal() -> bool:
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def _names(near: str, far: str, seat: int) -> tuple[str, str]:
    if near == far:
        near, far = f"{near} 1", f"{far} 2"
    return (near, far) if seat == 0 else (far, near)


def _with_a_person(match: Match, seat: int, bot: Player, *, aid: bool) -> Match:
    from jaipur.cli.console import out
    from jaipur.cli.session import Session

    console, terminal = out(), _at_a_terminal()

    def ask(prompt: str) -> str:
        text = input(prompt)
        if not terminal:  # nobody has typed it, so it would not be seen
            console.print(text)
        return text

    if terminal:
        with suppress(ImportError):  # not everywhere; it gives input() a line to edit
            import readline  # noqa: F401
    console.print("Type help for how to type moves, rules for the game in short.")
    session = Session(match=match, seat=seat, bot=bot, console=console, ask=ask, aid=aid)
    session.pause = terminal
    return session.run()


def _bots_only(match: Match, seat: int, bot: Player) -> Match:
    from jaipur.cli.console import out
    from jaipur.cli.transcript import transcript
    from jaipur.players import make_player, play_match

    near = make_player("greedy")
    match = play_match((near, bot) if seat == 0 else (bot, near), match)
    console = out()
    for part in transcript(match, match.players):
        console.print(part)
    return match
