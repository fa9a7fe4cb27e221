"""Tries a wheel in an empty environment: plays, serves the page, compiles against it.

`make dist` calls it: python tools/try_wheel.py dist/pyjaipur-….whl
No compiler can be found while the wheel is installed and used. Afterwards, where this machine has
one, a little extension that cimports the engine is compiled against the installed wheel.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from urllib.request import urlopen

LOCK = Path(__file__).parent.parent / "requirements/play.lock"
PIN = re.compile(r"^\w\S+==\S+(?: ;[^\\]*)?", re.MULTILINE)
WINDOWS = os.name == "nt"
START_SECONDS = 60

ROUND = """
import random, sys
from pathlib import Path
import jaipur

home = Path(jaipur.__file__).parent
assert home.is_relative_to(sys.prefix), home
for file in ("py.typed", "rules/round.pxd", "engine/weights.bin", "players/ratings.json",
             "coach/puzzles/standard.jsonl.gz", "coach/puzzles/box.jsonl.gz",
             "server/client/index.html"):
    assert (home / file).exists(), file
assert list(home.glob("engine/*.h")), "no header"

rng = random.Random(7)
round = jaipur.Round.deal(seed=7)
while not round.is_over:
    round = round.play(rng.choice(round.legal_moves()))
start = jaipur.Round.deal(seed=7)
assert jaipur.analyse(start.view(start.turn), samples=20)
print(f"ok: {jaipur.__version__}, a round of {round.ply} moves, "
      f"{round.rupees[0]} to {round.rupees[1]} rupees")
"""

CLIENT_PYX = """
from jaipur.engine.network cimport HIDDEN
def hidden_units(): return <int> HIDDEN
"""
CLIENT_SETUP = """
import jaipur
from pathlib import Path
from setuptools import Extension, setup
from Cython.Build import cythonize
root = Path(jaipur.__file__).parents[1]
extension = Extension("client", ["client.pyx"], include_dirs=[str(root)])
setup(name="client", py_modules=[], ext_modules=cythonize([extension], include_path=[str(root)],
      language_level=3))
"""


def try_wheel(wheel: Path, home: Path) -> None:
    """Install the wheel into an environment at `home`, and use it there."""
    venv.create(home, with_pip=True)
    scripts = home / ("Scripts" if WINDOWS else "bin")
    python = scripts / "python"
    pins = home / "pins.txt"
    pins.write_text("\n".join(PIN.findall(LOCK.read_text("utf-8"))), "utf-8")
    install = (python, "-m", "pip", "-qq", "install", "-c", pins)
    run(*install, "--only-binary=:all:", wheel)
    run(python, "-I", "-c", ROUND)
    run(scripts / "jaipur", "play", "--seed", "7", output=subprocess.DEVNULL)
    for turn in ("cold", "warm"):
        print(
            f"ok: the page answers {serve(scripts / 'pyjaipur', home):.2f} s after a {turn} start"
        )
    if shutil.which(os.environ.get("CC", "cc")):
        run(*install, "setuptools", "cython")
        compile_against(python, home)


def serve(command: Path, home: Path) -> float:
    """Start the bare command without a display; seconds until its page answers."""
    environment = {**lean(command), "XDG_DATA_HOME": str(home), "LOCALAPPDATA": str(home)}
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        environment.pop(name, None)
    begin = time.monotonic()
    process = subprocess.Popen([command], env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None, "it did not say its address"
        with urlopen(address[0], timeout=START_SECONDS) as page:
            assert b"<script" in page.read()
        seconds = time.monotonic() - begin
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=START_SECONDS)
    return seconds


def compile_against(python: Path, home: Path) -> None:
    """Compile an extension that cimports the engine's network, and import it."""
    folder = home / "client"
    folder.mkdir()
    (folder / "client.pyx").write_text(CLIENT_PYX, "utf-8")
    (folder / "setup.py").write_text(CLIENT_SETUP, "utf-8")
    build = [str(python), "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(build, cwd=folder, check=True, capture_output=True)
    show = "import client; print(f'ok: cimport of a network of {client.hidden_units()} units')"
    subprocess.run([python, "-c", show], cwd=folder, check=True)


def lean(command: str | Path) -> dict[str, str]:
    """The environment with nothing on the path but that of the command."""
    return os.environ | {"PATH": str(Path(command).parent), "CC": "/bin/false"}


def run(*command: str | Path, output: int | None = None) -> None:
    """Run it without a compiler and without standard input."""
    folder = Path(command[0]).anchor
    environment = lean(command[0])
    subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=output, check=True, cwd=folder
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        try_wheel(Path(sys.argv[1]).resolve(), Path(place).resolve())
