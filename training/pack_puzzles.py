"""Pack mined puzzles into the package: `python -m training.pack_puzzles --ruleset standard`.

The puzzles of the work file are added to those that are there, which keep their ids; with
`--replace s0012` they first take the places of puzzles that could not be proved anew. Themes and
first ratings are computed here, so that a changed rule needs no new mining. The same puzzles give
the same bytes. `--page` puts the numbers into docs/puzzles.md.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

from jaipur.coach.puzzles.collection import PUZZLE_RULESETS, all_puzzles, puzzles_of
from jaipur.coach.puzzles.proof import MIN_MARGIN, MIN_SIGMAS
from jaipur.coach.puzzles.puzzle import LOSS_UNIT, Puzzle
from jaipur.coach.puzzles.themes import THEMES, themes_of
from training.puzzle_files import (
    Row,
    mined_rounds,
    pack_rows,
    packed_rows,
    read_rows,
    set_mined_rounds,
)
from training.puzzle_solvers import first_rating

FOLDER: Final = Path("src/jaipur/coach/puzzles")
_SHIPPED: Final = ("first", "deck", "bonus", "moves", "lost", "error", "wrong", "reasons", "line")


def packed(
    old: list[Row],
    mined: Iterable[Row],
    ruleset: str,
    count: int,
    replaced: Collection[str] = (),
) -> bytes:
    """The puzzles of the package and so many mined ones as there is room for, as a new file.

    A puzzle that is `replaced` gives its place and its id to the next mined one.
    """
    new = (row for row in mined if "deck" in row and is_established(row))
    rows = [next(new) if row["id"] in replaced else row for row in old]
    return pack_rows(list(shipped([*rows, *new], ruleset))[:count])


def is_established(row: Row) -> bool:
    """Whether the loss of the second best move is known well enough.

    It can be a move that seemed far behind, and was tried in few samples only.
    """
    pairs = zip(row["lost"], row["error"], strict=True)
    lost, error = sorted(pair for pair in pairs if pair != (0, 0))[0]
    return bool(lost >= MIN_SIGMAS * error and lost >= MIN_MARGIN / LOSS_UNIT)


def shipped(rows: list[Row], ruleset: str) -> Iterator[Row]:
    """The rows with id, rating and themes, without what only mining needs, and each view once."""
    seen = set()
    for row in rows:
        puzzle = Puzzle("", ruleset, 0, (), row)
        view = puzzle.view
        key = str((view.market, view.you, view.opponent, view.deck))
        if key in seen:
            continue
        seen.add(key)
        head = {
            "id": f"{ruleset[0]}{len(seen):04}",
            "rating": row.get("rating") or first_rating(row["found"], ruleset),
            "themes": themes_of(puzzle.round, puzzle.best),
        }
        yield {**head, **{name: row[name] for name in _SHIPPED}}


def add_to_package(ruleset: str, path: Path, count: int, replaced: Collection[str] = ()) -> bytes:
    """Add the puzzles of a work file to the package's file."""
    file, after = FOLDER / f"{ruleset}.jsonl.gz", mined_rounds(ruleset)
    old = packed_rows(file.read_bytes()) if after else []
    rows = [row for row in read_rows(path) if row["round"] > after]
    data = packed(old, rows, ruleset, count, replaced)
    file.write_bytes(data)
    set_mined_rounds(ruleset, max((row["round"] for row in rows), default=after))
    return data


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
    parser.add_argument("--replace", nargs="+", default=[], metavar="ID", help="such as s0012")
    parser.add_argument("--page", action="store_true", help="only write docs/puzzles.md anew")
    options = parser.parse_args()
    if options.page:
        write_page()
        return
    path = options.file or Path(f"build/puzzles-{options.ruleset}.jsonl")
    data = add_to_package(options.ruleset, path, options.count, options.replace)
    print(f"{options.ruleset}: {len(packed_rows(data))} puzzles, {len(data)} bytes")


if __name__ == "__main__":
    main()
