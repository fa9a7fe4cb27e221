"""The arena's page is complete, and what it quotes is what there is."""

from pathlib import Path

import pytest

from jaipur.errors import Fault

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("fault", list(Fault))
def test_every_cause_of_a_forfeit_is_listed(fault: Fault) -> None:
    assert f"| `{fault.value}` |" in PAGE


def test_the_bot_on_the_page_is_the_one_in_the_examples() -> None:
    program = (ROOT / "examples" / "random_bot.py").read_text(encoding="utf-8")
    quoted = PAGE.split("```python\n")[1].split("```")[0]
    assert program.endswith(quoted)
