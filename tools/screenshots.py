"""Take screenshots of the web client: every screen, in seven sizes, both themes, three languages.

    python -m tools.screenshots                  # all of them, to build/screenshots
    python -m tools.screenshots --only replay    # one screen
    python -m tools.screenshots --sizes phone large --languages en
    python -m tools.screenshots --docs           # only the files that are in docs/pictures

It needs the built client (`make play` or `make test` builds it) and Chromium, as the browser tests
do. The deals are always the same, so a picture changes only when the screen does.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, expect

from tests.golden.test_records import FILES
from tests.server.finished_games import store_match, store_matches, store_reviews
from tests.server.games import RUNNING, a_server, roomy, wait_for
from tests.web.browsers import chromium
from tests.web.lines import a_line
from tests.web.pages import Visitor, a_visitor
from tests.web.players import cards_of, choose, hand, market

DOCS = Path("docs/pictures")
SIZES = {
    "small": (320, 640),
    "phone": (360, 640),
    "sideways": (844, 390),
    "tablet": (768, 1024),
    "desktop": (1440, 900),
    "large": (1920, 1080),
    "huge": (2560, 1440),
}
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
LANGUAGES = ("en", "fr", "ru")
# Other letters may need another font file, which is asked for as they are laid out.
LOAD_FONTS = """() => {
  document.body.getBoundingClientRect();
  return document.fonts.ready.then(() => null);
}"""
SET_LANGUAGE = """(language) => {
  const key = "jaipur.settings";
  const newValue = JSON.stringify({...JSON.parse(localStorage.getItem(key)), language});
  localStorage.setItem(key, newValue);
  dispatchEvent(new StorageEvent("storage", {key, newValue}));
}"""
WEBP = """async (png) => {
  const picture = new Image();
  picture.src = "data:image/png;base64," + png;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return canvas.toDataURL("image/webp", 0.8).split(",")[1];
}"""
Data = dict[str, Any]


def post(visitor: Visitor, path: str, **body: Any) -> Data:
    """POST to the API as this visitor, and return the answer."""
    answer = visitor.context.request.post(
        visitor.url + path, data=body, headers={"Origin": visitor.url}
    )
    assert answer.ok, answer.text()
    return dict(answer.json())


def get_game(visitor: Visitor, game: str, what: str = "") -> Data:
    return dict(visitor.context.request.get(f"{visitor.url}/api/games/{game}{what}").json())


def a_game(visitor: Visitor, **terms: Any) -> str:
    terms = {"against": "level", "level": "kite", "first": "me", **terms}
    game = str(post(visitor, "/api/games", **terms)["id"])
    post(visitor, f"/api/games/{game}/seat")
    return game


def play_until(visitor: Visitor, game: str, fits: Callable[[Data, Data], bool]) -> Data:
    """Play on until it is our turn, or the round is over, in a position that fits; the view."""

    def awaited() -> Data | None:
        table = dict(get_game(visitor, game)["table"])
        return table if 0 in table["waits_for"] or table["status"] == "over" else None

    while True:
        table = wait_for(awaited, seconds=120, pause=0.1)
        view = get_game(visitor, game, "/view")
        if fits(table, view):
            return view
        assert table["status"] != "over", "the match ended without such a position"
        if table["status"] == "between":
            post(visitor, f"/api/games/{game}/ready")
        else:
            body = {"move": choose(view), "seq": view["seq"]}
            post(visitor, f"/api/games/{game}/moves", **body)


def opened(visitor: Visitor, game: str) -> Page:
    page = visitor.visit(f"/game/{game}")
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    return page


# The screens. Each function opens a page and brings it into the state to be photographed.


def home(visitor: Visitor) -> Page:
    page = visitor.visit()
    expect(page.get_by_role("button", name="The jeweller")).to_be_visible()
    expect(page.get_by_role("heading", name="The game in three lines")).to_be_visible()
    return page


def new_game(visitor: Visitor) -> Page:
    page = home(visitor)
    page.get_by_role("button", name="More options").click()
    expect(page.get_by_role("radio", name="I start")).to_be_visible()
    return page


def new_game_more(visitor: Visitor) -> Page:
    page = new_game(visitor)
    page.get_by_text("More", exact=True).click()
    expect(page.get_by_role("radio", name="Printed box")).to_be_visible()
    return page


def games(visitor: Visitor) -> Page:
    for level in ("spicer", "jeweller"):
        a_game(visitor, level=level)
    over = a_game(visitor)
    post(visitor, f"/api/games/{over}/resign")
    page = visitor.visit()
    expect(page.get_by_role("region", name="Finished matches")).to_be_visible()
    return page


def waiting(visitor: Visitor) -> Page:
    visitor.url = visitor.url.replace("127.0.0.1", "table.test")
    page = visitor.visit()
    page.get_by_role("button", name="A friend, by link").click()
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_role("img", name="The invitation as a QR code")).to_be_visible()
    return page


def invitation(visitor: Visitor) -> Page:
    host = visitor.context.browser
    assert host is not None
    with a_visitor(host, visitor.url) as anna:
        game = a_game(anna, against="friend", level=None, time=90)
        post(anna, "/api/me", name="Anna")
        link = str(get_game(anna, game)["invitation"])
    page = visitor.visit(link.removeprefix(visitor.url))
    expect(page.get_by_role("button", name="Sit down and play")).to_be_visible()
    return page


def sign_in(visitor: Visitor) -> Page:
    page = visitor.visit("/link#token-of-a-link")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return page


def open_record(visitor: Visitor) -> Page:
    page = visitor.visit("/replay")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return page


def not_found(visitor: Visitor) -> Page:
    page = visitor.visit("/nowhere")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return page


def api(visitor: Visitor) -> Page:
    return visitor.visit("/api")


def settings(visitor: Visitor) -> Page:
    post(visitor, "/api/me", name="Anna")
    return visitor.visit("/settings")


def with_matches(visitor: Visitor, count: int, reviewed: int) -> None:
    """Give a visitor finished matches, a day apart, some of them reviewed."""
    user = str(post(visitor, "/api/me", name="Anna")["id"])
    server = RUNNING[visitor.url]
    made = store_matches(server, user, count)
    store_match(server, user, count, level="level:1500", like="caravan")
    store_match(server, user, count + 1, level="caravan", ruleset="box")
    store_reviews(server, user, made[count - reviewed :])


def history(visitor: Visitor) -> Page:
    with_matches(visitor, 40, 26)
    page = visitor.visit("/history")
    expect(page.get_by_role("link", name=re.compile("^Replay")).first).to_be_visible()
    return page


def statistics(visitor: Visitor) -> Page:
    with_matches(visitor, 40, 26)
    page = visitor.visit("/history/statistics")
    expect(page.get_by_role("heading", name="What the reviews say")).to_be_visible()
    return page


def no_history(visitor: Visitor) -> Page:
    page = visitor.visit("/history")
    expect(page.get_by_role("link", name="Play a match")).to_be_visible()
    return page


def rules(visitor: Visitor) -> Page:
    return visitor.visit("/rules")


def lessons(visitor: Visitor) -> Page:
    page = visitor.visit("/lessons")
    expect(page.get_by_role("link", name="Start")).to_be_visible()
    return page


def lesson(visitor: Visitor) -> Page:
    page = visitor.visit("/lessons/exchange")
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    return page


def lesson_wrong(visitor: Visitor) -> Page:
    page = visitor.visit("/lessons/herd")
    for _ in range(2):
        market(page).nth(0).click()
        page.locator("#confirm").click()
        expect(page.get_by_role("button", name="Try again")).to_be_focused()
        if page.get_by_role("button", name="Show me").count() == 0:
            page.get_by_role("button", name="Try again").click()
    return page


def lesson_done(visitor: Visitor) -> Page:
    page = visitor.visit("/lessons/score")
    for move in ("+K", "$G2", "$S2", "$D2"):
        step = page.locator(".board").get_attribute("data-seq")
        page.keyboard.press("/")
        page.get_by_role("textbox").fill(move)
        page.keyboard.press("Enter")
        expect(page.locator(f'.board[data-seq="{step}"]')).to_have_count(0)
        if move != "$D2":
            page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Play a match")).to_be_focused()
    return page


def table(visitor: Visitor) -> Page:
    return opened(visitor, a_game(visitor))


def hints(visitor: Visitor) -> Page:
    page = table(visitor)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("region", name="Hints")).to_be_visible()
    return page


def a_sale(table: Data, view: Data) -> bool:
    return table["status"] == "playing" and bool(re.match(r"\$.[3-9]", choose(view)))


def selling(visitor: Visitor) -> Page:
    game = a_game(visitor)
    view = play_until(visitor, game, a_sale)
    page = opened(visitor, game)
    for card in cards_of(page, view, choose(view)):
        card.click()
    return page


def explaining(visitor: Visitor) -> Page:
    def pairs(view: Data) -> list[tuple[str, str]]:
        """Two goods that some exchange takes, of which the first is in hand too."""
        taken = [move[1:].split("-")[0] for move in view["moves"] if "-" in move]
        held = view["you"]["hand"]
        return [
            (a, b)
            for a in held
            for b in "DGSCPL"
            if a != b and any({a, b} <= set(t) for t in taken)
        ]

    game = a_game(visitor)
    view = play_until(visitor, game, lambda t, v: t["status"] == "playing" and bool(pairs(v)))
    page = opened(visitor, game)
    good, other = pairs(view)[0]
    for card in (good, other):
        market(page).nth(view["slots"].index(card)).click()
    own = sorted(view["you"]["hand"], key="DGSCPL".index)
    hand(page).nth(own.index(good)).click(force=True)
    expect(page.locator("#why")).not_to_be_empty()
    return page


def round_end(visitor: Visitor) -> Page:
    game = a_game(visitor)
    play_until(visitor, game, lambda t, _: t["status"] == "between")
    return opened(visitor, game)


def match_end(visitor: Visitor) -> Page:
    game = a_game(visitor)
    play_until(visitor, game, lambda t, _: t["status"] == "over")
    return opened(visitor, game)


def match_lost(visitor: Visitor) -> Page:
    game = a_game(visitor, level="jeweller")
    play_until(visitor, game, lambda t, _: t["status"] == "over")
    return opened(visitor, game)


def one_screen(visitor: Visitor) -> Page:
    page = opened(visitor, a_game(visitor, against="self", level=None, first="lot"))
    expect(page.get_by_role("button", name="Show my hand")).to_be_visible()
    return page


def lost(visitor: Visitor) -> Page:
    server = visitor.url
    with a_line(server) as line:
        visitor.url = line.url
        page = opened(visitor, a_game(visitor))
        line.cut()
        expect(page.get_by_text("The connection is lost")).to_be_visible()
        visitor.url = server
        return page


def replay(visitor: Visitor) -> Page:
    page = visitor.visit("/replay")
    page.get_by_label("Drop a record file").set_input_files(FILES / "match_box.jsonl")
    expect(page.get_by_role("img", name=re.compile("How likely"))).to_be_visible(timeout=600_000)
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    return page


def puzzles(visitor: Visitor) -> Page:
    page = visitor.visit("/puzzles")
    expect(page.get_by_role("heading", name="By theme")).to_be_visible()
    return page


def puzzle(visitor: Visitor) -> Page:
    page = visitor.visit("/puzzles/s0001")
    expect(page.get_by_text("Find the best move.")).to_be_visible()
    return page


def puzzle_answered(visitor: Visitor) -> Page:
    get = visitor.context.request.get
    version = get(f"{visitor.url}/api/puzzles").json()["version"]
    first = get(f"{visitor.url}/api/puzzles/{version}/0").json()["puzzles"][0]
    page = puzzle(visitor)
    page.keyboard.press("/")
    page.get_by_role("textbox", name="Type a move").fill(first["wrong"])
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_contain_text("Rating")
    return page


def puzzle_reasons(visitor: Visitor) -> Page:
    page = puzzle_answered(visitor)
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_role("button", name="Why?").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def rush(visitor: Visitor) -> Page:
    page = visitor.visit("/puzzles/rush")
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    return page


def imported(visitor: Visitor, name: str) -> str:
    """A finished match of the golden records, brought in; its id."""
    record = json.loads((FILES / f"{name}.jsonl").read_text().splitlines()[0])
    return str(post(visitor, "/api/records", **record)["id"])


def review(visitor: Visitor) -> Page:
    page = visitor.visit(f"/review/{imported(visitor, 'match_box')}")
    costliest = page.get_by_role("heading", name="The costliest decisions")
    expect(costliest).to_be_visible(timeout=600_000)
    return page


def review_move(visitor: Visitor) -> Page:
    page = review(visitor)
    page.get_by_role("link", name="Show on the table").first.click()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    return page


def review_line(visitor: Visitor) -> Page:
    page = review_move(visitor)
    page.get_by_role("button", name="Better").click()
    expect(page.get_by_role("button", name="One move on")).to_be_visible()
    return page


def mistakes(visitor: Visitor) -> Page:
    user = str(post(visitor, "/api/me", name="Anna")["id"])
    game = store_match(RUNNING[visitor.url], user, 1, like="kite", level="caravan")
    page = visitor.visit(f"/review/{game}")
    expect(page.get_by_role("heading", name="The costliest decisions")).to_be_visible()
    page.get_by_role("link", name="My mistakes").click()
    expect(page.get_by_text("Find a better move.")).to_be_visible()
    return page


SCREENS = [home, new_game, new_game_more, games, waiting, invitation, sign_in, settings, rules]
SCREENS += [lessons, lesson, lesson_wrong, lesson_done]
SCREENS += [open_record, not_found, api, table, hints, selling, explaining, round_end, match_end]
SCREENS += [match_lost, one_screen, lost, replay, history, statistics, no_history]
SCREENS += [puzzles, puzzle, puzzle_answered, puzzle_reasons, rush]
SCREENS += [review, review_move, review_line, mistakes]


@dataclass(frozen=True)
class Shape:
    """How a screen is photographed."""

    size: str
    theme: Theme
    language: str

    @property
    def name(self) -> str:
        """The end of the file's name; English is not named."""
        return "-".join([self.size, self.theme, *[self.language][self.language == "en" :]])


