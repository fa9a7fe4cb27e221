"""Write measured ratings where the levels read them, and print them as tables for the docs.

    jaipur tournament … --anchor random --json > standard.json
    jaipur tournament … --anchor random --json --ruleset box > box.json
    python tools/write_ratings.py standard.json box.json

Ratings are Elo above `random`. They are never typed by hand: what was not measured is missing.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "src" / "jaipur" / "players" / "ratings.json"


def main(paths: list[str]) -> None:
    ratings = json.loads(FILE.read_text(encoding="utf-8"))
    for path in paths:
        result = json.loads(Path(path).read_text(encoding="utf-8"))
        if str(result["anchor"]).split("@")[0] != "random":
            raise SystemExit(f"{path}: the anchor must be random")
        players = result["players"]
        ratings[result["ruleset"]] = {plain(row): round(row["elo"]) for row in players}
        print(table(result))
    FILE.write_text(json.dumps(ratings, indent=2) + "\n", encoding="utf-8")


def plain(row: dict[str, Any]) -> str:
    return str(row["player"]).split("@")[0]


def table(result: dict[str, Any]) -> str:
    """Ratings, and the share of each player against each other, in Markdown."""
    rows = sorted(result["players"], key=lambda row: -row["elo"])
    shares: dict[tuple[str, str], tuple[float, list[float]]] = {}
    for duel in result["duels"]:
        one, two = duel["players"]
        low, high = duel["share_95"]
        shares[one, two] = (duel["share"], [low, high])
        shares[two, one] = (1 - duel["share"], [1 - high, 1 - low])
    names = [row["player"] for row in rows]
    lines = ["| " + " | ".join(["player", "Elo", "95 %", "ms a move", *map(short, names)]) + " |"]
    lines.append("| " + " | ".join(["---"] * (4 + len(names))) + " |")
    for row in rows:
        low, high = row["elo_95"]
        cells = [short(row["player"]), f"{row['elo']:.0f}", f"{low:.0f} to {high:.0f}"]
        cells.append(f"{row['milliseconds']['mean']:.1f}")
        cells += [cell(shares.get((row["player"], name))) for name in names]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def short(name: str) -> str:
    return name.split("@")[0]


def cell(found: tuple[float, list[float]] | None) -> str:
    if found is None:
        return ""
    value, (low, high) = found
    return f"{value:.1%} ({low:.0%}–{high:.0%})"


if __name__ == "__main__":
    main(sys.argv[1:])
