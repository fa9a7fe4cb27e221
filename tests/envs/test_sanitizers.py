"""The compiled environments under the address and undefined-behaviour sanitizers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builds import build
from tests.sanitizers.test_sanitizers import OPTIONS, RUNTIMES

WORKLOAD = Path(__file__).with_name("sanitizer_workload.py")


@pytest.mark.long
@pytest.mark.skipif(None in RUNTIMES, reason="there is no gcc with its sanitizers")
def test_the_sanitizers_find_nothing() -> None:
    library = build("sanitized", "JAIPUR_SANITIZE") / "src"
    preload = " ".join(path for path in RUNTIMES if path)
    environment = {**os.environ, **OPTIONS, "LD_PRELOAD": preload, "PYTHONPATH": str(library)}
    run = subprocess.run(
        [sys.executable, WORKLOAD], env=environment, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (0, "ok\n"), run.stderr
