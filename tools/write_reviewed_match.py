"""Write the review that docs/luck.md shows, as text and as a picture.

    python -m tools.write_reviewed_match

Run it again when the network, the search or the levels change: a test checks that page and picture
are what the command prints today.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "luck.md"
PICTURE = ROOT / "docs" / "pictures" / "review.svg"
COMMAND = "jaipur review examples/reviewed_match.jsonl --samples 1000"
COLUMNS = 80
BLOCK = re.compile(rf"(?<=```console\n\$ {re.escape(COMMAND)}\n).*?(?=```)", re.DOTALL)


def printed() -> Text:
    """What the command prints, in colours."""
    env = {**os.environ, "COLUMNS": str(COLUMNS), "PYTHONIOENCODING": "utf-8", "FORCE_COLOR": "1"}
    env.pop("NO_COLOR", None)
    program = "from jaipur.cli import main; main()"
    run = [sys.executable, "-c", program, *COMMAND.split()[1:]]
    done = subprocess.run(run, cwd=ROOT, env=env, check=True, capture_output=True, encoding="utf-8")
    return Text.from_ansi(done.stdout)


def as_text(shown: Text) -> str:
    """The output as it stands on the page."""
    return "\n".join(line.rstrip() for line in shown.plain.rstrip().splitlines()) + "\n"


def as_picture(shown: Text) -> str:
    """The rounds and the summary as SVG that loads nothing from elsewhere."""
    rounds_and_summary = shown[: shown.plain.index("The costliest moves")]
    rounds_and_summary.rstrip()
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(rounds_and_summary)
    svg = console.export_svg(title=COMMAND, unique_id="review")
    svg = re.sub(r"@font-face\s*{[^}]*}|<!--.*?-->", "", svg, flags=re.DOTALL)
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"


def main() -> None:
    """Write both."""
    shown, page = printed(), PAGE.read_text("utf-8")
    PAGE.write_text(BLOCK.sub(lambda _: as_text(shown), page), encoding="utf-8")
    PICTURE.write_text(as_picture(shown), encoding="utf-8")


if __name__ == "__main__":
    main()
