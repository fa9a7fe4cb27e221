"""Records as arrays: one row for each decision, or one for each round.

The observations are those that the environments give in an episode of one round, so that what is
learnt from records can be played in them. Nothing is kept but the rows: a file of any size can be
read in pieces.

>>> import jaipur
>>> match = jaipur.Match.deal(seed=7).play("+G")
>>> arrays = decision_arrays([match])
>>> arrays["action"], arrays["observation"].shape
(array([1], dtype=int16), (1, 131))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from os import PathLike
from typing import Any, Final

from jaipur.envs.batch import Batch  # first: where NumPy is missing, it names the extra

# isort: split
import numpy as np
from numpy.typing import NDArray

from jaipur.envs.observation import observation_size
from jaipur.rules.match import Match
from jaipur.rules.moves import MAX_LEGAL
from jaipur.rules.record_files import read_matches
from jaipur.rules.round import PLY_LIMIT, Round
from jaipur.rules.rulesets import Ruleset

__all__ = [
    "DECISION_COLUMNS",
    "ROUND_COLUMNS",
    "Arrays",
    "Source",
    "as_matches",
    "decision_arrays",
    "decision_chunks",
    "round_arrays",
]

Arrays = dict[str, NDArray[Any]]
Source = str | PathLike[str] | Iterable[Match | Mapping[str, Any]]
"""A file of records, or any records or matches."""

DECISION_COLUMNS: Final[dict[str, tuple[Any, tuple[int, ...]]]] = {
    "match": (np.int32, ()),
    "round": (np.int16, ()),
    "ply": (np.int16, ()),
    "seat": (np.int8, ()),
    "player": (np.str_, ()),
    "action": (np.int16, ()),
    "seal": (np.int8, ()),
    "rupees_ahead": (np.int16, ()),
    "finished": (np.bool_, ()),
    "legal_count": (np.int16, ()),
    "legal": (np.int16, (MAX_LEGAL,)),
    "observation": (np.float32, (observation_size(),)),
}
"""By name: the type of a column, and the shape of one entry."""
ROUND_COLUMNS: Final[dict[str, Any]] = {
    "match": np.int32,
    "round": np.int16,
    "ruleset": np.str_,
    "player_0": np.str_,
    "player_1": np.str_,
    "first": np.int8,
    "plies": np.int16,
    "end": np.str_,
    "seal": np.int8,
    "rupees_0": np.int16,
    "rupees_1": np.int16,
}


def as_matches(source: Source) -> Iterator[Match]:
    """The matches of a file, or of records, one after the other."""
    if isinstance(source, str | PathLike):
        yield from read_matches(source)
        return
    for one in source:
        yield one if isinstance(one, Match) else Match.from_record(one)


def decision_arrays(source: Source, *, observations: bool = True, legal: bool = False) -> Arrays:
    """One row for each move that was played, with what its seat saw and how its round ended.

    `legal` adds the lists of legal actions, padded with -1. docs/dataset.md has the columns.
    """
    names = _columns(observations, legal)
    rows = chain.from_iterable(map(_decisions, range(2**31), as_matches(source)))
    return _stacked(names, rows)


def decision_chunks(
    source: Source, *, matches: int = 1000, observations: bool = True, legal: bool = False
) -> Iterator[Arrays]:
    """The same as `decision_arrays` in pieces of so many matches, for files of any size."""
    if matches < 1:
        raise ValueError(f"matches must be at least 1, got {matches}")
    names, rows = _columns(observations, legal), []
    for number, match in enumerate(as_matches(source)):
        rows += list(_decisions(number, match))
        if (number + 1) % matches == 0:
            yield _stacked(names, rows)
            rows = []
    if rows:
        yield _stacked(names, rows)


def round_arrays(source: Source) -> Arrays:
    """One row for each round. `seal` is the seat that won it, or -1; `end` may be empty."""
    rows = [
        (
            number,
            place,
            match.ruleset.name,
            *match.players,
            round.first,
            round.ply,
            round.end or "",
            -1 if round.seal is None else round.seal,
            *round.rupees,
        )
        for number, match in enumerate(as_matches(source))
        for place, round in enumerate(match.rounds, 1)
    ]
    columns = zip(*rows, strict=True) if rows else [()] * len(ROUND_COLUMNS)
    types = ROUND_COLUMNS.items()
    return {
        name: np.array(values, kind) for (name, kind), values in zip(types, columns, strict=True)
    }


def _columns(observations: bool, legal: bool) -> list[str]:
    left_out = {"observation"} if not observations else set()
    left_out |= {"legal"} if not legal else set()
    return [name for name in DECISION_COLUMNS if name not in left_out]


def _stacked(names: list[str], rows: Iterable[dict[str, Any]]) -> Arrays:
    """Rows as columns."""
    found = list(rows)
    columns: Arrays = {}
    for name in names:
        kind, shape = DECISION_COLUMNS[name]
        values = [row[name] for row in found]
        columns[name] = np.array(values, kind).reshape(len(found), *shape)
    return columns


def _decisions(number: int, match: Match) -> Iterator[dict[str, Any]]:
    """The rows of a match."""
    for place, round in enumerate(match.rounds, 1):
        if not round.history:
            continue
        batch = _one_row(match.ruleset, max(PLY_LIMIT, round.ply + 1))
        batch.set_round(0, round.at(0))
        for ply, (move, _) in enumerate(round.history):
            seat, action = int(batch.turns[0]), move.action
            assert action is not None
            yield {
                "match": number,
                "round": place,
                "ply": ply,
                "seat": seat,
                "player": match.players[seat],
                "action": action,
                **_outcome(round, seat),
                "legal_count": batch.counts[0],
                "legal": batch.legal[0].copy(),
                "observation": batch.observations[0].copy(),
            }
            batch.step_row(0, action)


def _outcome(round: Round, seat: int) -> dict[str, Any]:
    """How a round ended for a seat; a round that was not finished has no seal."""
    rupees = round.rupees
    seal = 0 if round.seal is None else 1 if round.seal == seat else -1
    ahead = rupees[seat] - rupees[1 - seat]
    return {"seal": seal, "rupees_ahead": ahead, "finished": round.is_over}


@lru_cache(maxsize=8)
def _one_row(ruleset: Ruleset, ply_limit: int) -> Batch:
    """A batch of one row, whose arrays are read after each step."""
    return Batch(1, ruleset=ruleset, ply_limit=ply_limit, autoreset="disabled")
