"""Quiet hours: the part of a user's day in which nothing is sent; what is due waits for its end."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

__all__ = ["DAY_MINUTES", "QuietHours", "time_zone"]

DAY_MINUTES: Final = 24 * 60


def time_zone(name: str) -> ZoneInfo | None:
    """The time zone of this IANA name; None if there is no such one."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError):  # ZoneInfoNotFoundError is a KeyError
        return None
    except KeyError:
        return None


class QuietHours(NamedTuple):
    """From one minute of the day until another, in a time zone; over midnight if that is less."""

    start: int | None
    end: int | None
    zone: str

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> QuietHours:
        """Those of a row of `notice_settings`."""
        return cls(row["quiet_from"], row["quiet_until"], row["time_zone"])

    def end_of(self, now: int) -> int | None:
        """When the quiet hours that it is in now end, in milliseconds; None outside of them."""
        zone = time_zone(self.zone)
        if self.start is None or self.end is None or self.start == self.end or zone is None:
            return None
        local = datetime.fromtimestamp(now / 1000, UTC).astimezone(zone)
        minute = 60 * local.hour + local.minute
        if not self._includes(minute):
            return None
        day = local.date() + timedelta(days=int(minute >= self.end))
        hour, rest = divmod(self.end, 60)
        end = datetime(day.year, day.month, day.day, hour, rest, tzinfo=zone)
        # On the day the clocks go back or forward, the end may be an hour that is not there.
        return max(now + 60_000, int(end.timestamp() * 1000))

    def _includes(self, minute: int) -> bool:
        assert self.start is not None
        assert self.end is not None
        if self.start < self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end
