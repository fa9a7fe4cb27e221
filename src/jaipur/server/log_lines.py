"""Log lines as `name=value` pairs, each with the id of the request that has caused it.

A request gets its id in the middleware, and everything that it starts inherits it: a level that
thinks about the answer to a move logs the id of that move. What is logged has no secrets: no names,
tokens, cookies, links, keys or nonces, and of a path the first parts only.
"""

from __future__ import annotations

import itertools
import json
import logging
import time
from contextvars import ContextVar
from secrets import token_hex
from typing import Any, Final

__all__ = ["LOG_CONFIG", "REQUEST_ID", "LogLine", "new_request_id"]

REQUEST_ID: Final = ContextVar("REQUEST_ID", default="-")
"""The id of the request that is being answered; `-` for what the server does by itself."""
_PROCESS: Final = token_hex(3)  # so that ids of several processes differ
_NUMBERS: Final = itertools.count(1)


def new_request_id() -> str:
    """An id for a request, which is set for everything that it causes."""
    request = f"{_PROCESS}-{next(_NUMBERS):x}"
    REQUEST_ID.set(request)
    return request


class LogLine(logging.Formatter):
    """One line for each record, a trace included."""

    def format(self, record: logging.LogRecord) -> str:
        """The time, the level, the logger, the request, and what the record says."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        parts = {
            "time": f"{at}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": REQUEST_ID.get(),
            "message": json.dumps(record.getMessage(), ensure_ascii=False),
        }
        if record.exc_info:
            parts["trace"] = json.dumps(self.formatException(record.exc_info))
        return " ".join(f"{name}={value}" for name, value in parts.items())


LOG_CONFIG: Final[dict[str, Any]] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": LogLine}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "level": "WARNING"}
    },
    "loggers": {
        **{
            name: {"handlers": ["stderr"], "level": "WARNING", "propagate": False}
            for name in ("jaipur", "uvicorn")
        },
        # Named here, since the levels of all others below these two are reset: the security log
        # goes to a file, and of malformed requests a stranger could send any number.
        "jaipur.security": {"level": "INFO"},
        "jaipur.server.protocol": {"level": "ERROR"},
    },
}
"""What `jaipur serve` logs to the console."""
