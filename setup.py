"""Compiles every .pyx under src/; all else stands in pyproject.toml.

Switches, from the environment; each wants `build_ext --force` or a build folder of its own:

    JAIPUR_MARCH=x86-64-v3  for newer processors only
    JAIPUR_PLAIN_C=1        without GNU extensions, as where the compiler has none
    JAIPUR_ABI3=1           one wheel for Python 3.11 and all later ones (the limited API)
    JAIPUR_SANITIZE=1       with the address and undefined-behaviour sanitizers
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
# gcc takes the checks for None in what Cython writes for reads beyond an object.
# No fused multiply-add: a search is to come out the same on every processor.
UNIX = ["-O3", "-g0", "-Wno-array-bounds", "-ffp-contract=off"]
MSVC = ["/O2", "/std:c11", "/fp:precise"]
SANITIZE = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-g", "-O1"]


class BuildExt(build_ext):
    """build_ext that says in one sentence what the machine lacks."""

    def finalize_options(self) -> None:
        super().finalize_options()
        if self.inplace or self.editable_mode:
            # pip's editable install then finds what `build_ext --inplace` has compiled.
            self.build_lib, self.build_temp = "build/inplace", "build/temp"

    def build_extensions(self) -> None:
        flags = MSVC if self.compiler.compiler_type == "msvc" else UNIX
        for each in self.extensions:
            each.extra_compile_args = flags + each.extra_compile_args
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


def switch(name: str) -> bool:
    return os.environ.get(name) == "1"


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
    march = os.environ.get("JAIPUR_MARCH")
    sanitize = SANITIZE if switch("JAIPUR_SANITIZE") else []
    macros: list[tuple[str, str | None]] = []
    if switch("JAIPUR_PLAIN_C"):
        macros.append(("JAIPUR_PLAIN_C", "1"))
    if switch("JAIPUR_ABI3"):
        macros.append(("Py_LIMITED_API", "0x030B0000"))
    return Extension(
        ".".join(source.relative_to("src").with_suffix("").parts),
        [source.as_posix()],
        include_dirs=["src"],
        define_macros=macros,
        extra_compile_args=([f"-march={march}"] if march else []) + sanitize,
        extra_link_args=sanitize[:1],
        py_limited_api=switch("JAIPUR_ABI3"),
    )


setup(
    ext_modules=cythonize(
        [extension(source) for source in sorted(Path("src/jaipur").rglob("*.pyx"))],
        compiler_directives=DIRECTIVES,
        include_path=["src"],
        build_dir="build/cython",
    ),
    cmdclass={"build_ext": BuildExt},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if switch("JAIPUR_ABI3") else {},
)
