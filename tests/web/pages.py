"""A person at a page: a context of its own, and every complaint of the browser written down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.web.browsers import PATIENCE

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
# A hiccup of the line is part of some tests; the browser's own words for it are no fault of ours.
LINE_TROUBLE = (
    "ERR_CONNECTION",
    "ERR_CONTENT_LENGTH_MISMATCH",  # cut in the middle of a file
    "ERR_EMPTY_RESPONSE",
    "ERR_FAILED",  # the same, told by the service worker
    "ERR_INCOMPLETE",
    "ERR_NETWORK",
    "ERR_SOCKET",
)
CALM = {"speed": "off", "sound": False, "learned": ["all"]}


@dataclass
class Visitor:
    """A browser of somebody: `visit` opens a tab."""

    context: BrowserContext
    url: str
    complaints: list[str] = field(default_factory=list)

    def visit(self, path: str = "/") -> Page:
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"{error}"))
        page.goto(self.url + path)
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} {message.location['url']}")


@contextmanager
def a_visitor(
    browser: Browser,
    url: str,
    *,
    settings: dict[str, Any] | None = None,
    may_lose_line: bool = False,
    expects: tuple[str, ...] = (),
    **options: Any,
) -> Iterator[Visitor]:
    """Somebody with a browser; afterwards it must not have complained of anything.

    Cards do not fly, unless `settings` say so. `expects` are parts of complaints that are part of
    the test, such as the 404 of a game that is not there.
    """
    options = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}, **options}
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    stored = json.dumps({**CALM, **(settings or {})})
    context.add_init_script(
        f"localStorage.getItem('jaipur.settings') ?? "
        f"localStorage.setItem('jaipur.settings', {json.dumps(stored)})"
    )
    visitor = Visitor(context, url)
    try:
        yield visitor
        allowed = (*expects, *(LINE_TROUBLE if may_lose_line else ()))
        wrong = [text for text in visitor.complaints if not any(part in text for part in allowed)]
        assert not wrong, wrong
    finally:
        context.close()


def axe(page: Page) -> list[str]:
    """What axe-core finds on a page: nothing, we hope."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("async () => (await axe.run(document)).violations")
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]
