"""Draw docs/terminal.svg, the picture of a match in the terminal that the README shows.

    python tools/terminal_picture.py

A test checks that the picture is what the terminal draws today.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from jaipur import Match
from jaipur.cli.move_list import move_summary
from jaipur.cli.scene import scene_of_view
from jaipur.cli.table_drawing import WIDTH, TableDrawing
from jaipur.cli.terminal_match import PROMPT
from jaipur.players import make_player, play_move

TARGET = Path(__file__).parent.parent / "docs" / "terminal.svg"
SEED, PLIES = 52, 56  # in the second round, with moves of every kind


def picture() -> str:
    """The table of seat 0 in the middle of a round, as SVG that loads nothing from elsewhere."""
    bot = make_player("greedy")
    match = Match.deal(SEED, players=("you", "greedy"))
    for _ in range(PLIES):
        match = play_move((bot, bot), match)
        if match.is_between:
            match = match.next_round()
    view = match.view(0)
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(
        TableDrawing(scene_of_view(view, names=match.players)), move_summary(view), PROMPT, sep="\n"
    )
    svg = console.export_svg(title="jaipur play", unique_id="jaipur")
    svg = re.sub(r"@font-face\s*{[^}]*}|<!--.*?-->", "", svg, flags=re.DOTALL)
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"


if __name__ == "__main__":
    TARGET.write_text(picture(), encoding="utf-8")
    print(f"wrote {TARGET}")
