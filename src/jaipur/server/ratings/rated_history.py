"""What the rated matches of an account say: its rating curve, its rivals and its latest matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import or_, select

from jaipur.players.rating_book import Standing
from jaipur.server import schema
from jaipur.server.ratings.rated_matches import LUCK, RESULTS
from jaipur.server.ratings.rating_figures import figure_of
from jaipur.server.ratings.rating_tables import standing_of
from jaipur.server.shapes.ratings import (
    ProfileMatch,
    ProfileRating,
    RatingFigure,
    RatingPoint,
    Rival,
)
from jaipur.server.store import DatabaseRow, Store

__all__ = ["PlayedMatch", "curve_of", "figure_of", "latest_matches", "played_by", "ratings_of"]
__all__ += ["rivals_of"]

_LATEST: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A rated match, from the side of one user."""

    game: str
    ended_at: int
    ruleset: str
    opponent: str | None
    """The other user; None for a level."""
    level: str | None
    won: bool | None
    scores: tuple[float, ...]
    change: float


async def ratings_of(store: Store, user: str, now: int) -> list[ProfileRating]:
    """The present ratings of a user, by ruleset."""
    table = schema.ratings
    rows = await store.rows(
        select(table).where(table.c.user_id == user).order_by(table.c.ruleset.desc())
    )
    found = {(row["ruleset"], row["figure"]): standing_of(row) for row in rows}
    return [
        ProfileRating(
            ruleset=ruleset,
            results=figure_of(standing.rating_at(now)),
            luck=_luck(found.get((ruleset, LUCK)), now),
            matches=standing.matches,
            rounds=standing.rounds,
            last_at=standing.at or 0,
        )
        for (ruleset, figure), standing in found.items()
        if figure == RESULTS
    ]


def _luck(standing: Standing | None, now: int) -> RatingFigure | None:
    return None if standing is None else figure_of(standing.rating_at(now))


async def curve_of(store: Store, user: str, ruleset: str) -> list[RatingPoint]:
    """The rating of a user after each match, the first match first."""
    table = schema.rating_changes.c
    query = select(schema.rating_changes).where(table.user_id == user, table.ruleset == ruleset)
    rows = await store.rows(query.order_by(table.ended_at, table.game))
    luck = {row["game"]: standing_of(row).rating for row in rows if row["figure"] == LUCK}
    return [
        RatingPoint(
            at=row["ended_at"],
            rating=round(row["rating"]),
            deviation=round(row["deviation"]),
            change=round(row["rating"] - row["before"]),
            luck=figure_of(luck[row["game"]]) if row["game"] in luck else None,
        )
        for row in rows
        if row["figure"] == RESULTS
    ]


async def played_by(store: Store, user: str) -> list[PlayedMatch]:
    """The rated matches of a user that count, the latest first."""
    matches, games, changes = schema.rated_matches.c, schema.games.c, schema.rating_changes.c
    query = (
        select(schema.rated_matches, games.winner, changes.before, changes.rating)
        .join(schema.games, games.id == matches.game)
        .join(schema.rating_changes, changes.game == matches.game)
        .where(or_(matches.user0 == user, matches.user1 == user))
        .where(changes.user_id == user, changes.figure == RESULTS)
        .order_by(matches.ended_at.desc(), matches.game.desc())
    )
    return [_played(row, user) for row in await store.rows(query)]


def _played(row: DatabaseRow, user: str) -> PlayedMatch:
    seat = 0 if row["user0"] == user else 1
    rounds = msgspec.json.decode(row["rounds"], type=list[tuple[int, float]])
    return PlayedMatch(
        game=row["game"],
        ended_at=row["ended_at"],
        ruleset=row["ruleset"],
        opponent=row[f"user{1 - seat}"],
        level=row["level"],
        won=None if row["winner"] is None else row["winner"] == seat,
        scores=tuple(score if seat == 0 else 1 - score for _, score in rounds),
        change=row["rating"] - row["before"],
    )


def rivals_of(
    played: Sequence[PlayedMatch], names: Mapping[str, str], viewer: str | None
) -> list[Rival]:
    """The results against each opponent, the most frequent first; unnamed ones are merged."""
    groups: dict[tuple[Any, ...], list[PlayedMatch]] = {}
    for match in played:
        opponent = match.opponent
        hidden = opponent is not None and opponent not in names
        key = ("hidden",) if hidden else (opponent, match.level)
        groups.setdefault(key, []).append(match)
    ordered = sorted(groups.values(), key=len, reverse=True)
    return [_rival(matches, names, viewer) for matches in ordered]


def _rival(matches: Sequence[PlayedMatch], names: Mapping[str, str], viewer: str | None) -> Rival:
    one = matches[0]
    return Rival(
        name=names.get(one.opponent or ""),
        level=one.level,
        you=one.opponent is not None and one.opponent == viewer,
        won=sum(match.won is True for match in matches),
        lost=sum(match.won is False for match in matches),
        rounds_won=sum(sum(match.scores) for match in matches),
        rounds=sum(len(match.scores) for match in matches),
    )


def latest_matches(played: Sequence[PlayedMatch], names: Mapping[str, str]) -> list[ProfileMatch]:
    """The latest matches; those against somebody whom the viewer may not see without a link."""
    return [
        ProfileMatch(
            game=match.game if match.level or match.opponent in names else None,
            ended_at=match.ended_at,
            ruleset=match.ruleset,
            name=names.get(match.opponent or ""),
            level=match.level,
            won=match.won,
            rounds=list(match.scores),
            change=round(match.change),
        )
        for match in played[:_LATEST]
    ]
