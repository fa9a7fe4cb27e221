# cython: nonecheck=True
"""The JSON of a view straight from the struct of the law, for a server that sends many.

Byte for byte what `view_of(…).to_json()` gives; tests/rules/test_view_json.py compares them. Like a
view, it is written field by field from what the seat may know (R11).
"""

import json
from functools import lru_cache

from libc.stdint cimport uint16_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset, strlen

from jaipur.rules.view import VIEW_FORMAT

from jaipur.rules.core.action_tables cimport (
    CAMELS_ACTION, FIRST_EXCHANGE, GOODS, GOODS_MASK, KINDS, LEGAL_ROOM, tables, total,
)
from jaipur.rules.core.history cimport action_at, drawn_at, plies_of
from jaipur.rules.core.law cimport (
    Rules, State, herd_of, list_moves, rupees_of, seal_of, turn_of,
)
from jaipur.rules.round_facts cimport RoundFacts, check_seat

# All that has a bound of its own: at most 105 letters or 16 numbers for any field.
cdef enum:
    FIXED_BYTES = 8192
    MOVE_BYTES = 16          # a move of at most five cards for five, in quotes, and a comma
    PLY_TEXT_BYTES = 32      # a move, at most five letters, and what stands around them

cdef const char *LETTERS = "DGSCPLK"


def view_json(RoundFacts round, seat, number=None, seals=None):
    """The view of a seat, or of a spectator for None, in a round that may be part of a match."""
    cdef bint is_seat = seat is not None
    cdef int viewer = check_seat(seat) if is_seat else 0
    cdef Py_ssize_t room = (
        FIXED_BYTES + MOVE_BYTES * LEGAL_ROOM + PLY_TEXT_BYTES * plies_of(round.past)
    )
    cdef char *text = <char *> malloc(room)
    cdef char *end
    if text == NULL:
        raise MemoryError
    try:
        end = put_head(text, round, seat, number, seals)
        if is_seat:
            end = put(end, b'"you":')
            end = put_own(end, round, viewer)
            end = put(end, b',"opponent":')
            end = put_public(end, round, 1 - viewer)
        else:
            end = put(end, b'"seats":[')
            end = put_public(end, round, 0)
            end = put(end, b",")
            end = put_public(end, round, 1)
            end = put(end, b"]")
        end = put_history(end, round)
        if is_seat:
            end = put_moves(end, round, viewer)
        end = put(end, b',"over":')
        end = put_result(end, round)
        end = put(end, b"}")
        return text[:end - text]
    finally:
        free(text)


@lru_cache(100)
def quoted(text):
    """A text in JSON."""
    return json.dumps(text).encode()


cdef char *put_head(char *end, RoundFacts round, seat, number, seals) except NULL:
    """What lies on the table and where the round stands."""
    cdef const Rules *rules = &round.compiled.rules
    cdef const State *state = &round.state
    cdef int good, pile
    end = put(end, b'{"format":')
    end = put(end, quoted(VIEW_FORMAT))
    end = put(end, b',"ruleset":')
    end = put(end, quoted(round.compiled.ruleset.name))
    end = put_optional(end, b',"seat":', seat)
    end = put_optional(end, b',"turn":', None if state.end else turn_of(state))
    end = put_optional(end, b',"round":', number)
    end = put_field(end, b',"ply":', state.ply)
    end = put_field(end, b',"first":', state.first)
    if seals is None:
        end = put(end, b',"seals":null')
    else:
        end = put_pair(end, b',"seals":', seals[0], seals[1])
    end = put(end, b',"market":"')
    end = put_cards(end, state.market)
    end = put_field(end, b'","deck":', state.deck_left)
    end = put(end, b',"discard":{')
    for good in range(GOODS):
        if (state.discard >> 4 * good) & 15:
            end = put_key(end, LETTERS[good])
            end = put_number(end, (state.discard >> 4 * good) & 15)
            end = put(end, b",")
    end = close(end, b"}")
    end = put(end, b',"tokens":{')
    for good in range(GOODS):
        end = put_key(end, LETTERS[good])
        end = put_tokens_left(end, rules, state, good)
        end = put(end, b",")
    end = close(end, b"}")
    end = put(end, b',"bonus":{')
    for pile in range(rules.piles):
        end = put_pile(end, rules, pile)
        end = put_number(end, rules.bonus_count[pile] - state.bonus_drawn[pile])
        end = put(end, b",")
    end = close(end, b"}")
    return put(end, b",")


