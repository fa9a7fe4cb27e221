"""What /metrics tells an operator, and the dashboard that shows it."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path

import httpx
from prometheus_client.parser import text_string_to_metric_families

from jaipur.server.settings import RateLimit
from tests.server.games import NO_LIMITS, Server, a_server, roomy, seated, wait_for

DASHBOARD = Path(__file__).parents[2] / "docs" / "grafana.json"


def read(server: Server) -> dict[str, float]:
    """The samples, by name and label."""
    text = httpx.get(f"{server.url}/metrics", timeout=30).text
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = "".join(f"{{{value}}}" for value in sample.labels.values())
            found[sample.name + labels] = sample.value
    return found


def test_moves_streams_commits_and_refusals_are_counted(tmp_path: Path) -> None:
    limits = {**NO_LIMITS, "hints": RateLimit(burst=1, rate=0.001)}
    settings = roomy(tmp_path / "games.db", limits=limits)
    with a_server(settings) as server, seated(server) as (anna, bela, game):
        before = read(server)
        mover = anna if 0 in anna.now(game)["table"]["waits_for"] else bela
        mover.moves(game)
        for _ in range(3):
            anna.tries(game, "hint")
        with anna.http.stream("GET", f"/api/games/{game}/events") as stream:
            chunks = stream.iter_raw()
            next(chunks)
            wait_for(lambda: read(server)["jaipur_streams_open"] == 1)
        after = read(server)
        assert after["jaipur_moves_total"] == before["jaipur_moves_total"] + 1
        assert after["jaipur_commit_seconds_count"] > before["jaipur_commit_seconds_count"]
        assert after["jaipur_refused_total{hints}"] == 2
        assert after["jaipur_games_in_use"] >= 1
        assert after["jaipur_thoughts_waiting"] == after["jaipur_hints_waiting"] == 0
        assert after["jaipur_database_usable"] == 1
        assert after["process_cpu_seconds_total"] > 0


def test_the_dashboard_shows_metrics_that_there_are(server: Server) -> None:
    known = {re.sub(r"\{.*", "", name) for name in read(server)} | {"jaipur_refused_total"}
    board = json.loads(DASHBOARD.read_text("utf-8"))
    shown = set()
    for panel in board["panels"]:
        for target in panel["targets"]:
            shown |= set(re.findall(r"\b(?:jaipur|process)_\w+", target["expr"]))
    assert len(board["panels"]) >= 8
    assert shown <= known


def test_the_dashboard_is_laid_out_on_the_grid_of_grafana() -> None:
    """24 columns, no panel over another, each with data of the source that is chosen."""
    board = json.loads(DASHBOARD.read_text("utf-8"))
    (variable,) = board["templating"]["list"]
    assert (variable["type"], variable["query"]) == ("datasource", "prometheus")
    cells: list[tuple[int, int]] = []
    for panel in board["panels"]:
        assert panel["datasource"] == {"type": "prometheus", "uid": f"${{{variable['name']}}}"}
        refs = [target["refId"] for target in panel["targets"]]
        assert len(refs) == len(set(refs)) > 0
        place = panel["gridPos"]
        assert 0 <= place["x"] <= place["x"] + place["w"] <= 24
        columns = range(place["x"], place["x"] + place["w"])
        cells += product(columns, range(place["y"], place["y"] + place["h"]))
    assert len(cells) == len(set(cells))
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
