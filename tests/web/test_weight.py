"""How heavy the page is, measured on the way to a first table."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Request, expect

from jaipur.server.static_files import CLIENT
from tests.server.games import Server
from tests.web.conftest import Visitors

SHIFTS = """new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => done(sum), 200));
})"""


def test_a_first_table_is_light_and_comes_from_here_alone(
    server: Server, visitor: Visitors
) -> None:
    person = visitor()
    asked: list[str] = []

    def heard(request: Request) -> None:
        asked.append(request.url)

    person.context.on("request", heard)
    page = person.visit()
    page.get_by_role("button", name="The porter").click()
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    assert page.evaluate(SHIFTS) < 0.01
    addresses = {address for address in asked if not address.startswith("data:")}
    assert all(address.startswith(server.url + "/") for address in addresses), addresses
    files = {path for address in addresses if "/api/" not in (path := urlsplit(address).path)}
    sizes = {path: gzipped(path) for path in files}
    scripts = sum(size for path, size in sizes.items() if path.endswith(".js"))
    assert 20_000 < scripts <= 90_000, sizes
    assert sum(sizes.values()) <= 300_000, sizes


def gzipped(path: str) -> int:
    """The size of a file of the page as it is sent."""
    file = CLIENT / path.removeprefix("/")
    if not file.is_file():
        file = CLIENT / "index.html"  # every address of ours
    small = file.with_name(file.name + ".gz")
    return (small if small.is_file() else file).stat().st_size
