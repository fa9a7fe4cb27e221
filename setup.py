"""Compiles every .pyx under src/; all else stands in pyproject.toml.

JAIPUR_MARCH=x86-64-v3 builds for newer processors only, JAIPUR_SANITIZE=1 with the address and
undefined-behaviour sanitizers. Both want `build_ext --force` or a build folder of their own.
"""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}
SANITIZE = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-g", "-O1"]


class BuildExt(build_ext):
    """build_ext that says in one sentence what the machine lacks."""

    def finalize_options(self) -> None:
        super().finalize_options()
        if self.inplace or self.editable_mode:
            # pip's editable install then finds what `build_ext --inplace` has compiled.
            self.build_lib, self.build_temp = "build/inplace", "build/temp"

    def build_extensions(self) -> None:
        command = getattr(self.compiler, "compiler", None)  # None: not a Unix compiler
        if command and not compiles(command, "stdio.h"):
            sys.exit(
                f"jaipur needs a C compiler, and '{command[0]}' does not work here: "
                "install one (Debian: apt install gcc libc6-dev) and try again."
            )
        if command and not compiles(command, "Python.h"):
            sys.exit(
                "jaipur needs Python's header files, and Python.h is not here: "
                "install them (Debian: apt install python3-dev) and try again."
            )
        super().build_extensions()


def compiles(command: list[str], header: str) -> bool:
    include = f"-I{sysconfig.get_path('include')}"
    try:
        run = subprocess.run(
            [*command, include, "-fsyntax-only", "-xc", "-"],
            input=f"#include <{header}>\n".encode(),
            capture_output=True,
            check=False,
        )
    except OSError:
        return False
    return run.returncode == 0


def extension(source: Path) -> Extension:
    # gcc takes the checks for None in what Cython writes for reads beyond an object.
    # No fused multiply-add: a search is to come out the same on every processor.
    flags = ["-O3", "-g0", "-Wno-array-bounds", "-ffp-contract=off"]
    if march := os.environ.get("JAIPUR_MARCH"):
        flags.append(f"-march={march}")
    sanitize = SANITIZE if os.environ.get("JAIPUR_SANITIZE") == "1" else []
    return Extension(
        ".".join(source.relative_to("src").with_suffix("").parts),
        [source.as_posix()],
        include_dirs=["src"],
        extra_compile_args=flags + sanitize,
        extra_link_args=sanitize[:1],
    )


setup(
    ext_modules=cythonize(
        [extension(source) for source in sorted(Path("src/jaipur").rglob("*.pyx"))],
        compiler_directives=DIRECTIVES,
        include_path=["src"],
        build_dir="build/cython",
    ),
    cmdclass={"build_ext": BuildExt},
)
