"""A real server and a real browser; each test brings its own people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser

from jaipur.server.static_files import CLIENT
from tests.server.games import Server, a_server, roomy
from tests.web.browsers import chromium
from tests.web.pages import Visitor, a_visitor

Visitors = Callable[..., Visitor]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser a file: Playwright's event loop must not outlive it."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server on a free port, with the built page; its reviews take few samples."""
    assert (CLIENT / "index.html").is_file(), "the page is not built: make builds it"
    database = tmp_path_factory.mktemp("web") / "games.db"
    settings = roomy(database, allowed_hosts=("table.test",), review_samples=48)
    with a_server(settings) as running:
        yield running


@pytest.fixture
def visitor(browser: Browser, server: Server) -> Iterator[Visitors]:
    """Makes people with browsers of their own; none of them may have complained in the end."""
    with ExitStack() as people:

        def come(url: str | None = None, **options: Any) -> Visitor:
            return people.enter_context(a_visitor(browser, url or server.url, **options))

        yield come
