"""The compiled code under the address and undefined-behaviour sanitizers.

The extensions are built once for each state of their sources, into build/sanitized-….
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXERCISE = Path(__file__).with_name("exercise.py")
NEEDED = ("setup.py", "pyproject.toml", "README.md", "LICENSE")
TRAINING = "import training"  # compiles its extensions
OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=0",  # Python keeps much until its end on purpose
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    "PYTHONMALLOC": "malloc",  # so that the sanitizer sees where each object ends
    "PYTHONDONTWRITEBYTECODE": "1",
    "JAIPUR_SANITIZE": "1",  # training then finds the extensions that were compiled with it
}


def runtime(name: str) -> str | None:
    """The path of a sanitizer's library, if the compiler has it."""
    if shutil.which("gcc") is None:
        return None
    asked = ["gcc", f"-print-file-name={name}"]
    path = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    return path if os.path.isabs(path) else None


RUNTIMES = [runtime("libasan.so"), runtime("libubsan.so")]
pytestmark = pytest.mark.skipif(None in RUNTIMES, reason="there is no gcc with its sanitizers")


def build(source: Path, builds: Path) -> Path:
    """A copy of the library and of training, compiled with sanitizers."""
    code = [path for name in ("src", "training") for path in (source / name).rglob("*")]
    native = [path for path in code if path.suffix in (".pyx", ".pxd", ".h")]
    plain = [source / name for name in NEEDED] + [path for path in code if path.suffix == ".py"]
    digest = hashlib.sha256(sys.version.encode())
    for path in [source / "setup.py", *sorted(native)]:
        digest.update(f"{path.relative_to(source)}\0".encode() + path.read_bytes())
    done = builds / f"sanitized-{digest.hexdigest()[:16]}"
    if not done.exists():
        for old in builds.glob("sanitized-*"):
            shutil.rmtree(old)
        making = builds / f"sanitized-{os.getpid()}"
        copy_files(source, making, [*native, *plain])
        environment = {**os.environ, "JAIPUR_SANITIZE": "1"}
        for arguments in (
            ["setup.py", "-q", "build_ext", "--inplace", "-j", "2"],
            ["-c", TRAINING],
        ):
            command = [sys.executable, *arguments]
            subprocess.run(command, cwd=making, env=environment, check=True, capture_output=True)
        making.rename(done)
    copy_files(source, done, plain)
    return done


def copy_files(source: Path, target: Path, files: list[Path]) -> None:
    for path in files:
        copy = target / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)


def exercise(copy: Path, scale: int) -> subprocess.CompletedProcess[str]:
    preload = " ".join(path for path in RUNTIMES if path)
    path = os.pathsep.join([str(copy / "src"), str(copy)])
    environment = {**os.environ, **OPTIONS, "LD_PRELOAD": preload, "PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, EXERCISE, str(scale)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("scale", [1, pytest.param(30, marks=pytest.mark.long)])
def test_the_compiled_code_touches_only_what_is_its_own(scale: int) -> None:
    copy = build(ROOT, ROOT / "build")
    run = exercise(copy, scale)
    assert run.returncode == 0, run.stderr[-6000:]
    assert "nothing broke" in run.stdout
    assert "runtime error" not in run.stderr
    assert "Sanitizer" not in run.stderr
