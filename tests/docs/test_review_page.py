"""The review that docs/luck.md shows is what the command prints."""

import pytest
from rich.text import Text

from tools.write_reviewed_match import BLOCK, PAGE, PICTURE, as_picture, as_text, printed


@pytest.fixture(scope="module")
def shown() -> Text:
    return printed()


def test_the_review_on_the_page_is_what_the_command_prints(shown: Text) -> None:
    assert BLOCK.findall(PAGE.read_text("utf-8")) == [as_text(shown)]


def test_the_picture_of_the_review_is_what_the_terminal_shows(shown: Text) -> None:
    assert PICTURE.read_text("utf-8") == as_picture(shown)
