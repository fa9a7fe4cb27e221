"""What is POSIX has a path without it; here it is taken by hiding what other systems lack."""

import signal
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from jaipur.arena import process_pool
from jaipur.server import offline


def test_workers_start_where_signals_cannot_be_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "pthread_sigmask")
    with process_pool._ctrl_c_blocked():
        assert not hasattr(signal, "pthread_sigmask")


def test_a_database_is_locked_on_windows_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    locked: list[int] = []

    def locking(file: int, mode: int, count: int) -> None:
        if locked:
            raise PermissionError("locked by another process")
        assert (mode, count) == (2, 1)
        locked.append(file)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    database = str(tmp_path / "games.db")
    with (
        offline.exclusive_lock(database),
        pytest.raises(offline.UnusableDatabase, match="in use by another server"),
        offline.exclusive_lock(database),
    ):
        pass
    assert len(locked) == 1
