# Multisets of cards as machine words, and the tables that list moves.
#
# A multiset is a 32-bit word with four bits for each kind: diamonds lowest, camels highest.
# A *bundle* is a multiset of at most five goods; bundles are numbered by size, then in the order
# of the letters with the larger count of the earlier letter first.

from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef enum:
    GOODS = 6
    KINDS = 7
    CAMEL_SHIFT = 24
    GOODS_MASK = 0x00FFFFFF
    GUARD_BITS = 0x00888888
    CAMELS_ACTION = 6
    FIRST_SALE = 7
    FIRST_EXCHANGE = 43
    ACTION_COUNT = 25499
    LEGAL_ROOM = 192          # at most 167 moves are legal at once; the rest is slack
    HANDS = 1716              # multisets of at most seven goods
    BUNDLES = 462             # multisets of at most five goods
    GIVES = 784               # bundles filled up with camels to two, three, four or five cards
    HAND_BUNDLES = 46362      # pairs of a hand and a bundle in it
    MARKET_PICKS = 4466       # pairs of a market's goods and a bundle of two or more in it

cdef struct Pick:
    uint32_t mask             # all bits of the kinds that the bundle holds
    uint16_t first_action     # the first exchange that takes this bundle
    uint8_t size
    uint8_t kinds             # a bit for each good

cdef struct Swap:
    uint32_t take
    uint32_t give

cdef struct Tables:
    uint16_t low_index[4096]              # the number of a hand is low_index[diamond, gold, silver]
    uint16_t high_index[4096]             # + high_index[cloth, spice, leather]
    uint16_t bundle_of_hand[HANDS]
    uint32_t bundle[BUNDLES]
    uint16_t bundle_end[8]                # bundles of size n are below bundle_end[n]
    Pick pick[BUNDLES]
    uint16_t pick_start[HANDS + 1]        # which bundles can be taken out of a market's goods
    uint16_t picks[MARKET_PICKS]
    uint16_t give_start[HANDS + 1]        # which bundles can be given out of a hand
    uint16_t gives[HAND_BUNDLES]
    uint16_t give_offset[6]
    uint16_t give_rank[64][GIVES]         # by kinds taken: the place of a give among all gives
    # Short lists are copied whole, eight entries at a time: loops of unknown length cost more.
    uint16_t takes[128][8]                # by kinds in the market, camels in bit 6
    uint8_t take_count[128]
    uint16_t sales[HANDS][8]              # by hand, precious goods from two on
    uint8_t sale_count[HANDS]
    Swap swap[ACTION_COUNT]               # what an action takes and gives; the camels are 0, 0

cdef Tables tables

cdef inline int total(uint32_t cards) noexcept nogil:
    """How many cards there are, at most 15 of a kind."""
    cdef uint32_t pairs = (cards & 0x0F0F0F0FU) + ((cards >> 4) & 0x0F0F0F0FU)
    return (pairs * 0x01010101U) >> 24

cdef inline int hand_number(uint32_t goods) noexcept nogil:
    """The number of a multiset of at most seven goods."""
    return tables.low_index[goods & 0xFFF] + tables.high_index[(goods >> 12) & 0xFFF]

cdef inline bint goods_within(uint32_t part, uint32_t whole) noexcept nogil:
    """Whether the goods of one multiset are all in another; at most seven of a kind in each."""
    cdef uint32_t difference = ((whole & GOODS_MASK) | GUARD_BITS) - (part & GOODS_MASK)
    return (difference & GUARD_BITS) == GUARD_BITS

cdef inline uint32_t goods_beyond(uint32_t goods, uint32_t known) noexcept nogil:
    """By how much each count of the first exceeds the second; at most seven of a kind in each."""
    cdef uint32_t difference = (goods | GUARD_BITS) - known
    cdef uint32_t positive = (difference & GUARD_BITS) >> 3
    return difference & (positive * 7)

cdef inline int sale_action(int good, int count) noexcept nogil:
    """The action that sells so many of a good; precious goods from two on."""
    if good < 3:
        return FIRST_SALE + 5 * good + count - 2
    return FIRST_SALE + 15 + 7 * (good - 3) + count - 1

cdef int exchange_action(uint32_t take, uint32_t give) noexcept nogil
