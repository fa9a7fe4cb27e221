"""The referee's network: what an open position is worth, once everything may be seen.

It judges rounds that are over, and duels; a player that used it would see the other hand. A weights
file is the 16 bytes `jaipur-referee/1`, three 32-bit numbers (version of the features, rows, hidden
units), two 32-bit output biases, and 16-bit weights: rows, hidden biases, both outputs. All numbers
are little-endian.
"""

import struct
from importlib.resources import files

from libc.stdint cimport int32_t, int64_t, uint16_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from jaipur.engine.features cimport ends_round
from jaipur.engine.network cimport (
    CACHE_LINE, PROB_ONE, best_action_of, default_network, first_cache_line, jaipur_add_rows,
    jaipur_output_of_sums, jaipur_replace_rows, move_sums, win_probability,
)
from jaipur.engine.open_features cimport OPEN_FEATURES, OPEN_FEATURES_VERSION, fill_open_rows
from jaipur.rules.core.action_tables cimport GOODS
from jaipur.rules.core.compiled_rules cimport put_card
from jaipur.rules.core.law cimport begin_move, rupees_of, seal_of, settle, turn_of
from jaipur.rules.round cimport Round

cdef enum:
    FOLLOWED_MOVES = 6       # moves without chance that are played out, at most

cdef bytes MAGIC = b"jaipur-referee/1"
cdef Referee DEFAULT = None
cdef int WEIGHTS = (OPEN_ROWS + 3) * REFEREE_HIDDEN


cdef class Referee:
    """A referee's network, made from the bytes of a weights file."""

    def __cinit__(self, bytes data not None):
        header = struct.Struct("<16sIIIii")
        size = header.size + 2 * WEIGHTS
        if len(data) != size or not data.startswith(MAGIC):
            raise ValueError(
                f"not a referee's weights file: it must have {size} bytes and start with "
                f"{MAGIC!r}, got {len(data)} bytes that start with {data[:16]!r}"
            )
        _, version, rows, hidden, seal_bias, rupees_bias = header.unpack_from(data)
        if (version, rows, hidden) != (OPEN_FEATURES_VERSION, OPEN_ROWS, REFEREE_HIDDEN):
            raise ValueError(
                f"weights must be for open features {OPEN_FEATURES_VERSION} with {OPEN_ROWS} rows "
                f"and {REFEREE_HIDDEN} hidden units, got {version} with {rows} and {hidden}"
            )
        self.memory = calloc(1, sizeof(RefereeWeights) + CACHE_LINE)
        if self.memory == NULL:
            raise MemoryError
        self.weights = <RefereeWeights *> first_cache_line(self.memory)
        memcpy(self.weights, <char *> data + <int> header.size, 2 * WEIGHTS)
        self.weights.seal_bias = seal_bias
        self.weights.rupees_bias = rupees_bias
        self.player = default_network()
        self.starter_values = {}

    def __dealloc__(self):
        free(self.memory)

    def value(self, Round round not None):
        """The probability of the seal for seat 0, and its expected lead in rupees at the end."""
        cdef OpenValue value = open_value(
            self.weights, self.player.weights, &round.compiled.rules, &round.state
        )
        return value.seal / <double> PROB_ONE, value.rupees / 256.0


def pack_referee(numbers, int seal_bias, int rupees_bias):
    """The bytes of a referee's weights file with these weights."""
    if len(numbers) != WEIGHTS:
        raise ValueError(f"the number of weights must be {WEIGHTS}, got {len(numbers)}")
    head = struct.pack(
        "<16sIIIii", MAGIC, OPEN_FEATURES_VERSION, OPEN_ROWS, REFEREE_HIDDEN, seal_bias, rupees_bias
    )
    return head + struct.pack(f"<{WEIGHTS}h", *numbers)


cpdef Referee default_referee():
    """The referee's network that comes with the package, loaded once."""
    global DEFAULT
    if DEFAULT is None:
        DEFAULT = Referee(files("jaipur.engine").joinpath("referee.bin").read_bytes())
    return DEFAULT


cdef OpenValue result_of(const Rules *rules, const State *state) noexcept nogil:
    """The value of a round that is over."""
    cdef OpenValue value
    cdef int seal = seal_of(rules, state)
    value.seal = PROB_ONE // 2 if seal < 0 else (1 - seal) * PROB_ONE
    value.rupees = 256 * (rupees_of(rules, state, 0) - rupees_of(rules, state, 1))
    return value


cdef OpenValue mean_result(const Rules *rules, const State *after) noexcept nogil:
    """The value of an after-state that ends the round: its results by the bonus token, if any."""
    cdef State over
    cdef OpenValue value, mean
    cdef int pile, i, count = 1
    if not after.bonus_due:
        over = after[0]
        settle(rules, &over)
        return result_of(rules, &over)
    pile = after.bonus_due - 1
    mean.seal = mean.rupees = 0
    count = rules.bonus_count[pile] - after.bonus_drawn[pile]
    for i in range(count):
        over = after[0]
        put_bonus_on_top(&over, pile, i)
        settle(rules, &over)
        value = result_of(rules, &over)
        mean.seal += value.seal
        mean.rupees += value.rupees
    mean.seal = <int32_t> nearest(mean.seal, count)
    mean.rupees = <int32_t> nearest(mean.rupees, count)
    return mean


