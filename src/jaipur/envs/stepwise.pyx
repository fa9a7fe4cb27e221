"""The stepwise style: a move is made by a few choices out of 21, the last of which is `done`.

Pick goods out of the market, or the camels; give goods and camels; or sell goods one by one; then
done. Picks and gives go in the order of the letters, so each move has exactly one path. A choice is
offered if it is the next one on the path to a legal move.
"""

from jaipur.rules.cards import LETTERS
from jaipur.rules.moves import Move

from libc.stdint cimport uint32_t, uint64_t

from jaipur.rules.core.action_tables cimport (
    ACTION_COUNT, CAMELS_ACTION, FIRST_EXCHANGE, FIRST_SALE, KINDS, tables,
)

CHOICES = CHOICE_COUNT
STEPWISE_VERSION = 1
CHOICE_NAMES = (
    tuple([f"pick {letter}" for letter in LETTERS])
    + tuple([f"give {letter}" for letter in LETTERS])
    + tuple([f"sell {letter}" for letter in LETTERS[:6]])
    + ("done",)
)


cdef int append_choices(uint64_t *path, int depth, uint32_t cards, int first_choice) noexcept nogil:
    cdef int kind, _i
    for kind in range(KINDS):
        for _i in range((cards >> 4 * kind) & 15):
            path[0] |= <uint64_t> (first_choice + kind) << 5 * depth
            depth += 1
    return depth


cdef void fill_paths() noexcept nogil:
    cdef int action, depth
    cdef uint64_t path
    for action in range(ACTION_COUNT):
        path = 0
        if action == CAMELS_ACTION:
            path = PICK_CAMELS
            depth = 1
        elif FIRST_SALE <= action < FIRST_EXCHANGE:
            depth = append_choices(&path, 0, tables.swap[action].give, FIRST_SELL)
        else:
            depth = append_choices(&path, 0, tables.swap[action].take, 0)
            depth = append_choices(&path, depth, tables.swap[action].give, FIRST_GIVE)
        paths[action] = path | <uint64_t> DONE << 5 * depth


def path_to(move):
    """The choices that make a move, given as a Move, its text or its action id."""
    cdef int depth = 0, choice = -1
    cdef int action
    if isinstance(move, str):
        move = Move.parse(move)
    number = move.action if isinstance(move, Move) else move
    if number is None or not 0 <= number < ACTION_COUNT:
        raise ValueError(
            f"the move must be in the action table, ids 0 to {ACTION_COUNT - 1}, got {move}"
        )
    action = number
    path = []
    while choice != DONE:
        choice = choice_at(action, depth)
        path.append(choice)
        depth += 1
    return tuple(path)


def choices_after(actions, chosen=()):
    """The choices that can follow `chosen` if the moves with these action ids are legal.

    They are ascending; empty if `chosen` leads to none of the moves.
    """
    paths_left = [path for path in map(path_to, actions) if path[:len(chosen)] == tuple(chosen)]
    return tuple(sorted({path[len(chosen)] for path in paths_left if len(path) > len(chosen)}))


fill_paths()
