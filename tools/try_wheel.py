"""Installs a wheel into an empty environment that has no compiler, and plays there.

`make dist` calls it: python tools/try_wheel.py dist/pyjaipur-….whl
"""

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

LOCK = Path(__file__).parent.parent / "requirements/play.lock"
PIN = re.compile(r"^\w\S+==\S+(?: ;[^\\]*)?", re.MULTILINE)

ROUND = """
import random, sys
from pathlib import Path
import jaipur

home = Path(jaipur.__file__).parent
assert home.is_relative_to(sys.prefix), home
for file in ("py.typed", "rules/round.pxd", "server/client/index.html"):
    assert (home / file).exists(), file

rng = random.Random(7)
round = jaipur.Round.deal(seed=7)
while not round.is_over:
    round = round.play(rng.choice(round.legal_moves()))
print(f"ok: a round of {round.ply} moves, {round.rupees[0]} to {round.rupees[1]} rupees")
"""


def try_wheel(wheel: Path, home: Path) -> None:
    """Install the wheel into an environment at `home`; play a round, then a match by command."""
    venv.create(home, with_pip=True)
    python = home / "bin/python"
    pins = home / "pins.txt"
    pins.write_text("\n".join(PIN.findall(LOCK.read_text())))
    run(python, "-m", "pip", "-qq", "install", "--only-binary=:all:", "-c", pins, wheel)
    run(python, "-I", "-c", ROUND)
    run(home / "bin/jaipur", "play", output=subprocess.DEVNULL)


def run(*command: str | Path, output: int | None = None) -> None:
    """Run it with nothing on the path but the environment, and without standard input."""
    lean = os.environ | {"PATH": str(Path(command[0]).parent), "CC": "/bin/false"}
    subprocess.run(command, env=lean, stdin=subprocess.DEVNULL, stdout=output, check=True, cwd="/")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        try_wheel(Path(sys.argv[1]).resolve(), Path(folder))
