"""The OpenAPI document, from the routes and the shapes that they take and answer."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any, Final

from jaipur.server.openapi_examples import example_answers
from jaipur.server.routing import JSON, Route
from jaipur.server.shapes.info import ProblemBody
from jaipur.server.shapes.json_schema import Schemas
from jaipur.server.static_files import VERSION

__all__ = ["describe_api"]

Data = dict[str, Any]
_REFUSED: Final = {"4XX": "The request was refused.", "5XX": "The server cannot answer now."}


def describe_api(routes: Iterable[Route]) -> Data:
    """The whole document, with an example of every answer."""
    schemas, examples, paths = Schemas(), example_answers(), dict[str, Data]()
    for route in routes:
        operation = _operation(route, schemas, examples)
        paths.setdefault(route.path, {})[route.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "jaipur",
            "summary": "Play the card game Jaipur over HTTP.",
            "version": VERSION,
        },
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.named.items()))},
    }


def _operation(route: Route, schemas: Schemas, examples: Data) -> Data:
    operation: Data = {
        "tags": [route.tag],
        "summary": route.name.replace("_", " ").capitalize(),
        "description": inspect.getdoc(route.endpoint),
        "operationId": route.name,
        "responses": _responses(route, schemas, examples),
    }
    if parameters := [*_path_values(route, schemas), *_query(route, schemas)]:
        operation["parameters"] = parameters
    if route.body is not None:
        schema = schemas.of(route.body_shape or route.body)
        operation["requestBody"] = {
            "content": {JSON: {"schema": schema}},
            "required": route.body_default is None,
        }
    return operation


def _path_values(route: Route, schemas: Schemas) -> list[Data]:
    return [
        {"name": name, "in": "path", "required": True, "schema": schemas.of(kind)}
        for name, kind in route.values.items()
    ]


def _query(route: Route, schemas: Schemas) -> list[Data]:
    if route.query is None:
        return []
    described = Schemas()
    described.of(route.query)
    whole = described.named[route.query.__name__]
    fields, needed = whole["properties"], whole.get("required", ())
    return [
        {
            "name": name,
            "in": "query",
            "required": name in needed,
            "schema": {key: value for key, value in schema.items() if key != "description"},
            **({"description": schema["description"]} if "description" in schema else {}),
        }
        for name, schema in fields.items()
    ]


def _responses(route: Route, schemas: Schemas, examples: Data) -> Data:
    if route.answer is None and route.name in examples:  # a stream of its own kind
        examples = {**examples, route.media: examples[route.name]}
    answers = {str(route.status): _response("", route.answer, route.media, schemas, examples)}
    for status, (kind, text) in route.also.items():
        answers[str(status)] = _response(text, kind, JSON, schemas, examples)
    for statuses, text in _REFUSED.items():
        answers[statuses] = _response(text, ProblemBody, JSON, schemas, examples)
    return answers


def _response(text: str, kind: Any, media: str, schemas: Schemas, examples: Data) -> Data:
    answer: Data = {"description": text or "Done."}
    if kind is not None:
        schema = schemas.of(kind)
        name = schema["$ref"].rsplit("/", 1)[-1]
        answer["content"] = {media: {"schema": schema, "example": examples[name]}}
    elif media != JSON:
        content = {"example": examples[media]} if media in examples else {}
        answer["content"] = {media: content}
    return answer
