"""The pages are complete: every public name, refusal, rule and error code has its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import jaipur

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", jaipur.__all__)
def test_the_reference_has_every_public_name(name: str) -> None:
    assert re.search(rf"^::: jaipur\.{name}$", page("reference"), re.MULTILINE)


def test_the_reference_has_no_name_that_is_gone() -> None:
    names = re.findall(r"^::: jaipur\.(\w+)$", page("reference"), re.MULTILINE)
    assert set(names) <= set(jaipur.__all__)
    assert len(names) == len(set(names))


@pytest.mark.parametrize("refusal", list(jaipur.Refusal))
def test_the_notation_has_every_refusal_with_an_example(refusal: jaipur.Refusal) -> None:
    heading = f"### `{refusal.value}`\n"
    assert page("notation").count(heading) == 1
    entry = page("notation").split(heading)[1].split("\n### ")[0].split("\n## ")[0]
    assert ">>> refusal(" in entry
    assert f"'{refusal.value}'" in entry


@pytest.mark.parametrize("number", range(1, 12))
def test_the_rules_have_every_number_with_an_example(number: int) -> None:
    sections = re.split(r"^## ", page("rules"), flags=re.MULTILINE)
    (section,) = [text for text in sections if text.startswith(f"R{number} ")]
    assert ">>> " in section


@pytest.mark.parametrize(
    "error",
    [
        value
        for value in vars(jaipur).values()
        if isinstance(value, type) and issubclass(value, Exception)
    ],
)
def test_the_notation_has_every_error(error: type[Exception]) -> None:
    assert f"`{error.__name__}`" in page("notation")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"
