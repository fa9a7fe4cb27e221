"""The compiled code under the address and undefined-behaviour sanitizers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builds import build

EXERCISE = Path(__file__).with_name("exercise.py")
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
    copy = build("sanitized", "JAIPUR_SANITIZE")
    run = exercise(copy, scale)
    assert run.returncode == 0, run.stderr[-6000:]
    assert "nothing broke" in run.stdout
    assert "runtime error" not in run.stderr
    assert "Sanitizer" not in run.stderr
