"""`jaipur serve`: the table over HTTP, for browsers and for bots."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_data_path

from jaipur.cli.options import DatabaseAddress
from jaipur.server.database import database_url, is_sqlite
from jaipur.server.serving import run
from jaipur.server.settings import Settings

__all__ = ["EXAMPLE", "database_option", "serve"]

EXAMPLE = "jaipur serve --port 8000 --open"
_EVERYWHERE = ("0.0.0.0", "::")
_PORTS = range(8000, 8010)


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 for the local network.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help="The port; 0 is any free one. By default 8000 or the next free one.",
        ),
    ] = None,
    database: DatabaseAddress = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="Worker processes, 1 by default; more need PostgreSQL."),
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option(help="A Redis URL, for faster notifications between workers."),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(help="The address of this server as browsers see it, behind a reverse proxy."),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(help="Address or network of a proxy whose X-Forwarded-For is trusted."),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(help="Another host name under which browsers reach this server."),
    ] = None,
    open: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
) -> None:
    """Serve the table over HTTP, to browsers and bots.

    Bots play through the API at /api. Games are stored in a database; no move is lost when the
    server stops or crashes. Stop it with Ctrl-C. More settings are environment variables, which
    docs/hosting.md lists.
    """
    location = database_option(database)
    base = Settings.from_environment()
    workers, redis = workers or base.workers, redis or base.redis
    public_url = public_url or base.public_url
    sqlite = is_sqlite(database_url(location))
    if sqlite and workers > 1:
        sentence = f"must be 1 with SQLite, got {workers}; several need --database postgresql://…"
        raise typer.BadParameter(sentence, param_hint="--workers")
    if sqlite and redis is not None:
        sentence = "is for several workers, which need --database postgresql://…"
        raise typer.BadParameter(sentence, param_hint="--redis")
    settings = replace(
        base,
        database=location,
        workers=workers,
        redis=redis,
        public_url=public_url,
        trusted_proxies=tuple(trusted_proxy or base.trusted_proxies),
        allowed_hosts=tuple(allowed_host or base.allowed_hosts),
    )
    sock = _listen(host, port)
    address = public_url or f"http://{_shown_host(host)}:{sock.getsockname()[1]}"

    def announce() -> None:
        typer.echo(f"jaipur is at {address}  (Ctrl-C stops it)")
        sys.stdout.flush()
        if open and _has_display():
            threading.Timer(1.0, webbrowser.open, [address]).start()

    with suppress(KeyboardInterrupt):  # Ctrl-C is how it ends
        run(settings, sock, announce)


def database_option(given: str | None) -> str:
    """The database given, else that of `JAIPUR_DATABASE`, else the one in the data folder."""
    location = given or os.environ.get("JAIPUR_DATABASE") or str(data_folder() / "games.db")
    try:
        database_url(location)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--database") from None
    return location


def data_folder() -> Path:
    """The folder for this user's data, where the operating system wants it."""
    return user_data_path("jaipur", appauthor=False)


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port that was asked for, or on the first free one of the usual ones."""
    failure: OSError | None = None
    for number in _PORTS if port is None else (port,):
        sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        if os.name != "nt":  # there it would take a port from another server
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, number))
            sock.listen(1024)
        except OSError as error:
            sock.close()
            failure = error
            continue
        sock.set_inheritable(True)
        return sock
    assert failure is not None
    sentence = f"Cannot listen on {host}, port {port or _PORTS[0]}: {failure.strerror or failure}."
    raise typer.BadParameter(sentence, param_hint="--port") from None


def _shown_host(host: str) -> str:
    """The address that others can use: this machine's in the local network, if it listens there."""
    if host not in _EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent; it only picks the interface
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _has_display() -> bool:
    if os.name == "nt" or os.uname().sysname == "Darwin":
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
