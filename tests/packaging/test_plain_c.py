"""The engine without GNU extensions, as a compiler such as MSVC builds it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builds import ROOT, build

SIGNATURE = ROOT / "tests/engine/signature.txt"
PROGRAM = """
#include "{header}"
#if !defined(JAIPUR_PLAIN_C)
#error "the plain path was not chosen"
#endif
int main(void) {{ return 0; }}
"""
SOURCE = ROOT / "src"
HEADERS = sorted(path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.h"))

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


def test_the_plain_path_has_the_same_signature() -> None:
    without = ("src/jaipur/cli", "src/jaipur/envs", "src/jaipur/server", "training")
    library = build("plain", "JAIPUR_PLAIN_C", without=without) / "src"
    environment = {**os.environ, "PYTHONPATH": f"{library}{os.pathsep}{ROOT}"}
    code = (
        "import jaipur, tests.engine.signature as engine; "
        "print(jaipur.__file__); print(engine.signature(), end='')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    used, _, signature = done.stdout.partition("\n")
    assert Path(used).is_relative_to(library)
    assert signature == SIGNATURE.read_text("utf-8")


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("how", ["-DJAIPUR_PLAIN_C", "-U__GNUC__"])
def test_the_plain_path_is_standard_c(header: str, how: str) -> None:
    """By the switch, and by itself where the compiler has no GNU extensions."""
    strict = ["-std=c11", "-pedantic-errors", "-Wall", "-Wextra", "-Werror"]
    command = ["gcc", *strict, "-Wno-unused-function", "-fsyntax-only", how, "-Isrc", "-xc", "-"]
    done = subprocess.run(
        command,
        input=PROGRAM.format(header=header),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
