"""Write what the page needs of the lessons, and prove the advice in them.

    python -m tools.write_lessons            writes lessons.json and messages/english.json
    python -m tools.write_lessons --prove    prints the table of proofs in docs/lessons.md

The page has no rules: it is given each position with its legal moves, the view after each right
move, and the key of what is said of any other.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from jaipur.coach.advice import AdviceMargin, follows, margin_of
from jaipur.coach.lessons import Lesson, LessonStep, lessons
from jaipur.rules.moves import Move
from jaipur.rules.round import Round
from jaipur.rules.view import view_of
from jaipur.server.market_slots import slots_after

FOLDER: Final = Path(__file__).parents[1] / "web" / "src" / "lessons"
SAMPLES: Final = 20_000
SEED: Final = 1

Data = dict[str, Any]


def page_data(all_lessons: Iterable[Lesson]) -> list[Data]:
    """The lessons without their sentences, for the page."""
    found, seq = [], 0
    for lesson in all_lessons:
        steps = []
        for step in lesson.steps:
            steps.append(step_data(step, seq))
            seq += 2  # one for the position, one for what follows it
        found.append({"name": lesson.name, "part": lesson.part.value, "steps": steps})
    return found


def step_data(step: LessonStep, seq: int) -> Data:
    """A position, what is said of its moves, and the views after the right ones."""
    return {
        "key": step.key,
        "view": seat_view(step.round, step.slots, step.seals, seq),
        "tries": {key: [str(move) for move in moves] for key, moves in step.tries.items()},
        "after": {str(move): after(step, move, seq + 1) for move in step.right},
    }


def after(step: LessonStep, move: Move, seq: int) -> Data:
    """The view after a right move, with the seal if the round is over."""
    played = step.round.play(move)
    drawn = played.history[-1][1]
    mine, theirs = step.seals
    seals = mine + (played.seal == 0), theirs + (played.seal == 1)
    return seat_view(played, slots_after(step.slots, move, drawn), seals, seq)


def seat_view(round: Round, slots: str, seals: tuple[int, int], seq: int) -> Data:
    """What a table would send to seat 0."""
    return {**view_of(round, 0, 1, seals).to_dict(), "slots": slots, "seq": seq}


def sentences(all_lessons: Iterable[Lesson]) -> Data:
    """The English sentences by lesson and step: the type that the other languages follow."""
    return {
        lesson.name: {
            "title": lesson.title,
            "steps": {step.key: dict(step.sentences) for step in lesson.steps},
        }
        for lesson in all_lessons
    }


def text_of(data: Any, *, pretty: bool) -> str:
    spacing: Data = {"indent": 2} if pretty else {"separators": (",", ":")}
    return json.dumps(data, ensure_ascii=False, **spacing) + "\n"


def page_files() -> dict[Path, str]:
    """The generated files with their content."""
    found = lessons()
    return {
        FOLDER / "lessons.json": text_of(page_data(found), pretty=False),
        FOLDER / "messages" / "english.json": text_of(sentences(found), pretty=True),
    }


def advice_margin(step: LessonStep, *, samples: int = SAMPLES, seed: int = SEED) -> AdviceMargin:
    """How much better the best move that follows the advice of a step is than the best other."""
    assert step.advice is not None
    view = step.round.view(0)
    inside = {move for move in view.moves if follows(step.advice, view, move)}
    return margin_of(view, inside, samples=samples, seed=seed)


def proofs() -> Iterator[str]:
    """The table of proofs, line by line."""
    yield "| lesson | advice | position | best that follows it | best other | difference |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for lesson in lessons():
        for step in lesson.steps:
            if step.advice is None:
                continue
            found = advice_margin(step)
            yield (
                f"| `{lesson.name}` | `{step.advice}` | `{step.key}` | "
                f"`{found.inside.move}` {found.inside.win:.1%} | "
                f"`{found.outside.move}` {found.outside.win:.1%} | "
                f"{found.margin:+.1%} ± {found.error:.1%} |"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--prove", action="store_true", help="print the proofs of the advice")
    if parser.parse_args().prove:
        for line in proofs():
            print(line, flush=True)
        return
    for path, text in page_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
