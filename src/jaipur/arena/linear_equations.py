"""Linear equations of a few unknowns, solved without other libraries."""

from __future__ import annotations

__all__ = ["Matrix", "SingularMatrix", "solve"]

Matrix = list[list[float]]

_SMALLEST_PIVOT = 1e-12


class SingularMatrix(ValueError):
    """The equations do not have just one solution."""


def solve(matrix: Matrix, right: Matrix) -> Matrix:
    """X with matrix·X = right, by Gauss–Jordan elimination with partial pivoting."""
    size = len(matrix)
    rows = [list(left) + list(more) for left, more in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(rows[i][column]))
        if abs(rows[pivot][column]) < _SMALLEST_PIVOT:
            raise SingularMatrix("the matrix must be invertible, got a singular one")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for i in range(size):
            if i != column and rows[i][column]:
                factor = rows[i][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [row[size:] for row in rows]
