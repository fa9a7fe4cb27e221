"""Write what the distribution is made of, as CycloneDX JSON: one file for Python, one for the page.

`make dist` calls it: python tools/make_sbom.py dist
The packages come from requirements/play.lock and web/package-lock.json, with their versions. The
same locks give the same bytes: times, serial numbers and addresses of registries are left out.
"""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from cyclonedx.schema import OutputFormat, SchemaVersion
from cyclonedx.validation import make_schemabased_validator

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PYTHON = [sys.executable, "-W", "ignore", "-m", "cyclonedx_py", "requirements"]
PYTHON += ["requirements/play.lock", "--pyproject", "pyproject.toml", "--output-reproducible"]
PAGE = ["npm", "sbom", "--package-lock-only", "--sbom-format", "cyclonedx"]

Data = dict[str, Any]


def main() -> None:
    """Write both files into the folder that the command line names."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{PROJECT['name']}-{PROJECT['version']}"
    for ending, command, place in (("", PYTHON, ROOT), ("-page", PAGE, ROOT / "web")):
        text = subprocess.run(command, cwd=place, check=True, capture_output=True, text=True).stdout
        bom = reproducible(json.loads(text))
        check(bom)
        file = folder / f"{name}{ending}.cdx.json"
        file.write_text(json.dumps(bom, indent=2, sort_keys=True) + "\n", encoding="utf-8")
        print(f"{file}: {len(bom['components'])} packages")


def reproducible(bom: Data) -> Data:
    """A bill without what differs from run to run or from machine to machine."""
    root = bom["metadata"]["component"] | {"name": PROJECT["name"], "version": PROJECT["version"]}
    components = [_plain(component) for component in bom["components"]]
    refs = {
        old["bom-ref"]: new["bom-ref"]
        for old, new in zip(bom["components"], components, strict=True)
    }
    refs[root["bom-ref"]] = root["bom-ref"] = "root"
    dependencies = [
        {
            "ref": refs[entry["ref"]],
            "dependsOn": sorted(refs[ref] for ref in entry.get("dependsOn", ())),
        }
        for entry in bom["dependencies"]
    ]
    return {
        "$schema": bom["$schema"],
        "bomFormat": bom["bomFormat"],
        "specVersion": bom["specVersion"],
        "version": 1,
        "metadata": {"component": _without(root, "externalReferences", "purl", "properties")},
        "components": sorted(components, key=lambda component: component["bom-ref"]),
        "dependencies": sorted(dependencies, key=lambda entry: entry["ref"]),
    }


def _plain(component: Data) -> Data:
    # Its place in the lock and the registry's address; the lock has the hashes of every wheel.
    plain = _without(component, "description", "externalReferences")
    return {**plain, "bom-ref": component["purl"]}


def _without(data: Data, *names: str) -> Data:
    return {name: value for name, value in data.items() if name not in names}


def check(bom: Data) -> None:
    """Raise ValueError unless the schema of CycloneDX allows this."""
    version = SchemaVersion.from_version(bom["specVersion"])
    error = make_schemabased_validator(OutputFormat.JSON, version).validate_str(json.dumps(bom))
    if error is not None:
        raise ValueError(f"the bill of materials must follow CycloneDX, got {error}")


if __name__ == "__main__":
    main()
