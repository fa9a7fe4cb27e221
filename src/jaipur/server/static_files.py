"""Static files: the built browser client, and the documentation page of the API.

The client is in `client/` inside this package. Its files in `assets/` have a hash in their names
and never change; every other path that is not the API's gets the client's only page, which does
its own routing. The build puts compressed `.br` and `.gz` files next to those that gain from it,
and browsers that accept them are sent these.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from jaipur.server.api_docs import STYLE, render_api_docs
from jaipur.server.problems import Problem, ProblemCode

__all__ = ["CLIENT", "VERSION", "StaticFiles", "version_with"]

CLIENT: Final = Path(__file__).parent / "client"
_CACHE_FOREVER: Final = "public, max-age=31536000, immutable"
_PREVIEW: Final = "/preview.png"
_REVALIDATE: Final = "no-cache"  # cached, but checked at each use
_ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))  # the smallest first
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_NOT_BUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>jaipur</title>
<h1>jaipur</h1><p>The table for the browser is not built here. The <a href="/api">API</a> works.</p>
</html>"""


def _package_version() -> str:
    try:
        return version("pyjaipur")
    except PackageNotFoundError:
        return "0"


def version_with(client: Path) -> str:
    """The version of the server together with a hash of the client's page."""
    index = client / "index.html"
    page = hashlib.sha256(index.read_bytes()).hexdigest()[:8] if index.is_file() else "no-page"
    return f"{_package_version()}-{page}"


VERSION: Final = version_with(CLIENT)


class _Described(Protocol):
    @property
    def openapi(self) -> dict[str, Any]: ...


class StaticFiles:
    """The client, and the documentation of the API: what is sent where there is no route."""

    def __init__(self, client: Path = CLIENT, *, public_url: str | None = None) -> None:
        self._client = client
        self._public_url = public_url

    def respond(self, request: Request, app: _Described) -> Response:
        """The answer for a path; Problem if there is nothing."""
        path, revalidate = request.scope["path"], {"Cache-Control": _REVALIDATE}
        if request.method not in ("GET", "HEAD"):
            raise Problem.of(ProblemCode.METHOD_NOT_ALLOWED, headers={"Allow": "GET, HEAD"})
        if path == "/api":
            return HTMLResponse(render_api_docs(app.openapi), headers=revalidate)
        if path == "/api/openapi.json":
            return Response(msgspec.json.encode(app.openapi), media_type="application/json")
        if path == "/api/page.css":
            return Response(STYLE, media_type="text/css", headers=revalidate)
        if path.startswith("/assets/"):
            file = _file_in(self._client / "assets", path.removeprefix("/assets/"))
            if file is None:
                raise Problem.of(ProblemCode.NOT_FOUND)
            return _send(request, file, _CACHE_FOREVER)
        return _page(request, self._client, path[1:], self._public_url)


def _page(request: Request, client: Path, path: str, public_url: str | None) -> Response:
    if path.startswith(("api/", "assets/")):
        raise Problem.of(ProblemCode.NOT_FOUND)
    # Only files directly in the folder: the manifest, icons, the service worker.
    if file := _file_in(client, path):
        return _send(request, file, _REVALIDATE)
    if "." in path.rsplit("/", 1)[-1]:
        raise Problem.of(ProblemCode.NOT_FOUND)
    index = client / "index.html"
    if not index.is_file():
        return HTMLResponse(_NOT_BUILT, status_code=404 if path else 200)
    return _send_index(request, index, public_url)


def _send_index(request: Request, index: Path, public_url: str | None) -> Response:
    """The client's page, whose preview picture has a whole address, as readers of links want it."""
    base = (public_url or str(request.base_url)).rstrip("/")
    plain, compressed, tag = _index_with(index, index.stat().st_mtime_ns, base)
    headers = {"Cache-Control": _REVALIDATE, "Vary": "Accept-Encoding", "ETag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(compressed, headers=headers, media_type=_TYPES[".html"])
    return Response(plain, headers=headers, media_type=_TYPES[".html"])


@lru_cache(maxsize=8)
def _index_with(index: Path, modified: int, base: str) -> tuple[bytes, bytes, str]:
    """The page for one address of the server: plain, compressed, and its tag."""
    path = f'content="{_PREVIEW}"'
    page = index.read_text("utf-8").replace(path, f'content="{escape(base)}{_PREVIEW}"').encode()
    return page, gzip.compress(page, mtime=0), f'"{hashlib.sha256(page).hexdigest()[:16]}"'


def _file_in(folder: Path, name: str) -> Path | None:
    """The file of this name directly in a folder, if it has a known type."""
    if "/" in name or "\\" in name or name.startswith(".") or "\0" in name:
        return None
    file = folder / name
    return file if file.suffix in _TYPES and file.is_file() else None


def _send(request: Request, file: Path, caching: str) -> Response:
    """A file, compressed if possible; 304 if the browser has it."""
    accepted = request.headers.get("accept-encoding", "")
    encodings = {part.partition(";")[0].strip() for part in accepted.split(",")}
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    sent = file
    for name, ending in _ENCODINGS:
        compressed = file.with_name(file.name + ending)
        if name in encodings and compressed.is_file():
            sent, headers["Content-Encoding"] = compressed, name
            break
    status = sent.stat()
    headers["ETag"] = f'"{status.st_mtime_ns:x}-{status.st_size:x}"'
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        headers.pop("Content-Encoding", None)
        return Response(status_code=304, headers=headers)
    return FileResponse(sent, headers=headers, media_type=_TYPES[file.suffix], stat_result=status)
