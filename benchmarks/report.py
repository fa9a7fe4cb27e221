"""The results as a table in plain text."""

from typing import Any

COLUMNS = "{:<44}{:>14}{:>14}{:>14}  {:<8}{:>14}{:>10}"


def table(
    about: dict[str, str], results: dict[str, dict[str, Any]], starts: dict[str, dict[str, Any]]
) -> str:
    """All rows with median, spread, what was promised, and how often the witness fits in."""
    lines = [f"{name}: {value}" for name, value in about.items()]
    lines += ["", COLUMNS.format("what", "median", "slowest", "fastest", "", "promised", "witness")]
    witness = results["witness"]["median"]
    for row in results.values():
        rates = [f"{row[key]:,}" for key in ("median", "slowest", "fastest")]
        promised = f"≥ {row['at_least']:,}" if row["at_least"] else ""
        times = f"× {row['median'] / witness:,.1f}" if row["unit"] == "moves/s" else ""
        lines.append(COLUMNS.format(row["what"], *rates, row["unit"], promised, times).rstrip())
    for row in starts.values():
        times_ = [f"{row[key]:,}" for key in ("median", "slowest", "fastest")]
        promised = f"< {row['at_most']}"
        lines.append(COLUMNS.format(row["what"], *times_, "ms", promised, "").rstrip())
    return "\n".join(lines)


def instructions(counts: dict[str, float]) -> str:
    """Instructions a move, a deal, or a round."""
    rows = [f"{job:<10}{count:>14,.0f}" for job, count in counts.items()]
    return "\n".join([f"{'job':<10}{'instructions':>14}", *rows])
