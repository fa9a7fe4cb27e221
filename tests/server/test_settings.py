"""Settings from environment variables, one by one."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from jaipur.server.settings import BadSettings, RateLimit, Settings

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


def test_every_setting_can_be_a_variable() -> None:
    found = Settings.from_variables(
        {
            "JAIPUR_WORKERS": "4",
            "JAIPUR_HEARTBEAT": "2.5",
            "JAIPUR_ENGINE": "false",
            "JAIPUR_REDIS": "redis://localhost:6379",
            "JAIPUR_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8",
            "JAIPUR_ALLOWED_HOSTS": "table.lan games.lan",
            "JAIPUR_LIMIT_ACTS": "7/0.5",
            "OTHER": "x",
        }
    )
    assert (found.workers, found.heartbeat, found.engine) == (4, 2.5, False)
    assert found.redis == "redis://localhost:6379"
    assert found.trusted_proxies == ("127.0.0.1", "10.0.0.0/8")
    assert found.allowed_hosts == ("table.lan", "games.lan")
    assert found.limits["acts"] == RateLimit(burst=7, rate=0.5)
    assert found.limits["games"] == Settings().limits["games"]
    assert Settings.from_variables({}) == Settings()


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("JAIPUR_WORKERS", "many", "JAIPUR_WORKERS is not valid: expected int, got str, 'many'"),
        ("JAIPUR_LIMIT_GAMES", "30", "must be like 60/10, burst/rate, got '30'"),
        ("JAIPUR_LIMIT_GAMES", "0/1", "a burst of at least 1"),
        ("JAIPUR_PUBLIC_URL", "jaipur.example", "the public URL must be like"),
    ],
)
def test_a_variable_that_is_not_valid_is_named(name: str, text: str, what: str) -> None:
    with pytest.raises(BadSettings) as caught:
        Settings.from_variables({name: text})
    assert what in str(caught.value)


def test_what_the_parent_process_has_stored_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAIPUR_HEARTBEAT", "3")
    assert Settings.from_environment().heartbeat == 3
    monkeypatch.setenv("JAIPUR_SERVER", '{"heartbeat": 4}')
    assert Settings.from_environment().heartbeat == 4


def test_the_docs_name_the_variables_that_a_host_needs() -> None:
    text = HOSTING.read_text("utf-8")
    known = {f"JAIPUR_{each.name.upper()}" for each in fields(Settings)}
    named = {name for name in known if f"`{name}`" in text}
    assert {"JAIPUR_DATABASE", "JAIPUR_WORKERS", "JAIPUR_PUBLIC_URL", "JAIPUR_METRICS"} <= named
