"""What is generated from the shapes is what stands in the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaipur import Match
from jaipur.server.shapes.views import PlainPublicView, PlainSeatView
from tools.write_shapes import ROOT, files, is_stale

GENERATED = files()


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_generated_file_is_not_stale(path: Path) -> None:
    assert not is_stale(path, GENERATED[path]), "run python tools/write_shapes.py"


def test_a_change_of_a_shape_would_be_noticed(tmp_path: Path) -> None:
    path = next(iter(GENERATED))
    assert is_stale(path, GENERATED[path].replace("market", "bazaar"))
    assert is_stale(tmp_path / "missing.json", "")


def test_a_view_has_the_fields_of_its_shape() -> None:
    match = Match.deal(seed=7).play("+G")
    assert set(match.view(0).to_dict()) == set(PlainSeatView.__struct_fields__)
    assert set(match.view(None).to_dict()) == set(PlainPublicView.__struct_fields__)
