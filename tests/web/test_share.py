"""The picture of a result that is shared."""

from __future__ import annotations

import pytest

from tests.web.conftest import Visitors
from tests.web.test_table import WATCH_WRITING, sit_down
from tests.web.test_two_people import gives_up

WIDTH = 1200  # of the picture, in pixels


@pytest.mark.parametrize(
    "names", [("王" * 24, "W" * 24), ("\u05d3\u05e0\u05d4 12", "i")], ids=["wide", "right_to_left"]
)
def test_names_of_any_length_stand_in_their_half_of_the_picture(
    visitor: Visitors, names: tuple[str, str]
) -> None:
    page = sit_down(visitor(), against="self", level=None, first="me", names=names)
    gives_up(page)
    page.evaluate(WATCH_WRITING)
    with page.expect_download():
        page.get_by_role("dialog").get_by_role("button", name="Share").click()
    written = {text.strip("\u2068\u2069"): at for text, at in page.evaluate("window.written")}
    assert set(names) <= set(written)
    assert any(text.endswith("gave up.") for text in written)
    halves = [(0, WIDTH / 2), (WIDTH / 2, WIDTH)]
    for name, (left, right) in zip(names, halves, strict=True):
        assert left < written[name][0] < written[name][1] < right
