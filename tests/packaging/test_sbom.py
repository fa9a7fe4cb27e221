"""The bill of materials: complete, allowed by its schema, and the same on every machine."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def make(folder: Path) -> dict[str, bytes]:
    """The files that the tool writes into a folder, by name."""
    # Where a machine has no npm of its own, `make` has installed one beside this Python.
    path = f"{os.environ['PATH']}:{Path(sys.executable).parent}"
    if shutil.which("npm", path=path) is None:
        pytest.skip("npm is not installed")
    subprocess.run(
        [sys.executable, "tools/make_sbom.py", str(folder)],
        cwd=ROOT,
        check=True,
        env={**os.environ, "PATH": path},
        stdout=subprocess.DEVNULL,
    )
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return make(tmp_path_factory.mktemp("sbom"))


def bill(files: dict[str, bytes], ending: str = "") -> dict[str, Any]:
    return dict(json.loads(files[f"pyjaipur-{VERSION}{ending}.cdx.json"]))


def versions(found: dict[str, Any]) -> set[tuple[str, str]]:
    return {(part["name"], part["version"]) for part in found["components"]}


def test_every_locked_package_of_an_installation_is_listed(files: dict[str, bytes]) -> None:
    lock = (ROOT / "requirements/play.lock").read_text("utf-8")
    found = bill(files)
    assert versions(found) == set(re.findall(r"^([\w.-]+)==([\w.]+)", lock, re.MULTILINE))
    assert len(versions(found)) > 20
    root = found["metadata"]["component"]
    assert (root["name"], root["version"]) == ("pyjaipur", VERSION)
    refs = {part["bom-ref"] for part in found["components"]}
    assert {entry["ref"] for entry in found["dependencies"]} <= refs | {root["bom-ref"]}


def test_what_the_page_is_built_from_is_listed(files: dict[str, bytes]) -> None:
    lock = json.loads((ROOT / "web/package-lock.json").read_text("utf-8"))["packages"]
    found = versions(bill(files, "-page"))
    for name in ("svelte", "vite", "uqr", "@fontsource/alegreya"):
        version = lock[f"node_modules/{name}"]["version"]
        assert (name, version) in found


def test_a_bill_names_no_machine_no_time_and_no_registry(files: dict[str, bytes]) -> None:
    for name, content in files.items():
        text = content.decode()
        addresses = set(re.findall(r"\w+://[^/\"]+", text))
        assert addresses == {"http://cyclonedx.org"}, name
        assert str(ROOT) not in text
        for field in ("timestamp", "serialNumber", "tools"):
            assert f'"{field}"' not in text


def test_a_bill_is_the_same_each_time(files: dict[str, bytes], tmp_path: Path) -> None:
    assert make(tmp_path) == files
