"""Ctrl-C that does not strike in the middle of counting and writing."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["CtrlC"]


class CtrlC:
    """Used in a `with`: Ctrl-C raises KeyboardInterrupt inside `may_strike` only.

    Elsewhere it is remembered, and raised when `may_strike` is entered next.
    """

    def __init__(self) -> None:
        self._pressed = False
        self._may_strike = False

    def __enter__(self) -> CtrlC:
        self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    @contextmanager
    def may_strike(self) -> Iterator[None]:
        """Here nothing is lost by an interruption."""
        self._may_strike = True
        try:
            if self._pressed:
                raise KeyboardInterrupt
            yield
        finally:
            self._may_strike = False

    def _press(self, _signal: int, _frame: object) -> None:
        self._pressed = True
        if self._may_strike:
            raise KeyboardInterrupt
