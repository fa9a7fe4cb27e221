"""Steps rows of a batch: some, or all of them shared out to threads."""

import os
from concurrent.futures import ThreadPoolExecutor

from libc.stdint cimport int64_t

from jaipur.envs.episodes cimport step_episode


cdef class RowStepper:
    """Steps the rows of one batch, and lives no longer than it."""

    cdef int step(self, actions, rows, bint stepwise) except -1:
        """Play an action in every row, or in `rows`; both are arrays of 64-bit integers."""
        self.check_idle()
        self.stepping = True
        try:
            if rows is None:
                return self.step_all(actions, stepwise)
            return self.step_rows(actions, rows, stepwise)
        finally:
            self.stepping = False

    cdef int check_idle(self) except -1:
        """Raise if another thread is in the middle of a step: both would write to the same rows."""
        if self.stepping:
            raise RuntimeError(
                "another thread is stepping this batch: use one batch in each thread"
            )
        return 0

    cdef int step_rows(self, actions, rows, bint stepwise) except -1:
        cdef const int64_t[::1] action = actions
        cdef const int64_t[::1] row = rows
        cdef int k, count = row.shape[0]
        check_action_count(action.shape[0], count)
        for k in range(count):
            if not 0 <= row[k] < self.size:
                raise IndexError(f"row must be from 0 to {self.size - 1}, got {row[k]}")
        with nogil:
            for k in range(count):
                step_episode(self.arrays, row[k], action[k], stepwise)
        return 0

    cdef int step_all(self, actions, bint stepwise) except -1:
        check_action_count(len(actions), self.size)
        if self.threads == 1:
            self._step_part(actions, 0, self.size, stepwise)
            return 0
        if self.process != os.getpid():  # a fork has the object of the pool without its threads
            self.pool, self.process = ThreadPoolExecutor(self.threads - 1), os.getpid()
        bounds = [self.size * part // self.threads for part in range(self.threads + 1)]
        own, *others = zip(bounds, bounds[1:])
        parts = [
            self.pool.submit(self._step_part, actions, start, stop, stepwise)
            for start, stop in others
        ]
        try:
            self._step_part(actions, *own, stepwise)
        finally:
            for part in parts:
                part.result()
        return 0

    def _step_part(self, const int64_t[::1] actions, int start, int stop, bint stepwise):
        """Step the rows from start to stop. A row writes to its own memory only."""
        cdef int k
        with nogil:
            for k in range(start, stop):
                step_episode(self.arrays, k, actions[k], stepwise)


cdef RowStepper row_stepper(BatchArrays *arrays, int size, int threads):
    """A stepper for the arrays of a batch of so many rows."""
    cdef RowStepper made = RowStepper.__new__(RowStepper)
    made.arrays, made.size, made.threads = arrays, size, threads
    return made


cdef int check_action_count(Py_ssize_t actions, Py_ssize_t rows) except -1:
    if actions != rows:
        raise ValueError(
            f"actions must have one entry a row, got {actions} actions for {rows} rows"
        )
    return 0
