"""Passwords: what is accepted as one, and argon2id hashes of them.

A hash takes a few hundredths of a second and much memory on purpose, so hashes are made in a thread
or two of their own. An unknown name costs as much as a wrong password: a hash of nobody's is
checked in its place.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from typing import Final, TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from jaipur.server.accounts.common_passwords import is_common
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.settings import Settings
from jaipur.server.user_names import name_key

__all__ = ["LONGEST", "SHORTEST", "Passwords", "check_password"]

T = TypeVar("T")
SHORTEST: Final = 8
LONGEST: Final = 128
_SHORTEST_NAME: Final = 4  # shorter ones are in many passwords by chance
_THREADS: Final = 2


def check_password(password: str, name: str) -> None:
    """Problem if a password is too short, too long, common, or made of the name.

    `reason` says which: `short`, `long`, `characters`, `common`, `name`.
    """
    reason = _weakness(password, name)
    if reason is not None:
        raise Problem.of(
            ProblemCode.WEAK_PASSWORD, reason=reason, shortest=SHORTEST, longest=LONGEST
        )


def _weakness(password: str, name: str) -> str | None:
    if len(password) < SHORTEST:
        return "short"
    if len(password) > LONGEST:
        return "long"
    if any(0xD800 <= ord(character) <= 0xDFFF for character in password):
        return "characters"
    key = name_key(name)
    if len(key) >= _SHORTEST_NAME and key in name_key(password):
        return "name"
    return "common" if is_common(password) else None


class Passwords:
    """Makes and checks hashes, off the event loop."""

    def __init__(self, settings: Settings) -> None:
        self._hasher = PasswordHasher(
            time_cost=settings.password_passes,
            memory_cost=settings.password_memory,
            parallelism=1,
            type=Type.ID,
        )
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="jaipur-passwords")
        self.checked = 0
        """How many hashes were checked, those of nobody included."""

    def close(self) -> None:
        """Stop; hashes that are waited for are not made any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hash(self, password: str) -> str:
        """The argon2id hash of a password, with its parameters and a salt of its own."""
        return await self._run(partial(self._hasher.hash, password))

    async def check(self, password: str, hash: str | None) -> bool:
        """Whether the hash is this password's; without a hash no, after the same work."""
        self.checked += 1
        matches = await self._run(partial(self._matches, password, hash))
        return matches and hash is not None

    def is_outdated(self, hash: str) -> bool:
        """Whether a hash was made with other parameters than those of now."""
        return self._hasher.check_needs_rehash(hash)

    def _matches(self, password: str, hash: str | None) -> bool:
        try:
            dummy = self._dummy_hash  # made at the first check, whether the name exists or not
            return self._hasher.verify(hash or dummy, password)
        except (VerificationError, InvalidHashError, UnicodeEncodeError):
            return False

    @cached_property
    def _dummy_hash(self) -> str:
        return self._hasher.hash("nobody's password")

    async def _run(self, work: partial[T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, work)
