"""The history of a round, packed: four bytes a ply, so that a round is cheap to carry on.

Two bytes are the action and two the cards laid out after it, three bits each from the lowest, 7
where there is none; the lower byte comes first.
"""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.string cimport memcpy

from jaipur.errors import ImpossiblePosition
from jaipur.rules.cards import LETTERS

from jaipur.rules.core.action_tables cimport ACTION_COUNT

# The letters of cards laid out, made once: there are few, and views ask for them often.
cdef dict DRAWN = {}


cdef inline int number_at(bytes past, Py_ssize_t place):
    cdef const unsigned char *numbers = past
    return numbers[place] | numbers[place + 1] << 8


cdef int plies_of(bytes past):
    return len(past) // 4


cdef int action_at(bytes past, int ply):
    return number_at(past, 4 * ply)


cdef int drawn_at(bytes past, int ply):
    """The cards laid out after a move, three bits each."""
    return number_at(past, 4 * ply + 2)


cdef str letters_at(bytes past, int ply):
    cdef int drawn = drawn_at(past, ply)
    cdef str letters = DRAWN.get(drawn)
    if letters is None:
        cards = [(drawn >> 3 * i) & 7 for i in range(5)]
        letters = DRAWN[drawn] = "".join([LETTERS[card] for card in cards if card != 7])
    return letters


cdef bint is_past(bytes past):
    """Whether these bytes can be a history."""
    cdef int ply
    if len(past) % 4:
        return False
    for ply in range(plies_of(past)):
        if action_at(past, ply) >= ACTION_COUNT:
            return False
    return True


cdef bytes with_move(bytes past, int action, int drawn):
    """The history with one more move."""
    cdef Py_ssize_t length = len(past)
    cdef bytes longer = PyBytes_FromStringAndSize(NULL, length + 4)
    cdef char *numbers = PyBytes_AsString(longer)
    memcpy(numbers, PyBytes_AsString(past), length)
    numbers[length] = action & 255
    numbers[length + 1] = action >> 8
    numbers[length + 2] = drawn & 255
    numbers[length + 3] = drawn >> 8
    return longer


cdef bytes pack_history(history):
    """The history out of moves and letters, as a view has it."""
    cdef bytes past = b""
    cdef int drawn
    for move, letters in history:
        if move.action is None:
            raise ImpossiblePosition(f"{move} cannot have been played.")
        drawn = 0x7FFF
        for place, letter in enumerate(letters):
            drawn ^= (LETTERS.index(letter) ^ 7) << 3 * place
        past = with_move(past, move.action, drawn)
    return past
