"""docs/architecture.md lists every module of the package, and nothing else."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "jaipur"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SUFFIXES = {".py", ".pyx", ".pxd", ".h"}


def modules(package: Path) -> set[str]:
    """The modules of a package, those of folders below it as `folder/module`."""
    return {
        path.relative_to(package).with_suffix("").as_posix()
        for path in package.rglob("*")
        if path.suffix in SUFFIXES and path.stem != "__init__" and "client" not in path.parts
    }


def listed(package: str) -> list[str]:
    """The modules in the first column of a package's table."""
    section = re.search(rf"^### {package}$(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert section is not None, f"docs/architecture.md has no section {package}"
    cells = re.findall(r"^\| (`[^|]*`) \|", section[1], re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


@pytest.mark.parametrize(
    "package", sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file())
)
def test_every_module_of_a_package_is_listed_once(package: str) -> None:
    names = listed(package)
    assert sorted(names) == sorted(modules(PACKAGE / package))


def test_no_package_is_listed_that_does_not_exist() -> None:
    packages = re.findall(r"^### (\w+)$", PAGE, re.MULTILINE)
    assert [name for name in packages if not (PACKAGE / name / "__init__.py").is_file()] == []
