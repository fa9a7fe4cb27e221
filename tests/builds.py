"""Copies of the library and of training whose extensions are compiled with a switch of setup.py.

A copy is built once for each state of its sources, into build/NAME-….
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
NEEDED = ("setup.py", "pyproject.toml", "README.md", "LICENSE")


def build(name: str, switch: str, *, without: tuple[str, ...] = (), source: Path = ROOT) -> Path:
    """A copy built with `switch` set to 1; its folder, with the package under `src`."""
    builds = source / "build"
    left_out = {source / name for name in without}
    code = [path for name in ("src", "training") for path in (source / name).rglob("*")]
    files = [path for path in code if left_out.isdisjoint(path.parents)]
    native = [path for path in files if path.suffix in (".pyx", ".pxd", ".h")]
    plain = [source / needed for needed in NEEDED]
    plain += [path for path in files if path.suffix in (".py", ".bin", ".json")]
    digest = hashlib.sha256(sys.version.encode())
    for path in [source / "setup.py", *sorted(native)]:
        digest.update(f"{path.relative_to(source)}\0".encode() + path.read_bytes())
    done = builds / f"{name}-{digest.hexdigest()[:16]}"
    if not done.exists():
        for old in builds.glob(f"{name}-*"):
            shutil.rmtree(old)
        making = builds / f"{name}-{os.getpid()}"
        copy_files(source, making, [*native, *plain])
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace", "-j", "2"]
        environment = {**os.environ, switch: "1"}
        subprocess.run(command, cwd=making, env=environment, check=True, capture_output=True)
        if (making / "training").exists():
            compile_training = [sys.executable, "-c", "import training"]
            subprocess.run(compile_training, cwd=making, env=environment, check=True)
        making.rename(done)
    copy_files(source, done, plain)
    return done


def copy_files(source: Path, target: Path, files: list[Path]) -> None:
    for path in files:
        copy = target / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