SHAPES = [
    Shape(size, theme, language) for language in LANGUAGES for size in SIZES for theme in THEMES
]
Wanted = Callable[[str, Shape], bool]


def pictures(browser: Browser, wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    """The name and the bytes of each picture that is wanted."""
    with tempfile.TemporaryDirectory() as folder:
        for screen in SCREENS:
            name = screen.__name__.replace("_", "-")
            shapes = [shape for shape in SHAPES if wanted(name, shape)]
            if not shapes:
                continue
            database = Path(folder) / f"{name}.db"
            settings = roomy(database, allowed_hosts=("table.test",), review_samples=100)
            with (
                a_server(settings) as server,
                a_visitor(browser, server.url, may_lose_line=True) as visitor,
            ):
                for shape, picture in shots(screen(visitor), shapes):
                    yield f"{name}-{shape.name}", picture


def shots(page: Page, shapes: list[Shape]) -> Iterator[tuple[Shape, bytes]]:
    """Pictures of one page in several sizes, themes and languages."""
    blank = page.context.new_page()
    page.bring_to_front()
    for shape in shapes:
        width, height = SIZES[shape.size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=shape.theme, reduced_motion="reduce")
        set_language(page, shape.language)
        page.evaluate("document.fonts.ready")
        page.evaluate("new Promise((done) => setTimeout(done, 400))")  # until nothing moves
        png = base64.b64encode(page.screenshot()).decode()
        yield shape, base64.b64decode(blank.evaluate(WEBP, png))


def set_language(page: Page, language: str) -> None:
    """Show a page in another language, as if another tab had chosen it; API pages are English."""
    if page.locator("#app").count() > 0:
        page.evaluate(SET_LANGUAGE, language)
        expect(page.locator(f"html[lang={language}]")).to_have_count(1)
        page.evaluate(LOAD_FONTS)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [screen.__name__.replace("_", "-") for screen in SCREENS]
    parser.add_argument("--only", nargs="+", metavar="SCREEN", choices=names, default=names)
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--out", type=Path, default=Path("build/screenshots"))
    parser.add_argument("--docs", action="store_true", help="renew the files in docs/pictures")
    options = parser.parse_args()
    out: Path = DOCS if options.docs else options.out
    shown = {file.stem for file in DOCS.glob("*.webp")}

    def wanted(name: str, shape: Shape) -> bool:
        if options.docs and f"{name}-{shape.name}" not in shown:
            return False
        return (
            name in options.only
            and shape.size in options.sizes
            and shape.language in options.languages
        )

    out.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for name, picture in pictures(browser, wanted):
            (out / f"{name}.webp").write_bytes(picture)
            print(f"{name}: {len(picture) // 1024} kB", flush=True)


if __name__ == "__main__":
    main()
