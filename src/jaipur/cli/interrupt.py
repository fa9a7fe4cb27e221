"""Ctrl-C that does not interrupt counting and writing."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["CtrlC"]


class CtrlC:
    """A context in which Ctrl-C raises KeyboardInterrupt inside `allowed` only.

    Elsewhere it is remembered, and raised when `allowed` is entered next.
    """

    def __init__(self) -> None:
        self._pressed = False
        self._allowed = False

    def __enter__(self) -> CtrlC:
        self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """A block in which Ctrl-C raises KeyboardInterrupt."""
        self._allowed = True
        try:
            if self._pressed:
                raise KeyboardInterrupt
            yield
        finally:
            self._allowed = False

    def _press(self, _signal: int, _frame: object) -> None:
        self._pressed = True
        if self._allowed:
            raise KeyboardInterrupt
