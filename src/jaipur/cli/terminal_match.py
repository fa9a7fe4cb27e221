"""A match between a person at the terminal and a bot.

It draws views and passes moves to the match; it knows no rules. It ends with the match over,
resigned, or left unfinished.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console, RenderableType
from rich.text import Text

from jaipur.cli.help_texts import HELP, rules_in_short
from jaipur.cli.move_list import move_summary, numbered_moves
from jaipur.cli.player_names import with_verb
from jaipur.cli.scene import scene_of_view
from jaipur.cli.scoring import match_result, round_result
from jaipur.cli.table_drawing import TableDrawing
from jaipur.errors import BotFault, NotationError
from jaipur.players import Player, play_move, tell_round_end
from jaipur.rules.ends import RoundEnd
from jaipur.rules.match import Match
from jaipur.rules.moves import Move
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.rulesets import PLY_WARNING

__all__ = ["PROMPT", "TerminalMatch"]

PROMPT = "your move> "


class LeftTable(Exception):
    """The person has left the table."""


@dataclass(slots=True, kw_only=True)
class TerminalMatch:
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
                    players = (self.bot, self.bot)
                    self._advance(play_move(players, self.match, on_fault=self._name_fault))
        except (LeftTable, EOFError, KeyboardInterrupt):
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
        scene = scene_of_view(view, names=self._names, seals_to_win=to_win, aid=self.aid)
        self._print("", TableDrawing(scene), move_summary(view))
        if view.ply >= PLY_WARNING:
            left = max(1, PLY_LIMIT - view.ply)
            moves = "1 move is" if left == 1 else f"{left} moves are"
            self._print(f"{moves} left, then the round is scored.")

    def _decide(self) -> None:
        """Ask until the match has moved on: by a move, a take-back or a resignation."""
        before = self.match
        while self.match is before:
            text = self.ask(PROMPT).strip()
            if text and not self._command(text.lower()):
                move = self._read(text)
                if move is not None:
                    self._decisions.append(self.match)
                    match = self.match.play(move)
                    tell_round_end((self.bot,), match)
                    self._advance(match)

    def _command(self, word: str) -> bool:
        """Run a command; False if the word is none."""
        match word:
            case "moves":
                self._print(*numbered_moves(self.match.view(self.seat).moves, self.console.width))
            case "help" | "?":
                self._print(HELP)
            case "rules":
                self._print(rules_in_short(self.match.ruleset))
            case "undo":
                self._undo()
            case "resign":
                self.match = self.match.resign(self.seat)
            case "quit" | "exit" | "q":
                raise LeftTable
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

    def _name_fault(self, seat: int, fault: BotFault) -> None:
        self._say(f"{self._names[seat]} forfeits the round: {fault}")

    def _say(self, sentence: str) -> None:
        self.console.print(Text(sentence, style="yellow"))

    def _advance(self, match: Match) -> None:
        """Go on to the next position; after a round, show its scoring and deal the next."""
        self.match = match
        if match.round.is_over:
            self._show_scoring()
        if match.is_between:
            self.match = match.next_round()
            first, number = self.match.round.first, len(self.match.rounds)
            self._print(f"{with_verb(self._names[first], 'start')} round {number}.")
            if self.pause:
                self.ask("Press Enter to go on ")

    def _show_scoring(self) -> None:
        over = self.match.round
        if over.last is not None and over.end != RoundEnd.FORFEIT:
            mover = self._names[(over.first + over.ply - 1) % 2]
            self._print("", f"{mover}: {over.last.describe()}")
        self._print("", *round_result(over, self._names, len(self.match.rounds)))

    def _print(self, *parts: RenderableType) -> None:
        for part in parts:
            self.console.print(part)