cdef void sum_open_rows(
    const RefereeWeights *weights, const Rules *rules, const State *after, OpenSums *sums
) noexcept nogil:
    """Turn the hidden sums into those of an after-state: only rows that differ are exchanged."""
    cdef uint16_t rows[OPEN_FEATURES]
    cdef uint16_t added[OPEN_FEATURES]
    cdef uint16_t removed[OPEN_FEATURES]
    cdef int feature, count = 0
    fill_open_rows(rules, after, rows)
    for feature in range(OPEN_FEATURES):
        added[count] = rows[feature]
        removed[count] = sums.rows[feature]
        count += rows[feature] != sums.rows[feature]
    memcpy(sums.rows, rows, sizeof(rows))
    if 2 * count < OPEN_FEATURES:
        jaipur_replace_rows(weights.rows[0], REFEREE_HIDDEN, added, removed, count, sums.hidden)
        return
    memcpy(sums.hidden, weights.bias, sizeof(sums.hidden))
    jaipur_add_rows(weights.rows[0], REFEREE_HIDDEN, rows, OPEN_FEATURES, sums.hidden)


cdef OpenValue value_of_after(
    const RefereeWeights *weights, const Rules *rules, const State *after, OpenSums *sums
) noexcept nogil:
    """The value, for seat 0, of an open after-state."""
    cdef OpenValue value
    cdef int32_t seal, rupees
    if ends_round(rules, after):
        return mean_result(rules, after)
    sum_open_rows(weights, rules, after, sums)
    seal = jaipur_output_of_sums(sums.hidden, REFEREE_HIDDEN, weights.seal)
    rupees = jaipur_output_of_sums(sums.hidden, REFEREE_HIDDEN, weights.rupees)
    # Rounded towards minus infinity by arithmetic shifts: a sum of 2 ** 20 is a logit of one, which
    # is 256 in the table of probabilities, and 32 rupees, in 1/256.
    value.seal = win_probability((weights.seal_bias + seal) >> 12)
    value.rupees = (weights.rupees_bias + rupees) >> 7
    if turn_of(after):
        value.seal = PROB_ONE - value.seal
        value.rupees = -value.rupees
    return value


cdef int depth_with(int deck_left) noexcept nogil:
    """How many single draws to look ahead: the nearer the end, the more a single card decides."""
    return 3 if deck_left <= 4 else 2 if deck_left <= 12 else 1 if deck_left <= 20 else 0


cdef OpenValue mean_of_cards(
    const RefereeWeights *weights, const Weights *player, const Rules *rules, const State *after,
    int depth, OpenSums *sums,
) noexcept nogil:
    """The mean value of an after-state over the card that is laid out next."""
    cdef State trial
    cdef OpenValue value, mean
    cdef int64_t seal = 0, rupees = 0
    cdef int kind, left
    for kind in range(GOODS + 1):
        left = cards_in_deck(rules, after, kind)
        if left:
            trial = after[0]
            put_card(&trial, 0, kind)
            settle(rules, &trial)
            value = look_ahead(weights, player, rules, &trial, depth, sums)
            seal += left * value.seal
            rupees += left * value.rupees
    mean.seal = <int32_t> nearest(seal, after.deck_left)
    mean.rupees = <int32_t> nearest(rupees, after.deck_left)
    return mean


cdef OpenValue mean_of_tokens(
    const RefereeWeights *weights, const Weights *player, const Rules *rules, const State *after,
    int depth, OpenSums *sums,
) noexcept nogil:
    """The mean value of an after-state over the bonus token that is drawn next."""
    cdef State trial
    cdef OpenValue value, mean
    cdef int pile = after.bonus_due - 1, count = rules.bonus_count[pile], i
    count -= after.bonus_drawn[pile]
    mean.seal = mean.rupees = 0
    for i in range(count):
        trial = after[0]
        put_bonus_on_top(&trial, pile, i)
        settle(rules, &trial)
        value = look_ahead(weights, player, rules, &trial, depth, sums)
        mean.seal += value.seal
        mean.rupees += value.rupees
    mean.seal = <int32_t> nearest(mean.seal, count)
    mean.rupees = <int32_t> nearest(mean.rupees, count)
    return mean


cdef OpenValue look_ahead(
    const RefereeWeights *weights, const Weights *player, const Rules *rules, const State *state,
    int depth, OpenSums *sums,
) noexcept nogil:
    """The value of a position, with so many more draws of one card or token looked into.

    Both seats play the moves of the player's network. Moves without chance are played out.
    """
    cdef State now = state[0]
    cdef int logit, moves = 0
    while not now.end:
        move_sums(player, &player.head, rules, &now, &sums.player)
        begin_move(rules, &now, best_action_of(player, rules, &sums.player, &logit))
        if ends_round(rules, &now):
            return mean_result(rules, &now)
        if now.to_draw == 1 and depth:
            return mean_of_cards(weights, player, rules, &now, depth - 1, sums)
        if now.bonus_due and depth:
            return mean_of_tokens(weights, player, rules, &now, depth - 1, sums)
        moves += 1
        if now.to_draw or now.bonus_due or moves == FOLLOWED_MOVES:
            return value_of_after(weights, rules, &now, sums)
        settle(rules, &now)
    return result_of(rules, &now)


cdef OpenValue open_value(
    const RefereeWeights *weights, const Weights *player, const Rules *rules, const State *state
) noexcept nogil:
    """The value, for seat 0, of an open position; of one that is over, its result."""
    cdef OpenSums sums
    forget_open_sums(&sums)
    return open_value_near(weights, player, rules, state, &sums)


cdef OpenValue open_value_near(
    const RefereeWeights *weights, const Weights *player, const Rules *rules, const State *state,
    OpenSums *sums,
) noexcept nogil:
    """The same, from the sums of a position that may have much in common with this one."""
    return look_ahead(weights, player, rules, state, depth_with(state.deck_left), sums)
