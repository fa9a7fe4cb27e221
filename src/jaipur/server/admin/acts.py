"""The acts of an admin, as values; each is stored before it is done, and that is their log."""

from __future__ import annotations

import msgspec

__all__ = [
    "AbortGame",
    "Act",
    "CloseReport",
    "DeleteUser",
    "InviteAccounts",
    "RecomputeRatings",
    "RenameUser",
    "SuspendUser",
]


class _Act(msgspec.Struct, frozen=True, tag_field="act"):
    pass


class RenameUser(_Act, frozen=True, tag="rename"):
    """Give a user another name; the old one of an account stays reserved for a year."""

    user: str
    name: str


class SuspendUser(_Act, frozen=True, tag="suspend"):
    """Let a user do nothing up to a time, in milliseconds since 1970; None ends it."""

    user: str
    until: int | None
    cause: str


class DeleteUser(_Act, frozen=True, tag="delete"):
    """Delete a user as by their own request: games of others stay whole, without the name."""

    user: str
    cause: str


class AbortGame(_Act, frozen=True, tag="abort"):
    """End a game that is not over: nobody wins, and nothing is rated."""

    game: str
    cause: str


class CloseReport(_Act, frozen=True, tag="close_report"):
    """Note that a report was looked at."""

    report: str
    cause: str


class InviteAccounts(_Act, frozen=True, tag="invite"):
    """Make an invitation code; the code itself is shown once, and not logged."""

    uses: int
    days: int
    note: str


class RecomputeRatings(_Act, frozen=True, tag="recompute_ratings"):
    """Recompute all ratings from the logs; luck that is already stored is reused."""


Act = (
    RenameUser
    | SuspendUser
    | DeleteUser
    | AbortGame
    | CloseReport
    | InviteAccounts
    | RecomputeRatings
)
