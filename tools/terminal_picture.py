"""Draws docs/terminal.svg, the picture of the terminal table that the README shows.

    python tools/terminal_picture.py

The picture is made by the same code that draws the table; a test holds the two together.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from jaipur import Match
from jaipur.cli.listing import short
from jaipur.cli.scene import seen
from jaipur.cli.session import PROMPT
from jaipur.cli.table import WIDTH, Picture
from jaipur.players import make_player, play_move

TARGET = Path(__file__).parent.parent / "docs" / "terminal.svg"
SEED, PLIES = 52, 56  # in the second round, with something to hope for


def picture() -> str:
    """The table of seat 0 in the middle of a round, as SVG that loads nothing from elsewhere."""
    bot = make_player("greedy")
    match = Match.deal(SEED, players=("you", "greedy"))
    for _ in range(PLIES):
        match = play_move((bot, bot), match.next_round() if match.is_between else match)
    view = match.view(0)
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(Picture(seen(view, names=match.players)), short(view), PROMPT, sep="\n")
    svg = console.export_svg(title="jaipur play", unique_id="jaipur")
    svg = re.sub(r"@font-face\s*{[^}]*}|<!--.*?-->", "", svg, flags=re.DOTALL)
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"


if __name__ == "__main__":
    TARGET.write_text(picture(), encoding="utf-8")
    print(f"wrote {TARGET}")
