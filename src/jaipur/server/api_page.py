"""The page about the API: plain HTML out of the OpenAPI description, with no script in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

__all__ = ["api_page"]

Data = dict[str, Any]


def api_page(api: Data) -> str:
    """The whole page."""
    parts = "\n".join(_operations(api))
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The API of jaipur</title></head>
<body><h1>The API of jaipur</h1>
<p>{escape(api["info"].get("summary", ""))} The same description for programs:
<a href="/api/openapi.json">openapi.json</a>.</p>
{parts}
</body></html>"""


def _operations(api: Data) -> Iterator[str]:
    for path, methods in api["paths"].items():
        for method, operation in methods.items():
            yield f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
            yield "".join(
                f"<p>{escape(p)}</p>" for p in operation.get("description", "").split("\n\n")
            )
            yield _list(
                "Parameters", [_parameter(item) for item in operation.get("parameters", [])]
            )
            yield _body(api, operation)
            yield _list("Answers", [_answer(*item) for item in operation["responses"].items()])


def _list(title: str, items: list[str]) -> str:
    if not items:
        return ""
    return f"<h3>{title}</h3><ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


def _parameter(item: Data) -> str:
    text = escape(item.get("description", ""))
    return f"<code>{escape(item['name'])}</code> ({escape(item['in'])}) {text}"


def _answer(status: str, answer: Data) -> str:
    schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
    name = schema.get("$ref", "").rsplit("/", 1)[-1]
    return f"{escape(status)}: {escape(answer.get('description', ''))} <code>{escape(name)}</code>"


def _body(api: Data, operation: Data) -> str:
    schema = (
        operation.get("requestBody", {})
        .get("content", {})
        .get("application/json", {})
        .get("schema")
    )
    if not schema:
        return ""
    schema = _resolved(api, schema)
    fields = [
        f"<code>{escape(name)}</code>"
        f"{' (required)' if name in schema.get('required', []) else ''} {escape(_field(field))}"
        for name, field in schema.get("properties", {}).items()
    ]
    examples = "".join(
        f"<pre>{escape(json.dumps(example))}</pre>" for example in schema.get("examples", [])
    )
    return _list("Body", fields) + examples


def _resolved(api: Data, schema: Data) -> Data:
    if "allOf" in schema:
        schema = schema["allOf"][0]
    while "$ref" in schema:
        schema = api["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]]
    return schema


def _field(field: Data) -> str:
    kinds = [kind.get("type", "") for kind in field.get("anyOf", [field])]
    values = field.get("enum") or [
        v for kind in field.get("anyOf", []) for v in kind.get("enum", [])
    ]
    text = " or ".join(filter(None, kinds)) + (f": {', '.join(map(str, values))}" if values else "")
    return f"{text}. {field.get('description', '')}".strip(". ")
