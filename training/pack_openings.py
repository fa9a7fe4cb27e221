"""Pack analysed openings into the package: `python -m training.pack_openings`.

The work files of `analyse_openings` together must have every first decision. The same rows give the
same bytes. `--page` writes the tables of docs/opening.md from the package's file.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path
from typing import Any, Final

from jaipur.coach.openings import OPENING_UNIT
from jaipur.rules.rulesets import get_ruleset
from training.analyse_openings import Row, openings, read_rows
from training.opening_page import write_page

FOLDER: Final = Path("src/jaipur/coach/opening_files")


def packed(rows: dict[tuple[str, str], Row], ruleset: str) -> bytes:
    """The file of the package."""
    table: dict[str, dict[str, list[Any]]] = {}
    for market, hand in openings(get_ruleset(ruleset)):
        if (market, hand) not in rows:
            raise SystemExit(f"the work files lack the market {market} with the hand {hand}")
        moves = rows[market, hand]["moves"]
        table.setdefault(market, {})[hand] = [
            [move, round(win / OPENING_UNIT), max(1, round(error / OPENING_UNIT))]
            for move, win, error in moves
        ]
    text = json.dumps(table, separators=(",", ":"))
    return gzip.compress(text.encode(), 9, mtime=0)


def main() -> None:
    """Read the command line and pack."""
    parser = argparse.ArgumentParser(description="Pack analysed openings into the package.")
    parser.add_argument("files", nargs="*", type=Path, help="default: build/openings-RULESET.jsonl")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--page", action="store_true", help="only write docs/opening.md anew")
    options = parser.parse_args()
    if not options.page:
        rows: dict[tuple[str, str], Row] = {}
        for path in options.files or [Path(f"build/openings-{options.ruleset}.jsonl")]:
            rows |= read_rows(path)
        data = packed(rows, options.ruleset)
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{options.ruleset}.json.gz").write_bytes(data)
        print(f"{options.ruleset}: {len(rows)} first decisions, {len(data)} bytes")
    write_page()


if __name__ == "__main__":
    main()
