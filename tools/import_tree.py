"""Lays out the package's imports for import-linter, which cannot read Cython.

`make check` calls it: python tools/import_tree.py build/imports
Every .py file is copied. Every .pyx and .pxd file becomes a .py file that holds its imports and
nothing else, with `cimport` read as `import`.
"""

import re
import shutil
import sys
from pathlib import Path

IMPORT = re.compile(r"^[ ]*((?:from\s+\S+\s+)?c?import\s+(?:\([^)]*\)|[^\n#]*))", re.MULTILINE)


def lay_out(source: Path, target: Path) -> None:
    """Write the tree of `source` to `target`, in place of what was there."""
    shutil.rmtree(target, ignore_errors=True)
    for path in sorted(source.rglob("*.p*")):
        copy = target / path.relative_to(source).with_suffix(".py")
        if path.suffix == ".py":
            write(copy, path.read_text())
        elif path.suffix in {".pyx", ".pxd"}:
            write(copy, "\n".join(imports(path.read_text())) + "\n")


def imports(text: str) -> list[str]:
    """The import statements of a Cython file, as Python."""
    return [re.sub(r"\bcimport\b", "import", found) for found in IMPORT.findall(text)]


def write(path: Path, text: str) -> None:
    """Add the text: a module may have both a .pyx and a .pxd."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        file.write(text)


if __name__ == "__main__":
    lay_out(Path("src"), Path(sys.argv[1]))
