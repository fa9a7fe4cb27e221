"""One word, one thing: a public class name stands once in the package."""

import re
from collections import Counter
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "jaipur"
CLASS = re.compile(r"^(?:cdef )?(?:class|struct) ([A-Z]\w*)", re.MULTILINE)


def test_no_public_class_name_stands_twice() -> None:
    names: Counter[str] = Counter()
    for path in SOURCE.rglob("*"):
        if path.suffix in {".py", ".pyx"}:
            names.update(CLASS.findall(path.read_text("utf-8")))
    assert [name for name, count in names.items() if count > 1] == []
