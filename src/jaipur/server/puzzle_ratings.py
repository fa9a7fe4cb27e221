"""Ratings in puzzles: a user against a puzzle is a game by Glicko-2, and both ratings change.

Only a user's first attempt at a puzzle counts, so one row is kept for each puzzle that was tried;
that row also answers a repeated key. All is computed and written in one transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, func, insert, select, update

from jaipur import Move, NotationError
from jaipur.players.glicko import GlickoRating, GlickoResult, rate
from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.problems import Problem, ProblemCode, WriteConflict
from jaipur.server.puzzle_library import find_puzzle
from jaipur.server.store import DatabaseRow, Store

if TYPE_CHECKING:
    from jaipur.coach.puzzles import MoveLoss, Puzzle

__all__ = ["Answer", "PuzzleRatings", "PuzzleScore"]

START: Final = GlickoRating(rating=1200.0)
"""A new user: about as strong as the level porter, with the largest deviation."""
PUZZLE_DEVIATION: Final = 150.0
"""How far off the first rating of a puzzle may be."""
# The writer locks rows in the order of games; these come after all of them, whatever their ids.
_WRITE_ORDER: Final = "~puzzles"
_LOCK: Final = 0x6A7075  # one process at a time changes ratings on PostgreSQL


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A user's answer to a puzzle, as it was sent."""

    id: str
    move: str
    at: int
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleScore:
    """A user's rating, and how many puzzles were tried and solved."""

    rating: GlickoRating = START
    attempts: int = 0
    right: int = 0

    @property
    def data(self) -> dict[str, Any]:
        """As the API gives it."""
        return {
            "rating": round(self.rating.rating, 1),
            "deviation": round(self.rating.deviation, 1),
            "attempts": self.attempts,
            "right": self.right,
        }


class PuzzleRatings:
    """The ratings of users and puzzles in the database."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def score(self, user: str | None) -> PuzzleScore:
        """The score of a user; a visitor has that of somebody new."""
        if user is None:
            return PuzzleScore()
        return _score(await self._store.find(schema.puzzle_scores, user_id=user))

    async def changed_ratings(self) -> dict[str, int]:
        """The present ratings of the puzzles that somebody has tried."""
        rows = await self._store.rows(select(schema.puzzle_ratings))
        return {row["puzzle"]: round(row["rating"]) for row in rows}

    async def add(self, user: str, answers: Sequence[Answer]) -> dict[str, Any]:
        """Count answers, and the score after them with the result of each."""
        judged = [(answer, *found) for answer in answers if (found := _judge(answer)) is not None]
        now = self._clock.now()

        def work(connection: Connection) -> dict[str, Any]:
            book = _Book(connection, user, now)
            results = [book.add(answer, puzzle, loss) for answer, puzzle, loss in judged]
            book.write()
            return {**book.score.data, "results": results}

        try:
            return await self._store.write(work, order=_WRITE_ORDER)
        except WriteConflict:  # the user was deleted meanwhile
            raise Problem.of(ProblemCode.NOT_SIGNED_IN) from None


class _Book:
    """The rows of one user and of the puzzles that they have tried, in one transaction."""

    def __init__(self, connection: Connection, user: str, now: int) -> None:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        self._connection = connection
        self._user = user
        self._now = now
        self.score = _score(self._row(schema.puzzle_scores, user_id=user))
        self._is_new = self.score.attempts == 0

    def add(self, answer: Answer, puzzle: Puzzle, loss: MoveLoss) -> dict[str, Any]:
        """Count an answer, unless the puzzle was tried before, and its result."""
        old = self._row(schema.puzzle_attempts, user_id=self._user, puzzle=puzzle.id)
        if old is not None and old["key"] == answer.key:
            return _result(answer, old["grade"], old["lost"], old["change"])
        change = 0.0 if old is not None else self._count(answer, puzzle, loss)
        return _result(answer, loss.grade.value, loss.lost, change)

    def _count(self, answer: Answer, puzzle: Puzzle, loss: MoveLoss) -> float:
        mine = self.score.rating
        row = self._row(schema.puzzle_ratings, puzzle=puzzle.id)
        theirs = _rating(row) if row else _first_rating(puzzle)
        points = loss.grade.score
        after = rate(mine, [GlickoResult(opponent=theirs, score=points)])
        self._rate_puzzle(
            puzzle, row, rate(theirs, [GlickoResult(opponent=mine, score=1 - points)])
        )
        change = after.rating - mine.rating
        self.score = PuzzleScore(
            rating=after, attempts=self.score.attempts + 1, right=self.score.right + (points == 1)
        )
        values = {
            "user_id": self._user,
            "puzzle": puzzle.id,
            "key": answer.key,
            "move": str(loss.move),
            "grade": loss.grade.value,
            "lost": loss.lost,
            "change": change,
            "at": min(answer.at, self._now),
        }
        self._connection.execute(insert(schema.puzzle_attempts).values(values))
        return change

    def _rate_puzzle(self, puzzle: Puzzle, row: DatabaseRow | None, after: GlickoRating) -> None:
        table, values = schema.puzzle_ratings, _columns(after)
        if row is None:
            self._connection.execute(insert(table).values(puzzle=puzzle.id, attempts=1, **values))
        else:
            change = update(table).where(table.c.puzzle == puzzle.id)
            self._connection.execute(change.values(attempts=row["attempts"] + 1, **values))

    def write(self) -> None:
        """Write the user's score, if it has changed."""
        if not self.score.attempts:
            return
        table, score = schema.puzzle_scores, self.score
        values = {**_columns(score.rating), "attempts": score.attempts, "right": score.right}
        if self._is_new:
            self._connection.execute(insert(table).values(user_id=self._user, **values))
        else:
            this = update(table).where(table.c.user_id == self._user)
            self._connection.execute(this.values(**values))

    def _row(self, table: Any, **key: str) -> DatabaseRow | None:
        query = select(table).where(*(table.c[name] == value for name, value in key.items()))
        found = self._connection.execute(query).mappings().first()
        return None if found is None else dict(found)


def _judge(answer: Answer) -> tuple[Puzzle, MoveLoss] | None:
    """The puzzle and what the move loses; None where either is not known here."""
    puzzle = find_puzzle(answer.id)
    if puzzle is None:
        return None
    try:
        loss = puzzle.judge(Move.parse(answer.move))
    except NotationError:
        return None
    return None if loss is None else (puzzle, loss)


def _result(answer: Answer, grade: str, lost: float, change: float) -> dict[str, Any]:
    return {
        "key": answer.key,
        "id": answer.id,
        "grade": grade,
        "lost": round(lost, 3),
        "change": round(change, 1),
    }


def _score(row: DatabaseRow | None) -> PuzzleScore:
    if row is None:
        return PuzzleScore()
    return PuzzleScore(rating=_rating(row), attempts=row["attempts"], right=row["right"])


def _first_rating(puzzle: Puzzle) -> GlickoRating:
    return GlickoRating(rating=puzzle.rating, deviation=PUZZLE_DEVIATION)


def _rating(row: DatabaseRow) -> GlickoRating:
    return GlickoRating(
        rating=row["rating"], deviation=row["deviation"], volatility=row["volatility"]
    )


def _columns(rating: GlickoRating) -> dict[str, float]:
    return {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
    }
