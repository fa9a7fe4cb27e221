"""What a seat knows of a round, packed, and rounds dealt from it.

A `Knowledge` is made from a round and holds nothing that is hidden from its seat: `normalize` puts
what the seat cannot tell apart into one order, and `hide` empties the rest. So two rounds that
look the same to a seat give it the same bytes, and they are those that its view alone would give.

Every ordering of the shuffled cards and of the bonus piles that agrees with the view is equally
likely. That is not a shuffle of the unseen cards: a good that a seat has shown from its deal was
one of its five cards. With r goods of a kind shown, u still unknown in the hand and n unseen, a
hand has the weight ∏ C(n + r, r + u): the deal's own five places can be ordered in
5! / ∏ (r + u)! ways and the deck in m! / ∏ (n - u)! ways.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from jaipur.rules.core.rng cimport random_below, shuffle
from jaipur.rules.core.action_tables cimport GOODS, GOODS_MASK, total


cdef class Knowledge:
    """What one seat knows of a round, for compiled code; Python can do nothing with it."""

    def __init__(self):
        raise TypeError("Knowledge comes from a round.")


cdef uint16_t normal_owners(
    const Rules *rules, int good, int taken, int owners, int seat
) noexcept nogil:
    """The owners of the tokens of a good, where the seat's own come first among equal ones."""
    cdef int start = 0, end, own, i, normal = 0
    while start < taken:
        end, own = start, 0
        while end < taken and rules.token_value[good][end] == rules.token_value[good][start]:
            own += (owners >> end & 1) == seat
            end += 1
        for i in range(start, end):
            normal |= (seat if i < start + own else 1 - seat) << i
        start = end
    return normal


cdef void normal_pile(
    const Rules *rules, const State *state, int seat, int pile, State *normal
) noexcept nogil:
    """A bonus pile in which the seat's own tokens come first and the hidden ones in box order."""
    cdef int drawn = state.bonus_drawn[pile], place = 0, used = 0, own = 0, owner, turn, i, j, value
    normal.bonus[pile] = 0
    # Step 1: the tokens whose values the seat knows: its own, and all once the round is over.
    for turn in range(2 if state.end else 1):
        owner = seat if turn == 0 else 1 - seat
        for i in range(drawn):
            if (state.bonus_owner[pile] >> i & 1) == owner:
                value = (state.bonus[pile] >> 4 * i) & 15
                for j in range(rules.bonus_count[pile]):
                    if not used >> j & 1 and rules.bonus_value[pile][j] == value:
                        used |= 1 << j
                        break
                normal.bonus[pile] |= <uint32_t> value << 4 * place
                place += 1
        if turn == 0:
            own = place
    # Step 2: the others.
    for j in range(rules.bonus_count[pile]):
        if not used >> j & 1:
            value = rules.bonus_value[pile][j]
            normal.bonus[pile] |= <uint32_t> value << 4 * place
            if place < drawn:
                normal.bonus_rupees[1 - seat] += value
            place += 1
    normal.bonus_owner[pile] = (1 << own) - 1 if seat else (1 << drawn) - (1 << own)


cdef void normalize(
    const Rules *rules, const State *state, int seat, State *normal
) noexcept nogil:
    """The state with all that the seat cannot tell from its view in one fixed order.

    Must agree with what `Belief` makes of a view; tests/rules/test_knowledge.py holds them
    together. `hide` then empties the other hand and the deck.
    """
    cdef int good, pile, taken
    normal[0] = state[0]
    for good in range(GOODS):
        taken = rules.token_count[good] - <int> ((state.tokens >> 4 * good) & 15)
        normal.token_owner[good] = normal_owners(
            rules, good, taken, state.token_owner[good], seat
        )
    if not state.end:
        normal.bonus_rupees[1 - seat] = 0
    for pile in range(rules.piles):
        normal_pile(rules, state, seat, pile, normal)


cdef uint32_t choose(int things, int taken) noexcept nogil:
    """How many ways there are to take some of a few things."""
    cdef uint32_t ways = 1
    cdef int i
    for i in range(taken):
        ways = ways * (things - i) // (i + 1)
    return ways