cdef char *put_own(char *end, RoundFacts round, int seat):
    """What a seat knows of itself."""
    cdef const State *state = &round.state
    end = put(end, b'{"hand":"')
    end = put_cards(end, state.hand[seat] & GOODS_MASK)
    end = put_field(end, b'","herd":', herd_of(state, seat))
    end = put_goods(end, &round.compiled.rules, state, seat)
    end = put(end, b',"bonus":')
    end = put_bonus_values(end, &round.compiled.rules, state, seat)
    return put(end, b"}")


cdef char *put_public(char *end, RoundFacts round, int seat):
    """What everybody knows of a seat: the values of its bonus tokens are hidden."""
    cdef const Rules *rules = &round.compiled.rules
    cdef const State *state = &round.state
    cdef int pile, drawn
    end = put_field(end, b'{"hand":', total(state.hand[seat] & GOODS_MASK))
    end = put(end, b',"known":"')
    end = put_cards(end, state.known[seat])
    end = put(end, b'","shown":"')
    end = put_cards(end, state.shown[seat])
    end = put_field(end, b'","herd":', herd_of(state, seat))
    end = put_goods(end, rules, state, seat)
    end = put(end, b',"bonus":{')
    for pile in range(rules.piles):
        drawn = bonus_drawn(state, pile, seat)
        if drawn:
            end = put_pile(end, rules, pile)
            end = put_number(end, drawn)
            end = put(end, b",")
    end = close(end, b"}")
    return put(end, b"}")


cdef char *put_history(char *end, RoundFacts round) except NULL:
    """The first market, and every move with the cards laid out after it."""
    cdef int ply, plies = plies_of(round.past)
    end = put(end, b',"start":"')
    end = put(end, str(round.first_market).encode())
    end = put(end, b'","history":[')
    for ply in range(plies):
        end = put(end, b'["')
        end = put_move(end, action_at(round.past, ply))
        end = put(end, b'","')
        end = put_drawn(end, drawn_at(round.past, ply))
        end = put(end, b'"],')
    end = close(end, b"]")
    if not plies:
        return put(end, b',"last":null')
    end = put(end, b',"last":"')
    end = put_move(end, action_at(round.past, plies - 1))
    return put(end, b'"')


cdef char *put_moves(char *end, RoundFacts round, int seat):
    """What a seat could play with this market."""
    cdef uint16_t actions[LEGAL_ROOM]
    cdef int count = list_moves(&round.compiled.rules, &round.state, seat, actions), i
    end = put(end, b',"moves":[')
    for i in range(count):
        end = put(end, b'"')
        end = put_move(end, actions[i])
        end = put(end, b'",')
    return close(end, b"]")


cdef char *put_result(char *end, RoundFacts round) except NULL:
    """A finished round with everything turned up."""
    cdef const Rules *rules = &round.compiled.rules
    cdef const State *state = &round.state
    cdef int seal = seal_of(rules, state)
    if not state.end:
        return put(end, b"null")
    end = put(end, b'{"end":"')
    end = put(end, str(round.end).encode())
    end = put_pair(end, b'","rupees":', rupees_of(rules, state, 0), rupees_of(rules, state, 1))
    end = put_optional(end, b',"seal":', None if seal < 0 else seal)
    end = put(end, b',"hands":["')
    end = put_cards(end, state.hand[0] & GOODS_MASK)
    end = put(end, b'","')
    end = put_cards(end, state.hand[1] & GOODS_MASK)
    end = put_pair(end, b'"],"herds":', herd_of(state, 0), herd_of(state, 1))
    end = put(end, b',"bonus":[')
    end = put_bonus_values(end, rules, state, 0)
    end = put(end, b",")
    end = put_bonus_values(end, rules, state, 1)
    return put(end, b"]}")


cdef char *put_tokens_left(char *end, const Rules *rules, const State *state, int good):
    """The goods tokens of a kind that are left, best first."""
    cdef int left = (state.tokens >> 4 * good) & 15, i
    end = put(end, b"[")
    for i in range(rules.token_count[good] - left, rules.token_count[good]):
        end = put_number(end, rules.token_value[good][i])
        end = put(end, b",")
    return close(end, b"]")


