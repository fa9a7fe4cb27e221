"""`make bench`: its first part finds what it measures."""

import tests
from benchmarks import rows


def test_the_first_use_of_the_package_makes_the_tables() -> None:
    times = rows.start_up(1)
    assert times["import"]["median"] > 0
    assert times["tables"]["median"] > 0


def test_no_other_package_takes_the_place_of_the_tests() -> None:
    """A folder without __init__.py gives way to any installed package of its name; Pgx has one."""
    assert tests.__file__ is not None
