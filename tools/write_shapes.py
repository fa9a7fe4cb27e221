"""Writes what is generated from the shapes: docs/schemas/*.json and web/src/api/types.ts.

python tools/write_shapes.py          writes the files
python tools/write_shapes.py --check  says which of them are stale
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from jaipur.errors import Refusal
from jaipur.server.problems import ProblemCode
from jaipur.server.routes import all_routes
from jaipur.server.shapes.answers import ShuffleInfo
from jaipur.server.shapes.events import GameEvent
from jaipur.server.shapes.json_schema import Schemas
from jaipur.server.shapes.records import MatchRecord
from jaipur.server.shapes.views import AnyView

Data = dict[str, Any]
ROOT: Final = Path(__file__).parents[1]
LINE: Final = 120
DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
FORMATS: Final = {"view": AnyView, "event": GameEvent, "record": MatchRecord}
# Lists of values that the page walks through: their name, and those that only the page has.
LISTS: Final[dict[str, tuple[str, list[str]]]] = {
    "Good": ("GOODS", []),
    "Refusal": ("REFUSALS", []),
    "ProblemCode": ("PROBLEM_CODES", ["offline", "bad_answer"]),
}
HEAD: Final = """// The types of the API, written by tools/write_shapes.py: do not edit.

export type Card = Good | "K";
"""


def files() -> dict[Path, str]:
    """The text of every generated file."""
    made = {
        ROOT / "docs" / "schemas" / f"{name}.schema.json": schema_text(name, kind)
        for name, kind in FORMATS.items()
    }
    return {**made, ROOT / "web" / "src" / "api" / "types.ts": typescript()}


def schema_text(name: str, kind: Any) -> str:
    """The JSON Schema of a format, with all that it refers to."""
    schemas = Schemas("#/$defs/")
    root = schemas.named.pop(schemas.of(kind)["$ref"].rsplit("/", 1)[-1])
    head = {"$schema": DRAFT, "$id": f"urn:jaipur:{name}:1", "title": f"jaipur-{name}/1"}
    whole = {**head, **root, "$defs": dict(sorted(schemas.named.items()))}
    return pretty(whole) + "\n"


def pretty(value: Any, indent: str = "") -> str:
    """JSON in which everything that fits into a line stands in one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= LINE or not isinstance(value, (dict, list)):
        return line
    deeper = indent + "  "
    if isinstance(value, list):
        items, (left, right) = [pretty(item, deeper) for item in value], "[]"
    else:
        items = [f"{json.dumps(key)}: {pretty(item, deeper)}" for key, item in value.items()]
        left, right = "{}"
    return f"{left}\n" + ",\n".join(deeper + item for item in items) + f"\n{indent}{right}"


def typescript() -> str:
    """The browser's types: all that requests and answers are made of."""
    schemas = Schemas("")
    schemas.of(ShuffleInfo)
    for route in all_routes():
        for kind in route.shapes:
            schemas.of(kind)
    schemas.named["Refusal"] = {"enum": [each.value for each in Refusal]}
    schemas.named["ProblemCode"] = {
        "description": "Codes of problems; the last two are the page's own.",
        "enum": [each.value for each in ProblemCode],
    }
    named = sorted(schemas.named.items())
    return HEAD + "".join("\n" + "\n".join(declaration(*item)) + "\n" for item in named)


def declaration(name: str, schema: Data) -> Iterator[str]:
    """A named type."""
    yield from comment(schema, "")
    if name in LISTS:
        constant, more = LISTS[name]
        values = ", ".join(json.dumps(value) for value in [*schema["enum"], *more])
        yield f"export const {constant} = [{values}] as const;"
        yield f"export type {name} = (typeof {constant})[number];"
    elif "properties" in schema:
        yield f"export interface {name} {{"
        for field, kind in schema["properties"].items():
            yield from comment(kind, "  ")
            optional = "" if field in schema.get("required", ()) else "?"
            yield f"  {field}{optional}: {type_of(kind)};"
        yield "}"
    else:
        yield f"export type {name} = {type_of(schema)};"


def comment(schema: Data, indent: str) -> Iterator[str]:
    if text := schema.get("description"):
        yield f"{indent}/** {text} */"


def type_of(schema: Data) -> str:
    """A type as an expression."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(type_of(each) for each in schema["anyOf"])
    if schema.get("type") == "array":
        return array_type(schema)
    if schema.get("type") == "object":
        return object_type(schema)
    plain = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
    return {**plain, "null": "null"}.get(schema.get("type", ""), "unknown")


def array_type(schema: Data) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(each) for each in schema['prefixItems'])}]"
    item = type_of(schema["items"])
    if "maxItems" in schema and schema.get("minItems") == schema["maxItems"]:
        return f"[{', '.join([item] * schema['maxItems'])}]"
    return f"({item})[]" if " " in item else f"{item}[]"


def object_type(schema: Data) -> str:
    value, keys = type_of(schema["additionalProperties"]), schema.get("propertyNames", {})
    key = type_of(keys) if keys else "string"
    record = f"Record<{key}, {value}>"
    return f"Partial<{record}>" if key in LISTS else record


def is_stale(path: Path, text: str) -> bool:
    return not path.exists() or path.read_text("utf-8") != text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    stale = {path: text for path, text in files().items() if is_stale(path, text)}
    for path, text in stale.items():
        print(f"{path.relative_to(ROOT)} {'is stale' if check else 'written'}")
        if not check:
            path.write_text(text, "utf-8")
    if check and stale:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
