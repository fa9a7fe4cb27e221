"""What happens after each of some moves: the same redeals, played on to the end by the network.

Sample i is one round that agrees with the view. Every move is played in it, then both seats follow
the network's choice until the round is over, and what happened is counted in whole numbers, one row
for each sample and move. Sample i has its own random numbers, so a seed and a number of samples
give the same rows on any number of threads. Nothing enters but the view.
"""

from concurrent.futures import ThreadPoolExecutor

from libc.stdint cimport int16_t, uint64_t
from libc.stdlib cimport calloc, free

from jaipur.engine.search import check_turn

from jaipur.engine.network cimport Network, best_action, default_network
from jaipur.rules.core.action_tables cimport (
    CAMELS_ACTION, CAMEL_SHIFT, FIRST_EXCHANGE, FIRST_SALE, GOODS, GOODS_MASK, KINDS, LEGAL_ROOM,
    tables, total,
)
from jaipur.rules.core.law cimport (
    PLY_LIMIT, Rules, State, herd_of, play_action, rupees_of, seal_of, stop_at, turn_of,
)
from jaipur.rules.core.redeal cimport Belief, deal_again
from jaipur.rules.core.rng cimport Rng, seed_rng

# The columns of a row. Those of one kind of card or one bonus pile stand side by side.
cdef enum:
    OUTCOME = 0                                # in halves of a seal, for the mover
    PLIES = 1                                  # until the end, the move included
    END = 2                                    # law.End
    MOVER_RUPEES = 3                           # at the end, with the camel token
    OTHER_RUPEES = 4
    MOVER_HERD = 5                             # at the end
    OTHER_HERD = 6
    MOVER_UNSOLD = 7                           # goods in hand at the end
    OTHER_UNSOLD = 8
    REPLY_SOLD = 9                             # cards that the other sells in its next move
    NEXT_SOLD = 10                             # and the mover in its next move after that
    DRAWN = 11                                 # cards laid out after the move itself, by kind
    REPLY_TAKEN = DRAWN + KINDS                # cards that the other takes in its next move
    NEXT_TAKEN = REPLY_TAKEN + KINDS           # and the mover in its next move after that
    NEXT_SELLER = NEXT_TAKEN + KINDS           # by good: 0 nobody, 1 the mover, 2 the other
    MOVER_FIRST_SALE = NEXT_SELLER + GOODS     # cards of its next sale of each good
    OTHER_FIRST_SALE = MOVER_FIRST_SALE + GOODS
    MOVER_LARGEST = OTHER_FIRST_SALE + GOODS   # cards of its largest sale of each good
    OTHER_LARGEST = MOVER_LARGEST + GOODS
    MOVER_GOODS = OTHER_LARGEST + GOODS        # rupees of goods tokens, from this move on
    OTHER_GOODS = MOVER_GOODS + GOODS
    MOVER_BONUS = OTHER_GOODS + GOODS          # bonus tokens by pile, from this move on
    OTHER_BONUS = MOVER_BONUS + 3
    COLUMNS = OTHER_BONUS + 3

COLUMN_STARTS = {
    "outcome": OUTCOME, "plies": PLIES, "end": END, "mover_rupees": MOVER_RUPEES,
    "other_rupees": OTHER_RUPEES, "mover_herd": MOVER_HERD, "other_herd": OTHER_HERD,
    "mover_unsold": MOVER_UNSOLD, "other_unsold": OTHER_UNSOLD, "reply_sold": REPLY_SOLD,
    "next_sold": NEXT_SOLD, "drawn": DRAWN, "reply_taken": REPLY_TAKEN, "next_taken": NEXT_TAKEN,
    "next_seller": NEXT_SELLER, "mover_first_sale": MOVER_FIRST_SALE,
    "other_first_sale": OTHER_FIRST_SALE, "mover_largest": MOVER_LARGEST,
    "other_largest": OTHER_LARGEST, "mover_goods": MOVER_GOODS, "other_goods": OTHER_GOODS,
    "mover_bonus": MOVER_BONUS, "other_bonus": OTHER_BONUS,
}
_WIDTHS = {
    "drawn": KINDS, "reply_taken": KINDS, "next_taken": KINDS, "next_seller": GOODS,
    "mover_first_sale": GOODS, "other_first_sale": GOODS, "mover_largest": GOODS,
    "other_largest": GOODS, "mover_goods": GOODS, "other_goods": GOODS, "mover_bonus": 3,
    "other_bonus": 3,
}


cdef inline int kind_of_sale(int action) noexcept nogil:
    """The good that a sale sells."""
    if action < FIRST_SALE + 15:
        return (action - FIRST_SALE) // 5
    return 3 + (action - FIRST_SALE - 15) // 7


cdef void count_taken(const State *before, int action, int16_t *taken) noexcept nogil:
    """Add the cards that a move takes, by kind."""
    cdef int good
    if action == CAMELS_ACTION:
        taken[GOODS] += before.market >> CAMEL_SHIFT
    elif action < FIRST_SALE or action >= FIRST_EXCHANGE:
        for good in range(GOODS):
            taken[good] += (tables.swap[action].take >> 4 * good) & 15


