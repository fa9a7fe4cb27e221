"""The API as a whole: its description, its page, and every request that schemathesis thinks of."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from jsonschema import Draft202012Validator
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from jaipur.server.app import create_app
from jaipur.server.problems import ProblemCode
from jaipur.server.shapes.records import MatchRecord
from tests.server.games import Person, Server, roomy

ROOT = Path(__file__).parents[2]
APP = create_app(roomy("unused.db"))
API = APP.app.openapi
schema = schemathesis.openapi.from_dict(API)


class Callers:
    """Somebody with games in every state; new ones for each operation, since it may end them."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._made: dict[str, tuple[Person, list[str], list[str]]] = {}

    def of(self, operation: str) -> tuple[Person, list[str], list[str]]:
        """A person for this operation, with games and invitations."""
        kind = "GET" if operation.startswith("GET") else operation
        if kind not in self._made:
            self._made[kind] = self._make()
        return self._made[kind]

    def _make(self) -> tuple[Person, list[str], list[str]]:
        anna, bela = Person(self._server, "Anna"), Person(self._server, "Bela")
        running, finished = anna.plays_against(first="me"), anna.plays_against(first="me")
        anna.moves(finished)
        anna.does(finished, "resign")
        mine, theirs = anna.opens("friend"), bela.opens("friend", watchable=True, listed=True)
        friends, watched = anna.opens("friend"), bela.opens("self", watchable=True)
        both = anna.opens("self")
        for game in (mine, friends, both):
            anna.sits_down(game["id"])
        bela.accepts(friends["invitation"])
        bela.sits_down(watched["id"])
        record = anna.http.post("/api/records", json=MatchRecord.EXAMPLE).json()
        bela.http.close()
        opened = [mine, friends, watched, both, record]
        games = [running, finished, *(game["id"] for game in opened)]
        return anna, games, [mine["invitation"][-22:], theirs["invitation"][-22:]]

    def close(self) -> None:
        for person, _, _ in self._made.values():
            person.http.close()


@pytest.fixture(scope="module")
def callers(server: Server) -> Iterator[Callers]:
    made = Callers(server)
    yield made
    made.close()


@schema.parametrize()
def test_no_request_breaks_the_server(case: Any, server: Server, callers: Callers) -> None:
    person, games, invitations = callers.of(case.operation.label)
    if case.operation.path.endswith("/events"):
        case.query = {**(case.query or {}), "wait": 0}  # it would never end
    # A made-up name is nobody's game: most of the time it is a real one, in one state or another.
    body = case.body if isinstance(case.body, dict) else ""
    draw = zlib.crc32(f"{case.path_parameters} {case.query} {body}".encode(errors="replace"))
    for name, real in (("game", games), ("invitation", invitations)):
        if name in (case.path_parameters or {}) and draw % 4:
            case.path_parameters[name] = real[draw // 4 % len(real)]
    case.call_and_validate(
        base_url=server.url,
        headers={"Authorization": f"Bearer {person.token}"},
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


def test_the_description_is_openapi() -> None:
    schema.validate()
    broken = {**API, "paths": {"/api/me": {"get": {"responses": 7}}}}
    with pytest.raises(Exception, match="not of type"):
        schemathesis.openapi.from_dict(broken).validate()


def test_every_body_and_every_answer_has_an_example_that_fits() -> None:
    for path, methods in API["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            contents = [answer.get("content", {}) for answer in operation["responses"].values()]
            for content in (c.get("application/json") for c in contents):
                if content is not None:
                    assert fits(content["example"], content["schema"]) == [], where
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if body is not None:
                name = body["schema"].get("$ref", "").rsplit("/", 1)[-1]
                described = API["components"]["schemas"].get(name, body["schema"])
                for example in described["examples"]:
                    assert fits(example, body["schema"]) == [], where
    wrong = {"$ref": "#/components/schemas/Hints"}
    assert fits({"seq": "x"}, wrong) != []


def fits(example: Any, schema: dict[str, Any]) -> list[str]:
    """What is wrong with an example."""
    whole = {**schema, "components": API["components"]}
    return [error.message for error in Draft202012Validator(whole).iter_errors(example)]


def test_the_page_about_the_api_has_every_operation_and_loads_nothing_from_elsewhere(
    server: Server, anna: Person
) -> None:
    page = anna.http.get("/api").text
    for path, methods in API["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page
    for name in API["components"]["schemas"]:
        assert f'id="{name}"' in page
    assert "<script" not in page
    assert "src=" not in page
    assert re.findall(r'<link [^>]*href="([^"]*)"', page) == ["/api/page.css"]
    assert "`" not in page, "backticks in the prose are code on the page"
    assert set(re.findall(r'href="#(\w+)"', page)) <= API["components"]["schemas"].keys()
    assert anna.http.get("/api/page.css").headers["content-type"].startswith("text/css")
    assert anna.http.get("/api/openapi.json").json() == json.loads(json.dumps(API))


def test_the_docs_have_every_address_and_every_code() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for path in API["paths"]:
        short = path.replace("/api/games/{game}/", "…/").replace("{game}", "{id}")
        short = short.replace("{invitation}", "{token}")
        assert short in text or path.replace("{game}", "{id}") in text, path
    for trouble in ProblemCode:
        assert f"`{trouble.value}`" in text
        assert re.search(rf"`{trouble.value}`.*\| {trouble.status} \|", text), trouble
