"""What the numbers were measured on."""

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def about(root: Path) -> dict[str, str]:
    """Processor, load, versions and commit, as far as they can be found out."""
    return {
        "commit": _told(root, "git", "rev-parse", "--short", "HEAD"),
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "load": " ".join(f"{load:.1f}" for load in os.getloadavg()),
        "python": platform.python_version(),
        "cython": _version("cython"),
        "compiler": platform.python_compiler(),
        "chess": _version("chess"),
        "open_spiel": _version("open_spiel"),
    }


def _told(root: Path, *command: str) -> str:
    try:
        run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return run.stdout.strip()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
