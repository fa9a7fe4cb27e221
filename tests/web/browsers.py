"""Chromium for the tests, driven by Playwright; tools/install_system.py installs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

from tests.server.processes import program

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name for this machine that is not the loopback's: a page there has what a phone's has.
    "--host-resolver-rules=MAP table.test 127.0.0.1",
)

PATIENCE = 60_000  # milliseconds: the machine may be busy, and nothing waits longer than it must

expect.set_options(timeout=PATIENCE)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser. While it is open this thread has a running event loop, so it is closed soon."""
    path = program("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()
