"""Installs the programs that the tests need and that pip cannot bring, with Debian's packages.

`make test` calls it: python tools/install_system.py
It says what it installs and why. Where it may not (no root, no apt-get, no network) it says that,
and succeeds: the tests that need a missing program are skipped, with the program as the reason.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple


class Program(NamedTuple):
    """A program, the package that brings it, and what needs it."""

    name: str
    package: str
    why: str


PROGRAMS = (
    Program("chromium", "chromium", "tests/web plays in a real browser"),
    Program("initdb", "postgresql", "tests/server runs several workers on PostgreSQL"),
    Program("postgres", "postgresql", "tests/server runs several workers on PostgreSQL"),
    Program("redis-server", "redis-server", "tests/server lets workers notify each other"),
    Program("runuser", "util-linux", "PostgreSQL refuses to run as root"),
)
LOCK_SECONDS = 300  # another installation may be running


def find(name: str) -> str | None:
    """Where a program is. Debian keeps those of PostgreSQL off the path."""
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return shutil.which(name) or next(map(str, versions), None)


def missing() -> list[Program]:
    """What is not here."""
    return [program for program in PROGRAMS if find(program.name) is None]


def obstacle() -> str | None:
    """Why nothing can be installed here, or None."""
    if shutil.which("apt-get") is None:
        return "there is no apt-get here"
    if os.geteuid() != 0:
        return "this needs root"
    return None


def install(programs: list[Program]) -> str | None:
    """Install the packages; what went wrong, or None."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    apt = ["apt-get", "-qq", "-o", f"DPkg::Lock::Timeout={LOCK_SECONDS}"]
    packages = sorted({program.package for program in programs})
    for command in (
        [*apt, "update"],
        [*apt, "install", "-y", "--no-install-recommends", *packages],
    ):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or [f"apt-get ended with {done.returncode}"]
            trouble = lines[-1]
            if "install" in command:
                return trouble
    return None


def main() -> None:
    """Install what is missing, and say so."""
    lacking = missing()
    if not lacking:
        return
    packages = {program.package: program.why for program in lacking}
    for package, why in packages.items():
        print(f"The tests need the Debian package {package}: {why}.")
    trouble = obstacle()
    if trouble is None:
        print(f"Installing {' '.join(packages)} with apt-get.", flush=True)
        trouble = install(lacking)
    for program in missing():
        print(
            f"{program.name} is not installed ({trouble or 'its package did not bring it'}): "
            "tests that need it are skipped.",
            file=sys.stderr,
        )


if __name__ == "__main__":
    main()