cdef void hide(const Rules *rules, const State *state, int seat, Unseen *unseen) noexcept nogil:
    """Forget of a round what a seat has not seen; of a finished one, only the deck's order."""
    cdef int other = 1 - seat, kind, count, left, shown, pile, place, token
    cdef uint32_t unknown = 0, hidden
    memset(unseen, 0, sizeof(Unseen))
    unseen.state = state[0]
    unseen.seat = seat
    if not state.end:
        unknown = (state.hand[other] & GOODS_MASK) - state.known[other]
    unseen.state.hand[other] -= unknown
    unseen.unknown = total(unknown)
    hidden = rules.cards - state.market - state.hand[0] - state.hand[1] - state.discard + unknown
    for kind in range(7):
        unseen.cards[kind] = (hidden >> 4 * kind) & 15
    for kind in range(3):
        unseen.state.deck[kind] = 0
    unseen.ways[6][0] = 1
    for kind in range(GOODS - 1, -1, -1):
        shown = (state.shown[other] >> 4 * kind) & 15
        for count in range(unseen.unknown + 1):
            if count <= unseen.cards[kind]:
                unseen.binomial[kind][count] = choose(unseen.cards[kind] + shown, shown + count)
        for left in range(unseen.unknown + 1):
            for count in range(left + 1):
                unseen.ways[kind][left] += (
                    unseen.binomial[kind][count] * unseen.ways[kind + 1][left - count]
                )
    for pile in range(rules.piles):
        for place in range(rules.bonus_count[pile]):
            if place < state.bonus_drawn[pile] and (
                state.end or (state.bonus_owner[pile] >> place) & 1 == seat
            ):
                continue
            token = (state.bonus[pile] >> 4 * place) & 15
            unseen.places[pile][unseen.hidden[pile]] = place
            unseen.tokens[pile][unseen.hidden[pile]] = token
            unseen.hidden[pile] += 1
            if place < state.bonus_drawn[pile]:
                unseen.state.bonus_rupees[other] -= token
            unseen.state.bonus[pile] &= ~(<uint32_t> 15 << 4 * place)


cdef void deal_again(const Unseen *unseen, Rng *rng, State *state) noexcept nogil:
    """One round that agrees with what is seen."""
    cdef uint8_t deck[64]
    cdef uint8_t tokens[8]
    cdef int other = 1 - unseen.seat, wanted = unseen.unknown
    cdef int kind, count, i, _i, pile, place, dealt = 0
    cdef uint32_t ticket, weight
    state[0] = unseen.state
    # Step 1: the other hand, kind by kind. What is left of the ticket is uniform again.
    ticket = random_below(rng, unseen.ways[0][wanted]) if wanted else 0
    for kind in range(7):
        count = 0
        if kind < GOODS and wanted:
            while True:
                weight = unseen.binomial[kind][count] * unseen.ways[kind + 1][wanted - count]
                if ticket < weight:
                    break
                ticket -= weight
                count += 1
            ticket //= unseen.binomial[kind][count]
            wanted -= count
            state.hand[other] += <uint32_t> count << 4 * kind
        for _i in range(unseen.cards[kind] - count):
            deck[dealt] = kind
            dealt += 1
    # Step 2: the deck.
    shuffle(rng, deck, dealt)
    for i in range(dealt - 1, -1, -1):
        state.deck[i >> 4] = state.deck[i >> 4] << 4 | deck[i]
    # Step 3: the bonus tokens that the other seat drew, and those still lying.
    for pile in range(3):
        count = unseen.hidden[pile]
        for i in range(count):
            tokens[i] = unseen.tokens[pile][i]
        shuffle(rng, tokens, count)
        for i in range(count):
            place = unseen.places[pile][i]
            state.bonus[pile] |= <uint32_t> tokens[i] << 4 * place
            if place < state.bonus_drawn[pile]:
                state.bonus_rupees[other] += tokens[i]
