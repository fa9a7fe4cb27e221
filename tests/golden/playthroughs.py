"""Whole rounds as text that can be read: each move, the legal moves in order, what it led to.

A file begins with what it is made of: `seed`, `ruleset`, `moves`, and for a round that was not
played to its end `then forfeit SEAT`, `then stop` or `then limit` (the older end without a seal).
`python -m tests.golden.playthroughs` writes the rest of each file again. Do so only when the text
was changed on purpose, and read the changes.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from pathlib import Path

from jaipur import Good, Round, Sell, register_ruleset
from tests.builders import TINY, texts

FILES = Path(__file__).parent / "playthroughs"
WIDTH = 100


@dataclass(frozen=True)
class Playthrough:
    """What a playthrough is made of."""

    seed: int
    ruleset: str
    moves: list[str]
    then: list[str]
    """How the round was ended without a move: `forfeit SEAT`, `stop`, `limit`, or nothing."""

    @classmethod
    def read(cls, text: str) -> Playthrough:
        lines = text.split("\n\n")[0].replace("\n  ", " ").splitlines()
        head = {name: words for name, *words in map(str.split, lines)}
        return cls(int(head["seed"][0]), head["ruleset"][0], head["moves"], head.get("then", []))

    def deal(self) -> Round:
        return Round.deal(self.seed, self.ruleset)

    def write(self) -> str:
        """The playthrough as text, from the deal to the score."""
        table = self.deal()
        parts = [self._head(), str(table)]
        for move in self.moves:
            parts.append(_ply(table, table.play(move)))
            table = table.play(move)
        match self.then:
            case ["forfeit", seat]:
                table = table.forfeit(int(seat))
            case ["stop"]:
                table = table.stop()
            case ["limit"]:
                table = table.stop(scored=False)
        scores = "\n".join(f"seat {seat} {table.scores[seat]}" for seat in (0, 1))
        end = f"end {table.end}, seal {table.seal}, next first {table.next_first}"
        return "\n\n".join([*parts, str(table), f"{scores}\n{end}"]) + "\n"

    def _head(self) -> str:
        head = [f"seed {self.seed}", f"ruleset {self.ruleset}", f"moves {' '.join(self.moves)}"]
        if self.then:
            head.append(f"then {' '.join(self.then)}")
        return "\n".join(map(_folded, head))


def legal_moves_in(text: str) -> list[list[str]]:
    """The legal moves that a playthrough lists for each ply."""
    plies = [part for part in text.split("\n\n") if part.startswith("ply ")]
    return [ply.split("\n  legal  ")[1].split("\n  market ")[0].split() for ply in plies]


def _ply(before: Round, after: Round) -> str:
    move, drawn = after.history[-1]
    market = f"  market {' '.join(str(after.market))}, deck {len(after.deck)}"
    lines = [
        f"ply {before.ply}, seat {before.turn} plays {move} ({move.describe()})",
        _folded(f"  legal  {' '.join(texts(before.legal_moves()))}"),
        f"{market}, drawn {drawn}" if drawn else market,
        *str(after).splitlines()[1:4:2],  # both seats, as the drawing has them
    ]
    if isinstance(move, Sell) and isinstance(move.good, Good):
        lines.append(f"  earned {_earned(before, after, move.good)}")
    return "\n".join(lines)


def _earned(before: Round, after: Round, good: Good) -> str:
    """The values of the goods tokens, then of the bonus token, that a sale took."""
    seat = before.turn
    assert seat is not None
    had = len(before.goods_tokens(seat).get(good, ()))
    taken = [str(value) for value in after.goods_tokens(seat).get(good, ())[had:]]
    for pile, values in after.bonus_tokens(seat).items():
        new = values[len(before.bonus_tokens(seat).get(pile, ())) :]
        taken += [f"and {value} from bonus pile {pile}" for value in new]
    return " ".join(taken) or "nothing"


def _folded(line: str) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(
        line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


if __name__ == "__main__":
    register_ruleset(TINY)
    for file in sorted(FILES.glob("*.txt")):
        file.write_text(Playthrough.read(file.read_text("utf-8")).write(), encoding="utf-8")
