"""Routes: which request calls which function, and with which shapes.

A route is declared at its function, whose annotations say what it takes: `request`, the parts of
the path by name, and, where it has them, a `body` and a `query`, each a struct of `shapes`. The
same declaration finds the function for a request, decodes what it takes, encodes the struct that
it returns, and describes it in the OpenAPI document. A function may also return JSON as bytes, or a
whole response.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn, TypeVar, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from jaipur.server.problems import Problem, ProblemCode, too_large
from jaipur.server.shapes.fields import Shape

__all__ = ["JSON", "Route", "RouteTree", "Routes", "json_bytes"]

E = TypeVar("E", bound=Callable[..., Awaitable[Any]])
JSON: Final = "application/json"
_ANY: Final = "{}"  # a part of a path that is a value


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One operation of the API."""

    method: str
    path: str
    endpoint: Callable[..., Awaitable[ASGIApp | Shape | bytes]]
    tag: str
    answer: Any
    """The shape of the answer; None if it is not JSON."""
    status: int = 200
    also: Mapping[int, tuple[Any, str]] = field(default_factory=dict)
    """Other answers: their shapes, and when they are given."""
    media: str = JSON
    body: Any = None
    body_default: Any = None
    body_shape: Any = None
    """What the documentation says of the body, if not what it is decoded into."""
    query: type[Shape] | None = None
    values: Mapping[str, type] = field(default_factory=dict)
    """The parts of the path that are values, with their types."""
    decode: Callable[[bytes], Any] | None = None

    @property
    def name(self) -> str:
        """The id of the operation: the name of its function."""
        return self.endpoint.__name__

    @property
    def shapes(self) -> Iterator[Any]:
        """The types of everything that it takes and answers."""
        others = (kind for kind, _ in self.also.values())
        kinds = (self.body_shape or self.body, self.answer, *others)
        yield from (kind for kind in kinds if kind is not None)

    async def arguments(self, request: Request, values: list[str]) -> dict[str, Any]:
        """What the function takes besides the request: values of the path, query and body."""
        taken: dict[str, Any] = {}
        for (name, kind), text in zip(self.values.items(), values, strict=True):
            taken[name] = text if kind is str else _convert(text, kind, "path", name)
        if self.query is not None:
            taken["query"] = _convert(dict(request.query_params), self.query, "query")
        if self.decode is not None:
            taken["body"] = await self._read_body(request, self.decode)
        return taken

    async def _read_body(self, request: Request, decode: Callable[[bytes], Any]) -> Any:
        body, is_last = b"", False
        while not is_last:
            message = await request.receive()
            body += message.get("body", b"")
            is_last = not message.get("more_body", False)
            if len(body) > request.scope["state"]["body_limit"]:
                raise too_large(request.scope["state"]["body_limit"])
        if message["type"] == "http.disconnect":
            _refuse(["body"], "The connection was closed")
        if not body and self.body_default is not None:
            return self.body_default
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != JSON and not kind.endswith("+json"):
            _refuse(["body"], f"Expected the content type {JSON}, got {kind!r}")
        try:
            return decode(body)
        except msgspec.DecodeError as error:
            _refuse_invalid(error, "body")
        except UnicodeDecodeError:
            _refuse(["body"], "Expected JSON in UTF-8")


class Routes:
    """The routes of one file, with what they have in common."""

    def __init__(self, prefix: str, *, tag: str) -> None:
        self._prefix = prefix
        self._tag = tag
        self.all: list[Route] = []

    def get(self, path: str, **options: Any) -> Callable[[E], E]:
        """Declare a route for GET; `answer` is the shape of its answer, see `Route`."""
        return self._add("GET", path, options)

    def post(self, path: str, **options: Any) -> Callable[[E], E]:
        """Declare a route for POST."""
        return self._add("POST", path, options)

    def patch(self, path: str, **options: Any) -> Callable[[E], E]:
        """Declare a route for PATCH."""
        return self._add("PATCH", path, options)

    def delete(self, path: str, **options: Any) -> Callable[[E], E]:
        """Declare a route for DELETE."""
        return self._add("DELETE", path, options)

    def _add(self, method: str, path: str, options: dict[str, Any]) -> Callable[[E], E]:
        def declare(endpoint: E) -> E:
            hints, whole = get_type_hints(endpoint), self._prefix + path
            names = [part[1:-1] for part in whole.split("/") if part.startswith("{")]
            body = hints.get("body")
            route = Route(
                method=method,
                path=whole,
                endpoint=endpoint,
                tag=self._tag,
                body=body,
                body_default=_default(endpoint, "body"),
                decode=None if body is None else msgspec.json.Decoder(body).decode,
                query=hints.get("query"),
                values={name: hints[name] for name in names},
                **{"answer": None, **options},
            )
            self.all.append(route)
            return endpoint

        return declare


class RouteTree:
    """Finds the route of a request, part by part of its path."""

    def __init__(self, routes: Iterator[Route]) -> None:
        self._root: dict[str, Any] = {}
        for route in routes:
            node = self._root
            for part in route.path.split("/")[1:]:
                node = node.setdefault(_ANY if part.startswith("{") else part, {})
            node.setdefault("", {})[route.method] = route

    def find(self, method: str, path: str) -> tuple[Route, list[str]] | None:
        """The route with the values in the path; None if no route has this path."""
        node, values = self._root, list[str]()
        for part in path.split("/")[1:]:
            following = node.get(part) if part else None
            if following is None:
                following = node.get(_ANY)
                if following is None:
                    return None
                values.append(part)
            node = following
        methods = node.get("")
        if methods is None:
            return None
        if method not in methods:
            allowed = ", ".join(sorted(methods))
            raise Problem.of(ProblemCode.METHOD_NOT_ALLOWED, headers={"Allow": allowed})
        return methods[method], values


def _default(endpoint: Callable[..., Any], name: str) -> Any:
    """What a parameter is by default; None if it is required."""
    parameter = inspect.signature(endpoint).parameters.get(name)
    if parameter is None or parameter.default is inspect.Parameter.empty:
        return None
    return parameter.default


def json_bytes(body: bytes, status: int = 200) -> Response:
    """An answer whose body is JSON already."""
    return Response(body, status_code=status, media_type=JSON)


def _convert(value: Any, kind: Any, *where: str) -> Any:
    """A value of the address as its type."""
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        _refuse_invalid(error, *where)


def _refuse_invalid(error: msgspec.DecodeError, *where: str) -> NoReturn:
    what, _, path = str(error).partition(" - at `$")
    parts = path.rstrip("`").replace("[", ".[").split(".")
    _refuse([*where, *filter(None, parts)], what)


def _refuse(where: list[str], what: str) -> NoReturn:
    raise Problem.of(ProblemCode.BAD_REQUEST, errors=[{"where": where, "what": what}])
