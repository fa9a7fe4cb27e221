"""The page has a sentence for every reason: its codes are those of the coach."""

from __future__ import annotations

import re
from pathlib import Path

from jaipur.coach.reason import ReasonCode

_CODES = Path(__file__).parents[2] / "web" / "src" / "coach" / "reasons" / "reason.ts"


def test_the_page_knows_every_code_in_the_same_order() -> None:
    """Its type checker and its own test then ask for a sentence in every language."""
    listed = re.search(r"REASON_CODES = \[(.*?)\]", _CODES.read_text(), re.DOTALL)
    assert listed is not None
    assert re.findall(r'"(\w+)"', listed.group(1)) == [code.value for code in ReasonCode]
