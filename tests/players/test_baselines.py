"""Players with a network from a file: alone, or inside the search."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from jaipur.engine.search import think
from jaipur.errors import UnknownPlayer
from jaipur.players import Budget, baselines, make_player
from tests.engine.positions import of_good_play

FEW = Budget(samples=60)


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    path = tmp_path / "weights.bin"
    path.write_bytes(files("jaipur.engine").joinpath("weights.bin").read_bytes())
    return path


def test_the_search_with_the_shipped_network_is_the_strongest_level(weights: Path) -> None:
    player, level = make_player(f"search:{weights}", 3, FEW), make_player("jeweller", 3, FEW)
    assert player.name == f"search:{weights}"
    for table in of_good_play(7)[::8]:
        view = table.view(table.turn)
        assert player.choose(view) == level.choose(view)


@pytest.mark.parametrize(("prefix", "stops"), [("search", True), ("whole", False)])
def test_only_a_whole_search_never_stops_early(
    prefix: str, stops: bool, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def noting_think(*args: Any, **options: Any) -> Any:
        asked.append(options["stop_early"])
        return think(*args, **options)

    monkeypatch.setattr(baselines, "think", noting_think)
    player = make_player(f"{prefix}:{weights}", 3, FEW)
    table = of_good_play(7)[8]
    assert player.choose(table.view(table.turn)) in table.legal_moves()
    assert (player.name, asked) == (f"{prefix}:{weights}", [stops])


@pytest.mark.parametrize("prefix", ["network", "search", "whole"])
def test_a_file_that_cannot_be_read_is_an_unknown_player(prefix: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownPlayer, match="cannot be read"):
        make_player(f"{prefix}:{tmp_path / 'none.bin'}")
    (tmp_path / "short.bin").write_bytes(b"short")
    with pytest.raises(UnknownPlayer, match="cannot be used"):
        make_player(f"{prefix}:{tmp_path / 'short.bin'}")
