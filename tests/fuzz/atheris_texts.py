"""Coverage-guided fuzzing of the four readers of text, with atheris.

    python tests/fuzz/atheris_texts.py move|position|view|record FOLDER -runs=100000 -seed=1

A crash, an undocumented error or a text that is not written back as it was read ends the run with
an error. FOLDER takes the corpus, and libFuzzer's own options follow it.
"""

import json
import sys
from collections.abc import Callable
from random import Random

import atheris  # type: ignore[import-untyped]

with atheris.instrument_imports(include=["jaipur"]):
    import jaipur
    from jaipur import (
        ImpossiblePosition,
        JaipurError,
        Match,
        Move,
        NotationError,
        RecordError,
        Round,
        View,
    )
    from jaipur.rules.record_files import _read_line

TINY = jaipur.Ruleset(
    name="tiny",
    cards=(3, 0, 2, 3, 0, 4),
    camels=4,
    tokens=((6, 4), (), (5, 3), (3, 2, 1), (), (2, 1, 1)),
    bonus={3: (1, 2), 4: (5,), 5: (9,)},
    market_size=3,
    deal_size=2,
    hand_limit=4,
    camels_laid_out=1,
    kinds_to_end=2,
)
jaipur.register_ruleset(TINY)


def check_column(error: NotationError, text: str) -> None:
    assert 1 <= error.column <= len(text) + 1, error


def read_move(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        move = Move.parse(text)
    except NotationError as error:
        check_column(error, text)
    else:
        assert Move.parse(str(move)) == move


def read_position(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        table = Round.from_text(text)
    except NotationError as error:
        check_column(error, text)
    except ImpossiblePosition:
        pass
    else:
        assert table.to_text() == text
        for move in table.legal_moves():
            table.play(move)


def read_view(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        view = View.from_json(text)
    except NotationError as error:
        check_column(error, text)
        return
    assert View.from_json(view.to_json()) == view
    try:
        dealt = jaipur.redeal(view, Random(0))
    except JaipurError:
        return
    assert dealt.view(view.seat).market == view.market


def read_record(data: bytes) -> None:
    try:
        record, match = _read_line(data, 1)
    except RecordError:
        return
    assert Match.from_record(record) == match
    assert Match.from_record(match.record()) == match


READERS: dict[str, Callable[[bytes], None]] = {
    "move": read_move,
    "position": read_position,
    "view": read_view,
    "record": read_record,
}


def samples(name: str) -> list[bytes]:
    """Good texts to start from: a tiny match to its end, and the start of a larger one."""
    found = []
    for start in (Match.deal(seed=1, seals=1, ruleset=TINY), Match.deal(seed=2)):
        match, rng = start, Random(1)
        for _ in range(40):
            move = rng.choice(match.round.legal_moves())
            match = match.play(move)
            found += {
                "move": [str(move), move.describe()],
                "position": [match.round.to_text()],
                "view": [match.view(0).to_json(), match.view(None).to_json()],
                "record": [json.dumps(match.record())],
            }[name]
            if match.round.is_over:
                break
    return [text.encode() for text in found]


if __name__ == "__main__":
    reader, corpus = sys.argv[1], sys.argv[2]
    for number, sample in enumerate(samples(reader)):
        with open(f"{corpus}/{number:02}", "wb") as file:
            file.write(sample)
    atheris.Setup([sys.argv[0], *sys.argv[3:], corpus], READERS[reader])
    atheris.Fuzz()
