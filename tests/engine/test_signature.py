"""The engine says the same on every machine."""

from pathlib import Path

from tests.engine.signature import signature

FILE = Path(__file__).with_name("signature.txt")


def test_network_and_search_have_the_signature_that_was_written_down() -> None:
    assert signature() == FILE.read_text(encoding="utf-8"), (
        "If weights, features or search were changed on purpose: "
        "python -m tests.engine.signature > tests/engine/signature.txt"
    )
