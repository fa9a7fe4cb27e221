"""Records as tables of Apache Arrow, for Parquet, pandas, Polars and DuckDB.

The columns are those of `record_arrays`; observations and lists of legal actions are fixed-size
lists. Needs pyarrow, which the extra `arrow` installs.
"""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike, fspath
from typing import Any

from jaipur.envs.record_arrays import (
    DECISION_COLUMNS,
    Arrays,
    Source,
    decision_chunks,
    round_arrays,
)
from jaipur.errors import MissingPackage

try:
    import pyarrow as arrow
    from pyarrow import parquet
except ModuleNotFoundError as error:
    raise MissingPackage(error.name, extra="arrow") from error

__all__ = ["decision_batches", "decision_table", "round_table", "write_decisions"]


def decision_table(source: Source, *, observations: bool = True, legal: bool = False) -> Any:
    """One row for each move that was played, as a pyarrow.Table."""
    batches = list(decision_batches(source, observations=observations, legal=legal))
    return arrow.Table.from_batches(batches, _schema(observations, legal))


def decision_batches(
    source: Source, *, matches: int = 1000, observations: bool = True, legal: bool = False
) -> Iterator[Any]:
    """The same in pieces of so many matches, as pyarrow.RecordBatch, for files of any size."""
    schema = _schema(observations, legal)
    for arrays in decision_chunks(source, matches=matches, observations=observations, legal=legal):
        yield arrow.RecordBatch.from_arrays(
            [_column(arrays, field) for field in schema], schema=schema
        )


def write_decisions(
    source: Source,
    path: str | PathLike[str],
    *,
    matches: int = 1000,
    observations: bool = True,
    legal: bool = False,
) -> int:
    """Write one row for each move to a Parquet file, piece by piece; how many rows there were."""
    count = 0
    batches = decision_batches(source, matches=matches, observations=observations, legal=legal)
    with parquet.ParquetWriter(fspath(path), _schema(observations, legal)) as writer:
        for batch in batches:
            writer.write_batch(batch)
            count += batch.num_rows
    return count


def round_table(source: Source) -> Any:
    """One row for each round, as a pyarrow.Table."""
    return arrow.table({name: arrow.array(values) for name, values in round_arrays(source).items()})


def _schema(observations: bool, legal: bool) -> Any:
    kept = {"observation": observations, "legal": legal}
    return arrow.schema(
        [
            arrow.field(name, _type(name), nullable=False)
            for name in DECISION_COLUMNS
            if kept.get(name, True)
        ]
    )


def _type(name: str) -> Any:
    """The type of a column; players are few, so their names are numbered."""
    kind, shape = DECISION_COLUMNS[name]
    if name == "player":
        return arrow.dictionary(arrow.int32(), arrow.string())
    single = arrow.from_numpy_dtype(kind)
    return arrow.list_(single, shape[0]) if shape else single


def _column(arrays: Arrays, field: Any) -> Any:
    values = arrays[field.name]
    if values.ndim == 1:
        return arrow.array(values).cast(field.type)
    return arrow.FixedSizeListArray.from_arrays(arrow.array(values.reshape(-1)), type=field.type)
