"""A review under way: which moves are judged and explained, and how that is kept over a restart."""

from __future__ import annotations

import asyncio
import zlib
from dataclasses import dataclass, field
from typing import Any

import msgspec

from jaipur import Move
from jaipur.coach.review_data import review_data
from jaipur.coach.reviewed_move import ReviewedMove
from jaipur.coach.reviewer import Reviewer, is_fine
from jaipur.server.fair_threads import Client

__all__ = ["ReviewJob"]


class _State(msgspec.Struct):
    """The moves that are done, of a review that is not."""

    judged: list[ReviewedMove]
    explained: list[ReviewedMove]


@dataclass(slots=True)
class ReviewJob:
    """A review in progress: its number of moves, and the client whose threads it uses."""

    moves: int
    client: Client
    wanted_at: int = 0
    """When somebody last asked for it, by the monotonic clock."""
    written_at: int = 0
    reviewer: Reviewer | None = None
    judged: list[ReviewedMove] = field(default_factory=list)
    explained: list[ReviewedMove] = field(default_factory=list)
    task: asyncio.Task[None] | None = None

    @property
    def of(self) -> int:
        """How many steps there are: each move is judged, and then explained."""
        return 2 * self.moves

    @property
    def done(self) -> int:
        """How many steps are done."""
        return len(self.judged) + len(self.explained)

    @property
    def progress(self) -> dict[str, Any]:
        """The progress, as the API tells it."""
        return {"status": "working", "done": self.done, "of": self.of}

    def step(self) -> None:
        """Judge the next move; or, once all are judged, explain the next that lost."""
        assert self.reviewer is not None
        if len(self.judged) < self.moves:
            self.judged.append(self.reviewer.judge(len(self.judged)))
            return
        samples = self.reviewer.reason_samples(self.judged)
        for number in range(len(self.explained), self.moves):
            move = self.judged[number]
            self.explained.append(self.reviewer.explain(number, move, samples))
            if not is_fine(move):
                return

    def finish(self) -> dict[str, Any]:
        """The whole review as plain data."""
        assert self.reviewer is not None
        return review_data(self.reviewer.finish(self.explained))

    def saved(self) -> bytes:
        """What is done so far, to go on from."""
        state = _State(judged=self.judged, explained=self.explained)
        return zlib.compress(msgspec.json.encode(state, enc_hook=str), 1)

    def restore(self, saved: bytes) -> None:
        """Go on from what `saved` has written; from the beginning if that is of another version."""
        try:
            state = msgspec.json.decode(
                zlib.decompress(saved), type=_State, dec_hook=lambda _, text: Move.parse(text)
            )
        except (msgspec.MsgspecError, zlib.error, ValueError):
            return
        if len(state.explained) <= len(state.judged) <= self.moves:
            self.judged, self.explained = state.judged, state.explained
