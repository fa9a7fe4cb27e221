"""Play on many machines: tasks go to the actors of a Ray cluster (the extra `cluster`).

The same version of this package must be installed on every machine of the cluster; then the same
seeds give the same rounds as on one machine. Bots are started, and log, where their rounds are
played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from jaipur.arena.pair import Pair
from jaipur.arena.workers import BotHosting, PairTask, Results, play_task

__all__ = ["play_on_ray"]


class Actor:
    """One core of the cluster, with the bots that it has started."""

    def __init__(self, hosting: BotHosting) -> None:
        self._bots = hosting.open()

    def play(self, task: PairTask) -> tuple[Pair, ...]:
        """The pairs of a task."""
        return play_task(task, self._bots)

    def close(self) -> None:
        """Stop the bots."""
        self._bots.close()


def play_on_ray(tasks: Iterable[PairTask], hosting: BotHosting, *, address: str) -> Results:
    """Play on every core of the cluster at this address; `local` starts one on this machine."""
    import ray
    from ray.util import ActorPool

    with _connection(address):
        remote = ray.remote(num_cpus=1)(Actor)
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        actors = [remote.remote(hosting) for _ in range(cores)]
        try:
            yield from ActorPool(actors).map(_submit, tasks)
        finally:
            # Each actor has at most one task; its bots are stopped after that.
            ray.get([actor.close.remote() for actor in actors])
            for actor in actors:
                ray.kill(actor)


def _submit(actor: Any, task: PairTask) -> Any:
    return actor.play.remote(task)


@contextmanager
def _connection(address: str) -> Iterator[None]:
    """A connection to the cluster; one that is open already is used, and left open."""
    import ray

    if ray.is_initialized():
        yield
        return
    ray.init(address=address, include_dashboard=None, log_to_driver=False, logging_level="warning")
    try:
        yield
    finally:
        ray.shutdown()
