"""Compiles the extensions of this folder against the sources of the package, on demand.

A build lives in a folder that is named after a digest of everything it depends on, so that it is
never out of date; it is made beside that folder and renamed, so that it is whole or not there.
JAIPUR_MARCH and JAIPUR_SANITIZE mean the same as in setup.py.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

__all__ = ["extension_folder"]

ROOT = Path(__file__).resolve().parents[1]
# Those of setup.py, which the package itself is compiled with.
DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}
FLAGS = ["-O3", "-g0", "-Wno-array-bounds", "-ffp-contract=off"]
SANITIZE = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-g", "-O1"]


def extension_folder() -> Path:
    """The folder with the compiled extensions; they are compiled if it is not there."""
    folder = ROOT / "build" / f"training-{_digest()}"
    if not folder.exists():
        folder.parent.mkdir(exist_ok=True)
        for old in set(folder.parent.glob(f"training-{'?' * 16}")) - {folder}:
            shutil.rmtree(old, ignore_errors=True)
        making = Path(tempfile.mkdtemp(prefix="training-new-", dir=folder.parent))
        _compile(making)
        try:
            (making / "lib" / "training").rename(folder)
        except OSError:
            if not folder.exists():  # else another process was faster
                raise
        shutil.rmtree(making)
    return folder


def _sources() -> list[Path]:
    return sorted((ROOT / "training").glob("*.pyx"))


def _digest() -> str:
    headers = [path for path in (ROOT / "src").rglob("*") if path.suffix in (".pxd", ".h")]
    headers += (ROOT / "training").glob("*.pxd")
    digest = hashlib.sha256(sys.version.encode())
    for name in ("JAIPUR_MARCH", "JAIPUR_SANITIZE"):
        digest.update(f"{name}={os.environ.get(name, '')}\0".encode())
    for path in (Path(__file__), *_sources(), *sorted(headers)):
        digest.update(f"{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _compile(folder: Path) -> None:
    # Imported here, since most imports of `training` find their extensions compiled.
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension  # type: ignore[import-untyped]

    sanitize = SANITIZE if os.environ.get("JAIPUR_SANITIZE") == "1" else []
    march = [f"-march={name}"] if (name := os.environ.get("JAIPUR_MARCH")) else []
    extensions = [
        Extension(
            f"training.{source.stem}",
            [str(source)],
            include_dirs=[str(ROOT / "src")],
            extra_compile_args=FLAGS + march + sanitize,
            extra_link_args=sanitize[:1],
        )
        for source in _sources()
    ]
    compiled = cythonize(  # type: ignore[no-untyped-call]
        extensions,
        compiler_directives=DIRECTIVES,
        include_path=[str(ROOT / "src"), str(ROOT)],
        build_dir=str(folder / "cython"),
        quiet=True,
    )
    command = Distribution({"ext_modules": compiled}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "temp")
    command.ensure_finalized()
    command.run()
