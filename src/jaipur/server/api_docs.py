"""The documentation page of the API: plain HTML from the OpenAPI document, without scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any, Final

__all__ = ["STYLE", "render_api_docs"]

Data = dict[str, Any]
STYLE: Final = """:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif;
  overflow-wrap: anywhere; }
h2 { margin-top: 3rem; border-top: 1px solid; padding-top: 1rem; font-size: 1.1rem; }
h2.part { font-size: 2rem; }
h3 { font-size: 1rem; }
pre { max-height: 20rem; overflow: auto; padding: 0.5rem; border: 1px solid;
  white-space: pre-wrap; }
"""


def render_api_docs(api: Data) -> str:
    """The whole page."""
    parts = "\n".join([*_operations(api), *_schemas(api)])
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The API of jaipur</title><link rel="stylesheet" href="/api/page.css"></head>
<body><main><h1>The API of jaipur</h1>
<p>{_prose(api["info"].get("summary", ""))} The same for programs:
<a href="/api/openapi.json">openapi.json</a>.</p>
{parts}
</main></body></html>"""


def _operations(api: Data) -> Iterator[str]:
    for path, methods in api["paths"].items():
        for method, operation in methods.items():
            yield f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
            yield _paragraphs(operation.get("description", ""))
            yield _list("Parameters", map(_parameter, operation.get("parameters", [])))
            yield _body(api, operation)
            for status, answer in operation["responses"].items():
                yield _answer(status, answer)


def _schemas(api: Data) -> Iterator[str]:
    """Every schema of a request or an answer, field by field."""
    yield '<h2 class="part">Schemas</h2>'
    for name, schema in sorted(api["components"]["schemas"].items()):
        yield f'<h2 id="{escape(name)}"><code>{escape(name)}</code></h2>'
        yield _paragraphs(schema.get("description", ""))
        required = schema.get("required", [])
        fields = schema.get("properties", {}).items()
        yield _list("Fields", (_field(*field, needed=field[0] in required) for field in fields))


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{_prose(part)}</p>" for part in text.split("\n\n") if part)


def _prose(text: str) -> str:
    """Text with its code between backticks marked as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _list(title: str, items: Any) -> str:
    lines = "".join(f"<li>{item}</li>" for item in items)
    return f"<h3>{title}</h3><ul>{lines}</ul>" if lines else ""


def _parameter(item: Data) -> str:
    text = _prose(item.get("description", ""))
    return f"<code>{escape(item['name'])}</code> ({escape(item['in'])}) {text}"


def _body(api: Data, operation: Data) -> str:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return ""
    name = content["schema"].get("$ref", "").rsplit("/", 1)[-1]
    schema = api["components"]["schemas"].get(name, content["schema"])
    examples = schema.get("examples", [])
    return f"<h3>Body</h3><p>{_kind(content['schema'])}</p>" + "".join(map(_example, examples))


def _answer(status: str, answer: Data) -> str:
    text = f"<h3>{escape(status)}</h3><p>{_prose(answer.get('description', ''))}"
    for content in answer.get("content", {}).values():
        shown = "" if status.endswith("XX") else _example(content.get("example"))
        text += f" {_kind(content.get('schema', {}))}</p>{shown}<p>"
    return text + "</p>"


def _example(example: object) -> str:
    if example is None:
        return ""
    text = example if isinstance(example, str) else json.dumps(example, ensure_ascii=False)
    return f'<pre tabindex="0">{escape(text)}</pre>'


def _field(name: str, field: Data, *, needed: bool) -> str:
    values = [repr(v) for kind in field.get("anyOf", [field]) for v in _values(kind)]
    parts = [f"<code>{escape(name)}</code>", "(required)" if needed else "", _kind(field)]
    parts += [escape(", ".join(values)), _prose(field.get("description", ""))]
    return " ".join(filter(None, parts))


def _values(kind: Data) -> list[Any]:
    return list(kind.get("enum", [kind["const"]] if "const" in kind else []))


def _kind(schema: Data) -> str:
    """The type of a value: a link to its schema, or the name of a plain type."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[-1])
        return f'<a href="#{name}"><code>{name}</code></a>'
    if "anyOf" in schema or "allOf" in schema:
        return " or ".join(filter(None, map(_kind, schema.get("anyOf") or schema["allOf"])))
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return escape(str(schema.get("type", "")))
