"""The API as a whole: its description, its page, and every request that schemathesis thinks of."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from jaipur.server.app import create_app
from jaipur.server.problems import Trouble
from tests.server.tables import Person, Server, roomy

ROOT = Path(__file__).parents[2]
APP = create_app(roomy("unused.db"))
API = APP.openapi()
schema = schemathesis.openapi.from_dict(API)


@pytest.fixture(scope="module")
def caller(server: Server) -> Any:
    with Person(server) as person:
        game = person.plays_against()
        yield person, game


@schema.parametrize()
def test_no_request_breaks_the_server(
    case: Any, server: Server, caller: tuple[Person, str]
) -> None:
    person, game = caller
    if case.operation.label == "DELETE /api/me":
        return  # the caller is still needed; test_people has it
    if case.operation.path.endswith("/events"):
        case.query = {**(case.query or {}), "wait": 0}  # it would never end
    if "game" in (case.path_parameters or {}) and len(str(case.body)) % 2:
        case.path_parameters["game"] = game
    headers = {"Authorization": f"Bearer {person.token}"}
    case.call_and_validate(
        base_url=server.url,
        headers=headers,
        checks=[
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
        ],
    )


def test_every_operation_is_described() -> None:
    for path, methods in API["paths"].items():
        for method, operation in methods.items():
            assert operation.get("description"), f"{method} {path}"


def test_the_page_about_the_api_has_every_operation_and_loads_nothing(
    server: Server, anna: Person
) -> None:
    page = anna.http.get("/api").text
    for path, methods in API["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page
    assert "<script" not in page
    assert "src=" not in page
    assert anna.http.get("/api/openapi.json").json()["paths"].keys() == API["paths"].keys()


def test_the_docs_have_every_address_and_every_code() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for path in API["paths"]:
        short = path.replace("/api/games/{game}/", "…/").replace("{game}", "{id}")
        short = short.replace("{invitation}", "{token}")
        assert short in text or path.replace("{game}", "{id}") in text, path
    for trouble in Trouble:
        assert f"`{trouble.value}`" in text
        assert re.search(rf"`{trouble.value}`.*\| {trouble.status} \|", text), trouble
