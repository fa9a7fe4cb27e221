"""The version stands once, and a missing package is one sentence that names its extra."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import jaipur
from jaipur.errors import MissingPackage

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]

# Found by no finder, as if it were not installed.
WITHOUT = """
import sys
from importlib.machinery import PathFinder
class Without(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name == {!r} else super().find_spec(name, path, target)
sys.meta_path[sys.meta_path.index(PathFinder)] = Without
"""


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w-]", requirement, maxsplit=1)[0] for requirement in requirements}


def test_the_version_stands_in_the_project_file_only() -> None:
    assert jaipur.__version__ == version("pyjaipur") == PROJECT["version"]


def test_the_version_costs_nothing_until_it_is_asked_for() -> None:
    code = "import sys, jaipur; print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-Ic", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_only_the_examples_bring_torch() -> None:
    learning = {"torch", "sb3-contrib"}
    assert [extra for extra, needed in EXTRAS.items() if names(needed) & learning] == ["examples"]
    assert not names(PROJECT["dependencies"]) & {"numpy", "psycopg", "redis", "ray", *learning}


def test_every_extra_that_is_named_exists() -> None:
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").glob("*.md"), ROOT / "README.md"]
    files += [*(ROOT / "src").rglob("*.pyx"), ROOT / "CONTRIBUTING.md"]
    found = {
        extra
        for file in files
        for match in re.findall(
            r"pyjaipur\S*\[([a-z,]+)\]|Package\(.*extra=\"(\w+)\"", file.read_text("utf-8")
        )
        for extra in "".join(match).split(",")
    }
    assert {"cluster", "postgres", "gymnasium", "pettingzoo", "openspiel", "arrow"} <= found
    assert found <= set(EXTRAS)


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("jaipur.envs.gymnasium", "gymnasium", "gymnasium"),
        ("jaipur.envs.gymnasium", "numpy", "gymnasium"),
        ("jaipur.envs.pettingzoo", "pettingzoo", "pettingzoo"),
        ("jaipur.envs.openspiel", "pyspiel", "openspiel"),
        ("jaipur.envs.batch", "numpy", "gymnasium"),
        ("jaipur.envs.evaluate", "numpy", "gymnasium"),
        ("jaipur.envs.arrow", "pyarrow", "arrow"),
        ("jaipur.envs.minari", "minari", "minari"),
    ],
)
def test_an_environment_names_the_extra_that_it_lacks(
    module: str, package: str, extra: str
) -> None:
    code = f"{WITHOUT.format(package)}\nimport {module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = done.stderr.splitlines()[-1]
    sentence = f"This needs the package {package}, which is not installed: pip install"
    assert last == f"jaipur.errors.MissingPackage: {sentence} 'pyjaipur[{extra}]'."


@pytest.mark.parametrize(
    ("package", "options"),
    [
        ("psycopg", ["--database", "postgresql://localhost/jaipur"]),
        ("redis", ["--database", "postgresql://localhost/x", "--redis", "redis://localhost"]),
    ],
)
def test_the_server_names_the_extra_that_it_lacks(package: str, options: list[str]) -> None:
    code = f"{WITHOUT.format(package)}\nfrom jaipur.cli import main; main()"
    command = [sys.executable, "-c", code, "serve", "--port", "0", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    sentence = f"This needs the package {package}, which is not installed"
    assert done.stderr == f"missing_package: {sentence}: pip install 'pyjaipur[postgres]'.\n"


def test_evaluate_names_the_extra_that_it_lacks() -> None:
    code = f"{WITHOUT.format('numpy')}\nfrom jaipur.cli import main; main()"
    command = [sys.executable, "-c", code, "evaluate", "greedy"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    sentence = "This needs the package numpy, which is not installed"
    assert done.stderr == f"missing_package: {sentence}: pip install 'pyjaipur[gymnasium]'.\n"


def test_a_missing_package_is_an_import_error() -> None:
    error = MissingPackage("redis", extra="postgres")
    assert isinstance(error, ImportError)
    assert (error.package, error.extra, error.code) == ("redis", "postgres", "missing_package")
