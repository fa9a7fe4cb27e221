"""The tables behind the list of legal moves, made once at import in a few milliseconds.

Everything here follows from the order of the action ids; no rule of the game is decided here.
"""

from libc.stdint cimport uint32_t

cdef uint32_t SEVENS = 0x00777777


cdef void number_hands() noexcept nogil:
    # A hand's number splits into two halves of three goods. The high halves are numbered by size,
    # so that those that fit beside a low half of size s are the first C(10 - s, 3).
    cdef int size, first, second, third, count = 0, room, offset = 0
    for size in range(8):
        for first in range(size + 1):
            for second in range(size - first + 1):
                third = size - first - second
                tables.high_index[first | second << 4 | third << 8] = count
                count += 1
    for size in range(8):
        for first in range(size + 1):
            for second in range(size - first + 1):
                third = size - first - second
                tables.low_index[first | second << 4 | third << 8] = offset
                room = 7 - size
                offset += (room + 1) * (room + 2) * (room + 3) // 6


cdef int list_within(uint32_t whole, int smallest, int largest, uint32_t *found) noexcept nogil:
    """Every multiset of goods within another, with a size in a range, in the order of the letters
    with the larger count of the earlier letter first."""
    cdef uint32_t part = whole & GOODS_MASK
    cdef int count = 0, size, kind
    while True:
        size = total(part)
        if smallest <= size <= largest:
            found[count] = part
            count += 1
        # Step 1: the last letter that is still there loses one.
        for kind in range(GOODS - 1, -1, -1):
            if (part >> 4 * kind) & 15:
                break
        else:
            return count
        part -= <uint32_t> 1 << 4 * kind
        # Step 2: all letters behind it are full again.
        part |= whole & GOODS_MASK & (0xFFFFFFF0U << 4 * kind)


cdef void number_bundles() noexcept nogil:
    cdef uint32_t found[BUNDLES]
    cdef int size, count, i, kind, number = 0
    for size in range(6):
        count = list_within(0x00555555, size, size, found)
        for i in range(count):
            tables.bundle[number] = found[i]
            tables.bundle_of_hand[hand_number(found[i])] = number
            tables.pick[number].size = size
            for kind in range(GOODS):
                if (found[i] >> 4 * kind) & 15:
                    tables.pick[number].kinds |= 1 << kind
                    tables.pick[number].mask |= <uint32_t> 15 << 4 * kind
            number += 1
        tables.bundle_end[size] = number


cdef void list_gives_and_picks() noexcept nogil:
    cdef uint32_t hands[HANDS]
    cdef uint32_t found[BUNDLES]
    cdef uint32_t by_number[HANDS]
    cdef int i, j, count, gives = 0, picks = 0
    list_within(SEVENS, 0, 7, hands)
    for i in range(HANDS):
        by_number[hand_number(hands[i])] = hands[i]
    for i in range(HANDS):
        tables.give_start[i] = gives
        count = list_within(by_number[i], 0, 5, found)
        for j in range(count):
            tables.gives[gives] = tables.bundle_of_hand[hand_number(found[j])]
            gives += 1
        tables.pick_start[i] = picks
        if total(by_number[i]) <= 5:
            for j in range(tables.bundle_end[1], BUNDLES):
                if goods_within(tables.bundle[j], by_number[i]):
                    tables.picks[picks] = j
                    picks += 1
    tables.give_start[HANDS] = gives
    tables.pick_start[HANDS] = picks


cdef void number_actions() noexcept nogil:
    cdef uint32_t ordered[BUNDLES]
    cdef int good, count, size, kinds, i, number, place, give, action = FIRST_EXCHANGE
    cdef uint32_t goods
    for good in range(GOODS):
        tables.swap[good].take = <uint32_t> 1 << 4 * good
        for count in range(2 if good < 3 else 1, 7 if good < 3 else 8):
            tables.swap[sale_action(good, count)].give = <uint32_t> count << 4 * good
    list_within(0x00555555, 0, 5, ordered)
    for size in range(2, 6):
        if size > 2:
            tables.give_offset[size] = tables.give_offset[size - 1] + tables.bundle_end[size - 1]
        for number in range(tables.bundle_end[size - 1], tables.bundle_end[size]):
            tables.pick[number].first_action = action
            kinds = tables.pick[number].kinds
            place = 0
            for i in range(BUNDLES):
                goods = ordered[i]
                if total(goods) > size or goods & tables.pick[number].mask:
                    continue
                give = tables.give_offset[size] + tables.bundle_of_hand[hand_number(goods)]
                tables.give_rank[kinds][give] = place
                tables.swap[action].take = tables.bundle[number]
                tables.swap[action].give = goods | <uint32_t> (size - total(goods)) << CAMEL_SHIFT
                place += 1
                action += 1


cdef void list_takes_and_sales() noexcept nogil:
    cdef uint32_t hands[HANDS]
    cdef int kinds, kind, i, number, count, size
    for kinds in range(128):
        for kind in range(KINDS):
            if kinds >> kind & 1:
                tables.takes[kinds][tables.take_count[kinds]] = kind
                tables.take_count[kinds] += 1
    list_within(SEVENS, 0, 7, hands)
    for i in range(HANDS):
        number = hand_number(hands[i])
        count = 0
        for kind in range(GOODS):
            for size in range(2 if kind < 3 else 1, ((hands[i] >> 4 * kind) & 15) + 1):
                # No box has seven cards of a precious good.
                if kind >= 3 or size < 7:
                    tables.sales[number][count] = sale_action(kind, size)
                    count += 1
        tables.sale_count[number] = count


cdef int exchange_action(uint32_t take, uint32_t give) noexcept nogil:
    """The action that takes two to five goods and gives as many cards, none of the same kind."""
    cdef Pick *pick = &tables.pick[tables.bundle_of_hand[hand_number(take)]]
    cdef int given = tables.bundle_of_hand[hand_number(give & GOODS_MASK)]
    return pick.first_action + tables.give_rank[pick.kinds][tables.give_offset[pick.size] + given]


cdef uint32_t pack_counts(counts) except *:
    cdef uint32_t word = 0
    cdef int kind
    for kind in range(KINDS):
        word |= <uint32_t> (<int> counts[kind]) << 4 * kind
    return word


cdef tuple unpack_counts(uint32_t word):
    return tuple([(word >> 4 * kind) & 15 for kind in range(KINDS)])


def swap_of_action(int action):
    """What an action takes and gives, each as seven counts; for the camels, nothing and nothing."""
    if not 0 <= action < ACTION_COUNT:
        raise ValueError(f"action must be from 0 to {ACTION_COUNT - 1}, got {action}")
    return unpack_counts(tables.swap[action].take), unpack_counts(tables.swap[action].give)


def action_of_exchange(taken, given):
    """The action of an exchange from two times seven counts, or None where the table has none."""
    cdef int size = sum(taken), kind
    if len(taken) != KINDS or len(given) != KINDS or min(*taken, *given) < 0:
        raise ValueError("taken and given must each be seven counts of at least 0")
    if not 2 <= size <= 5 or sum(given) != size or taken[6]:
        return None
    for kind in range(GOODS):
        if taken[kind] and given[kind]:
            return None
    return exchange_action(pack_counts(taken), pack_counts(given))


def action_of_sale(int good, int count):
    """The action of a sale, or None where the table has none."""
    if not 0 <= good < GOODS or not (2 if good < 3 else 1) <= count <= (6 if good < 3 else 7):
        return None
    return sale_action(good, count)


number_hands()
number_bundles()
list_gives_and_picks()
number_actions()
list_takes_and_sales()
