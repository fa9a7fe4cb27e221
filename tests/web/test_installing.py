"""The page as an app: what a browser needs to install it, and what it shows offline."""

from __future__ import annotations

import struct

import httpx
from playwright.sync_api import expect

from tests.server.games import Server
from tests.web.conftest import Visitors


def test_a_browser_finds_what_it_needs_to_install_the_page(server: Server) -> None:
    with httpx.Client(base_url=server.url) as http:
        manifest = http.get("/manifest.webmanifest")
        assert manifest.headers["content-type"] == "application/manifest+json"
        app = manifest.json()
        assert (app["display"], app["start_url"]) == ("standalone", "/")
        pictures = [icon for icon in app["icons"] if icon["type"] == "image/png"]
        assert {icon["sizes"] for icon in pictures} >= {"192x192", "512x512"}
        for icon in pictures:
            data = http.get(icon["src"]).content
            width, height = struct.unpack(">II", data[16:24])  # the header of a PNG
            assert f"{width}x{height}" == icon["sizes"]
        assert http.get("/icon.svg").headers["content-type"] == "image/svg+xml"


def test_offline_it_says_so_in_the_language_of_the_page(visitor: Visitors) -> None:
    person = visitor(settings={"language": "fr"}, may_lose_line=True, expects=("ERR_INTERNET",))
    page = person.visit()
    expect(page.get_by_role("heading", name="Jouer contre")).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.context.set_offline(True)
    page.goto(person.url + "/settings")
    expect(page.get_by_role("heading", name="Pas de connexion")).to_be_visible()
    expect(page.get_by_role("link", name="Réessayer")).to_be_visible()
    person.context.set_offline(False)  # and it comes back by itself
    expect(page.get_by_role("heading", level=1)).to_have_text("Réglages")
