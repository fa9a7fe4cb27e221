"""The files of the browser's table, and the page about the API.

The built client lies in `client/` inside this package. Its files in `assets/` carry a hash in
their names and never change; every other address that is not the API's is the one page of the
client, which finds its own way.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request, Response
from starlette.responses import FileResponse, HTMLResponse
from starlette.staticfiles import StaticFiles

from jaipur.server.api_page import api_page
from jaipur.server.problems import Problem, Trouble

__all__ = ["CLIENT", "VERSION", "add_pages"]

CLIENT: Final = Path(__file__).parent / "client"
_FOREVER: Final = "public, max-age=31536000, immutable"
_NOT_BUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>jaipur</title>
<h1>jaipur</h1><p>The table for the browser is not built here. The <a href="/api">API</a> works.</p>
</html>"""


def _version() -> str:
    try:
        return version("pyjaipur")
    except PackageNotFoundError:
        return "0"


VERSION: Final = _version()


class _Assets(StaticFiles):
    """Files whose names change with their content."""

    def file_response(self, *args: object, **named: object) -> Response:
        response = super().file_response(*args, **named)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = _FOREVER
        return response


def add_pages(app: FastAPI, client: Path = CLIENT) -> None:
    """Serve the client and the page about the API."""

    async def about(request: Request) -> Response:
        return HTMLResponse(api_page(app.openapi()), headers={"Cache-Control": "no-cache"})

    async def page(request: Request) -> Response:
        return _page(client, request.path_params.get("path", ""))

    app.add_route("/api", about, include_in_schema=False)
    app.mount("/assets", _Assets(directory=client / "assets", check_dir=False))
    app.add_route("/{path:path}", page, include_in_schema=False)


def _page(client: Path, path: str) -> Response:
    if path.startswith(("api/", "assets/")):
        raise Problem.of(Trouble.NOT_FOUND)
    # Only what lies directly in the folder: the manifest, icons, the service worker.
    file = client / path
    if path and "/" not in path and not path.startswith(".") and file.is_file():
        return FileResponse(file, headers={"Cache-Control": "no-cache"})
    if "." in path.rsplit("/", 1)[-1]:
        raise Problem.of(Trouble.NOT_FOUND)
    index = client / "index.html"
    if not index.is_file():
        return HTMLResponse(_NOT_BUILT, status_code=404 if path else 200)
    return FileResponse(index, headers={"Cache-Control": "no-cache"})
