"""Guessing passwords is slowed down, and nobody can lock the owner of an account out by it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from jaipur.server import schema
from jaipur.server.accounts.accounts import Accounts, Caller
from jaipur.server.accounts.login_limits import Attempt, LoginLimits
from jaipur.server.clock import Clock
from jaipur.server.entropy import Entropy
from jaipur.server.migrate import migrate
from jaipur.server.problems import Problem
from jaipur.server.sessions import NewSession
from jaipur.server.settings import RateLimit
from jaipur.server.store import Store
from jaipur.server.users import Users
from tests.server.account_people import PASSWORD, Browser, account_settings, an_account_server
from tests.server.games import NO_LIMITS
from tests.server.test_sessions import Time

GUESSES = 10_000
DAY_SECONDS = 86_400


def attempt(network: int = 0, *, name: str = "anna", browser: str | None = None) -> Attempt:
    return Attempt(name=name, network=f"192.0.2.{network}", browser=browser)


class Limits:
    """The limits of a server with a clock that is set by hand."""

    def __init__(self, database: Path) -> None:
        migrate(str(database))
        self.time, self.store = Time(), Store(str(database))
        self.limits = LoginLimits(self.store, Clock(lambda: self.time.now))

    async def failures(self, who: Attempt) -> float:
        return await self.store.read(lambda connection: self.limits.check(connection, who))

    async def guesses(self, who: Attempt, *, wrong: bool = True) -> float:
        """Try once; for how many seconds it was refused, 0 if it was let through."""
        try:
            await self.limits.begin(who, await self.failures(who))
        except Problem as problem:
            return float(problem.fields["retry_after"])
        await (self.limits.fail(who) if wrong else self.limits.succeed(who))
        return 0


@pytest.fixture
def some(tmp_path: Path) -> Iterator[Limits]:
    limits = Limits(tmp_path / "limits.db")
    yield limits
    limits.store.close()


def test_five_wrong_guesses_are_free_and_then_the_wait_doubles_up_to_a_quarter_of_an_hour(
    some: Limits,
) -> None:
    async def guess() -> list[float]:
        found = []
        for _ in range(18):
            found.append(await some.guesses(attempt(browser="known")))
            if found[-1]:
                some.time.now += int(found[-1] * 1000)
                assert await some.guesses(attempt(browser="known")) == 0
        return found

    waits = [0, 0, 0, 0, 0, *(2**n for n in range(10)), 900, 900, 900]
    assert asyncio.run(guess()) == waits


def test_the_guesses_of_one_network_do_not_slow_down_another_or_another_name(some: Limits) -> None:
    async def guess() -> list[float]:
        for _ in range(5):
            assert await some.guesses(attempt(1)) == 0
        others = (attempt(1), attempt(2), attempt(1, name="bela"))
        return [await some.guesses(each) for each in others]

    assert asyncio.run(guess()) == [1, 0, 0]


def test_all_strangers_together_have_thirty_guesses_and_then_one_in_two_minutes(
    some: Limits,
) -> None:
    async def guess() -> list[float]:
        for network in range(30):
            assert await some.guesses(attempt(network)) == 0
        found = [await some.guesses(attempt(99)), await some.guesses(attempt(99, browser="known"))]
        some.time.now += 120_000
        return [*found, await some.guesses(attempt(99)), await some.guesses(attempt(98))]

    assert asyncio.run(guess()) == [120, 0, 0, 120]


def test_a_right_password_takes_its_own_attempts_back(some: Limits) -> None:
    async def guess() -> set[float]:
        return {await some.guesses(attempt(), wrong=False) for _ in range(100)}

    assert asyncio.run(guess()) == {0}


def test_a_right_password_in_a_known_browser_is_not_written_down(some: Limits) -> None:
    async def guess() -> int:
        before = some.store.commits
        assert await some.guesses(attempt(browser="known"), wrong=False) == 0
        return some.store.commits - before

    assert asyncio.run(guess()) == 0


def test_a_known_browser_that_guesses_many_at_once_is_slowed_down_too(some: Limits) -> None:
    async def begin_many() -> Counter[bool]:
        begun = [some.limits.begin(attempt(browser="known"), 0) for _ in range(50)]
        done = await asyncio.gather(*begun, return_exceptions=True)
        return Counter(isinstance(each, Problem) for each in done)

    assert asyncio.run(begin_many()) == {False: 5, True: 45}


def test_neither_names_nor_networks_are_stored_and_all_is_forgotten_after_a_day(
    some: Limits,
) -> None:
    async def guess() -> tuple[str, list[float]]:
        for _ in range(6):
            await some.guesses(attempt(name="my password by mistake"))
        stored = str(await some.store.rows(select(schema.failed_logins)))
        some.time.now += 24 * 3_600_000 + 1
        return stored, [await some.guesses(attempt()) for _ in range(6)]

    stored, waits = asyncio.run(guess())
    assert "mistake" not in stored
    assert "192.0.2" not in stored
    assert waits == [0, 0, 0, 0, 0, 1]


async def attack(accounts: Accounts, time: Time, *, networks: int) -> tuple[Counter[str], float]:
    """So many guesses at one name, as fast as they are let through at first, then all day long."""
    answers: Counter[str] = Counter()
    for number in range(GUESSES):
        caller = Caller(network=f"net {number % networks}", browser=None, new=NewSession())
        try:
            await accounts.log_in("Anna", f"guess number {number}", caller)
        except Problem as problem:
            answers[problem.code] += 1
        time.now += 1000 * DAY_SECONDS // GUESSES
    return answers, accounts.passwords.checked


def test_ten_thousand_guesses_in_a_day_are_stopped_while_the_owner_still_gets_in(
    tmp_path: Path,
) -> None:
    """From one network and from ten thousand: few guesses are looked at at all."""
    looked_at = {}
    for networks in (1, GUESSES):
        path = str(tmp_path / f"{networks}.db")
        migrate(path)
        looked_at[networks] = asyncio.run(attacked(path, networks))
    assert looked_at[1] < 120
    assert looked_at[GUESSES] < 760


async def attacked(path: str, networks: int) -> int:
    time = Time()
    clock = Clock(lambda: time.now)
    store = Store(path)
    users = Users(store, clock, Entropy())
    accounts = Accounts(store, clock, account_settings(path), users.sessions)
    user, _ = await users.create("Anna")
    here = Caller(network="home", browser=None, new=NewSession())
    made = await accounts.register(
        user, "Anna", here, password=PASSWORD, passkey=None, invitation=None
    )
    answers, _ = await attack(accounts, time, networks=networks)
    looked_at = accounts.passwords.checked
    assert set(answers) == {"wrong_login", "too_many"}
    assert answers["wrong_login"] == looked_at
    # In the middle of it the owner comes back: in a browser of before by the password, in a new
    # one by a recovery code, since all strangers must wait.
    known = Caller(network="net 0", browser=made.browser, new=NewSession())
    assert (await accounts.log_in("Anna", PASSWORD, known)).user.id == user.id
    stranger = Caller(network="net 0", browser=None, new=NewSession())
    assert (await accounts.log_in_with_code(made.codes[0], stranger)).user.id == user.id
    accounts.close()
    store.close()
    return looked_at


def test_many_guesses_at_once_are_counted_before_they_are_answered(tmp_path: Path) -> None:
    with an_account_server(tmp_path / "g.db") as (server, _), Browser(server) as anna:
        anna.registers("Anna")
        accounts = server.services.accounts
        caller = Caller(network="one", browser=None, new=NewSession())

        async def guess_at_once() -> list[object]:
            guesses = (accounts.log_in("Anna", f"guess {n}", caller) for n in range(50))
            return await asyncio.gather(*guesses, return_exceptions=True)

        before = accounts.passwords.checked
        done = asyncio.run_coroutine_threadsafe(guess_at_once(), server.services.loop)
        codes = Counter(getattr(each, "code", None) for each in done.result(60))
        assert codes == {"wrong_login": 5, "too_many": 45}
        assert accounts.passwords.checked - before == 5


def test_one_address_cannot_try_a_few_passwords_with_every_name(tmp_path: Path) -> None:
    limits = {**NO_LIMITS, "logins": RateLimit(burst=2, rate=0.001)}
    changes = {"limits": limits, "address_factor": 3, "trusted_proxies": ("127.0.0.1",)}
    with an_account_server(tmp_path / "g.db", **changes) as (server, _):
        with Browser(server, "192.0.2.7") as sprayer:
            codes = [sprayer.logs_in(f"Name {n}").json()["code"] for n in range(8)]
            assert codes == ["wrong_login"] * 6 + ["too_many"] * 2
            answer = sprayer.logs_in("Name 9")
            assert (answer.json()["limit"], answer.json()["per"]) == ("logins", "address")
        with Browser(server, "198.51.100.7") as other:
            assert other.logs_in("Name 9").json()["code"] == "wrong_login"


def test_a_known_browser_is_told_by_a_cookie_that_signs_nobody_in(tmp_path: Path) -> None:
    with an_account_server(tmp_path / "g.db") as (server, _), Browser(server) as anna:
        anna.registers("Anna")
        anna.http.delete("/api/session")
        cookie = next(c for c in anna.http.cookies.jar if c.name == "jaipur-browser")
        assert (cookie.path, cookie.has_nonstandard_attr("HttpOnly")) == ("/api/account", True)
        assert anna.me["id"] is None
        with Browser(server) as attacker:
            for _ in range(6):
                attacker.logs_in("Anna", "a wrong guess")
            assert attacker.logs_in("Anna").status_code == 429  # the same network as the owner's
        assert anna.logs_in("Anna").status_code == 201
