"""The summaries of a review in the terminal: both players side by side, and the costliest moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isinf
from typing import Final

from rich import box
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from jaipur.cli.style import dim
from jaipur.coach.accuracy import Accuracy
from jaipur.coach.level_errors import Placement
from jaipur.coach.match_values import MATCH_ONE
from jaipur.coach.reason_sentences import describe
from jaipur.coach.review import Review
from jaipur.coach.reviewed_move import Phase, ReviewedMove
from jaipur.coach.summary import Part, PartSum, PlayerSummary
from jaipur.engine.grades import GRADE_BANDS, Grade
from jaipur.engine.luck import RUPEE_ONE, SEAL_ONE
from jaipur.players.levels import find_level

__all__ = ["draw_costliest", "draw_summaries"]

_SIDE_BY_SIDE: Final = 66
"""The columns that both players need beside each other."""

Names = tuple[str, str]
Cell = Callable[[PlayerSummary], str]


def draw_summaries(review: Review, names: Names, columns: int = 80) -> Iterator[RenderableType]:
    """What the match was made of for both players, in numbers and then in words.

    The players stand side by side, or one below the other where there are few columns.
    """
    if columns >= _SIDE_BY_SIDE:
        yield _table(review, names, review.summaries)
    else:
        for summary in review.summaries:
            yield _table(review, names, [summary])
    yield Text(_luck_sentence(review, names))
    yield Text(_accuracy_sentence(review, names))
    for summary, name in zip(review.summaries, names, strict=True):
        if summary.placement is not None:
            yield Text(f"{name} plays {_placement(summary.placement)}.")
    yield Text()


def draw_costliest(review: Review, names: Names) -> Iterator[RenderableType]:
    """The costliest moves of both players, each with a table of the moves beside it."""
    for seat, name in enumerate(names):
        costliest = review.costliest(seat)
        if not costliest:
            yield Text(f"{name}: no move lost more than 1 % and twice its error.", style="bold")
            continue
        yield Text(f"The costliest moves of {name}", style="bold")
        for move in costliest:
            yield _sentence(move)
            for reason in move.reasons:
                yield Text(f"  {describe(reason)}")
            yield _moves(move)


def _table(review: Review, names: Names, shown: Sequence[PlayerSummary]) -> Grid:
    table = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("of the match")
    for summary in shown:
        table.add_column(
            names[summary.seat], justify="right", min_width=18 if len(shown) > 1 else None
        )
    parts: list[tuple[str, Cell]] = [
        ("luck", lambda one: _percent(one.luck)),
        ("  who begins, deals", lambda one: _percent(one.parts[Part.START])),
        ("  draws", lambda one: _percent(one.parts[Part.DRAWS])),
        ("  bonus tokens", lambda one: _percent(one.parts[Part.BONUS])),
        ("own decisions", lambda one: _percent(one.parts[Part.DECISIONS])),
        ("opponent's decisions", lambda one: _percent(one.parts[Part.OPPONENT])),
        ("unseen", lambda one: _percent(one.parts[Part.UNSEEN])),
    ]
    if any(summary.parts[Part.ENDED].share.match for summary in review.summaries):
        parts.append(("ended otherwise", lambda one: _percent(one.parts[Part.ENDED])))
    figures: list[tuple[str, Cell]] = [
        ("luck in rupees", lambda one: _rupees(one.luck.share.rupees)),
        ("own moves in rupees", lambda one: _rupees(one.moves_rupees)),
        ("error per decision", lambda one: _accuracy(one.accuracy)),
        *((f"  {phase}", _phase_cell(phase)) for phase in Phase),
        ("decisions", lambda one: f"{one.accuracy.decisions} + {one.forced} trivial"),
        *((_plural(band.grade), _grade_cell(band.grade)) for band in GRADE_BANDS[1:]),
    ]
    for label, cell in parts:
        table.add_row(label, *map(cell, shown))
    table.add_section()
    for label, cell in figures:
        table.add_row(label, *map(cell, shown))
    return table


def _phase_cell(phase: Phase) -> Cell:
    return lambda one: _accuracy(one.phases[phase])


def _grade_cell(grade: Grade) -> Cell:
    return lambda one: str(one.grades[grade])


def _plural(grade: Grade) -> str:
    return "inaccuracies" if grade is Grade.INACCURACY else f"{grade}s"


def _rupees(value: int) -> str:
    return f"{value / RUPEE_ONE:+.1f}"


def _percent(part: PartSum) -> str:
    scale = SEAL_ONE * MATCH_ONE
    text = f"{part.share.match / scale:+.1%}"
    return f"{text} ± {part.error.match / scale:.1%}" if part.error.match else text


def _accuracy(accuracy: Accuracy) -> str:
    if isinf(accuracy.error):
        return "–"
    return f"{accuracy.mean:.2%} ± {accuracy.error:.2%}"


def _luck_sentence(review: Review, names: Names) -> str:
    share = review.summaries[0].luck.share.match / (SEAL_ONE * MATCH_ONE)
    if abs(share) < 0.0005:
        return "Neither was luckier."
    name = names[0] if share > 0 else names[1]
    return f"{name} was luckier: {abs(share):.1%} of the match."


def _accuracy_sentence(review: Review, names: Names) -> str:
    better = review.more_accurate
    if better is None:
        return "It is not clear who lost less per decision: the difference is within its error."
    mine, theirs = (review.summaries[seat].accuracy.mean for seat in (better, 1 - better))
    return (
        f"{names[better]} lost less by a decision: {mine:.2%} against "
        f"{theirs:.2%} of {names[1 - better]}."
    )


def _placement(placement: Placement) -> str:
    if placement.like:
        names = [_title(name) for name in placement.like]
        return f"like {names[0]}" if len(names) == 1 else f"like {names[0]} to {names[-1]}"
    if placement.weaker is None:
        return f"weaker than {_title(placement.stronger)}"
    if placement.stronger is None:
        return f"stronger than {_title(placement.weaker)}"
    return f"between {_title(placement.weaker)} and {_title(placement.stronger)}"


def _title(name: str | None) -> str:
    """A level in a sentence: the porter."""
    level = find_level(name or "")
    title = level.title if level is not None else str(name)
    return title[0].lower() + title[1:]


def _sentence(move: ReviewedMove) -> Text:
    best = move.judged.best.move
    return Text(
        f"Round {move.round}, move {move.ply + 1}: {move.move} lost {move.lost:.1%} "
        f"± {move.error:.1%} against {best} ({move.grade})."
    )


def _moves(move: ReviewedMove) -> Grid:
    table = Grid(box=None, pad_edge=False, padding=(0, 1), show_header=False)
    for justify in ("left", "right", "left"):
        table.add_column(justify=justify)
    for row in move.table:
        note = dim("← played") if row.move == move.move else Text()
        table.add_row(f"  {row.move}", f"{row.win:.1%} ± {row.error:.1%}", note)
    table.add_row("")
    return table
