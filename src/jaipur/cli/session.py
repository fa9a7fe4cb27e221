"""One person at the terminal, one bot across the table: the loop of a match.

The session draws views and passes moves to the match; it knows no rules. It ends with the match
over, resigned, or left as it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console, RenderableType
from rich.text import Text

from jaipur.cli.listing import numbered, short
from jaipur.cli.scene import seen
from jaipur.cli.scoring import match_result, round_result
from jaipur.cli.table import Picture
from jaipur.cli.words import HELP, does, rules_in_short
from jaipur.errors import NotationError
from jaipur.players import Player, play_move
from jaipur.rules.match import Match
from jaipur.rules.moves import Move

__all__ = ["Session"]

PROMPT = "your move> "


class Left(Exception):
    """The person has left the table."""


@dataclass(slots=True, kw_only=True)
class Session:
    """A match between a person and a bot. `ask` reads one line, and raises EOFError at the end."""

    match: Match
    seat: int
    bot: Player
    console: Console
    ask: Callable[[str], str]
    aid: bool = False
    pause: bool = True  # wait for Enter after a round
    _decisions: list[Match] = field(default_factory=list)

    def run(self) -> Match:
        """Play until the match is over or the person leaves; the match as it then stands."""
        try:
            while not self.match.is_over:
                if self.match.turn == self.seat:
                    self._draw()
                    self._decide()
                else:
                    self._advance(play_move((self.bot, self.bot), self.match))
        except (Left, EOFError, KeyboardInterrupt):
            self.console.print("\nYou have left the table. Goodbye.")
        else:
            self.console.print(match_result(self.match, self._names))
        return self.match

    @property
    def _names(self) -> tuple[str, str]:
        return self.match.players

    def _draw(self) -> None:
        view = self.match.view(self.seat)
        to_win = self.match.seals_to_win
        scene = seen(view, names=self._names, seals_to_win=to_win, aid=self.aid)
        self._print("", Picture(scene), short(view))

    def _decide(self) -> None:
        """Ask until the match has moved on: by a move, a take-back or a resignation."""
        before = self.match
        while self.match is before:
            text = self.ask(PROMPT).strip()
            if text and not self._command(text.lower()):
                move = self._read(text)
                if move is not None:
                    self._decisions.append(self.match)
                    self._advance(self.match.play(move))

    def _command(self, word: str) -> bool:
        """Do what the word asks for; False if it is none of the table's words."""
        match word:
            case "moves":
                self._print(*numbered(self.match.view(self.seat).moves, self.console.width))
            case "help" | "?":
                self._print(HELP)
            case "rules":
                self._print(rules_in_short(self.match.ruleset))
            case "undo":
                self._undo()
            case "resign":
                self.match = self.match.resign(self.seat)
            case "quit" | "exit" | "q":
                raise Left
            case _:
                return False
        return True

    def _undo(self) -> None:
        if self._decisions:
            self.match = self._decisions.pop()
        else:
            self._say("There is no decision of yours to take back.")

    def _read(self, text: str) -> Move | None:
        """The legal move that was typed, or None after saying what is wrong with it."""
        if text.isdecimal():
            return self._pick(self.match.view(self.seat).moves, text)
        try:
            move = Move.parse(text)
        except NotationError as error:
            self._say(f"{error.message}. Type help to see how moves are written.")
            return None
        refusal = self.match.why_not(move)
        if refusal is not None:
            self._say(refusal.sentence)
            return None
        return move

    def _pick(self, moves: tuple[Move, ...], text: str) -> Move | None:
        if len(text) < 4 and 1 <= int(text) <= len(moves):
            return moves[int(text) - 1]
        self._say(f"The list has the numbers 1 to {len(moves)}; type moves to see it.")
        return None

    def _say(self, sentence: str) -> None:
        self.console.print(Text(sentence, style="yellow"))

    def _advance(self, match: Match) -> None:
        """Go on to the next position, and show the scoring of a round that has just ended."""
        self.match = match
        if not match.round.is_over:
            return
        count, over = len(match.rounds), match.round
        if over.last is not None:
            mover = self._names[(over.first + over.ply - 1) % 2]
            self._print("", f"{mover}: {over.last.describe()}")
        self._print("", *round_result(over, self._names, count))
        if match.is_between:
            self.match = match.next_round()
            first = self.match.round.first
            self._print(f"{does(self._names[first], 'start')} round {count + 1}.")
            if self.pause:
                self.ask("Press Enter to go on ")

    def _print(self, *parts: RenderableType) -> None:
        for part in parts:
            self.console.print(part)
