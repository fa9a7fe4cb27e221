"""Whole rounds as text that can be read: each position, its legal moves in order, the move played.

`python -m tests.golden.playthroughs` writes the files anew from the deals and moves in them. Do so
only when a drawing was changed on purpose, and read what has changed.
"""

from pathlib import Path

from jaipur import Round, register_ruleset
from tests.builders import TINY, texts

FILES = Path(__file__).parent / "playthroughs"


def deal_and_moves(text: str) -> tuple[int, str, list[str]]:
    """What a playthrough is made of: the seed, the ruleset, the moves."""
    words = [line.split() for line in text.splitlines() if line]
    found = {line[0]: line[1] for line in words if line[0] in ("seed", "ruleset")}
    return int(found["seed"]), found["ruleset"], [line[1] for line in words if line[0] == "plays"]


def write(seed: int, ruleset: str, moves: list[str]) -> str:
    """The playthrough of a round, from its deal to its last move."""
    table = Round.deal(seed, ruleset)
    parts = [f"seed {seed}\nruleset {ruleset}", str(table)]
    for move in moves:
        parts.append(f"legal {' '.join(texts(table.legal_moves()))}")
        table = table.play(move)
        last, drawn = table.history[-1]
        then = f", then {drawn} is laid out" if drawn else ""
        parts.append(f"plays {last} ({last.describe()}{then})")
        parts.append(str(table))
    north, south = table.scores
    parts.append(f"north {north}\nsouth {south}\nend {table.end}, seal {table.seal}")
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    register_ruleset(TINY)
    for file in sorted(FILES.glob("*.txt")):
        file.write_text(write(*deal_and_moves(file.read_text("utf-8"))), encoding="utf-8")
