"""The pages are complete: every public name, refusal, rule and error code has its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import jaipur

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
PICTURES = ROOT / "docs" / "pictures"
MOST_PICTURES = 20
PACKAGES = (
    "arena",
    "players",
    "engine.analysis",
    "envs.batch",
    "envs.evaluate",
    "envs.gymnasium",
    "envs.openspiel",
    "envs.pettingzoo.jaipur_v1",
)


def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", jaipur.__all__)
def test_the_reference_has_every_public_name(name: str) -> None:
    assert re.search(rf"^::: jaipur\.{name}$", page("reference"), re.MULTILINE)


def test_the_reference_has_no_name_that_is_gone() -> None:
    names = re.findall(r"^::: jaipur\.(\w+)$", page("reference"), re.MULTILINE)
    assert set(names) <= {*jaipur.__all__, *PACKAGES}
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", PACKAGES)
def test_the_reference_has_every_package(name: str) -> None:
    """Such a block shows everything that the `__all__` of the module lists."""
    assert re.search(rf"^::: jaipur\.{re.escape(name)}$", page("reference"), re.MULTILINE)


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


def shown_pictures() -> list[Path]:
    """The pictures that pages show, in the order of the pages."""
    targets = [
        (path.parent / target).resolve()
        for path in PAGES
        for target in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", path.read_text(encoding="utf-8"))
    ]
    assert targets, "the pages show no pictures"
    return targets


def test_every_picture_is_shown_by_a_page() -> None:
    assert set(PICTURES.iterdir()) <= set(shown_pictures())


def test_every_picture_that_a_page_shows_exists() -> None:
    assert [path for path in shown_pictures() if not path.is_file()] == []


def test_there_are_few_pictures() -> None:
    assert 0 < len(list(PICTURES.iterdir())) <= MOST_PICTURES
