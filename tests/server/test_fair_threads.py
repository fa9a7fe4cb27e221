"""Long work is shared by address and user, whatever the number of jobs."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter

from jaipur.server.fair_threads import Client, FairQueue, FairThreads

HOG, ANNA = Client("9.9.9.9", "hog"), Client("1.1.1.1", "anna")


def served(queue: FairQueue, jobs: int, seconds: float = 1.0) -> list[Client]:
    """Whose jobs are done, one after the other."""
    found: list[Client] = []
    for _ in range(jobs):
        client = queue.take()
        assert isinstance(client, Client)
        queue.end(client, seconds)
        found.append(client)
    return found


def test_a_client_with_one_job_does_not_wait_for_the_many_of_another() -> None:
    queue = FairQueue()
    for _ in range(150):
        queue.add(HOG, HOG)
    served(queue, 10)
    queue.add(ANNA, ANNA)
    assert ANNA in served(queue, 2)


def test_addresses_share_evenly_whatever_the_number_of_their_users() -> None:
    queue = FairQueue()
    for number in range(40):
        crowd = Client("9.9.9.9", f"guest {number}")
        queue.add(crowd, crowd)
        queue.add(ANNA, ANNA)
    done = Counter(client.address for client in served(queue, 40))
    assert done == {"9.9.9.9": 20, "1.1.1.1": 20}


def test_users_of_one_address_share_evenly() -> None:
    queue = FairQueue()
    pupil = Client(HOG.address, "pupil")
    for _ in range(30):
        queue.add(HOG, HOG)
    for _ in range(5):
        queue.add(pupil, pupil)
    assert Counter(served(queue, 10)) == {HOG: 5, pupil: 5}


def test_time_counts_and_not_the_number_of_jobs() -> None:
    queue = FairQueue()
    for _ in range(50):
        queue.add(HOG, (HOG, 10.0))
        queue.add(ANNA, (ANNA, 1.0))
    used: Counter[Client] = Counter()
    for _ in range(44):
        job = queue.take()
        assert job is not None
        client, seconds = job
        queue.end(client, seconds)
        used[client] += int(seconds)
    assert abs(used[HOG] - used[ANNA]) <= 10


def test_who_comes_back_after_a_pause_has_not_saved_up_time() -> None:
    queue = FairQueue()
    for _ in range(100):
        queue.add(HOG, HOG)
    served(queue, 50)
    for _ in range(50):
        queue.add(ANNA, ANNA)
    assert Counter(served(queue, 20)) == {HOG: 10, ANNA: 10}


def test_a_queue_forgets_who_has_no_work() -> None:
    queue = FairQueue()
    for number in range(1000):
        client = Client(f"address {number}", "u")
        queue.add(client, client)
        served(queue, 1)
    assert len(queue._addresses._seconds) == 1
    assert not queue._users


def test_work_that_nobody_waits_for_any_more_is_not_begun() -> None:
    done: list[str] = []
    gate = threading.Event()

    async def main() -> None:
        threads = FairThreads(1, "test")
        first = asyncio.create_task(threads.run(HOG, gate.wait, 60))
        second = asyncio.create_task(threads.run(HOG, done.append, "cancelled"))
        third = asyncio.create_task(threads.run(HOG, done.append, "kept"))
        await asyncio.sleep(0)
        second.cancel()
        gate.set()
        await asyncio.gather(first, third)
        threads.close()

    asyncio.run(main())
    assert done == ["kept"]


def test_an_error_reaches_who_waits_and_the_thread_goes_on() -> None:
    async def main() -> int:
        threads = FairThreads(1, "test")
        try:
            await threads.run(ANNA, int, "x")
        except ValueError:
            return await threads.run(ANNA, int, "7")
        finally:
            threads.close()
        raise AssertionError

    assert asyncio.run(main()) == 7
