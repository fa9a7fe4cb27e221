"""Where `jaipur serve` listens."""

from __future__ import annotations

import socket

import pytest
import typer

from jaipur.cli import serve


def test_the_next_port_is_taken_where_the_usual_one_is_not_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        socket.create_server(("127.0.0.1", 0)) as free,
    ):
        busy, next_one = other.getsockname()[1], free.getsockname()[1]
        free.close()
        monkeypatch.setattr(serve, "_PORTS", (busy, next_one))
        with serve._listen("127.0.0.1", None) as sock:
            assert sock.getsockname()[1] == next_one


def test_a_port_that_was_asked_for_is_taken_or_refused() -> None:
    cannot = pytest.raises(typer.BadParameter, match="Cannot listen on 127.0.0.1, port")
    with socket.create_server(("127.0.0.1", 0)) as other, cannot:
        serve._listen("127.0.0.1", other.getsockname()[1])
    with serve._listen("127.0.0.1", 0) as sock:
        assert sock.getsockname()[1] > 0
