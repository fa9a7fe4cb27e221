"""The features of a position, for Python: tests, studies, other networks.

They are computed in features.pxd.
"""

from libc.stdint cimport uint16_t

from jaipur.rules.moves import Move

from jaipur.rules.core.law cimport begin_move, refuse
from jaipur.rules.round cimport Round

VERSION = FEATURES_VERSION
ROW_COUNT = ROWS


def rows_after(Round round not None, move):
    """The rows of the first layer that are active after a legal move, one for each feature."""
    cdef State state = round.state
    cdef uint16_t rows[FEATURES]
    cdef int feature, action = (move if isinstance(move, Move) else Move.parse(move)).action
    if refuse(&round.compiled.rules, &state, turn_of(&state), action):
        raise ValueError(f"move must be legal, got {move}")
    begin_move(&round.compiled.rules, &state, action)
    fill_rows(&round.compiled.rules, &state, rows)
    return tuple([rows[feature] for feature in range(FEATURES)])
