"""Why a move lost: the facts that hold in samples of what follows it and what follows the best.

1. Both moves are played in the same redeals, and the network plays on for both seats to the end.
2. A fact holds where it happens clearly more often after one of them: the shares differ by
   `MIN_DIFFERENCE` at least, and by `SURE_DIFFERENCE` when lowered by `SIGMAS` standard errors, and
   the larger is `MIN_SHARE` at least. Both moves meet the same cards, so the difference is measured
   sample by sample.
3. It explains the difference of its shares, times what it is worth where it happens. That is
   counted in rupees (of one good, of the herds, or of all) and turned into probability by how the
   seal depends on the lead in these samples. Facts about the end are counted in seals at once.
4. The facts that explain most are the reasons; no two are about the same good.

Nothing enters but the view. The shares are those of the network's play: it is the search that says
what a move lost, and a fact is given only where the samples do not deny that loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import hypot, sqrt
from typing import Final

from jaipur.coach.fact import Fact
from jaipur.coach.general_facts import general_facts
from jaipur.coach.goods_facts import goods_facts
from jaipur.coach.move_pair import pair_moves
from jaipur.coach.reason import Reason
from jaipur.engine.analysis import JudgedMove
from jaipur.engine.follow_up import FollowUp
from jaipur.engine.grades import Grade
from jaipur.rules.cards import Good
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["MAX_REASONS", "holding_facts", "reasons"]

MAX_REASONS: Final = 3
MIN_DIFFERENCE: Final = 0.20
"""By how much the shares of a fact differ at least."""
SURE_DIFFERENCE: Final = 0.12
"""By how much they differ at least when lowered by `SIGMAS` standard errors."""
SIGMAS: Final = 2.0
MIN_SHARE: Final = 0.3
"""How often a fact happens at least after that one of the two moves after which it is frequent."""
MIN_WORTH_RUPEES: Final = 0.75
"""How many rupees a fact is worth at least, where rupees go with it."""
MIN_EXPLAINED: Final = 0.25
"""Which part of the loss a reason explains at least."""
MIN_BESIDE: Final = 0.3
"""Which part of what the first reason explains the others explain at least."""
_SAMPLE_SEED: Final = 0x6A61697075720002  # mixed into the seed for samples of their own


def reasons(
    view: View, judged: JudgedMove, *, samples: int = 800, seed: int = 0, threads: int = 1
) -> tuple[Reason, ...]:
    """The reasons for what a judged move lost, strongest first.

    At most `MAX_REASONS`; none where the move is graded fine, and none where no fact holds. A view,
    a seed and a number of samples give the same reasons on any number of threads.
    """
    if judged.grade is Grade.FINE:
        return ()
    found = holding_facts(
        view, judged.played.move, judged.best.move, samples=samples, seed=seed, threads=threads
    )
    chosen: list[Reason] = []
    subjects: set[Good | str] = set()
    for fact, reason in found:
        enough = MIN_EXPLAINED * judged.lost
        if chosen:
            enough = max(enough, MIN_BESIDE * chosen[0].explains)
        alone = not (subjects & fact.subject or (chosen and fact.is_general))
        if alone and reason.explains >= enough and len(chosen) < MAX_REASONS:
            chosen.append(reason)
            subjects |= fact.subject
    return tuple(chosen)


def holding_facts(
    view: View, played: Move, best: Move, *, samples: int, seed: int = 0, threads: int = 1
) -> list[tuple[Fact, Reason]]:
    """Every fact about the two moves that holds in the samples, and as a reason; strongest first.

    Empty where the best move does worse in the samples, both in seals and in rupees.
    """
    rows = FollowUp(
        view, (played, best), samples=samples, seed=seed ^ _SAMPLE_SEED, threads=threads
    )
    seals = [rows.column("outcome", place) for place in (0, 1)]
    leads = [_leads(rows, place) for place in (0, 1)]
    if sum(seals[1]) <= sum(seals[0]) and sum(leads[1]) <= sum(leads[0]):
        return []
    slope = _slope(leads[0] + leads[1], seals[0] + seals[1]) / 2
    found = []
    pair = pair_moves(view, played, best)
    for fact in chain(goods_facts(pair), general_facts(pair)):
        reason = _measure(fact, rows, seals, slope)
        if reason is not None:
            found.append((fact, reason))
    return sorted(found, key=lambda pair: (pair[0].is_general, -pair[1].explains))


def _measure(fact: Fact, rows: FollowUp, seals: Sequence[list[int]], slope: float) -> Reason | None:
    """The fact as a reason, or None where it does not hold."""
    after = [fact.happened(rows, place) for place in (0, 1)]
    mean, error = _difference(after[0], after[1])
    if abs(mean) < MIN_DIFFERENCE or abs(mean) - SIGMAS * error < SURE_DIFFERENCE:
        return None
    if fact.helps is not None and (mean > 0) != fact.helps:
        return None
    if sum(after[mean > 0]) < MIN_SHARE * len(after[0]):
        return None
    happened = after[0] + after[1]
    if fact.worth is None:
        effect, effect_error = _effect(happened, [halves / 2 for halves in seals[0] + seals[1]])
    else:
        rupees = [fact.worth(rows, place) for place in (0, 1)]
        gain, gain_error = _difference(rupees[0], rupees[1])
        effect, effect_error = _effect(happened, rupees[0] + rupees[1])
        if gain < SIGMAS * gain_error or mean * effect < MIN_WORTH_RUPEES:
            return None
        effect, effect_error = effect * slope, effect_error * slope
    explains = mean * effect
    if explains <= SIGMAS * abs(mean) * effect_error:
        return None
    count = len(after[0])
    return Reason(
        code=fact.code,
        good=fact.good,
        numbers=fact.numbers,
        played=sum(after[0]) / count,
        best=sum(after[1]) / count,
        error=error,
        explains=explains,
    )


def _leads(rows: FollowUp, place: int) -> list[int]:
    mine, theirs = rows.column("mover_rupees", place), rows.column("other_rupees", place)
    return [a - b for a, b in zip(mine, theirs, strict=True)]


def _difference(played: Sequence[float], best: Sequence[float]) -> tuple[float, float]:
    """The mean of best less played over the samples, and its standard error."""
    return _mean([after - before for before, after in zip(played, best, strict=True)])


def _effect(happened: Sequence[bool], values: Sequence[float]) -> tuple[float, float]:
    """By how much a value is higher where a fact happens, and its standard error."""
    parts: tuple[list[float], list[float]] = ([], [])
    for event, value in zip(happened, values, strict=True):
        parts[event].append(value)
    if not parts[0] or not parts[1]:
        return 0.0, 0.0
    (without, without_error), (having, having_error) = map(_mean, parts)
    return having - without, hypot(without_error, having_error)


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    count = len(values)
    mean = sum(values) / count
    squares = sum(value * value for value in values) / count
    return mean, sqrt(max(0.0, squares - mean * mean) / count)


def _slope(xs: Sequence[float], ys: Sequence[float]) -> float:
    """The slope of the regression line of ys on xs; 0 where all xs are the same."""
    count = len(xs)
    mean_x, mean_y = sum(xs) / count, sum(ys) / count
    variance = sum((x - mean_x) ** 2 for x in xs)
    covariance = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return covariance / variance if variance else 0.0
