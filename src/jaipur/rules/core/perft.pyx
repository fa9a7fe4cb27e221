"""Counting lines of play, as chess programs do to check their move generators."""

from libc.stdint cimport uint16_t, uint64_t

from jaipur.rules.core.action_tables cimport LEGAL_ROOM
from jaipur.rules.core.law cimport Rules, State, list_moves, play_action, turn_of
from jaipur.rules.round cimport Round


cdef uint64_t count_leaves(const Rules *rules, const State *state, int depth) noexcept nogil:
    cdef uint16_t moves[LEGAL_ROOM]
    cdef State after
    cdef uint64_t leaves = 0
    cdef int i, count
    if depth == 0 or state.end:
        return 1
    count = list_moves(rules, state, turn_of(state), moves)
    if depth == 1:
        return count
    for i in range(count):
        after = state[0]
        play_action(rules, &after, moves[i])
        leaves += count_leaves(rules, &after, depth - 1)
    return leaves


def perft(Round round not None, int depth):
    """How many lines of play of so many plies a position has; a finished round is one leaf."""
    cdef uint64_t leaves
    if not 0 <= depth <= 64:
        raise ValueError(f"depth must be from 0 to 64, got {depth}")
    with nogil:
        leaves = count_leaves(&round.compiled.rules, &round.state, depth)
    return leaves
