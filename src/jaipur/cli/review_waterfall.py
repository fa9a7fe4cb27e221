"""The waterfall of a reviewed round: how its parts lead from one half to the result.

It takes 80 columns at most and needs no colours: gains and losses have characters and signs of
their own. Where there is no room for bars, the shares stand alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.cells import set_cell_size
from rich.text import Text

from jaipur.cli.scoring import why_it_ended
from jaipur.cli.style import DIM
from jaipur.coach.ledger import LedgerLine, LineKind, RoundLedger
from jaipur.coach.match_values import MATCH_ONE
from jaipur.coach.summary import Part, parts_of
from jaipur.engine.luck import SEAL_ONE
from jaipur.rules.round import Round

__all__ = ["draw_round"]

_LABEL: Final = 26
_EVENT: Final = 55
_FULL: Final = 80
_BAR: Final = range(16, 41)
"""How many columns a bar has for 0 to 100 %; without the room for the fewest there are none."""
_GAIN, _LOSS = "█", "▒"
_LARGEST: Final = 4
_MARKS: Final = (0.0, 0.5, 1.0)

Names = tuple[str, str]


def draw_round(
    ledger: RoundLedger, round: Round, names: Names, columns: int = _FULL
) -> Iterator[Text]:
    """The waterfall of a round, for the player of seat 0, and its largest events."""
    yield _heading(ledger, round, names)
    rows = [
        (_label(part, names), found.share.seal / SEAL_ONE)
        for part, found in parts_of(ledger.lines, 0).items()
        if part is not Part.ENDED or found.share.seal
    ]
    reached = [0.5]
    for _, share in rows:
        reached.append(reached[-1] + share)
    axis = _Axis(min(0.0, *reached), max(1.0, *reached), columns - (_FULL - _BAR[-1]))
    yield Text(f"{_cell(f'for {names[0]}')}{'share':>7}", style=DIM) + axis.labels()
    for (label, share), start in zip(rows, reached, strict=False):
        yield Text(f"{_cell(label)}{share:>+7.1%}") + axis.bar(start, start + share)
    result = ledger.total.seal / SEAL_ONE + 0.5
    yield Text(f"{_cell('result')}{result:>7.0%}", style="bold") + axis.bar(result, result)
    yield Text()
    yield from _largest(ledger, round, names, columns)
    yield Text()


def _cell(label: str) -> str:
    return set_cell_size(label, _LABEL)


def _heading(ledger: RoundLedger, round: Round, names: Names) -> Text:
    heading = Text(f"Round {ledger.number}: ", style="bold")
    if round.is_over:
        heading.append(f"{why_it_ended(round, names)}.")
    else:
        heading.append("it was not finished, since the match was given up.")
    seal = "nobody gets the seal" if round.seal is None else f"the seal is {names[round.seal]}'s"
    stake = ledger.stake / MATCH_ONE
    heading.append(f" {seal.capitalize()}; it was worth {stake:.1%} of the match.", style=DIM)
    return heading


def _label(part: Part, names: Names) -> str:
    match part:
        case Part.START:
            return "who begins, deal"
        case Part.BONUS:
            return "bonus tokens"
        case Part.DECISIONS:
            return f"{names[0]}'s decisions"
        case Part.OPPONENT:
            return f"{names[1]}'s decisions"
        case Part.ENDED:
            return "ended otherwise"
        case _:
            return part.value


class _Axis:
    """A scale of probability in columns; parts may lead below 0 % and above 100 % on their way."""

    def __init__(self, low: float, high: float, columns: int) -> None:
        """With fewer columns than the least that a bar needs, all that it draws is empty."""
        self._low, self._high = low, high
        self._width = max(0, min(columns, _BAR[-1]))

    def labels(self) -> Text:
        """The marks of 0, 50 and 100 %, as far as they have room."""
        cells = [" "] * (self._width + 4)
        free = 0
        for mark in _MARKS:
            text = f"{mark:.0%}"
            place = max(free, self._column(mark) - len(text) // 2)
            if place + len(text) <= len(cells):
                cells[place : place + len(text)] = text
                free = place + len(text) + 1
        return self._drawn(Text("".join(cells).rstrip(), style=DIM))

    def bar(self, start: float, end: float) -> Text:
        """A bar from one value to another, on the lines of the marks."""
        cells = [" "] * (self._width + 1)
        for mark in _MARKS:
            cells[self._column(mark)] = "┊"
        first, last = sorted((self._column(start), self._column(end)))
        cells[first : last + 1] = (_GAIN if end >= start else _LOSS) * (last + 1 - first)
        style = "" if start == end else "green" if end > start else "red"
        line = Text("".join(cells), style=DIM)
        line.stylize(style or "not dim bold", first, last + 1)
        return self._drawn(line)

    def _drawn(self, line: Text) -> Text:
        return Text("  ") + line if self._width in _BAR else Text()

    def _column(self, value: float) -> int:
        return round((value - self._low) / (self._high - self._low) * self._width)


def _largest(ledger: RoundLedger, round: Round, names: Names, columns: int) -> Iterator[Text]:
    """The events with the largest shares, in the order in which they happened."""
    kinds = (LineKind.DEAL, LineKind.DRAW, LineKind.BONUS, LineKind.DECISION, LineKind.ENDED)
    lines = [line for line in ledger.lines if line.kind in kinds and line.share.seal]
    largest = sorted(lines, key=lambda line: -abs(line.share.seal))[:_LARGEST]
    for line in (line for line in lines if line in largest):
        event, share = _event(line, round, names), line.share.seal / SEAL_ONE
        if columns >= _FULL:
            yield Text(f"{set_cell_size(event, _EVENT)}{share:>+7.1%} for {names[0]}")
        else:
            yield Text(f"{event}, {share:+.1%} for {names[0]}")


def _event(line: LedgerLine, round: Round, names: Names) -> str:
    if line.ply is None:
        return "the deal" if line.kind is LineKind.DEAL else "the end"
    move, drawn = round.history[line.ply]
    text = f"move {line.ply + 1}, {names[line.seat or 0]} {move}"
    match line.kind:
        case LineKind.DRAW:
            return f"{text}: {drawn} laid out"
        case LineKind.BONUS:
            return f"{text}: the bonus token"
        case _:
            return f"{text}: the decision"