cdef char *put_goods(char *end, const Rules *rules, const State *state, int seat):
    """The goods tokens that a seat has taken, best first; kinds without any are left out."""
    cdef int good, taken, i
    cdef bint has_any
    end = put(end, b',"goods":{')
    for good in range(GOODS):
        taken = rules.token_count[good] - ((state.tokens >> 4 * good) & 15)
        has_any = False
        for i in range(taken):
            if ((state.token_owner[good] >> i) & 1) == seat:
                if not has_any:
                    end = put_key(end, LETTERS[good])
                    end = put(end, b"[")
                has_any = True
                end = put_number(end, rules.token_value[good][i])
                end = put(end, b",")
        if has_any:
            end = close(end, b"]")
            end = put(end, b",")
    return close(end, b"}")


cdef char *put_bonus_values(char *end, const Rules *rules, const State *state, int seat):
    """The bonus tokens that a seat has drawn, in order; piles without any are left out."""
    cdef int pile, i
    end = put(end, b"{")
    for pile in range(rules.piles):
        if not bonus_drawn(state, pile, seat):
            continue
        end = put_pile(end, rules, pile)
        end = put(end, b"[")
        for i in range(state.bonus_drawn[pile]):
            if ((state.bonus_owner[pile] >> i) & 1) == seat:
                end = put_number(end, (state.bonus[pile] >> 4 * i) & 15)
                end = put(end, b",")
        end = close(end, b"]")
        end = put(end, b",")
    return close(end, b"}")


cdef int bonus_drawn(const State *state, int pile, int seat):
    """How many tokens of a pile a seat has drawn."""
    cdef int i, count = 0
    for i in range(state.bonus_drawn[pile]):
        count += ((state.bonus_owner[pile] >> i) & 1) == seat
    return count


# The pieces. Each writes at `end` and returns the new end.

cdef inline char *put(char *end, const char *piece) noexcept nogil:
    cdef size_t size = strlen(piece)
    memcpy(end, piece, size)
    return end + size


cdef inline char *close(char *end, const char *bracket) noexcept nogil:
    """A bracket in the place of the last comma, or after the opening bracket."""
    return put(end - 1 if (end - 1)[0] == c"," else end, bracket)


cdef inline char *put_number(char *end, uint32_t number) noexcept nogil:
    cdef char digits[10]
    cdef int count = 0
    while number >= 10:
        digits[count] = c"0" + number % 10
        number //= 10
        count += 1
    digits[count] = c"0" + number
    while count >= 0:
        end[0] = digits[count]
        end += 1
        count -= 1
    return end


cdef inline char *put_field(char *end, const char *name, uint32_t number) noexcept nogil:
    return put_number(put(end, name), number)


cdef inline char *put_pair(char *end, const char *name, uint32_t one, uint32_t two) noexcept nogil:
    end = put(end, name)
    end = put_field(end, b"[", one)
    end = put_field(end, b",", two)
    return put(end, b"]")


cdef inline char *put_optional(char *end, const char *name, number) except NULL:
    end = put(end, name)
    return put(end, b"null") if number is None else put_number(end, number)


cdef inline char *put_key(char *end, char letter) noexcept nogil:
    end[0] = c'"'
    end[1] = letter
    return put(end + 2, b'":')


cdef inline char *put_pile(char *end, const Rules *rules, int pile) noexcept nogil:
    """The number of cards that earn a token of a pile, as a key."""
    return put(put_field(end, b'"', rules.bonus_key[pile]), b'":')


cdef char *put_cards(char *end, uint32_t cards) noexcept nogil:
    cdef int kind, count
    for kind in range(KINDS):
        count = (cards >> 4 * kind) & 15
        memset(end, LETTERS[kind], count)
        end += count
    return end


cdef char *put_drawn(char *end, int drawn) noexcept nogil:
    """Cards in drawing order, three bits each, 7 where there is none."""
    cdef int i
    for i in range(5):
        if (drawn >> 3 * i) & 7 != 7:
            end[0] = LETTERS[(drawn >> 3 * i) & 7]
            end += 1
    return end


cdef char *put_move(char *end, int action) noexcept nogil:
    cdef uint32_t give = tables.swap[action].give
    if action <= CAMELS_ACTION:
        end[0] = c"+"
        end[1] = LETTERS[action]
        return end + 2
    if action >= FIRST_EXCHANGE:
        end = put_cards(put(end, b"+"), tables.swap[action].take)
        return put_cards(put(end, b"-"), give)
    end[0] = c"$"
    put_cards(end + 1, give)  # the first letter stays
    return put_number(end + 2, total(give))
