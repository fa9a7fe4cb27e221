"""Pack mined puzzles into the package: `python -m training.pack_puzzles --ruleset standard`.

Themes and first ratings are computed here, so that a changed rule needs no new mining. Ids follow
the order of the rounds, so that puzzles keep theirs when more are mined. The same work file gives
the same bytes. `--page` puts the numbers into docs/puzzles.md.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from jaipur.coach.puzzles.collection import PUZZLE_RULESETS, all_puzzles, puzzles_of
from jaipur.coach.puzzles.puzzle import Puzzle
from jaipur.coach.puzzles.themes import THEMES, themes_of
from training.mine_puzzles import read_rows
from training.puzzle_solvers import first_rating

FOLDER: Final = Path("src/jaipur/coach/puzzles")
_SHIPPED: Final = ("first", "deck", "bonus", "moves", "lost", "error", "wrong", "reasons", "line")


def packed(rows: Iterable[dict[str, Any]], ruleset: str, count: int) -> bytes:
    """The first puzzles of a work file, as the bytes of the package's file."""
    puzzles = [row for row in rows if "deck" in row][:count]
    lines = [json.dumps(row, separators=(",", ":")) for row in shipped(puzzles, ruleset)]
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), 9, mtime=0)


def shipped(rows: list[dict[str, Any]], ruleset: str) -> Iterator[dict[str, Any]]:
    """The rows with id, rating and themes, without what only mining needs, and each view once."""
    seen = set()
    for row in rows:
        view = Puzzle("", ruleset, 0, (), row).view
        key = (view.market, view.you, view.opponent, view.deck)
        if str(key) not in seen:
            seen.add(str(key))
            yield {**_head(row, ruleset, len(seen)), **{name: row[name] for name in _SHIPPED}}


def _head(row: dict[str, Any], ruleset: str, number: int) -> dict[str, Any]:
    puzzle = Puzzle("", ruleset, 0, (), row)
    return {
        "id": f"{ruleset[0]}{number:04}",
        "rating": first_rating(row["found"], ruleset),
        "themes": themes_of(puzzle.round, puzzle.best),
    }


def page_tables() -> dict[str, str]:
    """The tables of docs/puzzles.md, by the name of their place on the page."""
    counts = ["| ruleset | puzzles | ratings | size |", "| --- | --- | --- | --- |"]
    for ruleset in PUZZLE_RULESETS:
        ratings = sorted(puzzle.rating for puzzle in puzzles_of(ruleset))
        size = (FOLDER / f"{ruleset}.jsonl.gz").stat().st_size
        span = f"{ratings[0]} to {ratings[-1]}, half of them below {ratings[len(ratings) // 2]}"
        counts.append(f"| `{ruleset}` | {len(ratings):,} | {span} | {size / 1000:.0f} kB |")
    rows = ["| theme | the rule | puzzles |", "| --- | --- | --- |"]
    found = Counter(theme for puzzle in all_puzzles() for theme in puzzle.themes)
    rows += [f"| `{it.code}` | {it.sentence} | {found[it.code]:,} |" for it in THEMES]
    return {"counts": "\n".join(counts), "themes": "\n".join(rows)}


def write_page(path: Path = Path("docs/puzzles.md")) -> None:
    """Put the tables into the page."""
    text = path.read_text(encoding="utf-8")
    for name, table in page_tables().items():
        begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        text = text[: text.index(begin)] + begin + table + "\n" + text[text.index(end) :]
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Read the command line and pack."""
    parser = argparse.ArgumentParser(description="Pack mined puzzles into the package.")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--count", type=int, default=2000, help="how many at most")
    parser.add_argument("--file", type=Path, help="default: build/puzzles-RULESET.jsonl")
    parser.add_argument("--page", action="store_true", help="only write docs/puzzles.md anew")
    options = parser.parse_args()
    if options.page:
        write_page()
        return
    path = options.file or Path(f"build/puzzles-{options.ruleset}.jsonl")
    data = packed(read_rows(path), options.ruleset, options.count)
    (FOLDER / f"{options.ruleset}.jsonl.gz").write_bytes(data)
    print(
        f"{options.ruleset}: {len(gzip.decompress(data).splitlines())} puzzles, {len(data)} bytes"
    )


if __name__ == "__main__":
    main()
