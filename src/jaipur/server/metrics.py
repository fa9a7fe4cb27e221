"""Metrics for Prometheus: what an operator needs to know about one process.

They are read when they are asked for, so that counting costs a move nothing but an addition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from jaipur.server.services import Services

__all__ = ["CommitTimes", "Metrics"]

_COMMIT_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class CommitTimes:
    """How long group commits took, and how many there were."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._seconds = Histogram(
            "jaipur_commit_seconds",
            "How long a group commit took.",
            buckets=_COMMIT_BUCKETS,
            registry=self.registry,
        )

    def observe(self, seconds: float) -> None:
        """Note a commit."""
        self._seconds.observe(seconds)


class Metrics(Collector):
    """The metrics of one process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def text(self) -> bytes:
        """All metrics, in the format of Prometheus."""
        return generate_latest(self._registry) + generate_latest(
            self._services.store.commit_times.registry
        )

    def collect(self) -> Iterable[Metric]:
        """The present values."""
        yield from self._counters()
        yield from self._gauges()

    def _counters(self) -> Iterator[Metric]:
        services = self._services
        for name, text, value in (
            (
                "jaipur_moves",
                "Moves that this process has written.",
                services.live_games.logs.moves,
            ),
            ("jaipur_commits", "Group commits.", services.store.commits),
            (
                "jaipur_peer_notifications",
                "Notifications from other processes.",
                services.sync.received,
            ),
            ("jaipur_notices_sent", "Notices that push services took.", services.notices.sent),
            ("jaipur_notices_failed", "Attempts to send that failed.", services.notices.failed),
            (
                "jaipur_notices_given_up",
                "Notices that could not be sent for days.",
                services.notices.given_up,
            ),
        ):
            yield CounterMetricFamily(name, text, value=value)
        refused = CounterMetricFamily(
            "jaipur_refused", "Requests that a limit has refused.", labels=["limit"]
        )
        for limit, count in sorted(services.security_log.limited.items()):
            refused.add_metric([limit], count)
        yield refused

    def _gauges(self) -> Iterator[Metric]:
        services = self._services
        games = services.live_games.cached().values()
        usable = set(services.store.status.checks.values()) == {"ok"}
        for name, text, value in (
            ("jaipur_games_in_use", "Games in memory.", len(games)),
            ("jaipur_streams_open", "Event streams.", len(services.streams)),
            (
                "jaipur_levels_thinking",
                "Games in which a level thinks, or waits for its turn to.",
                sum(1 for live in games if live.level_thinks_at is not None),
            ),
            (
                "jaipur_thoughts_waiting",
                "Thoughts of levels that wait for a thread.",
                services.level_runner.waiting,
            ),
            ("jaipur_hints_waiting", "Hints that wait for a thread.", services.hints.waiting),
            (
                "jaipur_notices_waiting",
                "Notices that are due and not sent.",
                services.notices.waiting,
            ),
            ("jaipur_database_usable", "1 if it can be read and written.", int(usable)),
        ):
            yield GaugeMetricFamily(name, text, value=value)
