"""JSON Schemas from the types of shapes: one walk over annotations, for every document.

msgspec's own generator knows no unions of untagged structs, no named types and no conditions
between fields, and the formats have all three; the names of the constraints are the same.
"""

from __future__ import annotations

import types
from enum import Enum
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Raw, UnsetType

from jaipur.server.shapes.fields import Shape

__all__ = ["Schemas", "shape_name"]

Data = dict[str, Any]
_PLAIN: Final[dict[Any, Data]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    Any: {},
}
_NUMBERS: Final = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "pattern": "pattern"}
_LENGTHS: Final = {"string": "Length", "array": "Items", "object": "Properties"}


class Schemas:
    """The schemas of some types, and of all that these are made of."""

    def __init__(self, place: str = "#/components/schemas/") -> None:
        self._place = place
        self.named: dict[str, Data] = {}

    def of(self, kind: Any) -> Data:
        """The schema of a type; what has a name is added to `named`, and referred to."""
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._annotated(arguments[0], arguments[1:])
        if origin is Literal:
            return _values(list(arguments))
        if origin in (Union, types.UnionType):
            return self._union(arguments)
        if origin is list:
            return {"type": "array", "items": self.of(arguments[0])}
        if origin is tuple:
            return self._tuple(arguments)
        if origin is dict:
            return self._mapping(*arguments)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return _values([each.value for each in kind])
        if isinstance(kind, type) and issubclass(kind, Shape):
            return self._name(shape_name(kind), lambda: self._struct(kind))
        return dict(_PLAIN[kind])

    def _annotated(self, kind: Any, metas: tuple[Any, ...]) -> Data:
        schema = self.of(kind)
        for meta in metas:
            schema = _with_meta(schema, meta)
            if meta.title is not None:
                self.named[meta.title] = schema
                schema = {"$ref": f"{self._place}{meta.title}"}
        return schema

    def _name(self, name: str, make: Any) -> Data:
        if name not in self.named:
            self.named[name] = {}  # a type that contains itself refers to it
            self.named[name] = make()
        return {"$ref": f"{self._place}{name}"}

    def _union(self, kinds: tuple[Any, ...]) -> Data:
        known = [kind for kind in kinds if kind not in (Raw, UnsetType)]
        if len(known) == 1:
            return self.of(known[0])
        return {"anyOf": [self.of(kind) for kind in known]}

    def _tuple(self, kinds: tuple[Any, ...]) -> Data:
        schemas = [self.of(kind) for kind in kinds]
        count = {"minItems": len(kinds), "maxItems": len(kinds)}
        if all(schema == schemas[0] for schema in schemas):
            return {"type": "array", "items": schemas[0], **count}
        return {"type": "array", "prefixItems": schemas, **count}

    def _mapping(self, key: Any, value: Any) -> Data:
        schema: Data = {"type": "object", "additionalProperties": self.of(value)}
        return schema if key is str else {**schema, "propertyNames": self.of(key)}

    def _struct(self, kind: type[Shape]) -> Data:
        hints = get_type_hints(kind, include_extras=True)
        properties, required = {}, []
        for field in msgspec.structs.fields(kind):
            schema = self.of(hints[field.name])
            if field.required or _is_constant(schema):
                required.append(field.encode_name)
            elif field.default not in (msgspec.NODEFAULT, msgspec.UNSET):
                schema = {**schema, "default": field.default}
            properties[field.encode_name] = schema
        schema = {"description": kind.__doc__, "type": "object", "properties": properties}
        if required:
            schema["required"] = required
        if kind.__struct_config__.forbid_unknown_fields:
            schema["additionalProperties"] = False
        if kind.CONDITIONS:
            schema["allOf"] = list(kind.CONDITIONS)
        if (example := getattr(kind, "EXAMPLE", None)) is not None:
            schema["examples"] = [example]
        return schema


def shape_name(kind: type[Shape]) -> str:
    """The name of a struct in schemas and in the browser."""
    return kind.__name__.removesuffix("Shape")


def _is_constant(schema: Data) -> bool:
    """Whether a field has one value only, as the format and the type of an event do."""
    return len(schema.get("enum", ())) == 1


def _values(values: list[Any]) -> Data:
    kind = "string" if all(isinstance(value, str) for value in values) else "integer"
    return {"type": kind, "enum": values}


def _with_meta(schema: Data, meta: Meta) -> Data:
    """A schema with the constraints and the text of an annotation."""
    result = dict(schema)
    for ours, theirs in _NUMBERS.items():
        if (value := getattr(meta, ours)) is not None:
            result[theirs] = value
    for ours, start in (("min_length", "min"), ("max_length", "max")):
        if (value := getattr(meta, ours)) is not None:
            result[start + _LENGTHS[schema["type"]]] = value
    if meta.description is not None:
        result["description"] = meta.description
    if meta.examples is not None:
        result["examples"] = meta.examples
    return {**result, **(meta.extra_json_schema or {})}