cdef void count_sale(
    const Rules *rules, const State *before, const State *after, int action, bint other,
    int16_t *row,
) noexcept nogil:
    """Add a sale: its seller, its cards, its rupees and its bonus token."""
    cdef int good = kind_of_sale(action), seat = turn_of(before), pile
    cdef int count = total(tables.swap[action].give)
    cdef int16_t *first = &row[OTHER_FIRST_SALE if other else MOVER_FIRST_SALE]
    cdef int16_t *largest = &row[OTHER_LARGEST if other else MOVER_LARGEST]
    cdef int16_t *goods = &row[OTHER_GOODS if other else MOVER_GOODS]
    cdef int16_t *bonus = &row[OTHER_BONUS if other else MOVER_BONUS]
    if not row[NEXT_SELLER + good]:
        row[NEXT_SELLER + good] = 1 + other
    if not first[good]:
        first[good] = count
    if count > largest[good]:
        largest[good] = count
    goods[good] += after.goods_rupees[seat] - before.goods_rupees[seat]
    for pile in range(rules.piles):
        bonus[pile] += after.bonus_drawn[pile] - before.bonus_drawn[pile]


cdef void follow(
    Network network, const Rules *rules, State *state, int action, int16_t *row
) noexcept nogil:
    """Play a move and then the network's choices to the end, and fill a row."""
    cdef State before
    cdef int mover = turn_of(state), other, logit, ply = 0, drawn, card, i, seal
    cdef bint theirs
    other = 1 - mover
    while True:
        before = state[0]
        theirs = turn_of(state) != mover
        drawn = play_action(rules, state, action)
        if ply == 0:
            for i in range(5):
                card = drawn >> 3 * i & 7
                if card < KINDS:
                    row[DRAWN + card] += 1
        elif ply == 1:
            count_taken(&before, action, &row[REPLY_TAKEN])
        elif ply == 2:
            count_taken(&before, action, &row[NEXT_TAKEN])
        if FIRST_SALE <= action < FIRST_EXCHANGE:
            count_sale(rules, &before, state, action, theirs, row)
            if ply == 1:
                row[REPLY_SOLD] = total(tables.swap[action].give)
            elif ply == 2:
                row[NEXT_SOLD] = total(tables.swap[action].give)
        ply += 1
        stop_at(state, PLY_LIMIT)
        if state.end:
            break
        action = best_action(network.weights, &network.weights.head, rules, state, &logit)
    seal = seal_of(rules, state)
    row[OUTCOME] = 1 if seal < 0 else 2 * (seal == mover)
    row[PLIES] = ply
    row[END] = state.end
    row[MOVER_RUPEES] = rupees_of(rules, state, mover)
    row[OTHER_RUPEES] = rupees_of(rules, state, other)
    row[MOVER_HERD] = herd_of(state, mover)
    row[OTHER_HERD] = herd_of(state, other)
    row[MOVER_UNSOLD] = total(state.hand[mover] & GOODS_MASK)
    row[OTHER_UNSOLD] = total(state.hand[other] & GOODS_MASK)


cdef class FollowUp:
    """The rows of some moves of a view, in the same samples."""

    cdef Belief belief
    cdef Network network
    cdef int16_t *rows
    cdef int actions[LEGAL_ROOM]
    cdef uint64_t seed
    cdef readonly tuple moves
    cdef readonly int samples

    def __cinit__(self, view, moves, *, int samples, seed=0, int threads=1, network=None):
        check_turn(view)
        self.moves = tuple(moves)
        illegal = [str(move) for move in self.moves if move not in view.moves]
        if illegal or not 0 < len(self.moves) <= LEGAL_ROOM:
            raise ValueError(
                "moves must be legal and at least one, "
                f"got {[str(move) for move in self.moves]}"
            )
        if samples < 1 or threads < 1:
            raise ValueError(
                "samples and threads must be at least 1, "
                f"got samples {samples}, threads {threads}"
            )
        self.belief = Belief(view)
        self.network = default_network() if network is None else network
        self.seed = seed & 0xFFFFFFFFFFFFFFFF
        self.samples = samples
        for i, move in enumerate(self.moves):
            self.actions[i] = move.action
        self.rows = <int16_t *> calloc(samples * len(self.moves) * COLUMNS, sizeof(int16_t))
        if self.rows == NULL:
            raise MemoryError
        firsts = [i * samples // threads for i in range(threads + 1)]
        if threads == 1:
            self.play(0, samples)
            return
        with ThreadPoolExecutor(threads, thread_name_prefix="jaipur-follow-up") as pool:
            list(pool.map(self.play, firsts, firsts[1:]))

    def __dealloc__(self):
        free(self.rows)

    def play(self, int first, int end):
        """Fill the rows of samples `first` to `end - 1`."""
        cdef Rng rng
        cdef State dealt, state
        cdef const Rules *rules = &self.belief.compiled.rules
        cdef Network network = self.network
        cdef int sample, i, moves = len(self.moves)
        with nogil:
            for sample in range(first, end):
                seed_rng(&rng, self.seed + <uint64_t> sample * 0x9E3779B97F4A7C15ULL)
                deal_again(&self.belief.unseen, &rng, &dealt)
                for i in range(moves):
                    state = dealt
                    follow(
                        network, rules, &state, self.actions[i],
                        &self.rows[(sample * moves + i) * COLUMNS],
                    )

    def column(self, str name, int place, int kind=0):
        """One number of every sample for the move at `place`; `kind` counts goods or piles from 0.

        `COLUMN_STARTS` has the names.
        """
        cdef int sample, column = COLUMN_STARTS[name] + kind, moves = len(self.moves)
        if not 0 <= place < moves or not 0 <= kind < _WIDTHS.get(name, 1):
            raise IndexError(f"there is no column {name} of kind {kind} for the move at {place}")
        return [
            self.rows[(sample * moves + place) * COLUMNS + column]
            for sample in range(self.samples)
        ]
